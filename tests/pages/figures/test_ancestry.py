"""Arrows from parents to children: what is named, what they look like, what is said in words."""

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.ancestry import AncestryGroup, AncestryRow, ancestry_alt, draw_ancestry
from analysis.pages.figures.tradeoff import EMOTION, PRIVACY, WORDS
from tests.pages.reading import well_drawn

AXES = (PRIVACY, EMOTION, WORDS)


def group(name, children, *, apart=""):
    rows = tuple(
        AncestryRow(f"{name} child {n}", (10.0 + 3 * n, 40.0 - n, 4.0 + n / 10), ("better", "worse", "worse"))
        for n in range(1, children + 1)
    )
    return AncestryGroup(name, (10.0, 40.0, 4.0), "baseline", rows, apart)


def stand_apart(drawing):
    boxes = [box for _, box in drawing.labels]
    return not any(box.overlaps(other) for i, box in enumerate(boxes) for other in (*boxes[:i], *drawing.obstacles))


@pytest.mark.parametrize("sizes", [[1], [2, 4, 4, 3, 3, 1, 3, 1, 1, 1, 1], [36]])
@pytest.mark.parametrize("width", [5.6, style.FULL])
def test_words_stand_apart_from_each_other_and_from_all_arrows(sizes, width):
    """Each system is named once a group, and nothing lies on its name."""
    groups = [group(f"B{number}", size) for number, size in enumerate(sizes)]
    drawing = draw_ancestry(groups, AXES, width)
    assert stand_apart(drawing)
    texts = [text for text, _ in drawing.labels]
    assert all(row.label in texts for one in groups for row in one.rows)
    # Three marks of the parent and three arrows a child, and the two arrows of the key.
    assert 3 * len(sizes) + 3 * sum(sizes) + 2 == len(drawing.obstacles)


def test_better_is_whole_and_worse_is_dashed():
    """The kind of line tells them apart where colours do not."""
    whole, dashed = (
        draw_ancestry([AncestryGroup("B", (10.0,), "baseline", (AncestryRow("a", (30.0,), (verdict,)),))], AXES[:1]).svg
        for verdict in ("better", "worse")
    )
    assert "stroke-dasharray" not in whole and style.TEAL in whole and style.RUST not in whole
    assert "stroke-dasharray" in dashed and style.RUST in dashed and style.TEAL not in dashed


def test_equal_and_missing_values_are_told():
    """An equal value is a ring; a missing one is words, at the parent or at the child."""
    rows = (AncestryRow("a", (10.0, None), ("equal", "")),)
    drawing = draw_ancestry([AncestryGroup("B", (10.0, 5.0), "baseline", rows)], AXES[:2])
    texts = [text for text, _ in drawing.labels]
    assert "equal" in texts and "better" not in texts
    assert 1 == texts.count("no value")
    nothing = draw_ancestry([AncestryGroup("B", (None, 5.0), "baseline", rows)], AXES[:2])
    assert 2 == [text for text, _ in nothing.labels].count("no value")


def test_groups_apart_stand_below_under_their_word():
    """Post-evaluation systems come last, whatever the order they are handed in."""
    drawing = draw_ancestry([group("late", 1, apart="post-evaluation"), group("B1", 1)], AXES)
    heights = {text: box.bottom for text, box in drawing.labels}
    assert heights["B1"] > heights["post-evaluation"] > heights["late"]
    assert stand_apart(drawing)


def test_hostile_names_are_drawn(samples):
    """A system's name may hold anything."""
    groups = [group(name, 2) for name in samples.hostile_names]
    drawing = draw_ancestry(groups, AXES)
    assert stand_apart(drawing) and well_drawn(drawing)


def test_what_does_not_fit_is_refused():
    """Every system needs a value for each panel."""
    with pytest.raises(ValueError, match="3 values for 2 panels"):
        draw_ancestry([group("B", 1)], AXES[:2])


def test_the_alternative_text_says_who_is_better():
    """For each parent its children and what is better, without any figure."""
    said = ancestry_alt([group("B", 1)], AXES)
    assert "Built on B: B child 1; better semi-informed EER for B child 1." in said
    assert ancestry_alt([], AXES).startswith("Empty picture")
    assert draw_ancestry([], AXES).svg.startswith("<?xml")
