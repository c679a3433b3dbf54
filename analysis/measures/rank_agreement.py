"""How far two orders of the same systems agree: Kendall's tau, and the pairs of systems that change places."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray


def kendall_tau(x: ArrayLike, y: ArrayLike) -> tuple[float, int]:
    """Return Kendall's tau-b of two lists and the number of systems it rests on.

    x, y: (systems,), in any units; only their orders count. A system with a missing side is left out. 1 where both
    orders are the same, −1 where one is the other turned round. NaN for fewer than two systems, or where all values of
    one side are tied.
    tau-b = (C − D) / √((P − X)(P − Y)), with C concordant and D discordant of all P pairs, X pairs tied in x and Y
    pairs tied in y. Source: M. G. Kendall, Rank Correlation Methods, 1948; as `scipy.stats.kendalltau`, without its
    import.

    Raises:
        ValueError: the lists are not equally long.

    >>> kendall_tau([1, 2, 3, 4], [10, 20, 30, 40])
    (1.0, 4)
    """
    x, y = _paired(x, y)
    if len(x) < 2 or x.min() == x.max() or y.min() == y.max():
        return math.nan, len(x)
    # Every pair is met twice, as (i, j) and (j, i), and every system once with itself.
    in_x, in_y = np.sign(x[:, None] - x), np.sign(y[:, None] - y)
    concordant_minus_discordant = float((in_x * in_y).sum()) / 2
    tau = concordant_minus_discordant / math.sqrt(np.count_nonzero(in_x) / 2) / math.sqrt(np.count_nonzero(in_y) / 2)
    return min(1.0, max(-1.0, tau)), len(x)


def turned_pairs(x: ArrayLike, y: ArrayLike) -> tuple[int, int]:
    """Return how many pairs of systems stand in the other order in y than in x, and how many pairs there are.

    x, y: (systems,). A system with a missing side is left out. A pair that is tied on a side is not turned.

    Raises:
        ValueError: the lists are not equally long.

    >>> turned_pairs([1, 2, 3, 4], [1, 3, 2, 4])
    (1, 6)
    """
    x, y = _paired(x, y)
    ahead = np.sign(x[:, None] - x) * np.sign(y[:, None] - y)
    return int((ahead < 0).sum()) // 2, len(x) * (len(x) - 1) // 2


def _paired(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both sides of the systems that have both."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError(f"two equally long lists are needed, not {x.shape} and {y.shape}")
    both = np.isfinite(x) & np.isfinite(y)
    return x[both], y[both]
