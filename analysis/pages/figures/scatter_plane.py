"""The plane of a scatter: two scales with their marks and titles, the cut of the upward one, the line at chance."""

from __future__ import annotations

import math
from collections.abc import Sequence

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas
from analysis.pages.figures.labels import Box
from analysis.pages.figures.scale import Scale, known, step, tick_text, ticks
from analysis.pages.figures.text import measure
from analysis.pages.figures.tradeoff_data import TradeoffAxis, TradeoffPoint

_BAND = 26.0


class Plane:
    """Where the points of a scatter lie on a sheet, and the axes that say so.

    Attributes:
        frame: the box inside the axes; x, y: from values to places on the sheet.
        places: where each point lies; those `beyond` the scale in a band above it.
        chance: the value across at which a line stands; None without one.
    """

    def __init__(
        self, sheet: Canvas, points: Sequence[TradeoffPoint], beyond: Sequence[bool], x_axis: TradeoffAxis,
        y_axis: TradeoffAxis,
    ) -> None:  # fmt: skip
        self.sheet, self.points, self.beyond = sheet, points, beyond
        self.x_axis, self.y_axis = x_axis, y_axis
        margin = style.MARGIN
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
        chance = self.x_axis.chance
        # The line stands where the values come near it.
        self.chance = chance if chance is not None and x_low < chance < x_high / 0.75 else None
        if self.chance is not None:
            x_high = max(x_high, self.chance)
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

    def draw(self) -> list[Box]:
        """Draw axes, marks, titles and the line at chance; return what no name may touch."""
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
        if self.chance is not None:
            at = self.x(self.chance)
            sheet.line([(at, frame.bottom), (at, frame.top)], style.GREY, 0.7, dashes=(1.0, 2.0))
            half = measure("chance", style.SMALL).width / 2.0
            sheet.text((min(at, sheet.width - style.MARGIN - half), frame.top + 3.5), "chance", style.SMALL,
                       style.GREY, align="center")  # fmt: skip
            hard.append(Box(at - 0.5, frame.bottom, at + 0.5, frame.top))
        return hard


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
