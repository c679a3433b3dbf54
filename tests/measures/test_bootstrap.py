"""Speaker bootstrap: the draws, and what each measure becomes in them."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.measures import (
    distinct_resamples,
    edit_counts,
    eer_draws,
    equal_error_rate,
    error_rate,
    paired_difference,
    percentile_interval,
    ratio_draws,
    speaker_draws,
    too_few_speakers,
)

RULES = ("nearest", "line")


def plain_loop(scores, labels, speaker, counts, rule):
    """Return what `eer_draws` must equal: one equal error rate a draw, one after the other."""
    return np.array([equal_error_rate(scores, labels, row[speaker], rule).value for row in counts])


def test_draws_follow_the_stated_recipe():
    """Each draw is one call of integers(0, S, S) on one generator, counted."""
    generator = np.random.default_rng(7)
    expected = [np.bincount(generator.integers(0, 5, 5), minlength=5) for _ in range(20)]
    draws = speaker_draws(5, 20, seed=7)
    np.testing.assert_array_equal(expected, draws)
    assert np.int64 == draws.dtype
    # More draws begin with the fewer.
    np.testing.assert_array_equal(draws, speaker_draws(5, 40, seed=7)[:20])


def test_no_speaker_cannot_be_drawn():
    """An empty list of speakers, or a negative number of draws, is refused."""
    with pytest.raises(ValueError, match="0 speakers"):
        speaker_draws(0, 10, seed=1)
    with pytest.raises(ValueError, match="-1 draws"):
        speaker_draws(3, -1, seed=1)


@pytest.mark.parametrize("rule", RULES)
def test_a_draw_counts_each_trial_as_often_as_its_speaker(rule):
    """With speaker 0 drawn twice, the draw is the list in which the trials of speaker 0 stand twice."""
    scores, labels, speaker = [0.9, 0.4, 0.5, 0.3, 0.1], [True, True, False, False, False], [0, 1, 1, 0, 1]
    expected = equal_error_rate([0.9, 0.9, 0.3, 0.3], [True, True, False, False], rule=rule).value
    assert [expected] == eer_draws(scores, labels, speaker, [[2, 0]], rule).tolist()
    whole = equal_error_rate(scores, labels, rule=rule).value
    assert [whole] == eer_draws(scores, labels, speaker, [[1, 1]], rule).tolist()


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("digits", [0, 1, 2, 12])
@pytest.mark.parametrize("seed", range(4))
def test_draws_equal_the_plain_loop(rule, digits, seed):
    """The fast way and the plain loop differ by exactly 0, with many ties, few, and none."""
    generator = np.random.default_rng(100 * seed + digits)
    speakers, size = int(generator.integers(1, 12)), int(generator.integers(2, 500))
    speaker = generator.integers(0, speakers, size)
    labels = generator.random(size) < 0.2
    scores = (generator.normal(size=size) + labels * generator.uniform(-1, 4)).round(digits)
    counts = speaker_draws(speakers, 60, seed)
    np.testing.assert_array_equal(
        plain_loop(scores, labels, speaker, counts, rule), eer_draws(scores, labels, speaker, counts, rule)
    )


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_draws_equal_the_plain_loop_on_any_small_list(data):
    """Tiny lists, whose draws often lack a kind of trial or begin with undrawn scores, agree to the last bit too."""
    size = data.draw(st.integers(1, 9))
    listed = st.lists
    scores = data.draw(listed(st.integers(0, 4).map(float), min_size=size, max_size=size))
    labels = data.draw(listed(st.booleans(), min_size=size, max_size=size))
    speaker = np.array(data.draw(listed(st.integers(0, 3), min_size=size, max_size=size)))
    counts = np.array(data.draw(listed(listed(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=6)))
    for rule in RULES:
        np.testing.assert_array_equal(
            plain_loop(scores, labels, speaker, counts, rule), eer_draws(scores, labels, speaker, counts, rule)
        )


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("digits", [1, 12])
def test_draws_of_many_speakers_equal_the_plain_loop(rule, digits):
    """1,251 speakers, one without targets, some drawn 0 times in every draw: the difference is exactly 0."""
    generator = np.random.default_rng(11)
    speakers, size = 1251, 30_000
    speaker, labels = generator.integers(0, speakers, size), generator.random(size) < 0.1
    labels[speaker == 7] = False
    scores = (generator.normal(size=size) + labels).round(digits)
    counts = speaker_draws(speakers, 12, seed=4)
    counts[:, 100:110] = 0
    np.testing.assert_array_equal(
        plain_loop(scores, labels, speaker, counts, rule), eer_draws(scores, labels, speaker, counts, rule)
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("score_blocks.DRAWS", 3), ("score_blocks.PAIRS", 24), ("score_blocks.FEW", 2), ("score_blocks.AT_ONCE", 7),
        ("score_blocks.PARTS", 2), ("sorted_trials.SMALLEST", 1),
    ],
)  # fmt: skip
def test_how_the_list_is_cut_does_not_change_draws(monkeypatch, name, value):
    """Fewer draws at once, smaller blocks, more cuts: only the time may differ."""
    generator = np.random.default_rng(3)
    speaker, labels = np.repeat(np.arange(6), 300), generator.random(1800) < 0.3
    scores, counts = generator.normal(size=1800).round(2), speaker_draws(6, 25, seed=3)
    expected = plain_loop(scores, labels, speaker, counts, "nearest")
    monkeypatch.setattr("analysis.measures.score_blocks.FEW", 4)
    monkeypatch.setattr(f"analysis.measures.{name}", value)
    np.testing.assert_array_equal(expected, eer_draws(scores, labels, speaker, counts))


@pytest.mark.parametrize("rule", RULES)
def test_huge_counts_fall_back_to_exact_numbers(rule):
    """Counts whose products leave int64 still equal the plain loop."""
    scores, labels, speaker = [0.9, 0.4, 0.5, 0.3, 0.1], [True, True, False, False, False], np.array([0, 1, 1, 0, 1])
    counts = np.array([[3 * 10**12, 10**12], [1, 2]])
    np.testing.assert_array_equal(
        plain_loop(scores, labels, speaker, counts, rule), eer_draws(scores, labels, speaker, counts, rule)
    )


@pytest.mark.parametrize("rule", RULES)
def test_separated_scores_give_a_degenerate_interval(rule):
    """Perfectly separated scores have the interval [0, 0], marked degenerate, not NaN."""
    scores, labels = [0.9, 0.8, 0.2, 0.1] * 3, [True, True, False, False] * 3
    speaker = np.repeat([0, 1, 2], 4)
    interval = percentile_interval(eer_draws(scores, labels, speaker, speaker_draws(3, 200, seed=1), rule))
    assert (0.0, 0.0) == (interval.low, interval.high)
    assert (0.0, 0.0) == (interval.low_error, interval.high_error)
    assert interval.degenerate
    assert 0 == interval.left_out


def test_identical_systems_have_no_difference():
    """Two systems with the same scores differ by exactly 0 in [0, 0], and no difference is claimed."""
    generator = np.random.default_rng(5)
    scores, labels = generator.normal(size=200), generator.random(200) < 0.3
    speaker, counts = np.repeat(np.arange(10), 20), speaker_draws(10, 100, seed=2)
    point, samples = equal_error_rate(scores, labels).value, eer_draws(scores, labels, speaker, counts)
    result = paired_difference(point, point, samples, samples.copy())
    assert 0.0 == result.delta
    assert (0.0, 0.0) == (result.interval.low, result.interval.high)
    assert "no difference" == result.verdict


def test_speakers_vary_more_than_trials():
    """With a speaker effect the interval over speakers is wider than one over single trials."""
    generator = np.random.default_rng(11)
    speakers, each = 29, 20
    speaker = np.repeat(np.arange(speakers), each)
    labels = np.tile([True] * 10 + [False] * 10, speakers)
    scores = generator.normal(size=speakers * each) + labels * (1.5 + generator.normal(0, 1.5, speakers)[speaker])

    def width(unit, units):
        interval = percentile_interval(eer_draws(scores, labels, unit, speaker_draws(units, 1000, seed=1)))
        return interval.high - interval.low

    assert width(speaker, speakers) > 1.5 * width(np.arange(len(scores)), len(scores))


def test_few_speakers_are_told():
    """Two speakers allow 3 resamples, 6 allow 462, 7 allow 1716; fewer than 1,000 are too few."""
    assert [0, 1, 3, 10, 1716] == [distinct_resamples(speakers) for speakers in (0, 1, 2, 3, 7)]
    assert [speakers < 7 for speakers in range(12)] == [too_few_speakers(speakers) for speakers in range(12)]


def test_draws_without_a_target_are_left_out_and_counted():
    """A draw in which nobody with a target trial was drawn is undefined; the interval counts such draws."""
    scores, labels, speaker = [0.9, 0.4, 0.5, 0.3], [True, True, False, False], np.array([0, 0, 1, 1])
    counts = np.array([[1, 1], [2, 0], [0, 2], [1, 1]])
    samples = eer_draws(scores, labels, speaker, counts)
    assert [False, True, True, False] == np.isnan(samples).tolist()
    interval = percentile_interval(samples)
    assert (4, 2) == (interval.draws, interval.left_out)
    assert (50.0, 50.0) == (interval.low, interval.high)


def test_a_gender_with_one_speaker():
    """A list of one enrolled speaker among others has draws without that speaker, which are left out and counted."""
    scores, labels, speaker = [0.9, 0.2, 0.4], [True, False, False], np.array([1, 1, 1])
    counts = speaker_draws(3, 300, seed=1)
    interval = percentile_interval(eer_draws(scores, labels, speaker, counts))
    assert int((counts[:, 1] == 0).sum()) == interval.left_out > 0
    assert interval.degenerate


def test_nothing_drawn_has_no_interval():
    """When every draw is undefined, the edges are missing and nothing is called degenerate."""
    interval = percentile_interval([math.nan, math.nan])
    assert math.isnan(interval.low) and math.isnan(interval.high) and math.isnan(interval.low_error)
    assert (2, 2, False) == (interval.draws, interval.left_out, interval.degenerate)
    assert 0 == percentile_interval([]).draws
    assert [] == eer_draws([], [], np.array([], dtype=int), np.zeros((0, 2), dtype=int)).tolist()
    assert np.isnan(eer_draws([], [], [], [[1, 1]])).all()


def test_ratio_draws_pool_errors_and_signs():
    """The error rate of a draw is that of the corpus in which each speaker's utterances stand as often as drawn."""
    texts = [("abcd", "abxd"), ("ab", ""), ("abcdef", "abcdef")]
    edits = [edit_counts(*pair) for pair in texts]
    errors, signs = [one.errors for one in edits], [one.reference for one in edits]
    counts = [[1, 1, 1], [2, 0, 1], [0, 3, 0], [0, 0, 0]]
    expected = [error_rate(np.repeat(np.array(edits), row)) for row in counts]
    np.testing.assert_allclose(100 * ratio_draws(errors, signs, counts), expected)
    assert math.isnan(expected[3])
    with pytest.raises(ValueError, match="each column"):
        ratio_draws([1], [1], counts)


@pytest.mark.parametrize(
    ("speaker", "counts", "message"),
    [
        ([0, 2], [[1, 1]], "from 0 to 1"),
        ([0, -1], [[1, 1]], "from 0 to 1"),
        ([0], [[1, 1]], "each of 2 trials"),
        ([0, 1], [[0.5, 1.5]], "whole numbers"),
        ([0, 1], [[-1, 3]], "whole numbers"),
        ([0, 1], [1, 1], "table"),
    ],
)
def test_draws_that_do_not_fit_the_trials_are_refused(speaker, counts, message):
    """The message says what was expected of speaker numbers or counts."""
    with pytest.raises(ValueError, match=message):
        eer_draws([0.2, 0.1], [True, False], speaker, counts)
