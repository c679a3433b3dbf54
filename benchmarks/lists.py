"""Made-up trial lists of any size, from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy

from analysis.measures import speaker_draws


@dataclass(frozen=True)
class TrialScores:
    """One list of trials with the scores of two systems.

    scores, other_scores: (trials,); is_target: (trials,) bool; enrolled, spoken: (trials,) numbers of speakers;
    counts: (draws, speakers), how often each draw has each speaker.
    """

    scores: numpy.ndarray
    other_scores: numpy.ndarray
    is_target: numpy.ndarray
    enrolled: numpy.ndarray
    spoken: numpy.ndarray
    counts: numpy.ndarray


def crossed(genders: tuple[int, int] = (15, 28), utterances: int = 10, draws: int = 1000, seed: int = 0) -> TrialScores:
    """Return a list in which every speaker meets every utterance of the own gender: 10,090 trials of 43 speakers."""
    first = numpy.concatenate([[0], numpy.cumsum(genders)])
    pairs = [
        (enrolled, spoken)
        for low, high in pairwise(first)
        for enrolled in range(low, high)
        for spoken in range(low, high)
    ]
    enrolled, spoken = numpy.repeat(numpy.array(pairs), utterances, axis=0).T
    return _scored(enrolled, spoken, int(first[-1]), draws, seed)


def sampled(trials: int, speakers: int, draws: int = 1000, seed: int = 0) -> TrialScores:
    """Return a list of any size: every fourth trial a target, the others of two speakers."""
    generator = numpy.random.default_rng(seed)
    enrolled = numpy.arange(trials) % speakers
    spoken = (enrolled + generator.integers(1, speakers, trials)) % speakers
    spoken[::4] = enrolled[::4]
    return _scored(enrolled, spoken, speakers, draws, seed)


def _scored(enrolled, spoken, speakers: int, draws: int, seed: int) -> TrialScores:
    generator = numpy.random.default_rng([seed, 1])
    is_target = enrolled == spoken
    scores = []
    for distance in (1.5, 1.0):
        moved = generator.normal(0, 0.3, (2, speakers))
        noise = generator.normal(size=len(enrolled))
        scores.append(moved[0][enrolled] + moved[1][spoken] + distance * is_target + noise)
    return TrialScores(*scores, is_target, enrolled, spoken, speaker_draws(speakers, draws, seed))
