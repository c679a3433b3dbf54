"""Two values a row, joined: words stand apart, marks are told by shape, odd rows are drawn too."""

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.dumbbell import Band, DumbbellRow, Mark, draw_dumbbell, dumbbell_alt
from tests.pages.reading import well_drawn

MARKS = (Mark("female", "square", style.TEAL), Mark("male", "circle"))


def rows(count=44):
    """Return an original, submitted systems with a baseline among them, and a later system."""
    made = [DumbbellRow("orig", (8.8, 0.4), note="original", group="original")]
    for place in range(count - 2):
        note = "baseline" if place % 7 == 0 else ""
        made.append(DumbbellRow(f"T{place}", (place * 1.1, (place * 7.3) % 48), note=note))
    return [*made, DumbbellRow("T-p1", (44.2, 41.4), note="post-evaluation", group="post-evaluation", outside=True)]


def apart(drawing):
    """Tell whether no word touches another, a point, or the edge of the sheet."""
    boxes = [box for _, box in drawing.labels]
    return all(
        box.left >= 0.0
        and box.right <= style.FULL * style.POINTS_PER_INCH
        and not any(box.overlaps(other) for other in (*boxes[:index], *drawing.obstacles))
        for index, box in enumerate(boxes)
    )


@pytest.mark.parametrize("band", [None, Band(5.0, "inside the band")])
def test_words_stand_apart(band):
    """Forty-four names with their notes, the names of the marks and that of the band."""
    drawing = draw_dumbbell(rows(), MARKS, "EER (%)", band)
    assert apart(drawing)
    words = [text for text, _ in drawing.labels]
    assert {"female", "male", "orig", "baseline", "post-evaluation", "T41"} <= set(words)
    assert (band is not None) == ("inside the band" in words)


def test_a_page_of_the_pdf_holds_it():
    """A4 without its margins, and a caption of four lines."""
    assert draw_dumbbell(rows(46), MARKS, "EER (%)", Band(5.0, "band")).height <= 9.4


@pytest.mark.parametrize("values", [(0.0, 0.0), (0.0, 0.3), (50.0, 50.0), (49.8, 50.0), (25.0, 25.1), (0.0, 50.0)])
def test_the_names_of_the_marks_find_room(values):
    """Above the marks of the top row, also where these are near each other or at an edge."""
    drawing = draw_dumbbell([DumbbellRow("a", values), DumbbellRow("b", (0.0, 50.0))], MARKS, "EER (%)")
    assert apart(drawing)
    left = {text: box.left for text, box in drawing.labels}
    assert (values[0] <= values[1]) == (left["female"] < left["male"])


def test_equal_values_are_both_seen():
    """The mark below is larger where the two lie on each other."""
    drawing = draw_dumbbell([DumbbellRow("a", (20.0, 20.0)), DumbbellRow("b", (0.0, 50.0))], MARKS, "EER (%)")
    first, second = drawing.obstacles[:2]
    assert first.right - first.left > 1.4 * (second.right - second.left)


def test_a_missing_value_is_words():
    """The reason stands in the row, with the name of the mark where the other is there; the names stand in a line."""
    made = [
        DumbbellRow("half", (20.0, None), ("", "empty")),
        DumbbellRow("far", (50.0, None), ("", "empty")),
        DumbbellRow("none", (None, float("nan")), ("no row", "no row")),
        DumbbellRow("unsaid", (None, 3.0)),
    ]
    drawing = draw_dumbbell(made, MARKS, "EER (%)")
    assert apart(drawing)
    words = [text for text, _ in drawing.labels]
    assert 2 == words.count("male: empty") and 1 == words.count("no row") and 1 == words.count("female: not given")
    assert {"female", "male"} <= set(words)


def test_pages_of_one_picture_share_their_axis():
    """With the same span a value stands at the same place on both."""
    first = draw_dumbbell([DumbbellRow("a", (10.0, 20.0))], MARKS, "x", span=(0.0, 50.0))
    second = draw_dumbbell([DumbbellRow("a", (10.0, 50.0))], MARKS, "x", span=(0.0, 50.0))
    assert first.obstacles[0] == second.obstacles[0]


def test_hostile_names_and_no_rows(samples):
    """Names are shortened and never run into the marks; an empty picture is a picture."""
    drawing = draw_dumbbell([DumbbellRow(name, (10.0, 20.0), note=name) for name in samples.hostile_names], MARKS, "x")
    assert apart(drawing) and well_drawn(drawing)
    assert draw_dumbbell([], MARKS, "x").svg.startswith("<?xml")
    assert draw_dumbbell([DumbbellRow("a", (0.0, 0.0))], MARKS, "x").svg.startswith("<?xml")


def test_the_alternative_text_tells_who_is_higher_for_whom():
    """The widest first, ties, the band, those outside and those without a value, in words."""
    made = [
        DumbbellRow("a", (1.0, 2.0)), DumbbellRow("b", (1.0, 3.0)), DumbbellRow("c", (9.0, 2.0)),
        DumbbellRow("d", (2.0, 2.0)), DumbbellRow("p", (2.0, 1.0), outside=True), DumbbellRow("m", (2.0, None)),
    ]  # fmt: skip
    assert (
        "EER, one row a system: female and male, joined by a line. Higher for female, the widest first: c. "
        "Higher for male, the widest first: b and a. Equal: d. Both values in the band: a and d. "
        "Hollow and set apart: p. A value is missing: m."
    ) == dumbbell_alt(made, MARKS, "EER", Band(3.0, "band"))
    assert "Nobody has both values in the band." in dumbbell_alt(made, MARKS, "EER", Band(0.5, "band"))
    assert "no row has both values" in dumbbell_alt(made[-1:], MARKS, "EER")
