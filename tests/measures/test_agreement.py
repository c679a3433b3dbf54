"""Agreement of recomputed with shipped values: hand-computed pairs."""

import math

import pytest

from analysis.measures import agreement

AGREES, ROUNDING, DIFFERS = "agrees at the printed precision", "differs by rounding only", "differs"


@pytest.mark.parametrize(
    ("recomputed", "shipped", "decimals", "verdict", "rounded"),
    [
        (12.349, 12.3, 1, AGREES, "12.3"),
        (12.351, 12.3, 1, ROUNDING, "12.4"),
        (12.3999, 12.3, 1, ROUNDING, "12.4"),
        (12.4, 12.3, 1, DIFFERS, "12.4"),
        (12.2001, 12.3, 1, ROUNDING, "12.2"),
        (12.2, 12.3, 1, DIFFERS, "12.2"),
        (12.3, 12.3, 1, AGREES, "12.3"),
        (0.1 + 0.2, 0.3, 3, AGREES, "0.300"),
        (7.6, 7.0, 0, ROUNDING, "8"),
        (8.0, 7.0, 0, DIFFERS, "8"),
        (-0.04, 0.0, 1, AGREES, "-0.0"),
        (50.0, 5.0, 2, DIFFERS, "50.00"),
        (12.25, 12.2, 1, AGREES, "12.2"),
        (12.25, 12.3, 1, AGREES, "12.3"),
        (1.005, 1.0, 2, AGREES, "1.00"),
        (1.005, 1.01, 2, AGREES, "1.01"),
        (12.25, 12.4, 1, DIFFERS, "12.2"),
        (12.35, 12.2, 1, DIFFERS, "12.4"),
    ],
)
def test_verdict_at_the_printed_precision(recomputed, shipped, decimals, verdict, rounded):
    """What rounds to the shipped value agrees; less than a unit of its last digit is rounding; the rest differs."""
    result = agreement(recomputed, shipped, decimals)
    assert (verdict, rounded) == (result.verdict, result.rounded)
    assert recomputed - shipped == result.difference


@pytest.mark.parametrize(("recomputed", "shipped", "rounded"), [(math.nan, 1.0, ""), (1.26, math.nan, "1.3")])
def test_a_missing_side_is_not_compared(recomputed, shipped, rounded):
    """With one value missing there is neither agreement nor a difference."""
    result = agreement(recomputed, shipped, 1)
    assert ("not compared", rounded) == (result.verdict, result.rounded)
    assert math.isnan(result.difference)


def test_negative_decimals_are_refused():
    """A printed value has 0 or more decimals."""
    with pytest.raises(ValueError, match="-1 decimals"):
        agreement(1.0, 1.0, -1)


@pytest.mark.parametrize("whole", range(60))
@pytest.mark.parametrize("shipped", [0, 1])
def test_a_half_way_value_agrees_with_both_its_neighbours(whole, shipped):
    """Whatever its binary neighbour is: the mean of two printed values is half-way for every second pair."""
    low, high = whole / 100, (whole + 1) / 100
    assert AGREES == agreement((low + high) / 2, (low, high)[shipped], 2).verdict


def test_noise_beyond_nine_digits_decides_nothing():
    """A sum of fractions that should be half-way is, though its last bits say otherwise."""
    noisy = (60 * 0.1 + 28 * 0.3) / 88 + 0.005 - (60 * 0.1 + 28 * 0.3) / 88 + 2.34
    for shipped in (2.34, 2.35):
        assert AGREES == agreement(math.nextafter(noisy, 3), shipped, 2).verdict
        assert AGREES == agreement(math.nextafter(noisy, 2), shipped, 2).verdict


@pytest.mark.parametrize(
    ("shipped", "interval", "verdict"),
    [
        (12.6, (11.0, 14.0), "within the interval"),
        (14.0, (11.0, 14.0), "within the interval"),
        (14.1, (11.0, 14.0), "outside the interval"),
        (10.9, (11.0, 14.0), "outside the interval"),
        (12.3, (11.0, 14.0), AGREES),
        (12.2, (12.25, 14.0), ROUNDING),
        (12.6, (math.nan, math.nan), DIFFERS),
        (12.6, None, DIFFERS),
    ],
)
def test_what_is_no_rounding_is_judged_by_the_interval(shipped, interval, verdict):
    """A shipped value farther off than rounding lies within the recomputed interval, edges included, or outside."""
    assert verdict == agreement(12.251 if verdict == ROUNDING else 12.3, shipped, 1, interval).verdict


@pytest.mark.parametrize("decimals", [0, 9, 31, 330])
@pytest.mark.parametrize("value", [29.0, -0.5, 1e15])
def test_any_length_of_a_printed_number_is_compared(value, decimals):
    """No number of digits before or behind the point is too many for the comparison."""
    assert AGREES == agreement(value, value, decimals).verdict


def test_the_largest_and_the_smallest_fractions_are_compared():
    """What nobody prints stops no comparison either."""
    assert [DIFFERS, DIFFERS] == [agreement(value, 3 * value, 330).verdict for value in (1.5e300, 1e-300)]


def test_a_small_gap_between_large_numbers_is_not_rounded_away():
    """With thirty decimals one unit of the last is more than rounding, beside a number of any size."""
    assert DIFFERS == agreement(1e15, 1e15 + 1, 30).verdict
