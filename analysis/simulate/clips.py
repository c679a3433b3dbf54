"""Clips of about a second that a pitch tracker takes for speech: harmonics under formants, vibrato, syllables, pauses.

A train of equal harmonics will not do: without formants and movement a tracker falls an octave.
"""

from __future__ import annotations

import io
import wave
from itertools import pairwise

import numpy as np

from analysis.simulate.prosody_plan import ClipPlan
from analysis.simulate.randomness import stream

RATE = 16000

# Formants in Hz of the vowels that syllables are made of, for a male voice.
VOWELS = np.array(
    [
        (730.0, 1090.0, 2440.0),
        (530.0, 1840.0, 2480.0),
        (390.0, 1990.0, 2550.0),
        (570.0, 840.0, 2410.0),
        (440.0, 1020.0, 2240.0),
    ]
)
FORMANT_WIDTHS = np.array([90.0, 120.0, 180.0])
FORMANT_LEVELS = np.array([1.0, 0.5, 0.25])
# A voice above this median F0 gets the formants of a shorter vocal tract.
HIGH_VOICE = 170.0
SHORT_TRACT = 1.15

PAUSE_SHARE = 0.2
VIBRATO_HZ = (4.5, 6.0)
VIBRATO_DEPTH = 0.015
FALL = 0.03
HIGHEST_HARMONIC = 3800.0
PEAK = 0.6
FLOOR = 10 ** (-50 / 20)


def clip(plan: ClipPlan, system: str, utterance: str, seed: int) -> np.ndarray:
    """Return the samples of one clip, 16 kHz, 16-bit integers; without any voiced frame where the plan has no F0."""
    samples = round(plan.seconds * RATE)
    random = stream(seed, "clips", system, utterance)
    # The sentence is the same under every system: so many syllables, with these vowels.
    sentence = stream(seed, "clips", "sentence", utterance)
    syllables = int(sentence.integers(4, 6))
    vowels = VOWELS[sentence.permutation(len(VOWELS))[:syllables]]
    lengths = sentence.uniform(0.8, 1.2, syllables)
    envelope, place = _syllables(samples, lengths)
    voiced = not np.isnan(plan.f0)
    sound = _voice(samples, plan.f0, vowels, place, random) if voiced else _hiss(samples, random)
    sound = sound * envelope
    sound = PEAK * sound / np.max(np.abs(sound)) + FLOOR * PEAK * random.standard_normal(samples) / 3.0
    return np.round(np.clip(sound, -1.0, 1.0) * 32767.0).astype("<i2")


def wav_bytes(samples: np.ndarray) -> bytes:
    """Return a WAV file: 16 kHz, 16-bit, one channel."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())
    return buffer.getvalue()


def _syllables(samples: int, lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the loudness over time, and at every sample the place among the syllables (0 to their number less 1)."""
    time = np.arange(samples) / samples
    edges = np.concatenate([[0.0], np.cumsum(lengths) / lengths.sum()])
    envelope = np.zeros(samples)
    centres = []
    for start, end in pairwise(edges):
        pause = PAUSE_SHARE * (end - start) / 2.0
        within = np.clip((time - start - pause) / (end - start - 2.0 * pause), 0.0, 1.0)
        # A flat-topped bump: quick rise, slow middle, quick fall.
        envelope += np.sin(np.pi * within) ** 0.7
        centres.append((start + end) / 2.0)
    return envelope, np.interp(time, centres, np.arange(len(centres)))


def _voice(samples: int, f0: float, vowels: np.ndarray, place: np.ndarray, random: np.random.Generator) -> np.ndarray:
    time = np.arange(samples) / RATE
    rate, phase = random.uniform(*VIBRATO_HZ), random.uniform(0.0, 2.0 * np.pi)
    # The pitch falls over the clip by as much below its middle as it begins above.
    fall = FALL * (1.0 - 2.0 * np.arange(samples) / samples)
    pitch = f0 * (1.0 + VIBRATO_DEPTH * np.sin(2.0 * np.pi * rate * time + phase) + fall)
    turn = 2.0 * np.pi * np.cumsum(pitch) / RATE
    tract = SHORT_TRACT if f0 > HIGH_VOICE else 1.0
    tract *= random.uniform(0.96, 1.04)
    formants = [tract * np.interp(place, np.arange(len(vowels)), vowels[:, k]) for k in range(vowels.shape[1])]
    sound = np.zeros(samples)
    for harmonic in range(1, int(HIGHEST_HARMONIC / f0) + 1):
        frequency = harmonic * pitch
        gain = sum(
            level / np.sqrt(1.0 + ((frequency - formant) / width) ** 2)
            for formant, width, level in zip(formants, FORMANT_WIDTHS, FORMANT_LEVELS, strict=True)
        )
        # The source falls with frequency; its first harmonic stays strong enough to be found.
        sound += (gain + (0.3 if harmonic == 1 else 0.0)) / np.sqrt(harmonic) * np.sin(harmonic * turn)
    return sound


def _hiss(samples: int, random: np.random.Generator) -> np.ndarray:
    """Return noise without low frequencies, as of a whisper that lost its voice."""
    noise = random.standard_normal(samples + 2)
    # Second difference: +12 dB an octave, which leaves next to nothing where a voice would be.
    return noise[2:] - 2.0 * noise[1:-1] + noise[:-2]
