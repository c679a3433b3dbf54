"""Names beside the points of a scatter: whole where there is room, then cut, then numbers with a key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.labels import Box, Obstacles, Placed, Wanted, place
from analysis.pages.figures.text import measure, shorten
from analysis.pages.figures.tradeoff_data import MARK, TradeoffPoint

# How long a name may be, in points; on a wide sheet longer ones are tried first.
_LONGEST_NAME = 110.0
_LONGEST_ON_A_WIDE_SHEET = (170.0, 140.0, _LONGEST_NAME)
_WIDE = 5.0 * style.POINTS_PER_INCH
_NAMED_ROLES = ("original", "baseline", "post-evaluation")

# How far, in points, a name may stand from its point before a number takes its place.
_NEAR = 39.0
_NEAR_WHEN_CROWDED = (5.0, 17.0, _NEAR)
# Largest share of numbers among the systems that need not keep their names.
_MOST_NUMBERED = 0.2
# With more points than this a key would be longer than a table, and neither names nor numbers find room.
_MOST_LABELLED = 120


@dataclass(frozen=True)
class Labelling:
    """One way to label all points: places, the names by point, which points carry a number, which nothing."""

    labels: tuple[Placed, ...]
    names: dict[int, str]
    numbered: tuple[int, ...]
    lost: tuple[int, ...]

    @property
    def price(self) -> int:
        """How many points go without a name."""
        return len(self.numbered) + len(self.lost)


@dataclass(frozen=True)
class PointLabels:
    """Finds the labels of a scatter whose points have their places.

    Attributes:
        points, places: the systems and where they lie on the sheet.
        arms: how far the whiskers of each reach to the right, up, left and down.
        beyond: which of them lie beyond the scale.
        frame: inside the axes; sheet_width: of the whole sheet.
        mark_size, size: of a point and of a name; crowded: many points.
    """

    points: Sequence[TradeoffPoint]
    places: Sequence[tuple[float, float]]
    arms: Sequence[tuple[float, float, float, float]]
    beyond: Sequence[bool]
    frame: Box
    sheet_width: float
    mark_size: float
    size: float
    crowded: bool

    def best(self, obstacles: Obstacles) -> Labelling:
        """Return the labelling that leaves fewest points without a name; of equal ones that with the longest names."""
        wide = self.sheet_width >= _WIDE and not self.crowded
        first, *others = _LONGEST_ON_A_WIDE_SHEET if wide else (_LONGEST_NAME,)
        best = self._labelling(obstacles, first)
        for longest in others:
            if not best.price:
                break
            # A whole name is worth less than a name at all.
            best = min(best, self._labelling(obstacles, longest), key=lambda tried: tried.price)
        return best

    def type(self, index: int, numbered: bool) -> tuple[float, bool]:
        """Return size and weight of a point's name or number."""
        return (style.SMALL, False) if numbered else (self.size, self.points[index].emphasis)

    def _labelling(self, obstacles: Obstacles, longest: float) -> Labelling:
        """Return labels whose names are cut at `longest` points."""
        shown = {index: self._name(index, longest) for index in range(len(self.points))}
        names = {index: name for index, name in shown.items() if name}
        kept = [index for index in names if self._keeps_name(index)]
        rest = [index for index in names if not self._keeps_name(index)]
        room = Box(
            self.frame.left + 2.0, self.frame.bottom + 2.0, self.sheet_width - style.MARGIN, self.frame.top - 1.0
        )
        # The front chooses first: the picture is about it.
        standing: list[Placed] = []
        without_place: list[int] = []
        for chosen in (True, False):
            turn = [index for index in kept if (self.points[index].on_front or self.points[index].emphasis) == chosen]
            found, homeless = place([self._wanted(index, names[index]) for index in turn], room, obstacles, standing)
            standing += found
            without_place += [int(label.name) for label in homeless]
        if len(self.points) > _MOST_LABELLED:
            return Labelling(tuple(standing), names, (), tuple(sorted([*without_place, *rest])))
        labels, numbered, lost = self._place_rest(rest, without_place, names, standing, room, obstacles, names_too=True)
        # A few numbers among names read well; many do not, and leave no room for each other.
        if lost or len(numbered) - len(without_place) > _MOST_NUMBERED * len(rest):
            labels, numbered, lost = self._place_rest(
                rest, without_place, names, standing, room, obstacles, names_too=False
            )
        return Labelling(tuple(labels), names, tuple(numbered), tuple(lost))

    def _place_rest(
        self,
        rest: Sequence[int],
        without_place: Sequence[int],
        names: dict[int, str],
        standing: Sequence[Placed],
        room: Box,
        obstacles: Obstacles,
        names_too: bool,
    ) -> tuple[list[Placed], list[int], list[int]]:
        """Return all labels, the systems that carry a number from left to right, and those that found no place."""
        beside: list[Placed] = []
        waiting = list(rest)
        if names_too:
            for near in _NEAR_WHEN_CROWDED if self.crowded else (_NEAR,):
                wanted = [self._wanted(index, names[index]) for index in waiting]
                keep_off = obstacles
                if self.crowded and near == min(_NEAR_WHEN_CROWDED):
                    # A name across the staircase waits for a place a little farther off.
                    keep_off = Obstacles((*obstacles.hard, *obstacles.soft), (), obstacles.points)
                found, homeless = place(wanted, room, keep_off, [*standing, *beside], farthest=near)
                beside += found
                waiting = [int(label.name) for label in homeless]
        waiting = sorted([*without_place, *waiting], key=lambda index: (self.places[index], index))
        # Room for the widest number: which one each will carry is known only when all that fit have been placed.
        widest = "8" * len(str(len(waiting)))
        found, missed = place(
            [self._wanted(index, widest, numbered=True) for index in waiting], room, obstacles, [*standing, *beside]
        )
        lost = {int(label.name) for label in missed}
        return (
            [*standing, *beside, *found],
            [index for index in waiting if index not in lost],
            [index for index in waiting if index in lost],
        )

    def _name(self, index: int, longest: float) -> str:
        point = self.points[index]
        mark = MARK if point.marked else ""
        room = longest - measure(mark, self.size, point.emphasis).width
        return shorten(point.label, room, self.size, point.emphasis) + mark

    def _keeps_name(self, index: int) -> bool:
        point = self.points[index]
        return point.on_front or point.emphasis or self.beyond[index] or point.role in _NAMED_ROLES

    def _wanted(self, index: int, text: str, numbered: bool = False) -> Wanted:
        size, bold = self.type(index, numbered)
        extent = measure(text, size, bold)
        reach = self.mark_size / 2.0
        return Wanted(str(index), *self.places[index], reach, extent.width, extent.height, self.arms[index])
