"""Ranked systems in columns: labels apart, ties at one height, lines between drawn ends, words without numbers."""

import dataclasses
import random

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.bump import MORE, NOBODY, TALLEST, BumpColumn, BumpItem, bump, bump_alt
from tests.pages.reading import well_drawn

BY = "by WER in percent, the lowest first"
LONG = "system {} whose name is a good deal longer than that of any other"


def item(name, rank, value="3.20", **more):
    return BumpItem(name, more.pop("label", name), rank, value, **more)


def column(*items, title="EER ≥ 10 %", words="First category", **more):
    return BumpColumn(title, words, items, **more)


def pair():
    """Return two columns: B and C tie on the second rank of the first, D is in the second alone."""
    return [
        column(item("A", 1, role="baseline"), item("B", 2), item("C", 2, hollow=True), item("E", 4)),
        column(item("C", 1, emphasis=True), item("D", 2), item("A", 3, role="baseline"), words="Second category"),
    ]


def crowd(count, tie=0, name="system {}"):
    chance = random.Random(7)
    order = list(range(count))
    columns = []
    for _ in range(3):
        chance.shuffle(order)
        columns.append(
            column(*(item(str(which), 1 if place < tie else place + 1, f"{place}.00", label=name.format(which))
                     for place, which in enumerate(order)))
        )  # fmt: skip
    return columns


def assert_apart(drawing, width=style.FULL):
    boxes = [box for _, box in drawing.labels]
    for place, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in (*boxes[:place], *drawing.marks)), drawing.labels[place]
        assert box.left >= 0 and box.right <= width * style.POINTS_PER_INCH


@pytest.mark.parametrize(
    ("count", "tie", "name"), [(1, 0, LONG), (31, 3, "s{}"), (300, 0, LONG), (300, 40, LONG), (300, 300, "s{}")]
)
def test_labels_stand_apart(count, tie, name):
    """One, thirty-one and three hundred systems, short and long names, ties large and small."""
    drawing = bump(crowd(count, tie, name), BY, "not compliant")
    assert_apart(drawing)
    tallest = max(max(box.top for _, box in drawing.labels) - min(box.bottom for _, box in drawing.labels), 0.0)
    assert tallest < TALLEST + 80.0


def test_hostile_names_stand_apart(samples):
    """What a data file may hold, also in scripts that are taller than Latin."""
    names = samples.hostile_names
    columns = [
        column(*(item(str(place), place + 1, label=name) for place, name in enumerate(names))),
        column(*(item(str(place), len(names) - place, label=name) for place, name in enumerate(names))),
    ]
    drawing = bump(columns, BY)
    assert_apart(drawing)
    assert well_drawn(drawing)
    assert len(names) == len(drawing.joined)
    assert "\n" not in bump_alt(columns, BY)


def test_systems_that_tie_stand_at_one_height():
    """Their rank and value stand once, at the height where both lines end, between the ranks around them."""
    drawing = bump(pair(), BY)
    first = drawing.heights[0]
    assert first["B"] == first["C"] and first["A"] > first["B"] > first["E"]
    words = [text for text, _ in drawing.labels]
    assert 2 == words.count("2")  # once in each column
    box = next(box for text, box in drawing.labels if text == "2")
    assert box.bottom < first["B"] < box.top


def test_a_line_joins_a_system_that_stands_in_both_columns():
    """A and C are in both; the others have no line, and none runs on from the last column of a block."""
    assert {(0, "A"), (0, "C")} == set(bump(pair(), BY).joined)
    parted = [dataclasses.replace(pair()[0], last=True), pair()[1]]
    assert () == bump(parted, BY).joined


def test_lines_get_the_room_between_blocks():
    """Two blocks of two columns lie close to each other, and all words stay apart and on the sheet."""
    before, after = pair()
    drawing = bump([before, dataclasses.replace(after, last=True), before, after], BY, "not compliant")
    assert_apart(drawing)
    lefts = sorted({box.left for text, box in drawing.labels if text == "EER ≥ 10 %"})
    assert lefts[2] - lefts[1] < lefts[1] - lefts[0] == pytest.approx(lefts[3] - lefts[2])


def test_a_strong_line_belongs_to_the_column_where_it_is_emphasised():
    """C is set off in the second column only, from which no line runs; set off in the first it has one."""
    assert f"stroke: {style.TEAL}; stroke-width: 1.3" not in bump(pair(), BY).svg
    before, after = pair()
    strong = dataclasses.replace(
        before, items=tuple(dataclasses.replace(one, emphasis=one.key == "C") for one in before.items)
    )
    assert f"stroke: {style.TEAL}; stroke-width: 1.3" in bump([strong, after], BY).svg


def test_hollow_marks_are_explained_where_there_are_some():
    """With none, the words are not there."""
    assert "not compliant" in [text for text, _ in bump(pair(), BY, "not compliant").labels]
    assert "not compliant" not in [text for text, _ in bump(pair()[1:], BY, "not compliant").labels]


def test_the_role_is_told_by_the_shape():
    """The same systems as baselines make another picture."""
    plain = [column(item("A", 1), item("B", 2))]
    assert bump(plain, BY).svg != bump([column(item("A", 1, role="baseline"), item("B", 2, role="baseline"))], BY).svg


def test_a_column_that_does_not_fit_says_that_there_are_more():
    """Three hundred ranks are cut between ranks, a tie of three hundred inside it; words say so."""
    for tie in (0, 300):
        drawing = bump(crowd(300, tie), BY)
        assert 3 == [text for text, _ in drawing.labels].count(MORE)
        assert all(40 <= len(heights) <= TALLEST / 11.0 for heights in drawing.heights)
    # Thirty ranks and a tie of thirty: the tie does not fit, and is not cut.
    tied = column(*(item(str(place), min(place, 30) + 1) for place in range(60)))
    drawing = bump([tied], BY)
    assert 30 == len(drawing.heights[0]) and MORE in [text for text, _ in drawing.labels]


def test_a_system_without_a_rank_stands_below_with_its_reason():
    """The reason once, then the names, the tail of a long list left out."""
    gone = [item(f"N{place}", None, missing="no value") for place in range(5)]
    words = [text for text, _ in bump([column(item("A", 1), *gone)], BY).labels]
    assert ["no value:", "N0", "N1", "N2", "and others"] == words[-5:]
    assert "without a rank N0, N1, N2, N3 and N4" in bump_alt([column(item("A", 1), *gone)], BY)


def test_an_empty_column_and_no_column_are_drawn():
    """A category that nobody reaches says so."""
    drawing = bump([*pair(), column(words="Third category")], BY)
    assert NOBODY in [text for text, _ in drawing.labels] and well_drawn(drawing)
    assert "Third category: nobody." in bump_alt([column(words="Third category")], BY)
    assert bump([], BY).svg.startswith("<?xml")


def test_the_alternative_text_names_first_last_and_tied_and_holds_no_number():
    """Words for what the eye sees, no rank and no value."""
    text = bump_alt(pair(), BY)
    assert not any(sign.isdigit() for sign in text)
    assert "First category: first A; then B and C; last E; tied are B with C." in text
    assert "Second category: first C; then D; last A." in text
    assert text.endswith("Set off: C.")


def test_the_same_columns_give_the_same_bytes():
    """Drawing twice gives the same SVG."""
    assert bump(pair(), BY).svg == bump(pair(), BY).svg
