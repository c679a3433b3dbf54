"""Bootstraps that weigh every trial by itself: both speakers of a trial, or the trial as a unit of its own.

The speaker bootstrap of `bootstrap.py` lets a trial count as often as its enrolled speaker was drawn. Beside it stand

- the two-sided one, in which the trial's own speaker is drawn as well: weight = product of the two counts, from the
  same draws. Source: A. Owen, The pigeonhole bootstrap, Annals of Applied Statistics 1 (2007), 386-411, here with one
  list of speakers on both sides;
- the trial bootstrap, in which trials are drawn as if they were independent. Source: B. Efron and R. Tibshirani, An
  Introduction to the Bootstrap, 1993, chapter 6.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.bootstrap import checked_roles, draws_in_blocks, draws_of_both, rate_between
from analysis.measures.eer import Rule, check_rule, checked_trials
from analysis.measures.score_blocks import Accepted, SortedTrials, TwoSided

# Draws are worked on in blocks of about this many (draw, trial) pairs, so that memory stays flat.
BLOCK_PAIRS = 2_000_000

# The same where a pair takes a byte: the draws of a list up to so large are made once for all systems.
TABLE_PAIRS = 32_000_000


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
    if len(scores) * draws <= TABLE_PAIRS:
        table = _whole_table(len(scores), draws, seed)
        return draws_in_blocks(trials, _EachTrial(trials, table), np.arange(draws)[:, None], rule)
    generator, each = np.random.default_rng(seed), _OneByOne(trials)
    every = (generator.integers(0, len(scores), len(scores)) for _ in range(draws))
    points = np.array([each.points(drawn) for drawn in every], dtype=np.int64)
    samples = np.full(draws, np.nan)
    defined = (points[:, 0] > 0) & (points[:, 1] > 0)
    samples[defined] = rate_between(*points[defined].T, rule)
    return samples


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
            row[:] = _drawn(trials, generator)
        yield counts


def _drawn(trials: int, generator: np.random.Generator) -> NDArray[np.int64]:
    return np.bincount(generator.integers(0, trials, trials), minlength=trials)


@lru_cache(maxsize=1)
def _whole_table(trials: int, draws: int, seed: int) -> NDArray[np.unsignedinteger]:
    """Return how often each trial was drawn: (trials, draws).

    The next call finds the last table again, since every system of a study has the same draws.
    """
    generator = np.random.default_rng(seed)
    counts = np.zeros((draws, trials), dtype=np.uint8)
    for place in range(draws):
        drawn = _drawn(trials, generator)
        if drawn.max() > np.iinfo(counts.dtype).max:
            counts = counts.astype(np.uint32)
        counts[place] = drawn
    table = np.ascontiguousarray(counts.T)
    table.flags.writeable = False
    return table


class _EachTrial:
    """A trial counts as often as it was drawn itself (a `Weigher`); in place of counts it gets the draws' numbers."""

    def __init__(self, trials: SortedTrials, table: NDArray[np.unsignedinteger]) -> None:
        """Bring the table (trials, draws) into the order of the scores, so that its rows are read in turn."""
        self._table = table[trials.order]
        self._kinds = [np.flatnonzero(kind) for kind in (trials.is_target, ~trials.is_target)]

    def accepted(self, counts: NDArray[np.float64], cuts: NDArray[np.int64]) -> Accepted:
        """Return the sums of either kind: (draws, cuts); counts: (draws, 1), the numbers of the draws."""
        draws = counts[:, 0].astype(np.int64)
        targets, nontargets = (self._sums(places, draws, cuts) for places in self._kinds)
        return targets, nontargets

    def weights(self, counts: NDArray[np.float64], places: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how often trials were drawn, of each draw its own: (trials, draws), like `places`."""
        return self._table[places, counts[:, 0].astype(np.int64)].astype(np.float64)

    def _sums(
        self, places: NDArray[np.int64], draws: NDArray[np.int64], cuts: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        own = np.searchsorted(places, cuts)
        table = self._table if len(draws) == self._table.shape[1] else self._table[:, draws]
        sums = np.zeros((len(own), len(draws)))
        for place, (first, last) in enumerate(pairwise(own.tolist()), 1):
            block = table[places[first:last]]
            sums[place] = sums[place - 1] + block.sum(axis=0, dtype=np.uint32)
        return sums.T


class _OneByOne:
    """Draws of a list for which no table is kept, each made, used and forgotten.

    A draw is first counted block by block, for which a byte a trial is enough: it stays in the processor's cache, where
    a place in the sorted list would not. Only the block in which FAR passes FRR is then looked at trial by trial.
    """

    def __init__(self, trials: SortedTrials) -> None:
        """Give each trial, in the order of the list, its block with its kind, and its place in the sorted list."""
        self._trials = trials
        self._cuts = trials.edges[trials.first_cuts()]
        blocks = len(self._cuts) - 1
        self._code = np.empty(len(trials), dtype=np.min_scalar_type(2 * blocks))
        self._code[trials.order] = 2 * np.repeat(np.arange(blocks), np.diff(self._cuts)) + trials.is_target
        self._place = np.empty(len(trials), dtype=np.int64)
        self._place[trials.order] = np.arange(len(trials))

    def points(self, drawn: NDArray[np.int64]) -> tuple[int, ...]:
        """Return of one draw what `rate_between` takes; without either kind of trial only the first two say something.

        drawn: (trials,), which trial was drawn, time after time.
        """
        trials, cuts = self._trials, self._cuts
        codes = self._code[drawn]
        in_block = np.bincount(codes, minlength=2 * (len(cuts) - 1)).reshape(-1, 2)
        accepted = np.cumsum(in_block, axis=0)
        nontargets, targets = accepted[-1].tolist()
        number = int(np.argmax(accepted @ [targets, nontargets] >= targets * nontargets))
        wrongly, rightly = (accepted[number] - in_block[number]).tolist()

        first, last = cuts[number], cuts[number + 1]
        inside = self._place[drawn[np.flatnonzero((codes == 2 * number) | (codes == 2 * number + 1))]]
        weights = np.bincount(inside - first, minlength=last - first)
        true_accepts = rightly + np.cumsum(weights * trials.is_target[first:last])
        false_accepts = wrongly + np.cumsum(weights * ~trials.is_target[first:last])
        reached = false_accepts * targets + true_accepts * nontargets >= targets * nontargets
        # Within a score there is no threshold: what stands there counts at its end.
        end = np.searchsorted(trials.edges, first + np.argmax(reached), side="right")
        near, far = trials.edges[end - 1] - first - 1, trials.edges[end] - first - 1
        before = (true_accepts[near], false_accepts[near]) if near >= 0 else (rightly, wrongly)
        return targets, nontargets, *before, true_accepts[far], false_accepts[far]
