"""What a chapter needs of a challenge's fronts: the way along them, with the marked systems and without them."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.pages.charts.chart import ON_FRONT
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

BEYOND = "beyond the front"


@dataclass(frozen=True)
class Stop:
    """One stop on the way along a front, and the stop before it; None at its start and between equal points."""

    system: System
    before: System | None


@dataclass(frozen=True)
class FrontsView(ChapterView):
    """A challenge's fronts; `head` is the word of their verdicts, `value` names the row that they are walked along."""

    head: str = "front"

    def value(self, name: str, system: str) -> float:
        """Return the first quantity of a front, from its least to its most."""
        return self._value("eer", system, "semi_informed", "test_average") or 0.0

    def way(self, name: str, *, compliant: bool = False) -> list[Stop]:
        """Return the stops along a front, from the least private; equal points follow each other."""
        head = f"{self.head}_compliant" if compliant else self.head
        on_it = [s for s in self.results.systems if self._verdict(head, name, s.id) == ON_FRONT]
        on_it.sort(key=lambda system: self.value(name, system.id))
        stops: list[Stop] = []
        before: System | None = None
        for place, system in enumerate(on_it):
            new = not place or self.value(name, system.id) != self.value(name, on_it[place - 1].id)
            stops.append(Stop(system, before if new else None))
            before = system if new else before
        return stops

    def on_it(self, name: str, *, compliant: bool = False) -> list[System]:
        """Return the systems on a front, from the least private."""
        return [stop.system for stop in self.way(name, compliant=compliant)]

    def one_point(self, name: str) -> bool:
        """Say whether all systems on a front lie at the same point."""
        return len({self.value(name, system.id) for system in self.on_it(name)}) == 1

    def marked(self, name: str) -> list[System]:
        """Return the systems on a front that the challenge marks as not following its rules."""
        return [system for system in self.on_it(name) if not system.compliant]

    def joined(self, name: str) -> list[System]:
        """Return the systems that are on the front only when the marked ones are left out."""
        whole = self.on_it(name)
        return [system for system in self.on_it(name, compliant=True) if system not in whole]

    def some_marked(self, name: str) -> bool:
        """Say whether a system that has a place here is marked."""
        return any(not one.compliant and self._verdict(self.head, name, one.id) for one in self.results.systems)

    def compared(self, name: str) -> bool:
        """Say whether any system has a place on a front."""
        return bool(self.on_it(name))

    def beyond(self, name: str) -> list[System]:
        """Return the systems outside the comparison that no compared system dominates."""
        return [
            s for s in self.results.systems if self._verdict(f"{self.head}_outside", name, s.id).startswith("beyond")
        ]
