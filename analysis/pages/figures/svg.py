"""A sheet as SVG: its marks go to matplotlib's own SVG renderer, one after the other.

A matplotlib figure would hold each mark as an artist, which lays itself out and looks up its face anew each time it is
drawn; that takes three quarters of the time. What is written is the same, byte for byte: a test draws both.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from analysis.pages.figures import style

if TYPE_CHECKING:
    from analysis.pages.figures.canvas import Area, Line, Mark, Strokes, Text

# matplotlib's letters, and a factor that makes the four shapes look equally large.
SHAPES: dict[str, tuple[str, float]] = {
    "circle": ("o", 1.0),
    "square": ("s", 0.92),
    "triangle": ("^", 1.12),
    "triangle_down": ("v", 1.12),
    "diamond": ("D", 0.85),
}


def sheet_svg(width: float, height: float, drawn: Sequence[Line | Strokes | Area | Mark | Text]) -> str:
    """Return a sheet of `width` by `height` points as SVG; later marks lie on top. Called under `style.settings`.

    It has no ground: the page that it lies on has one.
    """
    written = io.StringIO()
    pen = _Pen(width, height, written)
    for mark in drawn:
        pen.draw(mark)
    pen.finish()
    # matplotlib ends some lines with blanks, which tools that look at a difference complain about.
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


class _Pen:
    """Draws marks as matplotlib's artists would.

    Points become inches and points again, as on a figure, so that no last digit differs.
    """

    def __init__(self, width: float, height: float, written: io.StringIO) -> None:
        from matplotlib.backends.backend_svg import RendererSVG
        from matplotlib.transforms import Affine2D

        wide, high = (length / style.POINTS_PER_INCH * style.POINTS_PER_INCH for length in (width, height))
        dpi = style.POINTS_PER_INCH
        self._svg: Any = RendererSVG(wide, high, written, image_dpi=dpi, metadata={"Date": None, "Creator": None})
        self._svg._text2path = faces()
        self._height = high
        self._place = Affine2D((Affine2D().scale(1 / width, 1 / height) + Affine2D().scale(wide, high)).get_matrix())
        self._svg.open_group("figure")

    def finish(self) -> None:
        self._svg.close_group("figure")
        self._svg.finalize()

    def draw(self, mark: Line | Strokes | Area | Mark | Text) -> None:
        draw: Callable[[Any], None] = getattr(self, f"_{type(mark).__name__.lower()}")
        draw(mark)

    def _line(self, line: Line) -> None:
        from matplotlib.path import Path

        pen = self._svg.new_gc()
        pen.set_linewidth(line.width)
        pen.set_capstyle("butt")
        pen.set_joinstyle("round" if line.dashes else "miter")
        pen.set_foreground(_rgba(line.colour, line.opacity if line.opacity < 1 else None), isRGBA=True)
        if line.dashes:
            pen.set_dashes(0.0, [length * line.width for length in line.dashes])
        self._svg.open_group("line2d")
        self._svg.draw_path(pen, Path(line.places), self._place)
        self._svg.close_group("line2d")

    def _strokes(self, strokes: Strokes) -> None:
        from matplotlib.path import Path

        pen = self._svg.new_gc()
        pen.set_linewidth(strokes.width)
        pen.set_capstyle("butt")
        pen.set_joinstyle("miter")
        opacity = strokes.opacity if strokes.opacity < 1 else None
        pen.set_foreground(_rgba(strokes.colour, opacity), isRGBA=True)
        pen.set_alpha(opacity)
        places = [place for segment in strokes.segments for place in segment]
        codes = [Path.MOVETO, Path.LINETO] * len(strokes.segments)
        self._svg.open_group("patch")
        self._svg.draw_path(pen, Path(places, codes), self._place)
        self._svg.close_group("patch")

    def _area(self, area: Area) -> None:
        from matplotlib.path import Path

        corners = list(area.places)
        if corners[0] != corners[-1]:
            corners.append(corners[0])
        self._fill(Path(corners, closed=True), self._place, _rgba(area.fill, area.opacity), area.opacity)

    def _fill(self, path: Any, transform: Any, colour: tuple[float, ...], opacity: float | None) -> None:
        pen = self._svg.new_gc()
        pen.set_linewidth(0)
        pen.set_alpha(opacity)
        self._svg.open_group("patch")
        self._svg.draw_path(pen, path, transform, colour if colour[3] else None)
        self._svg.close_group("patch")

    def _mark(self, mark: Mark) -> None:
        from matplotlib.path import Path

        letter, factor = SHAPES[mark.shape]
        marker = _marker(letter)
        pen = self._svg.new_gc()
        pen.set_linewidth(mark.edge_width)
        pen.set_joinstyle(marker.get_joinstyle())
        pen.set_capstyle(marker.get_capstyle())
        pen.set_foreground(_rgba(mark.edge), isRGBA=True)
        self._svg.open_group("line2d")
        self._svg.draw_markers(
            pen, marker.get_path(), marker.get_transform().scale(mark.size * factor),
            Path([mark.place]), self._place, _rgba(mark.fill),
        )  # fmt: skip
        self._svg.close_group("line2d")

    def _text(self, text: Text) -> None:
        font = style.font(text.size, text.bold, text.italic)
        width = 0.0 if text.align == "left" else faces().get_text_width_height_descent(text.text, font, False)[0]
        back = {"left": 0.0, "center": (0 + width) / 2, "right": width}[text.align]
        across, up = self._place.transform(text.place)
        along, above = (0.0, 0 - back) if text.upwards else (0 - back, 0.0)
        pen = self._svg.new_gc()
        pen.set_foreground(_rgba(text.colour), isRGBA=True)
        self._svg.open_group("text")
        turned = 90.0 if text.upwards else 0.0
        self._svg.draw_text(pen, along + across, self._height - (above + up), text.text, font, turned)
        self._svg.close_group("text")


@cache
def _rgba(colour: str, opacity: float | None = None) -> tuple[float, ...]:
    from matplotlib.colors import to_rgba

    return to_rgba(colour, opacity)


@cache
def _marker(letter: str) -> Any:
    from matplotlib.markers import MarkerStyle

    return MarkerStyle(letter)


@cache
def faces() -> Any:
    """Return matplotlib's measure and outline of texts, which looks up the face of a font and lays out a text once."""
    from matplotlib.textpath import TextToPath

    class Faces(TextToPath):  # type: ignore[misc]
        """Texts whose fonts are `style.font`s, one object for each, which stay as they are.

        Most texts of a report are names and numbers that stand in many figures; an outline has one size for all.
        """

        def __init__(self) -> None:
            super().__init__()
            self._found: dict[int, tuple[Any, Any]] = {}
            self._laid_out = lru_cache(maxsize=4096)(super().get_glyphs_with_font)

        def get_glyphs_with_font(
            self, font: Any, s: str, glyph_map: Any = None, return_new_glyphs_only: bool = False, **more: Any
        ) -> tuple[list[Any], dict[str, Any], list[Any]]:
            if any(more.values()):
                return super().get_glyphs_with_font(font, s, glyph_map, return_new_glyphs_only, **more)
            places, outlines, rectangles = self._laid_out(font, s)
            known = {} if glyph_map is None else glyph_map
            new = {glyph: outline for glyph, outline in outlines.items() if glyph not in known}
            return list(places), new if return_new_glyphs_only else known | new, list(rectangles)

        def _get_font(self, prop: Any) -> Any:
            if id(prop) not in self._found:
                self._found[id(prop)] = prop, super()._get_font(prop)
            font = self._found[id(prop)][1]
            font.set_size(self.FONT_SCALE, self.DPI)  # others may have used it at another
            return font

    return Faces()
