"""Single speakers' EERs: one row a system, one panel an attacker, one tick a speaker, the lowest named.

Below the ticks lies where the lowest would be if all speakers were alike, so that a low one is not taken for more than
chance makes of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.panels import Panels, check_cells
from analysis.pages.figures.scale import known
from analysis.pages.figures.text import measure, shorten, wrap
from analysis.pages.figures.tradeoff_data import TradeoffAxis
from analysis.pages.figures.words import listed, named

MOST_TICKS = 150
"""With more speakers a strip shows quartiles and ends instead of one tick for each."""
_NAME, _STRIP, _BAND, _BETWEEN = 10.0, 8.0, 8.0, 5.0
_ROW = _NAME + _STRIP + _BAND
_LONGEST_NAME = 0.19
_MARK = 4.8
_DARKEST = 3


@dataclass(frozen=True)
class ExposureCell:
    """The speakers of one system under one attacker, in percent.

    Attributes:
        values: the EER of each speaker; empty where there is none.
        pooled: the EER over all trials.
        lowest: the name of the speaker with the lowest; empty where several share it.
        alike: between which values the lowest would lie if all speakers were alike; None where that is not known.
        beyond: whether it is so much lower than that as chance would seldom bring in all cells together.
        missing: why there is no value.
    """

    values: tuple[float, ...] = ()
    pooled: float | None = None
    lowest: str = ""
    alike: tuple[float, float] | None = None
    beyond: bool = False
    missing: str = ""


@dataclass(frozen=True)
class ExposureRow:
    """One system: its name (any text), one cell a panel, and whether it is the one that the page speaks of."""

    label: str
    cells: tuple[ExposureCell, ...]
    emphasis: bool = False


@dataclass(frozen=True)
class ExposuresDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of its marks."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_exposures(rows: Sequence[ExposureRow], panels: Sequence[str], width: float = style.FULL) -> ExposuresDrawing:
    """Draw the rows under each other and the panels side by side, `width` inches wide; all panels have one scale.

    Raises ValueError where a row has not one cell for each panel.
    """
    check_cells(rows, len(panels))
    return _Exposures(rows, panels, width).draw()


class _Exposures:
    def __init__(self, rows: Sequence[ExposureRow], panels: Sequence[str], width: float) -> None:
        self.rows = rows
        longest = _LONGEST_NAME * width * style.POINTS_PER_INCH
        self.names = [wrap(row.label, longest, bold=row.emphasis, lines=2) for row in rows]
        left = max(
            (
                measure(line, bold=row.emphasis).width
                for row, lines in zip(rows, self.names, strict=True)
                for line in lines
            ),
            default=0.0,
        )  # fmt: skip
        cells = [cell for row in rows for cell in row.cells]
        values = [value for cell in cells for value in (*cell.values, cell.pooled, *(cell.alike or ()))]
        ends = [0.0, max((value for value in values if known(value)), default=1.0) or 1.0]  # type: ignore[type-var]
        axes = [TradeoffAxis(panel, "more private", unit="") for panel in panels]
        body = max(len(rows), 1) * (_ROW + _BETWEEN)
        self.panels = Panels(axes, [ends] * len(axes), left, body, width)

    def draw(self) -> ExposuresDrawing:
        panels = self.panels
        panels.draw_axes()
        self._draw_key()
        for number, row in enumerate(self.rows):
            top = panels.top - number * (_ROW + _BETWEEN) - _BETWEEN / 2.0
            if number:
                end = panels.starts[-1] + panels.each
                line = top + _BETWEEN / 2.0
                panels.sheet.line([(style.MARGIN, line), (end, line)], style.LIGHT, 0.4, opacity=0.7)
            self._draw_row(number, row, top)
        return ExposuresDrawing(panels.sheet, tuple(panels.labels), tuple(panels.obstacles))

    def _draw_row(self, number: int, row: ExposureRow, top: float) -> None:
        panels, lines = self.panels, self.names[number]
        strip = top - _NAME - _STRIP / 2.0
        first = strip - 3.1 + (len(lines) - 1) * 5.5
        colour = style.TEAL if row.emphasis else style.INK
        for place, line in enumerate(lines):
            panels.write((style.MARGIN, first - place * 11.0), line, colour=colour, bold=row.emphasis)
        for panel, cell in enumerate(row.cells):
            if not cell.values:
                panels.say_missing(panel, strip, cell.missing or "no speaker has an EER")
                continue
            self._draw_strip(panel, sorted(cell.values), strip)
            if known(cell.pooled):
                self._mark(panel, cell.pooled, strip, "circle", style.PAPER, style.INK)  # type: ignore[arg-type]
            self._draw_lowest(panel, cell, strip)

    def _draw_strip(self, panel: int, values: Sequence[float], y: float) -> None:
        panels, half = self.panels, _STRIP / 2.0 - 0.6
        at = lambda value: panels.place(panel, value)  # noqa: E731
        if len(values) <= MOST_TICKS:
            # Speakers with equal values lie on each other; those above the first, and above the second, make it darker.
            often = Counter(values)
            for least in range(1, min(max(often.values()), _DARKEST) + 1):
                ticks = [((at(value), y - half), (at(value), y + half)) for value, of in often.items() if of >= least]
                panels.sheet.strokes(ticks, style.INK, 0.7, opacity=0.55)
        else:
            quarter, half_way, rest = (values[round(share * (len(values) - 1))] for share in (0.25, 0.5, 0.75))
            panels.sheet.line([(at(values[0]), y), (at(values[-1]), y)], style.INK, 0.7)
            panels.sheet.line([(at(quarter), y), (at(rest), y)], style.INK, 3.0, opacity=0.55)
            panels.sheet.line([(at(half_way), y - half), (at(half_way), y + half)], style.INK, 1.2)
        panels.obstacles.append(Box(at(values[0]) - 0.4, y - half, at(values[-1]) + 0.4, y + half))

    def _draw_lowest(self, panel: int, cell: ExposureCell, strip: float) -> None:
        """Draw the lowest in its lane below the strip, beside what chance allows, and its name above the strip."""
        panels = self.panels
        lowest, y = min(cell.values), strip - _STRIP / 2.0 - _BAND / 2.0
        if cell.alike is not None:
            low, high = (panels.place(panel, edge) for edge in cell.alike)
            panels.sheet.line([(low - 0.6, y), (high + 0.6, y)], style.LIGHT, 3.2)
            panels.obstacles.append(Box(low - 0.6, y - 1.6, high + 0.6, y + 1.6))
        # Rust is a warning, as in every figure: somebody is more exposed than chance makes of one of many.
        ink = style.RUST if cell.beyond else style.GREY
        self._mark(panel, lowest, y, "triangle", ink if cell.beyond else style.PAPER, ink)
        if cell.lowest:
            said = shorten(cell.lowest, panels.each, style.SMALL, bold=cell.beyond)
            extent = measure(said, style.SMALL, bold=cell.beyond).width
            start = panels.starts[panel]
            left = min(max(panels.place(panel, lowest) - extent / 2.0, start), start + panels.each - extent)
            panels.write((left, strip + _STRIP / 2.0 + 2.4), said, style.SMALL, ink, bold=cell.beyond)

    def _mark(self, panel: int, value: float, y: float, shape: str, fill: str, edge: str) -> None:
        at, reach = self.panels.place(panel, value), _MARK / 2.0 + 0.5
        self.panels.sheet.mark((at, y), shape, _MARK, fill, edge, 1.0)  # type: ignore[arg-type]
        self.panels.obstacles.append(Box(at - reach, y - reach, at + reach, y + reach))

    def _draw_key(self) -> None:
        panels, sheet = self.panels, self.panels.sheet
        cells = [cell for row in self.rows for cell in row.cells if cell.values]
        at, y = style.MARGIN, sheet.height - style.MARGIN - 8.0
        entries = []
        if any(known(cell.pooled) for cell in cells):
            entries.append(("circle", style.PAPER, style.INK, "EER over all"))
        if any(not cell.beyond for cell in cells):
            entries.append(("triangle", style.PAPER, style.GREY, "lowest"))
        if any(cell.beyond for cell in cells):
            entries.append(("triangle", style.RUST, style.RUST, "lower than by chance"))
        for shape, fill, edge, words in entries:
            sheet.mark((at + 2.5, y + 2.4), shape, 4.4, fill, edge, 0.9)  # type: ignore[arg-type]
            panels.write((at + 8.0, y), words, style.SMALL, style.GREY)
            at += 8.0 + measure(words, style.SMALL).width + 12.0
        if any(cell.alike for cell in cells):
            sheet.line([(at, y + 2.4), (at + 12.0, y + 2.4)], style.LIGHT, 3.2)
            panels.write((at + 16.0, y), "lowest if all were alike", style.SMALL, style.GREY)


def exposures_alt(rows: Sequence[ExposureRow], panels: Sequence[str]) -> str:
    """Say in words what the picture shows, without any figure."""
    if not any(cell.values for row in rows for cell in row.cells):
        return "Empty picture: no speaker has an EER of their own."
    said = [f"EER of every speaker, one row a system, one panel an attacker: {listed(panels)}."]
    for number, panel in enumerate(panels):
        shown = [(row, row.cells[number]) for row in rows if row.cells[number].values]
        lowest = [f"{named(row.label)}, {named(cell.lowest)}" for row, cell in shown if cell.lowest]
        if lowest:
            said.append(f"{named(panel)}, lowest: {'; '.join(lowest)}.")
        known_alike = [(row, cell) for row, cell in shown if cell.alike is not None]
        beyond = [row.label for row, cell in known_alike if cell.beyond]
        if beyond:
            said.append(f"{named(panel)}: lower than by chance for {listed(beyond)}.")
        elif known_alike:
            said.append(f"{named(panel)}: for no system lower than by chance.")
    return " ".join(said)
