"""What the chapter about what builds on what chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import parts
from analysis.pages.charts.kinds import AXES
from analysis.pages.charts.lineage import pairs_in_order
from analysis.pages.views.chapter import ChapterView
from analysis.pages.views.naming import starred
from analysis.results import System

BETTER, BETWEEN = "better", "between"
COUNTED = ("baseline", "submitted")
Pair = tuple[System, System]


@dataclass(frozen=True)
class LineageView(ChapterView):
    """One study as this chapter sees it; a pair is a system and one that it is built on."""

    @cached_property
    def _systems(self) -> dict[str, System]:
        return {system.id: system for system in self.results.systems}

    @cached_property
    def _pairs(self) -> list[Pair]:
        return [(self._systems[child], self._systems[parent]) for child, parent in pairs_in_order(self.results)]

    @property
    def pairs(self) -> list[Pair]:
        """Pairs that are counted: those of baselines and submitted systems with results."""
        return [pair for pair in self._pairs if pair[0].role in COUNTED and pair[0].recomputed]

    @property
    def later(self) -> list[Pair]:
        """Pairs that stand outside the counts and have results: those of post-evaluation systems."""
        return [pair for pair in self._pairs if pair[0].role not in COUNTED and pair[0].recomputed]

    @property
    def without_results(self) -> list[System]:
        """Systems that are built on another one and have no results."""
        return self._once(child for child, _ in self._pairs if not child.recomputed)

    @property
    def on_both_sets(self) -> bool:
        """Tell whether some difference of a counted pair is there for both sets."""
        return any(
            all(self._verdict("lineage", child.id, parent.id, metric, split) for split in ("dev", "test"))
            for child, parent in self.pairs
            for metric in AXES
        )

    def parents(self, role: str = "") -> list[System]:
        """Systems, of this role if one is named, that counted ones are built on."""
        return self._once(parent for _, parent in self.pairs if role in ("", parent.role))

    @property
    def unused(self) -> list[System]:
        """Baselines that no counted system is built on."""
        used = self.parents()
        return [system for system in self.results.systems if system.role == "baseline" and system not in used]

    def children(self, parent: System) -> list[System]:
        """Counted systems that are built on this one."""
        return [child for child, above in self.pairs if above == parent]

    def better(self, parent: System, metric: str = "") -> list[System]:
        """Counted children that are better than this parent on a measure; on all three where none is named."""
        metrics = [metric] if metric else list(AXES)
        return [child for child in self.children(parent) if self._wins(child, parent) >= set(metrics)]

    def alike(self, parent: System, *, all_better: bool) -> list[str]:
        """Measures on which all, or none, of the counted children are better; nothing where there are not two."""
        children = self.children(parent)
        return [
            metric
            for metric in AXES
            if len(children) > 1
            and all(self._verdict("lineage", child.id, parent.id, metric, "test") for child in children)
            and self.better(parent, metric) == (children if all_better else [])
        ]

    def winners(self, role: str, *, privacy_and_one: bool = False) -> list[System]:
        """Children of parents of a role that are better on all three, or on EER and at least one of UAR and WER.

        Only pairs with all three differences are looked at.
        """
        return self._once(
            child
            for child, parent in self.pairs
            if parent.role == role
            and all(self._verdict("lineage", child.id, parent.id, metric, "test") for metric in AXES)
            and (wins := self._wins(child, parent)) >= (set() if privacy_and_one else set(AXES))
            and (not privacy_and_one or ("eer" in wins and len(wins) > 1))
        )

    @property
    def mixed(self) -> list[System]:
        """Systems with several parents that can be set between them on some measure."""
        return self._once(child for child, _ in self._pairs if any(self.between(child, metric) for metric in AXES))

    def above(self, child: System) -> list[System]:
        """What a system is built on."""
        return [parent for one, parent in self._pairs if one == child]

    def between(self, child: System, metric: str, split: str = "test") -> str:
        """`between`, `better than all` or `worse than all` its parents; empty where that cannot be said."""
        return self._verdict("lineage_between", child.id, metric, split)

    def all_between(self, split: str) -> bool:
        """Tell whether every system with several parents lies between them on all three measures."""
        said = [self.between(child, metric, split) for child in self.mixed for metric in AXES]
        return bool(said) and all(words == BETWEEN for words in said)

    @property
    def chains(self) -> list[list[System]]:
        """Ways from a system without a parent, or with several, down to one that nobody goes on from; three or more."""
        joined = [self._verdict("lineage_chain", system.id) for system in self.results.systems]
        ways = [list(parts(way)) for way in joined if way]
        inner = {name for way in ways for name in way[1:]}
        return [[self._systems[name] for name in reversed(way)] for way in ways if way[0] not in inner]

    def names(self, systems: Sequence[System]) -> Markup:
        """Names of systems in a sentence, those that do not follow the rules with an asterisk."""
        return starred(systems)

    def _wins(self, child: System, parent: System) -> set[str]:
        return {m for m in AXES if self._verdict("lineage", child.id, parent.id, m, "test") == BETTER}

    @staticmethod
    def _once(systems) -> list[System]:  # type: ignore[no-untyped-def]
        return list(dict.fromkeys(systems))
