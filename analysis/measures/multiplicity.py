"""Many tests at once: p-values that keep the chance of a single false finding in the whole family."""

import numpy as np
from numpy.typing import ArrayLike, NDArray


def holm(p: ArrayLike) -> NDArray[np.float64]:
    """Return Holm's adjusted p-values in the order given: (tests,), NaN where a test has none.

    A test with NaN is no member of the family. Of m tests in rising order, the k-th p is multiplied by m - k + 1; an
    adjusted value is never below an earlier one and never above 1. Rejecting where it is at most a level keeps the
    chance of any false rejection in the family at that level, however the tests depend on each other.

    Source: S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6,
    1979.

    Raises ValueError for a p that is not from 0 to 1.

    >>> holm([0.01, 0.04, 0.03, 0.005]).round(3)
    array([0.03, 0.06, 0.06, 0.02])
    """
    p = np.asarray(p, dtype=np.float64)
    if p.ndim != 1:
        raise ValueError(f"p must be one list, not of shape {p.shape}")
    known = np.flatnonzero(~np.isnan(p))
    if ((p[known] < 0) | (p[known] > 1)).any():
        raise ValueError("every p must lie from 0 to 1")
    rising = known[np.argsort(p[known], kind="stable")]
    factors = np.arange(len(rising), 0, -1)
    adjusted = np.full(len(p), np.nan)
    adjusted[rising] = np.minimum(np.maximum.accumulate(factors * p[rising]), 1.0)
    return adjusted


def expected_by_chance(tests: int, level: float) -> float:
    """Return how many of so many tests miss a true zero at this level of confidence, if they are independent.

    >>> expected_by_chance(84, 0.95)
    4.2
    """
    if tests < 0 or not 0 < level < 1:
        raise ValueError(f"{tests} tests at level {level}: tests must be 0 or more, the level between 0 and 1")
    # In percent, because 100 - 95 is exact and 1 - .95 is not.
    return tests * (100 - 100 * level) / 100
