"""Measures of different units brought to one range, their mean, and how much an order owes to the rows that span it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.ranking import mean_ranks, ranks

# Means that are equal on paper can differ by rounding; beyond this many decimals no two of them are told apart.
_DECIMALS = 12


def unit_scale(values: ArrayLike, larger_is_better: bool, spanning: ArrayLike | None = None) -> NDArray[np.float64]:
    """Return (x − worst) / (best − worst) of each value: (systems,), 1 for the best, 0 for the worst, no unit.

    values: (systems,), one unit, whichever it is; the reference of a relative change cancels out. NaN stays NaN.
    spanning: (systems,) of bool, which systems set the two ends; all by default. A value beyond the ends of the others
    lies below 0 or above 1. Where the spanning values are all equal, or none is known, nothing can be scaled: all NaN.
    Source: min-max normalisation; S. García et al., Data Preprocessing in Data Mining, 2015, section 3.4.2.

    >>> unit_scale([2.0, 4.0, 10.0], larger_is_better=False)
    array([1.  , 0.75, 0.  ])
    """
    values = _checked(values)
    spans = np.ones(len(values), dtype=bool) if spanning is None else np.asarray(spanning, dtype=bool)
    ends = values[spans & ~np.isnan(values)]
    if ends.size == 0 or ends.min() == ends.max():
        return np.full(len(values), np.nan)
    worst, best = (ends.min(), ends.max()) if larger_is_better else (ends.max(), ends.min())
    return (values - worst) / (best - worst) + 0.0  # no minus zero


def mean_of_scaled(
    columns: Sequence[ArrayLike],
    larger_is_better: Sequence[bool],
    spanning: ArrayLike | None = None,
    weights: Sequence[float] | None = None,
) -> NDArray[np.float64]:
    """Return the mean of several measures, each scaled by `unit_scale`: (systems,), NaN where one of them is missing.

    columns: the measures, each (systems,). weights: one a measure, equal by default.

    >>> mean_of_scaled([[2.0, 4.0], [50.0, 30.0]], [False, True])
    array([1., 0.])
    """
    scaled = [unit_scale(column, larger, spanning) for column, larger in zip(columns, larger_is_better, strict=True)]
    return np.average(np.array(scaled), axis=0, weights=weights)


def order(scores: ArrayLike, larger_is_better: bool = True) -> NDArray[np.int64]:
    """Return the rank of each score as `ranks` does; scores that differ by rounding only are tied.

    >>> order([0.1 + 0.2, 0.3, 0.9])
    array([2, 2, 1])
    """
    return ranks(np.round(_checked(scores), _DECIMALS), larger_is_better)


def mean_of_ranks(columns: Sequence[ArrayLike], larger_is_better: Sequence[bool]) -> NDArray[np.float64]:
    """Return the mean over measures of a system's rank: (systems,), small is good, NaN where a measure is missing.

    Only systems that have every measure are ranked; tied ones share the mean of their ranks, as is usual where ranks
    are added (M. Friedman, The use of ranks, JASA 32, 1937).

    >>> mean_of_ranks([[2.0, 4.0, 4.0], [50.0, 30.0, 40.0]], [False, True])
    array([1.  , 2.75, 2.25])
    """
    table = np.array([_checked(column) for column in columns])
    known = ~np.isnan(table).any(axis=0)
    means = np.full(table.shape[1], np.nan)
    if known.any():
        signs = np.where(larger_is_better, -1.0, 1.0)[:, None]
        means[known] = np.array([mean_ranks(row) for row in table[:, known] * signs]).mean(axis=0)
    return means


def rank_ranges(
    columns: Sequence[ArrayLike], larger_is_better: Sequence[bool]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return each system's best and worst rank by `mean_of_scaled` when one system no longer spans the ranges.

    Each system in turn is left out of the ends of every range; all systems are still ranked, so that ranks stay
    comparable: (systems,) twice, 0 where a system has no rank. A turn without a range is passed over.

    >>> best, worst = rank_ranges([[0.0, 6.0, 10.0], [9.0, 4.0, 0.0]], [True, True])
    >>> best.tolist(), worst.tolist()
    ([1, 1, 1], [3, 1, 3])
    """
    table = [_checked(column) for column in columns]
    systems = len(table[0]) if table else 0
    best = order(mean_of_scaled(table, larger_is_better)) if systems else np.zeros(0, dtype=np.int64)
    worst = best.copy()
    for left_out in range(systems):
        scores = mean_of_scaled(table, larger_is_better, np.arange(systems) != left_out)
        if np.isnan(scores).all():
            continue
        places = order(scores)
        best, worst = np.minimum(best, places), np.maximum(worst, places)
    return best, worst


def _checked(values: ArrayLike) -> NDArray[np.float64]:
    values = np.asarray(values, dtype=np.float64)
    if values.ndim != 1:
        raise ValueError(f"values must be one list, not of shape {values.shape}")
    return values
