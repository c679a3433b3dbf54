"""From what the data sets gave to the rows of the two tables."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from analysis.coverage.design import DIFFERENCES, FAMILY, Cell, Size
from analysis.coverage.kinds import KINDS, PERMUTATION, TESTS, TRIALS
from analysis.coverage.model import TRIAL, VERSION
from analysis.coverage.table import FALSE_FAMILY, FALSE_POSITIVE, POWER, DifferenceRow, IntervalRow

DIGITS = 3
"""Decimals of what is computed in floating point: so many are the same on every machine."""


def share_error(share: float, size: int) -> float:
    """Return the binomial standard error of a share (0 to 1) of so many, after adding two hits and two misses.

    Without them a share of 0 or 1 would have none. Source: A. Agresti and B. Coull, Approximate is better than "exact"
    for interval estimation of binomial proportions, The American Statistician 52 (1998), 119-126.

    >>> round(share_error(0.95, 400), 4), round(share_error(1.0, 400), 4)
    (0.0113, 0.0035)
    """
    moved = (share * size + 2) / (size + 4)
    return math.sqrt(moved * (1 - moved) / (size + 4))


def interval_rows(
    cell: Cell, edges: NDArray[np.float64], truth: NDArray[np.float64], size: Size, seed: int
) -> list[IntervalRow]:
    """Return one row for each kind of interval; edges: (data sets, kinds, 2); truth: (2,), with its error."""
    rows = []
    for place, kind in enumerate(KINDS):
        sets = size.sets_by_trials(cell) if kind == TRIALS else size.sets(cell)
        low, high = edges[:sets, place, 0], edges[:sets, place, 1]
        there = ~np.isnan(low)
        covered = float(((low <= truth[0]) & (truth[0] <= high)).mean())
        widths = (high - low)[there]
        rows.append(
            IntervalRow(
                speakers=cell.speakers,
                eer=cell.eer,
                kind=kind,
                truth=_rounded(truth[0]),
                truth_error=_rounded(truth[1]),
                coverage=_percent(covered),
                coverage_error=_percent(share_error(covered, sets)),
                truth_below=_percent((truth[0] < low).mean()),
                truth_above=_percent((truth[0] > high).mean()),
                no_interval=_percent(1 - there.mean()),
                width=_rounded(widths.mean()) if len(widths) else 0.0,
                width_error=_rounded(_mean_error(widths)),
                data_sets=sets,
                draws={TRIALS: size.trial_draws, "jackknife_t": 0}.get(kind, size.draws),
                trials=cell.speakers**2 * TRIAL,
                seed=seed,
                model=VERSION,
            )
        )
    return rows


def difference_rows(
    cell: Cell, found: NDArray[np.bool_], holm: NDArray[np.bool_], size: Size, seed: int
) -> list[DifferenceRow]:
    """Return the rows of each test; found: (data sets, tests, comparisons), holm: (data sets, comparisons)."""
    rows = []
    for place, test in enumerate(TESTS):
        permuted = test == PERMUTATION

        def row(what: str, difference: int, plain: NDArray, held: NDArray, test=test, permuted=permuted):
            share, error = _share(plain)
            after, after_error = _share(held) if permuted and size.reaches_holm else (None, None)
            return DifferenceRow(
                cell.speakers, cell.eer, test, what, difference, share, error, after, after_error, FAMILY,
                len(plain), size.flips if permuted else size.draws, seed, VERSION,
            )  # fmt: skip

        equal, held = found[:, place, :FAMILY], holm[:, :FAMILY]
        rows.append(row(FALSE_POSITIVE, 0, equal, held))
        rows.append(row(FALSE_FAMILY, 0, equal.any(axis=1), held.any(axis=1)))
        for number, difference in enumerate(DIFFERENCES, FAMILY):
            rows.append(row(POWER, difference, found[:, place, number], holm[:, number]))
    return rows


def _share(found: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the share in percent and its standard error; comparisons of one data set are no independent ones."""
    if found.ndim == 1:
        share = float(found.mean())
        return _percent(share), _percent(share_error(share, len(found)))
    each = found.mean(axis=1)
    share = float(each.mean())
    return _percent(share), _percent(max(_mean_error(each), share_error(share, found.size)))


def _mean_error(values: NDArray[np.float64]) -> float:
    return float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else 0.0


def _percent(share: float) -> float:
    return round(100 * float(share), 2)


def _rounded(value: float) -> float:
    return round(float(value), DIGITS)
