"""Weights of trials, summed up to some places, against weighing every trial."""

import numpy as np
import pytest

from analysis.measures import joint_weights
from analysis.measures.sorted_trials import SortedTrials
from analysis.measures.weighers import Joint, OneSided, TwoSided


@pytest.fixture(params=[6, 90])
def drawn(request):
    """Return trials of few or many speakers, who is enrolled and who speaks, and counts of five draws."""
    generator = np.random.default_rng(request.param)
    enrolled, labels = generator.integers(0, request.param, 3_000), generator.random(3_000) < 0.2
    spoken = np.where(labels, enrolled, generator.integers(0, request.param, 3_000))
    trials = SortedTrials(generator.normal(size=3_000), labels)
    return trials, enrolled, spoken, generator.integers(0, 4, (5, request.param))


@pytest.mark.parametrize(
    ("made", "weight"),
    [
        (lambda trials, enrolled, _: OneSided(trials, enrolled), lambda _, enrolled, __, counts: counts[enrolled]),
        (TwoSided, lambda _, enrolled, spoken, counts: counts[enrolled] * counts[spoken]),
        (Joint, joint_weights),
    ],
    ids=["one-sided", "two-sided", "joint"],
)
def test_sums_are_those_of_the_single_weights(drawn, made, weight):
    """Over long stretches, short ones and an empty one, of targets and non-targets; and each trial looked up."""
    trials, enrolled, spoken, counts = drawn
    order, cuts = trials.order, np.array([7, 9, 9, 400, 2_990, 3_000])
    labels = trials.is_target
    weights = np.array([weight(labels, enrolled[order], spoken[order], row) for row in counts])
    weigher = made(trials, enrolled, spoken)
    for kind, found in zip((labels, ~labels), weigher.accepted(counts.astype(float), cuts), strict=True):
        expected = [[row[7:cut][kind[7:cut]].sum() for cut in cuts] for row in weights]
        np.testing.assert_array_equal(expected, found)
    places = np.array([[0, 5, 2_999, 17, 4], [8, 8, 8, 8, 8]])
    np.testing.assert_array_equal(weights[np.arange(5), places], weigher.weights(counts.astype(float), places))
