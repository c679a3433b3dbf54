"""Percentile interval, Monte-Carlo error of its edges, and the verdicts of paired differences."""

import math

import numpy as np
import pytest

from analysis.measures import fewest_draws, paired_difference, percentile_interval


@pytest.mark.parametrize(
    ("level", "fewest"), [(0.5, 4), (0.8, 10), (0.9, 20), (0.95, 40), (0.99, 200), (0.999, 2000), (0.9999999, 20000000)]
)
def test_a_level_asks_for_draws(level, fewest):
    """One draw is expected beyond each edge from 2 / (1 - level) draws on."""
    assert fewest == fewest_draws(level)


@pytest.mark.parametrize(("draws", "verdict"), [(1, "not established"), (39, "not established"), (40, "CI excludes 0")])
@pytest.mark.parametrize("side", [1, -1])
def test_too_few_draws_establish_nothing(draws, verdict, side):
    """However far from 0 they lie: at 95 % no edge is a quantile below 40 draws, and its error of 0 is no certainty."""
    samples = side * np.linspace(5, 6, draws)
    assert verdict == paired_difference(side * 8.3, 0.0, samples, np.zeros(draws)).verdict
    left_out = np.concatenate([samples, [math.nan] * 50])
    assert verdict == paired_difference(side * 8.3, 0.0, left_out, np.zeros(draws + 50)).verdict


def test_a_lower_level_needs_fewer_draws():
    """At 80 % ten draws are enough, at 90 % twenty."""
    samples = np.linspace(5, 6, 10)
    assert "CI excludes 0" == paired_difference(8.3, 0.0, samples, np.zeros(10), level=0.8).verdict
    assert "not established" == paired_difference(8.3, 0.0, samples, np.zeros(10), level=0.9).verdict


@pytest.mark.parametrize(
    ("point_b", "point_a", "draws", "verdict"),
    [
        (10.0, 10.0, 100, "no difference"),
        (20.0, 10.0, 100, "not established"),
        (10.0, 10.0 + 1e-9, 100, "not established"),
        (10.0, 10.0, 39, "not established"),
    ],
)
def test_no_difference_needs_the_difference_itself_to_be_zero(point_b, point_a, draws, verdict):
    """Draws that are all exactly 0 around a difference that is not say nothing about it."""
    samples = np.linspace(5, 30, draws)
    assert verdict == paired_difference(point_b, point_a, samples, samples.copy()).verdict


def test_percentiles_are_linear():
    """The edges of 1..1000 at level .95 are 1 + 999 * .025 and 1 + 999 * .975."""
    interval = percentile_interval(np.arange(1000, 0, -1))
    assert pytest.approx((25.975, 975.025)) == (interval.low, interval.high)
    assert pytest.approx((50.95, 950.05)) == (
        percentile_interval(range(1, 1001), 0.9).low,
        percentile_interval(range(1, 1001), 0.9).high,
    )


def test_edges_have_a_monte_carlo_error():
    """With 1000 draws the ranks are 25 -+ 4.94, thus 20 and 30, and 975 -+ 4.94, thus 970 and 980."""
    squares = np.arange(1, 1001) ** 2
    interval = percentile_interval(squares)
    assert (30**2 - 20**2) / 2 == interval.low_error
    assert (980**2 - 970**2) / 2 == interval.high_error


def test_monte_carlo_ranks_stay_among_the_draws():
    """With 20 draws the ranks .5 -+ .70 are held at 1 and 1, and 19.5 -+ .70 are 19 and 20."""
    interval = percentile_interval(range(1, 21))
    assert (0.0, 0.5) == (interval.low_error, interval.high_error)


@pytest.mark.parametrize("level", [0, 1, 95])
def test_a_level_is_a_share(level):
    """A level is a number between 0 and 1."""
    with pytest.raises(ValueError, match="level"):
        percentile_interval([1.0], level)


@pytest.mark.parametrize(
    ("shift", "verdict"),
    [
        (500, "CI excludes 0"),
        (-1500, "CI excludes 0"),
        (-500, "no evidence"),
        (-20, "CI excludes 0"),
        (-21, "not established"),
        (-25.975, "not established"),
        (-30, "not established"),
        (-31, "no evidence"),
        (-980, "not established"),
        (-981, "CI excludes 0"),
    ],
)
def test_verdicts(shift, verdict):
    """Draws 1..1000 have edges 25.975 and 975.025 with error 5: nearer to 0 than that, nothing is established."""
    result = paired_difference(shift + 500.0, 0.0, np.arange(1, 1001) + shift, np.zeros(1000))
    assert verdict == result.verdict
    assert shift + 500 == result.delta


def test_an_edge_without_error_is_established():
    """When a third of the draws are exactly 0 and none below, the interval touches 0 beyond doubt: no evidence."""
    samples = np.concatenate([np.zeros(300), np.linspace(0.1, 1, 600)])
    assert "no evidence" == paired_difference(0.5, 0.0, samples, np.zeros(900)).verdict


def test_undefined_differences_establish_nothing():
    """A missing point, or draws that are all undefined, allow no verdict; a draw missing on one side is left out."""
    assert "not established" == paired_difference(math.nan, 1.0, [1.0, 2.0], [1.0, 2.0]).verdict
    assert "not established" == paired_difference(2.0, 1.0, [math.nan, 2.0], [1.0, math.nan]).verdict
    result = paired_difference(2.0, 1.0, [math.nan, 2.0, 3.0], [1.0, 1.0, 1.0])
    assert 1 == result.interval.left_out
    with pytest.raises(ValueError, match="pair up"):
        paired_difference(2.0, 1.0, [1.0], [1.0, 2.0])


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99, 0.999])
def test_an_interval_is_reached_by_the_fewest_draws_and_no_fewer(level):
    """An interval knows itself whether a draw is expected beyond either edge, as `fewest_draws` counts it."""
    fewest = fewest_draws(level)
    assert [False, True] == [percentile_interval(np.zeros(draws), level).reached for draws in (fewest - 1, fewest)]
    undefined = np.full(10, math.nan)
    assert not percentile_interval(undefined).reached
    assert not percentile_interval(np.concatenate([np.zeros(fewest - 1), undefined]), level).reached
