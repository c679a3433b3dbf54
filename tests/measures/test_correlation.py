"""Pearson's correlation and the line through the points: hand-made lists, and reference implementations."""

import math

import numpy
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import pearsonr

from analysis.measures import off_the_line, pearson


def test_a_pair_with_a_missing_side_is_left_out():
    """n counts the pairs that have both sides."""
    assert (1.0, 3) == pearson([1, 2, math.nan, 3, 9], [2, 4, 5, 6, math.nan])
    assert (-1.0, 3) == pearson([1, 2, 3], [3, 2, 1])


@pytest.mark.parametrize(
    ("x", "y", "n"),
    [([], [], 0), ([1, 2], [2, 1], 2), ([1, 1, 1], [1, 2, 3], 3), ([1, 2, 3], [0.1, 0.1, 0.1], 3)],
)
def test_undefined_for_too_few_pairs_or_without_variation(x, y, n):
    """Two points lie on a line always, and a constant goes with nothing."""
    found, pairs = pearson(x, y)
    assert math.isnan(found)
    assert n == pairs


# Values as tables print them: a spread below that is rounding.
HUNDREDTHS = st.integers(-6000, 6000).map(lambda value: value / 100)
VALUES = st.lists(st.tuples(HUNDREDTHS, HUNDREDTHS), min_size=3, max_size=40)


@given(VALUES)
def test_agrees_with_the_reference_implementation(pairs):
    """Wherever both sides vary, scipy says the same."""
    x, y = numpy.array(pairs).T
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    assert pearsonr(x, y).statistic == pytest.approx(pearson(x, y)[0], abs=1e-9)


@given(VALUES, st.randoms())
def test_the_order_of_the_systems_does_not_matter(pairs, chance):
    """Shuffled, the correlation stays the same up to the rounding of the means."""
    turned = list(pairs)
    chance.shuffle(turned)
    assert pearson(*zip(*pairs, strict=True))[0] == pytest.approx(
        pearson(*zip(*turned, strict=True))[0], abs=1e-9, nan_ok=True
    )


def test_lists_of_unequal_length_are_refused():
    """Both lists are of the same systems."""
    with pytest.raises(ValueError, match="equally long"):
        pearson([1, 2, 3], [1, 2])


@given(VALUES)
def test_residuals_are_those_of_a_fitted_line(pairs):
    """Wherever both sides vary and the points are not on one line, a polynomial fit leaves the same residuals."""
    x, y = numpy.array(pairs).T
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    residuals = y - numpy.polyval(numpy.polyfit(x, y, 1), x)
    deviation = numpy.sqrt((residuals**2).sum() / (len(x) - 2))
    assume(deviation > 1e-6)
    assert (residuals / deviation).tolist() == pytest.approx(off_the_line(x, y).tolist(), abs=1e-4)


def test_on_the_line_nothing_stands_out():
    """Points on one line, and points without a correlation, have no residual to speak of; a missing pair has none."""
    assert numpy.isnan(off_the_line([1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4])).all()
    assert numpy.isnan(off_the_line([1, 1, 1], [1, 2, 3])).all()
    found = off_the_line([1, 2, math.nan, 3, 4], [1, 2, 9, 3, 8])
    assert [False, False, True, False, False] == numpy.isnan(found).tolist()
