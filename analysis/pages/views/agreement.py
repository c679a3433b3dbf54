"""What the chapter about agreement with the shipped values chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS
from analysis.pages.kinds_of_interval import SPEAKER
from analysis.pages.markup import data
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

TOOLKIT_NAMES = {"speechbrain": "SpeechBrain", "kaldi": "Kaldi"}


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

    def near(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The names of the row whose interval is of the kind that shipped ones are held against."""
        beside = (f"{names[0]}_{SPEAKER}", *names[1:])
        return beside if self._has(*beside) else names

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

    def lists(self) -> list[tuple[System, str, str]]:
        """Every list that has a shipped EER, as (system, attacker, list), lists in order within an attack."""
        shipped = {}
        for entry in self.results.ledger:
            names = parts(entry.key)
            if names[:3] == (self.results.study, "shipped", "eer_list") and len(names) == 6 and entry.value is not None:
                shipped[names[3:]] = entry
        places = {system.id: place for place, system in enumerate(self.results.systems)}
        known = [names for names in shipped if names[0] in places and names[1] in ATTACKERS]
        known.sort(key=lambda names: (places[names[0]], ATTACKERS.index(names[1]), names[2]))
        return [(self.results.systems[places[system]], attacker, name) for system, attacker, name in known]

    def attacks(self) -> list[tuple[System, str]]:
        """Every attack that has a mean over its lists, shipped or not; the reference is met by one attacker only."""
        return [
            (system, attacker)
            for system in self.results.systems
            for attacker in ATTACKERS
            if self._has("eer_list_mean", system.id, attacker)
            and (attacker == ATTACKERS[0] or system.id != self.results.reference)
        ]

    @property
    def toolkit(self) -> str:
        """The toolkit whose rule hits most shipped EERs of lists, as keys call it; empty where none is shipped."""
        return self.results.verdicts.get(key(self.results.study, "list_rule"), "")

    @property
    def toolkit_name(self) -> Markup:
        """The same as its makers write it."""
        return Markup(TOOLKIT_NAMES.get(self.toolkit, ""))

    def list_name(self, name: str) -> Markup:
        """A list's name, which is data."""
        return data(name)

    def any_edges(self) -> bool:
        """Tell whether an edge of an interval was compared."""
        return any(self._has("agreement_max", name, "edges") for name, _ in self.columns())

    def _has(self, *names: str) -> bool:
        return self.results.ledger.value(key(self.results.study, *names)) is not None
