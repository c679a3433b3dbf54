"""Unit vectors that behave like speaker embeddings: speaker, gender, channel, system and noise, in 192 dimensions.

An embedding is a weighted sum of directions, scaled to unit length and rounded to half precision:

    original    room + speaker + gender + channel + noise
    anonymized  room of the system + leak · original speaker + gender kept · gender + gender of the target voice
                + channel kept · channel + link · the speaker's anonymized voice + noise

`leak` decides what an ignorant attacker finds, `link` what an attacker finds who enrolls anonymized speech. Speakers
differ: in how noisy they are, and in how much of them leaks. The directions share a falling spectrum, as those of a
trained encoder do, so that some speakers resemble each other by chance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analysis.simulate.cohort import Cohort
from analysis.simulate.published import PHONE
from analysis.simulate.randomness import stream

DIMENSIONS = 192

# The k-th coordinate of every direction is weighted by 1 / (1 + k / SPECTRUM).
SPECTRUM = 10.0

# Weights within an original embedding, the speaker's own direction being 1.
ROOM = 0.6
GENDER = 0.35
CHANNEL = 0.3

# How the noise varies from utterance to utterance (standard deviation of its logarithm).
UTTERANCE_SPREAD = 0.25


@dataclass(frozen=True)
class EncoderSettings:
    """The settings of one file of original speech.

    Attributes:
        noise: length of the noise, a pair: phone corpus, studio corpus.
        spread: standard deviation, over speakers, of the logarithm of the noise.
        attempt: which of the possible random streams is used.
    """

    noise: tuple[float, float]
    spread: float
    attempt: int = 0


@dataclass(frozen=True)
class SystemSettings:
    """The settings of one file of anonymized speech.

    Attributes:
        leak: weight of the original speaker's direction, a pair: phone corpus, studio corpus; it may be negative.
        leak_spread: standard deviation of the leak over speakers.
        link: weight of the direction that the speaker has after anonymization.
        link_spread: standard deviation, over speakers, of the logarithm of that weight.
        gender: how much of the speaker's gender is kept.
        target_gender: gender of the target voice, positive for a female one.
        channel: how much of the recording channel is kept.
        attempt: which of the possible random streams is used.
    """

    leak: tuple[float, float]
    leak_spread: float
    link: float
    link_spread: float
    gender: float
    target_gender: float
    channel: float
    attempt: int = 0


@dataclass(frozen=True)
class Directions:
    """What a cohort's embeddings are made of; every array has one row an utterance of `cohort.embedded`."""

    speaker: np.ndarray
    gender: np.ndarray
    gender_sign: np.ndarray
    channel: np.ndarray
    room: np.ndarray
    studio: np.ndarray
    hardness: np.ndarray
    place: np.ndarray


def directions(count: int, random: np.random.Generator) -> np.ndarray:
    """Draw `count` unit vectors of the common spectrum: array (count, DIMENSIONS)."""
    weights = 1.0 / (1.0 + np.arange(DIMENSIONS) / SPECTRUM)
    return unit_length(random.standard_normal((count, DIMENSIONS)) * weights)


def unit_length(vectors: np.ndarray) -> np.ndarray:
    """Return the rows scaled to length 1."""
    return vectors / np.sqrt(np.sum(vectors * vectors, axis=1, keepdims=True))


def cohort_directions(cohort: Cohort, seed: int) -> Directions:
    """Draw what the embeddings of all systems share: the speakers, the two genders, the two channels, and who is hard.

    `hardness` is standard normal over the speakers and serves every system in part, because a speaker who is hard for
    one encoder tends to be hard for another.
    """
    random = stream(seed, "embeddings", "shared")
    speakers = directions(len(cohort.speakers), random)
    gender, channel, room = directions(3, random)
    hardness = random.standard_normal(len(cohort.speakers))
    place_of = {speaker.name: place for place, speaker in enumerate(cohort.speakers)}
    place = np.array([place_of[utterance.speaker.name] for utterance in cohort.embedded])
    sign = np.array([1.0 if utterance.speaker.gender == "f" else -1.0 for utterance in cohort.embedded])
    studio = np.array([utterance.speaker.corpus != PHONE for utterance in cohort.embedded])
    return Directions(
        speaker=speakers[place],
        gender=gender,
        gender_sign=sign,
        channel=np.where(studio[:, None], channel, -channel),
        room=room,
        studio=studio,
        hardness=hardness,
        place=place,
    )


def original_embeddings(shared: Directions, settings: EncoderSettings, seed: int, name: str) -> np.ndarray:
    """Return half-precision unit vectors of original speech, one row an utterance of `cohort.embedded`."""
    random = stream(seed, "embeddings", name, settings.attempt)
    hardness = _mixed(shared.hardness, random)[shared.place]
    noise = directions(len(shared.place), random)
    length = np.where(shared.studio, settings.noise[1], settings.noise[0])
    length = length * np.exp(settings.spread * hardness + UTTERANCE_SPREAD * random.standard_normal(len(length)))
    return _rounded(
        ROOM * shared.room
        + shared.speaker
        + GENDER * shared.gender_sign[:, None] * shared.gender
        + CHANNEL * shared.channel
        + length[:, None] * noise
    )


def anonymized_embeddings(shared: Directions, settings: SystemSettings, seed: int, name: str) -> np.ndarray:
    """Return half-precision unit vectors of anonymized speech, one row an utterance of `cohort.embedded`."""
    random = stream(seed, "embeddings", name, settings.attempt)
    speakers = len(shared.hardness)
    voices = directions(speakers, random)[shared.place]
    room = directions(1, random)[0]
    noise = directions(len(shared.place), random)
    hardness = _mixed(shared.hardness, random)[shared.place]
    leak = np.where(shared.studio, settings.leak[1], settings.leak[0]) - settings.leak_spread * hardness
    link = settings.link * np.exp(-settings.link_spread * hardness)
    length = np.exp(UTTERANCE_SPREAD * random.standard_normal(len(shared.place)))
    gender = settings.gender * shared.gender_sign + settings.target_gender
    return _rounded(
        ROOM * room
        + leak[:, None] * shared.speaker
        + gender[:, None] * shared.gender
        + settings.channel * shared.channel
        + link[:, None] * voices
        + length[:, None] * noise
    )


def _mixed(shared: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Return standard normal values that correlate at 0.8 with the shared ones."""
    return 0.8 * shared + 0.6 * random.standard_normal(len(shared))


def _rounded(vectors: np.ndarray) -> np.ndarray:
    return unit_length(vectors).astype(np.float16)
