"""Pareto front of systems on two axes, who dominates whom, and the knee on the front."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Smaller triangles than this share of the front's box are rounding, not a bend.
FLAT = 1e-12


def dominators(x: ArrayLike, y: ArrayLike, larger_is_better: tuple[bool, bool] = (True, False)) -> NDArray[np.bool_]:
    """Return who dominates whom: (points, points) of bool, [i, j] is True where point j dominates point i.

    x, y: (points,). One point dominates another when it is at least as good on both axes and better on one; equal
    points do not dominate each other. A point with a missing value dominates nothing and is dominated by nothing.
    By default the first axis is to be large (an EER) and the second small (an error rate).
    Source: the usual definition of Pareto dominance; K. Miettinen, Nonlinear Multiobjective Optimization, 1999.

    >>> dominators([10, 5], [100, 100], larger_is_better=(True, True))
    array([[False, False],
           [ True, False]])
    """
    x, y = _checked_axes(x, y)
    gain_x, gain_y = (axis if larger else -axis for axis, larger in zip((x, y), larger_is_better, strict=True))
    # Every comparison with a missing value is False, so that such a point has no part in any pair.
    as_good = (gain_x[None, :] >= gain_x[:, None]) & (gain_y[None, :] >= gain_y[:, None])
    better = (gain_x[None, :] > gain_x[:, None]) | (gain_y[None, :] > gain_y[:, None])
    return as_good & better


def pareto_front(x: ArrayLike, y: ArrayLike, larger_is_better: tuple[bool, bool] = (True, False)) -> NDArray[np.bool_]:
    """Return which points no other point dominates: (points,) of bool; see `dominators`.

    Equal points are both kept. A point with a missing value is never on the front.

    >>> pareto_front([10, 5], [100, 100], larger_is_better=(True, True))
    array([ True, False])
    """
    x, y = _checked_axes(x, y)
    return ~(np.isnan(x) | np.isnan(y)) & ~dominators(x, y, larger_is_better).any(axis=1)


def knee(x: ArrayLike, y: ArrayLike, mask: ArrayLike) -> int | None:
    """Return the index of the point of the front farthest from its chord, None when the front has no bend.

    The chord joins the two ends of the front. Which point is farthest does not depend on the units of the axes.
    Of equally far points the first in the list is returned.
    Source: I. Das, On characterizing the "knee" of the Pareto curve, Structural Optimization 18, 1999.

    >>> knee([0, 1, 10], [0, 5, 6], [True, True, True])
    1
    """
    x, y = _checked_axes(x, y)
    members = np.flatnonzero(np.asarray(mask, dtype=bool) & ~(np.isnan(x) | np.isnan(y)))
    if len(members) < 3:
        return None
    first, last = members[np.argmin(x[members])], members[np.argmax(x[members])]
    width, height = x[last] - x[first], y[last] - y[first]
    if width == 0 or height == 0:
        return None
    across = (x[members] - x[first]) / width
    upward = (y[members] - y[first]) / height
    distance = np.abs(upward - across)
    # Rounding must not decide between points that are equally far.
    farthest = np.flatnonzero(distance >= distance.max() - FLAT)[0]
    return int(members[farthest]) if distance.max() > FLAT else None


def _checked_axes(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError(f"the two axes must be equally long lists, not {x.shape} and {y.shape}")
    return x, y
