"""The true EER of a system of the model: that of the population, from very many speakers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analysis.coverage.model import embeddings, voices

BLOCK = 1000
"""Speakers that are drawn at once; the blocks tell the error."""
OTHERS, EACH = 8, 3
"""Each model is tried against so many utterances of each of so many other speakers of its block."""


def population_eer(strength: float, speakers: int, seed: Sequence[int]) -> tuple[float, float]:
    """Return the EER in percent at which FAR equals FRR over random targets and random pairs, and its standard error.

    speakers: how many are drawn, in whole blocks; seed: of a generator of its own. The error is that of a mean over
    blocks, of (FAR + FRR) / 2 at the threshold of all: to first order an EER varies as that does where the two kinds of
    score lie equally close around the threshold.
    """
    generator = np.random.default_rng(seed)
    targets, others = [], []
    for _ in range(max(2, speakers // BLOCK)):
        models, utterances = embeddings(voices(generator, BLOCK), strength, generator)
        targets.append(np.einsum("sd,sud->su", models, utterances).ravel())
        others.append(
            np.concatenate(
                [
                    np.einsum("sd,sud->su", np.roll(models, shift, axis=0), utterances[:, :EACH]).ravel()
                    for shift in range(1, OTHERS + 1)
                ]
            )
        )
    threshold = _crossing(np.sort(np.concatenate(targets)), np.sort(np.concatenate(others)))
    rejected = np.array([(one < threshold).mean() for one in targets])
    accepted = np.array([(one >= threshold).mean() for one in others])
    blocks = 100 * (rejected + accepted) / 2
    return float(blocks.mean()), float(blocks.std(ddof=1) / np.sqrt(len(blocks)))


def _crossing(targets: np.ndarray, others: np.ndarray) -> float:
    """Return the score at which as large a share of the sorted targets lies below as of the others lies above."""
    low, high = -1.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        rejected = np.searchsorted(targets, middle) / len(targets)
        accepted = 1 - np.searchsorted(others, middle) / len(others)
        low, high = (middle, high) if rejected < accepted else (low, middle)
    return high
