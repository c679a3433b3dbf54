"""What the chapter about the attacker ladder chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import Entry, key
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, SHIPPED_LIST
from analysis.pages.markup import escape
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

INFORMED = ("lazy", "semi_informed")
TIED = "tied"


@dataclass(frozen=True)
class AttackersView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def rows(self) -> list[System]:
        """Systems with an EER, recomputed or shipped, in the study's order; those with files here come first."""
        found = [
            system
            for system in self.results.systems
            if any(self._entry(system.id, name) or self._entry(system.id, name, "shipped") for name in ATTACKERS)
        ]
        return sorted(found, key=lambda system: not system.recomputed)

    def under(self, kind: str, attacker: str) -> list[System]:
        """The anonymizers whose EER is the `kind` (`highest_eer`, `shipped_lowest_eer`, …) of its row there."""
        return [system for system in self.compared(kind) if self._verdict(kind, system.id) == attacker]

    def compared(self, kind: str) -> list[System]:
        """The anonymizers with an EER under at least two attackers, which is where `kind` says something."""
        return [
            system
            for system in self.results.systems
            if system.id != self.results.reference and self._verdict(kind, system.id)
        ]

    def named(self, kind: str) -> list[tuple[str, list[System]]]:
        """Each attacker for whom some EER is the `kind`, with the systems; most systems first, then who knows least."""
        found = [(name, self.under(kind, name)) for name in ATTACKERS]
        return sorted(((name, systems) for name, systems in found if systems), key=lambda pair: -len(pair[1]))

    @property
    def tied_scores(self) -> list[tuple[System, str]]:
        """The attacks in which most trials bring no score of their own, as (system, attacker)."""
        ledger, study = self.results.ledger, self.results.study
        return [
            (system, name)
            for system in self.results.systems
            for name in ATTACKERS
            if key(study, "count", "distinct_scores", system.id, name) in ledger
        ]

    @property
    def bounded(self) -> list[System]:
        """Compared anonymizers with an EER under the ignorant attacker, which may or may not be the highest."""
        return [s for s in self.compared("highest_eer") if self._number(s.id, "ignorant") is not None]

    @property
    def exceeded(self) -> list[System]:
        """Those of them for which an informed attacker has a higher EER than the ignorant one."""
        return [
            system
            for system in self.bounded
            if any((self._number(system.id, name) or 0.0) > (self._number(system.id, "ignorant") or 0.0)
                   for name in INFORMED)
        ]  # fmt: skip

    @property
    def unranked(self) -> list[System]:
        """Compared anonymizers that lack an EER under the attacker that knows most."""
        return [s for s in self.compared("highest_eer") if self._number(s.id, ATTACKERS[-1]) is None]

    @property
    def comparable(self) -> bool:
        """Tell whether the shipped EERs rest on the trials of the headline list."""
        return self.results.trial_list == SHIPPED_LIST

    @property
    def shipped_list(self) -> str:
        """The trial list in the keys of shipped EERs."""
        return SHIPPED_LIST

    @property
    def otherwise(self) -> list[System]:
        """Anonymizers for which the shipped EERs name another attacker as the highest than the recomputed ones do."""
        return [
            system
            for system in self.compared("shipped_highest_eer")
            if self.comparable
            and self._verdict("highest_eer", system.id)
            and self._verdict("highest_eer", system.id) != self._verdict("shipped_highest_eer", system.id)
        ]

    @property
    def hollow(self) -> list[System]:
        """Systems with shipped EERs only."""
        return [system for system in self.rows if not system.recomputed]

    @property
    def trapped(self) -> list[System]:
        """Systems with an ignorant EER far above an informed one, by the rule of the two-EERs trap."""
        return [system for system in self.rows if self._verdict("trap", system.id)]

    @property
    def example(self) -> str:
        """The id of the anonymizer whose EER falls most; empty where none falls."""
        return self.results.verdicts.get(key(self.results.study, "worked_example"), "")

    def lowest_informed(self, system: str) -> str:
        """The informed attacker with the lowest EER, the one that knows less where two share it; empty where none."""
        found = [(self._number(system, name), place) for place, name in enumerate(INFORMED)]
        known = [(value, place) for value, place in found if value is not None]
        return INFORMED[min(known)[1]] if known else ""

    def strongest(self, system: str) -> Markup:
        """The attacker with the lowest EER of a row as its cell says it; quiet words where there is none."""
        verdict = self._verdict("lowest_eer", system) or self._verdict("shipped_only_lowest_eer", system)
        if verdict in ATTACKER_NAMES:
            return Markup(escape(ATTACKER_NAMES[verdict]))
        words = "shared" if verdict == TIED else "unprotected" if system == self.results.reference else "not compared"
        return Markup("[{}]{{.missing}}").format(words)

    def apart(self, system: str) -> bool:
        """Tell whether the ignorant interval lies above that of the lowest informed EER."""
        ignorant, informed = self._entry(system, "ignorant"), self._entry(system, self.lowest_informed(system))
        if ignorant is None or informed is None or ignorant.ci_low is None or informed.ci_high is None:
            return False
        return informed.ci_high < ignorant.ci_low

    def overlapping(self, system: str) -> bool:
        """Tell whether both have an interval and the two share a value."""
        ignorant, informed = self._entry(system, "ignorant"), self._entry(system, self.lowest_informed(system))
        both = all(entry is not None and entry.ci_low is not None for entry in (ignorant, informed))
        return both and not self.apart(system)

    def _entry(self, system: str, attacker: str, *source: str) -> Entry | None:
        trials = SHIPPED_LIST if source else self.results.trial_list
        return self.results.ledger.get(key(self.results.study, *source, "eer", system, attacker, trials))

    def _number(self, system: str, attacker: str) -> float | None:
        entry = self._entry(system, attacker)
        return None if entry is None else entry.value
