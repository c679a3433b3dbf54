import pytest

from analysis.pages.figures import style
from analysis.pages.figures.ladder import LadderRow, Rung, draw_ladder, ladder, ladder_alt


@pytest.mark.parametrize("width", [style.HALF, style.FULL])
def test_labels_stand_apart(samples, width):
    """Names, attackers and reasons lie neither on each other nor on points and whiskers."""
    drawing = draw_ladder(samples.rungs(), width=width)
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in (*boxes[:index], *drawing.obstacles))


def test_each_attacker_is_named_beside_its_points(samples):
    """The attackers stand once, beside the points of a row that has room."""
    words = [text for text, _ in draw_ladder(samples.rungs()).labels]
    assert [words.count(name) for name in ("ignorant", "lazy-informed", "semi-informed")] == [1, 1, 1]


def test_attackers_are_named_where_no_row_has_room():
    """Where every row reaches far to the right the attackers are still named, apart from the rest."""
    rows = [LadderRow(f"system {name}", tuple(Rung(48.0, 40.0, 56.0) for _ in range(3))) for name in "ab"]
    drawing = draw_ladder(rows, width=style.HALF)
    words = [text for text, _ in drawing.labels]
    assert all(name in words for name in ("ignorant", "lazy-informed", "semi-informed"))
    boxes = [box for _, box in drawing.labels]
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in (*boxes[:i], *drawing.obstacles))


def test_a_missing_value_is_said_in_words(samples):
    """A system without a value under an attacker says which and why."""
    assert "semi-informed: not run" in [text for text, _ in draw_ladder(samples.rungs()).labels]


def test_rows_must_have_a_rung_for_each_attacker():
    """A row with too few rungs is refused, with both counts."""
    with pytest.raises(ValueError, match="1 rungs for 3 attackers"):
        ladder([LadderRow("short", (Rung(3.0),))])


def test_no_system_is_drawn_too():
    """A study without any EER gets an empty picture."""
    assert ladder([]).startswith("<?xml")
    assert ladder_alt([]) == "Empty picture: no system has an EER."


def test_the_alternative_text_holds_no_number(samples):
    """The alternative text names who leads, who misleads and who is missing, and holds no digit."""
    text = ladder_alt(samples.rungs())
    assert not any(sign.isdigit() for sign in text)
    assert "Under the semi-informed attacker kNN-VC, Khmer pool, both genders lies farthest to the right." in text
    assert "Far lower once the attacker knows the system: SSL-SAS." in text
    assert "No value under the semi-informed attacker: ASR→TTS." in text


def test_perfectly_separated_systems_are_drawn():
    """EERs that are all zero leave the axis no width, and a picture all the same."""
    rows = [LadderRow(name, (Rung(0.0, 0.0, 0.0),) * 3) for name in ("a", "b")]
    assert ladder(rows).startswith("<?xml")
