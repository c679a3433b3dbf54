"""How far a value lies from a reference, as a share of the reference."""

import math
from decimal import Decimal


def relative_change(value: float, reference: float) -> float:
    """Return 100 · (value − reference) / reference in percent; NaN where a value is missing or the reference is 0.

    value, reference: one unit, whichever it is. Positive where the value is the larger one, for a positive reference.
    The difference is taken in decimals, so that two printed values differ by what a reader would write down.

    >>> round(relative_change(64.45, 71.10), 2), round(relative_change(2.37, 1.85), 1), relative_change(1.0, 0.0)
    (-9.35, 28.1, nan)
    """
    if math.isnan(value) or math.isnan(reference) or reference == 0:
        return math.nan
    below = Decimal(repr(float(reference)))
    return float(100 * (Decimal(repr(float(value))) - below) / below)
