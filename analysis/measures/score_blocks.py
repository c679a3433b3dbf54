"""Trials in order of their scores, cut into blocks, so that a draw looks closely at one block only.

A draw of the speakers changes how often a trial counts, not where it stands. With the trials sorted once, FAR - FRR
rises along the list in every draw. A table of each speaker's trials up to a few places, times the draws' counts, tells
what every draw accepts at all these places at once, and so between which two of them it crosses zero; there the list is
cut again, until the places are single scores. Most draws cross near where the list itself does, so that the first cuts
lie close together there and ever farther apart away from it; that decides how long it takes, and nothing else.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

DRAWS = 1000
"""Draws that are worked on at once: more of them leave the processor's cache, fewer cut the blocks again more often."""

PAIRS = 4_000_000
"""Pairs of a draw and a speaker that are worked on at once, so that memory stays flat with many speakers."""

SMALLEST = 32
"""Trials of the blocks on either side of the list's own crossing; the next ones are twice as long, and so on."""

WIDEST = 256
"""Up to so many scores of a block are looked at one by one; a longer block is cut first."""

PARTS = 16
"""Into how many parts a block is cut."""

EXACT = 2**52
"""Products of two weighted numbers stay below this, so that float64 holds them and the sum of two."""

Accepted = tuple[NDArray, NDArray]
"""Weighted targets and non-targets, (draws,) each."""


class ScoreBlocks:
    """Trials from the highest score down, and the search for the crossing in many draws at once."""

    def __init__(
        self, scores: NDArray[np.float64], is_target: NDArray[np.bool_], speaker: NDArray[np.int64], speakers: int
    ) -> None:
        """Sort the trials.

        scores, is_target, speaker: (trials,), at least one; speaker: the column of `counts` that weighs a trial.
        """
        order = np.argsort(-scores)
        ordered = scores[order]
        self._is_target, self._speaker, self._speakers = is_target[order], speaker[order], speakers
        # Places behind the last trial of each distinct score: only there a threshold can lie.
        self._ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True)) + 1
        self._cuts = self._first_cuts()
        self._tables = self._accepted_up_to(self._cuts)

    def around_the_crossing(self, counts: NDArray[np.int64]) -> Iterator[tuple[slice, Accepted, Accepted, Accepted]]:
        """Yield, for some draws after the other, what is accepted just before and just after FAR = FRR.

        counts: (draws, speakers).
        Yields the draws; weighted numbers of (targets, non-targets) in all; the same accepted at the last threshold
        with FAR < FRR (0, 0 where there is none); and at the first one with FAR >= FRR. Where a draw lacks either kind
        of trial, what is yielded for it means nothing.
        """
        size = max(1, min(DRAWS, PAIRS // self._speakers))
        for start in range(0, len(counts), size):
            rows = slice(start, min(start + size, len(counts)))
            # Whole numbers below 2**53 are exact in float64, whatever the order of the sums, and its product is fast.
            weights = counts[rows].astype(np.float64)
            accepted = [weights @ table for table in self._tables]
            totals = accepted[0][:, -1].copy(), accepted[1][:, -1].copy()
            part, before, after = _step(accepted, totals)
            self._look_inside(weights, totals, self._cuts, part, before, after)
            yield rows, _whole(totals), _whole(before), _whole(after)

    def _look_inside(
        self, weights: NDArray[np.float64], totals: Accepted, cuts: NDArray[np.int64], part: NDArray[np.int64],
        before: Accepted, after: Accepted,
    ) -> None:  # fmt: skip
        """Move `before` and `after` together until they are neighbouring scores, in place.

        part: (draws,), between which cuts each draw crosses.
        """
        # Places among the ends of scores: a part that holds one score is not looked into.
        ends_up_to = np.searchsorted(self._ends, cuts, side="right")
        for number in np.unique(part[np.diff(ends_up_to)[part] > 1]):
            ends = self._ends[ends_up_to[number] : ends_up_to[number + 1]]
            rows = np.flatnonzero(part == number)
            if len(ends) > WIDEST:
                ends = ends[np.linspace(0, len(ends) - 1, PARTS + 1).astype(np.int64)[1:]]
            inner = np.append(cuts[number], ends)
            start = before[0][rows, None], before[1][rows, None]
            tables = self._accepted_up_to(inner)
            accepted = [weights[rows] @ table + first for table, first in zip(tables, start, strict=True)]
            of_rows = totals[0][rows], totals[1][rows]
            inside, near, far = _step(accepted, of_rows)
            self._look_inside(weights[rows], of_rows, inner, inside, near, far)
            for whole, moved in ((before, near), (after, far)):
                whole[0][rows], whole[1][rows] = moved

    def _accepted_up_to(self, cuts: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return, for targets and non-targets, how many trials of each speaker stand between the first cut and each.

        Shape (speakers, cuts); the first column is 0.
        """
        trials = slice(cuts[0], cuts[-1])
        place = self._speaker[trials] * len(cuts) + np.repeat(np.arange(1, len(cuts)), np.diff(cuts))
        targets, nontargets = (
            np.bincount(place[chosen], minlength=self._speakers * len(cuts)).reshape(self._speakers, len(cuts))
            for chosen in (self._is_target[trials], ~self._is_target[trials])
        )
        return np.cumsum(targets, axis=1, dtype=np.float64), np.cumsum(nontargets, axis=1, dtype=np.float64)

    def _first_cuts(self) -> NDArray[np.int64]:
        """Return places at the ends of scores, from 0 to the end, close together where the list itself crosses."""
        trials = len(self._speaker)
        true_accepts = np.cumsum(self._is_target)
        false_accepts = np.arange(1, trials + 1) - true_accepts
        targets, nontargets = int(true_accepts[-1]), int(false_accepts[-1])
        share = true_accepts / max(targets, 1) + false_accepts / max(nontargets, 1)
        centre = int(np.searchsorted(share, 1.0))
        away = SMALLEST * (2 ** np.arange(1 + max(0, int(np.log2(max(1, trials / SMALLEST))))))
        wanted = np.concatenate([centre - away, [centre], centre + away])
        wanted = wanted[(wanted > 0) & (wanted < trials)]
        return np.unique(np.concatenate([[0], self._ends[np.searchsorted(self._ends, wanted)], [trials]]))


def _step(accepted: list[NDArray[np.float64]], totals: Accepted) -> tuple[NDArray[np.int64], Accepted, Accepted]:
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
