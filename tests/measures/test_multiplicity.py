"""Holm's adjustment: published values, and a slow, plain computation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.measures import expected_by_chance, holm


def rejected_step_by_step(p, level):
    """Return which tests Holm's procedure rejects, as he states it: one after the other, until the first that fails."""
    left = sorted(range(len(p)), key=lambda test: p[test])
    rejected = set()
    while left and p[left[0]] * len(left) <= level:
        rejected.add(left.pop(0))
    return rejected


def test_four_tests_worked_by_hand():
    """.005 times 4, .01 times 3, .03 times 2, and .04, which may not be below .06."""
    assert [0.03, 0.06, 0.06, 0.02] == pytest.approx(holm([0.01, 0.04, 0.03, 0.005]).tolist())


def test_the_published_example_rejects_two_of_four():
    """Of .01, .04, .03 and .005 at .05 the first and the last are rejected (the textbook example of the procedure)."""
    p = [0.01, 0.04, 0.03, 0.005]
    assert {0, 3} == set(np.flatnonzero(holm(p) <= 0.05)) == rejected_step_by_step(p, 0.05)


@given(st.lists(st.integers(0, 200), min_size=1, max_size=12), st.integers(1, 200))
def test_an_adjusted_p_says_at_which_levels_the_plain_procedure_rejects(numerators, level):
    """Adjusted p at most the level exactly where the step-by-step procedure rejects; whole numbers, so no rounding."""
    # In units of 2**-12, which every product below holds exactly.
    p, level = np.array(numerators) / 4096, level / 4096
    assert rejected_step_by_step(p, level) == set(np.flatnonzero(holm(p) <= level))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_adjusting_never_lowers_a_p_and_keeps_the_order(p):
    """At least the p itself, at most 1 and at most the number of tests times it; the order stays."""
    adjusted = holm(p)
    assert (adjusted >= np.array(p)).all()
    assert (adjusted <= np.minimum(1, len(p) * np.array(p))).all()
    order = np.argsort(p, kind="stable")
    assert (np.diff(adjusted[order]) >= 0).all()


def test_one_test_alone_is_left_as_it_is():
    """A family of one needs no adjustment, and a family of none has none."""
    assert [0.04] == holm([0.04]).tolist()
    assert [] == holm([]).tolist()


def test_a_missing_p_is_no_member_of_the_family():
    """Two of three tests have a p, so that the smaller is doubled."""
    adjusted = holm([0.02, math.nan, 0.5])
    assert [0.04, 0.5] == adjusted[[0, 2]].tolist()
    assert math.isnan(adjusted[1])


@pytest.mark.parametrize("p", [[-0.1], [1.1], [[0.1]]])
def test_what_is_no_p_is_refused(p):
    """A probability lies from 0 to 1, and they stand in one list."""
    with pytest.raises(ValueError, match="p must"):
        holm(p)


def test_the_number_expected_by_chance():
    """84 tests at 95 percent miss 4.2 true zeros."""
    assert 4.2 == expected_by_chance(84, 0.95)
    assert 0.0 == expected_by_chance(0, 0.95)
    with pytest.raises(ValueError, match="level"):
        expected_by_chance(1, 1.0)
