"""Every kind of interval for one data set of the model, and every test for a pair of systems."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analysis.coverage.design import LEVEL, Size
from analysis.coverage.model import TRIAL, Trials
from analysis.measures import (
    Interval,
    bca_interval,
    contributions,
    eer_draws,
    eer_jackknife,
    jackknife_interval,
    joint_eer_draws,
    odds_scale,
    one_sided_eer_jackknife,
    percentile_interval,
    sign_flip_test,
    speaker_draws,
    student_interval,
    trial_eer_draws,
    two_sided_eer_draws,
)

TRIALS = "trials"
KINDS = (TRIALS, "speaker", "two_sided", "joint", "joint_bca_plain", "joint_bca", "joint_t", "jackknife_t")
"""In the order of tables. All but the first and the last rest on the same draws of the speakers."""
PERMUTATION = "permutation"
TESTS = ("speaker", "two_sided", "joint", "joint_bca", "joint_t", PERMUTATION)
"""Ways to call a difference found: an interval that excludes 0, or a p of at most .05."""
TEST_LEVEL = (100 - 100 * LEVEL) / 100

Edges = tuple[float, float]


def intervals(trials: Trials, speakers: int, size: Size, seed: int, by_trials: bool) -> dict[str, Edges]:
    """Return the edges of each kind of interval, NaN where there is none; the trial bootstrap only where asked."""
    counts = speaker_draws(speakers, size.draws, seed)
    joint = joint_eer_draws(trials.scores, trials.is_target, trials.enrolled, trials.spoken, counts)
    point, without = _point(trials, speakers), _without(trials, speakers)
    scale = odds_scale(speakers * TRIAL)
    found = {
        "speaker": percentile_interval(eer_draws(trials.scores, trials.is_target, trials.enrolled, counts), LEVEL),
        "two_sided": percentile_interval(_two_sided(trials, counts), LEVEL),
        "joint": percentile_interval(joint, LEVEL),
        "joint_bca_plain": bca_interval(joint, point, without, LEVEL),
        "joint_bca": bca_interval(joint, point, without, LEVEL, speakers),
        "joint_t": student_interval(joint, point, LEVEL, speakers, scale),
        "jackknife_t": jackknife_interval(point, without, LEVEL, scale),
    }
    if by_trials:
        drawn = trial_eer_draws(trials.scores, trials.is_target, size.trial_draws, seed)
        found[TRIALS] = percentile_interval(drawn, LEVEL)
    return {kind: (interval.low, interval.high) for kind, interval in found.items()}


class Attacked:
    """One system of a data set in the draws that all systems of the data set share."""

    def __init__(self, trials: Trials, speakers: int, counts: NDArray[np.int64]) -> None:
        """Resample the trials: counts: (draws, speakers)."""
        self.point = _point(trials, speakers)
        self.without = _without(trials, speakers)
        self.one_sided = one_sided_eer_jackknife(trials.scores, trials.is_target, trials.enrolled, speakers)
        self.speaker = eer_draws(trials.scores, trials.is_target, trials.enrolled, counts)
        self.two_sided = _two_sided(trials, counts)
        self.joint = joint_eer_draws(trials.scores, trials.is_target, trials.enrolled, trials.spoken, counts)


def compared(b: Attacked, a: Attacked, speakers: int, size: Size, seed: int) -> tuple[dict[str, bool], float]:
    """Return by which tests "b minus a" is called found, and the p of the permutation test."""
    point, joint = b.point - a.point, b.joint - a.joint
    without = b.without - a.without
    p = sign_flip_test(contributions(point, b.one_sided - a.one_sided), size.flips, seed).p
    found = {
        "speaker": percentile_interval(b.speaker - a.speaker, LEVEL),
        "two_sided": percentile_interval(b.two_sided - a.two_sided, LEVEL),
        "joint": percentile_interval(joint, LEVEL),
        "joint_bca": bca_interval(joint, point, without, LEVEL, speakers),
        "joint_t": student_interval(joint, point, LEVEL, speakers),
    }
    return {**{test: _excludes_zero(interval) for test, interval in found.items()}, PERMUTATION: p <= TEST_LEVEL}, p


def _excludes_zero(interval: Interval) -> bool:
    return interval.low > 0 or interval.high < 0


def _point(trials: Trials, speakers: int) -> float:
    everyone = np.ones((1, speakers), dtype=np.int64)
    return float(eer_draws(trials.scores, trials.is_target, trials.enrolled, everyone)[0])


def _without(trials: Trials, speakers: int) -> NDArray[np.float64]:
    return eer_jackknife(trials.scores, trials.is_target, trials.enrolled, trials.spoken, speakers)


def _two_sided(trials: Trials, counts: NDArray[np.int64]) -> NDArray[np.float64]:
    return two_sided_eer_draws(trials.scores, trials.is_target, trials.enrolled, trials.spoken, counts)
