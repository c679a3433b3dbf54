"""The sign-flip test over speakers: hand-made values, every sign pattern, and a slow, plain computation."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.measures import contributions, eer_draws, equal_error_rate, ratio_draws, sign_flip_test, without_each


def plain_p(values, flips, seed):
    """Return p by one drawn flip after the other, on whole numbers."""
    generator = np.random.default_rng(seed)
    as_large = 0
    for _ in range(flips):
        total = 0
        for value, keep in zip(values, generator.integers(0, 2, len(values)), strict=True):
            total += value if keep else -value
        as_large += abs(total) >= abs(sum(values))
    return (1 + as_large) / (1 + flips)


def every_p(values):
    """Return p by one choice of signs after the other, each of them once, on whole numbers."""
    totals = [sum(s * v for s, v in zip(signs, values, strict=True))
              for signs in itertools.product((1, -1), repeat=len(values))]  # fmt: skip
    return sum(abs(total) >= abs(sum(values)) for total in totals) / len(totals)


@given(st.lists(st.integers(-50, 50), min_size=6, max_size=10), st.integers(0, 5))
def test_p_is_that_of_a_plain_loop(values, seed):
    """Too many choices to count all: the same flips, the same ties, the same p, to the last bit."""
    found = sign_flip_test(values, 60, seed)
    assert (plain_p(values, 60, seed), False, 60) == (found.p, found.exact, found.flips)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=9), st.integers(0, 5))
def test_p_of_few_speakers_counts_every_choice_of_signs(values, seed):
    """No more choices than flips and the observed one: the p of a slow enumeration, whatever the seed."""
    found = sign_flip_test(values, 511, seed)
    assert (every_p(values), True, 2 ** len(values)) == (found.p, found.exact, found.flips)
    assert found.smallest == 2.0 ** (1 - len(values)) <= found.p


@pytest.mark.parametrize(("flips", "exact", "counted"), [(15, True, 16), (14, False, 14), (16, True, 16)])
def test_all_choices_are_counted_as_soon_as_they_are_no_more(flips, exact, counted):
    """Four speakers have 16 choices: fifteen flips and the observed choice are as many, fourteen are too few."""
    found = sign_flip_test([3, 1, 4, 1], flips, 0)
    assert (exact, counted) == (found.exact, found.flips)


def test_choices_are_counted_block_by_block(monkeypatch):
    """Blocks of a few choices, the last one shorter, give what one block gives."""
    values = [3, -1, 4, 1, 5, 9, -2]
    every, drawn = (sign_flip_test(values, flips, 2) for flips in (999, 100))
    monkeypatch.setattr("analysis.measures.permutation.BLOCK_PAIRS", 7 * 9)
    assert every == sign_flip_test(values, 999, 2)
    assert drawn == sign_flip_test(values, 100, 2)
    monkeypatch.setattr("analysis.measures.permutation.KEPT_PAIRS", 0)
    assert drawn == sign_flip_test(values, 100, 2)
    assert (True, False) == (every.exact, drawn.exact)


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=8))
def test_p_does_not_hang_on_the_unit(values):
    """Tenths are none in binary, yet their ties are ties: the p of whole numbers and of their tenths is one."""
    tenths = [value / 10 for value in values]
    for flips in (2, 50):
        assert sign_flip_test(values, flips, 1).p == sign_flip_test(tenths, flips, 1).p


def test_ties_count_as_at_least_as_large():
    """Three tenths: of eight choices two reach their sum, and none is beyond."""
    found = sign_flip_test([0.1, 0.1, 0.1], 4000, 0)
    assert (0.25, 2, 8) == (found.p, found.as_large, found.flips)


def test_p_nears_that_of_all_patterns():
    """Fifteen values have 32,768 choices; the drawn share of those that are as large comes near the whole share."""
    values = [3, -1, 4, 1, 5, 9, -2, 6, 5, 3, -5, -8, 9, -7, 9]
    found = sign_flip_test(values, 20_000, 3)
    assert not found.exact
    assert every_p(values) == pytest.approx(found.p, abs=0.005)


@pytest.mark.parametrize(("flips", "counted"), [(99, 32), (9, 9)])
def test_no_contribution_at_all_gives_one(flips, counted):
    """Values that are all 0, as of two identical systems, never speak against chance."""
    found = sign_flip_test([0.0] * 5, flips, 0)
    assert (1.0, counted, counted, 5) == (found.p, found.as_large, found.flips, found.speakers)


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
