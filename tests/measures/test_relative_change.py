"""Relative change, against values worked out by hand."""

import math

import pytest

from analysis.measures.relative_change import relative_change


@pytest.mark.parametrize(
    ("value", "reference", "expected"),
    [(64.45, 71.10, -9.353), (36.90, 4.59, 703.922), (2.37, 1.85, 28.108), (34.52, 4.59, 652.070), (5.0, 5.0, 0.0)],
)
def test_a_change_is_a_share_of_the_reference(value, reference, expected):
    """Positive above the reference, negative below it."""
    assert pytest.approx(expected, abs=5e-4) == relative_change(value, reference)


def test_a_change_against_nothing_is_undefined():
    """A reference of 0 has no shares; a missing value has no change."""
    assert all(math.isnan(relative_change(*pair)) for pair in ((1, 0), (math.nan, 1), (1, math.nan)))


def test_printed_decimals_leave_no_binary_noise():
    """0.3 is three times 0.1 on paper."""
    assert 200.0 == relative_change(0.3, 0.1)
