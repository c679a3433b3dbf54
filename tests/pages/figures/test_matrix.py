"""The heat map: shades that read in grey, words inside their cells, gaps in words."""

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.matrix import (
    MOST_ROWS,
    HeatCell,
    HeatRow,
    contrast,
    draw_heat_map,
    heat_map_alt,
    ink_on,
    shade,
)

COLUMNS = ("EER", "UAR", "WER", "mean")


def rows(count, names=()):
    return [
        HeatRow(
            str(place + 1),
            names[place] if place < len(names) else f"T{place}-1",
            tuple(HeatCell(share, f"{share:.2f}") for share in (place / count, 1 - place / count, 0.5, 0.5)),
            marked=place % 5 == 0,
        )
        for place in range(count)
    ]


def test_darker_is_better_in_grey_as_well():
    """The lightness of the shades falls all the way."""
    light = [contrast("#000000", shade(share / 20)) for share in range(21)]
    assert sorted(light, reverse=True) == light and len(set(light)) == 21
    assert (style.PAPER, style.TEAL) == (shade(-0.3), shade(1.7))


@pytest.mark.parametrize("share", [0, 0.25, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1])
def test_a_number_can_be_read_on_its_shade(share):
    """Ink or paper, whichever has more contrast; never less than 4 to 1."""
    assert contrast(ink_on(shade(share)), shade(share)) >= 4.0


@pytest.mark.parametrize("count", [0, 1, 41, MOST_ROWS])
def test_words_stand_apart_and_on_the_sheet(count, samples):
    """Names, hostile ones too, neither touch each other nor the cells; a page holds all rows."""
    drawing = draw_heat_map(rows(count, samples.hostile_names), COLUMNS)
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:index]), drawing.labels[index]
        assert style.MARGIN <= box.left + 1e-6 and box.right <= style.FULL * 72 - style.MARGIN + 1e-6
    assert 4 * count == len(drawing.cells)
    assert float(drawing.svg.split('height="')[1].split("pt")[0]) < 9.2 * style.POINTS_PER_INCH


def test_a_marked_system_has_an_asterisk():
    """It stands after the name, also where the name is cut."""
    words = [text for text, _ in draw_heat_map(rows(6, ["a name that goes on and on " * 5]), COLUMNS).labels]
    assert any(text.startswith("a name") and text.endswith("…*") for text in words)
    assert "T5-1*" in words and "T4-1" in words


def test_a_gap_is_told_in_words():
    """The cell has its reason and no shade; the alternative text names the system."""
    row = HeatRow("", "T1", (HeatCell(0.2, "0.20"), HeatCell(None, missing="empty"), HeatCell(None), HeatCell(None)))
    words = [text for text, _ in draw_heat_map([row], COLUMNS).labels]
    assert {"empty", "missing", "0.20"} <= set(words)
    assert "A value is missing for T1." in heat_map_alt([row], COLUMNS)


def test_the_alternative_text_follows_the_rows_and_holds_no_number():
    """First and last rows by name; an empty map says so."""
    text = heat_map_alt([HeatRow("1", name, ()) for name in ("one", "two", "three")], COLUMNS)
    assert "From the top: one, two and three. At the bottom: three." in text
    assert not any(sign.isdigit() for sign in text)
    assert "It is empty." in heat_map_alt([], COLUMNS)
    assert "Only alone stands in it." in heat_map_alt([HeatRow("1", "alone", ())], COLUMNS)
