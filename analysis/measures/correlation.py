"""Pearson's correlation of two lists, and what lies off the straight line."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

FEWEST = 3
"""Through two points there is always a straight line: their correlation says nothing."""
ROUNDING = 1e-9
"""Residuals below this share of the spread are rounding."""


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
    x, y, paired = _checked(x, y)
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


def off_the_line(x: ArrayLike, y: ArrayLike) -> NDArray[np.float64]:
    """Return how far each y lies from the least-squares line, in residual standard deviations: (systems,).

    x, y: (systems,). The deviation is √(Σ residuals² / (n − 2)). NaN where a side is missing, and everywhere when the
    correlation is undefined or all points lie on the line.

    Raises:
        ValueError: the lists are not equally long.

    >>> [round(value, 2) for value in off_the_line([0, 1, 2, 3], [0, 0, 0, 4]).tolist()]
    [0.52, -0.26, -1.03, 0.77]
    """
    x, y, paired = _checked(x, y)
    found = np.full(len(x), math.nan)
    correlation, n = pearson(x, y)
    if not math.isfinite(correlation):
        return found
    away_x, away_y = x[paired] - x[paired].mean(), y[paired] - y[paired].mean()
    slope = math.fsum(away_x * away_y) / math.fsum(away_x**2)
    residuals = away_y - slope * away_x
    deviation = math.sqrt(math.fsum(residuals**2) / (n - 2))
    if deviation > ROUNDING * float(np.abs(away_y).max()):
        found[paired] = residuals / deviation
    return found


def _checked(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Return both sides as lists of numbers, and which pairs have both."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError(f"two equally long lists are needed, not {x.shape} and {y.shape}")
    return x, y, np.isfinite(x) & np.isfinite(y)
