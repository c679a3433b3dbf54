"""What the chapter beside another study chooses: families side by side, and where their numbers stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from analysis.ledger import key
from analysis.pages.charts.chart import SHIPPED_LIST
from analysis.pages.views.chapter import ChapterView
from analysis.results import Results


@dataclass(frozen=True)
class Row:
    """One line of the table: a family's name on its first line only, and a system on either side, or none."""

    family: str
    here: str
    there: str


@dataclass(frozen=True)
class BridgeView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """Where the two protocols differ: what, here, there."""
        bridge = self.results.bridge
        return [] if bridge is None else [(item.what, item.here, item.there) for item in bridge.differences]

    def other(self, others: Sequence[Results]) -> Results | None:
        """The other study; None where it is not part of this report."""
        return next((results for results in others if self.results.bridge and results.study == self.study), None)

    @property
    def study(self) -> str:
        """The id of the other study."""
        return self.results.bridge.study if self.results.bridge else ""

    def rows(self, other: Results | None) -> list[Row]:
        """The families line by line; systems that the other study does not have are left out there."""
        known = {system.id for system in other.systems} if other else set()
        rows: list[Row] = []
        for family in self.results.bridge.families if self.results.bridge else ():
            there = [name for name in family.there if name in known]
            lines = list(zip_longest(family.here, there, fillvalue=""))
            rows += [Row(family.name if first else "", *line) for first, line in zip((True,), lines, strict=False)]
            rows += [Row("", *line) for line in lines[1:]]
        return rows

    @staticmethod
    def eer(other: Results, system: str) -> str:
        """The key of the other study's semi-informed EER of a system."""
        return key(other.study, "eer", system, "semi_informed", BridgeView._list(other))

    @staticmethod
    def shipped_eer(other: Results, system: str) -> str:
        """The key of its shipped twin."""
        listed = SHIPPED_LIST if other.kind == "benchmark" else BridgeView._list(other)
        return key(other.study, "shipped", "eer", system, "semi_informed", listed)

    @staticmethod
    def rate(other: Results, system: str) -> str:
        """The key of the other study's error rate of a system's transcripts; nothing where only the twin is there."""
        return key(other.study, "cer", system, "all")

    @staticmethod
    def shipped_rate(other: Results, system: str) -> str:
        """The key of its shipped twin."""
        return (
            key(other.study, "shipped", "cer", system, "all")
            if other.kind == "benchmark"
            else key(other.study, "shipped", "wer", system, "test")
        )

    @staticmethod
    def _list(other: Results) -> str:
        return other.trial_list if other.kind == "benchmark" else "test_average"
