"""How narrow an interval becomes with the number of listeners, for one system and for two against each other.

Filled points are the means over systems, thin bars reach from the narrowest to the widest system, hollow points are
differences of two systems, and a dashed line shows what the root of the number of listeners would promise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.scale import Scale, tick_text, ticks
from analysis.pages.figures.text import measure

MEAN, DIFFERENCE, RULE = "a mean", "a difference", "root rule"
AXIS = "listeners, each with every clip"
UP = "half-width, points; less is surer ↓"
_POINT = 5.2
_LEADING = 11.6
_HEIGHT = 2.75


@dataclass(frozen=True)
class Size:
    """One number of listeners with half-widths in points of the scale.

    Attributes:
        one: of one system's mean, with the narrowest and the widest system; two: of a difference of two means.
        rule: one listener's half-width over the root of the number.
    """

    listeners: float
    one: float
    least: float
    most: float
    two: float
    rule: float


@dataclass(frozen=True)
class PrecisionDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of its points and bars."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_precision(sizes: Sequence[Size], wanted: float, width: float = 5.6) -> PrecisionDrawing:
    """Draw the sizes from the fewest listeners on, `width` inches wide; `wanted` is the difference to be shown.

    Raises ValueError for an empty list.
    """
    if not sizes:
        raise ValueError("there is no number of listeners to draw")
    return _Precision(sorted(sizes, key=lambda size: size.listeners), wanted, width).draw()


class _Precision:
    def __init__(self, sizes: Sequence[Size], wanted: float, width: float) -> None:
        self.sizes, self.wanted = sizes, wanted
        self.apart = f"{tick_text(wanted)} apart"
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        self.sheet = Canvas(width * style.POINTS_PER_INCH, _HEIGHT * style.POINTS_PER_INCH)
        margin = style.MARGIN
        right = max(measure(name, style.TEXT).width for name in (MEAN, DIFFERENCE, RULE, self.apart)) + 14.0
        highest = max(max(size.most, size.two) for size in sizes)
        self.x = Scale(0.0, sizes[-1].listeners, margin + 26.0, self.sheet.width - margin - right)
        self.y = Scale(0.0, max(highest, wanted) * 1.06, margin + 32.0, self.sheet.height - margin - 16.0)

    def draw(self) -> PrecisionDrawing:
        self._axes()
        x, y, sheet = self.x, self.y, self.sheet
        place = y(self.wanted)
        sheet.line([(x.start, place), (x.end, place)], style.RUST, 0.8, dashes=(1.2, 1.8))
        sheet.line([(x(s.listeners), y(s.rule)) for s in self.sizes], style.GREY, 0.9, dashes=(3.0, 2.2))
        sheet.line([(x(s.listeners), y(s.two)) for s in self.sizes], style.INK, 0.8)
        sheet.line([(x(s.listeners), y(s.one)) for s in self.sizes], style.TEAL, 1.2)
        for size in self.sizes:
            at = x(size.listeners)
            sheet.line([(at, y(size.least)), (at, y(size.most))], style.TEAL, 0.8)
            self.obstacles.append(Box(at - 1.0, y(size.least), at + 1.0, y(size.most)))
            self._mark(at, y(size.two), "square", style.PAPER, style.INK)
            self._mark(at, y(size.one), "circle", style.TEAL, style.TEAL)
        last = self.sizes[-1]
        names = [
            (y(last.one), MEAN, style.TEAL),
            (y(last.two), DIFFERENCE, style.INK),
            (y(last.rule), RULE, style.GREY),
        ]
        names.append((y(self.wanted), self.apart, style.RUST))
        at, below = x.end + 8.0, -_LEADING
        for place, name, colour in sorted(names):
            height = max(place - 3.0, below + _LEADING)
            self._write((at, height), name, colour=colour)
            below = height
        return PrecisionDrawing(sheet, tuple(self.labels), tuple(self.obstacles))

    def _axes(self) -> None:
        x, y, sheet = self.x, self.y, self.sheet
        sheet.line([(x.start, y.start), (x.end, y.start)], style.INK, 0.7)
        for value in ticks(y.low, y.high, 5):
            sheet.line([(x.start, y(value)), (x.end, y(value))], style.LIGHT, 0.4, opacity=0.7)
            sheet.text((x.start - 5.0, y(value) - 3.0), tick_text(value), align="right")
        for size in self.sizes:
            at = x(size.listeners)
            sheet.line([(at, y.start), (at, y.start - 3.0)], style.INK, 0.7)
            sheet.text((at, y.start - 13.0), tick_text(size.listeners), align="center")
        sheet.text((x.end, style.MARGIN + 2.0), AXIS, align="right")
        self._write((style.MARGIN, self.sheet.height - style.MARGIN - 8.0), UP)

    def _mark(self, x: float, y: float, shape: str, fill: str, edge: str) -> None:
        self.sheet.mark((x, y), shape, _POINT, fill, edge, 1.0)  # type: ignore[arg-type]
        reach = _POINT / 2.0 + 0.5
        self.obstacles.append(Box(x - reach, y - reach, x + reach, y + reach))

    def _write(self, place: tuple[float, float], text: str, size: float = style.TEXT, colour: str = style.INK) -> None:
        extent = measure(text, size)
        self.sheet.text(place, text, size, colour)
        self.labels.append(
            (text, Box(place[0], place[1] - extent.descent, place[0] + extent.width, place[1] + extent.ascent))
        )


def precision_alt(sizes: Sequence[Size], wanted: float) -> str:
    """Say in words what the picture shows, without any figure."""
    ordered = sorted(sizes, key=lambda size: size.listeners)
    if not ordered:
        return "Empty picture: there is no number of listeners."
    said = ["Half-widths of intervals against the number of listeners, for random ratings."]
    if len(ordered) > 1:
        narrower = ordered[-1].one < ordered[0].one
        said.append(f"With more listeners the interval of a mean becomes {'narrower' if narrower else 'no narrower'}.")
        above = ordered[-1].one > ordered[-1].rule
        said.append(f"It lies {'above' if above else 'not above'} what the root of the number of listeners promises.")
    within = [size.two <= wanted for size in ordered]
    if all(within):
        said.append("The interval of a difference is narrow enough with every number of listeners.")
    elif any(within):
        said.append("The interval of a difference is narrow enough with the larger numbers of listeners only.")
    else:
        said.append("The interval of a difference is too wide with every number of listeners.")
    return " ".join(said)
