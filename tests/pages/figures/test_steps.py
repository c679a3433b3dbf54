import pytest

from analysis.pages.figures import style
from analysis.pages.figures.steps import Step, StepRow, draw_steps, steps, steps_alt

PANELS = ("gender step", "corpus step")
ATTACKERS = ("ignorant", "lazy-informed", "semi-informed")
UP = Step(5.6, 3.0, 8.1, "CI excludes 0")
DOWN = Step(-3.3, -6.0, -1.0, "CI excludes 0")
OPEN = Step(0.4, -0.8, 1.6, "no evidence")
EDGE = Step(1.1, 0.02, 2.2, "not established")
GONE = Step(None, missing="no semi-informed file")


def rows():
    return [
        StepRow("McAdams", ((UP, UP, OPEN), (OPEN, EDGE, OPEN)), emphasis=True),
        StepRow("kNN-VC, Khmer pool, both genders", ((OPEN, DOWN, OPEN), (OPEN, OPEN, OPEN))),
        StepRow("ASR→TTS", ((DOWN, OPEN, GONE), (UP, OPEN, GONE))),
    ]


@pytest.mark.parametrize("width", [style.FULL, 5.6])
def test_labels_stand_apart(width):
    """Names, attackers and reasons lie neither on each other nor on points and whiskers."""
    drawing = draw_steps(rows(), PANELS, ATTACKERS, width)
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in (*boxes[:index], *drawing.obstacles))


def test_an_established_step_is_filled_and_others_are_hollow():
    """One filled point is the only difference that the verdict makes to the picture."""
    filled = steps([StepRow("b", ((UP,),))], ("gender step",), ("ignorant",))
    hollow = steps([StepRow("b", ((Step(5.6, 3.0, 8.1, "no evidence"),),))], ("gender step",), ("ignorant",))
    assert f"fill: {style.TEAL}" in filled
    assert f"fill: {style.TEAL}" not in hollow


def test_attackers_are_named_where_there_are_several():
    """With one attacker the caption says it; with several each lane does."""
    several = [text for text, _ in draw_steps(rows(), PANELS, ATTACKERS).labels]
    assert [3, 3, 3] == [several.count(name) for name in ATTACKERS]
    one = [text for text, _ in draw_steps([StepRow("b", ((UP,),))], PANELS[:1], ("ignorant",)).labels]
    assert "ignorant" not in one


def test_a_missing_step_is_said_in_words():
    """A step without a value says why, in both panels."""
    words = [text for text, _ in draw_steps(rows(), PANELS, ATTACKERS).labels]
    assert 2 == words.count("no semi-informed file")


def test_rows_must_have_a_step_for_each_panel_and_attacker():
    """A row with too few steps is refused."""
    with pytest.raises(ValueError, match="3 steps in each of 2 panels"):
        steps([StepRow("short", ((UP, UP, UP),))], PANELS, ATTACKERS)


def test_no_system_is_drawn_too():
    """A study without systems gets an empty picture and a text that says so."""
    assert steps([], PANELS, ATTACKERS).startswith("<?xml")
    assert "Empty picture: there is no step between trial lists." == steps_alt([], PANELS, ATTACKERS)


def test_the_alternative_text_follows_the_verdicts_and_holds_no_number():
    """Who is above and below zero is named for each panel and attacker."""
    text = steps_alt(rows(), PANELS, ATTACKERS)
    assert not any(sign.isdigit() for sign in text)
    assert "gender step, ignorant attacker: above zero for McAdams and below zero for ASR→TTS." in text
    assert "corpus step, lazy-informed attacker: established for no system." in text
    assert "Not every step is known for ASR→TTS." in text


def test_the_same_values_give_the_same_bytes():
    """Drawing twice gives the same SVG; it holds no date."""
    assert steps(rows(), PANELS, ATTACKERS) == steps(rows(), PANELS, ATTACKERS)
    assert "dc:date" not in steps(rows(), PANELS, ATTACKERS)


def test_steps_that_are_all_zero_are_drawn():
    """Equal lists leave the axis no width, and a picture all the same."""
    zero = Step(0.0, 0.0, 0.0, "no difference")
    assert steps([StepRow("b", ((zero,),))], ("gender step",), ("ignorant",)).startswith("<?xml")
