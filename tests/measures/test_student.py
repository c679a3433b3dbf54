"""Student's intervals: against SciPy's for a mean, and worked out step by step on the log-odds scale."""

import doctest
import math

import numpy as np
import pytest
from scipy import stats

from analysis.measures import student
from analysis.measures.student import jackknife_interval, student_interval

NAN = math.nan


def logit(rate, half):
    return math.log((rate + half) / (100 - rate + half))


def test_the_examples_hold():
    """Those of the docstrings."""
    assert 0 == doctest.testmod(student).failed


def test_the_jackknife_interval_of_a_mean_is_the_textbook_one():
    """For a mean the jackknife's standard error is s / sqrt(n), so that the interval is Student's own."""
    values = np.random.default_rng(1).lognormal(size=12)
    without = [np.delete(values, place).mean() for place in range(12)]
    found = jackknife_interval(values.mean(), without)
    expected = stats.t.interval(0.95, 11, loc=values.mean(), scale=stats.sem(values))
    assert expected == pytest.approx((found.low, found.high), rel=1e-12)


def test_few_speakers_widen_by_t_and_by_the_root():
    """Without a number of speakers the quantile is the normal one; with it sqrt(S / (S - 1)) times that of t."""
    samples = np.random.default_rng(2).normal(20, 3, 500)
    spread = samples.std(ddof=1)
    plain, few = student_interval(samples, 20.0), student_interval(samples, 20.0, speakers=8)
    assert 20 + stats.norm.ppf(0.975) * spread == pytest.approx(plain.high)
    assert 20 - math.sqrt(8 / 7) * stats.t.ppf(0.975, 7) * spread == pytest.approx(few.low)
    assert stats.norm.ppf(0.975) * spread / math.sqrt(1000) == pytest.approx(plain.high_error)


def test_a_rate_is_turned_to_log_odds_and_back():
    """Both edges lie as far from the rate on the scale of its odds, with half an error on either side."""
    samples, trials = np.array([2.0, 4.0, 3.0, 5.0, 1.0, 3.0]), 100
    found = student_interval(samples, 3.0, trials=trials)
    spread = np.std([logit(rate, 0.5) for rate in samples], ddof=1)
    reach = stats.norm.ppf(0.975) * spread
    assert (reach, reach) == pytest.approx(
        (logit(found.high, 0.5) - logit(3.0, 0.5), logit(3.0, 0.5) - logit(found.low, 0.5))
    )
    # An edge moves as far as a small step on that scale, where it lies, moves a rate.
    step = 1e-6
    slope = 2 * step / (logit(found.high + step, 0.5) - logit(found.high - step, 0.5))
    assert slope * reach / math.sqrt(12) == pytest.approx(found.high_error, rel=1e-6)


def test_no_edge_leaves_the_scale():
    """A rate of 0 in most draws has an interval that begins at 0 and ends above it."""
    found = student_interval([0.0] * 30 + [2.0] * 10, 0.0, speakers=10, trials=100)
    assert (0.0, True) == (found.low, 0 < found.high < 100)


@pytest.mark.parametrize("trials", [None, 40])
def test_what_does_not_vary_is_degenerate(trials):
    """Draws of one value, or values of the jackknife that are all alike, span an interval of no width, marked so."""
    for found in (
        student_interval([0.1] * 7, 0.1, speakers=5, trials=trials),
        jackknife_interval(0.1, [0.1] * 5, trials=trials),
    ):
        assert (0.1, 0.1, True) == (found.low, found.high, found.degenerate)


def test_draws_that_are_undefined_are_left_out_and_counted():
    """NaN draws change nothing else."""
    whole, holes = student_interval([1.0, 2.0, 4.0], 2.0), student_interval([1.0, NAN, 2.0, 4.0], 2.0)
    assert (whole.low, whole.high, 1, 4) == (holes.low, holes.high, holes.left_out, holes.draws)


@pytest.mark.parametrize(
    "found",
    [
        student_interval([1.0], 1.0),
        student_interval([1.0, 2.0], NAN),
        student_interval([1.0, 2.0], 1.5, speakers=1),
        jackknife_interval(1.0, [1.0, NAN]),
        jackknife_interval(NAN, [1.0, 2.0]),
    ],
)
def test_where_there_is_nothing_to_tell_the_spread_from_there_is_no_interval(found):
    """One draw, one speaker, no value: edges are NaN, not a guess."""
    assert math.isnan(found.low) and math.isnan(found.high) and not found.degenerate


def test_a_rate_of_no_trials_is_refused():
    """Half an error of nothing has no size."""
    with pytest.raises(ValueError, match="0 trials"):
        student_interval([1.0, 2.0], 1.5, trials=0)
