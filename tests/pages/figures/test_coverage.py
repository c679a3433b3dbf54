"""The picture of coverage."""

from itertools import pairwise

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.coverage import LOOKS, CoveragePanel, Dot, coverage_alt, draw_coverage

NAMES = ("by trials", "one-sided", "two-sided", "joint", "joint BCa", "joint t")
SPEAKERS = (10, 29, 43, 160)


def panels(*rows):
    """Return one panel a row; each row holds the share of every series in every column."""
    return [
        CoveragePanel(f"EER {3 * (number + 1)} %", tuple(tuple(Dot(s, 1.2) for s in shares) for _ in SPEAKERS))
        for number, shares in enumerate(rows)
    ]


USUAL = panels((70, 85, 96, 90, 93, 95), (75, 90, 99, 94, 94.5, 95), (78, 93, 99.5, 95, 95, 95))
LOW = panels((3.0, 55, 75, 70, 83, 88))


@pytest.mark.parametrize("width", [style.HALF, 5.6, 6.6])
@pytest.mark.parametrize("drawn", [USUAL, LOW], ids=["usual", "low"])
def test_words_lie_neither_on_each_other_nor_on_points(drawn, width):
    """The key, the titles and the numbers of speakers, also on half a page."""
    drawing = draw_coverage(drawn, NAMES, SPEAKERS, 95.0, 43, width)
    assert {*NAMES, "160"} <= {text for text, _ in drawing.labels}
    boxes = [box for _, box in drawing.labels]
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:number])
        assert not any(box.overlaps(other) for other in drawing.obstacles)
        assert 0 <= box.left and box.right <= drawing.sheet.width


def test_series_are_told_apart_without_colour():
    """No two looks have the same shape and the same filling."""
    assert len(LOOKS) == len({(shape, fill == style.PAPER) for shape, fill, _ in LOOKS})


def test_points_of_one_number_of_speakers_do_not_cover_each_other():
    """Equal shares stand side by side."""
    drawing = draw_coverage(panels((95,) * 6), NAMES, SPEAKERS, 95.0, None)
    centres = sorted((box.left + box.right) / 2 for box in drawing.obstacles)
    assert min(b - a for a, b in pairwise(centres)) > 4.0


def test_a_share_that_is_not_there_is_not_drawn():
    """The others are."""
    one = [CoveragePanel("EER", ((Dot(None), Dot(90.0, 1.0)),))]
    assert 1 == len(draw_coverage(one, NAMES[:2], (10,), 95.0, None).obstacles)


def test_the_same_numbers_give_the_same_picture():
    """To the byte."""
    assert draw_coverage(USUAL, NAMES, SPEAKERS, 95.0, 43).svg == draw_coverage(USUAL, NAMES, SPEAKERS, 95.0, 43).svg


def test_what_cannot_be_drawn_is_refused():
    """No panel, or more series than looks."""
    with pytest.raises(ValueError, match="no coverage"):
        draw_coverage([], NAMES, SPEAKERS, 95.0, None)
    with pytest.raises(ValueError, match="looks"):
        draw_coverage(USUAL, [*NAMES, "one more"], SPEAKERS, 95.0, None)


def test_the_words_turn_with_the_numbers():
    """Each kind against the promise, by two standard errors; and no figure in them."""
    said = coverage_alt(panels((70, 95, 99, 95, 92.5, 93), (95, 95, 99, 95, 92.6, 95)), NAMES, 95.0)
    assert "By trials: below it in some settings." in said and "One-sided: near the promise everywhere." in said
    assert "Two-sided: above it everywhere." in said and "Joint BCa: below it in some settings." in said
    assert not any(sign.isdigit() for sign in said)
