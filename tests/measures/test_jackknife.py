"""The jackknife over speakers, against lists from which a speaker's trials or texts are taken out."""

import doctest
import math

import numpy as np
import pytest

from analysis.measures import (
    average_recall_jackknife,
    class_recalls,
    eer_jackknife,
    equal_error_rate,
    jackknife,
    one_sided_eer_jackknife,
    ratio_jackknife,
    recall_counts,
)


@pytest.fixture(scope="module")
def trials():
    """Return scores with ties, labels and both speakers of 300 trials among 8 speakers, of whom the last stays away."""
    generator = np.random.default_rng(8)
    enrolled, spoken = generator.integers(0, 7, 300), generator.integers(0, 7, 300)
    labels = enrolled == spoken
    return (generator.normal(size=300) + labels).round(1), labels, enrolled, spoken


@pytest.mark.parametrize("rule", ["nearest", "line"])
def test_a_speaker_is_left_out_of_both_roles(trials, rule):
    """The EER without a speaker is that of the trials in which the speaker neither enrolls nor speaks."""
    scores, labels, enrolled, spoken = trials
    expected = [
        equal_error_rate(scores[kept], labels[kept], rule=rule).value
        for kept in ((enrolled != one) & (spoken != one) for one in range(8))
    ]
    assert expected == eer_jackknife(*trials, speakers=8, rule=rule).tolist()
    assert equal_error_rate(scores, labels, rule=rule).value == expected[7]


@pytest.mark.parametrize("rule", ["nearest", "line"])
def test_one_sided_leaves_out_what_a_speaker_enrolls(trials, rule):
    """The one-sided value is that of the trials which enroll somebody else."""
    scores, labels, enrolled, _ = trials
    expected = [equal_error_rate(scores[enrolled != one], labels[enrolled != one], rule=rule).value for one in range(8)]
    assert expected == one_sided_eer_jackknife(scores, labels, enrolled, speakers=8, rule=rule).tolist()


def test_a_rate_that_hangs_on_one_speaker_is_undefined_without_them():
    """Without the only speaker who has targets, or the only one with a text, there is no rate."""
    without = eer_jackknife([0.9, 0.1, 0.2], [1, 0, 0], [0, 1, 2], [0, 2, 3], speakers=4)
    assert [True, False, True, False] == np.isnan(without).tolist()
    rates = ratio_jackknife([1, 0], [4, 0])
    assert math.isnan(rates[0]) and 0.25 == rates[1]


def test_ratios_are_pooled_over_the_others():
    """Errors 1, 3, 2 of 10, 20, 10 signs: without each, 5/30, 3/20 and 4/30."""
    assert pytest.approx([5 / 30, 3 / 20, 4 / 30]) == ratio_jackknife([1, 3, 2], [10, 20, 10])


def test_average_recall_without_each_speaker():
    """The UAR without a speaker is that of the other speakers' utterances; undefined where a class is gone."""
    generator = np.random.default_rng(5)
    truth, heard = generator.choice(["a", "b", "c"], 60), generator.choice(["a", "b", "c"], 60)
    speaker = np.repeat(np.arange(6), 10)
    hits, totals = recall_counts(truth.tolist(), heard.tolist(), speaker, 6, ["a", "b", "c"])
    expected = [
        class_recalls(truth[speaker != one].tolist(), heard[speaker != one].tolist()).average for one in range(6)
    ]
    assert pytest.approx(expected) == average_recall_jackknife(hits, totals)
    assert [True, False] == np.isnan(average_recall_jackknife([[1, 1], [1, 0]], [[1, 1], [1, 0]])).tolist()


def test_examples_hold():
    """The examples in the docstrings give what they say."""
    assert 0 == doctest.testmod(jackknife).failed
