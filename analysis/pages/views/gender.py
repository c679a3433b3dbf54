"""What the chapter about female and male speakers chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from analysis.ledger import key, parts
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

SPLITS = ("test", "dev")
INSIDE = "inside the band"


@dataclass(frozen=True)
class GenderView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def split(self) -> str:
        """The split that the chapter speaks of: the test set, or the development set where only that has EERs."""
        return next((split for split in SPLITS if self._any("gender_gap", split)), "test")

    @property
    def both(self) -> bool:
        """Tell whether both splits have an mFDR."""
        return all(self._any("mfdr", split) for split in SPLITS)

    def _any(self, measure: str, split: str) -> bool:
        return any(self._value(measure, system.id, split) is not None for system in self.results.systems)

    def who(self, name: str, measure: str) -> list[System]:
        """The systems that a verdict of the headline split names: one, several where they tie, none without it."""
        joined = self._verdict(name, measure, self.split)
        return [system for system in self.results.systems if joined and system.id in parts(joined)]

    def inside(self, *splits: str) -> list[System]:
        """Baselines and submitted systems inside the band on all of these splits, in the study's order."""
        return [
            system
            for system in self.results.systems
            if system.role in ("baseline", "submitted")
            and all(self._verdict("mfdr", system.id, split) == INSIDE for split in splits)
        ]

    def where_inside(self, system: System) -> str:
        """On which splits a system is inside the band; empty where it has no mFDR."""
        known = {split: verdict for split in SPLITS if (verdict := self._verdict("mfdr", system.id, split))}
        names = {"test": "test", "dev": "development"}
        found = [names[split] for split, verdict in known.items() if verdict == INSIDE]
        if not known:
            return ""
        return "neither" if not found and len(known) == 2 else "no" if not found else " and ".join(found)

    @property
    def undefined(self) -> list[System]:
        """Systems with both EERs on the headline split that have a gap and no mFDR."""
        return [
            system
            for system in self.results.systems
            if self._value("gender_gap", system.id, self.split) is not None
            and self._value("mfdr", system.id, self.split) is None
        ]

    def pictures(self, name: str, drawn: dict[str, object]) -> list[str]:
        """The figures that one picture is parted into, in their order."""
        return [chart for chart in drawn if chart == name or chart.startswith(f"{name}_")]

    @property
    def apart(self) -> str:
        """What the captions say of systems outside the comparison; empty where there is none."""
        shown = [system for system in self.results.systems if system.recomputed]
        star = "" if all(system.compliant for system in shown) else "Asterisk: non-compliant. "
        return self._outside({system.role for system in shown}) + star

    @staticmethod
    def _outside(roles: Set[str]) -> str:
        if {"original", "post-evaluation"} <= roles:
            return "The original and post-evaluation systems stand apart, the latter hollow. "
        if "post-evaluation" in roles:
            return "Post-evaluation systems stand apart, hollow. "
        return "The original stands apart. " if "original" in roles else ""

    def counts(self, *names: str) -> bool:
        """Tell whether a count is there and was made over some system."""
        entry = self.results.ledger.get(key(self.results.study, "count", *names))
        return entry is not None and bool(entry.n)
