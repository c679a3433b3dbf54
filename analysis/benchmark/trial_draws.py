"""The EER of a list of trials in every draw of the speakers, by how often a trial counts in one."""

from __future__ import annotations

from typing import Literal

import numpy

from analysis.measures import eer_draws, eer_jackknife, joint_eer_draws, two_sided_eer_draws

Draws = Literal["speaker", "two_sided", "joint"]
MODULES = (
    "analysis.benchmark.trial_draws", "analysis.measures.bootstrap", "analysis.measures.drawn_trials",
    "analysis.measures.eer", "analysis.measures.jackknife", "analysis.measures.joint",
    "analysis.measures.permutation", "analysis.measures.score_blocks", "analysis.measures.sorted_trials",
    "analysis.measures.trial_weights", "analysis.measures.weighers",
)  # fmt: skip
"""What such draws rest on."""


def parameters_of(draws: Draws) -> dict[str, str]:
    """Return what tells a result of other draws than the usual ones apart, for the recipe of a unit."""
    return {} if draws == "speaker" else {"weights": draws}


def draws_of_trials(
    draws: Draws, scores: numpy.ndarray, is_target: numpy.ndarray, enrolled: numpy.ndarray, spoken: numpy.ndarray,
    counts: numpy.ndarray,
) -> dict[str, numpy.ndarray]:  # fmt: skip
    """Return the EER of a list in every draw as `samples`, and for joint draws without each speaker as `without`.

    scores, is_target, enrolled, spoken: (trials,); counts: (draws, speakers).
    """
    if draws == "speaker":
        return {"samples": eer_draws(scores, is_target, enrolled, counts)}
    if draws == "two_sided":
        return {"samples": two_sided_eer_draws(scores, is_target, enrolled, spoken, counts)}
    return {
        "samples": joint_eer_draws(scores, is_target, enrolled, spoken, counts),
        "without": eer_jackknife(scores, is_target, enrolled, spoken, counts.shape[1]),
    }
