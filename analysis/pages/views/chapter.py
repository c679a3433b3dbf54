"""What the view of every chapter starts from: the study's results, and look-ups by names below the study."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.ledger import key
from analysis.results import Results


@dataclass(frozen=True)
class ChapterView:
    """One study as a chapter sees it."""

    results: Results

    def _value(self, *names: str) -> float | None:
        return self.results.ledger.value(key(self.results.study, *names))

    def _verdict(self, *names: str) -> str:
        return self.results.verdicts.get(key(self.results.study, *names), "")
