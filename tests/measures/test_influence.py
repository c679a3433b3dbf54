"""What single trials do to an EER, against the EER of lists from which they are missing."""

import doctest

import numpy as np
import pytest

from analysis.measures import eer_jackknife, influence
from analysis.measures.influence import eer_influence


def normal_scores(targets: int, others: int, apart: float, spread: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Return scores whose targets lie `apart` above the others and are `spread` times as far apart."""
    generator = np.random.default_rng(5)
    scores = np.concatenate([apart + spread * generator.normal(size=targets), generator.normal(size=others)])
    return scores, np.arange(targets + others) < targets


@pytest.mark.parametrize(
    ("spread", "expected"),
    # At the threshold c both curves are as high: (c - 0) / 1 = (apart - c) / spread, so that the densities there are
    # the same but for the spread, and the share is 1 / (1 + 1 / spread).
    [(1.0, 0.5), (2.0, 2 / 3), (0.5, 1 / 3)],
)
def test_the_share_of_targets_follows_the_slopes(spread, expected):
    """Where targets are more widely spread, FRR moves less with the threshold and more of it reaches the EER."""
    scores, is_target = normal_scores(40_000, 40_000, apart=1.5, spread=spread)
    assert pytest.approx(expected, abs=0.02) == eer_influence(scores, is_target).target_share


def test_contributions_average_to_zero_in_each_kind():
    """What the targets contribute sums to 0, and so does what the others contribute."""
    scores, is_target = normal_scores(80, 700, apart=1.0)
    values = eer_influence(scores, is_target).values(is_target)
    assert pytest.approx(0, abs=1e-9) == values[is_target].sum()
    assert pytest.approx(0, abs=1e-9) == values[~is_target].sum()


def test_they_foretell_what_the_eer_becomes_without_a_speaker():
    """The sum over a speaker's trials is what leaving the speaker out moves, but for the steps of an EER."""
    speakers, each, spreads = 30, 40, []
    enrolled, utterance = (index.ravel() for index in np.indices((speakers, speakers * each)))
    spoken = utterance // each
    is_target = enrolled == spoken
    other = ~is_target
    for seed in range(4):
        generator = np.random.default_rng(seed)
        ease = generator.normal(size=speakers)
        scores = (1.5 + ease[spoken]) * is_target + generator.normal(size=len(spoken))
        found = eer_influence(scores, is_target)
        values = found.values(is_target) / np.where(is_target, is_target.sum(), other.sum())
        foretold = np.bincount(spoken, values) + np.bincount(enrolled[other], values[other])
        moved = found.eer - eer_jackknife(scores, is_target, enrolled, spoken, speakers)
        assert np.corrcoef(moved, foretold)[0, 1] > 0.98
        spreads.append([moved.std(), foretold.std()])
    # A set of trials has slopes of its own, so that only many of them agree in size.
    moved, foretold = np.mean(spreads, axis=0)
    assert pytest.approx(moved, rel=0.1) == foretold


@pytest.mark.parametrize(
    ("scores", "is_target", "reason"),
    [
        ([0.9, 0.8], [True, True], "no non-target trial"),
        ([0.9, 0.1], [True, False], "no trial is wrong"),
        ([0.5, 0.5, 0.5], [True, False, False], "all trials of a kind fare alike"),
    ],
)
def test_it_says_why_nothing_can_be_read(scores, is_target, reason):
    """Without both kinds, or where all of a kind fare alike, there is no spread to read."""
    with pytest.raises(ValueError, match=f"^{reason}$"):
        eer_influence(scores, is_target)


def test_examples():
    """The examples in the docstrings hold."""
    assert 0 == doctest.testmod(influence).failed
