"""Two values a row, joined by a line: how far apart they lie, and which of them is the larger one.

Rows stand under each other in the order in which they are given, parted where their group changes. The two marks
differ in shape, so that they are told apart without colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing, Shape
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lettering import Lettering
from analysis.pages.figures.scale import Scale, known, tick_text, ticks
from analysis.pages.figures.text import measure, one_line, shorten
from analysis.pages.figures.words import listed

_ROW = 12.6
_BETWEEN = 8.0
_POINT = 5.4
_UNDER = 8.2
_GAP = 4.0


@dataclass(frozen=True)
class Mark:
    """One of the two values: what it is called, its shape and colour, and whether it is filled."""

    words: str
    shape: Shape
    colour: str = style.INK
    filled: bool = True


@dataclass(frozen=True)
class DumbbellRow:
    """One row.

    Attributes:
        label: its name; any text.
        values: the two values in the order of the marks; None where one is missing.
        missing: why a value is missing, in a few words, for each of the two.
        note: what the row is, small beside its name ("baseline").
        group: rows of one group stand together; a new one is set apart.
        outside: it stands outside the comparison: both its marks are hollow.
    """

    label: str
    values: tuple[float | None, float | None]
    missing: tuple[str, str] = ("", "")
    note: str = ""
    group: str = ""
    outside: bool = False


@dataclass(frozen=True)
class Band:
    """Values below `edge` lie in a band, called `words`."""

    edge: float
    words: str


@dataclass(frozen=True)
class DumbbellDrawing(Drawing):
    """The picture, its height in inches, the boxes of its words by what they say, and those of its points."""

    height: float
    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_dumbbell(
    rows: Sequence[DumbbellRow],
    marks: tuple[Mark, Mark],
    axis: str,
    band: Band | None = None,
    span: Sequence[float] = (),
    width: float = style.FULL,
) -> DumbbellDrawing:
    """Draw the rows under each other, `width` inches wide; the height follows from the rows.

    axis: what the values are, with their unit; span: values that the axis holds as well, so that the pages of one
    picture share it. The axis begins at zero, or at the lowest value below it.
    """
    return _Dumbbell(rows, marks, axis, band, span, width).draw()


class _Dumbbell(Lettering):
    def __init__(
        self, rows: Sequence[DumbbellRow], marks: tuple[Mark, Mark], axis: str, band: Band | None,
        span: Sequence[float], width: float,
    ) -> None:  # fmt: skip
        self.rows, self.marks, self.axis, self.band = rows, marks, axis, band
        self.labels, self.obstacles = [], []
        breaks = sum(bool(self._break_before(place)) for place in range(len(rows)))
        self.bottom = style.MARGIN + 30.0
        head = 25.0 if band else 13.0
        height = self.bottom + max(len(rows), 1) * _ROW + breaks * _BETWEEN + style.MARGIN + head + 4.0
        self.sheet = Canvas(width * style.POINTS_PER_INCH, height)
        self.top = height - style.MARGIN - head
        room = 0.36 * self.sheet.width
        notes = [measure(self._note(row), style.SMALL).width for row in rows]
        self.names = [
            shorten(row.label, room - (note + _GAP if note else 0.0)) for row, note in zip(rows, notes, strict=True)
        ]
        widest = max(
            (
                measure(name).width + (note + _GAP if note else 0.0)
                for name, note in zip(self.names, notes, strict=True)
            ),
            default=0.0,
        )
        values = [*span, *(value for row in rows for value in row.values if known(value))]
        low, high = min([0.0, *values]), max([0.0, *values, *([1.2 * band.edge] if band else [])])
        high = high if high > low else low + 1.0
        pad = 0.02 * (high - low)
        self.x = Scale(low - pad, high + pad, style.MARGIN + widest + 12.0, self.sheet.width - style.MARGIN - 6.0)

    def draw(self) -> DumbbellDrawing:
        places = self._heights()
        if self.band:
            self._draw_band(self.band)
        self._draw_axis()
        for place, (row, y) in enumerate(zip(self.rows, places, strict=True)):
            if self._break_before(place):
                between = y + (_ROW + _BETWEEN) / 2.0
                self.sheet.line([(style.MARGIN, between), (self.x.end, between)], style.LIGHT, 0.5)
            self._draw_row(row, self.names[place], y)
        self._name_marks()
        return DumbbellDrawing(
            self.sheet, self.sheet.height / style.POINTS_PER_INCH, tuple(self.labels), tuple(self.obstacles)
        )

    def _break_before(self, place: int) -> bool:
        return place > 0 and self.rows[place].group != self.rows[place - 1].group

    def _heights(self) -> list[float]:
        """Return the middle of each row."""
        found, at = [], self.top
        for place in range(len(self.rows)):
            at -= _BETWEEN if self._break_before(place) else 0.0
            found.append(at - _ROW / 2.0)
            at -= _ROW
        return found

    @staticmethod
    def _note(row: DumbbellRow) -> str:
        return shorten(row.note, 80.0, style.SMALL)

    def _draw_axis(self) -> None:
        sheet = self.sheet
        sheet.line([(self.x.start, self.bottom), (self.x.end, self.bottom)], style.INK, 0.7)
        for value in ticks(self.x.low, self.x.high, 8):
            at = self.x(value)
            sheet.line([(at, self.bottom), (at, self.bottom - 3.0)], style.INK, 0.7)
            sheet.line([(at, self.bottom), (at, self.top)], style.LIGHT, 0.4, opacity=0.5)
            sheet.text((at, self.bottom - 12.5), tick_text(value), align="center")
        sheet.text((self.x.end, style.MARGIN + 3.0), self.axis, align="right")

    def _draw_band(self, band: Band) -> None:
        left, right = self.x(self.x.low), self.x(band.edge)
        self.sheet.area(
            [(left, self.bottom), (right, self.bottom), (right, self.top), (left, self.top)], style.TEAL, 0.13
        )
        self.sheet.line([(right, self.bottom), (right, self.top)], style.TEAL, 0.8, dashes=(2.0, 2.0))
        extent = measure(band.words, style.SMALL).width
        at = min(left, self.sheet.width - style.MARGIN - extent)
        self._write((at, self.top + 14.0), band.words, style.SMALL, style.TEAL)

    def _draw_row(self, row: DumbbellRow, name: str, y: float) -> None:
        colour = style.GREY if row.outside else style.INK
        self._write((style.MARGIN, y - 3.1), name, colour=colour)
        if row.note:
            self._write((style.MARGIN + measure(name).width + _GAP, y - 3.1), self._note(row), style.SMALL, style.GREY)
        drawn = [value for value in row.values if known(value)]
        if drawn:  # a faint line leads from the name to the first mark
            self.sheet.line([(self.x.start, y), (self.x(min(drawn)), y)], style.LIGHT, 0.4, opacity=0.6)
        if len(drawn) == 2:
            self.sheet.line([(self.x(value), y) for value in drawn], style.GREY, 1.0)
        close = len(drawn) == 2 and abs(self.x(drawn[0]) - self.x(drawn[1])) < 1.5
        for place, (mark, value) in enumerate(zip(self.marks, row.values, strict=True)):
            if known(value):
                # Where the two lie on each other, the one below looks out all around.
                self._draw_mark(mark, self.x(value), y, row.outside, _UNDER if close and place == 0 else _POINT)
        lacking = [
            f"{mark.words}: {one_line(why) or 'not given'}"
            for mark, value, why in zip(self.marks, row.values, row.missing, strict=True)
            if not known(value)
        ]
        if lacking:
            after = max([self.x.start, *(self.x(value) + _POINT for value in drawn)]) + 3.0
            # Where the point leaves no room behind it, the words stand before it.
            room = self.sheet.width - style.MARGIN - after
            if drawn and room < 0.3 * (self.x.end - self.x.start):
                room = self.x(drawn[0]) - _POINT - 3.0 - self.x.start
                after = self.x.start
            words = shorten(", ".join(dict.fromkeys(self._why(row) if not drawn else lacking)), room, style.SMALL)
            self._write((after, y - 2.6), words, style.SMALL, style.GREY)

    @staticmethod
    def _why(row: DumbbellRow) -> list[str]:
        return [one_line(why) or "not given" for why in row.missing]

    def _draw_mark(self, mark: Mark, x: float, y: float, outside: bool, size: float = _POINT) -> None:
        colour = style.GREY if outside else mark.colour
        filled = mark.filled and not outside
        # A filled mark has a rim of paper, so that two that touch are told apart.
        self.sheet.mark(
            (x, y), mark.shape, size, colour if filled else style.PAPER, style.PAPER if filled else colour,
            0.5 if filled else 1.0,
        )  # fmt: skip
        reach = size / 2.0 + 0.5
        self.obstacles.append(Box(x - reach, y - reach, x + reach, y + reach))

    def _name_marks(self) -> None:
        """Name the two marks above those of the top row, or in one line above all where the row has not both."""
        y = self.top + 3.0
        widths = [measure(mark.words, style.SMALL).width for mark in self.marks]
        top = self.rows[0].values if self.rows else (None, None)
        if known(top[0]) and known(top[1]):
            at = [self.x(top[0]), self.x(top[1])]
            left, right = (0, 1) if at[0] <= at[1] else (1, 0)
            start = {left: at[left] - widths[left] / 2.0, right: at[right] - widths[right] / 2.0}
            if start[left] + widths[left] + 5.0 > start[right]:  # too near: each on its own side
                middle = (at[left] + at[right]) / 2.0
                start = {left: middle - 2.5 - widths[left], right: middle + 2.5}
            start[left] = max(start[left], style.MARGIN)
            start[right] = min(start[right], self.sheet.width - style.MARGIN - widths[right])
            start[left] = min(start[left], start[right] - 5.0 - widths[left])
            start[right] = max(start[right], start[left] + widths[left] + 5.0)
            for place in (left, right):
                self._write((start[place], y), self.marks[place].words, style.SMALL, self.marks[place].colour)
            return
        x = self.x.start
        for mark, width in zip(self.marks, widths, strict=True):
            self._draw_mark(mark, x + _POINT / 2.0, y + 2.6, False)
            self._write((x + _POINT + 4.0, y), mark.words, style.SMALL, mark.colour)
            x += _POINT + 4.0 + width + 12.0


def dumbbell_alt(rows: Sequence[DumbbellRow], marks: tuple[Mark, Mark], axis: str, band: Band | None = None) -> str:
    """Say in words what the picture shows, without any figure; `axis` is what the values are, without a unit."""
    first, second = (mark.words for mark in marks)
    both = [row for row in rows if known(row.values[0]) and known(row.values[1])]
    if not both:
        return f"Picture of {axis}, {first} and {second}: no row has both values."
    said = [f"{axis}, one row a system: {first} and {second}, joined by a line."]
    compared = [row for row in both if not row.outside]
    for words, higher, lower in ((first, 0, 1), (second, 1, 0)):
        found = [row for row in compared if row.values[higher] > row.values[lower]]
        if found:
            found.sort(key=lambda row: row.values[lower] - row.values[higher])
            said.append(f"Higher for {words}, the widest first: {listed([row.label for row in found])}.")
    equal = [row.label for row in compared if row.values[0] == row.values[1]]
    if equal:
        said.append(f"Equal: {listed(equal)}.")
    if band:
        inside = [row.label for row in compared if max(row.values) < band.edge]
        said.append(f"Both values in the band: {listed(inside)}." if inside else "Nobody has both values in the band.")
    outside = [row.label for row in both if row.outside]
    if outside:
        said.append(f"Hollow and set apart: {listed(outside)}.")
    missing = [row.label for row in rows if row not in both]
    if missing:
        said.append(f"A value is missing: {listed(missing)}.")
    return " ".join(said)
