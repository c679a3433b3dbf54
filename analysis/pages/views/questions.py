"""What the answers to an advisor's questions choose from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, METRIC_NAMES, ON_FRONT
from analysis.pages.markup import escape
from analysis.pages.views.chapter import ChapterView
from analysis.results import Pair, System

ALL_ERRORS = Markup("one hundred percent")
VERDICT_WORDS = {
    "CI excludes 0": "whose interval excludes zero",
    "no evidence": "no evidence of a difference",
    "not established": "too close to zero to call",
    "no difference": "no difference at all",
}


@dataclass(frozen=True)
class QuestionsView(ChapterView):
    """One study as this chapter sees it."""

    def _eer(self, system: str, attacker: str) -> float | None:
        return self.results.ledger.value(key(self.results.study, "eer", system, attacker, self.results.trial_list))

    @property
    def hundred(self) -> Markup:
        """The rate at which there are as many edits as reference signs, in words."""
        return ALL_ERRORS

    @property
    def traps(self) -> list[tuple[str, str]]:
        """The systems of the two-EERs trap, each with the attacker that ends it; the deepest fall first."""
        found = []
        for system in self.results.systems:
            attacker = self._verdict("trap", system.id)
            high, low = self._eer(system.id, "ignorant"), self._eer(system.id, attacker) if attacker else None
            if high is not None and low is not None:
                found.append((low - high, system.id, attacker))
        return [(system, attacker) for _, system, attacker in sorted(found, key=lambda item: item[0])]

    @property
    def pair(self) -> Pair | None:
        """The first registered pair that is compared here, before any other one of two anonymizers.

        Nobody asks whether an anonymizer is better than the unprotected speech, unless nothing else was registered.
        """
        compared = [pair for pair in self.results.pairs if self.metrics(pair)]
        return next(
            (pair for pair in compared if self.results.reference not in (pair.a, pair.b)), next(iter(compared), None)
        )

    def metrics(self, pair: Pair) -> list[str]:
        """The metrics on which a pair is compared here."""
        study, ledger = self.results.study, self.results.ledger
        return [name for name in METRIC_NAMES if ledger.value(key(study, "paired", pair.b, pair.a, name)) is not None]

    def verdict_words(self, pair: Pair, metric: str) -> Markup:
        """What a difference allows to say, as the end of a sentence."""
        verdict = self._verdict("paired", pair.b, pair.a, metric)
        if verdict == "not established" and self._verdict("certainty", "draws"):
            return Markup("not established with so few draws")
        return Markup(escape(VERDICT_WORDS.get(verdict, verdict)))

    @property
    def beyond(self) -> list[System]:
        """The systems with more edits than reference signs."""
        return [system for system in self.results.systems if self._verdict("beyond_reference", system.id)]

    @property
    def falls_to_lazy(self) -> str:
        """The trap that a lazy-informed attacker already opens widest: lazy interval below the ignorant one."""
        ledger, study, trials = self.results.ledger, self.results.study, self.results.trial_list
        falls = []
        for system, _ in self.traps:
            ignorant = ledger.get(key(study, "eer", system, "ignorant", trials))
            lazy = ledger.get(key(study, "eer", system, "lazy", trials))
            if ignorant is None or lazy is None or ignorant.ci_low is None or lazy.ci_high is None:
                continue
            if lazy.ci_high < ignorant.ci_low:
                falls.append(((ignorant.value or 0.0) - (lazy.value or 0.0), system))
        return max(falls, key=lambda item: item[0])[1] if falls else ""

    @property
    def on_every_front(self) -> list[System]:
        """The anonymizers that no attacker takes off the front, the semi-informed one among them."""
        found = []
        for system in self.results.systems:
            standing = {a: words for a in ATTACKERS if (words := self._verdict("front", a, system.id))}
            if system.id != self.results.reference and standing.get("semi_informed") == ON_FRONT:
                found += [system] if set(standing.values()) == {ON_FRONT} else []
        return found

    def measured_with(self, system: str) -> Markup:
        """The attackers under which a system has a place among the others."""
        names = [ATTACKER_NAMES[attacker] for attacker in ATTACKERS if self._verdict("front", attacker, system)]
        said = ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else "".join(names)
        return Markup(escape(said))


@dataclass(frozen=True)
class OpenView(ChapterView):
    """One study as the chapter of open questions sees it."""

    @property
    def without_semi_informed(self) -> list[System]:
        """Anonymizers, here or only shipped, that have some EER and no semi-informed one."""
        known: dict[str, set[str]] = {}
        for entry in self.results.ledger:
            names = parts(entry.key)[1:]
            names = names[1:] if names[0] == "shipped" else names
            if names[0] == "eer" and len(names) == 4 and entry.value is not None:
                known.setdefault(names[1], set()).add(names[2])
        return [
            system
            for system in self.results.systems
            if system.id != self.results.reference and known.get(system.id) and "semi_informed" not in known[system.id]
        ]

    @property
    def unsure(self) -> bool:
        """Whether some registered difference is not settled, and both kinds of it are counted."""
        counts = [self._value("count", "pairs", name) for name in ("rows", "not_established", "no_evidence")]
        return all(count is not None for count in counts) and any(count for count in counts[1:])

    def _drops(self) -> list[tuple[float, str]]:
        systems = [system.id for system in self.results.systems if system.id != self.results.reference]
        return [(drop, system) for system in systems if (drop := self._value("drop_semi", system)) is not None]

    @property
    def closest(self) -> str:
        """The anonymizer that loses least to a semi-informed attacker; empty below two of them."""
        drops = self._drops()
        return min(drops)[1] if len({drop for drop, _ in drops}) > 1 else ""

    @property
    def farthest(self) -> str:
        """The anonymizer that loses most to a semi-informed attacker."""
        drops = self._drops()
        return max(drops)[1] if drops else ""

    @property
    def falls(self) -> bool:
        """Whether the EER of the one that loses most is lower under a semi-informed attacker than an ignorant one."""
        return any(drop > 0 for drop, _ in self._drops())

    @property
    def rises(self) -> bool:
        """Whether the EER of the one that loses least is no lower under a semi-informed attacker."""
        return any(drop <= 0 for drop, _ in self._drops())

    @property
    def keeps_pitch(self) -> str:
        """The anonymizer with the highest shipped pitch correlation; empty where several tie."""
        found = [
            (rho, system.id)
            for system in self.results.systems
            if system.id != self.results.reference and (rho := self._value("shipped", "rho_f0", system.id)) is not None
        ]
        top = [system for rho, system in found if rho == max(found)[0]]
        return top[0] if len(top) == 1 else ""

    @property
    def uneven_genders(self) -> bool:
        """Whether both genders speak, one with more speakers than the other."""
        female, male = self._value("count", "speakers", "female"), self._value("count", "speakers", "male")
        return bool(female) and bool(male) and female != male
