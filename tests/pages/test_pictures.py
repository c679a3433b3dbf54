"""Pictures from the cache: the same bytes as freshly drawn ones, and drawn again, with a reason, when they must be."""

import numpy
import pytest

from analysis import cache as module
from analysis.cache import Cache
from analysis.errors import EngineError
from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas
from analysis.pages.pictures import Pictures, drawn, picture
from analysis.work import Pool

PATH = "s/figures/a.svg"
CHANGES = {
    "place of a line": lambda sheet: sheet.line([(1, 1), (9, 9.000000000000002)]),
    "colour of a line": lambda sheet: sheet.line([(1, 1), (9, 9)], style.TEAL),
    "width of a line": lambda sheet: sheet.line([(1, 1), (9, 9)], width=0.7),
    "dashes": lambda sheet: sheet.line([(1, 1), (9, 9)], dashes=(1.0, 2.0)),
    "opacity": lambda sheet: sheet.line([(1, 1), (9, 9)], opacity=0.5),
    "area": lambda sheet: sheet.area([(1, 1), (9, 9), (1, 9)], style.TEAL),
    "shape": lambda sheet: sheet.mark((5, 5), "square"),
    "size": lambda sheet: sheet.mark((5, 5), size=6.0),
    "words": lambda sheet: sheet.text((1, 1), "b"),
    "bold": lambda sheet: sheet.text((1, 1), "a", bold=True),
    "align": lambda sheet: sheet.text((1, 1), "a", align="right"),
    "upwards": lambda sheet: sheet.text((1, 1), "a", upwards=True),
    "nothing": lambda sheet: None,
    "line": lambda sheet: sheet.line([(1, 1), (9, 9)]),
    "mark": lambda sheet: sheet.mark((5, 5)),
    "text": lambda sheet: sheet.text((1, 1), "a"),
}  # fmt: skip


def sheet(words: str = "ភាសាខ្មែរ", width: float = 80) -> Canvas:
    made = Canvas(width, 40)
    made.line([(0, 20), (80, 20)], style.TEAL, 0.8)
    made.mark((40, 20), "diamond")
    made.text((4, 4), words)
    return made


@pytest.fixture
def counted(monkeypatch):
    """Count how often matplotlib is asked to draw."""
    times, real = [], Canvas.svg
    monkeypatch.setattr(Canvas, "svg", lambda self: times.append(self) or real(self))
    return times


def test_a_picture_is_drawn_once(tmp_path, counted):
    """The second build has the same bytes, which are those of a build without a cache, and draws nothing."""
    expected = drawn(PATH, sheet())
    assert expected.startswith("<?xml") and expected.endswith("</svg>\n")
    first, second, off = Cache(tmp_path), Cache(tmp_path), Cache(None)
    assert expected == Pictures(first)(PATH, sheet()) == Pictures(second)(PATH, sheet())
    assert 2 == len(counted)
    assert ([(PATH, "first run")], 0) == (first.computed, first.reused)
    assert ([], 1) == (second.computed, second.reused)
    assert expected == Pictures(off)(PATH, sheet()) and [(PATH, "no cache")] == off.computed


def test_another_drawing_is_drawn_and_says_so(tmp_path):
    """One changed word; the picture is that of the new sheet."""
    Pictures(Cache(tmp_path))(PATH, sheet())
    again = Cache(tmp_path)
    assert sheet("other").svg() == Pictures(again)(PATH, sheet("other"))
    assert [(PATH, "what the figure shows changed")] == again.computed


def test_figures_that_others_draw_are_those_that_are_drawn_here(tmp_path):
    """A sheet goes to another process as it stands; what comes back counts as computed when it is asked for."""
    sheets = {f"s/figures/{n}.svg": sheet(f"ភាសា {n}", 80 + n) for n in range(16)}
    expected = {path: drawn(path, one) for path, one in sheets.items()}
    cache = Cache(tmp_path)
    with Pool(2) as crew:
        draw = Pictures(cache, crew)
        draw.begin(sheets)
        draw.begin(sheets)  # which has begun
        assert [] == cache.computed
        assert expected == {path: draw(path, one) for path, one in sheets.items()}
    assert [(path, "first run") for path in sheets] == cache.computed


def test_a_worker_with_another_khmer_face_draws_nothing():
    """It would draw another picture, and is told so instead."""
    with pytest.raises(EngineError, match="another Khmer face"):
        picture(sheet(), "0" * 64)


def test_two_figures_of_one_drawing_share_their_picture(tmp_path, counted):
    """The entry is known by what is drawn, not by whose it is; a page's figure that moves is not drawn again."""
    draw = Pictures(Cache(tmp_path))
    assert draw(PATH, sheet()) == draw("other/figures/b.svg", sheet())
    assert 1 == len(counted)


@pytest.mark.parametrize(
    ("name", "other", "reason"),
    [
        ("code_digest", lambda _module: "other",
         "the code changed (analysis.pages.figures.canvas, analysis.pages.figures.style, analysis.pages.figures.svg)"),
        ("library_version", lambda _name: "0.0", "library matplotlib changed"),
    ],
)  # fmt: skip
def test_other_code_or_another_matplotlib_draws_again(tmp_path, monkeypatch, name, other, reason):
    """The reason names which of them."""
    Pictures(Cache(tmp_path))(PATH, sheet())
    monkeypatch.setattr(f"{module.__name__}.{name}", other)
    again = Cache(tmp_path)
    Pictures(again)(PATH, sheet())
    ((_, said),) = again.computed
    assert said.startswith(reason)


def test_another_khmer_face_draws_again(tmp_path, monkeypatch):
    """The one face that does not come with matplotlib takes part by its bytes."""
    before = style.khmer_font()
    Pictures(Cache(tmp_path))(PATH, sheet("Latin"))
    (tmp_path / "other.ttf").write_bytes(b"other")
    monkeypatch.setattr(style, "khmer_font", lambda: tmp_path / "other.ttf")
    again = Cache(tmp_path)
    Pictures(again)(PATH, sheet("Latin"))
    assert [(PATH, f"the Khmer typeface {'is new' if before is None else 'changed'}")] == again.computed


@pytest.mark.parametrize(
    "damage", [lambda content: b"", lambda content: content[:-1], lambda content: content[:-9] + b"x" + content[-8:]]
)
def test_a_damaged_picture_is_drawn_again(tmp_path, damage):
    """It reaches no page."""
    expected = Pictures(Cache(tmp_path))(PATH, sheet())
    (entry,) = (tmp_path / "results").rglob("*.npz")
    entry.write_bytes(damage(entry.read_bytes()))
    again = Cache(tmp_path)
    assert expected == Pictures(again)(PATH, sheet())
    assert [(PATH, "damaged entry")] == again.computed


def test_sheets_that_differ_in_anything_have_their_own_digest():
    """Kind, place, colour, size and words of every mark, their order, and the size of the sheet."""
    made = []
    for change in CHANGES.values():
        one = sheet()
        change(one)
        made.append(one.digest())
    backwards = Canvas(80, 40)
    backwards._drawn = sheet()._drawn[::-1]
    made += [sheet(width=81).digest(), sheet("a").digest(), backwards.digest()]
    assert len(made) == len(set(made))
    assert sheet().digest() == sheet().digest()


def test_numbers_of_numpy_are_told_apart_to_the_last_digit():
    """Places can come from arrays; what is printed of them is exact."""
    near = [numpy.float64(1.0), numpy.nextafter(numpy.float64(1.0), 2.0)]
    sheets = [Canvas(10, 10) for _ in near]
    for one, value in zip(sheets, near, strict=True):
        one.line([(value, 0.0), (1.0, 1.0)])
    assert sheets[0].digest() != sheets[1].digest()
