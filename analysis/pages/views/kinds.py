"""What the chapter about kinds of system chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.kinds import AXES, drawn_kinds, kinds_in_order
from analysis.pages.markup import data
from analysis.pages.views.chapter import ChapterView
from analysis.pages.views.naming import starred
from analysis.results import System

ROLES = ("submitted", "baseline")
LATER = "post-evaluation"


@dataclass(frozen=True)
class KindsView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def all(self) -> list[str]:
        """Kinds that have a baseline or a submitted system with results, those with most submitted systems first."""
        return kinds_in_order(self.results)

    def of(self, role: str) -> list[str]:
        """Kinds that have a member of this role with results."""
        return [family for family in self.all if self._value("kinds", family, role, "count", "members")]

    def name(self, family: str) -> Markup:
        """A kind's name for a reader."""
        return data(family.replace("_", " "))

    def listed(self, families: Sequence[str]) -> Markup:
        """Names of kinds in a sentence."""
        return starred([System(family, family.replace("_", " ")) for family in families])

    def names(self, systems: Sequence[System]) -> Markup:
        """Names of systems in a sentence, those that do not follow the rules with an asterisk."""
        return starred(systems)

    def members(self, family: str) -> list[System]:
        """All systems of a kind, the highest EER first, those without an EER last."""
        return sorted((s for s in self.results.systems if s.family == family), key=lambda system: -self._eer(system))

    def counted(self, family: str, role: str, category: str = "") -> list[System]:
        """The members of a role with results; of a category where one is named."""
        category = category and f"eer_{category}"
        return [
            system
            for system in self.members(family)
            if system.role == role and system.recomputed and (not category or self._reaches(system, category))
        ]

    def best(self, family: str, role: str, metric: str, *, compliant: bool = False) -> list[System]:
        """The best members, several where they tie; among those that follow the rules where that is asked."""
        measure = "kinds_best_compliant" if compliant else "kinds_best"
        return self._named(self._verdict(measure, family, role, metric, "test"))

    def breaks_rules(self, family: str, role: str, metric: str) -> bool:
        """Tell whether a best member does not follow the rules, so that the best one that does is named too."""
        return any(not system.compliant for system in self.best(family, role, metric))

    def doubtful(self, family: str, role: str) -> list[str]:
        """Measures whose best member does not follow the rules."""
        return [metric for metric in AXES if self.breaks_rules(family, role, metric)]

    def followers(self, family: str, role: str) -> list[System]:
        """The members of a role with results that follow the rules."""
        return [system for system in self.counted(family, role) if system.compliant]

    def is_one(self, family: str, role: str, metrics: Sequence[str]) -> bool:
        """Tell whether one member alone is best on all of these measures."""
        found = [self.best(family, role, metric) for metric in metrics]
        return all(len(best) == 1 and best == found[0] for best in found)

    def place(self, metric: str, system: str) -> str:
        """The ledger key of a measure of a system, test set."""
        names = (
            ("eer", system, "semi_informed", "test_average") if metric == "eer" else ("shipped", metric, system, "test")
        )
        return key(self.results.study, *names)

    def highest(self, family: str, role: str) -> str:
        """The numerals of the highest category that a member reaches; empty where none reaches any."""
        reached = self._verdict("kinds_category", family, role)
        return reached.removeprefix("eer_") if reached.startswith("eer_") else ""

    def leading(self, role: str, metric: str) -> list[str]:
        """The kinds that hold the best value of a role; nothing where there are not two kinds."""
        joined = self._verdict("kinds_leader", role, metric)
        return list(parts(joined)) if joined else []

    @property
    def sweeping(self) -> list[str]:
        """The kind whose submitted systems alone lead every measure that has a leader; nothing where none does."""
        found = [leading for metric in AXES if (leading := self.leading("submitted", metric))]
        return found[0] if found and len(found[0]) == 1 and all(one == found[0] for one in found) else []

    @property
    def unfiled(self) -> list[System]:
        """Systems other than the original that belong to no kind."""
        return [
            s for s in self.results.systems if not s.family and s.role != "original" and s.id != self.results.reference
        ]

    @property
    def without_results(self) -> list[str]:
        """Kinds that have no baseline and no submitted system with results."""
        families = dict.fromkeys(system.family for system in self.results.systems if system.family)
        return [family for family in families if family not in self.all]

    @property
    def undrawn(self) -> list[str]:
        """Kinds that have no room in the picture."""
        drawn = drawn_kinds(self.results)
        return [family for family in self.all if family not in drawn]

    def _named(self, joined: str) -> list[System]:
        names = parts(joined) if joined else ()
        return [system for system in self.results.systems if system.id in names]

    def _reaches(self, system: System, category: str) -> bool:
        reached = self._verdict("category", system.id).removeprefix("eer_")
        return reached.isdigit() and int(reached) >= int(category.removeprefix("eer_"))

    def _eer(self, system: System) -> float:
        value = self._value("eer", system.id, "semi_informed", "test_average")
        return -1.0 if value is None else value
