"""Mean opinion over resampled listeners and sentences, and the sign test."""

import itertools
import math

import numpy
import pytest
from scipy.stats import binomtest

from analysis.measures.opinion import (
    crossed_draws,
    fewest_draws,
    fewest_unanimous,
    fewest_wins,
    opinion_draws,
    sign_test,
    too_few_to_resample,
)


def plain(ratings, listener, sentence, listener_counts, sentence_counts):
    """Return the mean of each draw, one rating after another."""
    means = []
    for people, texts in zip(listener_counts, sentence_counts, strict=True):
        drawn = [
            rating
            for rating, who, what in zip(ratings, listener, sentence, strict=True)
            for _ in range(int(people[who]) * int(texts[what]))
        ]
        means.append(sum(drawn) / len(drawn) if drawn else math.nan)
    return means


def test_a_rating_counts_as_often_as_its_listener_times_its_sentence():
    """The draws equal a plain loop that writes every rating down as often as it was drawn."""
    generator = numpy.random.default_rng(3)
    ratings = generator.integers(1, 6, 17).astype(float)
    listener, sentence = generator.integers(0, 3, 17), generator.integers(0, 5, 17)
    counts = crossed_draws(3, 5, 40, 1)
    expected = plain(ratings, listener, sentence, *counts)
    numpy.testing.assert_allclose(expected, opinion_draws(ratings, listener, sentence, *counts), rtol=1e-12)


def test_both_are_resampled_each_for_itself():
    """Every draw holds as many listeners and sentences as there are, and the two do not follow each other."""
    listeners, sentences = crossed_draws(6, 6, 300, 0)
    assert {6} == set(listeners.sum(axis=1)) == set(sentences.sum(axis=1))
    assert abs(numpy.corrcoef(listeners.ravel(), sentences.ravel())[0, 1]) < 0.1


def test_one_listener_is_there_in_every_draw():
    """Then the sentences alone are resampled, as in a plain bootstrap of the items."""
    listeners, sentences = crossed_draws(1, 20, 50, 0)
    assert (listeners == 1).all()
    assert sentences.std() > 0
    ratings = numpy.arange(20.0)
    drawn = opinion_draws(ratings, numpy.zeros(20, int), numpy.arange(20), listeners, sentences)
    numpy.testing.assert_allclose((sentences * ratings).sum(axis=1) / 20, drawn)


def test_a_draw_without_a_rating_has_no_mean():
    """A system that one listener of two rated is undefined where only the other is drawn."""
    drawn = opinion_draws([4.0], [0], [0], [[0, 2], [1, 1]], [[1], [1]])
    assert (True, 4.0) == (math.isnan(drawn[0]), drawn[1])


def test_a_listener_effect_widens_the_interval():
    """Ten listeners who each have a level of their own are less sure than two hundred ratings seem."""
    generator = numpy.random.default_rng(0)
    listener, sentence = numpy.repeat(numpy.arange(10), 20), numpy.tile(numpy.arange(20), 10)
    ratings = generator.normal(0, 1, 10)[listener] + generator.normal(0, 0.1, 200)
    drawn = opinion_draws(ratings, listener, sentence, *crossed_draws(10, 20, 500, 0))
    assert drawn.std() > 3 * ratings.std() / math.sqrt(200)


def binomial(wins, trials):
    """Return the exact two-sided p by adding up every outcome that is no likelier."""
    chances = [math.comb(trials, k) for k in range(trials + 1)]
    return sum(chance for chance in chances if chance <= chances[wins]) / 2**trials


@pytest.mark.parametrize("trials", [1, 6, 19, 20, 41])
def test_the_sign_test_is_exact(trials):
    """It equals the sum over every outcome that is no likelier, on both sides."""
    for wins in range(trials + 1):
        assert binomial(wins, trials) == pytest.approx(sign_test(wins, trials), rel=1e-9)


@pytest.mark.parametrize(("wins", "trials"), [(0, 0), (3, 7), (480, 1000), (5200, 10000), (0, 2000)])
def test_the_sign_test_is_scipys(wins, trials):
    """Up to the rounding of either; nothing overflows with many trials."""
    expected = binomtest(wins, trials).pvalue if trials else 1.0
    assert expected == pytest.approx(sign_test(wins, trials), rel=1e-9)


def test_how_many_answers_a_verdict_takes():
    """Six unanimous answers, or fifteen of twenty, have a p below five percent; five can never have one."""
    assert (6, 15, None) == (fewest_unanimous(), fewest_wins(20), fewest_wins(5))
    assert sign_test(14, 20) > 0.05 > sign_test(15, 20)


def test_too_few_to_resample_is_a_count_of_resamples():
    """Every multiset of that size is counted; one alone is not resampled at all."""
    for size in range(2, 8):
        resamples = len(list(itertools.combinations_with_replacement(range(size), size)))
        assert (False, True) == (too_few_to_resample(size, resamples), too_few_to_resample(size, resamples + 1))
    assert not too_few_to_resample(1, 1000)


@pytest.mark.parametrize(("level", "expected"), [(0.95, 40), (0.9, 20), (0.5, 4), (0.99, 200), (0.999, 2000)])
def test_an_interval_takes_a_draw_beyond_each_edge(level, expected):
    """So many draws that the share beyond an edge is one draw."""
    assert expected == fewest_draws(level)
    assert expected * (1 - level) / 2 == pytest.approx(1)


@pytest.mark.parametrize(
    "call",
    [lambda: crossed_draws(0, 1, 1, 0), lambda: sign_test(3, 2), lambda: sign_test(-1, 2), lambda: fewest_draws(1.0)],
)
def test_what_cannot_be_is_refused(call):
    """No listener, more wins than trials, and a level of all."""
    with pytest.raises(ValueError, match=r"listeners|wins|level"):
        call()
