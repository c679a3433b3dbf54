"""Shares of the jackknife's variance, the limit of the largest, and the interval of the draws without a speaker."""

import numpy
import pytest

from analysis.measures import (
    chance_of_largest_share,
    chance_of_so_even,
    interval_without,
    joint_eer_draws,
    largest_share_by_chance,
    percentile_interval,
    speaker_draws,
    variance_shares,
)


def test_shares_are_terms_of_the_variance():
    """9, 10, 11 and 14 lie 2, 1, 0 and 3 from their mean: 4, 1, 0 and 9 of 14; they sum to 1."""
    shares = variance_shares([9.0, 10.0, 11.0, 14.0])
    assert [4 / 14, 1 / 14, 0, 9 / 14] == pytest.approx(shares.tolist())
    assert 1.0 == pytest.approx(shares.sum())


def test_a_speaker_without_whom_there_is_no_value_has_no_share():
    """The others share the variance."""
    shares = variance_shares([1.0, float("nan"), 3.0])
    assert [0.5, 0.5] == shares[[0, 2]].tolist() and numpy.isnan(shares[1])


@pytest.mark.parametrize("without", [[], [4.0], [0.1, 0.1, 0.1], [float("nan")] * 3])
def test_nobody_who_moves_the_measure_has_no_share(without):
    """No speaker, one, all alike, all undefined."""
    assert numpy.isnan(variance_shares(without)).all()


@pytest.mark.parametrize("speakers", [8, 43])
def test_the_limit_of_the_largest_share_is_seldom_passed(speakers):
    """Of 20,000 normal samples the largest share passes it in 5 of 100 at most, and not much more seldom."""
    values = numpy.random.default_rng(3).normal(size=(20_000, speakers))
    moved = (values - values.mean(axis=1, keepdims=True)) ** 2
    passed = (moved.max(axis=1) / moved.sum(axis=1) > largest_share_by_chance(speakers)).mean()
    assert 0.04 < passed < 0.054


def test_the_limit_is_grubbs():
    """Published table, two-sided at 5 %: the farthest of ten lies 2.290 standard deviations away; two have no limit."""
    assert 2.290**2 / 9 == pytest.approx(largest_share_by_chance(10), abs=5e-4)
    assert numpy.isnan(largest_share_by_chance(2))


@pytest.mark.parametrize("speakers", [3, 8, 43])
def test_the_chance_of_a_share_is_the_limit_turned_round(speakers):
    """A share at the limit of a level has the probability that the level leaves; all or nothing has 0 or 1."""
    for level in (0.9, 0.95, 0.999):
        assert 1 - level == pytest.approx(chance_of_largest_share(largest_share_by_chance(speakers, level), speakers))
    assert (0.0, 1.0) == (chance_of_largest_share(1.0, speakers), chance_of_largest_share(0.0, speakers))
    assert numpy.isnan(chance_of_largest_share(0.5, 2))


@pytest.mark.parametrize("speakers", [3, 8, 43])
def test_shares_are_seldom_so_even(speakers):
    """Of 20,000 normal samples no more have so small a largest share than it says; where all are equal none has."""
    values = numpy.random.default_rng(5).normal(size=(20_000, speakers))
    moved = (values - values.mean(axis=1, keepdims=True)) ** 2
    largest = moved.max(axis=1) / moved.sum(axis=1)
    for seldom in (0.3, 0.05, 0.01):
        share = float(numpy.quantile(largest, seldom))
        assert seldom <= chance_of_so_even(share, speakers)
    assert 0.9 < chance_of_so_even(float(numpy.quantile(largest, 0.97)), speakers) <= 1.0
    assert (1.0, 0.0) == (chance_of_so_even(1.0, speakers), chance_of_so_even(0.0, speakers))
    assert numpy.isnan(chance_of_so_even(0.5, 2))


def test_draws_without_a_speaker_are_draws_of_the_others():
    """Their interval is that of as many resamples, as large, of the other speakers, but for their chance."""
    generator = numpy.random.default_rng(8)
    speakers, each = 12, 4
    enrolled, spoken = (side.ravel() for side in numpy.meshgrid(range(speakers), numpy.repeat(range(speakers), each)))
    is_target = enrolled == spoken
    scores = generator.normal(size=len(enrolled)) + is_target * (1.0 + (enrolled == 0))
    counts = speaker_draws(speakers, 20_000, 1)
    samples = joint_eer_draws(scores, is_target, enrolled, spoken, counts)
    found = interval_without(samples, counts, 0)
    others = numpy.random.default_rng(2).integers(1, speakers, (found.draws, speakers))
    anew = numpy.array([numpy.bincount(row, minlength=speakers) for row in others])
    expected = percentile_interval(joint_eer_draws(scores, is_target, enrolled, spoken, anew))
    assert found.draws == int((counts[:, 0] == 0).sum())
    assert expected.low == pytest.approx(found.low, abs=4 * (found.low_error + expected.low_error))
    assert expected.high == pytest.approx(found.high, abs=4 * (found.high_error + expected.high_error))


def test_a_speaker_who_is_in_every_draw_leaves_none():
    """No draw, no interval."""
    found = interval_without([1.0, 2.0], [[1, 1], [2, 0]], 0)
    assert 0 == found.draws and numpy.isnan(found.low)
