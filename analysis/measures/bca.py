"""The bias-corrected and accelerated interval of a bootstrap, with tails that are widened for few speakers."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri

from analysis.measures.intervals import (
    Interval,
    PairedDifference,
    difference_of_draws,
    difference_verdict,
    interval_between,
    no_interval,
    outer_quantile,
    tail,
)


def bca_interval(
    samples: ArrayLike, point: float, jackknife: ArrayLike, level: float = 0.95, speakers: int | None = None
) -> Interval:
    """Return the BCa interval of the draws; draws and values of the jackknife that are NaN are left out.

    samples: (draws,); point: the measure over everybody; jackknife: (speakers,), the measure without each speaker;
    speakers: how many were resampled, which widens the tails; None leaves them as they are.

    With z the normal quantile of what an edge leaves out, z0 that of the share of draws below the point (a draw that
    equals it counts by half), and a the acceleration, the edge is the percentile
    Phi(z0 + (z0 + z) / (1 - a * (z0 + z))) of the draws, linearly interpolated. With the values t of the jackknife,
    a = sum(u^3) / (6 * sum(u^2)^1.5), u = mean(t) - t; 0 where they do not vary.
    A bootstrap of few speakers is too narrow, for the same reasons as an interval that divides by n instead of n - 1
    and takes normal quantiles for those of Student's t. For S speakers z is therefore
    sqrt(S / (S - 1)) times the quantile of t with S - 1 degrees of freedom.

    The Monte-Carlo error of an edge is that of `percentile_interval` at the edge's own percentile, taken as given.
    There is no interval (its edges are NaN) where no draw can be used, every draw lies on one side of the point,
    fewer than two values of the jackknife are defined, or there are fewer than two speakers.

    Sources: B. Efron, Better bootstrap confidence intervals, Journal of the American Statistical Association 82
    (1987), 171-185; T. Hesterberg, What teachers should know about the bootstrap, The American Statistician 69 (2015),
    371-386 (widened tails).

    >>> draws, without = range(1, 1001), [9.0, 10.0, 11.0]
    >>> plain, widened = (bca_interval(draws, 500.5, without, speakers=few) for few in (None, 20))
    >>> round(plain.low, 3), round(widened.low, 3)
    (25.975, 16.865)
    """
    beyond = tail(level) / 100
    samples, without = np.asarray(samples, dtype=np.float64), np.asarray(jackknife, dtype=np.float64)
    if samples.ndim != 1 or without.ndim != 1:
        raise ValueError(f"draws {samples.shape} and jackknife {without.shape} must each be one list")
    used, without = samples[~np.isnan(samples)], without[~np.isnan(without)]
    if not len(used) or len(without) < 2 or (speakers is not None and speakers < 2):
        return no_interval(samples)
    bias = ndtri(((used < point).mean() + (used <= point).mean()) / 2)
    if not math.isfinite(bias):
        return no_interval(samples)
    z = outer_quantile(beyond, speakers)
    acceleration = _acceleration(without)
    low, high = (_percentile(bias, bias + side * z, acceleration) for side in (-1, 1))
    return interval_between(samples, low, 1 - high, [100 * low, 100 * high])


def bca_paired_difference(
    point_b: float, point_a: float, samples_b: ArrayLike, samples_a: ArrayLike, jackknife_b: ArrayLike,
    jackknife_a: ArrayLike, level: float = 0.95, speakers: int | None = None,
) -> PairedDifference:  # fmt: skip
    """Return B minus A with its BCa interval and verdict; both must come from the same draws in the same order.

    As `paired_difference`; jackknife_b, jackknife_a: (speakers,), the measure without each speaker, in one order.

    >>> draws, without = [11.0, 13.0] * 200, [11.0, 13.0]
    >>> same = bca_paired_difference(12.0, 12.0, draws, draws, without, without)
    >>> same.interval.low, same.interval.high, same.interval.degenerate, same.verdict
    (0.0, 0.0, True, 'no difference')
    """
    differences, without = difference_of_draws(samples_b, samples_a), difference_of_draws(jackknife_b, jackknife_a)
    delta = float(point_b) - float(point_a)
    interval = bca_interval(differences, delta, without, level, speakers)
    return PairedDifference(delta, interval, difference_verdict(delta, differences, interval))


def fewest_bca_draws(level: float, speakers: int) -> int:
    """Return how many draws an interval with tails widened for so many speakers needs, to leave one out at either end.

    Where neither bias nor acceleration moves the edges; the fewer the speakers, the more draws. At least 2 speakers.

    >>> fewest_bca_draws(0.95, 43), fewest_bca_draws(0.95, 10)
    (49, 117)
    """
    if speakers < 2:
        raise ValueError(f"tails cannot be widened for {speakers} speakers; at least 2 are needed")
    return math.ceil(1 / ndtr(-outer_quantile(tail(level) / 100, speakers)))


def _acceleration(without: NDArray[np.float64]) -> float:
    if (without == without[0]).all():  # their mean may differ from them by a last bit
        return 0.0
    moved = without.mean() - without
    return float((moved**3).sum() / (6 * (moved**2).sum() ** 1.5))


def _percentile(bias: float, moved: float, acceleration: float) -> float:
    """Return the share of the draws below an edge, `moved` normal units from where the draws would have it."""
    stretch = 1 - acceleration * moved
    # Where the acceleration turns the scale over, the edge has long passed the last draw.
    return float(ndtr(bias + moved / stretch)) if stretch > 0 else float(moved > 0)
