"""Student's interval around the value itself: a standard error, a quantile of t, and for a rate the scale of its odds.

A percentile interval takes its edges from the draws. Where an EER is low and speakers are few, the draws pile up near 0
and reach no farther up than the few speakers do. This interval takes from the draws, or from the jackknife, nothing but
a standard error, and from the number of speakers how uncertain that standard error is.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri, stdtrit

from analysis.measures.intervals import Interval, no_interval, tail


def student_interval(
    samples: ArrayLike, point: float, level: float = 0.95, speakers: int | None = None, trials: int | None = None
) -> Interval:
    """Return point -/+ quantile * standard deviation of the draws; draws that are NaN are left out.

    samples: (draws,), in percent where `trials` is given; point: the measure over everybody; speakers: how many were
    resampled: the quantile is then sqrt(S / (S - 1)) times that of t with S - 1 degrees of freedom, because a bootstrap
    divides by S where S - 1 would be right; None takes the normal quantile.
    trials: for a rate, how many trials it rests on (target trials for an EER). The interval is then made on the scale
    log((r + h) / (100 - r + h)), on which the spread of a rate near 0 is nearly even on both sides, and turned back;
    h = 50 / trials, half an error, keeps a rate of 0 on the scale. None makes it on the scale of the samples, as for a
    difference.

    With sd the standard deviation on that scale and B draws used, the Monte-Carlo error of an edge is
    quantile * sd / sqrt(2 * B), that of the standard deviation of normal draws, times the slope of the way back.
    There is no interval (its edges are NaN) for fewer than two draws or speakers, or a point that is NaN.

    Sources: B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993, chapters 12 and 13 (the standard
    interval, and why a transformation helps it); T. Hesterberg, What teachers should know about the bootstrap, The
    American Statistician 69 (2015), 371-386 (the factor and t); J. Haldane, Annals of Human Genetics 20 (1956), 309-311
    (half an error added).

    >>> interval = student_interval([9.0, 11.0] * 50, 10.0, speakers=20)
    >>> round(interval.low, 2), round(interval.high, 2)
    (7.84, 12.16)
    """
    samples = np.asarray(samples, dtype=np.float64)
    used = samples[~np.isnan(samples)]
    if len(used) < 2 or math.isnan(point) or (speakers is not None and speakers < 2):
        return no_interval(samples)
    scale = _Scale(trials)
    reach = _quantile(level, speakers) * (1.0 if speakers is None else math.sqrt(speakers / (speakers - 1)))
    reach *= 0.0 if (used == used[0]).all() else float(np.std(scale.there(used), ddof=1))
    return _around(scale, point, reach, reach / math.sqrt(2 * len(used)), samples, level)


def jackknife_interval(point: float, jackknife: ArrayLike, level: float = 0.95, trials: int | None = None) -> Interval:
    """Return point -/+ quantile of t * the jackknife's standard error, which needs no draws.

    point: the measure over everybody; jackknife: (speakers,), the measure without each speaker, NaN left out; trials:
    as for `student_interval`. With S values y of the jackknife on the scale, the squared standard error is
    (S - 1) / S * sum((y - mean(y))^2), and t has S - 1 degrees of freedom. Where a speaker takes part on both sides of
    trials and is left out of both, this is the jackknife of a U-statistic.

    Sources: J. Arvesen, Jackknifing U-statistics, Annals of Mathematical Statistics 40 (1969), 2076-2100; R. Miller,
    The jackknife: a review, Biometrika 61 (1974), 1-15.

    >>> interval = jackknife_interval(10.0, [9.0, 10.0, 11.0])
    >>> round(interval.low, 2), round(interval.high, 2)
    (5.03, 14.97)
    """
    without = np.asarray(jackknife, dtype=np.float64)
    without = without[~np.isnan(without)]
    nothing = np.zeros(0)
    if len(without) < 2 or math.isnan(point):
        return no_interval(nothing)
    scale, size = _Scale(trials), len(without)
    # The values are near each other by construction; their mean may differ from equal ones by a last bit.
    spread = 0.0 if (without == without[0]).all() else float(np.var(scale.there(without)))
    return _around(scale, point, _quantile(level, size) * math.sqrt((size - 1) * spread), 0.0, nothing, level)


class _Scale:
    """The log-odds of a rate in percent with half an error added on either side, or the scale as it is."""

    def __init__(self, trials: int | None) -> None:
        if trials is not None and trials < 1:
            raise ValueError(f"a rate of {trials} trials has no scale")
        self._half = None if trials is None else 50.0 / trials

    def there(self, values: NDArray[np.float64] | float) -> NDArray[np.float64]:
        values = np.asarray(values, dtype=np.float64)
        return values if self._half is None else np.log((values + self._half) / (100.0 - values + self._half))

    def back(self, place: float) -> float:
        if self._half is None:
            return place
        return min(max((100.0 + 2 * self._half) / (1.0 + math.exp(-place)) - self._half, 0.0), 100.0)

    def slope(self, place: float) -> float:
        """Return how far the way back moves a point at this place, for one unit."""
        if self._half is None:
            return 1.0
        share = 1.0 / (1.0 + math.exp(-place))
        return (100.0 + 2 * self._half) * share * (1.0 - share)


def _quantile(level: float, speakers: int | None) -> float:
    beyond = tail(level) / 100
    return float(-ndtri(beyond) if speakers is None else -stdtrit(speakers - 1, beyond))


def _around(
    scale: _Scale, point: float, reach: float, error: float, samples: NDArray[np.float64], level: float
) -> Interval:
    left_out = int(np.isnan(samples).sum())
    beyond = tail(level) / 100
    if reach == 0:
        return Interval(point, point, 0.0, 0.0, len(samples), left_out, True, beyond, beyond)
    centre = float(scale.there(point))
    low, high = scale.back(centre - reach), scale.back(centre + reach)
    errors = (error * scale.slope(place) for place in (centre - reach, centre + reach))
    return Interval(low, high, *errors, len(samples), left_out, low == high, beyond, beyond)
