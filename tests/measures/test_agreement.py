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
