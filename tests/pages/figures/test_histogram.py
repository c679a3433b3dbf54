"""Histograms of draws: what is named, what keeps apart, what is said in words."""

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.histogram import HistogramPanel, Span, draw_histogram, histogram_alt
from tests.pages.reading import well_drawn

LANES = ("one-sided", "two-sided", "trials")
AXIS = "EER (%), more private →"


FIRST, TRIALS = Span(41.6, 46.4), Span(41.0, 46.2)


def panel(title="ignorant", point=44.0, trials=TRIALS, first=FIRST):
    edges = tuple(point - 4 + step / 2 for step in range(17))
    return HistogramPanel(
        title, edges, tuple(16 - abs(8 - n) * 2 for n in range(16)), point, (first, Span(40.0, 48.1), trials)
    )


def boxes_apart(drawing):
    boxes = [box for _, box in drawing.labels]
    return not any(box.overlaps(other) for i, box in enumerate(boxes) for other in (*boxes[:i], *drawing.obstacles))


@pytest.mark.parametrize("panels", [1, 2, 3])
@pytest.mark.parametrize("width", [style.HALF + 1, style.FULL])
def test_words_stand_apart(panels, width):
    """Titles and lanes lie neither on each other nor on bars, points and intervals."""
    titles = ("ignorant", "lazy-informed", "semi-informed")
    drawing = draw_histogram([panel(title, 40.0 + n) for n, title in enumerate(titles[:panels])], LANES, AXIS, width)
    assert boxes_apart(drawing)
    assert {*titles[:panels], *LANES, "draws"} == {text for text, _ in drawing.labels}


def test_one_point_is_equally_long_in_every_panel():
    """Intervals of equal width are drawn equally long, whatever the other panels hold."""
    wide = HistogramPanel("wide", (0.0, 20.0), (5,), 10.0, (Span(2.0, 6.0), Span(1.0, 18.0), Span(3.0, 4.0)))
    drawing = draw_histogram([panel(first=Span(41.6, 45.6)), wide], LANES, AXIS)
    # Bars come first in each panel, then the interval of each lane, the first with its point.
    first, second = drawing.obstacles[16], drawing.obstacles[16 + 4 + 1]
    assert first.right - first.left == pytest.approx(second.right - second.left)


def test_a_missing_interval_is_said_in_words():
    """A lane without an interval gives its reason, in its place."""
    drawing = draw_histogram([panel(trials=Span(None, None, "no draws"))], LANES, AXIS)
    assert "no draws" in [text for text, _ in drawing.labels]
    assert boxes_apart(drawing)


def test_one_value_only_is_one_whole_bar():
    """Draws that are all alike give one bar, filled as the interval without width is."""
    flat = HistogramPanel("separated", (-0.5, 0.5), (100,), 0.0, (Span(0.0, 0.0),) * 3)
    svg = draw_histogram([flat], LANES, AXIS).svg
    spread = HistogramPanel("separated", (-0.5, 0.5), (100,), 0.0, (Span(2.0, 3.0),) * 3)
    assert 1 == svg.count(f"fill: {style.LIGHT}") == svg.count(f"fill: {style.TEAL}; opacity")
    assert 0 == draw_histogram([spread], LANES, AXIS).svg.count(f"fill: {style.TEAL}; opacity")


def test_no_room_is_left_below_zero():
    """Values that are 0 or more start near the left end, however wide the neighbouring panel is."""
    flat = HistogramPanel("separated", (0.0, 2.0), (100,), 0.0, (Span(0.0, 0.0),) * 3)
    wide = HistogramPanel("wide", (2.0, 40.0), (5,), 10.0, (Span(2.0, 6.0), Span(1.0, 18.0), Span(3.0, 4.0)))
    drawing = draw_histogram([flat, wide], LANES, AXIS)
    names = max(box.right for text, box in drawing.labels if text in LANES)
    assert 0 < drawing.obstacles[0].left - names < 20
    assert "\N{MINUS SIGN}" not in drawing.svg


def test_bars_outside_the_interval_are_grey():
    """The part of a bar that lies beyond the edge stays grey: its filled part ends at the edge."""
    inside = draw_histogram([panel(first=Span(30.0, 60.0))], LANES, AXIS).svg.count(f"fill: {style.TEAL}; opacity")
    cut = draw_histogram([panel(first=Span(43.9, 44.1))], LANES, AXIS).svg.count(f"fill: {style.TEAL}; opacity")
    assert (14, 2) == (inside - 1, cut)


def test_hostile_titles_are_drawn(samples):
    """A title may hold anything and is cut to its panel."""
    for name in samples.hostile_names:
        drawing = draw_histogram([panel(name), panel(name)], LANES, AXIS)
        assert boxes_apart(drawing) and well_drawn(drawing)


def test_what_does_not_fit_is_refused():
    """A panel with too few intervals or too few edges is refused, with both counts."""
    with pytest.raises(ValueError, match="3 intervals for 2 lanes"):
        draw_histogram([panel()], LANES[:2], AXIS)
    with pytest.raises(ValueError, match="1 edges for 1 bars"):
        draw_histogram([HistogramPanel("short", (1.0,), (3,), 1.0, (Span(0.0, 1.0),) * 3)], LANES, AXIS)


def test_no_draws_are_drawn_too():
    """A study without draws gets an empty picture."""
    assert draw_histogram([], LANES, AXIS).svg.startswith("<?xml")
    assert "Empty picture: there are no draws." == histogram_alt([], LANES, "draws")


def test_the_alternative_text_says_which_is_wider():
    """It compares each interval with the first in words and holds no digit."""
    text = histogram_alt([panel(), panel("lazy-informed", trials=Span(43.0, 44.0))], LANES, "the draws of the EER")
    assert "ignorant: against one-sided, two-sided wider and trials wider." in text
    assert "lazy-informed: against one-sided, two-sided wider and trials narrower." in text
    assert not any(sign.isdigit() for sign in text)


def test_the_same_draws_give_the_same_bytes():
    """The picture is a function of what it shows."""
    first, again, other = (draw_histogram([panel(), panel("lazy", at)], LANES, AXIS).svg for at in (30.0, 30.0, 30.5))
    assert first == again
    assert first != other
