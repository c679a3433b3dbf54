"""A scatter of privacy against utility on its way to the sheet: scales, obstacles, marks, labels kept apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Shape
from analysis.pages.figures.labels import Box, Obstacles, Placed, Wanted, place
from analysis.pages.figures.scale import Scale, known, step, tick_text, ticks
from analysis.pages.figures.text import measure, one_line, shorten
from analysis.pages.figures.tradeoff_data import Numbered, TradeoffAxis, TradeoffDrawing, TradeoffPoint, cap_for

_SHAPES: dict[str, Shape] = {
    "original": "square",
    "baseline": "triangle",
    "anonymizer": "circle",
    "submitted": "circle",
    "post-evaluation": "diamond",
}

# How long a name may be, in points; on a wide sheet longer ones are tried first.
_LONGEST_NAME = 110.0
_LONGEST_ON_A_WIDE_SHEET = (170.0, 140.0, _LONGEST_NAME)
_WIDE = 5.0 * style.POINTS_PER_INCH
_NAMED_ROLES = ("original", "baseline", "post-evaluation")
_BAND = 26.0
_CHANCE = 50.0

# How far, in points, a name may stand from its point before a number takes its place.
_NEAR = 39.0
_NEAR_WHEN_CROWDED = (5.0, 17.0)
_CROWDED = 16
# Largest share of numbers among the systems that need not keep their names.
_MOST_NUMBERED = 0.2


@dataclass(frozen=True)
class _Labelling:
    """One way to label all points: places, the names by point, which points carry a number, which nothing."""

    labels: tuple[Placed, ...]
    names: dict[int, str]
    numbered: tuple[int, ...]
    lost: tuple[int, ...]

    @property
    def price(self) -> int:
        """How many points go without a name."""
        return len(self.numbered) + len(self.lost)


class Scatter:
    """One scatter on its way to the sheet: scales first, then obstacles, labels, marks."""

    def __init__(
        self,
        points: Sequence[TradeoffPoint],
        absent: tuple[str, ...],
        x_axis: TradeoffAxis,
        y_axis: TradeoffAxis,
        width: float,
        height: float | None,
        y_cap: float | None,
    ) -> None:
        self.points = list(points)
        self.absent = absent
        self.x_axis, self.y_axis = x_axis, y_axis
        if height is None:
            height = 2.75 if width < 5.0 else 4.4
        self.sheet = Canvas(width * style.POINTS_PER_INCH, height * style.POINTS_PER_INCH)
        self.crowded = len(self.points) > _CROWDED
        self.mark_size = 4.6 if self.crowded else 6.0
        self.size = style.SMALL + 0.5 if self.crowded else style.TEXT
        self.cap = y_cap if y_cap is not None else cap_for([point.y for point in self.points])
        self.beyond = [self.cap is not None and point.y > self.cap for point in self.points]
        self._lay_scales()

    def _lay_scales(self) -> None:
        sheet, margin = self.sheet, style.MARGIN
        xs = [
            value
            for point in self.points
            for value in (point.x, point.x_low, point.x_high)
            if known(value)
        ]  # fmt: skip
        ys = [
            value
            for point, far in zip(self.points, self.beyond, strict=True)
            if not far
            for value in (point.y, point.y_low, point.y_high)
            if known(value)
        ]
        x_low, x_high = _range(xs)
        y_low, y_high = _range(ys)
        self.chance = x_high > 0.75 * _CHANCE and x_low < _CHANCE
        if self.chance:
            x_high = max(x_high, _CHANCE)
        self.y_ticks = ticks(y_low, y_high, 6)
        tick_width = max((measure(tick_text(value), style.TEXT).width for value in self.y_ticks), default=0.0)
        left = margin + tick_width + 8.0
        top = sheet.height - margin - 20.0
        bottom = margin + 30.0
        right = sheet.width - margin - 8.0
        self.frame = Box(left, bottom, right, top)
        top_of_scale = top - (_BAND if any(self.beyond) else 0.0)
        pad_x, pad_y = 0.02 * (x_high - x_low), 0.04 * (y_high - y_low)
        self.x = Scale(x_low if x_low == 0.0 else x_low - pad_x, x_high + pad_x, left, right)
        self.y = Scale(y_low if y_low == 0.0 else y_low - pad_y, y_high + pad_y, bottom, top_of_scale)
        # Without a point there is no range, and so no value to mark.
        self.x_ticks = ticks(self.x.low, self.x.high, 6) if self.points else []
        self.y_ticks = ticks(self.y.low, self.y.high, 6) if self.points else []
        self.places = [
            (self.x(point.x), top - _BAND / 2.0 if far else self.y.clipped(point.y))
            for point, far in zip(self.points, self.beyond, strict=True)
        ]

    def draw(self) -> TradeoffDrawing:
        """Draw from the ground up: staircase, axes, whiskers, points, labels."""
        hard: list[Box] = []
        soft = self._draw_staircase()
        hard += self._draw_axes()
        self._draw_roles()
        whiskers = self._draw_whiskers()
        marks = self._draw_marks()
        obstacles = Obstacles((*hard, *whiskers, *marks), tuple(soft), tuple(self.places))
        labels, key, unlabelled = self._draw_labels(obstacles)
        if not self.points:
            middle = ((self.frame.left + self.frame.right) / 2.0, (self.frame.bottom + self.frame.top) / 2.0)
            self.sheet.text(middle, "no system has both values", style.TEXT, style.GREY, align="center")
        return TradeoffDrawing(self.sheet.svg(), key, unlabelled, self.absent, tuple(labels), obstacles.hard)

    def _draw_staircase(self) -> list[Box]:
        front = sorted(place for point, place in zip(self.points, self.places, strict=True) if point.on_front)
        if not front:
            return []
        frame = self.frame
        worst = frame.bottom if self.y_axis.larger_is_better else frame.top
        corners = [(frame.left, front[0][1])] if self.x_axis.larger_is_better else []
        for before, after in zip([None, *front], front, strict=False):
            if before is not None:
                corners.append((before[0], after[1]))
            corners.append(after)
        corners.append((front[-1][0], worst))
        self.sheet.area([*corners, (frame.left, worst)], style.TEAL, opacity=0.045)
        self.sheet.line(corners, style.TEAL, 0.8, opacity=0.55)
        return [Box(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in pairwise(corners)]

    def _draw_axes(self) -> list[Box]:
        sheet, frame = self.sheet, self.frame
        hard: list[Box] = []
        end_of_scale = self.y.end
        sheet.line([(frame.left, frame.bottom), (frame.right, frame.bottom)], style.INK, 0.7)
        sheet.line([(frame.left, frame.bottom), (frame.left, end_of_scale)], style.INK, 0.7)
        if any(self.beyond):
            for up in (2.5, 5.5):
                sheet.line([(frame.left - 3, end_of_scale + up - 1.5), (frame.left + 3, end_of_scale + up + 1.5)])
            sheet.line([(frame.left, end_of_scale + 7), (frame.left, frame.top)], style.INK, 0.7)
        for value in self.x_ticks:
            at = self.x(value)
            sheet.line([(at, frame.bottom), (at, frame.bottom - 3)], style.INK, 0.7)
            sheet.text((at, frame.bottom - 12.5), tick_text(value), align="center")
        for value in self.y_ticks:
            at = self.y(value)
            sheet.line([(frame.left, at), (frame.left - 3, at)], style.INK, 0.7)
            sheet.text((frame.left - 5.5, at - 3.1), tick_text(value), align="right")
        # The title stands above its axis and reads without a turn of the head.
        baseline = sheet.height - style.MARGIN - 8.0
        y_title = self.y_axis.title("up" if self.y_axis.larger_is_better else "down")
        sheet.text((style.MARGIN, baseline), y_title)
        x_title = self.x_axis.title("right" if self.x_axis.larger_is_better else "left")
        sheet.text((frame.right, style.MARGIN + 3.0), x_title, align="right")
        if self.chance:
            at = self.x(_CHANCE)
            sheet.line([(at, frame.bottom), (at, frame.top)], style.GREY, 0.7, dashes=(1.0, 2.0))
            half = measure("chance", style.SMALL).width / 2.0
            sheet.text((min(at, sheet.width - style.MARGIN - half), frame.top + 3.5), "chance", style.SMALL,
                       style.GREY, align="center")  # fmt: skip
            hard.append(Box(at - 0.5, frame.bottom, at + 0.5, frame.top))
        return hard

    def _draw_roles(self) -> None:
        """Say what the shapes mean, in the row of the title, where there is more than one and room for the words."""
        roles = [role for role in _SHAPES if any(point.role == role for point in self.points)]
        size, gap = style.SMALL, 12.0
        widths = [measure(role, size).width + 8.0 for role in roles]
        at = self.frame.right - sum(widths) - gap * (len(roles) - 1) - (34.0 if self.chance else 0.0)
        title = self.y_axis.title("up")
        if len(roles) < 2 or at < style.MARGIN + measure(title).width + 24.0:
            return
        baseline = self.sheet.height - style.MARGIN - 8.0
        for role, width in zip(roles, widths, strict=True):
            self.sheet.mark((at + 2.5, baseline + 2.4), _SHAPES[role], 4.4, style.PAPER, style.GREY, 0.9)
            self.sheet.text((at + 8.0, baseline), role, size, style.GREY)
            at += width + gap

    def _draw_whiskers(self) -> list[Box]:
        boxes: list[Box] = []
        for point, (x, y), far in zip(self.points, self.places, self.beyond, strict=True):
            colour = style.TEAL if point.on_front else style.GREY
            if known(point.x_low) and known(point.x_high):
                low, high = self.x.clipped(point.x_low), self.x.clipped(point.x_high)
                self.sheet.line([(low, y), (high, y)], colour, 0.8, opacity=0.8)
                boxes.append(Box(low, y - 0.4, high, y + 0.4))
            if not far and known(point.y_low) and known(point.y_high):
                low, high = self.y.clipped(point.y_low), self.y.clipped(point.y_high)
                self.sheet.line([(x, low), (x, high)], colour, 0.8, opacity=0.8)
                boxes.append(Box(x - 0.4, low, x + 0.4, high))
        return boxes

    def _draw_marks(self) -> list[Box]:
        boxes: list[Box] = []
        radius = self.mark_size / 2.0
        # The front is drawn last, so that no hollow point covers it.
        order = sorted(range(len(self.points)), key=lambda index: self.points[index].on_front)
        for index in order:
            point, (x, y) = self.points[index], self.places[index]
            colour = style.TEAL if point.on_front else style.INK
            # A post-evaluation system stands outside the comparison, so it is hollow wherever it lies.
            inside = point.on_front if point.filled is None else point.filled
            filled = inside and point.role != "post-evaluation"
            self.sheet.mark((x, y), _SHAPES[point.role], self.mark_size, colour if filled else style.PAPER, colour, 1.1)
            top = y + radius + 0.6
            if self.beyond[index]:
                top = self.frame.top + 1.0
                self.sheet.line([(x, y + radius + 0.5), (x, top - 3.0)], colour, 0.8)
                self.sheet.area([(x - 2.4, top - 4.0), (x + 2.4, top - 4.0), (x, top)], colour)
            boxes.append(Box(x - radius - 0.6, y - radius - 0.6, x + radius + 0.6, top))
        return boxes

    def _draw_labels(self, obstacles: Obstacles) -> tuple[list[Placed], tuple[Numbered, ...], tuple[str, ...]]:
        wide = self.sheet.width >= _WIDE and not self.crowded
        best: _Labelling | None = None
        for longest in _LONGEST_ON_A_WIDE_SHEET if wide else (_LONGEST_NAME,):
            tried = self._labelling(obstacles, longest)
            # A whole name is worth less than a name at all.
            if best is None or tried.price < best.price:
                best = tried
            if not best.price:
                break
        numbers = {index: str(number) for number, index in enumerate(best.numbered, start=1)}
        for label in best.labels:
            index = int(label.name)
            self._write(label, numbers.get(index, best.names[index]), index, index in numbers)
        key = tuple(Numbered(int(text), one_line(self.points[index].label)) for index, text in numbers.items())
        return list(best.labels), key, tuple(one_line(self.points[index].label) for index in best.lost)

    def _labelling(self, obstacles: Obstacles, longest: float) -> _Labelling:
        """Return labels whose names are cut at `longest` points."""
        shown = {index: self._name(index, longest) for index in range(len(self.points))}
        names = {index: name for index, name in shown.items() if name}
        kept = [index for index in names if self._keeps_name(index)]
        rest = [index for index in names if not self._keeps_name(index)]
        room = Box(
            self.frame.left + 2.0, self.frame.bottom + 2.0, self.sheet.width - style.MARGIN, self.frame.top - 1.0
        )
        # The front chooses first: the picture is about it.
        standing: list[Placed] = []
        without_place: list[int] = []
        for chosen in (True, False):
            turn = [index for index in kept if (self.points[index].on_front or self.points[index].emphasis) == chosen]
            found, homeless = place([self._wanted(index, names[index]) for index in turn], room, obstacles, standing)
            standing += found
            without_place += [int(label.name) for label in homeless]
        labels, numbered, lost = self._place_rest(rest, without_place, names, standing, room, obstacles, names_too=True)
        # A few numbers among names read well; many do not, and leave no room for each other.
        if lost or len(numbered) - len(without_place) > _MOST_NUMBERED * len(rest):
            labels, numbered, lost = self._place_rest(
                rest, without_place, names, standing, room, obstacles, names_too=False
            )
        return _Labelling(tuple(labels), names, tuple(numbered), tuple(lost))

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
        return shorten(point.label, longest, self.size, point.emphasis)

    def _keeps_name(self, index: int) -> bool:
        point = self.points[index]
        return point.on_front or point.emphasis or self.beyond[index] or point.role in _NAMED_ROLES

    def _wanted(self, index: int, text: str, numbered: bool = False) -> Wanted:
        size, bold = self._type(index, numbered)
        extent = measure(text, size, bold)
        reach = self.mark_size / 2.0
        return Wanted(str(index), *self.places[index], reach, extent.width, extent.height, self._arms(index))

    def _arms(self, index: int) -> tuple[float, float, float, float]:
        point, (x, y) = self.points[index], self.places[index]
        right = up = left = down = 0.0
        if known(point.x_low) and known(point.x_high):
            right, left = self.x.clipped(point.x_high) - x, x - self.x.clipped(point.x_low)
        if not self.beyond[index] and known(point.y_low) and known(point.y_high):
            up, down = self.y.clipped(point.y_high) - y, y - self.y.clipped(point.y_low)
        return right, up, left, down

    def _type(self, index: int, numbered: bool) -> tuple[float, bool]:
        return (style.SMALL, False) if numbered else (self.size, self.points[index].emphasis)

    def _write(self, label: Placed, text: str, index: int, numbered: bool) -> None:
        size, bold = self._type(index, numbered)
        colour = style.TEAL if self.points[index].on_front else style.INK
        if label.leader is not None:
            self.sheet.line(_short_of_the_text(*label.leader), style.GREY, 0.5)
        middle = (label.box.left + label.box.right) / 2.0
        baseline = label.box.bottom + measure(text, size, bold).descent
        self.sheet.text((middle, baseline), text, size, colour, bold, align="center")


def _short_of_the_text(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """Return a leader line that ends a little before its label."""
    length = math.dist(start, end)
    share = max(length - 1.5, 0.0) / length if length else 0.0
    return [start, (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)]


def _range(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis: from zero where the values come near it, else from a round value below them."""
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    if high <= low:
        low, high = low - 1.0, high + 1.0
    if 0.0 <= low <= 0.35 * high:
        return 0.0, high
    distance = step(low, high, 6) / 2.0
    return math.floor(low / distance) * distance, high
