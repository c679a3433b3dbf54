"""Which pitch and which length each demo clip gets: correlations, medians and ratios near the published ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import spearmanr

from analysis.simulate import published
from analysis.simulate.cohort import Cohort
from analysis.simulate.randomness import stream

# Median F0 in Hz of the originals, evenly spread between the two.
FEMALE_F0 = (206.5, 245.5)
MALE_F0 = (119.5, 138.5)

# Length in seconds of the originals.
SECONDS = (0.84, 1.02)

# How far the planned correlation may lie from the published one, and how many orders are tried to get there.
CORRELATION_BAND = 0.03
ORDERS = 100_000

# Which anonymizers change the pitch they find (relative standard deviation), and which give a pitch of their own
# (half the range of its logarithm).
KEEPS_PITCH = {"mcadams": 0.03, "sslsas": 0.03}
OWN_PITCH = {
    "knnvc_english_pool": 0.38,
    "knnvc_khmer_pool": 0.36,
    "asr_tts": 0.09,
    "private_knnvc_english_durations": 0.2,
}

# Which systems time the speech anew (standard deviation of the ratio).
RETIMES = {"asr_tts": 0.08, "private_knnvc_english_durations": 0.05}

UNVOICED = ("private_knnvc_english_durations", "phone_f09_d01")
"""The clip in which no frame is voiced: its system and utterance."""


@dataclass(frozen=True)
class ClipPlan:
    """What one clip is to be: median F0 in Hz (NaN: no voiced frame) and length in seconds."""

    f0: float
    seconds: float


def clip_plans(cohort: Cohort, seed: int) -> dict[str, dict[str, ClipPlan]]:
    """Return the plan of every clip, by system (`original` among them) and demo utterance."""
    random = stream(seed, "prosody", "original")
    names = [utterance.name for utterance in cohort.demo]
    female = np.array([utterance.speaker.gender == "f" for utterance in cohort.demo])
    original = np.empty(len(names))
    original[female] = random.permutation(np.linspace(*FEMALE_F0, int(female.sum())))
    original[~female] = random.permutation(np.linspace(*MALE_F0, int((~female).sum())))
    seconds = random.uniform(*SECONDS, len(names))
    plans = {"original": _plans(names, original, seconds)}
    for system in published.VOICED:
        ratio = published.PROSODY[system][1]
        random = stream(seed, "prosody", system, "length")
        change = RETIMES.get(system, 0.0) * random.standard_normal(len(names))
        f0 = _anonymized_f0(system, original, np.array([(system, name) == UNVOICED for name in names]), seed)
        plans[system] = _plans(names, f0, seconds * (ratio + change - change.mean()))
    return plans


def _plans(names: list[str], f0: np.ndarray, seconds: np.ndarray) -> dict[str, ClipPlan]:
    return {name: ClipPlan(float(f0[k]), float(seconds[k])) for k, name in enumerate(names)}


def _anonymized_f0(system: str, original: np.ndarray, unvoiced: np.ndarray, seed: int) -> np.ndarray:
    """Draw pitches again and again until their rank correlation with the originals is as published."""
    correlation, _, median = published.PROSODY[system]
    random = stream(seed, "prosody", system, "f0")
    heard = np.flatnonzero(~unvoiced)
    best, best_off = None, np.inf
    for _ in range(ORDERS):
        if system in KEEPS_PITCH:
            f0 = original[heard] * (1.0 + KEEPS_PITCH[system] * random.standard_normal(len(heard)))
            f0 *= median / np.median(f0)
        else:
            half = OWN_PITCH[system]
            f0 = median * np.exp(random.permutation(np.linspace(-half, half, len(heard))))
        off = abs(spearmanr(original[heard], f0).statistic - correlation)
        if off < best_off:
            best, best_off = f0, off
        if off <= CORRELATION_BAND:
            break
    planned = np.full(len(original), np.nan)
    planned[heard] = best
    return planned
