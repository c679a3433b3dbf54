"""What the chapter about what is recomputed and what is shipped chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.results import Results


@dataclass(frozen=True)
class DataView:
    """One study as this chapter sees it."""

    results: Results
