"""Whether two runs of the study with different seeds agree within their Monte-Carlo errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy.special import ndtri

from analysis.coverage.table import DifferenceRow, IntervalRow, Row

CHANCE = 0.01
"""How often two sound runs may be called different, over all that is compared."""


@dataclass(frozen=True)
class Comparison:
    """How far two runs lie apart.

    Attributes:
        compared: numbers that both have.
        within_two: how many of them lie within two standard errors of their difference.
        largest: the largest difference in standard errors.
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


def compare(one: Sequence[Row], other: Sequence[Row]) -> Comparison:
    """Compare coverage and width, or shares, of all rows that both runs have.

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


def _gaps(row: Row, other: Row) -> list[tuple[float, float, float]]:
    """Return each difference of the two rows in standard errors, with the two numbers."""
    if isinstance(row, IntervalRow) and isinstance(other, IntervalRow):
        numbers = [
            (row.coverage, other.coverage, row.coverage_error, other.coverage_error),
            (row.width, other.width, row.width_error, other.width_error),
        ]
    elif isinstance(row, DifferenceRow) and isinstance(other, DifferenceRow):
        numbers = [(row.share, other.share, row.error, other.error)]
        if row.holm is not None and other.holm is not None:
            numbers.append((row.holm, other.holm, row.holm_error or 0.0, other.holm_error or 0.0))
    else:
        raise ValueError("rows of two different tables")
    return [(abs(a - b) / error if (error := math.hypot(x, y)) else 0.0, a, b) for a, b, x, y in numbers]
