"""Bootstraps that weigh every trial by itself: both speakers of a trial, or the trial as a unit of its own.

The speaker bootstrap of `bootstrap.py` lets a trial count as often as its enrolled speaker was drawn. Beside it stand

- the two-sided one, in which the trial's own speaker is drawn as well: weight = product of the two counts, from the
  same draws. Source: A. Owen, The pigeonhole bootstrap, Annals of Applied Statistics 1 (2007), 386-411, here with one
  list of speakers on both sides;
- the trial bootstrap, in which trials are drawn as if they were independent. Source: B. Efron and R. Tibshirani, An
  Introduction to the Bootstrap, 1993, chapter 6.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.bootstrap import checked_speakers, crossing, draws_in_blocks, exact_in_blocks, one_by_one
from analysis.measures.eer import LARGEST_PRODUCT, Rule, check_rule, checked_trials, equal_error_rate
from analysis.measures.score_blocks import SortedTrials, TwoSided

# Draws are worked on in blocks of about this many (draw, trial) pairs, so that memory stays flat.
BLOCK_PAIRS = 2_000_000


def two_sided_eer_draws(
    scores: ArrayLike,
    is_target: ArrayLike,
    enrolled: ArrayLike,
    trial_speaker: ArrayLike,
    counts: ArrayLike,
    rule: Rule = "nearest",
) -> NDArray[np.float64]:
    """Return the EER of every draw in percent: (draws,), NaN where a draw has no target or no non-target trial.

    scores, is_target: (trials,); enrolled, trial_speaker: (trials,), the columns in `counts` of the speaker that a
    trial enrolls and of the speaker of its utterance; counts: (draws, speakers), as `speaker_draws` makes them.
    A trial counts as the product of the two counts: a target trial as the square of its speaker's.

    Equals `equal_error_rate(scores, is_target, counts[b][enrolled] * counts[b][trial_speaker], rule).value` for every
    draw b to the last bit. Raises ValueError as `eer_draws` does.

    >>> two_sided_eer_draws([.9, .4, .5, .3], [True, True, False, False], [0, 1, 0, 1], [0, 1, 1, 0], [[1, 1], [2, 1]])
    array([50., 10.])
    """
    check_rule(rule)
    scores, is_target = checked_trials(scores, is_target)
    enrolled, counts = checked_speakers(enrolled, counts, len(scores))
    trial_speaker, counts = checked_speakers(trial_speaker, counts, len(scores))
    largest = int(counts.max(initial=0)) ** 2
    if largest * len(scores) >= LARGEST_PRODUCT:
        raise ValueError(f"counts up to {counts.max()} are too large to be multiplied")
    if not len(scores):
        return np.full(len(counts), np.nan)
    if not exact_in_blocks(is_target, largest):
        weights = lambda draw: counts[draw][enrolled] * counts[draw][trial_speaker]  # noqa: E731
        return one_by_one(scores, is_target, weights, len(counts), rule)
    trials = SortedTrials(scores, is_target)
    return draws_in_blocks(trials, TwoSided(trials, enrolled, trial_speaker), counts, rule)


def trial_eer_draws(
    scores: ArrayLike, is_target: ArrayLike, draws: int, seed: int, rule: Rule = "nearest"
) -> NDArray[np.float64]:
    """Return the EER of every resample of the trials in percent: (draws,), NaN where one kind of trial is absent.

    scores, is_target: (trials,). Equals `equal_error_rate(scores, is_target, trial_draws(...)[b], rule).value` for
    every draw b to the last bit. The draws depend on the number of trials, `draws` and `seed` alone, so that systems
    whose trials stand in one order share them. Raises ValueError as `equal_error_rate` does, and for an empty list.

    >>> trial_eer_draws([.9, .4, .5, .3], [True, True, False, False], draws=3, seed=0)
    array([83.33333333,         nan,  0.        ])
    """
    check_rule(rule)
    scores, is_target = checked_trials(scores, is_target)
    blocks = trial_draws(len(scores), draws, seed)
    ordered = _OrderedTrials(scores, is_target, rule)
    samples = np.full(draws, np.nan)
    done = 0
    for counts in blocks:
        samples[done : done + len(counts)] = ordered.rates(
            lambda trials, counts=counts: np.take(counts, trials, axis=1)
        )
        done += len(counts)
    return samples


def trial_draws(trials: int, draws: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Yield how often each trial was drawn, in blocks (some draws, trials); each row sums to `trials`.

    One generator for all draws, one call `integers(0, trials, trials)` for each; a trial's column is its place in the
    list. Raises ValueError where there is no trial, or fewer than 0 draws.

    >>> [block.tolist() for block in trial_draws(trials=3, draws=2, seed=0)]
    [[[0, 2, 1], [3, 0, 0]]]
    """
    if draws < 0:
        raise ValueError(f"{draws} draws cannot be made")
    if trials < 1:
        raise ValueError(f"{trials} trials cannot be resampled; at least 1 is needed")
    return _trial_draws(trials, draws, np.random.default_rng(seed))


def _trial_draws(trials: int, draws: int, generator: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    for rows in _blocks(draws, trials):
        counts = np.empty((rows.stop - rows.start, trials), dtype=np.int64)
        for row in counts:
            row[:] = np.bincount(generator.integers(0, trials, trials), minlength=trials)
        yield counts


def _blocks(draws: int, trials: int) -> Iterator[slice]:
    size = max(1, BLOCK_PAIRS // max(trials, 1))
    return (slice(start, min(start + size, draws)) for start in range(0, draws, size))


class _OrderedTrials:
    """Trials from the highest score down, targets apart from non-targets, ready to be weighed.

    Thresholds are numbered from the highest. For each the list knows how many trials of either kind reach it, so that
    one running sum of the weights tells what is accepted at all of them.
    """

    def __init__(self, scores: NDArray[np.float64], is_target: NDArray[np.bool_], rule: Rule) -> None:
        self._scores, self._is_target, self._rule = scores, is_target, rule
        thresholds = np.unique(-scores)
        self._thresholds = len(thresholds)
        order = np.argsort(-scores, kind="stable")
        self._targets, self._nontargets = order[is_target[order]], order[~is_target[order]]
        # The entry in front belongs to threshold -1, which accepts nothing.
        self._targets_at = np.searchsorted(-scores[self._targets], thresholds, side="right")
        self._nontargets_at = np.searchsorted(-scores[self._nontargets], thresholds, side="right")

    def rates(self, weights_of) -> NDArray[np.float64]:
        """Return the EER of every draw; `weights_of(trials)` returns the weights (draws, those trials)."""
        accepted_targets = _running_sums(weights_of(self._targets))
        accepted_nontargets = _running_sums(weights_of(self._nontargets))
        targets, nontargets = accepted_targets[:, -1], accepted_nontargets[:, -1]
        values = np.full(len(targets), np.nan)
        defined = np.flatnonzero((targets > 0) & (nontargets > 0))
        if not len(defined):
            return values
        if int(targets.max()) * int(nontargets.max()) >= LARGEST_PRODUCT:
            weights = weights_of(np.arange(len(self._scores)))
            for draw in defined:
                values[draw] = equal_error_rate(self._scores, self._is_target, weights[draw], self._rule).value
            return values

        def accepted(threshold):
            """Return weighted targets and non-targets accepted in each draw at its own threshold."""
            nothing, place = threshold < 0, np.maximum(threshold, 0)
            return (
                accepted_targets[defined, np.where(nothing, 0, self._targets_at[place])],
                accepted_nontargets[defined, np.where(nothing, 0, self._nontargets_at[place])],
            )

        values[defined] = crossing(accepted, targets[defined], nontargets[defined], self._thresholds, self._rule)
        return values


def _running_sums(weights: NDArray) -> NDArray[np.int64]:
    """Return the summed weight of the first 0, 1, ... trials of every draw: (draws, trials + 1)."""
    sums = np.zeros((len(weights), weights.shape[1] + 1), dtype=np.int64)
    np.cumsum(weights, axis=1, dtype=np.int64, out=sums[:, 1:])
    return sums
