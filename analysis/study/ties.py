"""How many trials share their score with an earlier one: what rounding, or a step that keeps signs only, leaves behind.

A threshold accepts tied trials together, so that ties make an EER coarse, and no EER shows them by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy
import polars

HIGH_SHARE = 0.5
"""A larger share of tied scores than this is a warning.

Cosines with all their digits hardly tie: of a million in single precision fewer than two in a hundred bring no score of
their own, and of 38,000 that were written with five decimals, as common tools do, about one in four. Embeddings whose
components were reduced to their signs left 1,334 different scores of 18,502, a share of 93 %. Half stands apart from
both: there a score is borne by two trials on average. A million scores of six decimals reach it too, and are told of.
"""


@dataclass(frozen=True)
class Ties:
    """How many different scores some trials have.

    Attributes:
        trials: trials that differ in what enrolls or in the utterance.
        distinct: different scores among them.

    >>> Ties(18_502, 1_334).high, round(Ties(18_502, 1_334).share, 3)
    (True, 0.928)
    """

    trials: int
    distinct: int

    @property
    def share(self) -> float:
        """Return the share of trials that bring no score of their own: 0 where all differ, below 1."""
        return 1 - self.distinct / self.trials if self.trials else 0.0

    @property
    def high(self) -> bool:
        """Say whether so many scores tie that a reader must be warned."""
        return self.share > HIGH_SHARE


def tied_scores(scores: numpy.ndarray, first: numpy.ndarray) -> Ties:
    """Count the different scores of different trials.

    Args:
        scores: (trials,).
        first: (trials,) bool, as `first_of_each` says; a pair that stands twice has its score twice by right and counts
            once.

    >>> pairs = polars.DataFrame({"model": [0, 0, 1, 0], "utterance": [1, 2, 2, 1]})
    >>> tied_scores(numpy.array([0.5, 0.5, 0.1, 0.5]), first_of_each(pairs))
    Ties(trials=3, distinct=2)
    """
    return Ties(int(first.sum()), len(numpy.unique(scores[first])))


def first_of_each(trials: polars.DataFrame) -> numpy.ndarray:
    """Say of each trial whether it is the first of its pair of `model` and `utterance`: (trials,) bool."""
    return trials.select(polars.struct("model", "utterance").is_first_distinct()).to_series().to_numpy()
