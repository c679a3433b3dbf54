"""What the chapter about shortcuts that an attacker can take chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKERS
from analysis.pages.markup import data
from analysis.pages.views.chapter import ChapterView
from analysis.results import Corpus, Results, System

ESTABLISHED = "CI excludes 0"
STEPS = ("gender", "corpus")
GENDERS = ("female", "male")


@dataclass(frozen=True)
class Example:
    """The step that a worked example shows: whose, and under which attacker."""

    system: str
    attacker: str


@dataclass(frozen=True)
class ShortcutsView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def kinds(self) -> list[str]:
        """The steps that the study has: gender, corpus."""
        return [kind for kind in STEPS if any(self.stepped(kind, attacker) for attacker in ATTACKERS)]

    def stepped(self, kind: str, attacker: str) -> list[System]:
        """The systems that have this step under this attacker."""
        return [s for s in self.results.systems if self._value("step", kind, s.id, attacker) is not None]

    def rows(self, kind: str) -> list[System]:
        """The systems that stand in the table of this step: those with it, or with the reason why not."""
        return [
            system
            for system in self.results.systems
            if any(key(self.results.study, "step", kind, system.id, a) in self.results.ledger for a in ATTACKERS)
        ]

    def attackers(self, kind: str) -> list[str]:
        """The attackers under which some system has this step."""
        return [attacker for attacker in ATTACKERS if self.stepped(kind, attacker)]

    def established(self, kind: str, attacker: str, sign: int) -> list[System]:
        """The systems whose step is established above (1) or below (-1) zero."""
        return [
            system
            for system in self.stepped(kind, attacker)
            if self._verdict("step", kind, system.id, attacker) == ESTABLISHED
            and sign * (self._value("step", kind, system.id, attacker) or 0.0) > 0
        ]

    def said(self, kind: str, attacker: str, verdict: str) -> list[System]:
        """The systems whose step has this verdict."""
        return [s for s in self.stepped(kind, attacker) if self._verdict("step", kind, s.id, attacker) == verdict]

    def range_of(self, kind: str, attacker: str, end: str) -> System | None:
        """The system with the smallest or largest step; None where several share it."""
        name = self._verdict("step_range", kind, attacker, end)
        return next((system for system in self.results.systems if system.id == name), None)

    def example(self, kind: str) -> Example | None:
        """The largest established step above zero of an anonymizer; None where there is none."""
        found = self._verdict("step_example", kind)
        return Example(*parts(found)) if found else None

    def larger(self, attacker: str) -> str:
        """Which of the two steps reaches higher under this attacker; empty where one is missing or both are equal."""
        gender, corpus = (self._value("step_range", kind, attacker, "largest") for kind in STEPS)
        if gender is None or corpus is None or gender == corpus:
            return ""
        return "gender" if gender > corpus else "corpus"

    def lowered(self, kind: str) -> bool:
        """Tell whether the step of some anonymizer is established below zero."""
        return any(
            system.id != self.results.reference
            for attacker in ATTACKERS
            for system in self.established(kind, attacker, -1)
        )

    @property
    def listed_attackers(self) -> list[str]:
        """The attackers under which some system has an EER on some list."""
        return [
            attacker
            for attacker in ATTACKERS
            if any(
                self._value("eer", system.id, attacker, name) is not None
                for system in self.results.systems
                for name, _ in self.results.lists
            )
        ]

    @property
    def by_gender(self) -> list[str]:
        """The attackers under which some system has an EER for a gender."""
        return [
            attacker
            for attacker in ATTACKERS
            if any(
                self._value("eer_gender", system.id, attacker, gender) is not None
                for system in self.results.systems
                for gender in GENDERS
            )
        ]

    @property
    def genders(self) -> list[str]:
        """The genders for which some system has an EER."""
        return [
            gender
            for gender in GENDERS
            if any(
                self._value("eer_gender", system.id, attacker, gender) is not None
                for system in self.results.systems
                for attacker in ATTACKERS
            )
        ]

    @property
    def draws_left_out(self) -> list[tuple[str, Markup]]:
        """The trial lists of which some draws have no EER, as (name in keys, name for a reader)."""
        return [
            (name, data(label))
            for name, label in self.results.lists
            if self._value("count", "draws_left_out", name) is not None
        ]

    def apart(self, attacker: str, higher: str) -> list[System]:
        """The systems whose intervals of the two genders lie apart, the given gender higher."""
        said = f"{higher} higher, intervals apart"
        return [s for s in self.results.systems if self._verdict("eer_gender", s.id, attacker) == said]

    def compared_by_gender(self, attacker: str) -> bool:
        """Tell whether some system has intervals for both genders under this attacker."""
        return any(self._verdict("eer_gender", system.id, attacker) for system in self.results.systems)

    @property
    def few(self) -> list[Corpus]:
        """The corpora with few speakers."""
        return [corpus for corpus in self.results.corpora if self._verdict("few_speakers", corpus.slug)]

    def wide(self, corpus: Corpus) -> bool:
        """Tell whether the intervals on this corpus are wider than the difference that is called no finding."""
        return wide(self.results, corpus.slug)

    def one_gender(self, corpus: Corpus) -> str:
        """The gender of all of a corpus's speakers; empty where both are there or unknown ones."""
        everyone = self._value("count", "speakers", corpus.slug)
        for gender in GENDERS:
            if everyone and self._value("count", "speakers", corpus.slug, gender) == everyone:
                return gender
        return ""

    @property
    def gaps(self) -> list[tuple[Corpus, Corpus, Example]]:
        """The pairs of corpora with few speakers in one of them, and where their columns lie farthest apart."""
        few = {corpus.slug for corpus in self.few}
        found = []
        for place, a in enumerate(self.results.corpora):
            for b in self.results.corpora[place + 1 :]:
                where = self._verdict("corpus_gap", a.slug, b.slug)
                if where and (a.slug in few or b.slug in few):
                    found.append((a, b, Example(*parts(where))))
        return found

    def word(self, kind: str, system: str, attacker: str) -> Markup:
        """The verdict of a step as a quiet line of a table cell; nothing where it is established."""
        said = self._verdict("step", kind, system, attacker)
        return Markup("") if said in ("", ESTABLISHED) else Markup("[[{}]{{.quiet}}]{{.below}}").format(Markup(said))


def wide(results: Results, slug: str) -> bool:
    """Tell whether the median interval of a corpus's list is wider than the difference that is called no finding."""
    width = results.ledger.value(key(results.study, "width_median", f"same_gender_{slug}"))
    limit = results.ledger.value(key(results.study, "setting", "no_finding"))
    return width is not None and limit is not None and width > limit
