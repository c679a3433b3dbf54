import pytest

from analysis.pages.figures.scale import Scale, tick_text, ticks


def test_a_scale_maps_its_ends():
    """The low value lies at the start and the high value at the end; beyond lies at the edge when clipped."""
    scale = Scale(0.0, 50.0, 20.0, 220.0)
    assert (scale(0.0), scale(50.0)) == (20.0, 220.0)
    assert scale.clipped(80.0) == 220.0


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0.0, 46.0, 5, [0.0, 10.0, 20.0, 30.0, 40.0]),
        (-21.0, 33.0, 6, [-20.0, -10.0, 0.0, 10.0, 20.0, 30.0]),
        (0.0, 0.7, 4, [0.0, 0.2, 0.4, 0.6]),
    ],
)
def test_ticks_are_round(low, high, most, expected):
    """Ticks are round values inside the range, without a negative zero."""
    assert ticks(low, high, most) == expected
    assert "-" not in "".join(str(value) for value in ticks(low, high, most) if value == 0)


def test_a_negative_tick_has_a_true_minus():
    """A negative value is written with U+2212."""
    assert tick_text(-20.0) == "\u221220"
