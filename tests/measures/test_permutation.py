"""The sign-flip test over speakers: hand-made values, every sign pattern, and a slow, plain computation."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.measures import contributions, eer_draws, equal_error_rate, ratio_draws, sign_flip_test, without_each


def plain_p(values, flips, seed):
    """Return p by one flip after the other, on whole numbers."""
    generator = np.random.default_rng(seed)
    as_large = 0
    for _ in range(flips):
        total = 0
        for value, keep in zip(values, generator.integers(0, 2, len(values)), strict=True):
            total += value if keep else -value
        as_large += abs(total) >= abs(sum(values))
    return (1 + as_large) / (1 + flips)


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=10), st.integers(0, 5))
def test_p_is_that_of_a_plain_loop(values, seed):
    """Whole numbers: the same flips, the same ties, the same p, to the last bit."""
    assert plain_p(values, 60, seed) == sign_flip_test(values, 60, seed).p


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=8))
def test_p_does_not_hang_on_the_unit(values):
    """Tenths are none in binary, yet their ties are ties: the p of whole numbers and of their tenths is one."""
    tenths = [value / 10 for value in values]
    assert sign_flip_test(values, 50, 1).p == sign_flip_test(tenths, 50, 1).p


def test_ties_count_as_at_least_as_large():
    """Three ones: of eight patterns two reach three, so that about a quarter of the flips do; none is beyond."""
    values = [0.1, 0.1, 0.1]
    patterns = [abs(sum(signs)) for signs in itertools.product((1, -1), repeat=3)]
    assert 0.25 == sum(total >= 3 for total in patterns) / len(patterns)
    found = sign_flip_test(values, 4000, 0)
    assert 0.25 == pytest.approx(found.p, abs=0.03)
    assert found.p == plain_p([1, 1, 1], 4000, 0)


def test_p_nears_that_of_all_patterns():
    """Ten values have 1,024 sign patterns; the drawn share of those that are as large comes near the whole share."""
    values = [3, -1, 4, 1, 5, 9, -2, 6, 5, 3]
    whole = np.mean([abs(np.dot(s, values)) >= abs(sum(values)) for s in itertools.product((1, -1), repeat=10)])
    assert whole == pytest.approx(sign_flip_test(values, 20_000, 3).p, abs=0.005)


def test_no_contribution_at_all_gives_one():
    """Values that are all 0, as of two identical systems, never speak against chance."""
    found = sign_flip_test([0.0] * 5, 99, 0)
    assert (1.0, 99, 99, 5) == (found.p, found.as_large, found.flips, found.speakers)


def test_the_smallest_p_counts_the_observed_sum_itself():
    """Twenty equal values: no flip of a hundred reaches their sum, and p is 1 of 101."""
    found = sign_flip_test([1.0] * 20, 100, 0)
    assert 1 / 101 == found.p == found.smallest


def test_turning_both_systems_round_keeps_p():
    """A minus B is as far from 0 as B minus A."""
    values = np.random.default_rng(2).normal(1, 2, 15)
    assert sign_flip_test(values, 500, 7).p == sign_flip_test(-values, 500, 7).p


def test_the_level_is_kept_where_nothing_differs():
    """Of 400 made-up families of contributions around 0, about one in twenty has a p of at most .05."""
    generator = np.random.default_rng(5)
    found = [sign_flip_test(generator.normal(0, 1, 20), 199, 0).p <= 0.05 for _ in range(400)]
    assert 0.05 == pytest.approx(np.mean(found), abs=0.03)


@pytest.mark.parametrize(
    ("values", "flips", "words"),
    [([], 9, "at least one"), ([[1.0]], 9, "one list"), ([np.nan], 9, "finite"), ([1.0], 0, "0 flips")],
)
def test_what_cannot_be_flipped_is_refused(values, flips, words):
    """The message says what was found."""
    with pytest.raises(ValueError, match=words):
        sign_flip_test(values, flips, 0)


def test_each_speaker_is_left_out_once():
    """A table of ones with zeros on its diagonal."""
    assert [[0, 1, 1], [1, 0, 1], [1, 1, 0]] == without_each(3).tolist()
    with pytest.raises(ValueError, match="0 speakers"):
        without_each(0)


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=20))
def test_the_contributions_to_a_mean_are_its_values(values):
    """Leaving one value out of a mean and asking what it contributed gives that value."""
    values = np.array(values)
    without = [np.delete(values, place).mean() for place in range(len(values))]
    np.testing.assert_allclose(values, contributions(values.mean(), without), atol=1e-8)


def test_the_contributions_have_the_difference_as_their_mean():
    """Also where leaving speakers out moves the rate to one side only, as the steps of an EER do."""
    found = contributions(3.0, [3.2, 3.1, 3.4, 3.1])
    assert 3.0 == pytest.approx(found.mean())
    # n D - (n - 1) D without s, shifted as a whole.
    plain = 4 * 3.0 - 3 * np.array([3.2, 3.1, 3.4, 3.1])
    np.testing.assert_allclose(plain - plain.mean(), found - 3.0, atol=1e-12)


def test_a_difference_that_no_speaker_moves_is_its_own_contribution():
    """Exactly, so that identical systems have contributions of exactly 0."""
    assert [0.0, 0.0, 0.0] == contributions(0.0, [0.0, 0.0, 0.0]).tolist()
    assert [0.1, 0.1, 0.1] == contributions(0.1, [0.1, 0.1, 0.1]).tolist()


@pytest.mark.parametrize(("difference", "without"), [(1.0, [1.0]), (np.nan, [1.0, 2.0]), (1.0, [1.0, np.nan])])
def test_contributions_need_two_speakers_and_finite_values(difference, without):
    """One speaker left out leaves nothing."""
    with pytest.raises(ValueError, match=r"at least 2|finite"):
        contributions(difference, without)


def test_rates_without_a_speaker_are_those_of_the_other_trials():
    """The counts of `without_each` take a speaker's trials, or utterances, out of the rate."""
    generator = np.random.default_rng(4)
    speaker = np.repeat(np.arange(5), 12)
    target = np.tile([True, False, False], 20)
    scores = generator.normal(target * 1.0, 1.0)
    expected = [equal_error_rate(scores[speaker != s], target[speaker != s]).value for s in range(5)]
    assert expected == eer_draws(scores, target, speaker, without_each(5)).tolist()
    errors, signs = np.array([3, 1, 4, 1, 5]), np.array([30, 20, 40, 10, 50])
    expected = [(errors.sum() - errors[s]) / (signs.sum() - signs[s]) for s in range(5)]
    assert expected == ratio_draws(errors, signs, without_each(5)).tolist()
