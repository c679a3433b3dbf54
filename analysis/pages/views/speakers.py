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
HOLDS, FAILS = "holds after Holm", "does not hold after Holm"
RANKS = ("lowest", "second", "third", "fourth", "fifth")


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

    def shared(self, attacker: str) -> list[System]:
        """The systems by which too many speakers are equally exposed for anyone to be named."""
        return [system for system in self.measured(attacker) if not self._verdict("exposed", system.id, attacker)]

    def exposed(self, system: str, attacker: str) -> list[Speaker]:
        """The speakers who are named, the most exposed first."""
        return self._speakers("exposed", system, attacker)

    def ranks(self, attacker: str) -> list[Markup]:
        """The heads of the columns in which they stand."""
        most = max((len(self.exposed(system.id, attacker)) for system in self.named(attacker)), default=0)
        return [Markup(word) for word in RANKS[:most]]

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
    def any_interval(self) -> bool:
        """Tell whether a speaker's EER has an interval."""
        return any(
            self.results.ledger[key(self.results.study, *names)].ci_low is not None for names in self.rows_with_targets
        )

    @cached_property
    def shown(self) -> Shown | None:
        """The best trade, else the first anonymizer that can be, under the attacker who knows most."""
        best = self._verdict("best_trade")
        for attacker in reversed(ATTACKERS):
            systems = sorted(
                (system for system in self.named(attacker) if system.id != self.results.reference),
                key=lambda system: system.id != best,
            )
            if systems:
                return Shown(systems[0].id, attacker, self.exposed(systems[0].id, attacker)[0])
        return None

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
                        name = Markup("{} by {}").format(self.influential(system.id, attacker), name)
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

    def alone(self, system: str, attacker: str) -> Speaker | None:
        """The speaker who has the lowest EER; None where several share it."""
        if self._value("count", "lowest_shared", system, attacker) is not None:
            return None
        return next(iter(self.exposed(system, attacker)), None)

    def exposing(self, attacker: str, speaker: Speaker) -> Markup:
        """The systems by which a speaker is among the most exposed ones, the reference left out, in a sentence."""
        return in_a_sentence(
            [
                data(system.label)
                for system in self.named(attacker)
                if system.id != self.results.reference and speaker in self.exposed(system.id, attacker)
            ]
        )

    @cached_property
    def compared(self) -> list[tuple[str, Markup]]:
        """Attackers under which the orders of two systems at least can be held against each other."""
        return [one for one in self.attackers if self._value("speaker_order", one[0], "mean") is not None]

    def most_often(self, attacker: str) -> list[Speaker]:
        """The speakers who are most often among the most exposed; nobody where they are too many to be named."""
        return self._speakers("exposed_most_often", attacker)

    def influential(self, system: str, attacker: str) -> Markup:
        """The speaker without whom the EER moves farthest; empty where nobody moves it."""
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
