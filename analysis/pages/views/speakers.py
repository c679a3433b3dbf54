"""What the chapter about single speakers chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS
from analysis.pages.markup import data, escape
from analysis.pages.views.chapter import ChapterView
from analysis.pages.views.naming import in_a_sentence
from analysis.results import System

BEYOND = "beyond chance"
HOLDS, EVEN = "holds after Holm", "more even than chance"
IGNORANT, LAZY, _ = ATTACKERS
RANKS = ("lowest", "second", "third")


@dataclass(frozen=True)
class Speaker:
    """One speaker: the id in keys, and as a reader sees it."""

    id: str
    name: Markup


@dataclass(frozen=True)
class Shown:
    """The case that the page tells in words: a system, an attacker, and the most exposed speaker."""

    system: str
    attacker: str
    speaker: Speaker


@dataclass(frozen=True)
class SpeakersView(ChapterView):
    """One study as this chapter sees it."""

    @cached_property
    def attackers(self) -> list[tuple[str, Markup]]:
        """Attackers under which speakers have EERs of their own, as (name in keys, name for a reader)."""
        return [
            (attacker, Markup(escape(ATTACKER_NAMES[attacker]))) for attacker in ATTACKERS if self.measured(attacker)
        ]

    def measured(self, attacker: str) -> list[System]:
        """The systems whose speakers have EERs of their own under this attacker."""
        return [s for s in self.results.systems if self._value("speaker_spread", s.id, attacker) is not None]

    def without(self, attacker: str) -> list[System]:
        """The systems with files here that have no such EERs, for want of an attack or of trials."""
        measured = self.measured(attacker)
        return [system for system in self.results.systems if system.recomputed and system not in measured]

    def named(self, attacker: str) -> list[System]:
        """The systems whose most exposed speakers are named under this attacker."""
        return [system for system in self.measured(attacker) if self._verdict("exposed", system.id, attacker)]

    def judged(self, attacker: str) -> list[System]:
        """The systems that stand in this attacker's tables: the reference where it has not stood before."""
        again = attacker == LAZY and self.reference_twice
        return [s for s in self.measured(attacker) if not (again and s.id == self.results.reference)]

    @cached_property
    def columns(self) -> list[tuple[str, Markup]]:
        """Attackers in whose tables some system stands, as (name in keys, name for a reader)."""
        return [one for one in self.attackers if self.judged(one[0])]

    @cached_property
    def systems(self) -> list[System]:
        """The systems whose speakers have EERs of their own under some attacker."""
        return [s for s in self.results.systems if any(s in self.measured(attacker) for attacker in ATTACKERS)]

    @cached_property
    def spread_under(self) -> tuple[str, Markup] | None:
        """The attacker who knows most of several for whom it is counted in how many cases the speakers differ."""
        found = [one for one in self.attackers if self._value("count", "spread_holds", one[0]) is not None]
        return found[-1] if len(found) > 1 else None

    @cached_property
    def reference_twice(self) -> Markup | None:
        """The reference's name where two attackers do the same to it, which is counted once; else None."""
        twice = all(self._value("speaker_spread", self.results.reference, one) is not None for one in (IGNORANT, LAZY))
        return data(self.results.label(self.results.reference)) if twice else None

    def exposed(self, system: str, attacker: str) -> list[Speaker]:
        """The speakers who are named, the most exposed first."""
        return self._speakers("exposed", system, attacker)

    def ranks(self, attacker: str) -> list[Markup]:
        """The heads of the columns in which they stand."""
        most = max((len(self.exposed(system.id, attacker)) for system in self.judged(attacker)), default=0)
        return [Markup(word) for word in RANKS[: max(most, 1)]]

    @cached_property
    def rows_with_targets(self) -> list[tuple[str, ...]]:
        """The names of one row that says of how many target trials a speaker's EER is, for every number of them."""
        found: dict[int | None, tuple[str, ...]] = {}
        for attacker in ATTACKERS:
            for system in self.named(attacker):
                for speaker in self.exposed(system.id, attacker):
                    names = ("speaker_eer", system.id, attacker, speaker.id)
                    found.setdefault(self.results.ledger[key(self.results.study, *names)].n, names)
        return list(found.values())

    @cached_property
    def few(self) -> bool:
        """Tell whether one target trial of a speaker is worth so much that EERs are shown without decimals."""
        lowest = (
            self.results.ledger[key(self.results.study, "speaker_eer_lowest", system.id, attacker)]
            for attacker in ATTACKERS
            for system in self.measured(attacker)
        )
        return any(entry.decimals == 0 for entry in lowest)

    @cached_property
    def shown(self) -> Shown | None:
        """A case in which somebody is beyond chance, else any: the attacker who knows most, the best trade first."""
        cases = [
            (system.id, attacker)
            for attacker in reversed(ATTACKERS)
            for system in self.named(attacker)
            if system.id != self.results.reference
        ]
        best = self._verdict("best_trade")
        place = {attacker: number for number, attacker in enumerate(reversed(ATTACKERS))}
        cases.sort(key=lambda case: (not self.holds("lowest", *case), place[case[1]], case[0] != best))
        return Shown(*cases[0], self.exposed(*cases[0])[0]) if cases else None

    def holds(self, question: str, system: str, attacker: str) -> bool:
        """Tell whether a case is beyond chance also after Holm's adjustment: `lowest`, `share` or `spread`."""
        return self._verdict(f"{question}_holds", system, attacker) == HOLDS

    def out_of(self, count: str) -> int | None:
        """Return of how many cases a count is, for a choice between words."""
        return self.results.ledger[count].n

    def is_beyond(self, *names: str) -> bool:
        """Tell whether a verdict says `beyond chance`."""
        return self._verdict(*names) == BEYOND

    def cases(self, verdict: str, *words: str) -> Markup:
        """The cases of which a verdict says one of these words, in a sentence: `a (ignorant and lazy-informed), b (…)`.

        Those of `share_holds` with the speaker on whom the interval hangs.
        """
        found: dict[Markup, list[Markup]] = {}
        for system in self.results.systems:
            for attacker in ATTACKERS:
                if self._verdict(verdict, system.id, attacker) in words:
                    name = data(system.label)
                    if verdict == "share_holds":
                        name = Markup("{} under {}").format(self.influential(system.id, attacker), name)
                    found.setdefault(name, []).append(Markup(escape(ATTACKER_NAMES[attacker])))
        return in_a_sentence([Markup("{} ({})").format(name, in_a_sentence(of)) for name, of in found.items()])

    @cached_property
    def agreeing(self) -> list[Markup]:
        """Attackers under which the orders of the speakers agree more than chance brings."""
        return [label for attacker, label in self.compared if self.is_beyond("speaker_order", attacker)]

    @cached_property
    def weakly(self) -> bool:
        """Tell whether one order tells little about another under every attacker under which they agree."""
        half = self._value("setting", "order_by_half") or 0.0
        means = [self._value("speaker_order", attacker, "mean") or 0.0 for attacker, _ in self.compared
                 if self.is_beyond("speaker_order", attacker)]  # fmt: skip
        return all(mean < half for mean in means)

    @cached_property
    def correlations(self) -> tuple[str, str]:
        """The attackers with the lowest and the highest mean rho of those under which the orders agree."""
        agreeing = sorted(
            (attacker for attacker, _ in self.compared if self.is_beyond("speaker_order", attacker)),
            key=lambda attacker: self._value("speaker_order", attacker, "mean") or 0.0,
        )
        return agreeing[0], agreeing[-1]

    @cached_property
    def strongest(self) -> tuple[str, Markup] | None:
        """The attacker who knows most of those for whom it is counted who is most often among the most exposed."""
        found = [one for one in self.compared if self._value("count", "exposed_most_often", one[0]) is not None]
        return found[-1] if found else None

    @cached_property
    def even(self) -> Markup:
        """The cases whose shares are more even than by chance, in a sentence; empty where there is none."""
        return self.cases("share_even", EVEN)

    @cached_property
    def hanging(self) -> list[tuple[str, str]]:
        """The cases in which the largest share is beyond chance after Holm's adjustment."""
        return [
            (system.id, attacker)
            for system in self.results.systems
            for attacker in ATTACKERS
            if self.holds("share", system.id, attacker)
        ]

    @cached_property
    def compared(self) -> list[tuple[str, Markup]]:
        """Attackers under which the orders of two systems at least can be held against each other."""
        return [one for one in self.attackers if self._value("speaker_order", one[0], "mean") is not None]

    def most_often(self, attacker: str) -> list[Speaker]:
        """The speakers who are most often among the most exposed; nobody where they are too many to be named."""
        return self._speakers("exposed_most_often", attacker)

    def influential(self, system: str, attacker: str) -> Markup:
        """The speaker without whom the EER moves farthest; empty where that is nobody."""
        name = self._verdict("influential", system, attacker)
        return data(name) if name else Markup("")

    def listed(self, speakers: list[Speaker]) -> Markup:
        """Speakers in a sentence."""
        return in_a_sentence([speaker.name for speaker in speakers])

    def listing(self, names: list[Markup]) -> Markup:
        """Names in a sentence."""
        return in_a_sentence(names)

    def _speakers(self, *names: str) -> list[Speaker]:
        joined = self._verdict(*names)
        return [Speaker(name, data(name)) for name in parts(joined)] if joined else []
