import itertools
import random

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.lines import Line, draw_lines, lines, lines_alt, spread

ATTACKERS = ("ignorant", "lazy-informed", "semi-informed")


def rows():
    return [
        Line("original", (2.4, 2.4, 3.0)),
        Line("McAdams", (29.6, 25.3, 14.2)),
        Line("kNN-VC, Khmer pool", (44.0, 46.7, 43.5), emphasis=True),
        Line("ASR→TTS", (45.3, 50.0, None), ending="no semi-informed file"),
        Line("SSL-SAS", (50.7, 12.8, 9.8), doubt=True),
        Line("SSL-SAS, other pool", (43.5, 7.4, 6.3), shipped=True, doubt=True),
        Line("OpenVoice", (29.0, 30.2, 20.0), shipped=True),
    ]


def many(count=50):
    chance = random.Random(5)
    return [
        Line(
            f"a system with a long name {number}",
            tuple(chance.uniform(3.0, 50.0) if place < 2 or number % 10 else None for place in range(3)),
            shipped=number % 3 == 0, ending="no semi-informed file", doubt=number % 9 == 0,
        )
        for number in range(count)
    ]  # fmt: skip


@pytest.mark.parametrize("width", [style.FULL, 5.6])
@pytest.mark.parametrize("made", [rows, many], ids=["seven", "fifty"])
def test_labels_stand_apart(made, width):
    """Names at the right end and words where a line ends lie neither on each other nor on points."""
    drawing = draw_lines(made(), ATTACKERS, width)
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in (*boxes[:index], *drawing.obstacles))


def test_fifty_names_stand_on_one_page():
    """The picture of fifty systems is lower than the text of an A4 page, and every system is named."""
    drawing = draw_lines(many(), ATTACKERS)
    words = " ".join(text for text, _ in drawing.labels)
    assert drawing.height < 9.6
    assert [] == [row.label for row in many() if row.label not in words and row.label not in drawing.unplaced]


def test_a_missing_value_ends_the_line_with_a_word():
    """No point and no stroke stands where the value is missing; the reason stands beside the end."""
    drawing = draw_lines([Line("a", (40.0, 30.0, None), ending="no semi-informed file")], ATTACKERS)
    assert ["a: no semi-informed file"] == [text for text, _ in drawing.labels if text.startswith("a")]
    assert 2 == len(drawing.obstacles)


def test_many_lines_that_end_early_are_told_in_one_line_of_words():
    """Where not every end has a free place, no word lies across lines, and a last line says that there are more."""
    rows = [Line(f"system {number}", (20.0 + number % 3, 30.0 + number % 4, None)) for number in range(30)]
    drawing = draw_lines([*rows, Line("whole", (10.0, 12.0, 14.0))], ATTACKERS)
    words = [text for text, _ in drawing.labels]
    assert 1 == sum(text.startswith("Further lines end") for text in words)
    assert len(drawing.unplaced) == 30 - sum(": ends here" in text for text in words) > 0
    few = draw_lines(rows[:3], ATTACKERS)
    assert () == few.unplaced


def test_a_gap_in_the_middle_is_not_bridged():
    """With the middle value missing two points stand without a line between them."""
    gap = lines([Line("a", (40.0, None, 30.0))], ATTACKERS)
    whole = lines([Line("a", (40.0, 35.0, 30.0))], ATTACKERS)
    assert 2 == whole.count("stroke-opacity: 0.6") - gap.count("stroke-opacity: 0.6")


def test_shipped_values_are_hollow_and_dashed():
    """The same values drawn as shipped have a dashed line and points filled with paper."""
    ours, theirs = (lines([Line("a", (30.0, 20.0, 10.0), shipped=flag)], ATTACKERS) for flag in (False, True))
    assert (0, 2) == tuple(picture.count("stroke-dasharray: 2.8,1.75") for picture in (ours, theirs))
    assert ours != theirs


@pytest.mark.parametrize(
    ("expected", "wanted", "gap"),
    [
        ([8.0, 12.0], [9.0, 11.0], 4.0),
        ([0.0, 4.0, 8.0], [0.0, 1.0, 2.0], 4.0),
        ([42.0, 46.0, 50.0], [49.0, 49.0, 50.0], 4.0),
        ([10.0, 40.0], [10.0, 40.0], 4.0),
        ([0.0, 25.0, 50.0], [1.0, 2.0, 3.0], 30.0),
        ([7.0], [7.0], 4.0),
        ([], [], 4.0),
    ],
)
def test_names_move_apart_as_little_as_can_be(expected, wanted, gap):
    """Places are counted by hand for a frame from 0 to 50."""
    assert expected == pytest.approx(spread(wanted, gap, 0.0, 50.0))


def test_spread_places_keep_order_gap_and_frame():
    """For many wishes the places stay in the frame, in order, and far enough apart."""
    chance = random.Random(2)
    for _ in range(50):
        wanted = sorted(chance.uniform(-20.0, 120.0) for _ in range(20))
        places = spread(wanted, 5.0, 0.0, 100.0)
        assert all(b - a >= 5.0 - 1e-9 for a, b in itertools.pairwise(places))
        assert -1e-9 <= places[0] and places[-1] <= 100.0 + 1e-9


def test_lines_need_a_value_for_each_attacker():
    """Too few values are refused with both counts; one attacker makes no line."""
    with pytest.raises(ValueError, match="1 values for 3 attackers"):
        lines([Line("a", (3.0,))], ATTACKERS)
    with pytest.raises(ValueError, match="two attackers"):
        lines([Line("a", (3.0,))], ATTACKERS[:1])


def test_no_system_is_drawn_too():
    """A study without any EER gets an empty picture and a text that says so."""
    assert lines([Line("a", (None, None, None))], ATTACKERS).startswith("<?xml")
    assert "Empty picture: no system has an EER." == lines_alt([Line("a", (None, None, None))], ATTACKERS)


def test_the_alternative_text_follows_the_data_and_holds_no_number():
    """Who falls, who is shipped and who ends early is named."""
    text = lines_alt(rows(), ATTACKERS)
    assert not any(sign.isdigit() for sign in text)
    assert "Falling far once the attacker knows the system: SSL-SAS and SSL-SAS, other pool." in text
    assert "Dashed, from shipped values: SSL-SAS, other pool and OpenVoice." in text
    assert "Ending before the semi-informed attacker: ASR→TTS." in text
    assert "Falling far" not in lines_alt(rows()[:3], ATTACKERS)


def test_the_same_values_give_the_same_bytes():
    """Drawing twice gives the same SVG; it holds no date."""
    assert lines(many(), ATTACKERS) == lines(many(), ATTACKERS)
    assert "dc:date" not in lines(many(), ATTACKERS)
