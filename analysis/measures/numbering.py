"""Whole numbers renumbered without gaps."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

SPARSE = 8
"""Up to so many times as large as they are many, numbers are counted; beyond, they are sorted, which takes longer."""


def renumbered(numbers: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the different numbers, rising, and the place of each given one among them: (different,), (numbers,).

    numbers: (numbers,), whole and 0 or more. Equals `numpy.unique(numbers, return_inverse=True)`.

    >>> renumbered([7, 3, 7])
    (array([3, 7]), array([1, 0, 1]))
    """
    numbers = np.asarray(numbers)
    if not numbers.size or numbers.max() >= SPARSE * numbers.size:
        return np.unique(numbers, return_inverse=True)
    there = np.zeros(int(numbers.max()) + 1, dtype=bool)
    there[numbers] = True
    return np.flatnonzero(there), (np.cumsum(there) - 1)[numbers]
