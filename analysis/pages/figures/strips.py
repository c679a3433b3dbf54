"""Strips of points: one row a kind of system, one panel a measure, one mark a system, the best members named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Drawing, Shape
from analysis.pages.figures.labels import Box
from analysis.pages.figures.panels import Panels, check_cells
from analysis.pages.figures.scale import known
from analysis.pages.figures.text import measure, shorten, wrap
from analysis.pages.figures.tradeoff_data import TradeoffAxis
from analysis.pages.figures.words import listed, named

SHAPES: dict[str, Shape] = {"baseline": "triangle", "submitted": "circle", "post-evaluation": "diamond"}
MARK, _BEST = 4.8, 5.4
_PITCH = MARK + 1.3
_LEVELS = (0, 1, -1, 2, -2, 3, -3, 4, -4)
_LABEL = 11.0
_BETWEEN = 6.0
_LONGEST_NAME = 0.19


@dataclass(frozen=True)
class StripMark:
    """One system in one panel: its name, value (None: not drawn), role; `best` ones are named in the picture."""

    label: str
    value: float | None
    role: str = "submitted"
    hollow: bool = False
    best: bool = False


@dataclass(frozen=True)
class StripRow:
    """One kind of system: its name (any text) and its members, once for each panel."""

    label: str
    cells: tuple[tuple[StripMark, ...], ...]


@dataclass(frozen=True)
class StripsDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of its marks."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_strips(rows: Sequence[StripRow], axes: Sequence[TradeoffAxis], width: float = style.FULL) -> StripsDrawing:
    """Draw the rows under each other and the panels side by side, `width` inches wide.

    Raises ValueError where a row has not one cell for each panel.
    """
    check_cells(rows, len(axes))
    return _Strips(rows, axes, width).draw()


class _Strips:
    def __init__(self, rows: Sequence[StripRow], axes: Sequence[TradeoffAxis], width: float) -> None:
        self.rows = rows
        longest = _LONGEST_NAME * width * style.POINTS_PER_INCH
        self.names = [wrap(row.label, longest) for row in rows]
        left = max((measure(line).width for lines in self.names for line in lines), default=0.0)
        values = [[mark.value for row in rows for mark in row.cells[number]] for number in range(len(axes))]
        # Heights of rows follow from how marks are stacked, and stacks from the scales, which need no height.
        flat = Panels(axes, values, left, 0.0, width)
        self.stacks = [
            [swarm([flat.place(number, m.value) for m in _drawn(cell)]) for number, cell in enumerate(row.cells)]  # type: ignore[arg-type]
            for row in rows
        ]
        self.extents = [_extent(stacks, len(lines)) for stacks, lines in zip(self.stacks, self.names, strict=True)]
        body = sum(above + below for above, below in self.extents) + _BETWEEN * len(rows)
        self.panels = Panels(axes, values, left, body, width)

    def draw(self) -> StripsDrawing:
        panels = self.panels
        panels.draw_axes()
        self._draw_key()
        y = panels.top
        for number, row in enumerate(self.rows):
            above, below = self.extents[number]
            middle = y - _BETWEEN / 2.0 - above
            self._draw_row(number, row, middle)
            y -= above + below + _BETWEEN
            if number + 1 < len(self.rows):
                end = panels.starts[-1] + panels.each
                panels.sheet.line([(style.MARGIN, y), (end, y)], style.LIGHT, 0.4, opacity=0.7)
        return StripsDrawing(panels.sheet, tuple(panels.labels), tuple(panels.obstacles))

    def _draw_row(self, number: int, row: StripRow, middle: float) -> None:
        panels, lines = self.panels, self.names[number]
        first = middle - 3.1 + (len(lines) - 1) * 5.5
        for place, line in enumerate(lines):
            panels.write((style.MARGIN, first - place * 11.0), line)
        for panel, cell in enumerate(row.cells):
            marks = _drawn(cell)
            if not marks:
                panels.say_missing(panel, middle, "no value")
                continue
            levels = self.stacks[number][panel]
            places = [(mark, middle + level * _PITCH) for mark, level in zip(marks, levels, strict=True)]
            for mark, y in sorted(places, key=lambda pair: pair[0].best):
                self._draw_mark(panel, mark, y)
            self._name_best(panel, places)

    def _draw_mark(self, panel: int, mark: StripMark, y: float) -> None:
        sheet, at = self.panels.sheet, self.panels.place(panel, mark.value)  # type: ignore[arg-type]
        ink = style.TEAL if mark.best else style.GREY if mark.role == "baseline" else style.INK
        sheet.mark(
            (at, y),
            SHAPES.get(mark.role, "circle"),
            _BEST if mark.best else MARK,
            style.PAPER if mark.hollow else ink,
            ink,
            1.0,
        )
        reach = (_BEST if mark.best else MARK) / 2.0 + 0.4
        right = at + reach
        if self.panels.beyond(panel, mark.value):  # type: ignore[arg-type]
            right = at + reach + 3.6
            sheet.area([(right - 3.0, y - 1.8), (right - 3.0, y + 1.8), (right, y)], ink)
        self.panels.obstacles.append(Box(at - reach, y - reach, right, y + reach))

    def _name_best(self, panel: int, marks: Sequence[tuple[StripMark, float]]) -> None:
        """Write the names of the best members over the first of them, above all marks that lie below the words."""
        best = [mark for mark, _ in marks if mark.best]
        if not best:
            return
        panels = self.panels
        names = listed([mark.label + ("*" if mark.hollow else "") for mark in best])
        words = shorten(names, panels.each, style.SMALL, bold=True)
        extent = measure(words, style.SMALL, bold=True).width
        start = panels.starts[panel]
        left = panels.place(panel, best[0].value) - extent / 2.0  # type: ignore[arg-type]
        left = min(max(left, start), start + panels.each - extent)
        reach = _BEST / 2.0 + 1.0
        places = [(panels.place(panel, mark.value), y) for mark, y in marks]  # type: ignore[arg-type]
        # The small triangle of a far value reaches a little farther to the right than a mark.
        under = [y for x, y in places if left - reach - 3.0 < x < left + extent + reach]
        panels.write((left, max(under) + reach + 2.2), words, style.SMALL, style.TEAL, bold=True)

    def _draw_key(self) -> None:
        panels = self.panels
        marks = [mark for row in self.rows for cell in row.cells for mark in cell if known(mark.value)]
        at, y = style.MARGIN, panels.sheet.height - style.MARGIN - 8.0
        roles = [role for role in SHAPES if any(mark.role == role for mark in marks)]
        entries = [(SHAPES[role], role == "post-evaluation", role) for role in roles]
        if any(mark.hollow and mark.role == "submitted" for mark in marks):
            entries.append(("circle", True, "non-compliant"))
        for shape, hollow, words in entries:
            ink = style.GREY if words == "baseline" else style.INK
            panels.sheet.mark((at + 2.5, y + 2.4), shape, 4.4, style.PAPER if hollow else ink, ink, 0.9)
            panels.write((at + 8.0, y), words, style.SMALL, style.GREY)
            at += 8.0 + measure(words, style.SMALL).width + 12.0


def _drawn(cell: Sequence[StripMark]) -> list[StripMark]:
    return sorted((mark for mark in cell if known(mark.value)), key=lambda mark: mark.value)  # type: ignore[arg-type, return-value]


def swarm(places: Sequence[float]) -> list[int]:
    """Return for each place along a strip how many steps it is moved off the middle line, so that marks stand apart.

    Where all steps are taken, the one with the farthest neighbour is used a second time. Places in ascending order.

    >>> swarm([0.0, 1.0, 2.0, 30.0])
    [0, 1, -1, 0]
    """
    last: dict[int, float] = {}
    levels = []
    for place in places:
        free = [level for level in _LEVELS if place - last.get(level, -1e9) >= _PITCH]
        level = free[0] if free else min(_LEVELS, key=lambda one: last[one])
        last[level] = place
        levels.append(level)
    return levels


def _extent(stacks: Sequence[Sequence[int]], lines: int) -> tuple[float, float]:
    """Return how far a row reaches above and below its middle: marks, and above them the names of the best."""
    levels = [level for stack in stacks for level in stack] or [0]
    half = _BEST / 2.0 + 0.6
    name = lines * 5.5 + 0.5
    return max(max(levels) * _PITCH + half + _LABEL, name), max(-min(levels) * _PITCH + half, name)


def strips_alt(rows: Sequence[StripRow], axes: Sequence[TradeoffAxis]) -> str:
    """Say in words what the picture shows, without any figure."""
    if not rows:
        return "Empty picture: no kind of system has a member with results."
    said = [
        f"One row for each kind of system: {listed([row.label for row in rows])}; one panel a measure, "
        f"{listed([axis.name for axis in axes])}; one mark a system."
    ]
    for number, axis in enumerate(axes):
        best = [
            f"{named(row.label)}, {listed([mark.label for mark in row.cells[number] if mark.best])}"
            for row in rows
            if any(mark.best for mark in row.cells[number])
        ]
        if best:
            said.append(f"Best {axis.name} of each kind: {'; '.join(best)}.")
    return " ".join(said)
