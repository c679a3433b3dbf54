"""A sheet measured in points, origin at the lower left, on which the figures are drawn.

What is drawn is first kept as plain data, and turned into SVG when somebody asks, in one go and under our settings
only: matplotlib takes most of the time of a figure. Later marks lie on top of earlier ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from analysis.pages.figures import style
from analysis.pages.figures.svg import sheet_svg

Place = tuple[float, float]
Shape = Literal["circle", "square", "triangle", "diamond", "triangle_down"]


@dataclass(frozen=True)
class Line:
    """A line through places, in points."""

    places: tuple[Place, ...]
    colour: str
    width: float
    dashes: tuple[float, ...]
    opacity: float


@dataclass(frozen=True)
class Strokes:
    """Straight lines, each from a place to a place, as one mark."""

    segments: tuple[tuple[Place, Place], ...]
    colour: str
    width: float
    opacity: float


@dataclass(frozen=True)
class Area:
    """A filled polygon."""

    places: tuple[Place, ...]
    fill: str
    opacity: float


@dataclass(frozen=True)
class Mark:
    """A point."""

    place: Place
    shape: str
    size: float
    fill: str
    edge: str
    edge_width: float


@dataclass(frozen=True)
class Text:
    """A text on one line, its baseline at a place."""

    place: Place
    text: str
    size: float
    colour: str
    bold: bool
    italic: bool
    align: str
    upwards: bool


class Canvas:
    """A sheet of `width` by `height` points.

    >>> sheet = Canvas(100, 50)
    >>> sheet.line([(0, 25), (100, 25)])
    >>> sheet.svg().startswith("<?xml")
    True
    """

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._drawn: list[Line | Strokes | Area | Mark | Text] = []

    def line(
        self,
        places: Sequence[Place],
        colour: str = style.INK,
        width: float = 0.6,
        dashes: Sequence[float] = (),
        opacity: float = 1.0,
    ) -> None:
        """Draw a line through `places`; `dashes` are on and off lengths in points."""
        self._drawn.append(Line(tuple(places), colour, width, tuple(dashes), opacity))

    def strokes(
        self, segments: Sequence[tuple[Place, Place]], colour: str = style.INK, width: float = 0.6, opacity: float = 1.0
    ) -> None:
        """Draw many straight lines of one kind as one mark; where they lie on each other they are no darker."""
        self._drawn.append(Strokes(tuple(segments), colour, width, opacity))

    def area(self, places: Sequence[Place], fill: str, opacity: float = 1.0) -> None:
        """Fill the polygon with corners `places`."""
        self._drawn.append(Area(tuple(places), fill, opacity))

    def mark(
        self,
        place: Place,
        shape: Shape = "circle",
        size: float = 5.0,
        fill: str = style.INK,
        edge: str = style.INK,
        edge_width: float = 1.1,
    ) -> None:
        """Draw a point of `size` points across."""
        self._drawn.append(Mark(place, shape, size, fill, edge, edge_width))

    def text(
        self,
        place: Place,
        text: str,
        size: float = style.TEXT,
        colour: str = style.INK,
        bold: bool = False,
        italic: bool = False,
        align: Literal["left", "center", "right"] = "left",
        upwards: bool = False,
    ) -> None:
        """Write `text` as it stands, its baseline at `place`; `upwards` turns it about that place."""
        if text:
            self._drawn.append(Text(place, text, size, colour, bold, italic, align, upwards))

    def digest(self) -> str:
        """Return a hash of what is drawn: sheets of one digest have the same SVG."""
        return hashlib.sha256(repr((self.width, self.height, self._drawn)).encode()).hexdigest()

    def svg(self) -> str:
        """Return the sheet as SVG; the same marks give the same text."""
        with style.settings():
            return sheet_svg(self.width, self.height, self._drawn)


@dataclass(frozen=True)
class Drawing:
    """What a figure's drawing returns: the sheet, and in its own kinds what tests and pages ask about it."""

    sheet: Canvas

    @property
    def svg(self) -> str:
        """The picture; made anew at each call."""
        return self.sheet.svg()
