"""Equal error rate: hand-computed lists of trials."""

import math

import numpy as np
import pytest

from analysis.measures import equal_error_rate
from analysis.measures.eer import INVERTED_ABOVE

RULES = ("nearest", "line")


def trials(targets, nontargets):
    """Return scores and labels of a list that names targets first."""
    return [*targets, *nontargets], [True] * len(targets) + [False] * len(nontargets)


@pytest.mark.parametrize("rule", RULES)
def test_points_on_one_line_are_thresholds_too(rule):
    """A threshold between two collinear points of the curve can be the equal error rate."""
    scores, labels = trials([0.8, 0.6, 0.4, 0.3, 0.2], [0.7, 0.5, 0.1, 0.05, 0.01])
    assert pytest.approx(40.0, abs=1e-12) == equal_error_rate(scores, labels, rule=rule).value


def test_the_two_rules_differ_where_the_curve_has_a_step():
    """Without a threshold at FAR = FRR the rules give 5/12 and 1/3, and the points around the crossing can be seen."""
    scores, labels = trials([0.9, 0.4], [0.5, 0.3, 0.1])
    nearest, line = (equal_error_rate(scores, labels, rule=rule) for rule in RULES)
    assert pytest.approx(500 / 12) == nearest.value
    assert pytest.approx(100 / 3) == line.value
    for result in (nearest, line):
        assert ((1 / 3, 1 / 2), (1 / 3, 0.0)) == result.bracket
    assert (0.5, 1 / 3, 0.5) == (nearest.threshold, nearest.false_accept, nearest.false_reject)
    assert 0.4 == line.threshold
    assert pytest.approx(1 / 3) == line.false_accept
    assert line.false_reject == line.false_accept


@pytest.mark.parametrize("rule", RULES)
def test_inverted_scores_are_told(rule):
    """When every target is below every non-target, the value is 100 % and the result asks whether signs are flipped."""
    result = equal_error_rate(*trials([0.1, 0.2, 0.3], [0.7, 0.8]), rule=rule)
    assert 100.0 == result.value
    assert result.inverted


@pytest.mark.parametrize("rule", RULES)
def test_a_value_above_chance_is_not_clipped(rule):
    """An equal error rate between chance and absurd stands as it is, without a question about signs."""
    result = equal_error_rate(*trials([0.9, 0.4, 0.3, 0.2, 0.1], [0.8, 0.7, 0.35, 0.25, 0.15]), rule=rule)
    assert pytest.approx(60.0) == result.value
    assert 60.0 == INVERTED_ABOVE
    assert not equal_error_rate(*trials([0.6, 0.4, 0.2, 0.5], [0.7, 0.45, 0.3, 0.1]), rule=rule).inverted


def test_a_missing_score_is_refused_by_name():
    """One NaN among eight scores stops the computation and names its trial."""
    scores, labels = trials([0.9, 0.8, 0.7, 0.6], [0.5, math.nan, 0.3, 0.2])
    with pytest.raises(ValueError, match=r"trial 5 .*NaN"):
        equal_error_rate(scores, labels)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("targets", "nontargets", "reason"),
    [([0.1, 0.2], [], "no non-target trial"), ([], [0.1, 0.2], "no target trial"), ([], [], "no trial")],
)
def test_one_kind_of_trial_is_undefined(rule, targets, nontargets, reason):
    """With targets only or non-targets only there is no value, and the reason says which kind is absent."""
    result = equal_error_rate(*trials(targets, nontargets), rule=rule)
    assert math.isnan(result.value)
    assert reason == result.reason
    assert (len(targets), len(nontargets)) == (result.targets, result.nontargets)
    assert result.bracket is None
    assert not result.inverted


@pytest.mark.parametrize("rule", RULES)
def test_separated_scores_give_zero(rule):
    """Perfectly separated scores have an equal error rate of exactly 0."""
    assert 0.0 == equal_error_rate(*trials([0.9, 0.8], [0.2, 0.1, 0.0]), rule=rule).value


@pytest.mark.parametrize("rule", RULES)
def test_tied_scores_are_one_threshold(rule):
    """When all trials share one score, no threshold separates them: 50 %, whatever their order."""
    result = equal_error_rate([0.5] * 7, [True, False, True, False, False, True, False], rule=rule)
    assert 50.0 == result.value
    assert 0.5 == result.threshold
    assert ((0.0, 1.0), (1.0, 0.0)) == result.bracket


def test_the_line_crosses_a_tied_block():
    """A tied block of both kinds is crossed by a straight line: FAR = t, FRR = 1/2 - t/2 meet at 1/3."""
    result = equal_error_rate(*trials([0.9, 0.5], [0.5, 0.5]), rule="line")
    assert pytest.approx(100 / 3) == result.value
    assert ((0.0, 0.5), (1.0, 0.0)) == result.bracket


def test_equally_near_thresholds_take_the_highest():
    """FAR and FRR of (0, 1/2) and (1/2, 0) are equally near: the higher threshold wins, in exact arithmetic."""
    result = equal_error_rate(*trials([0.9, 0.6], [0.6, 0.1]))
    assert 0.9 == result.threshold
    assert (0.0, 0.5) == (result.false_accept, result.false_reject)
    assert 25.0 == result.value


def test_a_tie_that_floats_would_break():
    """(1/3, 2/3) and (2/3, 1/3) are equally near, though 2/3 - 1/3 and 1 - 1/3 - 1/3 differ as floats."""
    scores = [0.9, 0.8, 0.7, 0.7, 0.2, 0.1]
    labels = [True, False, True, False, True, False]
    result = equal_error_rate(scores, labels)
    assert 0.8 == result.threshold
    assert pytest.approx(50.0) == result.value


@pytest.mark.parametrize("rule", RULES)
def test_weights_repeat_trials(rule):
    """A weight of k is the same as the trial standing k times in the list, and 0 as its absence."""
    generator = np.random.default_rng(4)
    scores = generator.normal(size=60).round(1)
    labels = generator.random(60) < 0.4
    weights = generator.integers(0, 4, 60)
    weighted = equal_error_rate(scores, labels, weights, rule)
    assert equal_error_rate(np.repeat(scores, weights), np.repeat(labels, weights), rule=rule) == weighted
    assert weights[labels].sum() == weighted.targets


def test_counts_beyond_64_bits_stay_exact():
    """Weights whose products leave int64 give the same value as the same weights divided by a common factor."""
    scores, labels = trials([0.9, 0.4], [0.5, 0.3, 0.1])
    huge = 4 * 10**12
    weights = np.array([1, 2, 3, 1, 1])
    for rule in RULES:
        small, large = (equal_error_rate(scores, labels, weights * factor, rule) for factor in (1, huge))
        assert pytest.approx(small.value) == large.value
        assert (small.threshold, small.bracket) == (large.threshold, large.bracket)


@pytest.mark.parametrize("weights", [[1.5, 1, 1], [-1, 1, 1], [math.nan, 1, 1], [1, 1]])
def test_weights_that_are_no_counts_are_refused(weights):
    """Fractions, negative numbers, NaN and lists of another length are no weights."""
    with pytest.raises(ValueError, match="weights"):
        equal_error_rate([0.3, 0.2, 0.1], [True, False, True], weights)


def test_unknown_rule_and_unequal_lists_are_refused():
    """The message says what is allowed."""
    with pytest.raises(ValueError, match="allowed: 'nearest', 'line'"):
        equal_error_rate([0.1, 0.2], [True, False], rule="middle")
    with pytest.raises(ValueError, match="equally long"):
        equal_error_rate([0.1, 0.2], [True])
    with pytest.raises(ValueError, match="labels"):
        equal_error_rate([0.1, 0.2], [2, 1])
