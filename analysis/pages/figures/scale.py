"""From values to points on the sheet, and the values at which an axis is marked."""

from __future__ import annotations

import math
from dataclasses import dataclass


def known(value: float | None) -> bool:
    """Say whether there is a number that can be drawn."""
    return value is not None and math.isfinite(value)


@dataclass(frozen=True)
class Scale:
    """A linear scale: `low` lies at `start` points and `high` at `end` points of the sheet.

    >>> Scale(0.0, 50.0, 20.0, 220.0)(25.0)
    120.0
    """

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the place of `value` in points."""
        width = self.high - self.low or 1.0  # one value alone has no width
        return self.start + (value - self.low) / width * (self.end - self.start)

    def clipped(self, value: float) -> float:
        """Return the place of `value`, or of the edge that it lies beyond."""
        return self(min(max(value, self.low), self.high))


def step(low: float, high: float, most: int) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, … (or 0.5, 0.2, …) that cuts the range into at most `most` parts.

    >>> step(0, 46, 5)
    10.0
    """
    raw = max(high - low, 1e-9) / max(most, 1)
    power = 10.0 ** math.floor(math.log10(raw))
    return next(power * factor for factor in (1.0, 2.0, 5.0, 10.0) if power * factor >= raw * (1 - 1e-9))


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Return the round values inside the range.

    >>> ticks(0, 46, 5)
    [0.0, 10.0, 20.0, 30.0, 40.0]
    """
    distance = step(low, high, most)
    first = math.ceil(low / distance - 1e-9)
    last = math.floor(high / distance + 1e-9)
    return [round(index * distance, 10) + 0.0 for index in range(first, last + 1)]


def tick_text(value: float) -> str:
    """Return how a round value is written, with a true minus sign.

    >>> tick_text(-20.0)
    '−20'
    """
    return f"{value:g}".replace("-", "\u2212")
