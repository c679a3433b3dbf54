"""Paired differences with their intervals: what the tests allow to say.

Rows stand under the comparison that they belong to, around one line at zero. A filled point is a difference whose
interval leaves zero out; a hollow one is not established or no evidence, and says so beside its whisker. A dagger marks
a row of which another kind of interval, or the test, says otherwise. Below it, thin and hollow, may stand the same
difference as it was published.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.scale import Scale, known, tick_text, ticks
from analysis.pages.figures.text import measure, shorten
from analysis.pages.figures.words import listed, named

ESTABLISHED = "CI excludes 0"
NOT_ESTABLISHED = "not established"
NO_EVIDENCE = "no evidence"
NO_DIFFERENCE = "no difference"
CONTESTED = "\N{DAGGER}"
_CONTESTED_WORDS = f"{CONTESTED} otherwise by another kind of interval or by the test"

_ROW = 11.6
_TITLE = 13.5
_BETWEEN = 4.0
_POINT = 5.6
# With published differences a row holds two whiskers, this far above and below its middle.
_TALL_ROW = 16.0
_ABOVE, _BELOW = 2.6, 3.6
_SHIPPED_POINT = 3.6


@dataclass(frozen=True)
class ForestRow:
    """One difference.

    Attributes:
        measure: what differs ("EER ignorant", "CER").
        delta, low, high: the difference and the edges of its interval; delta None or NaN where it is missing.
        verdict: `CI excludes 0`, `not established`, `no evidence` or `no difference`.
        better: which sign is the better one, shown as an arrow after the measure; None shows none.
        missing: why there is no difference, in a few words.
        contested: whether another kind of interval, or the test, says otherwise.
        shipped: the published difference and the edges of its interval; None where none was published.
    """

    measure: str
    delta: float | None
    low: float | None = None
    high: float | None = None
    verdict: str = NO_EVIDENCE
    better: Literal["higher", "lower"] | None = None
    missing: str = ""
    contested: bool = False
    shipped: tuple[float, float | None, float | None] | None = None

    @property
    def said(self) -> str:
        """What stands beside the whisker: the verdict of a hollow point, and the dagger; empty where neither does."""
        words = "" if self.verdict == ESTABLISHED else self.verdict
        return f"{words} {CONTESTED}".strip() if self.contested else words


@dataclass(frozen=True)
class ForestGroup:
    """The rows of one comparison, under a title such as `B minus A`; `spoken` is the title in words for the ear."""

    title: str
    rows: tuple[ForestRow, ...]
    spoken: str = ""


@dataclass(frozen=True)
class ForestDrawing(Drawing):
    """A drawn forest: the picture, its height, the boxes of its words by what they say, those of points and whiskers.

    `height` is in inches, for a picture that stands beside it and is to be as tall.
    """

    height: float
    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def forest(groups: Sequence[ForestGroup], width: float = style.HALF, unit: str = "points") -> str:
    """Return the forest as SVG; see `draw_forest`."""
    return draw_forest(groups, width, unit).svg


def draw_forest(groups: Sequence[ForestGroup], width: float = style.HALF, unit: str = "points") -> ForestDrawing:
    """Draw the groups under each other, `width` inches wide; the height follows from the rows."""
    return _Forest(groups, width, unit).draw()


class _Forest:
    def __init__(self, groups: Sequence[ForestGroup], width: float, unit: str) -> None:
        self.groups = [group for group in groups if group.rows]
        self.unit = unit
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        margin = style.MARGIN
        rows = sum(len(group.rows) for group in self.groups)
        self.with_shipped = any(row.shipped for group in self.groups for row in group.rows)
        self.row = _TALL_ROW if self.with_shipped else _ROW
        body = rows * self.row + len(self.groups) * _TITLE + max(len(self.groups) - 1, 0) * _BETWEEN
        self.contested = any(row.contested for group in self.groups for row in group.rows)
        self.foot = margin + 3.0 + (11.0 if self.contested else 0.0)
        self.bottom = self.foot + 27.0
        self.sheet = Canvas(width * style.POINTS_PER_INCH, self.bottom + body + 6.0 + margin)
        self.top = self.sheet.height - margin
        longest = 0.42 * self.sheet.width
        names = [shorten(row.measure, longest - 12.0) for group in self.groups for row in group.rows]
        self.column = margin + max((measure(name).width for name in names), default=0.0) + 12.0
        right = self.sheet.width - margin - 8.0
        values = [
            value
            for group in self.groups
            for row in group.rows
            for value in (*((row.delta, row.low, row.high) if known(row.delta) else ()), *(row.shipped or ()))
            if known(value)
        ]
        low, high = min([0.0, *values]), max([0.0, *values])
        if low == high:
            low, high = -1.0, 1.0
        pad = 0.03 * (high - low)
        self.x = Scale(low - pad, high + pad, self.column + 10.0, right)
        lacking = [row.said for group in self.groups for row in group.rows if self._lacks_room(row)]
        if lacking:
            right -= max(measure(said, style.SMALL).width for said in lacking)
            self.x = Scale(low - pad, high + pad, self.column + 10.0, right)

    def _lacks_room(self, row: ForestRow) -> bool:
        """Say whether what is to stand beside a whisker fits on neither side of it."""
        if not known(row.delta) or not row.said:
            return False
        ends = [self.x(value) for value in (row.delta, row.low, row.high, *(row.shipped or ())) if known(value)]
        width = measure(row.said, style.SMALL).width + _POINT / 2.0 + 5.0
        return min(ends) - width < self.column and max(ends) + width > self.sheet.width - style.MARGIN

    def draw(self) -> ForestDrawing:
        zero = self.x(0.0)
        self._draw_axis()
        at = self.top
        for order, group in enumerate(self.groups):
            at -= _TITLE + (_BETWEEN if order else 0.0)
            title = shorten(group.title, self.sheet.width - 2 * style.MARGIN, bold=True)
            self._write((style.MARGIN, at + 4.5), title, bold=True)
            last = group is self.groups[-1]
            foot = self.bottom if last else at - len(group.rows) * self.row
            # The line at zero pauses at a title, which may be as wide as the sheet.
            self.sheet.line([(zero, foot), (zero, at + 1.0)], style.INK, 0.7)
            for row in group.rows:
                at -= self.row
                self._draw_row(row, at + self.row / 2.0, zero)
        return ForestDrawing(
            self.sheet, self.sheet.height / style.POINTS_PER_INCH, tuple(self.labels), tuple(self.obstacles)
        )

    def _draw_axis(self) -> None:
        sheet, frame = self.sheet, (self.x.start, self.x.end)
        sheet.line([(frame[0], self.bottom), (frame[1], self.bottom)], style.INK, 0.7)
        for value in ticks(self.x.low, self.x.high, int((frame[1] - frame[0]) // 24.0)):
            at = self.x(value)
            sheet.line([(at, self.bottom), (at, self.bottom - 3.0)], style.INK, 0.7)
            sheet.text((at, self.bottom - 12.5), tick_text(value), align="center")
        title = f"difference ({self.unit})"
        sheet.text((frame[1], self.foot), title, align="right")
        at = style.MARGIN
        if any(row.better for group in self.groups for row in group.rows):
            words = "↑ ↓ better direction"
            sheet.text((at, self.foot), words, style.SMALL, style.GREY)
            at += measure(words, style.SMALL).width + 12.0
        if self.with_shipped:
            sheet.line([(at, self.foot + 2.6), (at + 16.0, self.foot + 2.6)], style.GREY, 0.6)
            self._mark_shipped((at + 8.0, self.foot + 2.6))
            sheet.text((at + 20.0, self.foot), "as published", style.SMALL, style.GREY)
        if self.contested:
            sheet.text((style.MARGIN, style.MARGIN + 3.0), _CONTESTED_WORDS, style.SMALL, style.RUST)

    def _draw_row(self, row: ForestRow, y: float, zero: float) -> None:
        colour = {ESTABLISHED: style.TEAL, NOT_ESTABLISHED: style.RUST}.get(row.verdict, style.GREY)
        name = shorten(row.measure, 0.42 * self.sheet.width - 12.0)
        self._write((style.MARGIN, y - 3.1), name, colour=style.INK)
        arrow = {"higher": "↑", "lower": "↓"}.get(row.better or "", "")
        if arrow:
            extent = measure(name)
            self.sheet.text((style.MARGIN + extent.width + 2.5, y - 3.1), arrow, style.SMALL, style.GREY)
        middle = y
        if row.shipped:
            self._draw_shipped(row.shipped, y - _BELOW)
            y += _ABOVE
        if not known(row.delta):
            after = max([zero + 2.0, *(self.x(value) for value in row.shipped or () if known(value))]) + 4.0
            words = shorten(row.missing or "not available", self.sheet.width - style.MARGIN - after, style.SMALL)
            self._write((after, middle - 2.6), words, style.SMALL, style.GREY)
            return
        x = self.x(row.delta)
        left, right = x - _POINT / 2.0 - 0.6, x + _POINT / 2.0 + 0.6
        if known(row.low) and known(row.high):
            low, high = self.x(row.low), self.x(row.high)
            self.sheet.line([(low, y), (high, y)], colour, 1.0)
            self.obstacles.append(Box(low, y - 0.5, high, y + 0.5))
            left, right = min(left, low), max(right, high)
        filled = row.verdict == ESTABLISHED
        self.sheet.mark((x, y), "circle", _POINT, colour if filled else style.PAPER, colour, 1.2)
        reach = _POINT / 2.0 + 0.6
        self.obstacles.append(Box(x - reach, y - reach, x + reach, y + reach))
        if row.said:
            if row.shipped:  # the words stand between the two whiskers, clear of both
                ends = [self.x(value) for value in row.shipped if known(value)]
                left, right = min(left, *ends), max(right, *ends)
            self._say_verdict(row.said, style.RUST if filled else colour, left, right, middle, zero)

    def _draw_shipped(self, shipped: tuple[float, float | None, float | None], y: float) -> None:
        """Draw a published difference as a thin line with a small hollow diamond."""
        value, low, high = shipped
        if known(low) and known(high):
            ends = self.x(low), self.x(high)
            self.sheet.line([(ends[0], y), (ends[1], y)], style.GREY, 0.6)
            self.obstacles.append(Box(ends[0], y - 0.3, ends[1], y + 0.3))
        self._mark_shipped((self.x(value), y))
        reach = _SHIPPED_POINT / 2.0 + 0.5
        self.obstacles.append(Box(self.x(value) - reach, y - reach, self.x(value) + reach, y + reach))

    def _mark_shipped(self, place: tuple[float, float]) -> None:
        self.sheet.mark(place, "diamond", _SHIPPED_POINT, style.PAPER, style.GREY, 0.8)

    def _say_verdict(self, said: str, colour: str, left: float, right: float, y: float, zero: float) -> None:
        width = measure(said, style.SMALL).width
        after, before = right + 4.0, left - 4.0 - width
        fits_after = after + width <= self.sheet.width - style.MARGIN
        fits_before = before >= self.column
        # Words do not lie across the line at zero where the other side is free.
        across_after = after < zero + 2.0 and after + width > zero - 2.0
        across_before = before < zero + 2.0 and before + width > zero - 2.0
        choices = [
            (across_after, 0, after, fits_after),
            (across_before, 1, before, fits_before),
        ]
        free = sorted(choice[:3] for choice in choices if choice[3])
        if free:
            across, _, place = free[0]
            self._write((place, y - 2.6), said, style.SMALL, colour, ground=across)

    def _write(
        self,
        place: tuple[float, float],
        text: str,
        size: float = style.TEXT,
        colour: str = style.INK,
        bold: bool = False,
        ground: bool = False,
    ) -> None:
        extent = measure(text, size, bold)
        box = Box(place[0], place[1] - extent.descent, place[0] + extent.width, place[1] + extent.ascent)
        if ground:
            # The line at zero stops where words cross it.
            corners = [(box.left - 1, box.bottom - 1), (box.right + 3, box.bottom - 1),
                       (box.right + 3, box.top + 1), (box.left - 1, box.top + 1)]  # fmt: skip
            self.sheet.area(corners, style.PAPER)
        self.sheet.text(place, text, size, colour, bold)
        self.labels.append((text, box))


def forest_alt(groups: Sequence[ForestGroup]) -> str:
    """Say in words what the forest shows, without any figure."""
    groups = [group for group in groups if group.rows]
    if not groups:
        return "Empty picture: no comparison is registered."
    said = ["Paired differences with their intervals around a line at zero, grouped by comparison."]
    if any(row.shipped for group in groups for row in group.rows):
        said.append("Below a difference stands, thin and hollow, the published one.")
    for group in groups:
        clauses = []
        for verdict, direction, words in (
            (ESTABLISHED, 1, "above zero"),
            (ESTABLISHED, -1, "below zero"),
            (NOT_ESTABLISHED, 0, "not established"),
            (NO_EVIDENCE, 0, "without evidence"),
            (NO_DIFFERENCE, 0, "no difference"),
        ):
            measures = [
                row.measure
                for row in group.rows
                if known(row.delta) and row.verdict == verdict and (direction == 0 or row.delta * direction > 0)
            ]
            if measures:
                clauses.append(f"{words}: {listed(measures)}")
        missing = [row.measure for row in group.rows if not known(row.delta)]
        if missing:
            clauses.append(f"missing: {listed(missing)}")
        contested = [row.measure for row in group.rows if known(row.delta) and row.contested]
        if contested:
            clauses.append(f"otherwise by another kind of interval or by the test: {listed(contested)}")
        said.append(f"{group.spoken or named(group.title)} – {'; '.join(clauses)}.")
    return " ".join(said)
