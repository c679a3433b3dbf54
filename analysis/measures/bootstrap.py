"""Speaker bootstrap: resamples of the speakers, and what each measure becomes in them."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.eer import (
    LARGEST_PRODUCT,
    Rule,
    check_rule,
    checked_trials,
    equal_error_rate,
    line_value,
    nearest_value,
)
from analysis.measures.score_blocks import EXACT, around_the_crossing
from analysis.measures.sorted_trials import SortedTrials
from analysis.measures.weighers import OneSided, Weigher

# What an interval usually rests on; a list of speakers is held against no fewer draws than these.
USUAL_DRAWS = 1000


def speaker_draws(speakers: int, draws: int, seed: int) -> NDArray[np.int64]:
    """Return how often each speaker was drawn: (draws, speakers), each row sums to `speakers`.

    One generator for all draws, one call for each; a speaker's column is its place in the sorted list of speakers.
    Source: B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993, chapter 8 (resampling whole units).

    >>> speaker_draws(speakers=3, draws=2, seed=0).sum(axis=1)
    array([3, 3])
    """
    if speakers < 1:
        raise ValueError(f"{speakers} speakers cannot be resampled; at least 1 is needed")
    if draws < 0:
        raise ValueError(f"{draws} draws cannot be made")
    generator = np.random.default_rng(seed)
    counts = np.zeros((draws, speakers), dtype=np.int64)
    for draw in range(draws):
        counts[draw] = np.bincount(generator.integers(0, speakers, speakers), minlength=speakers)
    return counts


def distinct_resamples(speakers: int) -> int:
    """Return how many different resamples (as sets of counts) a list of speakers allows.

    >>> distinct_resamples(2), distinct_resamples(7)
    (3, 1716)
    """
    return math.comb(2 * speakers - 1, speakers) if speakers > 0 else 0


def too_few_speakers(speakers: int) -> bool:
    """Return whether there are fewer different resamples than 1,000, so that an interval says little: below 7 speakers.

    However often they are drawn: neither many draws nor few make another list of the speakers.
    """
    return distinct_resamples(speakers) < USUAL_DRAWS


def eer_draws(
    scores: ArrayLike, is_target: ArrayLike, speaker: ArrayLike, counts: ArrayLike, rule: Rule = "nearest"
) -> NDArray[np.float64]:
    """Return the EER of every draw in percent: (draws,), NaN where a draw has no target or no non-target trial.

    scores, is_target: (trials,); speaker: (trials,), the column in `counts` of each trial's enrolled speaker;
    counts: (draws, speakers). A trial counts as often as its enrolled speaker was drawn.

    Equals `equal_error_rate(scores, is_target, counts[b][speaker], rule).value` for every draw b to the last bit.
    How it gets by without looking at every trial in every draw stands in `score_blocks.py`.
    """
    check_rule(rule)
    scores, is_target = checked_trials(scores, is_target)
    speaker, counts = checked_speakers(speaker, counts, len(scores))
    if not len(scores):
        return np.full(len(counts), np.nan)
    most = int(counts.max(initial=0))
    if not exact_in_blocks(is_target, most):
        return one_by_one(scores, is_target, lambda draw: counts[draw][speaker], len(counts), rule)
    trials = SortedTrials(scores, is_target)
    return draws_in_blocks(trials, OneSided(trials, speaker), counts, rule)


def exact_in_blocks(is_target: NDArray[np.bool_], weight: int) -> bool:
    """Return whether targets times non-targets stay exact where no trial counts more often than `weight`."""
    targets = int(is_target.sum())
    return weight * targets * weight * (len(is_target) - targets) < EXACT


def draws_in_blocks(
    trials: SortedTrials, weigher: Weigher, counts: NDArray[np.int64], rule: Rule
) -> NDArray[np.float64]:
    """Return the EER of every draw in percent: (draws,), NaN where a draw has no target or no non-target trial."""
    samples = np.full(len(counts), np.nan)
    for rows, (targets, nontargets), before, after in around_the_crossing(trials, weigher, counts):
        defined = (targets > 0) & (nontargets > 0)
        points = (targets, nontargets, *before, *after)
        samples[rows][defined] = rate_between(*(numbers[defined] for numbers in points), rule)
    return samples


def one_by_one(
    scores: NDArray[np.float64], is_target: NDArray[np.bool_], weights: Callable[[int], NDArray], draws: int, rule: Rule
) -> NDArray[np.float64]:
    """Return the EER of every draw in percent, with whole numbers of any size; `weights(draw)`: (trials,)."""
    return np.array([equal_error_rate(scores, is_target, weights(draw), rule).value for draw in range(draws)])


def draws_of_both(
    scores: NDArray[np.float64],
    is_target: NDArray[np.bool_],
    counts: NDArray[np.int64],
    rule: Rule,
    weigher: Callable[[SortedTrials], Weigher],
    weights: Callable[[int], NDArray],
) -> NDArray[np.float64]:
    """Return the EER of every draw in percent: (draws,), NaN where a draw has no target or no non-target trial.

    As `checked_roles` returns them: scores, is_target, (trials,), and counts, (draws, speakers); a trial counts as the
    product of two counts at most. The weights are told twice: `weigher` sums them over sorted trials, `weights(draw)`
    gives them trial by trial, (trials,), for lists that are too large for the first to be exact.

    Raises ValueError where a product is too large.
    """
    largest = int(counts.max(initial=0)) ** 2
    if largest * len(scores) >= LARGEST_PRODUCT:
        raise ValueError(f"counts up to {counts.max()} are too large to be multiplied")
    if not len(scores):
        return np.full(len(counts), np.nan)
    if not exact_in_blocks(is_target, largest):
        return one_by_one(scores, is_target, weights, len(counts), rule)
    trials = SortedTrials(scores, is_target)
    return draws_in_blocks(trials, weigher(trials), counts, rule)


def ratio_draws(numerators: ArrayLike, denominators: ArrayLike, counts: ArrayLike) -> NDArray[np.float64]:
    """Return sum of numerators over sum of denominators in every draw: (draws,), a plain ratio, not percent.

    numerators, denominators: (speakers,), for a CER the errors and the reference signs of each speaker's utterances;
    counts: (draws, speakers). NaN where the denominator is 0.

    >>> ratio_draws([1, 3], [10, 10], [[1, 1], [2, 0], [0, 0]])
    array([0.2, 0.1, nan])
    """
    numerators, denominators, counts = np.asarray(numerators), np.asarray(denominators), np.asarray(counts)
    if counts.ndim != 2 or numerators.shape != counts.shape[1:] or denominators.shape != counts.shape[1:]:
        raise ValueError(
            f"numerators {numerators.shape} and denominators {denominators.shape} must have one entry for each column "
            f"of counts {counts.shape}"
        )
    above, below = counts @ numerators, counts @ denominators
    ratios = np.full(len(counts), np.nan)
    np.divide(above, below, out=ratios, where=below != 0)
    return ratios


def rate_between(
    targets: NDArray[np.int64],
    nontargets: NDArray[np.int64],
    true_before: NDArray[np.int64],
    false_before: NDArray[np.int64],
    true_after: NDArray[np.int64],
    false_after: NDArray[np.int64],
    rule: Rule,
) -> NDArray[np.float64]:
    """Return the EER of each draw in percent from what is accepted just before and just after FAR = FRR.

    All (draws,): how many targets and non-targets there are, none 0; how many of each are accepted at the last
    threshold with FAR < FRR (none where there is no such), and at the first one with FAR >= FRR.
    """
    balance_before = false_before * targets - (targets - true_before) * nontargets
    balance_after = false_after * targets - (targets - true_after) * nontargets
    if rule == "line":
        return line_value(false_before, false_after, balance_before, balance_after, nontargets)
    # A draw whose point `before` accepts nothing that was drawn has its first true threshold at `after`.
    earlier = (-balance_before <= balance_after) & (true_before + false_before > 0)
    true_accepts = np.where(earlier, true_before, true_after)
    false_accepts = np.where(earlier, false_before, false_after)
    return nearest_value(false_accepts, true_accepts, nontargets, targets)


def checked_speakers(speaker: ArrayLike, counts: ArrayLike, trials: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return both as int64, or raise ValueError when they do not fit together."""
    speaker, counts = np.asarray(speaker), np.asarray(counts)
    if counts.ndim != 2 or counts.dtype.kind not in "iu" or (counts < 0).any():
        raise ValueError("counts must be a table (draws, speakers) of whole numbers of 0 or more")
    if speaker.shape != (trials,) or (trials and speaker.dtype.kind not in "iu"):
        raise ValueError(f"speaker {speaker.shape} must have one whole number for each of {trials} trials")
    if trials and (speaker.min() < 0 or speaker.max() >= counts.shape[1]):
        raise ValueError(f"speaker numbers must lie from 0 to {counts.shape[1] - 1}")
    return speaker.astype(np.int64), counts.astype(np.int64)


def checked_roles(
    scores: ArrayLike, is_target: ArrayLike, enrolled: ArrayLike, spoken: ArrayLike, counts: ArrayLike, rule: Rule
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return all but the rule as arrays, or raise ValueError when they do not fit together or the rule is unknown."""
    check_rule(rule)
    scores, is_target = checked_trials(scores, is_target)
    enrolled, counts = checked_speakers(enrolled, counts, len(scores))
    spoken, counts = checked_speakers(spoken, counts, len(scores))
    return scores, is_target, enrolled, spoken, counts
