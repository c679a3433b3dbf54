"""Exact intervals of a chance against SciPy and against the definition."""

import numpy
import pytest
from scipy import stats

from analysis.measures import binomial_interval, chance_of_as_many


@pytest.mark.parametrize("trials", [1, 3, 10, 60])
def test_edges_are_those_of_scipy(trials):
    """Every count of so many trials has the edges of Clopper and Pearson."""
    hits = numpy.arange(trials + 1)
    expected = [stats.binomtest(int(one), trials).proportion_ci(0.95, method="exact") for one in hits]
    low, high = binomial_interval(hits, trials)
    assert [edge.low for edge in expected] == pytest.approx(low.tolist(), abs=1e-9)
    assert [edge.high for edge in expected] == pytest.approx(high.tolist(), abs=1e-9)


def test_no_hit_and_no_miss_reach_the_ends():
    """None of ten allows up to 1 - 0.025 ** 0.1, all of ten no less than 0.025 ** 0.1; no trial says nothing."""
    low, high = binomial_interval([0, 10, 0], [10, 10, 0])
    assert [0.0, 0.025**0.1, 0.0] == pytest.approx(low.tolist())
    assert [1 - 0.025**0.1, 1.0, 1.0] == pytest.approx(high.tolist())


@pytest.mark.parametrize(("hits", "trials"), [(-1, 3), (4, 3)])
def test_impossible_counts_are_refused(hits, trials):
    """More hits than trials, or fewer than none."""
    with pytest.raises(ValueError, match="between 0 and the number of trials"):
        binomial_interval(hits, trials)


def test_the_chance_of_as_many_is_a_sum():
    """Two or more of three fair coins: 3 of 8 ways with two heads and 1 with three."""
    assert 0.5 == pytest.approx(chance_of_as_many(2, 3, 0.5))
    assert (1.0, 0.0) == (chance_of_as_many(0, 3, 0.1), chance_of_as_many(1, 3, 0.0))
