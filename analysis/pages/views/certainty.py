"""What the chapter about how sure the numbers are chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.results import Results


@dataclass(frozen=True)
class CertaintyView:
    """One study as this chapter sees it."""

    results: Results
