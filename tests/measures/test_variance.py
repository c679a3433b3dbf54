"""Components of variance: of made-up contributions whose parts are known, one at a time and all together."""

import doctest
import math

import numpy as np
import pytest

from analysis.measures import variance
from analysis.measures.variance import (
    Components,
    ratio_components,
    ratio_influence,
    trial_components,
    utterance_components,
)

SPEAKERS, EACH = 12, 4


@pytest.fixture(scope="module")
def grid():
    """Return who is enrolled, who speaks and which utterance, of every speaker against every utterance."""
    enrolled, utterance = (index.ravel() for index in np.indices((SPEAKERS, SPEAKERS * EACH)))
    return enrolled == utterance // EACH, enrolled, utterance // EACH, utterance


def centred(values: np.ndarray, is_target: np.ndarray) -> np.ndarray:
    """Take the mean of each kind of trial away, as an influence has none."""
    means = [values[~is_target].mean(), values[is_target].mean()]
    return values - np.where(is_target, means[1], means[0])


def test_what_only_speakers_bring_is_between(grid):
    """A value for the enrolled speaker and one for the speaker is all between: the variance of their sum."""
    is_target, enrolled, spoken, _ = grid
    generator = np.random.default_rng(1)
    own, enrolls, speaks = generator.normal(size=(3, SPEAKERS))
    values = centred(np.where(is_target, own[spoken], enrolls[enrolled] + speaks[spoken]), is_target)
    found = trial_components(values, *grid)
    assert pytest.approx((0, 0, 0), abs=1e-9) == (found.within, found.pairs, found.rest)
    # Each speaker stands against all others but not against itself, which takes a little of the two from each.
    others = (enrolls.sum() + speaks.sum() - enrolls - speaks) / (SPEAKERS - 1)
    expected = np.var(own + enrolls + speaks + others, ddof=1)
    assert pytest.approx(expected, abs=1e-9) == found.between
    assert (SPEAKERS, EACH, 1.0) == (found.speakers, found.utterances, found.partners)


def test_what_utterances_bring_is_within(grid):
    """A value for each utterance in all of its trials is within: the mean square around each speaker's mean."""
    *_, utterance = grid
    value = np.random.default_rng(2).normal(size=SPEAKERS * EACH)
    value -= np.repeat(value.reshape(SPEAKERS, EACH).mean(axis=1), EACH)
    found = trial_components(value[utterance], *grid)
    expected = 4 * (value**2).sum() / (SPEAKERS * (EACH - 1))  # once as target, once against the others
    assert pytest.approx((expected, 0, 0), abs=1e-9) == (found.within, found.pairs, found.rest)
    assert pytest.approx(-expected / EACH, abs=1e-9) == found.between
    assert "between" in found.below_zero


@pytest.mark.parametrize("one_way", [False, True])
def test_all_four_are_found_together(one_way):
    """From many trials with known parts, each part comes out near its size; also where pairs meet one way only."""
    speakers, each = 60, 6
    sizes = {"between": 30.0, "within": 90.0, "pairs": 60.0, "rest": 300.0}
    enrolled, utterance = (index.ravel() for index in np.indices((speakers, speakers * each)))
    spoken = utterance // each
    if one_way:
        kept = (spoken - enrolled) % speakers <= speakers // 2 - 1
        enrolled, utterance, spoken = enrolled[kept], utterance[kept], spoken[kept]
    is_target = enrolled == spoken
    trials, found = (is_target, enrolled, spoken, utterance), []
    for seed in range(20):
        draw = np.random.default_rng(seed).normal
        own, word = draw(size=speakers) * math.sqrt(30), draw(size=speakers * each) * math.sqrt(90)
        pair, single = draw(size=(speakers, speakers)) * math.sqrt(60), draw(size=len(spoken)) * math.sqrt(300)
        alike = pair[enrolled, spoken] + single
        values = np.where(is_target, own[spoken] + word[utterance], alike)
        found.append(trial_components(centred(values, is_target), *trials))
    means = {name: float(np.mean([getattr(one, name) for one in found])) for name in sizes}
    assert pytest.approx(sizes, rel=0.15) == means
    assert (0.5 if one_way else 1.0) == pytest.approx(found[0].partners, abs=0.01)


def test_the_variance_is_what_the_formula_says():
    """Four parts over S speakers and m utterances, by hand; a part below zero counts as nothing."""
    parts = Components(40.0, 200.0, 10.0, 500.0, speakers=43, utterances=10, partners=0.5)
    assert (40 + 200 / 5) / 21 + (10 + 500 / 5) / (21 * 10) == pytest.approx(parts.variance(21, 5))
    assert 40 / 21 + 10 / (21 * 10) == pytest.approx(parts.variance(21, math.inf))
    below = Components(-40.0, 200.0, -10.0, 500.0, speakers=43, utterances=10, partners=0.5)
    assert 40 / 21 + 100 / (21 * 10) == pytest.approx(below.variance(21, 5))
    assert ("between", "pairs") == below.below_zero
    assert 4 * parts.variance(21, 5) == pytest.approx(parts.times(4).variance(21, 5))


def test_a_ratio_contributes_what_it_has_beyond_its_share():
    """Errors 1, 3, 0, 4 of 10 signs each, by two and two of five speakers: means 2 and 2 of 8 in 40 signs."""
    assert [-10.0, 10.0, -20.0, 20.0] == ratio_influence([1, 3, 0, 4], [10] * 4).tolist()
    errors, speaker = [1, 3, 0, 4, 2, 2, 4, 4, 0, 0], np.repeat(np.arange(5), 2)
    found = ratio_components(errors, [10] * 10, speaker)
    within = (200 + 800) / 5
    assert pytest.approx(within) == found.within
    assert pytest.approx((0 + 0 + 0 + 400 + 400) / 4 - within / 2) == found.between
    assert (0.0, 0.0, 5, 2.0, 0.0) == (found.pairs, found.rest, found.speakers, found.utterances, found.partners)


@pytest.mark.parametrize(
    ("keep", "reason"),
    [
        (lambda target, enrolled, spoken, utterance: ~target, "no target trials"),
        (lambda target, enrolled, spoken, utterance: target, "no non-target trials"),
        (lambda target, enrolled, spoken, utterance: (enrolled < 4) & (spoken < 4), "too few speakers"),
        (
            lambda target, enrolled, spoken, utterance: (enrolled < 6) & (enrolled // 3 == spoken // 3),
            "too few pairs of speakers",
        ),
        (lambda target, enrolled, spoken, utterance: utterance % EACH == 0, "no speaker has two trial utterances"),
        (
            lambda target, enrolled, spoken, utterance: target | (spoken == (enrolled + 1) % SPEAKERS),
            "too few trials of a pair of speakers",
        ),
    ],
)
def test_it_says_what_the_trials_do_not_tell(grid, keep, reason):
    """Trials that cannot tell the parts from each other are refused, with the reason."""
    kept = keep(*grid)
    values = np.random.default_rng(3).normal(size=kept.sum())
    with pytest.raises(ValueError, match=f"^{reason}$"):
        trial_components(values, *(part[kept] for part in grid))


def test_utterances_of_few_speakers_or_one_each_are_refused():
    """Four speakers are too few, and one utterance a speaker cannot tell within from between."""
    with pytest.raises(ValueError, match=r"^too few speakers$"):
        utterance_components([1.0, 2.0] * 4, np.repeat(np.arange(4), 2))
    with pytest.raises(ValueError, match=r"^no speaker has two trial utterances$"):
        utterance_components(np.arange(6.0), np.arange(6))
    with pytest.raises(ValueError, match=r"^no reference text$"):
        ratio_influence([0, 0], [0, 0])


def test_examples():
    """The examples in the docstrings hold."""
    assert 0 == doctest.testmod(variance).failed
