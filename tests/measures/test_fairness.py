"""The modified fairness discrepancy rate, against values worked out by hand."""

import math

import pytest

from analysis.measures.fairness import mfdr


@pytest.mark.parametrize(
    ("female", "male", "expected"),
    [(8.76, 0.42, 181.699), (21.15, 21.14, 0.0473), (33.40, 33.67, 0.8051), (5.0, 5.0, 0.0), (7.0, 0.0, 200.0)],
)
def test_mfdr_is_the_gap_over_the_mean(female, male, expected):
    """Twice the gap over the sum, in percent, whoever is ahead."""
    assert pytest.approx(expected, abs=5e-4) == mfdr(female, male)
    assert mfdr(female, male) == mfdr(male, female)


def test_mfdr_of_two_zeros_or_of_a_missing_value_is_undefined():
    """Not 0: nothing can be said about a share of nothing."""
    assert all(math.isnan(mfdr(*pair)) for pair in ((0.0, 0.0), (math.nan, 1.0), (1.0, math.nan)))


def test_a_negative_eer_is_refused():
    """A sign where none can be is a mistake of the caller."""
    with pytest.raises(ValueError, match="negative"):
        mfdr(-1.0, 2.0)
