"""What the chapter about agreement with the shipped values chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS
from analysis.pages.markup import data
from analysis.pages.views.chapter import ChapterView
from analysis.results import System


@dataclass(frozen=True)
class AgreementView(ChapterView):
    """One study as this chapter sees it."""

    def columns(self) -> list[tuple[str, Markup]]:
        """The leaderboard's columns that were compared, as (name in keys, name for a reader)."""
        return [(name, words) for name, words, _ in self._columns() if self._has("agreement_max", name, "values")]

    def values(self) -> list[tuple[System, Markup, tuple[str, ...]]]:
        """Every value that is both shipped and recomputed: system, words, the names of its key."""
        return [
            (system, words, (rest[0], system.id, *rest[1:]))
            for system in self.results.systems
            for _, words, rest in self._columns()
            if self._has("agreement", rest[0], system.id, *rest[1:])
        ]

    def _columns(self) -> Iterator[tuple[str, Markup, tuple[str, ...]]]:
        """Every column: its name, its words, and the names of its keys but for the system, which stands second."""
        for attacker in ATTACKERS:
            yield f"eer_{attacker}", data(f"EER {ATTACKER_NAMES[attacker]}"), ("eer", attacker, self.results.trial_list)
        rate = "CER" if self.results.unit_of_text == "characters" else "WER"
        yield "cer", Markup(rate), ("cer", "all")
        for corpus in self.results.corpora:
            yield f"cer_{corpus.slug}", Markup(rate + ", ") + data(corpus.name), ("cer", corpus.slug)

    def rates(self) -> list[tuple[System, str]]:
        """Every EER that is read by both rules, as (system, attacker)."""
        return [
            (system, attacker)
            for system in self.results.systems
            for attacker in ATTACKERS
            if self._has("eer_line", system.id, attacker, self.results.trial_list)
        ]

    @property
    def rule(self) -> str:
        """Which EER rule fits the shipped digits: `nearest`, `line`, `both`, `neither`; empty where none is chosen."""
        return self.results.verdicts.get(key(self.results.study, "eer_rule"), "")

    def any_edges(self) -> bool:
        """Tell whether an edge of an interval was compared."""
        return any(self._has("agreement_max", name, "edges") for name, _ in self.columns())

    def _has(self, *names: str) -> bool:
        return self.results.ledger.value(key(self.results.study, *names)) is not None
