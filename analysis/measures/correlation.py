"""Pearson's correlation of two lists."""

import math

import numpy as np
from numpy.typing import ArrayLike

FEWEST = 3
"""Through two points there is always a straight line: their correlation says nothing."""


def pearson(x: ArrayLike, y: ArrayLike) -> tuple[float, int]:
    """Return Pearson's correlation of two lists and the number of pairs it rests on.

    x, y: (systems,), in any units. A pair with a missing side is left out. NaN for fewer than three pairs, or for a
    side without variation.
    r = Σ(x−x̄)(y−ȳ) / √(Σ(x−x̄)² Σ(y−ȳ)²). Source: K. Pearson, Proceedings of the Royal Society of London 58, 1895.

    Raises:
        ValueError: the lists are not equally long.

    >>> pearson([1.0, 2.0, 3.0, 4.0], [2.0, 4.0, 6.0, math.nan])
    (1.0, 3)
    """
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError(f"two equally long lists are needed, not {x.shape} and {y.shape}")
    paired = np.isfinite(x) & np.isfinite(y)
    x, y = x[paired], y[paired]
    # Equal values leave no spread; their mean could differ from them by a rounding, which would then look like one.
    if len(x) < FEWEST or x.min() == x.max() or y.min() == y.max():
        return math.nan, len(x)
    away_x, away_y = x - x.mean(), y - y.mean()
    # math.fsum rounds once, whatever the order.
    spread = math.sqrt(math.fsum(away_x**2) * math.fsum(away_y**2))
    if spread == 0.0:
        return math.nan, len(x)
    return min(1.0, max(-1.0, math.fsum(away_x * away_y) / spread)), len(x)
