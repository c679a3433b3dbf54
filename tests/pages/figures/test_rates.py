import pytest

from analysis.pages.figures import style
from analysis.pages.figures.rates import Rate, RateRow, draw_rates, rates_alt, scale_end

LISTS = ("all texts", "phone (iAny)", "studio")


def around(*values):
    """Return rates with an interval of three points either way; None is missing."""
    return tuple(Rate(None, missing="no transcripts") if v is None else Rate(v, v - 3.0, v + 3.0) for v in values)


def eight():
    return [
        RateRow("original", around(7.6, 6.9, 9.1)),
        RateRow("kNN-VC, a pool of target voices", around(24.4, 27.9, 17.0), emphasis=True),
        RateRow("same gender", around(None, None, None)),
        RateRow("ASR→TTS", around(31.3, 30.0, 33.9)),
        RateRow("Private kNN-VC", around(113.6, 121.5, 96.8), doubt=True),
    ]


def apart(drawing):
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in (*boxes[:index], *drawing.obstacles))


@pytest.mark.parametrize("width", [style.HALF, style.FULL])
@pytest.mark.parametrize("lists", [LISTS, LISTS[:1]])
def test_words_stand_apart(width, lists):
    """Names, lists, reasons and the guide lie neither on each other nor on points and whiskers."""
    rows = [RateRow(row.label, row.rates[: len(lists)], row.emphasis, row.doubt) for row in eight()]
    apart(draw_rates(rows, lists, width=width))


def test_each_list_is_named_once():
    """Beside the points of a row with room, else above the rows; a single list needs no name."""
    crowded = [RateRow("a", around(90.0, 80.0, 95.0)), RateRow("b", around(88.0, 70.0, 99.0))]
    for rows, width in ((eight(), style.FULL), (crowded, style.FULL), (crowded, style.HALF)):
        drawing = draw_rates(rows, LISTS, width=width)
        assert [1, 1, 1] == [[text for text, _ in drawing.labels].count(name) for name in LISTS]
        apart(drawing)
    assert "all texts" not in [text for text, _ in draw_rates([RateRow("a", around(9.0))], LISTS[:1]).labels]


def test_a_missing_rate_is_said_once_in_words():
    """The row of a system without transcripts says why."""
    assert 1 == [text for text, _ in draw_rates(eight(), LISTS).labels].count("no transcripts")


def test_as_many_edits_as_signs_is_marked_where_the_scale_reaches_it():
    """The guide stands where a rate or an interval goes beyond it, and not elsewhere."""
    words = "as many edits as the reference is long"
    assert words in [text for text, _ in draw_rates(eight(), LISTS).labels]
    assert words not in [text for text, _ in draw_rates(eight()[:2], LISTS).labels]


def test_the_axis_holds_every_rate_but_those_that_would_hide_the_rest():
    """A rate of 113 stays on the axis; one of 5,000 leaves it and is never hidden: an arrow and words stand there."""
    assert 124.5 == scale_end(eight())
    far = [*eight(), RateRow("babble", around(5000.0, 4000.0, 20.0))]
    assert 124.5 == scale_end(far)
    drawing = draw_rates(far, LISTS)
    assert 2 == [text for text, _ in drawing.labels].count("off the scale")
    apart(drawing)
    assert "Beyond the scale, drawn as arrows at its end: babble." in rates_alt(far, LISTS)
    assert 5003.0 == scale_end([RateRow("alone", around(5000.0))])


def test_rows_must_have_a_rate_for_each_list():
    """A row with too few rates is refused, with both counts."""
    with pytest.raises(ValueError, match="1 rates for 3 lists"):
        draw_rates([RateRow("short", around(3.0))], LISTS)


def test_the_alternative_text_says_the_result_without_a_number():
    """It names who is lowest, who is highest, who is beyond the reference and who has no value."""
    text = rates_alt(eight(), LISTS, "WER")
    assert text.startswith("WER of each system over all texts, phone (iAny) and studio")
    assert "Farthest to the left: original. Farthest to the right: Private kNN-VC." in text
    assert "More edits than the reference is long: Private kNN-VC. No value: same gender." in text
    assert not any(sign.isdigit() for sign in text)
    assert "Empty picture: no system has a CER." == rates_alt([RateRow("a", around(None))], LISTS[:1])


def test_hostile_names_and_zero_rates_are_drawn(samples):
    """Any text is a name, all rates may be zero, and the same rows give the same picture."""
    rows = [RateRow(name, around(0.0) if place else (Rate(0.0, 0.0, 0.0),)) for place, name in
            enumerate(samples.hostile_names)]  # fmt: skip
    assert draw_rates(rows, LISTS[:1]).svg == draw_rates(rows, LISTS[:1]).svg
    assert draw_rates([RateRow("a", (Rate(0.0, 0.0, 0.0),))], LISTS[:1]).svg.startswith("<?xml")
    assert draw_rates([], LISTS).svg.startswith("<?xml")
