"""Trials in order of their scores, and where a threshold can lie among them."""

import numpy as np
from numpy.typing import NDArray

SMALLEST = 32
"""Trials of the blocks on either side of the list's own crossing; the next ones are twice as long, and so on."""


def best_first(scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the trials from the highest score down: (trials,), as they stand where they are in that order already.

    Trials that score alike come in any order.

    >>> best_first(np.array([0.5, 0.9, 0.1])), best_first(np.array([3.0, 3.0, 2.0]))
    (array([1, 0, 2]), array([0, 1, 2]))
    """
    return np.arange(len(scores)) if (scores[1:] <= scores[:-1]).all() else np.argsort(-scores)


class SortedTrials:
    """Trials from the highest score down, and where a threshold can lie among them."""

    def __init__(self, scores: NDArray[np.float64], is_target: NDArray[np.bool_]) -> None:
        """Sort the trials: scores, is_target: (trials,), at least one; those that are in order already cost nothing."""
        self.order = best_first(scores)
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
