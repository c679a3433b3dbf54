"""Dot plots of interval widths: what is named, what keeps apart, what is said in words."""

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.widths import WidthCell, WidthRow, draw_widths, widths_alt
from tests.pages.reading import well_drawn

PANELS = ("ignorant", "lazy-informed", "semi-informed")
KINDS = ("one-sided", "two-sided", "trials")


def rows(names):
    made = []
    for place, name in enumerate(names):
        cells = [WidthCell((2.0 + place % 5 + n, 4.0 + place % 5 + n, 1.0 + 2 * n)) for n in range(3)]
        if place % 4 == 1:
            cells[2] = WidthCell((None, None, None), "no semi-informed file")
        made.append(WidthRow(name, tuple(cells), emphasis=place == 2))
    return made


@pytest.mark.parametrize("count", [1, 8, 50])
@pytest.mark.parametrize("width", [style.HALF + 1, style.FULL])
def test_words_stand_apart(count, width):
    """Names, reasons and kinds lie neither on each other nor on the points, with one system and with fifty."""
    drawing = draw_widths(rows([f"a system with a long name {n}" for n in range(count)]), PANELS, KINDS, width)
    boxes = [box for _, box in drawing.labels]
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in (*boxes[:i], *drawing.obstacles))
    assert {*PANELS, *KINDS} <= {text for text, _ in drawing.labels}


def test_the_first_kind_is_filled_and_the_others_are_hollow():
    """Five cells and the key have one filled point and two hollow ones each; the missing cell says why."""
    drawing = draw_widths(rows(["a", "b"]), PANELS, KINDS)
    assert 1 == [text for text, _ in drawing.labels].count("no semi-informed file")
    marks = [line for line in drawing.svg.splitlines() if "<use" in line and "stroke" in line]
    filled = sum(f"fill: {style.INK}" in mark for mark in marks)
    assert (6, 12) == (filled, sum(f"fill: {style.PAPER}" in mark for mark in marks))


def test_hostile_names_are_drawn(samples):
    """A system's name may hold anything."""
    drawing = draw_widths(rows(samples.hostile_names), PANELS, KINDS)
    assert well_drawn(drawing)
    boxes = [box for _, box in drawing.labels]
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in (*boxes[:i], *drawing.obstacles))


def test_widths_of_zero_are_drawn():
    """Perfectly separated systems have intervals without width, and a picture all the same."""
    flat = [WidthRow("flat", (WidthCell((0.0, 0.0, 0.0)),))]
    assert draw_widths(flat, PANELS[:1], KINDS).svg.startswith("<?xml")
    assert "ignorant: two-sided is wider than one-sided for no system." in widths_alt(flat, PANELS[:1], KINDS)


def test_what_does_not_fit_is_refused():
    """Rows without a cell a panel, cells without a width a kind, and too many kinds are refused with both counts."""
    with pytest.raises(ValueError, match="3 cells for 2 panels"):
        draw_widths(rows(["a"]), PANELS[:2], KINDS)
    with pytest.raises(ValueError, match="3 widths for 2 kinds"):
        draw_widths(rows(["a"]), PANELS, KINDS[:2])
    with pytest.raises(ValueError, match="6 kinds"):
        draw_widths([], PANELS, ("a", "b", "c", "d", "e", "f"))


def test_the_alternative_text_says_which_are_wider():
    """It says for each panel whether a kind is wider for all, none, or whom; without a digit."""
    text = widths_alt(rows(["original", "McAdams", "pool"]), PANELS, KINDS)
    assert "ignorant: two-sided is wider than one-sided for every system." in text
    assert "ignorant: trials is wider than one-sided for no system." in text
    assert "semi-informed: trials is wider than one-sided for original." in text
    assert not any(sign.isdigit() for sign in text)
    assert "Empty picture: no system has an interval." == widths_alt([], PANELS, KINDS)


def test_the_same_widths_give_the_same_bytes():
    """The picture is a function of what it shows."""
    first, again, other = (draw_widths(rows(names), PANELS, KINDS).svg for names in (["a"], ["a"], ["b"]))
    assert first == again
    assert first != other
