"""A sheet measured in points, origin at the lower left, on which the figures are drawn.

What is drawn is first kept as plain data, and turned into SVG when somebody asks, in one go and under our settings
only: matplotlib takes most of the time of a figure. Later marks lie on top of earlier ones.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from analysis.pages.figures import style

Place = tuple[float, float]
Shape = Literal["circle", "square", "triangle", "diamond"]

# matplotlib's letters, and a factor that makes the four shapes look equally large.
_SHAPES: dict[str, tuple[str, float]] = {
    "circle": ("o", 1.0),
    "square": ("s", 0.92),
    "triangle": ("^", 1.12),
    "diamond": ("D", 0.85),
}


@dataclass(frozen=True)
class _Line:
    places: tuple[Place, ...]
    colour: str
    width: float
    dashes: tuple[float, ...]
    opacity: float


@dataclass(frozen=True)
class _Area:
    places: tuple[Place, ...]
    fill: str
    opacity: float


@dataclass(frozen=True)
class _Mark:
    place: Place
    shape: str
    size: float
    fill: str
    edge: str
    edge_width: float


@dataclass(frozen=True)
class _Text:
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
        self._drawn: list[_Line | _Area | _Mark | _Text] = []

    def line(
        self,
        places: Sequence[Place],
        colour: str = style.INK,
        width: float = 0.6,
        dashes: Sequence[float] = (),
        opacity: float = 1.0,
    ) -> None:
        """Draw a line through `places`; `dashes` are on and off lengths in points."""
        self._drawn.append(_Line(tuple(places), colour, width, tuple(dashes), opacity))

    def area(self, places: Sequence[Place], fill: str, opacity: float = 1.0) -> None:
        """Fill the polygon with corners `places`."""
        self._drawn.append(_Area(tuple(places), fill, opacity))

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
        self._drawn.append(_Mark(place, shape, size, fill, edge, edge_width))

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
            self._drawn.append(_Text(place, text, size, colour, bold, italic, align, upwards))

    def digest(self) -> str:
        """Return a hash of what is drawn: sheets of one digest have the same SVG."""
        return hashlib.sha256(repr((self.width, self.height, self._drawn)).encode()).hexdigest()

    def svg(self) -> str:
        """Return the sheet as SVG; the same marks give the same text."""
        with style.settings():
            return self._render()

    def _render(self) -> str:
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
        from matplotlib.transforms import Affine2D

        figure = Figure(
            figsize=(self.width / style.POINTS_PER_INCH, self.height / style.POINTS_PER_INCH),
            facecolor=style.PAPER,
            dpi=style.POINTS_PER_INCH,
        )
        FigureCanvasSVG(figure)
        to_figure = Affine2D().scale(1 / self.width, 1 / self.height) + figure.transFigure
        for order, drawn in enumerate(self._drawn, start=1):
            figure.add_artist(_artist(drawn, to_figure, order))
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None}, facecolor=style.PAPER)
        # matplotlib ends some lines with blanks, which tools that look at a difference complain about.
        return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


@dataclass(frozen=True)
class Drawing:
    """What a figure's drawing returns: the sheet, and in its own kinds what tests and pages ask about it."""

    sheet: Canvas

    @property
    def svg(self) -> str:
        """The picture; made anew at each call."""
        return self.sheet.svg()


def _artist(drawn: _Line | _Area | _Mark | _Text, transform: Any, order: int) -> Any:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Polygon
    from matplotlib.text import Text

    if isinstance(drawn, _Text):
        return Text(
            *drawn.place,
            drawn.text,
            transform=transform,
            zorder=order,
            color=drawn.colour,
            fontproperties=style.font(drawn.size, drawn.bold, drawn.italic),
            horizontalalignment=drawn.align,
            verticalalignment="baseline",
            rotation=90 if drawn.upwards else 0,
            rotation_mode="anchor",
            parse_math=False,
        )
    if isinstance(drawn, _Area):
        return Polygon(
            drawn.places, closed=True, transform=transform, zorder=order, facecolor=drawn.fill, edgecolor="none",
            alpha=drawn.opacity,
        )  # fmt: skip
    if isinstance(drawn, _Mark):
        letter, factor = _SHAPES[drawn.shape]
        return Line2D(
            [drawn.place[0]], [drawn.place[1]], transform=transform, zorder=order, linestyle="none", marker=letter,
            markersize=drawn.size * factor, markerfacecolor=drawn.fill, markeredgecolor=drawn.edge,
            markeredgewidth=drawn.edge_width,
        )  # fmt: skip
    across, up = zip(*drawn.places, strict=True)
    return Line2D(
        across, up, transform=transform, zorder=order, color=drawn.colour, linewidth=drawn.width,
        alpha=drawn.opacity if drawn.opacity < 1 else None, solid_capstyle="butt", solid_joinstyle="miter",
        linestyle=(0, drawn.dashes) if drawn.dashes else "solid",
    )  # fmt: skip
