"""A scatter of privacy against utility on its way to the sheet: scales, obstacles, marks, labels kept apart."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Shape
from analysis.pages.figures.labels import Box, Obstacles, Placed
from analysis.pages.figures.scale import known
from analysis.pages.figures.scatter_labels import PointLabels
from analysis.pages.figures.scatter_plane import Plane
from analysis.pages.figures.staircase import boxes, corners, uncovered
from analysis.pages.figures.text import measure
from analysis.pages.figures.tradeoff_data import (
    Numbered,
    TradeoffAxis,
    TradeoffDrawing,
    TradeoffPoint,
    cap_for,
    name_of,
)

_SHAPES: dict[str, Shape] = {
    "original": "square",
    "baseline": "triangle",
    "anonymizer": "circle",
    "submitted": "circle",
    "post-evaluation": "diamond",
}

_CROWDED = 16


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
        plane = Plane(self.sheet, self.points, self.beyond, x_axis, y_axis)
        self.plane, self.frame, self.x, self.y, self.places = plane, plane.frame, plane.x, plane.y, plane.places
        self.naming = PointLabels(
            self.points, self.places, [self._arms(index) for index in range(len(self.points))], self.beyond,
            self.frame, self.sheet.width, self.mark_size, self.size, self.crowded,
        )  # fmt: skip

    def draw(self) -> TradeoffDrawing:
        """Draw from the ground up: staircase, axes, whiskers, points, labels."""
        soft = self._draw_staircases()
        hard = self.plane.draw()
        self._draw_roles()
        whiskers = self._draw_whiskers()
        marks = self._draw_marks()
        obstacles = Obstacles((*hard, *whiskers, *marks), tuple(soft), tuple(self.places))
        labels, key, unlabelled = self._draw_labels(obstacles)
        if not self.points:
            middle = ((self.frame.left + self.frame.right) / 2.0, (self.frame.bottom + self.frame.top) / 2.0)
            self.sheet.text(middle, "no system has both values", style.TEXT, style.GREY, align="center")
        return TradeoffDrawing(self.sheet, key, unlabelled, self.absent, tuple(labels), obstacles.hard)

    def _draw_staircases(self) -> list[Box]:
        """Draw the line through the front on the ground that it dominates, and the second front dashed."""
        worst = self.frame.bottom if self.y_axis.larger_is_better else self.frame.top
        start = self.frame.left if self.x_axis.larger_is_better else None
        placed = list(zip(self.points, self.places, strict=True))
        first = corners([place for point, place in placed if point.on_front], start, worst)
        second = corners([place for point, place in placed if point.on_other_front], start, worst)
        if first:
            self.sheet.area([*first, (self.frame.left, worst)], style.TEAL, opacity=0.045)
            self.sheet.line(first, style.TEAL, 0.8, opacity=0.55)
        for piece in uncovered(second, first):
            self.sheet.line(piece, style.GREY, 0.7, dashes=(3.0, 2.0), opacity=0.8)
        return boxes(first) + boxes(second)

    def _draw_roles(self) -> None:
        """Say what the shapes mean, in the row of the title, where there is more than one and room for the words."""
        roles = [role for role in _SHAPES if any(point.role == role for point in self.points)]
        size, gap = style.SMALL, 12.0
        widths = [measure(role, size).width + 8.0 for role in roles]
        at = self.frame.right - sum(widths) - gap * (len(roles) - 1) - (34.0 if self.plane.chance is not None else 0.0)
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
        best = self.naming.best(obstacles)
        numbers = {index: str(number) for number, index in enumerate(best.numbered, start=1)}
        for label in best.labels:
            index = int(label.name)
            self._write(label, numbers.get(index, best.names[index]), index, index in numbers)
        key = tuple(Numbered(int(text), name_of(self.points[index])) for index, text in numbers.items())
        return list(best.labels), key, tuple(name_of(self.points[index]) for index in best.lost)

    def _arms(self, index: int) -> tuple[float, float, float, float]:
        point, (x, y) = self.points[index], self.places[index]
        right = up = left = down = 0.0
        if known(point.x_low) and known(point.x_high):
            right, left = self.x.clipped(point.x_high) - x, x - self.x.clipped(point.x_low)
        if not self.beyond[index] and known(point.y_low) and known(point.y_high):
            up, down = self.y.clipped(point.y_high) - y, y - self.y.clipped(point.y_low)
        return right, up, left, down

    def _write(self, label: Placed, text: str, index: int, numbered: bool) -> None:
        size, bold = self.naming.type(index, numbered)
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
