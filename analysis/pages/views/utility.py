"""What the chapter about what anonymization costs chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.results import Results


@dataclass(frozen=True)
class UtilityView:
    """One study as this chapter sees it."""

    results: Results
