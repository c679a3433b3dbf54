"""A sheet as SVG, against a matplotlib figure whose artists draw the same marks."""

import io

import pytest
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch, Polygon
from matplotlib.path import Path
from matplotlib.text import Text as TextArtist
from matplotlib.transforms import Affine2D

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Area, Canvas, Line, Mark, Strokes, Text
from analysis.pages.figures.svg import SHAPES, faces


def artist(drawn, transform, order):
    if isinstance(drawn, Text):
        return TextArtist(
            *drawn.place, drawn.text, transform=transform, zorder=order, color=drawn.colour,
            fontproperties=style.font(drawn.size, drawn.bold, drawn.italic), horizontalalignment=drawn.align,
            verticalalignment="baseline", rotation=90 if drawn.upwards else 0, rotation_mode="anchor",
            parse_math=False,
        )  # fmt: skip
    if isinstance(drawn, Strokes):
        places = [place for ends in drawn.segments for place in ends]
        return PathPatch(
            Path(places, [Path.MOVETO, Path.LINETO] * len(drawn.segments)), transform=transform, zorder=order,
            facecolor="none", edgecolor=drawn.colour, linewidth=drawn.width, capstyle="butt",
            alpha=drawn.opacity if drawn.opacity < 1 else None,
        )  # fmt: skip
    if isinstance(drawn, Area):
        return Polygon(
            drawn.places, closed=True, transform=transform, zorder=order, facecolor=drawn.fill, edgecolor="none",
            alpha=drawn.opacity,
        )  # fmt: skip
    if isinstance(drawn, Mark):
        letter, factor = SHAPES[drawn.shape]
        return Line2D(
            [drawn.place[0]], [drawn.place[1]], transform=transform, zorder=order, linestyle="none", marker=letter,
            markersize=drawn.size * factor, markerfacecolor=drawn.fill, markeredgecolor=drawn.edge,
            markeredgewidth=drawn.edge_width,
        )  # fmt: skip
    assert isinstance(drawn, Line)
    across, up = zip(*drawn.places, strict=True)
    return Line2D(
        across, up, transform=transform, zorder=order, color=drawn.colour, linewidth=drawn.width,
        alpha=drawn.opacity if drawn.opacity < 1 else None, solid_capstyle="butt", solid_joinstyle="miter",
        linestyle=(0, drawn.dashes) if drawn.dashes else "solid",
    )  # fmt: skip


def as_figure(sheet: Canvas) -> str:
    """Return the SVG of a figure on which every mark is an artist."""
    with style.settings():
        inches = (sheet.width / style.POINTS_PER_INCH, sheet.height / style.POINTS_PER_INCH)
        figure = Figure(figsize=inches, frameon=False, dpi=style.POINTS_PER_INCH)
        FigureCanvasSVG(figure)
        to_figure = Affine2D().scale(1 / sheet.width, 1 / sheet.height) + figure.transFigure
        for order, drawn in enumerate(sheet._drawn, start=1):
            figure.add_artist(artist(drawn, to_figure, order))
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


def lines(sheet):
    sheet.line([(0, 0), (33.3, 47.1)])
    sheet.line([(1, 1), (2.5, 80), (200, 3)], style.RUST, 1.0)
    sheet.line([(-5, 20), (400, 20)], dashes=(2, 1.5), width=0.7, opacity=0.5)
    sheet.line([(7, 7), (7, 7)], width=2.25)


def strokes(sheet):
    sheet.strokes([((1, 1), (1, 9.3)), ((4.7, 1), (4.7, 9.3)), ((500, 1), (500, 9))], width=0.7, opacity=0.55)
    sheet.strokes([((7, 7), (20, 30))], style.TEAL)


def areas(sheet):
    sheet.area([(0, 0), (10, 0), (10, 10)], style.TEAL)
    sheet.area([(0, 0), (10.1, 0), (10, 10), (0, 0)], style.LIGHT, opacity=0.35)
    sheet.area([(5, 5), (6, 6)], "#000000", opacity=0.0)


def marks(sheet):
    for place, shape in enumerate(SHAPES):
        sheet.mark((10 + 20 * place, 30), shape, size=3.5 + place)
        sheet.mark((10 + 20 * place, 50), shape, fill=style.PAPER, edge=style.GREY, edge_width=0.6)
    sheet.mark((500, 500))


def texts(sheet):
    for place, text in enumerate(("Text", "ខ្មែរ និង latin", "שלום", "a -- b <&> $x^2$", "\U0001f600 \ue000", "  ")):
        for across, align in ((20, "left"), (100.7, "center"), (180, "right")):
            sheet.text((across, 10.3 * place), text, align=align, bold=place == 1, italic=place == 2)
            sheet.text((across, 10.3 * place), text, size=7.5, colour=style.GREY, align=align, upwards=True)


@pytest.mark.parametrize(
    "draw", [lambda _sheet: None, lines, strokes, areas, marks, texts], ids=lambda draw: draw.__name__
)
@pytest.mark.parametrize("size", [(241.2, 100), (style.FULL * 72, 77.7)])
def test_it_is_what_a_figure_would_be(draw, size):
    """Byte for byte, inside and outside the sheet, in every face."""
    sheet = Canvas(*size)
    draw(sheet)
    assert as_figure(sheet) == sheet.svg()


def test_a_picture_has_no_ground():
    """It lies on the paper of its page, which is white in print and has a tint on the web."""
    assert style.PAPER not in Canvas(100, 100).svg() and "<path" not in Canvas(100, 100).svg()


def test_a_face_is_looked_up_once(monkeypatch):
    """And has its own size again when somebody else has used it at another."""
    font = style.font(9.25)
    before = faces().get_text_width_height_descent("Text", font, False)
    faces()._get_font(font).set_size(12, 300)
    monkeypatch.setattr("matplotlib.font_manager.fontManager._find_fonts_by_props", None)
    assert before == faces().get_text_width_height_descent("Text", font, False)
