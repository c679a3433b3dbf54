"""How much of an interval one speaker makes: shares of the jackknife's variance, and draws without the speaker."""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtr, stdtrit

from analysis.measures.intervals import Interval, percentile_interval


def variance_shares(without: ArrayLike) -> NDArray[np.float64]:
    """Return what each speaker adds to the jackknife's variance, as shares that sum to 1: (speakers,).

    without: (speakers,), a measure without each speaker; where that is NaN, so is the share. The variance of the
    jackknife is (S - 1) / S times the sum over the S speakers of (t - mean(t))^2; a share is one term of the sum over
    all. NaN everywhere for fewer than two speakers, or where leaving out one moves the measure as leaving out another.
    Source: R. Miller, The jackknife: a review, Biometrika 61 (1974), 1-15.

    >>> variance_shares([10.0, 11.0, 12.0, 15.0, float("nan")]).round(3)
    array([0.286, 0.071, 0.   , 0.643,   nan])
    """
    without = np.asarray(without, dtype=np.float64)
    shares = np.full(len(without), np.nan)
    known = ~np.isnan(without)
    values = without[known]
    if len(values) < 2 or (values == values[0]).all():  # their mean may differ from them by a last bit
        return shares
    moved = (values - values.mean()) ** 2
    shares[known] = moved / moved.sum()
    return shares


def largest_share_by_chance(speakers: int, level: float = 0.95) -> float:
    """Return how large the largest share would be at most if what speakers do to a measure were normal; NaN below 3.

    The largest of the `speakers` shares exceeds it with the probability 1 - level or less. With t the quantile of
    Student's t with S - 2 degrees of freedom that leaves (1 - level) / (2 S) above it, it is
    (S - 1) / S * t^2 / (S - 2 + t^2).
    Source: F. Grubbs, Annals of Mathematical Statistics 21 (1950), 27-58, for the farthest of a sample; its distance
    in standard deviations, squared and divided by S - 1, is its share.

    >>> round(largest_share_by_chance(43), 3)
    0.224
    """
    if speakers < 3:
        return math.nan
    beyond = (1 - level) / (2 * speakers)
    squared = float(stdtrit(speakers - 2, 1 - beyond)) ** 2
    return (speakers - 1) / speakers * squared / (speakers - 2 + squared)


def chance_of_largest_share(share: float, speakers: int) -> float:
    """Return the probability of a largest share of this size, or a larger one, at most; NaN below 3 speakers.

    If what speakers do to a measure were normal, as in `largest_share_by_chance`, which is solved for the level:
    with t^2 = (S - 2) q / (1 - q) and q = S / (S - 1) times the share, 2 S times the part of Student's t with S - 2
    degrees of freedom that lies above t, and never more than 1.

    >>> round(chance_of_largest_share(largest_share_by_chance(43), 43), 3)
    0.05
    """
    if speakers < 3:
        return math.nan
    of_most = share * speakers / (speakers - 1)  # 1 where all the others move the measure alike
    if of_most >= 1:
        return 0.0
    return min(1.0, 2 * speakers * float(stdtr(speakers - 2, -math.sqrt((speakers - 2) * of_most / (1 - of_most)))))


def chance_of_so_even(share: float, speakers: int) -> float:
    """Return the probability that no share is larger than this one, at most; NaN below 3 speakers.

    If what speakers do to a measure is normal, a single share is larger with the probability p that Student's t gives
    it, as in `chance_of_largest_share`. If shares were independent, none would be with the probability (1 - p)^S; as
    they sum to 1, small ones come together less often than that.

    >>> round(chance_of_so_even(0.1, 43), 2), chance_of_so_even(1 / 43, 43) < 1e-6
    (0.19, True)
    """
    if speakers < 3:
        return math.nan
    of_most = share * speakers / (speakers - 1)
    if of_most >= 1:
        return 1.0
    return (1 - 2 * float(stdtr(speakers - 2, -math.sqrt((speakers - 2) * of_most / (1 - of_most))))) ** speakers


def interval_without(samples: ArrayLike, counts: ArrayLike, speaker: int, level: float = 0.95) -> Interval:
    """Return the percentile interval of the draws that a speaker is not in.

    samples: (draws,); counts: (draws, speakers), how often each speaker was drawn. Those draws are resamples of the
    other speakers, so that nothing has to be drawn anew.
    Source: B. Efron, Jackknife-after-bootstrap standard errors and influence functions, Journal of the Royal
    Statistical Society B 54 (1992), 83-127.

    >>> found = interval_without([5.0, 7.0, 9.0, 40.0], [[2, 0], [2, 0], [2, 0], [1, 1]], speaker=1, level=0.5)
    >>> found.low, found.high, found.draws
    (6.0, 8.0, 3)
    """
    samples, counts = np.asarray(samples, dtype=np.float64), np.asarray(counts)
    return percentile_interval(samples[counts[:, speaker] == 0], level)
