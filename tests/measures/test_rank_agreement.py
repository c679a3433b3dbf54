"""Kendall's tau and turned pairs, against pairs counted by hand."""

import math
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import kendalltau

from analysis.measures import kendall_tau, turned_pairs


def test_tau_counts_pairs():
    """1 2 3 4 5 against 2 1 4 3 5: of ten pairs the first and the third-and-fourth are turned, (8 − 2) / 10."""
    assert (pytest.approx(0.6), 5) == kendall_tau([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    assert (2, 10) == turned_pairs([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])


def test_ties_leave_the_count_of_pairs_on_their_side():
    """x = 1 2 2 3, y = 1 2 3 4: of six pairs five agree, one is tied in x: 5 / √((6 − 1) · 6)."""
    assert (pytest.approx(5 / math.sqrt(30)), 4) == kendall_tau([1, 2, 2, 3], [1, 2, 3, 4])
    assert (0, 6) == turned_pairs([1, 2, 2, 3], [1, 2, 3, 4])


@pytest.mark.parametrize("seed", range(3))
def test_another_route_gives_the_same(seed):
    """Pairs counted one by one, with ties on both sides."""
    chance = np.random.default_rng(seed)
    x, y = chance.integers(0, 6, 12), chance.integers(0, 6, 12)
    signs = [(np.sign(x[a] - x[b]), np.sign(y[a] - y[b])) for a, b in combinations(range(12), 2)]
    alike, turned = sum(a * b > 0 for a, b in signs), sum(a * b < 0 for a, b in signs)
    below = math.sqrt(sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs))
    assert pytest.approx((alike - turned) / below) == kendall_tau(x, y)[0]
    assert (turned, 66) == turned_pairs(x, y)
    assert kendalltau(x, y).statistic == kendall_tau(x, y)[0]


def test_an_order_and_its_reverse():
    """The ends of the scale."""
    assert [1.0, -1.0] == [kendall_tau([1, 2, 3], y)[0] for y in ([10, 20, 30], [3, 2, 1])]


def test_a_system_with_a_missing_side_is_left_out():
    """Three of five systems have both."""
    x, y = [1, 2, 3, math.nan, 5], [1, 2, 3, 4, math.nan]
    assert (1.0, 3) == kendall_tau(x, y)
    assert (0, 3) == turned_pairs(x, y)


@pytest.mark.parametrize(("x", "y", "n"), [([], [], 0), ([1], [1], 1), ([1, 1, 1], [1, 2, 3], 3), ([1, 2], [3, 3], 2)])
def test_tau_is_undefined_without_an_order(x, y, n):
    """Nobody, one system, or all values of a side tied."""
    tau, found = kendall_tau(x, y)
    assert math.isnan(tau) and n == found
    assert 0 == turned_pairs(x, y)[0]


def test_lists_of_two_lengths_are_refused():
    """The caller has mixed something up."""
    for function in (kendall_tau, turned_pairs):
        with pytest.raises(ValueError, match="equally long"):
            function([1, 2], [1])
