"""Two-sided speaker bootstrap and trial bootstrap, against one equal error rate a draw."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.measures import (
    eer_draws,
    equal_error_rate,
    percentile_interval,
    speaker_draws,
    trial_draws,
    trial_eer_draws,
    two_sided_eer_draws,
)

RULES = ("nearest", "line")


def plain_two_sided(scores, labels, enrolled, spoken, counts, rule):
    """Return what `two_sided_eer_draws` must equal, one draw after the other."""
    return np.array([equal_error_rate(scores, labels, row[enrolled] * row[spoken], rule).value for row in counts])


def plain_trials(scores, labels, draws, seed, rule):
    """Return what `trial_eer_draws` must equal, with draws made by hand and each trial written as often as drawn."""
    generator, values = np.random.default_rng(seed), []
    for _ in range(draws):
        drawn = generator.integers(0, len(scores), len(scores))
        values.append(equal_error_rate(scores[drawn], labels[drawn], rule=rule).value)
    return np.array(values)


def made_up(seed, digits):
    """Return scores rounded to some digits, labels, and both speakers of every trial."""
    generator = np.random.default_rng(100 * seed + digits)
    speakers, size = int(generator.integers(1, 12)), int(generator.integers(2, 500))
    enrolled, spoken = generator.integers(0, speakers, size), generator.integers(0, speakers, size)
    labels = generator.random(size) < 0.2
    scores = (generator.normal(size=size) + labels * generator.uniform(-1, 4)).round(digits)
    return scores, labels, enrolled, spoken, speakers


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("digits", [0, 1, 2, 12])
@pytest.mark.parametrize("seed", range(4))
def test_two_sided_draws_equal_the_plain_loop(rule, digits, seed):
    """The fast way and the plain loop differ by exactly 0, with many ties, few, and none."""
    scores, labels, enrolled, spoken, speakers = made_up(seed, digits)
    counts = speaker_draws(speakers, 60, seed)
    np.testing.assert_array_equal(
        plain_two_sided(scores, labels, enrolled, spoken, counts, rule),
        two_sided_eer_draws(scores, labels, enrolled, spoken, counts, rule),
    )


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("digits", [0, 1, 2, 12])
@pytest.mark.parametrize("seed", range(4))
def test_trial_draws_equal_the_plain_loop(rule, digits, seed):
    """Weighing the trials equals writing each trial as often as it was drawn, to the last bit."""
    scores, labels, *_ = made_up(seed, digits)
    np.testing.assert_array_equal(
        plain_trials(scores, labels, 60, seed, rule), trial_eer_draws(scores, labels, 60, seed, rule)
    )


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_both_equal_the_plain_loop_on_any_small_list(data):
    """Tiny lists, whose draws often lack a kind of trial or begin with undrawn scores, agree to the last bit too."""
    size = data.draw(st.integers(1, 9))
    listed = st.lists
    scores = np.array(data.draw(listed(st.integers(0, 4).map(float), min_size=size, max_size=size)))
    labels = np.array(data.draw(listed(st.booleans(), min_size=size, max_size=size)))
    enrolled, spoken = (np.array(data.draw(listed(st.integers(0, 3), min_size=size, max_size=size))) for _ in "es")
    counts = np.array(data.draw(listed(listed(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=6)))
    seed = data.draw(st.integers(0, 99))
    for rule in RULES:
        np.testing.assert_array_equal(
            plain_two_sided(scores, labels, enrolled, spoken, counts, rule),
            two_sided_eer_draws(scores, labels, enrolled, spoken, counts, rule),
        )
        expected = plain_trials(scores, labels, 8, seed, rule)
        np.testing.assert_array_equal(expected, trial_eer_draws(scores, labels, 8, seed, rule))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("analysis.measures.drawn_trials.KEPT", 0)
            np.testing.assert_array_equal(expected, trial_eer_draws(scores, labels, 8, seed, rule))


def test_a_trial_counts_as_the_product_of_its_two_speakers():
    """With speaker 0 drawn twice and 1 once, a target of 0 stands four times and a trial between them twice."""
    scores, labels, enrolled, spoken = [0.9, 0.4, 0.5, 0.3], [True, True, False, False], [0, 1, 0, 1], [0, 1, 1, 0]
    written = equal_error_rate([0.9] * 4 + [0.4] + [0.5] * 2 + [0.3] * 2, [True] * 5 + [False] * 4).value
    assert [written] == two_sided_eer_draws(scores, labels, enrolled, spoken, [[2, 1]]).tolist()


def test_two_sided_draws_are_the_one_sided_ones_where_the_speakers_agree():
    """A list whose trials are all spoken by a speaker who is drawn once has the one-sided draws."""
    generator = np.random.default_rng(4)
    scores, labels = generator.normal(size=90).round(1), generator.random(90) < 0.4
    enrolled, counts = np.repeat(np.arange(9), 10), speaker_draws(9, 40, seed=2)
    with_a_tenth = np.column_stack([counts, np.ones(40, dtype=int)])
    np.testing.assert_array_equal(
        eer_draws(scores, labels, enrolled, counts),
        two_sided_eer_draws(scores, labels, enrolled, np.full(90, 9), with_a_tenth),
    )


def test_draws_without_one_kind_of_trial_are_undefined():
    """Two-sided: who was not drawn takes along all trials of both sides; trials: a draw may hold targets only."""
    scores, labels, enrolled, spoken = [0.9, 0.4, 0.5, 0.3], [True, True, False, False], [0, 1, 0, 1], [0, 1, 1, 0]
    samples = two_sided_eer_draws(scores, labels, enrolled, spoken, [[1, 1], [2, 0], [0, 0]])
    assert [False, True, True] == np.isnan(samples).tolist()
    counts = np.vstack(list(trial_draws(4, 200, seed=1)))
    undefined = (counts[:, :2].sum(axis=1) == 0) | (counts[:, 2:].sum(axis=1) == 0)
    assert 0 < undefined.sum() < 200
    np.testing.assert_array_equal(undefined, np.isnan(trial_eer_draws(scores, labels, 200, seed=1)))
    assert np.isnan(trial_eer_draws([0.5, 0.4], [True, True], 5, seed=1)).all()


@pytest.mark.parametrize("speakers", [30, 300])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("digits", [1, 12])
def test_two_sided_draws_of_a_long_list_equal_the_plain_loop(speakers, rule, digits):
    """20,000 trials, a speaker without targets: sums by all pairs, by the pairs that are there and by trials agree."""
    generator = np.random.default_rng(12)
    enrolled, labels = generator.integers(0, speakers, 20_000), generator.random(20_000) < 0.1
    labels[enrolled == 3] = False
    spoken = np.where(labels, enrolled, generator.integers(0, speakers, 20_000))
    scores = (generator.normal(size=20_000) + labels).round(digits)
    counts = speaker_draws(speakers, 40, seed=5)
    np.testing.assert_array_equal(
        plain_two_sided(scores, labels, enrolled, spoken, counts, rule),
        two_sided_eer_draws(scores, labels, enrolled, spoken, counts, rule),
    )


@pytest.mark.parametrize("value", [1, 3, 10_000])
@pytest.mark.parametrize(
    "name",
    [
        "score_blocks.DRAWS", "score_blocks.PAIRS", "score_blocks.FEW", "score_blocks.AT_ONCE", "weighers.PAIRS",
        "weighers.AT_ONCE", "weighers.FEW_PAIRS", "weighers.TRIALS_A_PRODUCT",
    ],
)  # fmt: skip
def test_how_the_list_is_cut_does_not_change_two_sided_draws(monkeypatch, name, value):
    """By pairs or by trials, few draws at once or many: only the time may differ."""
    scores, labels, enrolled, spoken, speakers = made_up(3, 1)
    counts = speaker_draws(speakers, 25, seed=3)
    expected = plain_two_sided(scores, labels, enrolled, spoken, counts, "nearest")
    monkeypatch.setattr(f"analysis.measures.{name}", value)
    np.testing.assert_array_equal(expected, two_sided_eer_draws(scores, labels, enrolled, spoken, counts))


@pytest.mark.parametrize("pairs", [1, 37, 400, 3000])
def test_blocks_do_not_change_draws_of_trials(monkeypatch, pairs):
    """Working through the draws in small blocks, or one by one, gives the same values."""
    scores, labels, *_ = made_up(3, 1)
    trials = trial_eer_draws(scores, labels, 25, seed=3)
    counts = np.vstack(list(trial_draws(len(scores), 25, seed=3)))
    for name in ("trial_weights.BLOCK_PAIRS", "drawn_trials.KEPT", "drawn_trials.AT_ONCE"):
        monkeypatch.setattr(f"analysis.measures.{name}", pairs)
    np.testing.assert_array_equal(trials, trial_eer_draws(scores, labels, 25, seed=3))
    np.testing.assert_array_equal(counts, np.vstack(list(trial_draws(len(scores), 25, seed=3))))


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("kept", [10**6, 0])
def test_draws_of_trials_of_a_long_list_equal_the_plain_loop(monkeypatch, kept, rule):
    """Some blocks are cut again there; all draws stand in one table, or a few in each of several."""
    monkeypatch.setattr("analysis.measures.drawn_trials.KEPT", kept)
    monkeypatch.setattr("analysis.measures.drawn_trials.AT_ONCE", 3 * 20_000)
    generator = np.random.default_rng(5)
    labels = generator.random(20_000) < 0.1
    scores = (generator.normal(size=20_000) + labels).round(3)
    np.testing.assert_array_equal(
        plain_trials(scores, labels, 40, 9, rule), trial_eer_draws(scores, labels, 40, 9, rule)
    )


def test_trial_draws_follow_the_stated_recipe():
    """Each draw is one call of integers(0, n, n) on one generator, counted; more draws begin with the fewer."""
    generator = np.random.default_rng(7)
    expected = [np.bincount(generator.integers(0, 5, 5), minlength=5) for _ in range(20)]
    np.testing.assert_array_equal(expected, np.vstack(list(trial_draws(5, 20, seed=7))))
    np.testing.assert_array_equal(expected, np.vstack(list(trial_draws(5, 40, seed=7)))[:20])
    assert [] == list(trial_draws(5, 0, seed=7))


@pytest.mark.parametrize("rule", RULES)
def test_huge_counts_fall_back_to_exact_numbers(rule):
    """Counts whose products of sums leave int64 still equal the plain loop; counts that cannot be multiplied do not."""
    scores, labels = [0.9, 0.4, 0.5, 0.3, 0.1], [True, True, False, False, False]
    enrolled, spoken = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 0, 1, 0])
    counts = np.array([[9 * 10**6, 5 * 10**8], [5 * 10**8, 5 * 10**8], [1, 0]])
    np.testing.assert_array_equal(
        plain_two_sided(scores, labels, enrolled, spoken, counts, rule),
        two_sided_eer_draws(scores, labels, enrolled, spoken, counts, rule),
    )
    with pytest.raises(ValueError, match="too large"):
        two_sided_eer_draws(scores, labels, enrolled, spoken, counts * 10)


def test_perfect_separation_has_no_width_by_either():
    """Scores that do not overlap give the interval [0, 0], marked degenerate."""
    scores, labels = [0.9, 0.8, 0.2, 0.1] * 3, [True, True, False, False] * 3
    enrolled, spoken = np.repeat([0, 1, 2], 4), np.array([0, 0, 1, 2, 1, 1, 0, 2, 2, 2, 0, 1])
    for samples in (
        two_sided_eer_draws(scores, labels, enrolled, spoken, speaker_draws(3, 200, seed=1)),
        trial_eer_draws(scores, labels, 200, seed=1),
    ):
        interval = percentile_interval(samples)
        assert (0.0, 0.0, True) == (interval.low, interval.high, interval.degenerate)


def test_the_two_sided_interval_is_wider_where_both_speakers_matter():
    """With an effect of either speaker the two-sided interval is the widest, the trial bootstrap the narrowest."""
    generator = np.random.default_rng(11)
    speakers = 30
    enrolled, spoken = (side.ravel() for side in np.meshgrid(np.arange(speakers), np.arange(speakers), indexing="ij"))
    enrolled, spoken = np.tile(enrolled, 3), np.tile(spoken, 3)
    labels = enrolled == spoken
    effects = generator.normal(0, 1.0, (2, speakers))
    scores = generator.normal(size=len(labels)) + 2.0 * labels + effects[0][enrolled] + effects[1][spoken]
    counts = speaker_draws(speakers, 500, seed=1)

    def width(samples):
        interval = percentile_interval(samples)
        return interval.high - interval.low

    one_sided = width(eer_draws(scores, labels, enrolled, counts))
    assert width(two_sided_eer_draws(scores, labels, enrolled, spoken, counts)) > 1.2 * one_sided
    assert width(trial_eer_draws(scores, labels, 500, seed=1)) < one_sided


def test_what_cannot_be_resampled_is_refused():
    """No trial, a negative number of draws, an unknown rule, speakers outside the table of counts."""
    with pytest.raises(ValueError, match="0 trials"):
        trial_eer_draws([], [], 10, seed=1)
    with pytest.raises(ValueError, match="-1 draws"):
        trial_draws(3, -1, seed=1)
    with pytest.raises(ValueError, match="unknown EER rule"):
        trial_eer_draws([0.1, 0.2], [True, False], 3, seed=1, rule="mean")  # type: ignore[arg-type]
    for enrolled, spoken in (([0, 2], [0, 0]), ([0, 0], [0, 2])):
        with pytest.raises(ValueError, match="from 0 to 1"):
            two_sided_eer_draws([0.1, 0.2], [True, False], enrolled, spoken, [[1, 1]])
    assert [] == two_sided_eer_draws([], [], [], [], np.zeros((0, 2), dtype=int)).tolist()
