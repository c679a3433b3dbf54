"""Unweighted average recall: over the true classes, by fold and pooled, and in every draw of the speakers."""

import warnings

import numpy
import pytest
from sklearn.metrics import balanced_accuracy_score

from analysis.measures import average_recall_draws, class_recalls, recall_counts, speaker_draws


def uar(truth, predicted):
    return class_recalls(truth.split(), predicted.split()).average


def test_a_class_that_is_only_predicted_is_none():
    """Truth 1, 1 and predictions 1, 2 have .5 over the true classes; a mean over seen labels would say .25."""
    assert 50.0 == uar("1 1", "1 2")
    found = class_recalls(["1", "1"], ["1", "2"])
    assert (("1",), [1], [2]) == (found.classes, found.hits.tolist(), found.totals.tolist())


def test_pooled_is_not_the_mean_of_folds():
    """Two folds of 50 each whose utterances together have 37.5."""
    fold_a, fold_b = ("0 1 1 1", "0 0 0 0"), ("0 1", "1 1")
    assert [50.0, 50.0] == [uar(*fold_a), uar(*fold_b)]
    assert 37.5 == uar(" ".join((fold_a[0], fold_b[0])), " ".join((fold_a[1], fold_b[1])))


def test_nothing_true_has_no_average():
    """Undefined, neither 0 nor an exception."""
    assert numpy.isnan(class_recalls([], []).average)


def test_unequal_lengths_are_refused():
    """Each utterance has one prediction."""
    with pytest.raises(ValueError, match="2 true classes but 1 predictions"):
        class_recalls(["a", "b"], ["a"])


def test_it_is_the_balanced_accuracy_of_a_library():
    """Another implementation of the recall averaged over true classes gives the same, also with strange predictions."""
    chance = numpy.random.default_rng(3)
    for _ in range(30):
        truth = chance.choice(list("abcd"), size=chance.integers(5, 40)).tolist()
        predicted = chance.choice(list("abcdx"), size=len(truth)).tolist()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = 100 * balanced_accuracy_score(truth, predicted)
        assert expected == pytest.approx(class_recalls(truth, predicted).average)


def test_a_draw_is_a_recall_of_repeated_utterances():
    """Each draw's value is that of a list in which a speaker's utterances stand as often as the speaker was drawn."""
    chance = numpy.random.default_rng(5)
    truth, predicted = (chance.choice(list("abc"), size=60).tolist() for _ in range(2))
    speaker = chance.integers(0, 6, size=60)
    counts = speaker_draws(6, 40, 1)
    samples = average_recall_draws(*recall_counts(truth, predicted, speaker, 6, list("abc")), counts)
    for draw, sample in zip(counts, samples, strict=True):
        rows = [row for row in range(60) for _ in range(draw[speaker[row]])]
        listed = class_recalls([truth[row] for row in rows], [predicted[row] for row in rows])
        assert (listed.average if len(listed.classes) == 3 else numpy.nan) == pytest.approx(sample, nan_ok=True)


def test_a_draw_without_a_class_has_no_value():
    """Over fewer classes it would be another measure; a class that nobody has takes no part."""
    hits, totals = [[1, 0, 0], [0, 1, 0]], [[1, 0, 0], [0, 1, 0]]
    samples = average_recall_draws(hits, totals, [[1, 1], [2, 0]])
    assert 100.0 == samples[0]
    assert numpy.isnan(samples[1])
    assert numpy.isnan(average_recall_draws([[0]], [[0]], [[1]])).all()
