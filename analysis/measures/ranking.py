"""Ranks of systems, as a league table shows them, and mean ranks, as correlations and sums of ranks need them."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def ranks(values: ArrayLike, larger_is_better: bool) -> NDArray[np.int64]:
    """Return the rank of each value: (systems,), 1 is best, equal values share a rank, 0 where a value is missing.

    After a shared rank the count goes on with the number of systems ahead ("1 2 2 4").

    >>> ranks([30.0, 20.0, 20.0, 10.0, np.nan], larger_is_better=True)
    array([1, 2, 2, 4, 0])
    """
    values = np.asarray(values, dtype=np.float64)
    if values.ndim != 1:
        raise ValueError(f"values must be one list, not of shape {values.shape}")
    known = ~np.isnan(values)
    ordered = np.sort(-values[known] if larger_is_better else values[known])
    places = np.zeros(len(values), dtype=np.int64)
    places[known] = 1 + np.searchsorted(ordered, -values[known] if larger_is_better else values[known], side="left")
    return places


def mean_ranks(values: ArrayLike) -> NDArray[np.float64]:
    """Return the rank of each value, the smallest being 1; equal values share the mean of the ranks that they take up.

    values: (values,), none missing. Ranks are whole or half numbers, so that they are exact.
    As `scipy.stats.rankdata`, which takes longer to import than a whole study to rank.

    >>> mean_ranks([30.0, 20.0, 20.0, 10.0])
    array([4. , 2.5, 2.5, 1. ])
    """
    values = np.asarray(values, dtype=np.float64)
    if values.ndim != 1 or np.isnan(values).any():
        raise ValueError("mean ranks need one list of known values")
    _, place, shared = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(shared)
    return ((2 * last - shared + 1) / 2)[place]
