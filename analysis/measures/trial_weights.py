"""Bootstraps that weigh every trial by itself: both speakers of a trial, or the trial as a unit of its own.

The speaker bootstrap of `bootstrap.py` lets a trial count as often as its enrolled speaker was drawn. Beside it stand

- the two-sided one, in which the trial's own speaker is drawn as well: weight = product of the two counts, from the
  same draws. Source: A. Owen, The pigeonhole bootstrap, Annals of Applied Statistics 1 (2007), 386-411, here with one
  list of speakers on both sides;
- the trial bootstrap, in which trials are drawn as if they were independent. Source: B. Efron and R. Tibshirani, An
  Introduction to the Bootstrap, 1993, chapter 6.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.bootstrap import checked_roles, draws_in_blocks, draws_of_both
from analysis.measures.drawn_trials import DrawnTrials, drawn_trials, one_draw
from analysis.measures.eer import Rule, check_rule, checked_trials
from analysis.measures.sorted_trials import SortedTrials
from analysis.measures.weighers import Accepted, TwoSided

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
    scores, is_target, enrolled, spoken, counts = checked_roles(
        scores, is_target, enrolled, trial_speaker, counts, rule
    )
    return draws_of_both(
        scores,
        is_target,
        counts,
        rule,
        lambda trials: TwoSided(trials, enrolled, spoken),
        lambda draw: counts[draw][enrolled] * counts[draw][spoken],
    )


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
    _check_draws(len(scores), draws)
    trials = SortedTrials(scores, is_target)
    tables = drawn_trials(len(scores), draws, seed)
    parts = [
        draws_in_blocks(trials, _EachTrial(trials, table), np.arange(len(table))[:, None], rule) for table in tables
    ]
    return np.concatenate([np.zeros(0), *parts])


def trial_draws(trials: int, draws: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """Yield how often each trial was drawn, in blocks (some draws, trials); each row sums to `trials`.

    One generator for all draws, one call `integers(0, trials, trials)` for each; a trial's column is its place in the
    list. Raises ValueError where there is no trial, or fewer than 0 draws.

    >>> [block.tolist() for block in trial_draws(trials=3, draws=2, seed=0)]
    [[[0, 2, 1], [3, 0, 0]]]
    """
    _check_draws(trials, draws)
    return _trial_draws(trials, draws, np.random.default_rng(seed))


def _check_draws(trials: int, draws: int) -> None:
    if draws < 0:
        raise ValueError(f"{draws} draws cannot be made")
    if trials < 1:
        raise ValueError(f"{trials} trials cannot be resampled; at least 1 is needed")


def _trial_draws(trials: int, draws: int, generator: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    size = max(1, BLOCK_PAIRS // trials)
    for start in range(0, draws, size):
        counts = np.empty((min(size, draws - start), trials), dtype=np.int64)
        for row in counts:
            row[:] = one_draw(trials, generator)
        yield counts


class _EachTrial:
    """A trial counts as often as it was drawn itself (a `Weigher`); in place of counts it gets the draws' numbers."""

    def __init__(self, trials: SortedTrials, table: DrawnTrials) -> None:
        """Take the draws, whose rows are in the order of the list."""
        self._order, self._table = trials.order, table
        self._kinds = [np.flatnonzero(kind) for kind in (trials.is_target, ~trials.is_target)]

    def accepted(self, counts: NDArray[np.float64], cuts: NDArray[np.int64]) -> Accepted:
        """Return the sums of either kind: (draws, cuts); counts: (draws, 1), the numbers of the draws."""
        draws = counts[:, 0].astype(np.int64)
        targets, nontargets = (self._sums(places, draws, cuts) for places in self._kinds)
        return targets, nontargets

    def weights(self, counts: NDArray[np.float64], places: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how often trials were drawn, of each draw its own: (trials, draws), like `places`."""
        draws = np.broadcast_to(counts[:, 0].astype(np.int64), places.shape)
        return self._table.looked_up(self._order[places], draws).astype(np.float64)

    def _sums(
        self, places: NDArray[np.int64], draws: NDArray[np.int64], cuts: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        own = np.searchsorted(places, cuts)
        sums = np.zeros((len(own), len(draws)))
        for place, (first, last) in enumerate(pairwise(own.tolist()), 1):
            sums[place] = sums[place - 1] + self._table.sums(self._order[places[first:last]])[draws]
        return sums.T
