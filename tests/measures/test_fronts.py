"""Pareto front, dominance and knee: hand-placed points, and a plain double loop."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.measures import dominators, knee, pareto_front

BOTH_LARGE = (True, True)


def test_equal_on_one_axis_and_worse_on_the_other_is_beaten():
    """Of (10, 100) and (5, 100), both to be large, only the first is on the front."""
    assert [True, False] == pareto_front([10, 5], [100, 100], BOTH_LARGE).tolist()


def test_equal_points_are_both_kept():
    """Two systems at one point do not beat each other."""
    assert [True, True, False] == pareto_front([3, 3, 2], [1, 1, 1]).tolist()


def test_first_axis_large_and_second_small_by_default():
    """A system with less privacy and more errors is beaten; a trade is not."""
    assert [True, True, False, True] == pareto_front([40, 20, 15, 5], [9, 4, 6, 1]).tolist()
    assert [False, False, False, True] == pareto_front([40, 20, 15, 5], [9, 4, 6, 1], (False, False)).tolist()


def test_missing_values_are_never_on_the_front():
    """A point with a missing coordinate is left out and beats nothing, however good its other coordinate is."""
    assert [False, True, False] == pareto_front([99, 10, math.nan], [math.nan, 5, 0]).tolist()
    assert [] == pareto_front([], []).tolist()


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1, max_size=12))
def test_the_front_is_what_nothing_beats(points):
    """Kept exactly when no other point is at least as good on both axes and better on one."""
    x, y = np.array(points).T
    expected = [not any(c >= a and d <= b and (c > a or d < b) for c, d in points) for a, b in points]
    assert expected == pareto_front(x, y).tolist()


SIDE = st.one_of(st.integers(0, 4), st.just(math.nan), st.floats(0, 50))


@given(st.lists(st.tuples(SIDE, SIDE), max_size=12), st.booleans(), st.booleans())
def test_dominance_is_what_a_plain_double_loop_says(points, large_x, large_y):
    """Pair by pair: at least as good on both axes, better on one, and no missing value on either side."""

    def beats(other, point):
        good = []
        for side, large in ((0, large_x), (1, large_y)):
            gain = other[side] - point[side] if large else point[side] - other[side]
            if math.isnan(gain):
                return False
            good.append(gain)
        return min(good) >= 0 and max(good) > 0

    expected = [[beats(other, point) for other in points] for point in points]
    x, y = [point[0] for point in points], [point[1] for point in points]
    found = dominators(x, y, (large_x, large_y)).tolist()
    assert expected == found
    known = [not any(map(math.isnan, point)) for point in points]
    kept = [here and not any(row) for here, row in zip(known, expected, strict=True)]
    assert kept == pareto_front(x, y, (large_x, large_y)).tolist()


def test_a_point_behind_the_front_is_dominated_by_a_point_on_it():
    """Whoever is dominated at all is dominated by somebody on the front."""
    chance = np.random.default_rng(3)
    x, y = chance.integers(0, 20, (2, 60))
    who, front = dominators(x, y), pareto_front(x, y)
    assert who[~front][:, front].any(axis=1).all()
    assert not who[front].any()


def test_the_knee_is_farthest_from_the_chord():
    """On the front (0, 0), (1, 5), (9, 9), (10, 10) the chord is the diagonal, and (1, 5) is farthest."""
    x, y = [0, 1, 9, 10, 5], [0, 5, 9, 10, 99]
    assert 1 == knee(x, y, [True, True, True, True, False])
    assert 1 == knee(np.multiply(x, 1000), y, [True, True, True, True, False])


def test_of_equally_far_points_the_first_is_the_knee():
    """Points at the same distance are told apart by their place in the list, not by rounding."""
    assert 1 == knee([0, 0.1, 0.2, 0.3], [0, 0.3, 0.4, 0.3], [True] * 4)


@pytest.mark.parametrize(
    ("x", "y"), [([0, 1], [0, 1]), ([0, 1, 2], [0, 1, 2]), ([0.1, 0.2, 0.3], [0.3, 0.6, 0.9]), ([1, 1, 1], [2, 2, 2])]
)
def test_a_front_without_a_bend_has_no_knee(x, y):
    """Two points, points on one line, and equal points have no knee."""
    assert knee(x, y, [True] * len(x)) is None


def test_axes_of_unequal_length_are_refused():
    """Both axes belong to the same points."""
    with pytest.raises(ValueError, match="equally long"):
        pareto_front([1, 2], [1])
