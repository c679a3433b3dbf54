"""Trials in order of their scores, cut into blocks, so that a draw looks closely at one block only.

A draw of the speakers changes how often a trial counts, not where it stands. With the trials sorted once, FAR - FRR
rises along the list in every draw. What every draw accepts at a few places of the list tells between which two of them
it crosses zero; there the list is cut again, until few trials are left, which are weighed one by one. Most draws cross
near where the list itself does, so that the first cuts lie close together there and ever farther apart away from it;
that decides how long it takes, and nothing else.

What a draw accepts up to a place is a sum of weights, made for targets and non-targets apart, in one of two ways:

- a trial counts as often as its speaker was drawn: a table of each speaker's trials up to the places, times the draws'
  counts;
- a trial counts as the product of two speakers' counts: between two places that is a quadratic form of the draw's
  counts, made from a table of all pairs of speakers or, where the trials are few, trial by trial.

`OneSided` takes the first for both kinds of trial, `TwoSided` the second; `Joint` the first for targets, the second for
non-targets.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

DRAWS = 1000
"""Draws that are worked on at once: more of them leave the processor's cache, fewer cut the blocks again more often."""

PAIRS = 4_000_000
"""Pairs of a draw and a speaker, or a trial, that are worked on at once, so that memory stays flat."""

SMALLEST = 32
"""Trials of the blocks on either side of the list's own crossing; the next ones are twice as long, and so on."""

FEW = 48
"""Up to so many trials of a block are looked at one by one; a longer block is cut first."""

AT_ONCE = 512
"""Draws whose last trials are looked at together: more of them leave the processor's cache."""

PARTS = 16
"""Into how many parts a block is cut."""

FEW_PAIRS = 500
"""Up to so many trials of a block, or as many as there are speakers, are looked up one by one."""

TRIALS_A_PRODUCT = 12
"""Beyond one trial to so many pairs of speakers, a table of all pairs is faster than one of those that are there."""

EXACT = 2**52
"""Products of two weighted numbers stay below this, so that float64 holds them and the sum of two."""

Accepted = tuple[NDArray, NDArray]
"""Weighted targets and non-targets."""


class SortedTrials:
    """Trials from the highest score down, and where a threshold can lie among them."""

    def __init__(self, scores: NDArray[np.float64], is_target: NDArray[np.bool_]) -> None:
        """Sort the trials: scores, is_target: (trials,), at least one."""
        self.order = np.argsort(-scores)
        ordered = scores[self.order]
        self.is_target = is_target[self.order]
        # The front, and the places behind the last trial of each distinct score: only there a threshold can lie.
        self.edges = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1], [True]]))

    def __len__(self) -> int:
        return len(self.order)

    def first_cuts(self) -> NDArray[np.int64]:
        """Return some of the edges by their number, from the first to the last, close together where the list crosses.

        Where FAR = FRR in the list itself, none of its speakers drawn more often than another.
        """
        trials = len(self)
        place = np.flatnonzero(self.is_target)
        targets = np.arange(len(place))
        share = targets / max(len(place), 1) + (place - targets) / max(trials - len(place), 1)
        centre = int(place[min(np.searchsorted(share, 1.0), len(place) - 1)]) if len(place) else 0
        away = SMALLEST * (2 ** np.arange(1 + max(0, int(np.log2(max(1, trials / SMALLEST))))))
        wanted = np.concatenate([centre - away, [centre], centre + away])
        wanted = wanted[(wanted > 0) & (wanted < trials)]
        return np.unique(np.concatenate([[0], np.searchsorted(self.edges, wanted), [len(self.edges) - 1]]))


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
                for column in columns:
                    sums[:, column] = self._by_pairs(counts, slice(own[column - 1], own[column]))
            else:
                self._trial_by_trial(counts, own[columns[0] - 1 : columns[-1] + 1], sums[:, columns[0] :])
        return np.cumsum(sums, axis=1, out=sums)

    def _by_pairs(self, counts: NDArray[np.float64], trials: slice) -> NDArray[np.float64]:
        enrolled, spoken, speakers = self._enrolled[trials], self._spoken[trials], counts.shape[1]
        if len(enrolled) > speakers**2 // TRIALS_A_PRODUCT:
            table = np.bincount(enrolled * speakers + spoken, minlength=speakers**2).reshape(speakers, speakers)
            return np.einsum("ds,ds->d", counts @ table.astype(np.float64), counts)
        from scipy.sparse import csr_array  # takes a while, and is for long lists only

        # Whole numbers are exact in float32, too, as long as they are below 2**24.
        kind = np.float32 if len(enrolled) * counts.max(initial=0) ** 2 < 2**24 else np.float64
        table = csr_array((np.ones(len(enrolled), dtype=kind), (enrolled, spoken)), shape=(speakers, speakers))
        sums = np.empty(len(counts))
        for start in range(0, len(counts), AT_ONCE):
            rows = slice(start, start + AT_ONCE)
            drawn = np.ascontiguousarray(counts[rows].T, dtype=kind)
            products = table @ drawn
            products *= drawn
            sums[rows] = products.sum(axis=0, dtype=np.float64)
        return sums

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


def _running_sums(start: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the start and what it comes to with each further row: (rows + 1, draws)."""
    sums = np.empty((len(weights) + 1, len(start)))
    sums[0] = start
    for row, weight in enumerate(weights, 1):
        np.add(sums[row - 1], weight, out=sums[row])
    return sums


def around_the_crossing(
    trials: SortedTrials, weigher: Weigher, counts: NDArray[np.int64]
) -> Iterator[tuple[slice, Accepted, Accepted, Accepted]]:
    """Yield, for some draws after the other, what is accepted just before and just after FAR = FRR.

    counts: (draws, speakers), small enough that no product of two weighted numbers reaches `EXACT`.
    Yields the draws; weighted numbers of (targets, non-targets) in all; the same accepted at the last threshold with
    FAR < FRR (0, 0 where there is none); and at the first one with FAR >= FRR. Where a draw lacks either kind of trial,
    what is yielded for it means nothing.
    """
    cuts = trials.first_cuts()
    size = max(1, min(DRAWS, PAIRS // counts.shape[1]))
    for start in range(0, len(counts), size):
        rows = slice(start, min(start + size, len(counts)))
        weights = counts[rows].astype(np.float64)
        accepted = weigher.accepted(weights, trials.edges[cuts])
        totals = accepted[0][:, -1].copy(), accepted[1][:, -1].copy()
        part, before, after = _step(accepted, totals)
        search = _Search(trials, weigher, weights, totals, cuts[part], cuts[part + 1], before, after)
        search.narrow()
        search.finish()
        yield rows, _whole(totals), _whole(before), _whole(after)


@dataclass
class _Search:
    """Draws, each with the two edges between which it crosses.

    counts: (draws, speakers); totals, before, after: targets and non-targets, (draws,) each, in all and accepted up to
    the two edges; low, high: (draws,), the numbers of these.
    """

    trials: SortedTrials
    weigher: Weigher
    counts: NDArray[np.float64]
    totals: Accepted
    low: NDArray[np.int64]
    high: NDArray[np.int64]
    before: Accepted
    after: Accepted

    def narrow(self) -> None:
        """Cut every block, again and again, until its trials are few or one score."""
        edges, few = self.trials.edges, max(FEW, self.counts.shape[1] // 2)
        while True:
            wide = np.flatnonzero((edges[self.high] - edges[self.low] > few) & (self.high - self.low > 1))
            if not len(wide):
                return
            low = self.low[wide]
            for first in np.unique(low):
                rows = wide[low == first]
                last = self.high[rows[0]]
                inner = np.unique(np.linspace(first, last, min(PARTS, last - first) + 1).astype(np.int64))
                sums = self.weigher.accepted(self.counts[rows], edges[inner])
                for sum_, before in zip(sums, self.before, strict=True):
                    sum_ += before[rows, None]
                part, near, far = _step(sums, (self.totals[0][rows], self.totals[1][rows]))
                self.low[rows], self.high[rows] = inner[part], inner[part + 1]
                self._moved(rows, near, far)

    def finish(self) -> None:
        """Look at the trials of every block one by one and move both edges together."""
        open_ = np.flatnonzero(self.high - self.low > 1)
        for start in range(0, len(open_), AT_ONCE):
            self._finish(open_[start : start + AT_ONCE])

    def _finish(self, rows: NDArray[np.int64]) -> None:
        edges = self.trials.edges
        first, last = edges[self.low[rows]], edges[self.high[rows]]
        # A row for each trial of the longest block, a column for each draw: sums of whole rows are fast. Where a block
        # is shorter its last trial stands again; the crossing lies before.
        places = np.minimum(first + np.arange((last - first).max())[:, None], last - 1)
        nontarget_weights = self.weigher.weights(self.counts[rows], places)
        target_weights = nontarget_weights * self.trials.is_target[places]
        nontarget_weights -= target_weights
        before = self.before[0][rows], self.before[1][rows]
        accepted = tuple(
            _running_sums(start, weights)
            for start, weights in zip(before, (target_weights, nontarget_weights), strict=True)
        )
        targets, nontargets = self.totals[0][rows], self.totals[1][rows]
        reached = accepted[1][1:] * targets
        reached += accepted[0][1:] * nontargets
        draws = np.arange(len(rows))
        crossed = places[np.argmax(reached >= targets * nontargets, axis=0), draws]
        # Within a score there is no threshold: what stands there counts at its end.
        end = np.searchsorted(edges, crossed, side="right")
        for whole, sums in ((self.before, edges[end - 1]), (self.after, edges[end])):
            for kind in (0, 1):
                whole[kind][rows] = accepted[kind][sums - first, draws]

    def _moved(self, rows: NDArray[np.int64], near: Accepted, far: Accepted) -> None:
        for whole, moved in ((self.before, near), (self.after, far)):
            whole[0][rows], whole[1][rows] = moved


def _step(accepted: Accepted, totals: Accepted) -> tuple[NDArray[np.int64], Accepted, Accepted]:
    """Return between which columns each draw crosses zero, and what it accepts at the one before and the one after.

    accepted: targets and non-targets, (draws, columns), the first column before the crossing; totals: (draws,) each.
    """
    (true_accepts, false_accepts), (targets, nontargets) = accepted, totals
    # FAR + TPR, times T * N, which is T * N where FAR = FRR and rises along a row; whole numbers that float64 holds.
    reached = false_accepts * targets[:, None]
    reached += true_accepts * nontargets[:, None]
    after = np.maximum(np.argmax(reached >= (targets * nontargets)[:, None], axis=1), 1)
    draws = np.arange(len(after))
    return (
        after - 1,
        (true_accepts[draws, after - 1], false_accepts[draws, after - 1]),
        (true_accepts[draws, after], false_accepts[draws, after]),
    )


def _whole(accepted: Accepted) -> Accepted:
    return accepted[0].astype(np.int64), accepted[1].astype(np.int64)
