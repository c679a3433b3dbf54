"""What the chapter about agreement with the shipped values chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.results import Results


@dataclass(frozen=True)
class AgreementView:
    """One study as this chapter sees it."""

    results: Results
