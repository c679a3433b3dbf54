"""The draws of a bootstrap as bars, with the interval that they span and other intervals of the same number below.

One panel a number; the panels stand side by side and share the length of one unit, so that widths can be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lettering import Lettering
from analysis.pages.figures.scale import Scale, known, tick_text, ticks
from analysis.pages.figures.text import measure, shorten
from analysis.pages.figures.words import listed, named

_BARS = 86.0
_LANE = 14.0
_POINT = 4.8
_CAP = 2.6
_BETWEEN = 20.0


@dataclass(frozen=True)
class Span:
    """An interval in the unit of the panel; `low` None where there is none, and `missing` says why."""

    low: float | None
    high: float | None
    missing: str = ""


@dataclass(frozen=True)
class HistogramPanel:
    """The draws of one number.

    Attributes:
        title: what the panel is about; any text.
        edges: (bins + 1,) ascending edges of the bins; counts: (bins,) draws in each.
        point: the number itself.
        spans: its intervals, one for each lane of the picture; the first is the one that the bars span.
    """

    title: str
    edges: tuple[float, ...]
    counts: tuple[int, ...]
    point: float
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class HistogramDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of bars, points and intervals."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_histogram(
    panels: Sequence[HistogramPanel], lanes: Sequence[str], axis: str, width: float = style.FULL
) -> HistogramDrawing:
    """Draw the panels side by side, `width` inches wide.

    `lanes` name the intervals of a panel, from its bars down; `axis` is what is measured and which way is better.
    Raises ValueError where a panel has not one interval for each lane, or not one edge more than bars.
    """
    for panel in panels:
        if len(panel.spans) != len(lanes):
            raise ValueError(f"panel {panel.title!r} has {len(panel.spans)} intervals for {len(lanes)} lanes")
        if len(panel.edges) != len(panel.counts) + 1:
            raise ValueError(f"panel {panel.title!r} has {len(panel.edges)} edges for {len(panel.counts)} bars")
    return _Histogram(panels, lanes, axis, width).draw()


class _Histogram(Lettering):
    def __init__(self, panels: Sequence[HistogramPanel], lanes: Sequence[str], axis: str, width: float) -> None:
        self.panels, self.lanes, self.axis = panels, lanes, axis
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        margin = style.MARGIN
        self.bottom = margin + 30.0
        self.floor = self.bottom + len(lanes) * _LANE + 6.0
        self.sheet = Canvas(width * style.POINTS_PER_INCH, self.floor + _BARS + 20.0 + margin)
        words = [measure(name, style.SMALL).width for name in ("draws", *lanes)]
        left = margin + max(words) + 8.0
        room = self.sheet.width - margin - left
        each = (room - _BETWEEN * max(len(panels) - 1, 0)) / max(len(panels), 1)
        extents = [self._extent(panel) for panel in panels]
        # One unit is equally long in every panel; the widest fills its place.
        widest = max((high - low for low, high in extents), default=1.0) * 1.06
        self.scales = []
        for number, (low, high) in enumerate(extents):
            start, first = left + number * (each + _BETWEEN), (low + high - widest) / 2
            if first < 0 <= low:  # what cannot be negative leaves no room below zero
                first = -0.03 * widest
            self.scales.append(Scale(first, first + widest, start, start + each))

    @staticmethod
    def _extent(panel: HistogramPanel) -> tuple[float, float]:
        values = [panel.point, *panel.edges]
        values += [edge for span in panel.spans for edge in (span.low, span.high) if known(edge)]
        low, high = min(values), max(values)
        return (low, high) if high > low else (low - 0.5, high + 0.5)

    def draw(self) -> HistogramDrawing:
        self._name_lanes()
        most = max((count for panel in self.panels for count in panel.counts), default=0)
        for panel, scale in zip(self.panels, self.scales, strict=True):
            self._draw_panel(panel, scale, most)
        if self.panels:
            end = self.scales[-1].end
            self.sheet.text((end, style.MARGIN + 3.0), shorten(self.axis, end - style.MARGIN), align="right")
        return HistogramDrawing(self.sheet, tuple(self.labels), tuple(self.obstacles))

    def _lane(self, number: int) -> float:
        return self.floor - 6.0 - (number + 0.5) * _LANE

    def _name_lanes(self) -> None:
        self._write((style.MARGIN, self.floor + 1.0), "draws", style.SMALL, style.GREY)
        for number, name in enumerate(self.lanes):
            colour = style.TEAL if number == 0 else style.GREY
            self._write((style.MARGIN, self._lane(number) - 2.6), name, style.SMALL, colour)

    def _draw_panel(self, panel: HistogramPanel, x: Scale, most: int) -> None:
        sheet = self.sheet
        title = shorten(panel.title, x.end - x.start + _BETWEEN - 6.0, bold=True)
        self._write((x.start, self.floor + _BARS + 9.0), title, bold=True)
        first = panel.spans[0] if panel.spans else Span(None, None)
        for left, right, count in zip(panel.edges[:-1], panel.edges[1:], panel.counts, strict=True):
            if count:
                self._draw_bar(left, right, self.floor + count / most * _BARS, first, x)
        sheet.line([(x.start, self.floor), (x.end, self.floor)], style.INK, 0.6)
        sheet.line([(x.start, self.bottom), (x.end, self.bottom)], style.INK, 0.7)
        for value in ticks(x.low, x.high, max(int((x.end - x.start) // 30.0), 2)):
            at = x(value)
            sheet.line([(at, self.bottom), (at, self.bottom - 3.0)], style.INK, 0.7)
            sheet.text((at, self.bottom - 12.5), tick_text(value), align="center")
        for edge in (first.low, first.high):
            if known(edge):
                top = self.floor + _BARS + 3.0
                sheet.line([(x(edge), self._lane(0)), (x(edge), top)], style.TEAL, 0.7, dashes=(2.0, 2.0))
        place = x(panel.point)
        sheet.line([(place, self._lane(len(self.lanes) - 1) - 3.0), (place, self.floor + _BARS + 3.0)], style.INK, 0.5)
        for number, span in enumerate(panel.spans):
            self._draw_span(panel.point, span, number, x)

    def _draw_bar(self, left: float, right: float, top: float, span: Span, x: Scale) -> None:
        """Draw a bar in grey, and over it, filled, the part that lies in the interval."""
        self._fill(x(left), x(right), top, style.LIGHT)
        if known(span.low) and known(span.high):
            low, high = max(left, span.low), min(right, span.high)
            if span.low == span.high == low == high:  # an interval without width: the bar stands for one value
                low, high = left, right
            if high > low:
                self._fill(x(low), x(high), top, style.TEAL)
        self.obstacles.append(Box(x(left), self.floor, x(right), top))

    def _fill(self, left: float, right: float, top: float, colour: str) -> None:
        floor = self.floor
        gap = 0.35 if right - left > 2.0 else 0.0  # paper between bars that are wide enough to part
        self.sheet.area([(left + gap, floor), (right - gap, floor), (right - gap, top), (left + gap, top)], colour, 0.8)

    def _draw_span(self, point: float, span: Span, number: int, x: Scale) -> None:
        y, headline = self._lane(number), number == 0
        colour = style.TEAL if headline else style.INK
        if not (known(span.low) and known(span.high)):
            words = shorten(span.missing or "no interval", x.end - x.start, style.SMALL)
            self._write((x.start, y - 2.6), words, style.SMALL, style.GREY)
            return
        low, high = x(span.low), x(span.high)
        self.sheet.line([(low, y), (high, y)], colour, 1.8 if headline else 0.9)
        for edge in (low, high):
            self.sheet.line([(edge, y - _CAP), (edge, y + _CAP)], colour, 1.2 if headline else 0.9)
        self.obstacles.append(Box(low, y - _CAP, high, y + _CAP))
        if headline:
            self.sheet.mark((x(point), y), "circle", _POINT, colour, colour, 1.0)
            reach = _POINT / 2.0 + 0.5
            self.obstacles.append(Box(x(point) - reach, y - reach, x(point) + reach, y + reach))


def histogram_alt(panels: Sequence[HistogramPanel], lanes: Sequence[str], of: str) -> str:
    """Say in words what the picture shows, without any figure; `of` names what was drawn."""
    if not panels:
        return "Empty picture: there are no draws."
    said = [
        f"Histograms of {of}, one panel each: {listed([panel.title for panel in panels])}. "
        f"Below the bars lie the intervals {listed(lanes)}."
    ]
    for panel in panels:
        first, clauses = panel.spans[0], []
        for name, span in zip(lanes[1:], panel.spans[1:], strict=True):
            if all(known(edge) for edge in (first.low, first.high, span.low, span.high)):
                ours, its = first.high - first.low, span.high - span.low
                clauses.append(f"{name} {'wider' if its > ours else 'narrower' if its < ours else 'as wide'}")
        if clauses:
            said.append(f"{named(panel.title)}: against {lanes[0]}, {listed(clauses)}.")
    return " ".join(said)
