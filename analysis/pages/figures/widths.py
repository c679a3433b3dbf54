"""How wide several kinds of interval are for every system: one row a system, one panel a condition, one mark a kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing, Shape
from analysis.pages.figures.labels import Box
from analysis.pages.figures.panels import check_cells
from analysis.pages.figures.scale import Scale, known, tick_text, ticks
from analysis.pages.figures.text import measure, shorten
from analysis.pages.figures.words import listed, named

_ROW, _LEAST_ROW = 15.0, 10.5
_TALLEST = 600.0
_POINT = 5.0
_BETWEEN = 16.0
_SHAPES: tuple[Shape, ...] = ("circle", "square", "triangle", "diamond", "triangle_down")


@dataclass(frozen=True)
class WidthCell:
    """The widths of one number's intervals, one for each kind, None where there is none; and why all are missing."""

    widths: tuple[float | None, ...]
    missing: str = ""


@dataclass(frozen=True)
class WidthRow:
    """One system: its name (any text), one cell a panel, and whether it is the one that the page speaks of."""

    label: str
    cells: tuple[WidthCell, ...]
    emphasis: bool = False


@dataclass(frozen=True)
class WidthsDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of its points."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_widths(
    rows: Sequence[WidthRow], panels: Sequence[str], kinds: Sequence[str], width: float = style.FULL
) -> WidthsDrawing:
    """Draw the rows under each other and the panels side by side, `width` inches wide; the first kind is filled.

    Raises ValueError where a row has not one cell for each panel, or a cell not one width for each kind.
    """
    if len(kinds) > len(_SHAPES):
        raise ValueError(f"{len(kinds)} kinds of interval; at most {len(_SHAPES)} can be told apart")
    check_cells(rows, len(panels))
    for row in rows:
        for cell in row.cells:
            if len(cell.widths) != len(kinds):
                raise ValueError(f"row {row.label!r} has {len(cell.widths)} widths for {len(kinds)} kinds")
    return _Widths(rows, panels, kinds, width).draw()


class _Widths:
    def __init__(self, rows: Sequence[WidthRow], panels: Sequence[str], kinds: Sequence[str], width: float) -> None:
        self.rows, self.panels, self.kinds = rows, panels, kinds
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        margin = style.MARGIN
        self.row_height = max(min(_ROW, _TALLEST / max(len(rows), 1)), _LEAST_ROW)
        self.size = style.TEXT if self.row_height > 12.0 else style.SMALL
        self.bottom = margin + 30.0
        body = max(len(rows), 1) * self.row_height
        self.sheet = Canvas(width * style.POINTS_PER_INCH, self.bottom + body + 34.0 + margin)
        self.top = self.bottom + body + 2.0
        self.longest = 0.3 * self.sheet.width
        names = [measure(self._name(row), self.size, row.emphasis).width for row in rows]
        left = margin + max(names, default=0.0) + 12.0
        room = self.sheet.width - margin - 4.0 - left
        each = (room - _BETWEEN * max(len(panels) - 1, 0)) / max(len(panels), 1)
        found = [w for row in rows for cell in row.cells for w in cell.widths if known(w)]
        high = max(found, default=1.0) or 1.0
        self.scales = [
            Scale(0.0, high * 1.03, left + number * (each + _BETWEEN), left + number * (each + _BETWEEN) + each)
            for number in range(len(panels))
        ]

    def _name(self, row: WidthRow) -> str:
        return shorten(row.label, self.longest, self.size, row.emphasis)

    def draw(self) -> WidthsDrawing:
        self._draw_key()
        for title, x in zip(self.panels, self.scales, strict=True):
            self._draw_axis(title, x)
        for number, row in enumerate(self.rows):
            y = self.top - 2.0 - (number + 0.5) * self.row_height
            colour = style.TEAL if row.emphasis else style.INK
            self._write((style.MARGIN, y - 3.1), self._name(row), self.size, colour, row.emphasis)
            for cell, x in zip(row.cells, self.scales, strict=True):
                self._draw_cell(cell, x, y, row.emphasis)
        end = self.sheet.width - style.MARGIN
        self.sheet.text((end, style.MARGIN + 3.0), "width of the interval (points), ← surer", align="right")
        return WidthsDrawing(self.sheet, tuple(self.labels), tuple(self.obstacles))

    def _draw_key(self) -> None:
        at, y = style.MARGIN, self.sheet.height - style.MARGIN - 8.0
        for number, kind in enumerate(self.kinds):
            self._draw_mark((at + 3.0, y + 2.6), number, emphasis=False)
            self._write((at + 9.0, y), kind, style.SMALL, style.GREY)
            at += 9.0 + measure(kind, style.SMALL).width + 12.0

    def _draw_axis(self, title: str, x: Scale) -> None:
        sheet = self.sheet
        self._write((x.start, self.top + 7.0), shorten(title, x.end - x.start + _BETWEEN - 6.0, bold=True), bold=True)
        sheet.line([(x.start, self.bottom), (x.end, self.bottom)], style.INK, 0.7)
        for value in ticks(x.low, x.high, max(int((x.end - x.start) // 22.0), 2)):
            at = x(value)
            sheet.line([(at, self.bottom), (at, self.top)], style.LIGHT, 0.4, opacity=0.55)
            sheet.line([(at, self.bottom), (at, self.bottom - 3.0)], style.INK, 0.7)
            sheet.text((at, self.bottom - 12.5), tick_text(value), align="center")

    def _draw_cell(self, cell: WidthCell, x: Scale, y: float, emphasis: bool) -> None:
        drawn = [(number, width) for number, width in enumerate(cell.widths) if known(width)]
        if not drawn:
            words = shorten(cell.missing or "no interval", x.end - x.start - 6.0, style.SMALL)
            self._write((x.start + 3.0, y - 2.6), words, style.SMALL, style.GREY, ground=True)
            return
        widths = [width for _, width in drawn]
        self.sheet.line([(x(min(widths)), y), (x(max(widths)), y)], style.LIGHT, 0.9)
        for number, width in reversed(drawn):  # the first kind lies on top
            place = x(width), y
            self._draw_mark(place, number, emphasis)
            reach = _POINT / 2.0 + 0.5
            self.obstacles.append(Box(place[0] - reach, y - reach, place[0] + reach, y + reach))

    def _draw_mark(self, place: tuple[float, float], kind: int, emphasis: bool) -> None:
        ink = style.TEAL if emphasis else style.INK
        self.sheet.mark(place, _SHAPES[kind], _POINT, ink if kind == 0 else style.PAPER, ink, 1.0)

    def _write(
        self, place: tuple[float, float], text: str, size: float = style.TEXT, colour: str = style.INK,
        bold: bool = False, ground: bool = False,
    ) -> None:  # fmt: skip
        extent = measure(text, size, bold)
        box = Box(place[0], place[1] - extent.descent, place[0] + extent.width, place[1] + extent.ascent)
        if ground:
            self.sheet.area(
                [
                    (box.left - 1, box.bottom),
                    (box.right + 1, box.bottom),
                    (box.right + 1, box.top),
                    (box.left - 1, box.top),
                ],
                style.PAPER,
            )
        self.sheet.text(place, text, size, colour, bold)
        self.labels.append((text, box))


def widths_alt(rows: Sequence[WidthRow], panels: Sequence[str], kinds: Sequence[str]) -> str:
    """Say in words what the picture shows, without any figure."""
    if not rows:
        return "Empty picture: no system has an interval."
    said = [
        f"Widths of the intervals {listed(kinds)} for each system, one row a system, one panel an attacker: "
        f"{listed(panels)}."
    ]
    for number, panel in enumerate(panels):
        cells = [(row.label, row.cells[number].widths) for row in rows]
        for kind, name in list(enumerate(kinds))[1:]:
            pairs = [(label, widths[0], widths[kind]) for label, widths in cells]
            pairs = [pair for pair in pairs if known(pair[1]) and known(pair[2])]
            wider = [label for label, first, other in pairs if other > first]
            if not pairs:
                continue
            if len(wider) == len(pairs):
                said.append(f"{named(panel)}: {name} is wider than {kinds[0]} for every system.")
            elif not wider:
                said.append(f"{named(panel)}: {name} is wider than {kinds[0]} for no system.")
            else:
                said.append(f"{named(panel)}: {name} is wider than {kinds[0]} for {listed(wider)}.")
    return " ".join(said)
