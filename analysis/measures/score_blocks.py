"""Sorted trials cut into blocks, so that a draw looks closely at one block only.

A draw of the speakers changes how often a trial counts, not where it stands. With the trials sorted once, FAR - FRR
rises along the list in every draw. What every draw accepts at a few places of the list tells between which two of them
it crosses zero; there the list is cut again, until few trials are left, which are weighed one by one. Most draws cross
near where the list itself does, so that the first cuts lie close together there and ever farther apart away from it;
that decides how long it takes, and nothing else.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.measures.sorted_trials import SortedTrials
from analysis.measures.weighers import Accepted, Weigher

DRAWS = 1000
"""Draws that are worked on at once: more of them leave the processor's cache, fewer cut the blocks again more often."""

PAIRS = 4_000_000
"""Pairs of a draw and a speaker that are worked on at once, so that memory stays flat."""

FEW = 48
"""Up to so many trials of a block are looked at one by one; a longer block is cut first."""

AT_ONCE = 512
"""Draws whose last trials are looked at together: more of them leave the processor's cache."""

PARTS = 16
"""Into how many parts a block is cut."""

EXACT = 2**52
"""Products of two weighted numbers stay below this, so that float64 holds them and the sum of two."""


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
