"""The model of the coverage study: voices, what a system leaves of them, and the trials of all pairs.

Each speaker has a direction in a space of 64 dimensions, of which the first carry more than the last, so that some
voices lie nearer to each other than others; a gain, how much of the direction an utterance shows; and a spread, how far
the utterances of the speaker lie apart. Gain and spread are log-normal. An utterance is
unit(strength * gain * direction + spread * noise). `strength` sets the EER: a system that hides voices well has a small
one. Two systems that treat the same speakers share half of the variance of all three, and no noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

VERSION = 1
"""Another one whenever numbers of the same seed are no longer the same."""

DIMENSIONS = 64
ENROLLMENT, TRIAL = 3, 10
"""Utterances of a speaker in either role."""
VARIED = 0.2
"""Standard deviation of the logarithms of gain and spread. With it 43 speakers give intervals about as wide as those
that are published of as many: two to three points at an EER near 3 %, six near 15 % and 40 %."""
SHARED = 0.5
"""Share of the variance of a voice that two systems leave alike."""

_WEIGHTS = np.arange(1, DIMENSIONS + 1, dtype=np.float64) ** -0.5
_AXES = _WEIGHTS / np.sqrt((_WEIGHTS**2).sum())


@dataclass(frozen=True)
class Voices:
    """Speakers, in standard normal numbers: directions (speakers, 64), gains and spreads (speakers,)."""

    directions: NDArray[np.float64]
    gains: NDArray[np.float64]
    spreads: NDArray[np.float64]


@dataclass(frozen=True)
class Trials:
    """All pairs of an enrolled speaker and a trial utterance: (trials,) each; speakers are numbers from 0."""

    scores: NDArray[np.float64]
    is_target: NDArray[np.bool_]
    enrolled: NDArray[np.int64]
    spoken: NDArray[np.int64]


def voices(generator: np.random.Generator, speakers: int) -> Voices:
    """Return speakers drawn from the population."""
    numbers = generator.standard_normal((speakers, DIMENSIONS + 2))
    return Voices(numbers[:, :-2], numbers[:, -2], numbers[:, -1])


def as_treated(common: Voices, generator: np.random.Generator) -> Voices:
    """Return the voices as one system leaves them: half of the variance common, half its own."""
    own = voices(generator, len(common.gains))
    kept, added = np.sqrt(SHARED), np.sqrt(1 - SHARED)
    return Voices(
        kept * common.directions + added * own.directions,
        kept * common.gains + added * own.gains,
        kept * common.spreads + added * own.spreads,
    )


def embeddings(
    spoken: Voices, strength: float, generator: np.random.Generator
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return enrolled models (speakers, 64) and trial utterances (speakers, 10, 64), all of length 1."""
    speakers = len(spoken.gains)
    noise = generator.standard_normal((speakers, ENROLLMENT + TRIAL, DIMENSIONS))
    noise *= (np.exp(VARIED * spoken.spreads) / np.sqrt(DIMENSIONS))[:, None, None]
    noise += (strength * np.exp(VARIED * spoken.gains)[:, None] * _AXES * spoken.directions)[:, None, :]
    utterances = _unit(noise)
    return _unit(utterances[:, :ENROLLMENT].mean(axis=1)), utterances[:, ENROLLMENT:]


def trials(models: NDArray[np.float64], utterances: NDArray[np.float64]) -> Trials:
    """Return every model against every utterance."""
    speakers, each = utterances.shape[:2]
    scores = models @ utterances.reshape(speakers * each, -1).T
    enrolled = np.repeat(np.arange(speakers), speakers * each)
    spoken = np.tile(np.repeat(np.arange(speakers), each), speakers)
    return Trials(scores.ravel(), enrolled == spoken, enrolled, spoken)


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
