"""Student's interval around the value itself: a standard error, a quantile of t, and for a rate the scale of its odds.

A percentile interval takes its edges from the draws. Where an EER is low and speakers are few, the draws pile up near 0
and reach no farther up than the few speakers do. This interval takes from the draws, or from the jackknife, nothing but
a standard error, and from the number of speakers how uncertain that standard error is.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from analysis.measures.intervals import (
    Interval,
    PairedDifference,
    difference_of_draws,
    difference_verdict,
    no_interval,
    outer_quantile,
    tail,
)
from analysis.measures.log_scales import Scale


def student_interval(
    samples: ArrayLike, point: float, level: float = 0.95, speakers: int | None = None, scale: Scale | None = None
) -> Interval:
    """Return point -/+ quantile * standard deviation of the draws; draws that are NaN are left out.

    samples: (draws,); point: the measure over everybody; speakers: how many were resampled: the quantile is then
    sqrt(S / (S - 1)) times that of t with S - 1 degrees of freedom, because a bootstrap divides by S where S - 1 would
    be right; None takes the normal quantile.
    scale: where the interval is made, before it is turned back: for a rate that of its odds, on which the spread of a
    rate near 0 is nearly even on both sides; None makes it on the scale of the samples, as for a difference.

    With the standard deviation s and the fourth central moment m of B draws on that scale, the Monte-Carlo error of s
    is sqrt((m / s^4 - (B - 3) / (B - 1)) / B) * s / 2, which is s / sqrt(2 * (B - 1)) for normal draws; that of an edge
    is the quantile times this, times the slope of the way back. The point itself does not depend on the draws.
    There is no interval (its edges are NaN) for fewer than two draws or speakers, or a point that is NaN.

    Sources: B. Efron and R. Tibshirani, An Introduction to the Bootstrap, 1993, chapters 12 and 13 (the standard
    interval, and why a transformation helps it); T. Hesterberg, What teachers should know about the bootstrap, The
    American Statistician 69 (2015), 371-386 (the factor and t); A. Mood, F. Graybill and D. Boes, Introduction to the
    Theory of Statistics, 1974, section VI.2 (the variance of s^2; from there to s by its slope).

    >>> interval = student_interval([9.0, 11.0] * 50, 10.0, speakers=20)
    >>> round(interval.low, 2), round(interval.high, 2)
    (7.84, 12.16)
    """
    samples = np.asarray(samples, dtype=np.float64)
    used = samples[~np.isnan(samples)]
    if len(used) < 2 or math.isnan(point) or (speakers is not None and speakers < 2):
        return no_interval(samples)
    times = outer_quantile(tail(level) / 100, speakers)
    spread, error = (0.0, 0.0) if (used == used[0]).all() else _spread(used if scale is None else scale.there(used))
    return _around(scale, point, times * spread, times * error, samples, level)


def jackknife_interval(point: float, jackknife: ArrayLike, level: float = 0.95, scale: Scale | None = None) -> Interval:
    """Return point -/+ quantile of t * the jackknife's standard error, which needs no draws.

    point: the measure over everybody; jackknife: (speakers,), the measure without each speaker, NaN left out; scale:
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
    size = len(without)
    # The values are near each other by construction; their mean may differ from equal ones by a last bit.
    spread = 0.0 if (without == without[0]).all() else float(np.var(without if scale is None else scale.there(without)))
    reach = float(-stdtrit(size - 1, tail(level) / 100)) * math.sqrt((size - 1) * spread)
    return _around(scale, point, reach, 0.0, nothing, level)


def student_paired_difference(
    point_b: float, point_a: float, samples_b: ArrayLike, samples_a: ArrayLike, level: float = 0.95,
    speakers: int | None = None,
) -> PairedDifference:  # fmt: skip
    """Return B minus A with its Student's interval and verdict; both must come from the same draws in the same order.

    As `paired_difference`, on the scale of the differences.

    >>> draws = [11.0, 13.0] * 20
    >>> same = student_paired_difference(12.0, 12.0, draws, draws, speakers=20)
    >>> same.interval.low, same.interval.high, same.interval.degenerate, same.verdict
    (0.0, 0.0, True, 'no difference')
    """
    differences = difference_of_draws(samples_b, samples_a)
    delta = float(point_b) - float(point_a)
    interval = student_interval(differences, delta, level, speakers)
    return PairedDifference(delta, interval, difference_verdict(delta, differences, interval))


def _spread(draws: NDArray[np.float64]) -> tuple[float, float]:
    """Return the standard deviation of draws that vary, and its Monte-Carlo error."""
    size, moved = len(draws), draws - draws.mean()
    second = float((moved**2).mean())
    if not second:  # as small as the last bits
        return 0.0, 0.0
    peaked = float(((moved / math.sqrt(second)) ** 4).mean())
    deviation = math.sqrt(second * size / (size - 1))
    return deviation, deviation / 2 * math.sqrt(max(peaked - (size - 3) / (size - 1), 0.0) / size)


def _around(
    scale: Scale | None, point: float, reach: float, error: float, samples: NDArray[np.float64], level: float
) -> Interval:
    left_out = int(np.isnan(samples).sum())
    beyond = tail(level) / 100
    low, high, errors = point, point, (0.0, 0.0)
    if reach and scale is None:
        low, high, errors = point - reach, point + reach, (error, error)
    elif reach and scale is not None:
        places = float(scale.there(point)) - reach, float(scale.there(point)) + reach
        low, high = map(scale.back, places)
        errors = error * scale.slope(places[0]), error * scale.slope(places[1])
    return Interval(low, high, *errors, len(samples), left_out, low == high, beyond, beyond, of_spread=True)
