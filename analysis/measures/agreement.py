"""Whether a recomputed value agrees with the value that was shipped, at the precision in which that was printed."""

import math
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal, localcontext
from typing import Literal

AgreementVerdict = Literal[
    "agrees at the printed precision", "differs by rounding only", "within the interval", "outside the interval",
    "differs", "not compared",
]  # fmt: skip

# As many as the ledger writes; what lies beyond them is the noise of binary fractions.
SIGNIFICANT_DIGITS = 9
# A binary fraction has at most 309 digits before its point.
WHOLE_DIGITS = 310


@dataclass(frozen=True)
class Agreement:
    """A recomputed value beside a shipped one.

    difference: recomputed minus shipped, unrounded, NaN when either is missing.
    rounded: the recomputed value as text with the digits of the shipped one, empty when missing; of a value half-way
    between two, the shipped one where it is one of them, else the even one.
    """

    difference: float
    verdict: AgreementVerdict
    rounded: str


def agreement(
    recomputed: float, shipped: float, decimals: int, interval: tuple[float, float] | None = None
) -> Agreement:
    """Return how a recomputed value agrees with a shipped one that was printed with so many decimals.

    interval: the edges of the recomputed value's interval, where it has one. The first that applies:

    - "not compared": either value is missing;
    - "agrees at the printed precision": rounded to these decimals, it is the shipped value. A value exactly half-way
      between two printed ones agrees with both, since printed figures are rounded up, down and to even;
    - "differs by rounding only": it rounds to a neighbour of the shipped value, but lies less than one unit of the last
      printed digit from it, as a value that was cut off or rounded twice does;
    - "within the interval" or "outside the interval": where the shipped value lies, edges included;
    - "differs": there is no interval to judge by.

    Rounding is decided in decimal numbers, on the recomputed value with nine significant digits: 12.345 is half-way
    whatever its binary neighbour is.

    Raises ValueError for negative decimals.

    >>> agreement(12.349, 12.3, 1).verdict
    'agrees at the printed precision'
    >>> agreement(12.351, 12.3, 1).verdict, agreement(12.351, 12.3, 1).rounded
    ('differs by rounding only', '12.4')
    >>> agreement(8.125, 8.12, 2).verdict == agreement(8.125, 8.13, 2).verdict
    True
    >>> agreement(12.6, 12.3, 1, (11.0, 14.0)).verdict
    'within the interval'
    """
    if decimals < 0:
        raise ValueError(f"{decimals} decimals cannot be printed")
    if math.isnan(recomputed):
        return Agreement(math.nan, "not compared", "")
    # Wide enough for every digit of both: the usual context would refuse some values and round others.
    with localcontext(Context(prec=WHOLE_DIGITS + SIGNIFICANT_DIGITS + decimals)):
        return _compared(recomputed, shipped, decimals, interval)


def _compared(recomputed: float, shipped: float, decimals: int, interval: tuple[float, float] | None) -> Agreement:
    unit = Decimal(1).scaleb(-decimals)
    exact = Decimal(f"{recomputed:.{SIGNIFICANT_DIGITS - 1}e}")
    rounded = f"{exact.quantize(unit, ROUND_HALF_EVEN):f}"
    if math.isnan(shipped):
        return Agreement(math.nan, "not compared", rounded)
    printed = Decimal(f"{shipped:.{decimals}f}")
    gap = abs(exact - printed)
    verdict: AgreementVerdict
    if 2 * gap <= unit:
        verdict = "agrees at the printed precision"
        rounded = f"{printed:f}" if Decimal(rounded) != printed else rounded
    elif gap < unit:
        verdict = "differs by rounding only"
    elif interval is None or math.isnan(interval[0]) or math.isnan(interval[1]):
        verdict = "differs"
    else:
        verdict = "within the interval" if interval[0] <= shipped <= interval[1] else "outside the interval"
    return Agreement(float(recomputed) - float(shipped), verdict, rounded)
