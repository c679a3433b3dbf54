"""The picture of what more speakers gain."""

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.planning import HERE, Line, Panel, draw_planning, planning_alt

SIZES = (10, 20, 29, 43, 80, 160, 320)


def panel(title: str, slope: float = 0.5, sizes=SIZES) -> Panel:
    """Return four lines, of which the second is the study's own."""
    lines = [
        Line(f"{each} each", tuple((size, 40 / each**0.3 / size**slope) for size in sizes), own=each == 10)
        for each in (5, 10, 20, 40)
    ]
    return Panel(title, tuple(lines))


USUAL = [panel("width of an interval, points"), panel("smallest difference, points", 0.6)]
FLAT = [panel("width", 0.0)]


@pytest.mark.parametrize("width", [style.HALF, 5.6])
@pytest.mark.parametrize("panels", [USUAL[:1], FLAT], ids=["usual", "flat"])
def test_words_lie_neither_on_each_other_nor_on_the_point(panels, width):
    """Also where all lines are level."""
    drawing = draw_planning(panels, 43, width)
    assert HERE in {text for text, _ in drawing.labels}
    boxes = [box for _, box in drawing.labels]
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:number])
        assert not any(box.overlaps(other) for other in drawing.obstacles)
        assert 0 <= box.left and box.right <= drawing.sheet.width


@pytest.mark.parametrize("own", [10, 43, 320])
def test_two_panels_stand_beside_each_other(own):
    """Wherever the study lies, its point is on both lines and no word leaves its panel."""
    drawing = draw_planning(USUAL, own)
    assert 2 == len(drawing.obstacles)
    assert 2 == sum(text == HERE for text, _ in drawing.labels)
    middle = drawing.sheet.width / 2
    for text, box in drawing.labels:
        assert box.right <= middle or box.left >= middle, text
    boxes = [box for _, box in drawing.labels]
    assert not any(box.overlaps(other) for number, box in enumerate(boxes) for other in boxes[:number])


def test_nothing_to_draw_is_refused():
    """No panel, or a line without a place, is a mistake of the caller."""
    for panels in ([], [Panel("width", ())], [Panel("width", (Line("5 each", ()),))]):
        with pytest.raises(ValueError, match="nothing predicted"):
            draw_planning(panels, 43)


def test_the_words_turn_with_the_numbers():
    """Falling or level, lower with more utterances or not; and no figure in them."""
    said = planning_alt(USUAL)
    assert said.startswith("Width of an interval, points and smallest difference, points, against")
    assert "Every line falls" in said and "More trial utterances a speaker lie lower" in said
    level = planning_alt([Panel("width", (Line("5 each", ((10, 1.0), (20, 1.0)), own=True),))])
    assert "falls" not in level and "lower" not in level
    assert not any(sign.isdigit() for sign in said + level)
