"""Pearson's correlation: hand-made lists, and a reference implementation."""

import math

import numpy
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import pearsonr

from analysis.measures import pearson


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
