"""Joint speaker bootstrap, against one equal error rate a draw and against a population written out by hand."""

import doctest

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.measures import (
    eer_draws,
    equal_error_rate,
    joint,
    joint_eer_draws,
    paired_difference,
    percentile_interval,
    speaker_draws,
)

RULES = ("nearest", "line")


def plain_joint(scores, labels, enrolled, spoken, counts, rule):
    """Return what `joint_eer_draws` must equal, one draw and one trial after the other."""
    values = []
    for drawn in np.asarray(counts).tolist():
        weights = [
            drawn[a] if same else drawn[a] * drawn[b]
            for same, a, b in zip(labels, enrolled.tolist(), spoken.tolist(), strict=True)
        ]
        values.append(equal_error_rate(scores, labels, weights, rule).value)
    return np.array(values)


def made_up(seed, digits):
    """Return scores rounded to some digits, labels, and both speakers of every trial; some speakers stay away."""
    generator = np.random.default_rng(100 * seed + digits)
    speakers, size = int(generator.integers(2, 12)), int(generator.integers(2, 500))
    enrolled, spoken = generator.integers(0, speakers - 1, size), generator.integers(0, speakers, size)
    spoken = np.where(generator.random(size) < 0.2, enrolled, spoken)
    labels = enrolled == spoken
    scores = (generator.normal(size=size) + labels * generator.uniform(-1, 4)).round(digits)
    return scores, labels, enrolled, spoken, speakers


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("digits", [0, 1, 2, 12])
@pytest.mark.parametrize("seed", range(4))
def test_draws_equal_the_plain_loop(rule, digits, seed):
    """The fast way and the plain loop differ by exactly 0, with many ties, few, and none."""
    scores, labels, enrolled, spoken, speakers = made_up(seed, digits)
    counts = speaker_draws(speakers, 60, seed)
    np.testing.assert_array_equal(
        plain_joint(scores, labels, enrolled, spoken, counts, rule),
        joint_eer_draws(scores, labels, enrolled, spoken, counts, rule),
    )


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_draws_equal_the_plain_loop_on_any_small_list(data):
    """Tiny lists, whose draws often lack a kind of trial or begin with undrawn scores, agree to the last bit too."""
    size = data.draw(st.integers(1, 9))
    listed = st.lists
    scores = np.array(data.draw(listed(st.integers(0, 4).map(float), min_size=size, max_size=size)))
    enrolled, spoken = (np.array(data.draw(listed(st.integers(0, 3), min_size=size, max_size=size))) for _ in "es")
    counts = np.array(data.draw(listed(listed(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=6)))
    for rule in RULES:
        np.testing.assert_array_equal(
            plain_joint(scores, enrolled == spoken, enrolled, spoken, counts, rule),
            joint_eer_draws(scores, enrolled == spoken, enrolled, spoken, counts, rule),
        )


@pytest.mark.parametrize("speakers", [30, 300])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("digits", [1, 12])
def test_draws_of_a_long_list_equal_the_plain_loop(speakers, rule, digits):
    """20,000 trials, a speaker without targets: sums by all pairs, by the pairs that are there and by trials agree."""
    generator = np.random.default_rng(12)
    enrolled = generator.integers(0, speakers, 20_000)
    labels = (generator.random(20_000) < 0.1) & (enrolled != 3)
    spoken = np.where(labels, enrolled, (enrolled + generator.integers(1, speakers, 20_000)) % speakers)
    scores = (generator.normal(size=20_000) + labels).round(digits)
    counts = speaker_draws(speakers, 40, seed=5)
    np.testing.assert_array_equal(
        plain_joint(scores, labels, enrolled, spoken, counts, rule),
        joint_eer_draws(scores, labels, enrolled, spoken, counts, rule),
    )


@pytest.mark.parametrize("value", [1, 3, 10_000])
@pytest.mark.parametrize(
    "name",
    [
        "score_blocks.DRAWS", "score_blocks.PAIRS", "score_blocks.FEW", "score_blocks.AT_ONCE", "weighers.PAIRS",
        "weighers.AT_ONCE", "weighers.FEW_PAIRS", "weighers.TRIALS_A_PRODUCT",
    ],
)  # fmt: skip
def test_how_the_list_is_cut_does_not_change_draws(monkeypatch, name, value):
    """By pairs or by trials, few draws at once or many: only the time may differ."""
    scores, labels, enrolled, spoken, speakers = made_up(3, 1)
    counts = speaker_draws(speakers, 25, seed=3)
    expected = plain_joint(scores, labels, enrolled, spoken, counts, "nearest")
    monkeypatch.setattr(f"analysis.measures.{name}", value)
    np.testing.assert_array_equal(expected, joint_eer_draws(scores, labels, enrolled, spoken, counts))


def test_a_draw_is_a_population_in_which_speakers_stand_several_times():
    """Written out person by person: with itself each is a target trial, with each person of another name none."""
    generator = np.random.default_rng(3)
    score = generator.normal(size=(4, 4)) + 2 * np.eye(4)
    drawn = [2, 0, 3, 1]
    people = np.repeat(np.arange(4), drawn).tolist()
    targets = [score[one, one] for one in people]
    others = [score[one, other] for one in people for other in people if other != one]
    expected = equal_error_rate(targets + others, [True] * len(targets) + [False] * len(others)).value
    enrolled, spoken = (side.ravel() for side in np.indices((4, 4)))
    assert [expected] == joint_eer_draws(score.ravel(), enrolled == spoken, enrolled, spoken, [drawn]).tolist()


def test_a_target_counts_as_its_speaker_and_a_nontarget_as_both():
    """With speaker 0 drawn twice and 1 once, a target of 0 stands twice and so does a trial between them."""
    scores, labels, enrolled, spoken = [0.9, 0.4, 0.5, 0.3], [True, True, False, False], [0, 1, 0, 1], [0, 1, 1, 0]
    written = equal_error_rate([0.9] * 2 + [0.4] + [0.5] * 2 + [0.3] * 2, [True] * 3 + [False] * 4).value
    assert [written] == joint_eer_draws(scores, labels, enrolled, spoken, [[2, 1]]).tolist()


@pytest.mark.parametrize("rule", RULES)
def test_everyone_drawn_once_is_the_plain_rate(rule):
    """With every count 1 the EER of the draw is that of the list, by each way of weighing."""
    for seed in range(5):
        scores, labels, enrolled, spoken, speakers = made_up(seed, 1)
        once = np.ones((1, speakers), dtype=int)
        plain = [equal_error_rate(scores, labels, rule=rule).value]
        assert plain == joint_eer_draws(scores, labels, enrolled, spoken, once, rule).tolist()
        assert plain == eer_draws(scores, labels, enrolled, once, rule).tolist()


def test_draws_without_one_kind_of_trial_are_undefined():
    """One speaker drawn alone has no non-target trial; a list of targets has none in any draw."""
    scores, labels, enrolled, spoken = [0.9, 0.4, 0.5, 0.3], [True, True, False, False], [0, 1, 0, 1], [0, 1, 1, 0]
    samples = joint_eer_draws(scores, labels, enrolled, spoken, [[1, 1], [2, 0], [0, 0]])
    assert [False, True, True] == np.isnan(samples).tolist()
    assert np.isnan(joint_eer_draws([0.5, 0.4], [True, True], [0, 1], [0, 1], [[1, 1]])).all()


def test_separated_scores_and_identical_systems():
    """Scores that do not overlap give [0, 0], marked degenerate; identical systems differ by exactly 0 in each draw."""
    enrolled, spoken = (side.ravel() for side in np.indices((5, 5)))
    counts = speaker_draws(5, 200, seed=1)
    labels = enrolled == spoken
    separated = percentile_interval(joint_eer_draws(1.0 * labels, labels, enrolled, spoken, counts))
    assert (0.0, 0.0, True) == (separated.low, separated.high, separated.degenerate)
    scores = np.random.default_rng(2).normal(size=25)
    both = [joint_eer_draws(scores, labels, enrolled, spoken, counts) for _ in "ab"]
    same = paired_difference(30.0, 30.0, *both)
    assert (0.0, 0.0, "no difference") == (same.interval.low, same.interval.high, same.verdict)


@pytest.mark.parametrize("rule", RULES)
def test_huge_counts_fall_back_to_exact_numbers(rule):
    """Counts whose products of sums leave int64 still equal the plain loop; counts that cannot be multiplied do not."""
    scores, labels = [0.9, 0.4, 0.5, 0.3, 0.1], [True, True, False, False, False]
    enrolled, spoken = np.array([0, 1, 1, 0, 1]), np.array([0, 1, 0, 1, 0])
    counts = np.array([[9 * 10**6, 5 * 10**8], [5 * 10**8, 5 * 10**8], [1, 0]])
    np.testing.assert_array_equal(
        plain_joint(scores, labels, enrolled, spoken, counts, rule),
        joint_eer_draws(scores, labels, enrolled, spoken, counts, rule),
    )
    with pytest.raises(ValueError, match="too large"):
        joint_eer_draws(scores, labels, enrolled, spoken, counts * 10)


def test_what_cannot_be_resampled_is_refused():
    """A target trial of two speakers, an unknown rule, speakers outside the table of counts."""
    with pytest.raises(ValueError, match="one speaker on both sides"):
        joint_eer_draws([0.1, 0.2], [True, False], [0, 1], [1, 0], [[1, 1]])
    with pytest.raises(ValueError, match="unknown EER rule"):
        joint_eer_draws([0.1, 0.2], [True, False], [0, 1], [0, 0], [[1, 1]], rule="mean")  # type: ignore[arg-type]
    for enrolled, spoken in (([0, 2], [0, 0]), ([0, 0], [0, 2])):
        with pytest.raises(ValueError, match="from 0 to 1"):
            joint_eer_draws([0.1, 0.2], [True, False], enrolled, spoken, [[1, 1]])
    assert [] == joint_eer_draws([], [], [], [], np.zeros((0, 2), dtype=int)).tolist()


def test_examples_hold():
    """The examples in the docstrings give what they say."""
    assert 0 == doctest.testmod(joint).failed
