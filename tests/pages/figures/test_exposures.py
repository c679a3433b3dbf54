"""Strips of single speakers: what is named, what keeps apart, what is said in words."""

import numpy
import pytest

from analysis.pages.figures import style
from analysis.pages.figures.exposures import MOST_TICKS, ExposureCell, ExposureRow, draw_exposures, exposures_alt
from tests.pages.reading import well_drawn

PANELS = ("ignorant", "lazy-informed", "semi-informed")


def cell(seed=0, speakers=43, beyond=False, lowest="s07"):
    values = numpy.random.default_rng(seed).normal(40, 10, speakers).clip(0, 90)
    low = float(values.min())
    return ExposureCell(
        tuple(values.tolist()), 41.0, lowest, (low + 2, low + 12) if beyond else (low - 5, low + 5), beyond
    )


def rows(names, speakers=43):
    made = []
    for place, name in enumerate(names):
        cells = [cell(3 * place + number, speakers, beyond=(place + number) % 3 == 0) for number in range(3)]
        if place % 4 == 1:
            cells[2] = ExposureCell(missing="no semi-informed file")
        made.append(ExposureRow(name, tuple(cells), emphasis=place == 2))
    return made


@pytest.mark.parametrize("count", [1, 16])
@pytest.mark.parametrize("width", [style.HALF + 1.5, style.FULL])
def test_words_stand_apart(count, width):
    """Names of systems and speakers, reasons and the key lie neither on each other nor on ticks and marks."""
    drawing = draw_exposures(rows([f"a system with a long name {n}" for n in range(count)]), PANELS, width)
    boxes = [box for _, box in drawing.labels]
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in (*boxes[:i], *drawing.obstacles))
    assert {*PANELS, "s07"} <= {text for text, _ in drawing.labels}


def strokes(drawing):
    """Return how many straight lines are drawn in the manner of a tick."""
    paths = [part.split("/>")[0] for part in drawing.svg.split("<path ")[1:]]
    return sum(path.count("L ") for path in paths if "opacity: 0.55" in path and "fill: none" in path)


def test_each_speaker_is_a_tick_until_they_are_too_many():
    """With 43 speakers there are 40 lines more than with three; with more than a strip can show, a fixed few."""
    few, more = (strokes(draw_exposures(rows(["a"], count), PANELS)) for count in (3, 43))
    assert 3 * 40 == more - few
    many = [strokes(draw_exposures(rows(["a"], count), PANELS)) for count in (MOST_TICKS + 1, 1251)]
    assert many[0] == many[1] < more


def test_filled_and_bold_where_the_lowest_is_beyond_chance():
    """One panel beyond chance and two within: so many triangles are filled or hollow, and one of each in the key."""
    svg = draw_exposures(rows(["a"]), PANELS).svg
    marks = [line for line in svg.splitlines() if "<use" in line and "stroke" in line]
    assert (2, 3) == (
        sum(f"fill: {style.RUST}" in mark for mark in marks), sum(f"stroke: {style.GREY}" in mark for mark in marks)
    )  # fmt: skip


def test_a_lowest_that_several_share_has_no_name():
    """The triangle stands without a word."""
    labels = [text for text, _ in draw_exposures([ExposureRow("a", (cell(lowest=""),))], PANELS[:1]).labels]
    assert "s07" not in labels and "lowest" in labels


def test_hostile_names_are_drawn(samples):
    """A system's name and a speaker's id may hold anything."""
    made = [ExposureRow(name, (cell(lowest=name),)) for name in samples.hostile_names]
    drawing = draw_exposures(made, PANELS[:1])
    assert well_drawn(drawing)
    boxes = [box for _, box in drawing.labels]
    assert not any(box.overlaps(other) for i, box in enumerate(boxes) for other in boxes[:i])


def test_eers_of_zero_and_one_speaker_are_drawn():
    """Nothing is divided by a range that is none; where alike speakers cannot be had, no band is drawn."""
    made = [
        ExposureRow("a", (ExposureCell((0.0, 0.0)),)),
        ExposureRow("b", (ExposureCell((0.0,), 0.0, "x", (0.0, 0.0)),)),
    ]
    assert well_drawn(draw_exposures(made, PANELS[:1]))
    assert "lowest if all were alike" in {text for text, _ in draw_exposures(made, PANELS[:1]).labels}
    assert "lowest if all were alike" not in {text for text, _ in draw_exposures(made[:1], PANELS[:1]).labels}


def test_what_does_not_fit_is_refused():
    """A row without a cell a panel is refused with both counts."""
    with pytest.raises(ValueError, match="3 cells for 2 panels"):
        draw_exposures(rows(["a"]), PANELS[:2])


def test_the_picture_in_words():
    """Who is lowest, and for which systems beyond chance; nothing is said where nothing is drawn."""
    said = exposures_alt(rows(["one", "two"]), PANELS)
    assert "ignorant, lowest: one, s07; two, s07. ignorant: lower than by chance for one." in said
    assert "lazy-informed: for no system lower than by chance." in said
    assert exposures_alt([], PANELS).startswith("Empty picture")


def test_an_id_without_a_letter_stands_in_quotation_marks():
    """In words for the ear nobody takes a speaker called 0012 for a value."""
    said = exposures_alt([ExposureRow("0.0", (cell(lowest="0012"),))], PANELS[:1])
    assert "ignorant, lowest: “0.0”, “0012”." in said
