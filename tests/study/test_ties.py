"""How many trials bring no score of their own."""

import numpy
import polars
import pytest

from analysis.study.ties import HIGH_SHARE, Ties, first_of_each, tied_scores


def first(pairs):
    return first_of_each(polars.DataFrame({"model": [e for e, _ in pairs], "utterance": [u for _, u in pairs]}))


def test_a_release_that_kept_signs_only_is_caught():
    """1,334 different scores of 18,502 are far beyond the threshold."""
    ties = Ties(18_502, 1_334)
    assert 17_168 / 18_502 == pytest.approx(ties.share)
    assert ties.high


def test_scores_with_five_decimals_are_not_caught():
    """Rounding as common tools do it leaves some three in four of 38,000 scores different."""
    scores = numpy.random.default_rng(0).normal(0.2, 0.15, 38_000).round(5)
    pairs = [(0, place) for place in range(len(scores))]
    ties = tied_scores(scores, first(pairs))
    assert len(set(scores.tolist())) == ties.distinct
    assert 0.2 < ties.share < 0.35 < HIGH_SHARE
    assert not ties.high


def test_a_repeated_trial_is_no_tie():
    """A pair that stands twice has its score twice by right."""
    assert Ties(2, 2) == tied_scores(numpy.array([0.1, 0.2, 0.1]), first([(0, 1), (0, 2), (0, 1)]))


def test_no_trials_have_no_ties():
    """Nothing is divided by nothing."""
    assert (0.0, False) == (Ties(0, 0).share, Ties(0, 0).high)
