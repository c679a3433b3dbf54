"""The prosody leak as a picture: recomputed points filled, published ones hollow, labels apart, words, no numbers."""

import dataclasses
import random

import pytest

from analysis.pages.figures.leak import draw_leak, leak_alt
from analysis.pages.figures.tradeoff import PRIVACY, TradeoffPoint


def points(count, name="system {}"):
    chance = random.Random(11)
    made = []
    for place in range(count):
        x, half = chance.uniform(3, 49), chance.uniform(1, 4)
        edges = (x - half, x + half) if place % 3 else (None, None)
        made.append(
            TradeoffPoint(name.format(place), x, chance.uniform(-0.4, 1), *edges, filled=bool(place % 3),
                          role="anonymizer" if place else "original", emphasis=place == 4)
        )  # fmt: skip
    return made


@pytest.mark.parametrize("name", ["s{}", "system {} whose name is a good deal longer than that of any other"])
@pytest.mark.parametrize("count", [1, 12, 50])
def test_labels_stand_apart(count, name):
    """With one, twelve and fifty systems, with short and long names, no label lies on another, a point or a whisker."""
    drawing = draw_leak(points(count, name), PRIVACY, 5.6, 3.3)
    boxes = [label.box for label in drawing.labels]
    assert count == len(boxes) + len(drawing.unlabelled)
    for place, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:place])
        assert not any(box.overlaps(other) for other in drawing.obstacles)


def test_a_correlation_is_never_cut():
    """One system far above all others stays on the scale: there is no band at the edge."""
    low = [TradeoffPoint(f"s{place}", 5.0 * place, 0.1, filled=True) for place in range(8)]
    assert "Beyond" not in leak_alt([*low, TradeoffPoint("far", 20.0, 0.9, filled=True)], PRIVACY)
    drawing = draw_leak([*low, TradeoffPoint("far", 20.0, 0.9, filled=True)], PRIVACY)
    heights = [box.top - box.bottom for box in drawing.obstacles]
    # An arrow beyond a cut makes the box of its point taller than those of the others.
    marks = [height for height, box in zip(heights, drawing.obstacles, strict=True) if box.right - box.left > 2]
    assert len({round(height, 6) for height in marks}) == 1


def test_filled_says_what_was_recomputed():
    """Turning a point from published to recomputed changes the picture and the words."""
    before = points(5)
    after = [dataclasses.replace(before[0], filled=True), *before[1:]]
    assert draw_leak(before, PRIVACY).svg != draw_leak(after, PRIVACY).svg
    assert "As published, from left to right: system 0 and system 3." in leak_alt(before, PRIVACY)
    assert "As published, from left to right: system 3." in leak_alt(after, PRIVACY)


def test_words_hold_no_number_besides_those_of_names(samples):
    """The alternative text names the systems and no value; hostile names do not break it."""
    named = [dataclasses.replace(point, label="abcdefgh"[place]) for place, point in enumerate(points(8))]
    assert not any(sign.isdigit() for sign in leak_alt(named, PRIVACY))
    hostile = [dataclasses.replace(point, filled=True) for point in samples.hostile()]
    assert "\n" not in leak_alt(hostile, PRIVACY)
    assert draw_leak(hostile, PRIVACY).svg.startswith("<?xml")


def test_nothing_to_draw_is_said():
    """Without a system that has both values the picture says so, in words too."""
    absent = [TradeoffPoint("a", 3.0, None), TradeoffPoint("b", float("nan"), 0.5)]
    assert ("a", "b") == draw_leak(absent, PRIVACY).absent
    assert "no system has both values" in leak_alt(absent, PRIVACY)
