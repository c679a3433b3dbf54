"""Trials in order of their scores."""

import numpy as np
import pytest

from analysis.measures import best_first, equal_error_rate
from analysis.measures.sorted_trials import SortedTrials


@pytest.mark.parametrize("scores", [[], [1.0], [2.0, 2.0, 1.0], [0.1, np.inf, 0.1, -np.inf, 3.0]])
def test_the_best_come_first(scores):
    """Whatever the order of equal ones; trials in that order already stay where they are."""
    scores = np.array(scores)
    order = best_first(scores)
    np.testing.assert_array_equal(np.sort(scores)[::-1], scores[order])
    np.testing.assert_array_equal(np.arange(len(scores)), best_first(scores[order]))


def test_a_threshold_lies_behind_the_last_trial_of_a_score():
    """At the front, too, and at the end; nowhere within a score."""
    trials = SortedTrials(np.array([0.5, 0.9, 0.5, 0.1]), np.array([True, True, False, False]))
    assert [0, 1, 3, 4] == trials.edges.tolist()


@pytest.mark.parametrize("digits", [0, 1, 12])
def test_the_order_of_the_trials_changes_no_rate(digits):
    """Sorted or not, the rate is read at one threshold from the same counts."""
    generator = np.random.default_rng(digits)
    labels = generator.random(500) < 0.3
    scores = (generator.normal(size=500) + labels).round(digits)
    order = best_first(scores)
    assert equal_error_rate(scores, labels) == equal_error_rate(scores[order], labels[order])
