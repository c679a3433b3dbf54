"""A heat map: one row a system, one column a measure, scaled so that the best is dark and the worst is blank.

One colour only, whose darkness carries the value, so that it reads in black and white; the value stands in its cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lettering import Lettering
from analysis.pages.figures.scale import known
from analysis.pages.figures.text import measure, one_line, shorten
from analysis.pages.figures.tradeoff_data import MARK
from analysis.pages.figures.words import listed

MOST_ROWS = 48
"""Rows that a page of the PDF holds."""

_ROW = 11.6
_BEFORE_LAST = 8.0
_HEAD = 18.0
_LEGEND = 22.0
_LONGEST_NAME = 130.0
_SHADES = 40


@dataclass(frozen=True)
class HeatCell:
    """One value between 0, the worst, and 1, the best, and how it is written; missing with a reason."""

    value: float | None
    text: str = ""
    missing: str = ""


@dataclass(frozen=True)
class HeatRow:
    """One system: its place as it is written, its name, its cells, and whether an asterisk marks it."""

    place: str
    label: str
    cells: tuple[HeatCell, ...]
    marked: bool = False


@dataclass(frozen=True)
class HeatMap(Drawing):
    """A drawn heat map.

    Attributes:
        labels: all words with their boxes, in points, origin at the lower left.
        cells: the boxes of the cells, row by row.
    """

    labels: tuple[tuple[str, Box], ...]
    cells: tuple[Box, ...] = field(default=())


def draw_heat_map(rows: Sequence[HeatRow], columns: Sequence[str], width: float = style.FULL) -> HeatMap:
    """Draw the rows in their order, `width` inches wide; the last column, their mean, stands apart and in bold."""
    return _HeatMap(rows, columns, width).draw()


def heat_map_alt(rows: Sequence[HeatRow], columns: Sequence[str]) -> str:
    """Say in words what the map shows, without any figure."""
    said = [f"Heat map of {listed(columns)}, one row a system, darker is better."]
    names = [row.label for row in rows]
    if len(names) > 1:
        said.append(f"From the top: {listed(names)}.")
        said.append(f"At the bottom: {listed(names[-1:])}.")
    else:
        said.append(f"Only {listed(names)} stands in it." if names else "It is empty.")
    marked = [row.label for row in rows if row.marked]
    if marked:
        said.append(f"An asterisk marks {listed(marked)}.")
    lacking = [row.label for row in rows if any(not known(cell.value) for cell in row.cells)]
    if lacking:
        said.append(f"A value is missing for {listed(lacking)}.")
    return " ".join(said)


def shade(value: float) -> str:
    """Return the colour of a value between 0 and 1, from paper to teal.

    >>> shade(0.0) == style.PAPER, shade(1.0) == style.TEAL
    (True, True)
    """
    share = min(max(value, 0.0), 1.0)
    mixed = [
        round(paper + share * (teal - paper))
        for paper, teal in zip(_channels(style.PAPER), _channels(style.TEAL), strict=True)
    ]
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def ink_on(colour: str) -> str:
    """Return ink or paper, whichever reads better on a colour.

    >>> ink_on(style.PAPER) == style.INK, ink_on(style.TEAL) == style.PAPER
    (True, True)
    """
    return max((style.INK, style.PAPER), key=lambda text: contrast(text, colour))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21.

    Source: Web Content Accessibility Guidelines 2.2, definition of contrast ratio.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def _luminance(colour: str) -> float:
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (channel / 255 for channel in _channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


class _HeatMap(Lettering):
    """One heat map on its way to the sheet."""

    def __init__(self, rows: Sequence[HeatRow], columns: Sequence[str], width: float) -> None:
        self.rows, self.columns = list(rows), list(columns)
        height = style.MARGIN * 2 + _HEAD + _ROW * max(len(rows), 1) + _LEGEND
        self.sheet = Canvas(width * style.POINTS_PER_INCH, height)
        self.labels: list[tuple[str, Box]] = []
        self.cells: list[Box] = []
        self.names = [self._name(row) for row in self.rows]
        places = max((measure(row.place).width for row in self.rows), default=0.0)
        self.name_at = style.MARGIN + places + 8.0
        left = self.name_at + max((measure(name).width for name in self.names), default=0.0) + 10.0
        room = self.sheet.width - style.MARGIN - left - _BEFORE_LAST
        self.cell_width = room / max(len(columns), 1)
        self.edges = [
            left + at * self.cell_width + (_BEFORE_LAST if at == len(columns) - 1 else 0.0)
            for at in range(len(columns))
        ]
        self.top = height - style.MARGIN - _HEAD

    def draw(self) -> HeatMap:
        """Draw the heads, the rows, and what the shades mean."""
        for at, (edge, words) in enumerate(zip(self.edges, self.columns, strict=True)):
            bold = at == len(self.columns) - 1
            said = shorten(words, self.cell_width - 4.0, style.SMALL, bold)
            self._middle(edge, self.top + 6.0, said, style.SMALL, style.INK, bold)
        for number, (row, name) in enumerate(zip(self.rows, self.names, strict=True)):
            self._row(row, name, self.top - (number + 1) * _ROW)
        self._legend()
        return HeatMap(self.sheet, tuple(self.labels), tuple(self.cells))

    @staticmethod
    def _name(row: HeatRow) -> str:
        mark = MARK if row.marked else ""
        return shorten(row.label, _LONGEST_NAME - measure(mark).width) + mark

    def _row(self, row: HeatRow, name: str, bottom: float) -> None:
        baseline = bottom + 2.9
        place = one_line(row.place)
        self._write((self.name_at - 8.0 - measure(place).width, baseline), place, colour=style.GREY)
        self._write((self.name_at, baseline), name)
        for at, (edge, cell) in enumerate(zip(self.edges, row.cells, strict=True)):
            box = Box(edge, bottom, edge + self.cell_width, bottom + _ROW)
            self.cells.append(box)
            bold = at == len(row.cells) - 1
            if not known(cell.value):
                said = shorten(cell.missing or "missing", self.cell_width - 4.0, style.SMALL)
                self._middle(edge, baseline, said, style.SMALL, style.GREY)
                continue
            colour = shade(cell.value)
            # A thin gap between cells, so that equal shades do not run together.
            self._area(Box(box.left, box.bottom + 0.35, box.right - 0.7, box.top - 0.35), colour)
            self._middle(edge, baseline, cell.text, style.SMALL + 0.5, ink_on(colour), bold)

    def _legend(self) -> None:
        """Draw the scale of shades with words at its ends."""
        y, high, wide = style.MARGIN + 2.0, 7.0, 2.2
        before, after = "worst", "best"
        extent = measure(before, style.SMALL).width
        start = self.edges[0] if self.edges else style.MARGIN
        self._write((start, y + 0.6), before, style.SMALL, style.GREY)
        at = start + extent + 5.0
        for step in range(_SHADES):
            self._area(Box(at + step * wide, y, at + (step + 1) * wide + 0.8, y + high), shade(step / (_SHADES - 1)))
        end = at + _SHADES * wide + 0.6
        edge = [(at, y), (end, y), (end, y + high), (at, y + high), (at, y)]
        self.sheet.line(edge, style.LIGHT, 0.5)
        self._write((end + 5.0, y + 0.6), after, style.SMALL, style.GREY)

    def _middle(
        self, edge: float, baseline: float, text: str, size: float, colour: str, bold: bool = False
    ) -> None:  # fmt: skip
        middle = edge + (self.cell_width - 0.7) / 2.0
        self._write((middle - measure(text, size, bold).width / 2.0, baseline), text, size, colour, bold)

    def _area(self, box: Box, colour: str) -> None:
        corners = [(box.left, box.bottom), (box.right, box.bottom), (box.right, box.top), (box.left, box.top)]
        self.sheet.area(corners, colour)
