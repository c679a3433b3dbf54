"""How often each kind of interval holds the truth: a panel an EER, the numbers of speakers side by side in each.

Each kind has a shape and a colour of its own, and stands at its own place beside the others, so that it can be told
from them without colour. Thin bars reach two standard errors each way; a dashed line is what the intervals promise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing, Shape
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lettering import Lettering
from analysis.pages.figures.scale import Scale, tick_text
from analysis.pages.figures.text import measure

UP = "holds the truth, % of data sets"
ACROSS = "speakers"
LOOKS: tuple[tuple[Shape, str, str], ...] = (
    ("triangle", style.GREY, style.GREY),
    ("circle", style.PAPER, style.INK),
    ("square", style.PAPER, style.INK),
    ("diamond", style.PAPER, style.INK),
    ("circle", style.TEAL, style.TEAL),
    ("diamond", style.RUST, style.RUST),
)
"""Shape, fill and edge of each series."""
_POINT = 5.0
_BESIDE = 5.2
_BETWEEN = 12.0
_HEIGHT = 3.1
_TICK = 10.0


@dataclass(frozen=True)
class Dot:
    """A share in percent with its standard error; None where there is none."""

    share: float | None
    error: float = 0.0


@dataclass(frozen=True)
class CoveragePanel:
    """One EER: its title, and for each number of speakers one dot a series."""

    title: str
    dots: tuple[tuple[Dot, ...], ...]


@dataclass(frozen=True)
class CoverageDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of its points."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_coverage(
    panels: Sequence[CoveragePanel], names: Sequence[str], speakers: Sequence[int], promised: float, near: int | None,
    width: float = 6.6,
) -> CoverageDrawing:  # fmt: skip
    """Draw the panels, `width` inches wide.

    names: of the series, at most as many as `LOOKS`; speakers: the numbers on each panel's axis; promised: the nominal
    level in percent; near: the number of speakers that is marked as nearest to the study's, None for no mark.

    Raises ValueError for no panel, or more series than there are looks.
    """
    if not panels or not speakers:
        raise ValueError("there is no coverage to draw")
    if len(names) > len(LOOKS):
        raise ValueError(f"{len(names)} series; there are {len(LOOKS)} looks")
    return _Coverage(panels, names, speakers, promised, near, width).draw()


class _Coverage(Lettering):
    def __init__(
        self, panels: Sequence[CoveragePanel], names: Sequence[str], speakers: Sequence[int], promised: float,
        near: int | None, width: float,
    ) -> None:  # fmt: skip
        self.panels, self.names, self.speakers = panels, names, speakers
        self.promised, self.near = promised, near
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        self.sheet = Canvas(width * style.POINTS_PER_INCH, _HEIGHT * style.POINTS_PER_INCH)
        margin = style.MARGIN
        start = margin + 22.0
        room = self.sheet.width - margin - start - _BETWEEN * (len(panels) - 1)
        self.each = room / len(panels)
        self.starts = [start + number * (self.each + _BETWEEN) for number in range(len(panels))]
        rows = self._rows_of_key()
        top = self.sheet.height - margin - 13.0 * rows - 13.0
        lows = [dot.share - 2 * dot.error for _, _, dot in self._dots() if dot.share is not None]
        lowest = min([90.0, *(10 * math.floor(low / 10) for low in lows)])
        self.y = Scale(max(lowest, 0.0), 100.0, margin + 27.0, top - 16.0)

    def _dots(self):
        for number, panel in enumerate(self.panels):
            for column, dots in enumerate(panel.dots):
                for series, dot in enumerate(dots):
                    yield number, (column, series), dot

    def draw(self) -> CoverageDrawing:
        for number, panel in enumerate(self.panels):
            self._axes(number, panel.title)
        for number, (column, series), dot in self._dots():
            if dot.share is not None:
                at = self._column(number, column) + (series - (len(self.names) - 1) / 2) * self._beside
                self._dot(at, dot, LOOKS[series])
        self._key()
        self._write((style.MARGIN, self.y.end + 20.0), UP)
        return CoverageDrawing(self.sheet, tuple(self.labels), tuple(self.obstacles))

    @property
    def _beside(self) -> float:
        return min(_BESIDE, 0.8 * self.each / len(self.speakers) / max(len(self.names), 1))

    def _column(self, number: int, column: int) -> float:
        return self.starts[number] + self.each * (column + 0.5) / len(self.speakers)

    def _axes(self, number: int, title: str) -> None:
        start, end, y, sheet = self.starts[number], self.starts[number] + self.each, self.y, self.sheet
        for column, size in enumerate(self.speakers):
            at, half = self._column(number, column), self.each / len(self.speakers) / 2
            if size == self.near:
                corners = [(at - half, y.start), (at + half, y.start), (at + half, y.end), (at - half, y.end)]
                sheet.area(corners, style.LIGHT, 0.28)
            self._centred((at, y.start - 12.0), tick_text(size), bold=size == self.near)
        sheet.line([(start, y.start), (end, y.start)], style.INK, 0.7)
        value = y.low
        while value <= 100.0:
            sheet.line([(start, y(value)), (end, y(value))], style.LIGHT, 0.4, opacity=0.7)
            if number == 0 and abs(y(value) - y(self.promised)) >= 8.5:
                sheet.text((start - 4.0, y(value) - 3.0), tick_text(value), align="right")
            value += _TICK * (2 if y.high - y.low > 60 else 1)
        sheet.line([(start, y(self.promised)), (end, y(self.promised))], style.INK, 0.9, dashes=(3.0, 2.2))
        if number == 0:
            sheet.text((start - 4.0, y(self.promised) - 3.0), tick_text(self.promised), align="right", bold=True)
        self._centred(((start + end) / 2, y.end + 5.0), title, bold=True)
        self._centred(((start + end) / 2, style.MARGIN + 2.0), ACROSS)

    def _centred(self, place: tuple[float, float], text: str, bold: bool = False) -> None:
        self._write((place[0] - measure(text, style.TEXT, bold).width / 2, place[1]), text, bold=bold)

    def _dot(self, at: float, dot: Dot, look: tuple[Shape, str, str]) -> None:
        share = dot.share or 0.0
        shape, fill, edge = look
        ends = [self.y.clipped(share + side * 2 * dot.error) for side in (-1, 1)]
        self.sheet.line([(at, end) for end in ends], edge, 0.8)
        self.sheet.mark((at, self.y(share)), shape, _POINT, fill, edge, 1.0)
        reach = _POINT / 2
        self.obstacles.append(Box(at - reach, min(ends[0], self.y(share) - reach), at + reach, self.y(share) + reach))

    def _entries(self) -> list[list[tuple[int, float]]]:
        """Return the key as rows of (series, where it begins)."""
        rows: list[list[tuple[int, float]]] = [[]]
        at = style.MARGIN
        for series, name in enumerate(self.names):
            wide = 12.0 + measure(name, style.TEXT).width + 14.0
            if rows[-1] and at + wide - 14.0 > self.sheet.width - style.MARGIN:
                rows.append([])
                at = style.MARGIN
            rows[-1].append((series, at))
            at += wide
        return rows

    def _rows_of_key(self) -> int:
        return len(self._entries())

    def _key(self) -> None:
        for row, entries in enumerate(self._entries()):
            height = self.sheet.height - style.MARGIN - 9.0 - 13.0 * row
            for series, at in entries:
                shape, fill, edge = LOOKS[series]
                self.sheet.mark((at + 4.0, height + 3.0), shape, _POINT, fill, edge, 1.0)
                self._write((at + 12.0, height), self.names[series])


def coverage_alt(panels: Sequence[CoveragePanel], names: Sequence[str], promised: float) -> str:
    """Say in words what the picture shows, without any figure: each kind against the promise."""
    if not panels:
        return "Empty picture: there is no coverage."
    said = ["How often each kind of interval holds the truth, against the number of speakers, one panel an EER."]
    for series, name in enumerate(names):
        dots = [column[series] for panel in panels for column in panel.dots if column[series].share is not None]
        if not dots:
            continue
        below = sum(dot.share + 2 * dot.error < promised for dot in dots)  # type: ignore[operator]
        above = sum(dot.share - 2 * dot.error > promised for dot in dots)  # type: ignore[operator]
        said.append(f"{name[:1].upper()}{name[1:]}: {_how(below, above, len(dots))}.")
    return " ".join(said)


def _how(below: int, above: int, count: int) -> str:
    if not below and not above:
        return "near the promise everywhere"
    words = []
    for number, word in ((below, "below"), (above, "above")):
        if number:
            share = "everywhere" if number == count else "mostly" if 2 * number > count else "in some settings"
            words.append(f"{word} it {share}")
    return " and ".join(words)
