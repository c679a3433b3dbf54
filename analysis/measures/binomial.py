"""What a count of hits among so many trials says about the chance of a hit."""

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtrc, betaincinv

from analysis.measures.intervals import tail


def binomial_interval(
    hits: ArrayLike, trials: ArrayLike, level: float = 0.95
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the exact edges, from 0 to 1, of the chance of a hit: two arrays of the shape of `hits`.

    hits, trials: whole numbers, 0 <= hits <= trials; without a trial the edges are 0 and 1. Trials must be
    independent of each other.
    The lower edge is the chance at which so many hits or more have the probability (1 - level) / 2, the upper edge that
    at which so many or fewer have it: no chance outside is compatible with what was seen. It covers the truth at least
    as often as `level` says, with few trials more often.
    Source: C. Clopper and E. Pearson, Biometrika 26 (1934), 404-413.

    >>> [edge.round(3).tolist() for edge in binomial_interval([0, 5, 10], 10)]
    [[0.0, 0.187, 0.692], [0.308, 0.813, 1.0]]
    """
    hits, trials = np.broadcast_arrays(np.asarray(hits, dtype=np.int64), np.asarray(trials, dtype=np.int64))
    if (hits < 0).any() or (hits > trials).any():
        raise ValueError("hits must lie between 0 and the number of trials")
    beyond = tail(level) / 100
    low, high = np.zeros(hits.shape), np.ones(hits.shape)
    some, missed = hits > 0, hits < trials
    low[some] = betaincinv(hits[some], trials[some] - hits[some] + 1, beyond)
    high[missed] = betaincinv(hits[missed] + 1, trials[missed] - hits[missed], 1 - beyond)
    return low, high


def chance_of_as_many(hits: int, trials: int, chance: float) -> float:
    """Return the probability of so many hits or more in so many independent trials.

    >>> chance_of_as_many(2, 2, 0.5), chance_of_as_many(0, 2, 0.5)
    (0.25, 1.0)
    """
    return float(bdtrc(hits - 1, trials, chance)) if hits > 0 else 1.0
