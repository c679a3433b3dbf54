"""Strips of points by kind: what is named, what stands apart, what is said in words."""

import random

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.strips import StripMark, StripRow, draw_strips, strips_alt, swarm
from analysis.pages.figures.tradeoff import EMOTION, PRIVACY, WORDS
from tests.pages.reading import well_drawn

AXES = (PRIVACY, EMOTION, WORDS)


def row(name, count, *, far=False, seed=1):
    """A kind with `count` members, the first of them named as the best in each panel."""
    chance = random.Random(seed)
    cells = []
    for panel in range(3):
        values = [chance.uniform(2.0, 9.0) for _ in range(count)]
        if far and panel == 2:
            values[-1] = 90.0
        cells.append(
            tuple(
                StripMark(f"{name} {n}", value, ("submitted", "baseline", "post-evaluation")[n % 3], n % 4 == 1, n == 0)
                for n, value in enumerate(values)
            )
        )
    return StripRow(name, tuple(cells))


def stand_apart(drawing):
    boxes = [box for _, box in drawing.labels]
    return not any(box.overlaps(other) for i, box in enumerate(boxes) for other in (*boxes[:i], *drawing.obstacles))


@pytest.mark.parametrize("counts", [[1], [22, 6, 4, 3, 1], [40] * 5, [300], [2] * 14])
@pytest.mark.parametrize("width", [5.6, style.FULL])
def test_words_stand_apart_from_each_other_and_from_all_marks(counts, width):
    """Names of kinds, of best members, of panels and of roles lie on nothing, few systems or many."""
    rows = [row(f"kind {number}", count, seed=number) for number, count in enumerate(counts)]
    drawing = draw_strips(rows, AXES, width)
    assert stand_apart(drawing)
    assert 3 * sum(counts) == len(drawing.obstacles)


def test_marks_stand_apart_where_there_is_room():
    """Twenty-five systems of one kind."""
    marks = draw_strips([row("voice conversion", 25)], AXES).obstacles
    assert not any(a.overlaps(b) for i, a in enumerate(marks) for b in marks[:i])


def test_the_best_members_are_named_and_a_hollow_one_has_the_asterisk():
    """Ties are named as ties; a best member that does not follow the rules is marked as in the tables."""
    cell = (StripMark("T1", 5.0, best=True), StripMark("T2", 5.0, hollow=True, best=True), StripMark("T3", 1.0))
    drawing = draw_strips([StripRow("codec", (cell,))], AXES[:1])
    texts = [text for text, _ in drawing.labels]
    assert "T1 and T2*" in texts and "non-compliant" in texts
    assert not [text for text in texts if text.startswith("T3")]


def test_far_values_stand_behind_a_broken_axis():
    """One value ten times the others does not press them together."""
    near, far = (draw_strips([row("codec", 10, far=far)], AXES[2:] * 3).obstacles[-10:] for far in (False, True))
    assert near[-1].right != far[-1].right
    spread = [max(box.right for box in boxes[:-1]) - min(box.left for box in boxes[:-1]) for boxes in (near, far)]
    assert 0.7 * spread[0] < spread[1]


def test_a_kind_without_a_value_says_so():
    """Missing and not finite values are not drawn."""
    cells = ((StripMark("a", None), StripMark("b", float("nan"))), (StripMark("a", 3.0),), ())
    drawing = draw_strips([StripRow("codec", cells)], AXES)
    assert 2 == [text for text, _ in drawing.labels].count("no value")
    assert 1 == len(drawing.obstacles)


def test_hostile_and_equal_kinds_are_drawn(samples):
    """A kind may be called anything, and all its members may have one value."""
    rows = [
        StripRow(name, tuple(tuple(StripMark(name, 7.0, best=True) for _ in range(4)) for _ in AXES))
        for name in samples.hostile_names
    ]
    drawing = draw_strips(rows, AXES)
    assert stand_apart(drawing) and well_drawn(drawing)
    assert not [sign for sign in strips_alt(rows[:1], AXES) if sign == "7"]


def test_a_swarm_moves_what_would_touch():
    """Four at one place go to four levels; the ninth and tenth share one."""
    assert [0, 1, -1, 2] == swarm([5.0] * 4)
    assert [0, 0, 0] == swarm([0.0, 10.0, 20.0])
    assert 9 == len(set(swarm([5.0] * 20)))


def test_what_does_not_fit_is_refused():
    """A row needs a cell for each panel."""
    with pytest.raises(ValueError, match="1 cells for 3 panels"):
        draw_strips([StripRow("a", ((),))], AXES)


def test_the_alternative_text_names_the_best():
    """Kinds, measures and best members, without any figure."""
    said = strips_alt([row("codec", 3), row("hybrid", 2)], AXES)
    assert "One row for each kind of system: codec and hybrid" in said
    assert "Best UAR of each kind: codec, codec 0; hybrid, hybrid 0." in said
    assert strips_alt([], AXES).startswith("Empty picture")
    assert draw_strips([], AXES).svg.startswith("<?xml")


def test_the_same_strips_give_the_same_bytes():
    """The picture is a function of what it shows."""
    first, again, other = (draw_strips([row(name, 5)], AXES).svg for name in ("a", "a", "b"))
    assert first == again and first != other
