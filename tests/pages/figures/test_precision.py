"""The picture of half-widths against listeners."""

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.precision import DIFFERENCE, MEAN, RULE, Size, draw_precision, precision_alt

USUAL = [Size(n, 0.6 / n**0.4, 0.5 / n**0.4, 0.7 / n**0.4, 0.85 / n**0.4, 0.6 / n**0.5) for n in (1, 3, 5, 10, 20)]
FLAT = [Size(n, 0.3, 0.3, 0.3, 0.3, 0.3) for n in (1, 2)]


@pytest.mark.parametrize("width", [style.HALF, 5.6])
@pytest.mark.parametrize("sizes", [USUAL, FLAT, USUAL[:1]], ids=["usual", "flat", "one"])
def test_words_lie_neither_on_each_other_nor_on_points(sizes, width):
    """Also where all lines end at one height."""
    drawing = draw_precision(sizes, 0.5, width)
    assert {MEAN, DIFFERENCE, RULE} <= {text for text, _ in drawing.labels}
    boxes = [box for _, box in drawing.labels]
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:number])
        assert not any(box.overlaps(other) for other in drawing.obstacles)


def test_the_order_of_the_sizes_does_not_matter():
    """The same picture, byte for byte."""
    assert draw_precision(USUAL, 0.5).svg == draw_precision(USUAL[::-1], 0.5).svg


def test_nothing_to_draw_is_refused():
    """An empty list is a mistake of the caller."""
    with pytest.raises(ValueError, match="no number"):
        draw_precision([], 0.5)


def test_the_words_turn_with_the_numbers():
    """Narrower or not, above the root rule or not, enough for the difference or not; and no figure in them."""
    usual, flat = precision_alt(USUAL, 0.5), precision_alt(FLAT, 0.1)
    assert all(words in usual for words in ("becomes narrower", "lies above", "larger numbers of listeners only"))
    assert all(words in flat for words in ("no narrower", "not above", "too wide with every"))
    assert "narrow enough with every" in precision_alt(FLAT, 0.4)
    assert not any(sign.isdigit() for sign in usual + flat)
