"""Which rule for the equal error rate printed values were made by, told from their digits."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from analysis.measures.agreement import agreement

RuleVerdict = Literal["nearest", "line", "both", "neither", "not compared"]
AGREES = "agrees at the printed precision"


@dataclass(frozen=True)
class Hits:
    """How well one rule meets the printed values: hits at the printed precision, mean and largest |difference|."""

    hits: int
    mean: float
    largest: float


@dataclass(frozen=True)
class RuleFit:
    """The two rules beside each other.

    compared: values that have a printed twin; apart: those among them at which exactly one rule is a hit, so that the
    digits can tell the rules apart; nearest, line: how well each does; verdict: see `rule_fit`.
    """

    compared: int
    apart: int
    nearest: Hits
    line: Hits
    verdict: RuleVerdict


def rule_fit(
    nearest: Sequence[float], line: Sequence[float], printed: Sequence[float], decimals: Sequence[int]
) -> RuleFit:
    """Return which rule meets printed values better.

    nearest, line: (values,), the rates by each rule; printed, decimals: (values,), the figures and their decimals.
    A value with a missing side is left out. A hit is an agreement at the printed precision. The first that applies:

    - "not compared": no value is left;
    - "both": each rule hits every value, so that the digits cannot tell them apart;
    - "nearest" or "line": this rule has more hits than the other, hits at least half of the values, and its mean
      |difference| is the smaller;
    - "neither": anything else.

    Raises ValueError for lists of unequal length.

    >>> rule_fit([44.05, 7.62, 12.40], [43.98, 7.58, 12.44], [43.98, 7.58, 12.44], [2, 2, 2]).verdict
    'line'
    """
    if not len(nearest) == len(line) == len(printed) == len(decimals):
        raise ValueError(
            f"{len(nearest)} and {len(line)} rates, {len(printed)} figures and {len(decimals)} decimals must pair up"
        )
    kept = [
        (one, other, figure, digits)
        for one, other, figure, digits in zip(nearest, line, printed, decimals, strict=True)
        if not (math.isnan(one) or math.isnan(other) or math.isnan(figure))
    ]
    met = [_met([(row[side], row[2], row[3]) for row in kept]) for side in (0, 1)]
    by_nearest, by_line = (_hits(side) for side in met)
    apart = sum(one[0] != other[0] for one, other in zip(*met, strict=True))
    return RuleFit(len(kept), apart, by_nearest, by_line, _verdict(len(kept), by_nearest, by_line))


def _met(values: list[tuple[float, float, int]]) -> list[tuple[bool, float]]:
    found = [agreement(rate, figure, digits) for rate, figure, digits in values]
    return [(one.verdict == AGREES, abs(one.difference)) for one in found]


def _hits(met: list[tuple[bool, float]]) -> Hits:
    gaps = [gap for _, gap in met]
    if not gaps:
        return Hits(0, math.nan, math.nan)
    return Hits(sum(hit for hit, _ in met), math.fsum(gaps) / len(gaps), max(gaps))


def _verdict(compared: int, nearest: Hits, line: Hits) -> RuleVerdict:
    if not compared:
        return "not compared"
    if nearest.hits == line.hits == compared:
        return "both"
    if nearest.hits > line.hits and 2 * nearest.hits >= compared and nearest.mean < line.mean:
        return "nearest"
    if line.hits > nearest.hits and 2 * line.hits >= compared and line.mean < nearest.mean:
        return "line"
    return "neither"
