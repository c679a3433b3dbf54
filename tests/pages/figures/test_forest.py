import dataclasses

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.forest import ForestGroup, ForestRow, draw_forest, forest, forest_alt


@pytest.mark.parametrize("width", [style.HALF, style.FULL])
def test_labels_stand_apart(samples, width):
    """Titles, measures and verdicts lie neither on each other nor on points and whiskers."""
    drawing = draw_forest(samples.groups(), width)
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in (*boxes[:index], *drawing.obstacles))


def test_a_difference_that_is_not_established_says_so(samples):
    """Every hollow point carries its verdict in words; a missing difference its reason."""
    words = [text for text, _ in draw_forest(samples.groups()).labels]
    assert words.count("not established") == 2
    assert words.count("no evidence") == 1
    assert words.count("no difference") == 1
    assert "no transcripts" in words
    assert "CI excludes 0" not in words


def test_a_verdict_is_never_left_out():
    """Where whiskers fill the whole width, the verdict still stands in the row, apart from them."""
    drawing = draw_forest([ForestGroup("b − a", (ForestRow("EER", 0.1, -30.0, 30.0, "no evidence"),))])
    box = next(box for text, box in drawing.labels if text == "no evidence")
    assert not any(box.overlaps(other) for other in drawing.obstacles)


@pytest.mark.parametrize("width", [style.HALF, style.FULL])
def test_a_row_of_which_something_else_says_otherwise_has_a_dagger(samples, width):
    """A dagger stands beside such a point, filled or hollow, clear of everything, and is explained in words."""
    groups = [
        ForestGroup(group.title, tuple(dataclasses.replace(row, contested=True) for row in group.rows))
        for group in samples.groups()
    ]
    drawing = draw_forest(groups, width)
    words = [text for text, _ in drawing.labels]
    assert (3, 2) == (words.count("†"), words.count("not established †"))
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in (*boxes[:index], *drawing.obstacles))
    said = "otherwise by another kind of interval or by the test: EER semi-informed and CER."
    assert said in forest_alt(groups) and said not in forest_alt(samples.groups())


def test_no_comparison_is_drawn_too():
    """A study without pairs gets an empty picture and a text that says so."""
    assert forest([]).startswith("<?xml")
    assert forest_alt([]) == "Empty picture: no comparison is registered."


def test_the_alternative_text_holds_no_number(samples):
    """The alternative text sorts the measures by verdict and holds no digit."""
    text = forest_alt(samples.groups())
    assert not any(sign.isdigit() for sign in text)
    assert "above zero: EER semi-informed; below zero: CER." in text
    assert "not established: EER ignorant and CER" in text


def published(groups):
    """Put a published difference below every row, also where none was recomputed."""
    return [
        ForestGroup(
            group.title,
            tuple(dataclasses.replace(row, shipped=(0.5, -4.0, 5.0 if place else None))
                  for place, row in enumerate(group.rows)),
        )
        for group in groups
    ]  # fmt: skip


@pytest.mark.parametrize("width", [style.HALF, style.FULL])
def test_a_published_difference_stands_below_and_touches_nothing(samples, width):
    """Two whiskers a row, and the words of the row on neither."""
    plain, drawing = draw_forest(samples.groups(), width), draw_forest(published(samples.groups()), width)
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in (*boxes[:index], *drawing.obstacles))
    rows = sum(len(group.rows) for group in samples.groups())
    assert len(drawing.obstacles) > len(plain.obstacles) + rows
    assert drawing.height > plain.height
    assert "Below a difference stands, thin and hollow, the published one." in forest_alt(published(samples.groups()))


def test_the_title_for_the_ear_takes_the_place_of_the_one_for_the_eye():
    """A comparison of systems that are called by numbers has quotation marks where it is read out."""
    rows = (ForestRow("CER", 1.0, 0.5, 2.0, "CI excludes 0"),)
    assert "“0012” − b – above zero: CER." in forest_alt([ForestGroup("0012 − b", rows, "“0012” − b")])
