"""Scales on which a rate that lies near 0 spreads nearly evenly to both sides, with half an error kept from 0."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Scale:
    """log((r + half) / (top - r + half)) of a number r from 0 to `top`; log(r + half) where it has no top.

    half: what keeps r = 0 on the scale, in the unit of r; top: the largest value that r can have.
    Source: J. Haldane, Annals of Human Genetics 20 (1956), 309-311 (half an error added).
    """

    half: float
    top: float = math.inf

    def there(self, values: NDArray[np.float64] | float) -> NDArray[np.float64]:
        """Return numbers from 0 to `top` as places on the scale."""
        values = np.asarray(values, dtype=np.float64)
        if math.isinf(self.top):
            return np.log(values + self.half)
        return np.log((values + self.half) / (self.top - values + self.half))

    def back(self, place: float) -> float:
        """Return the number at a place, never below 0 or above `top`.

        >>> scale = Scale(half=0.5, top=100.0)
        >>> round(scale.back(scale.there(12.0)), 9), scale.back(-50.0), scale.back(50.0)
        (12.0, 0.0, 100.0)
        """
        return min(max(self._whole(place) - self.half, 0.0), self.top)

    def slope(self, place: float) -> float:
        """Return how far the way back moves a number at this place, for one unit."""
        whole = self._whole(place)
        return whole if math.isinf(self.top) else whole * (1.0 - whole / (self.top + 2 * self.half))

    def _whole(self, place: float) -> float:
        # Beyond such a place nothing changes but an exponent that leaves the range of numbers.
        power = math.exp(min(max(place, -700.0), 700.0))
        return power if math.isinf(self.top) else (self.top + 2 * self.half) * power / (1.0 + power)


def odds_scale(trials: int) -> Scale:
    """Return the log-odds scale of a rate in percent that rests on so many trials: those that can be wrong.

    >>> odds_scale(50)
    Scale(half=1.0, top=100.0)
    """
    return Scale(_half_an_error(trials), 100.0)


def log_scale(trials: int) -> Scale:
    """Return the log scale of a rate in percent that can pass 100, as one that counts insertions can.

    >>> log_scale(50)
    Scale(half=1.0, top=inf)
    """
    return Scale(_half_an_error(trials))


def _half_an_error(trials: int) -> float:
    if trials < 1:
        raise ValueError(f"a rate of {trials} trials has no scale")
    return 50.0 / trials
