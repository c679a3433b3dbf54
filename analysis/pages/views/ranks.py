"""What the chapter about privacy categories and ranks chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from analysis.ledger import key, parts
from analysis.pages.views.chapter import ChapterView
from analysis.pages.views.view import View
from analysis.results import System

CHANGES, NOBODY_LEFT = "the lead changes", "nobody is left"


@dataclass(frozen=True)
class Change:
    """Categories in which the lead goes from some systems to others when the marked systems leave."""

    before: list[System]
    after: list[System]
    categories: list[str]


@dataclass(frozen=True)
class Shared:
    """Systems that have one place together, and the categories in which they do."""

    systems: list[System]
    categories: list[str]


@dataclass(frozen=True)
class RanksView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def marked(self) -> list[System]:
        """Ranked systems that the challenge marks as not following its rules."""
        return [system for system in self._ranked if not system.compliant]

    def outside(self, role: str) -> list[System]:
        """Systems of a role that have results and no rank anywhere."""
        ranked = self._ranked
        return [s for s in self.results.systems if s.role == role and s.recomputed and s not in ranked]

    @cached_property
    def _ranked(self) -> list[System]:
        keys = [parts(entry.key)[1:] for entry in self.results.ledger]
        found = {names[2] for names in keys if names[0] == "rank" and names[1] in ("wer", "uar")}
        return [system for system in self.results.systems if system.id in found]

    def leads(self, measure: str, suffix: str = "") -> list[System]:
        """Systems that lead some category, those that lead most first."""
        found = [
            (number, system)
            for system in self.results.systems
            if (number := self._value("count", f"leads{suffix}", measure, system.id)) is not None
        ]
        return [system for _, system in sorted(found, key=lambda pair: -pair[0])]

    def changes(self, measure: str) -> list[Change]:
        """Who takes the lead from whom when the marked systems leave."""
        found: list[Change] = []
        for category in self._categories(measure, CHANGES):
            before = self._leaders(measure, f"eer_{category}")
            after = self._leaders(measure, f"eer_{category}_compliant")
            same = next((change for change in found if (change.before, change.after) == (before, after)), None)
            if same is None:
                found.append(Change(before, after, [category]))
            else:
                same.categories.append(category)
        return found

    def emptied(self, measure: str) -> list[str]:
        """Categories in which nobody is left when the marked systems leave."""
        return self._categories(measure, NOBODY_LEFT)

    def both(self, suffix: str = "") -> list[Shared]:
        """Who leads by WER and by UAR in one category."""
        found: list[Shared] = []
        for category in View(self.results).categories:
            uar = self._leaders("uar", f"eer_{category}{suffix}")
            _share(found, [s for s in self._leaders("wer", f"eer_{category}{suffix}") if s in uar], category)
        return found

    def ties(self, measure: str, suffix: str = "") -> list[Shared]:
        """Who shares a rank in a category, from the lowest category and the best rank."""
        found: list[Shared] = []
        for category in View(self.results).categories:
            prefix = key(self.results.study, "tie", measure, f"eer_{category}{suffix}") + "/"
            ranks = sorted(int(name.removeprefix(prefix)) for name in self.results.verdicts if name.startswith(prefix))
            for rank in ranks:
                _share(found, self._named("tie", measure, f"eer_{category}{suffix}", str(rank)), category)
        return found

    def tied(self, measure: str, system: str, category: str) -> bool:
        """Tell whether a system shares its rank in a category (`eer_10`, `eer_10_compliant`, ...)."""
        place = self._value("rank", measure, system, category)
        return place is not None and bool(self._verdict("tie", measure, category, f"{place:.0f}"))

    def _categories(self, measure: str, said: str) -> list[str]:
        return [
            category
            for category in View(self.results).categories
            if self._verdict("lead_moves", measure, f"eer_{category}") == said
        ]

    def _leaders(self, measure: str, category: str) -> list[System]:
        return self._named("leader", measure, category)

    def _named(self, *names: str) -> list[System]:
        joined = self._verdict(*names)
        return [system for system in self.results.systems if joined and system.id in parts(joined)]


def _share(found: list[Shared], systems: list[System], category: str) -> None:
    """Add a category to the systems that share a place in it; nothing where there are none."""
    same = next((shared for shared in found if shared.systems == systems), None)
    if systems and same is None:
        found.append(Shared(systems, [category]))
    elif same is not None:
        same.categories.append(category)
