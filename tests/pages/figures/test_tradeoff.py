import dataclasses

import pytest

from analysis.pages.figures import style
from analysis.pages.figures.tradeoff import (
    CONTENT,
    EMOTION,
    PRIVACY,
    TradeoffPoint,
    cap_for,
    draw_tradeoff,
    tradeoff,
    tradeoff_alt,
)
from tests.pages.reading import well_drawn


def assert_apart(drawing):
    boxes = [label.box for label in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:index])
        assert not any(box.overlaps(other) for other in drawing.obstacles)


@pytest.mark.parametrize("width", [style.HALF, style.FULL])
def test_eight_labels_stand_apart(samples, width):
    """With eight systems each drawn one has its name, and no name lies on another, a point or a whisker."""
    drawing = draw_tradeoff(samples.eight(), width=width)
    assert len(drawing.labels) == 6
    assert drawing.key == ()
    assert_apart(drawing)


@pytest.mark.parametrize("suffix", ["", " with a long name"])
@pytest.mark.parametrize("axis", [CONTENT, EMOTION])
@pytest.mark.parametrize("width", [style.HALF, style.FULL])
def test_forty_four_labels_stand_apart(samples, width, axis, suffix):
    """With forty-four systems names and numbers lie neither on each other nor on points."""
    assert_apart(draw_tradeoff(samples.forty_four(suffix), y_axis=axis, width=width))


@pytest.mark.parametrize("suffix", ["", " whose name is a good deal longer than that of any other"])
@pytest.mark.parametrize(("width", "height"), [(style.HALF, None), (5.6, 3.3)])
def test_fifty_labels_stand_apart_with_error_bars_both_ways(samples, width, height, suffix):
    """With fifty systems and whiskers in both directions nothing overlaps, and no system is lost without a word."""
    points = [
        dataclasses.replace(point, x_low=point.x - 2, x_high=point.x + 2, y_low=point.y * 0.8, y_high=point.y * 1.2)
        for point in [*samples.forty_four(suffix), *samples.forty_four(" again")[:6]]
    ]
    drawing = draw_tradeoff(points, width=width, height=height)
    assert len(drawing.labels) + len(drawing.unlabelled) == 50
    assert_apart(drawing)


def test_names_give_way_to_numbers(samples):
    """Where not all names fit, the front and the baselines keep theirs; the key names each of the rest once."""
    points = samples.forty_four(" with a long name")
    drawing = draw_tradeoff(points, width=style.FULL)
    numbered = [entry.label for entry in drawing.key]
    assert [entry.number for entry in drawing.key] == list(range(1, len(numbered) + 1))
    assert len(numbered) == len(set(numbered)) > 10
    rest = {point.label for point in points if not point.on_front and point.role == "submitted"}
    assert set(numbered) | set(drawing.unlabelled) <= rest
    assert len(drawing.labels) + len(drawing.unlabelled) == 44


def test_missing_values_are_told(samples):
    """A system without one of its values is not drawn and comes back by name."""
    assert draw_tradeoff(samples.eight()).absent == ("same gender", "ASR→TTS")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([7.6, 24.4, 27.6, 29.6, 31.3, 38.4, 113.6], 38.4),
        ([1.85, 2.4, 3.0, 4.5, 9.1, 9.95], None),
        ([1.0, 50.0, 60.0], None),
        ([5.0], None),
        ([], None),
    ],
)
def test_an_axis_is_cut_where_a_few_lie_far_beyond(values, expected):
    """A cut is made below a few values that lie more than twice as far as all others."""
    assert cap_for(values) == expected


def test_a_value_beyond_the_scale_keeps_its_name(samples):
    """A system beyond the cut is still drawn and labelled."""
    points = samples.eight()
    names = {points[int(label.name)].label for label in draw_tradeoff(points).labels}
    assert "Private kNN-VC" in names


@pytest.mark.parametrize(
    "points",
    [
        [],
        [TradeoffPoint("alone", 0.0, 0.0, on_front=True)],
        [TradeoffPoint("missing", None, 3.0)],
        [TradeoffPoint("same", 20.0, 5.0, on_front=True), TradeoffPoint("same", 20.0, 5.0, on_front=True)],
    ],
)
def test_small_studies_are_drawn(points):
    """No system, one, none with both values, and equal ones are drawn like any other."""
    assert tradeoff(points).startswith("<?xml")


def test_the_alternative_text_holds_no_number(samples):
    """The alternative text names the front and holds no digit besides those of names."""
    points = [dataclasses.replace(point, label=point.label.replace("2", "two")) for point in samples.eight()]
    text = tradeoff_alt(points)
    assert not any(sign.isdigit() for sign in text)
    assert "The front runs from left to right through original and kNN-VC, Khmer pool." in text
    assert "Beyond the scale of CER: Private kNN-VC." in text


def test_the_alternative_text_follows_the_data(samples):
    """With another front the text names that one, and a sentence without ground is gone."""
    points = [
        dataclasses.replace(point, on_front=point.label == "McAdams", emphasis=False) for point in samples.eight()[:5]
    ]
    text = tradeoff_alt(points)
    assert "McAdams alone is on the front." in text
    assert "Beyond the scale" not in text
    assert "bold" not in text


def test_a_marked_system_has_an_asterisk_where_its_name_stands(samples):
    """In the picture, in the key, and in the words, which say what it is."""
    points = [dataclasses.replace(point, marked=True) for point in samples.forty_four(" with a long name")]
    drawing = draw_tradeoff(points, width=style.FULL)
    assert drawing.key and all(line.label.endswith("*") for line in drawing.key)
    text = tradeoff_alt([dataclasses.replace(samples.eight()[1], marked=True)])
    assert "An asterisk marks McAdams." in text


def test_chance_stands_only_on_an_axis_that_has_it(samples):
    """Values about fifty on another axis have no such line, which would be an obstacle as high as the frame."""
    points = [TradeoffPoint("one", 30.0, 5.0), TradeoffPoint("two", 49.0, 6.0)]

    def high(drawing):
        return [box for box in drawing.obstacles if box.top - box.bottom > 100]

    assert 1 == len(high(draw_tradeoff(points, PRIVACY)))
    assert 0 == len(high(draw_tradeoff(points, EMOTION)))


def test_a_second_front_is_told(samples):
    """It is dashed, and the words name its systems."""
    points = [TradeoffPoint("one", 30.0, 5.0, on_front=True), TradeoffPoint("two", 25.0, 6.0, on_other_front=True)]
    assert "A second front, dashed, runs through two." in tradeoff_alt(points)
    assert "stroke-dasharray" in tradeoff(points)
    assert "second front" not in tradeoff_alt(samples.eight())


def test_a_crowd_is_drawn_with_the_names_that_matter():
    """With three hundred systems the front and the baselines keep their names; the rest comes back as unlabelled."""
    points = [TradeoffPoint(f"B{at}", 10.0 + 9.0 * at, 9.0, role="baseline") for at in range(3)]
    points += [TradeoffPoint(f"T{at}", 5.0 + 37 * at % 40, 4.0 + 0.01 * at, role="submitted") for at in range(296)]
    points += [TradeoffPoint("best", 48.0, 2.0, on_front=True, role="submitted")]
    drawing = draw_tradeoff(points, width=style.FULL)
    assert {"B0", "B1", "B2", "best"} == {points[int(label.name)].label for label in drawing.labels}
    assert () == drawing.key and 296 == len(drawing.unlabelled)
    assert well_drawn(drawing)
