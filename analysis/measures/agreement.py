"""Whether a recomputed value agrees with the value that was shipped, at the precision in which that was printed."""

import math
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

AgreementVerdict = Literal["agrees at the printed precision", "differs by rounding only", "differs", "not compared"]


@dataclass(frozen=True)
class Agreement:
    """A recomputed value beside a shipped one.

    difference: recomputed minus shipped, unrounded, NaN when either is missing.
    rounded: the recomputed value as text with the digits of the shipped one, empty when missing.
    """

    difference: float
    verdict: AgreementVerdict
    rounded: str


def agreement(recomputed: float, shipped: float, decimals: int) -> Agreement:
    """Return how a recomputed value agrees with a shipped one that was printed with so many decimals.

    - "agrees at the printed precision": rounded to these decimals, it is the shipped value;
    - "differs by rounding only": it rounds to a neighbour of the shipped value, but lies less than one unit of the last
      printed digit from it, as a value that was cut off or rounded twice does;
    - "differs": anything else;
    - "not compared": either value is missing.

    Raises ValueError for negative decimals.

    >>> agreement(12.349, 12.3, 1).verdict
    'agrees at the printed precision'
    >>> agreement(12.351, 12.3, 1).verdict, agreement(12.351, 12.3, 1).rounded
    ('differs by rounding only', '12.4')
    """
    if decimals < 0:
        raise ValueError(f"{decimals} decimals cannot be printed")
    if math.isnan(shipped) or math.isnan(recomputed):
        rounded = "" if math.isnan(recomputed) else f"{recomputed:.{decimals}f}"
        return Agreement(math.nan, "not compared", rounded)
    rounded = f"{recomputed:.{decimals}f}"
    # In decimals, because a unit such as .1 is none in binary.
    printed, unit = Decimal(f"{shipped:.{decimals}f}"), Decimal(1).scaleb(-decimals)
    if Decimal(rounded) == printed:
        verdict = "agrees at the printed precision"
    elif abs(Decimal(repr(float(recomputed))) - printed) < unit:
        verdict = "differs by rounding only"
    else:
        verdict = "differs"
    return Agreement(float(recomputed) - float(shipped), verdict, rounded)
