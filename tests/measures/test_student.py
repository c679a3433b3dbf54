"""Student's intervals: against SciPy's for a mean, and worked out step by step on the log-odds scale."""

import doctest
import math

import numpy as np
import pytest
from scipy import stats

from analysis.measures import log_scale, log_scales, odds_scale, student, student_paired_difference
from analysis.measures.student import jackknife_interval, student_interval

NAN = math.nan


def logit(rate, half):
    return math.log((rate + half) / (100 - rate + half))


def test_the_examples_hold():
    """Those of the docstrings."""
    assert [0, 0] == [doctest.testmod(module).failed for module in (student, log_scales)]


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
    # Near-normal draws: about the spread over sqrt(2 (B - 1)).
    assert stats.norm.ppf(0.975) * spread / math.sqrt(2 * 499) == pytest.approx(plain.high_error, rel=0.1)


@pytest.mark.parametrize("kind", ["normal", "skewed", "two values", "on the log-odds scale"])
def test_the_error_of_an_edge_is_how_far_it_moves_from_one_set_of_draws_to_another(kind):
    """The standard deviation of the upper edge over 2,000 sets of draws, whatever the shape of the draws."""
    generator = np.random.default_rng(3)
    size = (2000, 300)
    sets = {
        "normal": lambda: generator.normal(20, 3, size),
        "skewed": lambda: generator.exponential(3, size) + 17,
        "two values": lambda: generator.choice([15.0, 25.0], size, p=[0.2, 0.8]),
        "on the log-odds scale": lambda: np.clip(generator.normal(4, 1.5, size), 0, 100),
    }[kind]()
    scale = odds_scale(100) if "odds" in kind else None
    found = [student_interval(samples, 4.0 if scale else 20.0, speakers=20, scale=scale) for samples in sets]
    moved = np.std([one.high for one in found])
    assert moved == pytest.approx(np.mean([one.high_error for one in found]), rel=0.1)


def test_a_rate_without_an_upper_end_has_the_log_scale():
    """Both edges are as many times larger and smaller than the rate, with half an error added, beyond 100 as well."""
    samples = np.array([90.0, 130.0, 110.0, 120.0])
    found = student_interval(samples, 110.0, scale=log_scale(50))
    times = math.exp(stats.norm.ppf(0.975) * np.std(np.log(samples + 1.0), ddof=1))
    assert (111.0 / times - 1.0, 111.0 * times - 1.0) == pytest.approx((found.low, found.high))
    assert found.high > 130


def test_equal_systems_differ_by_exactly_nothing():
    """[0, 0], degenerate; with fewer draws than an interval takes it is not established."""
    draws = np.random.default_rng(4).normal(20, 3, 100)
    same = student_paired_difference(20.0, 20.0, draws, draws, speakers=9)
    assert (0.0, 0.0, True, "no difference") == (
        same.interval.low, same.interval.high, same.interval.degenerate, same.verdict
    )  # fmt: skip
    assert "not established" == student_paired_difference(20.0, 20.0, draws[:39], draws[:39], speakers=9).verdict


def test_a_difference_is_judged_by_the_edge_nearer_to_zero_and_its_error():
    """Beyond the error it excludes 0 or holds it, within the error it is not established."""
    draws = np.linspace(-1, 1, 400)
    reach = math.sqrt(9 / 8) * stats.t.ppf(0.975, 8) * draws.std(ddof=1)
    error = student_interval(draws, 0.0, speakers=9).low_error
    assert 0 < error < 0.1 * reach
    said = [
        student_paired_difference(delta, 0.0, draws + delta, np.zeros(400), speakers=9).verdict
        for delta in (reach + 1.1 * error, reach + 0.9 * error, reach - 0.9 * error, reach - 1.1 * error)
    ]
    assert ["CI excludes 0", "not established", "not established", "no evidence"] == said


def test_a_rate_is_turned_to_log_odds_and_back():
    """Both edges lie as far from the rate on the scale of its odds, with half an error on either side."""
    samples, trials = np.array([2.0, 4.0, 3.0, 5.0, 1.0, 3.0]), 100
    found = student_interval(samples, 3.0, scale=odds_scale(trials))
    spread = np.std([logit(rate, 0.5) for rate in samples], ddof=1)
    reach = stats.norm.ppf(0.975) * spread
    assert (reach, reach) == pytest.approx(
        (logit(found.high, 0.5) - logit(3.0, 0.5), logit(3.0, 0.5) - logit(found.low, 0.5))
    )
    # An edge moves as far as a small step on that scale, where it lies, moves a rate.
    step = 1e-6
    slope = 2 * step / (logit(found.high + step, 0.5) - logit(found.high - step, 0.5))
    # The error of a standard deviation, from the kurtosis of the draws.
    peaked = stats.kurtosis([logit(rate, 0.5) for rate in samples], fisher=False)
    assert slope * reach / 2 * math.sqrt((peaked - 3 / 5) / 6) == pytest.approx(found.high_error, rel=1e-6)


def test_no_edge_leaves_the_scale():
    """A rate of 0 in most draws has an interval that begins at 0 and ends above it."""
    found = student_interval([0.0] * 30 + [2.0] * 10, 0.0, speakers=10, scale=odds_scale(100))
    assert (0.0, True) == (found.low, 0 < found.high < 100)


@pytest.mark.parametrize("scale", [None, odds_scale(40), log_scale(40)])
def test_what_does_not_vary_is_degenerate(scale):
    """Draws of one value, or values of the jackknife that are all alike, span an interval of no width, marked so."""
    for found in (
        student_interval([0.1] * 7, 0.1, speakers=5, scale=scale),
        jackknife_interval(0.1, [0.1] * 5, scale=scale),
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
    for scale in (odds_scale, log_scale):
        with pytest.raises(ValueError, match="0 trials"):
            scale(0)
