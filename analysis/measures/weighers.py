"""How often trials count in draws: weights of sorted trials, summed up to some places, or looked up one by one.

What a draw accepts up to a place is a sum of weights, made for targets and non-targets apart, in one of two ways:

- a trial counts as often as its speaker was drawn: a table of each speaker's trials up to the places, times the draws'
  counts;
- a trial counts as the product of two speakers' counts: between two places that is a quadratic form of the draw's
  counts, made from a table of all pairs of speakers or, where the trials are few, trial by trial.

`OneSided` takes the first for both kinds of trial, `TwoSided` the second; `Joint` the first for targets, the second for
non-targets.
"""

from itertools import groupby
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from analysis.measures.sorted_trials import SortedTrials

PAIRS = 500_000
"""Pairs of a draw and a trial that are weighed at once: more of them leave the processor's cache."""

AT_ONCE = 512
"""Draws whose products are summed together: more of them leave the processor's cache."""

FEW_PAIRS = 500
"""Up to so many trials of a block, or as many as there are speakers, are looked up one by one."""

TRIALS_A_PRODUCT = 12
"""Beyond one trial to so many pairs of speakers, a table of all pairs is faster than one of those that are there."""

Accepted = tuple[NDArray, NDArray]
"""Weighted targets and non-targets."""


class Weigher(Protocol):
    """Sums the weights of trials."""

    def accepted(self, counts: NDArray[np.float64], cuts: NDArray[np.int64]) -> Accepted:
        """Return the weighted trials of either kind between the first cut and each: (draws, cuts), the first column 0.

        counts: (draws, speakers), whole numbers; cuts: rising places in the sorted list.
        """
        ...

    def weights(self, counts: NDArray[np.float64], places: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how often trials count, of each draw its own: (trials, draws), like `places`.

        counts: (draws, speakers), whole numbers; places: (trials, draws) in the sorted list.
        """
        ...


class OneSided:
    """A trial counts as often as its speaker was drawn."""

    def __init__(self, trials: SortedTrials, speaker: NDArray[np.int64]) -> None:
        """Bring the speakers, the columns of `counts`, into the order of the trials."""
        self._speaker = speaker[trials.order]
        self._targets = _Single(trials.is_target, self._speaker)
        self._nontargets = _Single(~trials.is_target, self._speaker)

    def accepted(self, counts: NDArray[np.float64], cuts: NDArray[np.int64]) -> Accepted:
        """Return the sums of either kind."""
        return self._targets.sums(counts, cuts), self._nontargets.sums(counts, cuts)

    def weights(self, counts: NDArray[np.float64], places: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the count of each trial's speaker."""
        return _looked_up(counts, self._speaker[places])


class TwoSided:
    """A trial counts as the product of how often its enrolled speaker and its own speaker were drawn."""

    def __init__(self, trials: SortedTrials, enrolled: NDArray[np.int64], spoken: NDArray[np.int64]) -> None:
        """Bring both speakers, columns of `counts`, into the order of the trials."""
        self._speakers = enrolled[trials.order], spoken[trials.order]
        self._targets = _Product(trials.is_target, *self._speakers)
        self._nontargets = _Product(~trials.is_target, *self._speakers)

    def accepted(self, counts: NDArray[np.float64], cuts: NDArray[np.int64]) -> Accepted:
        """Return the sums of either kind."""
        return self._targets.sums(counts, cuts), self._nontargets.sums(counts, cuts)

    def weights(self, counts: NDArray[np.float64], places: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the product of the counts of each trial's two speakers."""
        enrolled, spoken = (_looked_up(counts, speaker[places]) for speaker in self._speakers)
        return np.multiply(enrolled, spoken, out=enrolled)


class Joint:
    """A target trial counts as often as its speaker was drawn, a non-target trial as the product of its two."""

    def __init__(self, trials: SortedTrials, enrolled: NDArray[np.int64], spoken: NDArray[np.int64]) -> None:
        """Bring both speakers, columns of `counts`, into the order of the trials."""
        self._speakers, self._is_target = (enrolled[trials.order], spoken[trials.order]), trials.is_target
        self._targets = _Single(trials.is_target, self._speakers[0])
        self._nontargets = _Product(~trials.is_target, *self._speakers)

    def accepted(self, counts: NDArray[np.float64], cuts: NDArray[np.int64]) -> Accepted:
        """Return the sums of either kind."""
        return self._targets.sums(counts, cuts), self._nontargets.sums(counts, cuts)

    def weights(self, counts: NDArray[np.float64], places: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the count of a target's speaker, and the product of the counts of a non-target's two."""
        enrolled, spoken = (_looked_up(counts, speaker[places]) for speaker in self._speakers)
        return np.multiply(enrolled, spoken, out=enrolled, where=~self._is_target[places])


class _Single:
    """Some of the sorted trials, each of which counts as often as its speaker was drawn."""

    def __init__(self, chosen: NDArray[np.bool_], speaker: NDArray[np.int64]) -> None:
        self._places, self._speaker = np.flatnonzero(chosen), speaker[chosen]

    def sums(self, counts: NDArray[np.float64], cuts: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the weighted trials between the first cut and each: (draws, cuts); counts times a table."""
        own = np.searchsorted(self._places, cuts)
        speaker, speakers = self._speaker[own[0] : own[-1]], counts.shape[1]
        if len(speaker) < speakers:  # most speakers have no trial here
            present, speaker = np.unique(speaker, return_inverse=True)
            counts, speakers = counts[:, present], len(present)
        place = speaker * len(cuts) + np.repeat(np.arange(1, len(cuts)), np.diff(own))
        table = np.bincount(place, minlength=speakers * len(cuts)).astype(np.float64).reshape(speakers, len(cuts))
        # Whole numbers below 2**53 are exact in float64, whatever the order of the sums, and its product is fast.
        return counts @ np.cumsum(table, axis=1, out=table)


class _Product:
    """Some of the sorted trials, each of which counts as the product of how often its two speakers were drawn."""

    def __init__(
        self, chosen: NDArray[np.bool_], enrolled: NDArray[np.int64], spoken: NDArray[np.int64]
    ) -> None:  # fmt: skip
        self._places, self._enrolled, self._spoken = np.flatnonzero(chosen), enrolled[chosen], spoken[chosen]

    def sums(self, counts: NDArray[np.float64], cuts: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the weighted trials between the first cut and each: (draws, cuts).

        Block by block: from pairs of speakers where the trials are many, else trial by trial.
        """
        own = np.searchsorted(self._places, cuts)
        sums = np.zeros((len(counts), len(own)))
        speakers = counts.shape[1]
        few = min(max(FEW_PAIRS, speakers), speakers**2 // TRIALS_A_PRODUCT)
        blocks = enumerate(np.diff(own), 1)
        for many, run in groupby(blocks, key=lambda block: block[1] > few):
            columns = [column for column, _ in run]
            if many:
                self._by_pairs(counts, own, columns, sums)
            else:
                self._trial_by_trial(counts, own[columns[0] - 1 : columns[-1] + 1], sums[:, columns[0] :])
        return np.cumsum(sums, axis=1, out=sums)

    def _by_pairs(
        self, counts: NDArray[np.float64], own: NDArray[np.int64], columns: list[int], sums: NDArray[np.float64]
    ) -> None:
        speakers, most, sparse = counts.shape[1], counts.max(initial=0) ** 2, {}
        for column in columns:
            trials = slice(own[column - 1], own[column])
            enrolled, spoken = self._enrolled[trials], self._spoken[trials]
            if len(enrolled) > speakers**2 // TRIALS_A_PRODUCT:
                table = np.bincount(enrolled * speakers + spoken, minlength=speakers**2).reshape(speakers, speakers)
                sums[:, column] = np.einsum("ds,ds->d", counts @ table.astype(np.float64), counts)
                continue
            from scipy.sparse import csr_array  # takes a while, and is for long lists only

            # Whole numbers are exact in float32, too, as long as they are below 2**24.
            kind = np.float32 if len(enrolled) * most < 2**24 else np.float64
            ones = np.ones(len(enrolled), dtype=kind)
            sparse[column] = csr_array((ones, (enrolled, spoken)), shape=(speakers, speakers))
        for start in range(0, len(counts) if sparse else 0, AT_ONCE):
            rows = slice(start, start + AT_ONCE)
            across = {
                kind: np.ascontiguousarray(counts[rows].T, dtype=kind)
                for kind in {one.dtype for one in sparse.values()}
            }
            for column, table in sparse.items():
                drawn = across[table.dtype]
                products = table @ drawn
                products *= drawn
                sums[rows, column] = products.sum(axis=0, dtype=np.float64)

    def _trial_by_trial(self, counts: NDArray[np.float64], own: NDArray[np.int64], sums: NDArray[np.float64]) -> None:
        filled = np.flatnonzero(np.diff(own))  # a block may hold no trial of this kind
        if not len(filled):
            return
        trials, first = slice(own[0], own[-1]), own[filled] - own[0]
        enrolled, spoken = self._enrolled[trials], self._spoken[trials]
        size = max(1, PAIRS // len(enrolled))
        for start in range(0, len(counts), size):
            rows = slice(start, start + size)
            weights = np.take(counts[rows], enrolled, axis=1)
            weights *= np.take(counts[rows], spoken, axis=1)
            sums[rows, filled] = np.add.reduceat(weights, first, axis=1)


def _looked_up(counts: NDArray[np.float64], speaker: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return each draw's counts of its own column of speakers: counts (draws, speakers), speaker (any, draws)."""
    return np.take(counts, speaker + np.arange(0, counts.size, counts.shape[1]))
