"""Whether two runs of the study with different seeds agree within their Monte-Carlo errors."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scipy.special import ndtri, stdtr
from scipy.stats import fisher_exact

from analysis.coverage.foretold import ForetoldRow, PowerRow
from analysis.coverage.table import FALSE_POSITIVE, DifferenceRow, IntervalRow, Row

AnyRow = Row | ForetoldRow | PowerRow

CHANCE = 0.01
"""How often two sound runs may be called different, over all that is compared."""
LEAST = 1e-300
"""No p is taken for smaller, so that a gap stays a number."""


@dataclass(frozen=True)
class Comparison:
    """How far two runs lie apart.

    A gap is told in standard errors: as many of them as make a normal variable's gap as improbable as this one.

    Attributes:
        compared: numbers that both have.
        within_two: how many of them lie within two standard errors of each other.
        largest: the largest gap.
        where: the name of that row, and its two numbers.
        allowed: what the largest may be; so many numbers exceed it by chance in one pair of runs of a hundred.
    """

    compared: int
    within_two: int
    largest: float
    where: str
    allowed: float

    @property
    def agrees(self) -> bool:
        """Return whether every number of the one lies within chance of the other's."""
        return self.largest <= self.allowed


def compare(one: Sequence[AnyRow], other: Sequence[AnyRow]) -> Comparison:
    """Compare coverage and mean width, shares, or foretold widths or powers of all rows that both runs have.

    The limit is Bonferroni's: the normal quantile of `CHANCE` over twice the number of comparisons.

    Raises:
        ValueError: the runs have no row in common.
    """
    seconds = {row.name: row for row in other}
    gaps = []
    for row in one:
        if row.name in seconds:
            gaps += [(gap, row.name, *numbers) for gap, *numbers in _gaps(row, seconds[row.name])]
    if not gaps:
        raise ValueError("the two runs have no setting in common")
    largest = max(gaps, key=lambda gap: gap[0])
    name = ", ".join(str(part) for part in largest[1])
    return Comparison(
        compared=len(gaps),
        within_two=sum(gap[0] <= 2 for gap in gaps),
        largest=largest[0],
        where=f"{name}: {largest[2]:g} and {largest[3]:g}",
        allowed=float(-ndtri(CHANCE / (2 * len(gaps)))),
    )


def share_gap(one: float, sets: int, other: float, others: int) -> float:
    """Return how far two shares in percent lie apart, each of so many independent data sets.

    By Fisher's exact test, which asks only whether both can be draws of one share: neither a few data sets nor a share
    of 0 or 100 % is taken for sure.

    >>> round(share_gap(100.0, 20, 95.0, 400), 1), round(share_gap(60.0, 400, 95.0, 400), 1)
    (0.5, 12.4)
    """
    hits, more = round(one * sets / 100), round(other * others / 100)
    return _as_gap(float(fisher_exact([[hits, sets - hits], [more, others - more]]).pvalue))


def mean_gap(one: float, error: float, size: int, other: float, another: float, others: int) -> float:
    """Return how far two means lie apart, each with the standard error that so many values gave, by Welch's t test.

    >>> round(mean_gap(10.0, 1.0, 5, 14.0, 0.1, 400), 1), round(mean_gap(10.0, 1.0, 500, 14.0, 0.1, 400), 1)
    (2.4, 3.9)
    """
    if one == other:
        return 0.0
    if min(size, others) < 2 or not (error or another):
        return 0.0 if min(size, others) < 2 else math.inf
    both = error**2 + another**2
    freedom = both**2 / (error**4 / (size - 1) + another**4 / (others - 1))
    return _as_gap(2 * float(stdtr(freedom, -abs(one - other) / math.sqrt(both))))


def _as_gap(p: float) -> float:
    return float(-ndtri(max(p, LEAST) / 2)) if p < 1 else 0.0


def _gaps(row: AnyRow, other: AnyRow) -> Iterator[tuple[float, float, float]]:
    """Yield each gap of the two rows in standard errors, with the two numbers."""
    sets, others = row.data_sets, other.data_sets
    if isinstance(row, IntervalRow) and isinstance(other, IntervalRow):
        yield share_gap(row.coverage, sets, other.coverage, others), row.coverage, other.coverage
        yield _of_means(row, _with_width(row), other, _with_width(other))
    elif isinstance(row, ForetoldRow) and isinstance(other, ForetoldRow):
        yield _of_means(row, sets, other, others)
    elif isinstance(row, PowerRow) and isinstance(other, PowerRow):
        gap = mean_gap(row.power, row.power_error, sets, other.power, other.power_error, others)
        yield gap, row.power, other.power
    elif isinstance(row, DifferenceRow) and isinstance(other, DifferenceRow):
        yield _found_gap(row, row.share, row.error, other, other.share, other.error), row.share, other.share
        if row.holm is not None and other.holm is not None:
            errors = row.holm_error or 0.0, other.holm_error or 0.0
            yield _found_gap(row, row.holm, errors[0], other, other.holm, errors[1]), row.holm, other.holm
    else:
        raise ValueError("rows of two different tables")


def _with_width(row: IntervalRow) -> int:
    """Return how many data sets gave an interval."""
    return round(row.data_sets * (100 - row.no_interval) / 100)


def _of_means(
    row: IntervalRow | ForetoldRow, size: int, other: IntervalRow | ForetoldRow, others: int
) -> tuple[float, float, float]:
    gap = mean_gap(row.width, row.width_error, size, other.width, other.width_error, others)
    return gap, row.width, other.width


def _found_gap(
    row: DifferenceRow, share: float, error: float, other: DifferenceRow, another: float, its: float
) -> float:
    """Return how far two shares of found differences lie apart.

    Those of each equal pair are means over data sets, whose comparisons hang together. Equal runs spread alike, so that
    the larger spread of the two counts for both: a run in which nothing was found has none of its own.
    """
    if row.what != FALSE_POSITIVE:
        return share_gap(share, row.data_sets, another, other.data_sets)
    times = math.sqrt(row.data_sets / other.data_sets)
    errors = max(error, its / times), max(its, error * times)
    return mean_gap(share, errors[0], row.data_sets, another, errors[1], other.data_sets)
