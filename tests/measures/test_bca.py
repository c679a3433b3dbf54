"""The BCa interval, against SciPy's and against the formula worked out step by step."""

import doctest
import math
from statistics import NormalDist

import numpy as np
import pytest
from scipy import stats

from analysis.measures import (
    bca,
    bca_interval,
    bca_paired_difference,
    eer_jackknife,
    equal_error_rate,
    joint_eer_draws,
    percentile_interval,
    ratio_draws,
    ratio_jackknife,
    speaker_draws,
)

NAN = math.nan


def without_each_value(values):
    """Return the mean without each value."""
    return np.array([np.delete(values, place).mean() for place in range(len(values))])


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize("draws", [200, 1999])
@pytest.mark.parametrize("digits", [0, 12])
def test_equals_scipy_on_the_mean_of_one_sample(level, draws, digits):
    """SciPy's own resamples of a skewed sample, with ties and without, give its edges to the last digits."""
    values = np.random.default_rng(draws).lognormal(size=30).round(digits)
    theirs = stats.bootstrap(
        (values,), np.mean, n_resamples=draws, confidence_level=level, method="BCa", rng=np.random.default_rng(1)
    )
    ours = bca_interval(theirs.bootstrap_distribution, values.mean(), without_each_value(values), level)
    assert pytest.approx(theirs.confidence_interval, rel=1e-12) == (ours.low, ours.high)


def test_nothing_to_correct_leaves_the_percentiles():
    """Draws that lie evenly about the point and a jackknife that does so, too, give the percentile interval."""
    draws = np.random.default_rng(4).permutation(np.arange(1.0, 1001.0))
    plain, corrected = percentile_interval(draws), bca_interval(draws, 500.5, [9.0, 10.0, 11.0])
    assert pytest.approx((plain.low, plain.high)) == (corrected.low, corrected.high)
    assert (plain.low_error, plain.high_error) == (corrected.low_error, corrected.high_error)
    assert pytest.approx((0.025, 0.025)) == (corrected.below, corrected.above)


@pytest.mark.parametrize(("speakers", "student"), [(10, 2.262157), (43, 2.018082)])
def test_tails_are_widened_for_few_speakers(speakers, student):
    """With S speakers the edge leaves out Phi(-sqrt(S / (S - 1)) * t), t from a printed table of Student's law."""
    share = NormalDist().cdf(-math.sqrt(speakers / (speakers - 1)) * student)
    wide = bca_interval(np.arange(100_001.0), 50_000.0, [9.0, 10.0, 11.0], speakers=speakers)
    assert pytest.approx((share, share), rel=1e-5) == (wide.below, wide.above)
    assert pytest.approx((100_000 * share, 100_000 * (1 - share)), rel=1e-5) == (wide.low, wide.high)


def test_bias_and_acceleration_by_the_formula():
    """A point at the 60th percentile and a jackknife with one far value, followed with a pocket calculator's steps."""
    law = NormalDist()
    bias = law.inv_cdf(0.6)
    # Mean 4, so u = 1, 1, 1, 1, 1, -5: sum of cubes 5 - 125, of squares 5 + 25.
    acceleration = -120 / (6 * 30**1.5)
    moved = [bias + law.inv_cdf(share) for share in (0.025, 0.975)]
    edges = [law.cdf(bias + one / (1 - acceleration * one)) for one in moved]
    found = bca_interval(np.arange(0.5, 1000), 600.0, [3.0] * 5 + [9.0])
    assert pytest.approx(edges) == (found.below, 1 - found.above)
    assert pytest.approx([0.5 + 999 * edge for edge in edges]) == (found.low, found.high)


def test_a_draw_that_equals_the_point_counts_by_half():
    """Where all draws equal the point there is no bias: the interval has no width and is marked."""
    found = bca_interval([7.0] * 50, 7.0, [7.0, 7.0, 7.0], speakers=3)
    assert (7.0, 7.0, True, 0.0) == (found.low, found.high, found.degenerate, found.low_error)


def test_errors_of_the_edges_are_those_at_their_own_percentiles():
    """Of the draws 1 .. 1000, half the distance of the two ranks that lie one standard error about each edge's rank."""
    found = bca_interval(np.arange(1, 1001), 560.3, [5.0, 5.5, 7.0])
    for share, error in ((found.below, found.low_error), (1 - found.above, found.high_error)):
        spread = math.sqrt(1000 * share * (1 - share))
        assert (round(1000 * share + spread) - round(1000 * share - spread)) / 2 == error
    assert found.low_error > percentile_interval(np.arange(1, 1001)).low_error


def test_undefined_draws_and_values_are_left_out():
    """NaN among the draws is counted, NaN in the jackknife passed over; both leave the edges of the others."""
    draws, without = np.arange(1.0, 501.0), [1.0, 2.0, 4.0]
    whole = bca_interval(draws, 240.0, without)
    holey = bca_interval(np.concatenate([[NAN] * 7, draws]), 240.0, [NAN, *without, NAN])
    assert (whole.low, whole.high, 507, 7) == (holey.low, holey.high, holey.draws, holey.left_out)


@pytest.mark.parametrize(
    ("samples", "point", "without", "speakers"),
    [
        ([NAN, NAN], 1.0, [1.0, 2.0], None),
        ([], 1.0, [1.0, 2.0], None),
        ([1.0, 2.0], 0.5, [1.0, 2.0], None),
        ([1.0, 2.0], 2.5, [1.0, 2.0], None),
        ([1.0, 2.0], NAN, [1.0, 2.0], None),
        ([1.0, 2.0], 1.5, [1.0, NAN], None),
        ([1.0, 2.0], 1.5, [1.0, 2.0], 1),
    ],
)
def test_where_there_is_no_interval(samples, point, without, speakers):
    """No draw, draws on one side of the point only, no point, no jackknife, one speaker: edges that are missing."""
    found = bca_interval(samples, point, without, speakers=speakers)
    assert math.isnan(found.low) and math.isnan(found.high)
    assert (len(samples), False, False) == (found.draws, found.degenerate, found.reached)


def test_an_acceleration_that_turns_the_scale_over_stops_at_the_last_draw():
    """Two speakers and a far value: the edges stay in order and among the draws, and establish nothing."""
    found = bca_interval(np.arange(100.0), 80.5, [0.0] * 30 + [-1.0], speakers=2)
    assert 0.0 <= found.low < found.high == 99.0
    assert not found.reached


def test_lists_of_another_shape_are_refused():
    """Draws and jackknife are one list each, and a level is a share."""
    with pytest.raises(ValueError, match="one list"):
        bca_interval([[1.0]], 1.0, [1.0, 2.0])
    with pytest.raises(ValueError, match="level"):
        bca_interval([1.0, 2.0], 1.5, [1.0, 2.0], 95)


@pytest.fixture(scope="module")
def attack():
    """Return scores, labels, both speakers and counts of 12 speakers."""
    enrolled, spoken = (side.ravel() for side in np.indices((12, 12)))
    labels = enrolled == spoken
    scores = np.random.default_rng(6).normal(size=144) + 1.5 * labels
    return scores, labels, enrolled, spoken, speaker_draws(12, 400, seed=2)


def test_identical_systems_differ_by_exactly_zero(attack):
    """The same scores twice: delta 0, interval [0, 0], marked, "no difference"."""
    point = equal_error_rate(*attack[:2]).value
    draws, without = joint_eer_draws(*attack), eer_jackknife(*attack[:4], speakers=12)
    same = bca_paired_difference(point, point, draws, draws.copy(), without, without.copy(), speakers=12)
    assert (0.0, 0.0, 0.0, True) == (same.delta, same.interval.low, same.interval.high, same.interval.degenerate)
    assert "no difference" == same.verdict


def test_a_difference_is_that_of_draws_and_of_the_jackknife():
    """The interval of B minus A is that of the differences of draws, with the differences of the jackknife."""
    errors, signs, counts = np.array([[4, 1, 5, 9, 2, 6], [1, 1, 2, 2, 1, 1]]), np.full(6, 20), speaker_draws(6, 600, 3)
    draws = [100 * ratio_draws(one, signs, counts) for one in errors]
    without = [100 * ratio_jackknife(one, signs) for one in errors]
    points = [100 * one.sum() / 120 for one in errors]
    found = bca_paired_difference(points[0], points[1], *draws, *without, speakers=6)
    alone = bca_interval(draws[0] - draws[1], points[0] - points[1], without[0] - without[1], speakers=6)
    assert alone == found.interval
    assert points[0] - points[1] == found.delta
    # By hand: 27 - 8 errors of 120 signs; two of six speakers drawn alone differ by a single error.
    assert pytest.approx(100 * 19 / 120) == found.delta


def test_too_few_draws_beyond_a_widened_edge_establish_nothing():
    """With 43 speakers and widened tails 48 draws leave none beyond an edge; 49 leave one."""
    without, zero = np.linspace(1, 2, 43), np.zeros(43)
    for draws, verdict in ((48, "not established"), (49, "CI excludes 0")):
        samples = np.linspace(5, 6, draws)
        found = bca_paired_difference(5.5, 0.0, samples, np.zeros(draws), without, zero, speakers=43)
        assert verdict == found.verdict, found.interval


def test_examples_hold():
    """The examples in the docstrings give what they say."""
    assert 0 == doctest.testmod(bca).failed
