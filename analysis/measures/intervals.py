"""What the draws of a bootstrap span: the percentile interval, the error of its edges, and paired differences."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri, stdtrit

Verdict = Literal["CI excludes 0", "no evidence", "not established", "no difference"]


@dataclass(frozen=True)
class Interval:
    """An interval with the Monte-Carlo error of its edges.

    low, high: edges in the unit of the samples, NaN when there is nothing to take them from.
    low_error, high_error: how far each edge may move with other draws (one standard error).
    draws: draws that were made; left_out: those among them in which the measure was undefined.
    degenerate: the interval has no width, because the measure does not vary over the draws.
    below, above: the share of the draws that lies beyond each edge, .025 and .025 for a percentile interval at 95 %;
    NaN where there are no edges. An interval by the spread of the draws has the shares that it would leave out of
    normal ones.
    of_spread: whether edges come from the spread of the draws and not from order statistics.
    """

    low: float
    high: float
    low_error: float
    high_error: float
    draws: int
    left_out: int
    degenerate: bool
    below: float = math.nan
    above: float = math.nan
    of_spread: bool = False

    @property
    def used(self) -> int:
        """Return how many draws the interval rests on."""
        return self.draws - self.left_out

    @property
    def reached(self) -> bool:
        """Return whether a draw at least is expected beyond either edge.

        Else an edge is no quantile but the outermost draw, wherever that happened to fall, and its Monte-Carlo error
        cannot be told from the draws. So few say little about their spread, too, and an interval by it is held to the
        same number.
        """
        # Rounded, so that the binary noise of a level such as .999 does not ask for one draw more.
        return float(f"{self.used * min(self.below, self.above):.9g}") >= 1


def fewest_draws(level: float) -> int:
    """Return how many draws a percentile interval needs at least, so that it leaves one out at either end.

    With B draws, B * (1 - level) / 2 of them are expected beyond each edge; `Interval.reached` asks the same.

    >>> fewest_draws(0.95), fewest_draws(0.99)
    (40, 200)
    """
    return math.ceil(float(f"{100 / tail(level):.9g}"))


def percentile_interval(samples: ArrayLike, level: float = 0.95) -> Interval:
    """Return the percentile interval of the draws; NaN draws are left out and counted.

    samples: (draws,). Edges are linear percentiles, for level .95 at 2.5 and 97.5.
    The Monte-Carlo error of the edge at probability p is half the distance between the order statistics at ranks
    B*p - sqrt(B*p*(1-p)) and B*p + sqrt(B*p*(1-p)), each rounded to a whole rank from 1 to B, with B the draws used.
    Source: the binomial law of the rank of a quantile, H. David and H. Nagaraja, Order Statistics, 2003, section 7.1.

    >>> percentile_interval(range(1, 1001)).low, percentile_interval(range(1, 1001)).low_error
    (25.975, 5.0)
    """
    beyond = tail(level)
    return interval_between(np.asarray(samples, dtype=np.float64), beyond / 100, beyond / 100, [beyond, 100 - beyond])


def tail(level: float) -> float:
    """Return what an interval leaves out at either end, in percent."""
    if not 0 < level < 1:
        raise ValueError(f"level {level} must lie between 0 and 1")
    # In percent, because 100 - 95 is exact and 1 - .95 is not.
    return (100 - 100 * level) / 2


def outer_quantile(beyond: float, speakers: int | None) -> float:
    """Return how many standard deviations of the draws an edge lies out, where a share `beyond` is left out there.

    The normal quantile, or, for a bootstrap of so many speakers, at least 2, sqrt(S / (S - 1)) times that of t with
    S - 1 degrees of freedom. Source: T. Hesterberg, What teachers should know about the bootstrap, The American
    Statistician 69 (2015), 371-386.

    >>> round(outer_quantile(0.025, None), 3), round(outer_quantile(0.025, 20), 3)
    (1.96, 2.147)
    """
    if speakers is None:
        return float(-ndtri(beyond))
    return math.sqrt(speakers / (speakers - 1)) * float(-stdtrit(speakers - 1, beyond))


def interval_between(samples: NDArray[np.float64], below: float, above: float, percentiles: list[float]) -> Interval:
    """Return the interval that leaves the shares `below` and `above` of the draws out; NaN draws are left out first.

    samples: (draws,); percentiles: where the two edges lie, in percent.
    """
    used = np.sort(samples[~np.isnan(samples)])
    if not len(used):
        return no_interval(samples)
    low, high = (float(edge) for edge in np.percentile(used, percentiles))
    low_error, high_error = _edge_error(used, below), _edge_error(used, 1 - above)
    left_out = len(samples) - len(used)
    return Interval(low, high, low_error, high_error, len(samples), left_out, low == high, below, above)


def no_interval(samples: NDArray[np.float64]) -> Interval:
    """Return what stands for an interval where there is none: edges that are NaN."""
    nan = math.nan
    return Interval(nan, nan, nan, nan, len(samples), int(np.isnan(samples).sum()), degenerate=False)


def _edge_error(ordered: NDArray[np.float64], probability: float) -> float:
    """Return the Monte-Carlo error of one edge from the sorted draws."""
    size = len(ordered)
    spread = math.sqrt(size * probability * (1 - probability))
    ranks = [math.floor(size * probability + sign * spread + 0.5) for sign in (-1, 1)]
    lower, upper = (ordered[min(max(rank, 1), size) - 1] for rank in ranks)
    return float(upper - lower) / 2


@dataclass(frozen=True)
class PairedDifference:
    """System B minus system A, with the interval over draws that both share and what it allows to say."""

    delta: float
    interval: Interval
    verdict: Verdict


def paired_difference(
    point_b: float, point_a: float, samples_b: ArrayLike, samples_a: ArrayLike, level: float = 0.95
) -> PairedDifference:
    """Return B minus A with its percentile interval and verdict; both must come from the same draws in the same order.

    point_b, point_a: the measure on all trials; samples_b, samples_a: (draws,) each.
    A draw in which either is undefined is left out. The verdict is that of `difference_verdict`.

    >>> paired_difference(12.0, 12.0, [11.0, 13.0] * 20, [11.0, 13.0] * 20).verdict
    'no difference'
    >>> paired_difference(12.0, 11.0, [12.0, 13.0], [11.0, 11.0]).verdict
    'not established'
    """
    differences = difference_of_draws(samples_b, samples_a)
    interval = percentile_interval(differences, level)
    delta = float(point_b) - float(point_a)
    return PairedDifference(delta, interval, difference_verdict(delta, differences, interval))


def difference_of_draws(samples_b: ArrayLike, samples_a: ArrayLike) -> NDArray[np.float64]:
    """Return B minus A in every draw: (draws,), NaN where either is undefined."""
    samples_b, samples_a = np.asarray(samples_b, dtype=np.float64), np.asarray(samples_a, dtype=np.float64)
    if samples_b.shape != samples_a.shape:
        raise ValueError(f"draws of the two systems must pair up: {samples_b.shape} against {samples_a.shape}")
    return samples_b - samples_a


def difference_verdict(delta: float, differences: NDArray[np.float64], interval: Interval) -> Verdict:
    """Return what the interval of a difference allows to say, the first that applies.

    - "not established": there is nothing to judge by, or too few draws for the interval to leave one out at either end;
    - "no difference": the difference is 0 and every draw is exactly 0;
    - "not established": every draw is 0 but the difference is not, so that the draws say nothing about it; or the edge
      nearer to 0 lies within its own Monte-Carlo error of 0 (an edge without error is established wherever it lies);
    - "CI excludes 0": both edges on one side of 0;
    - "no evidence": the interval holds 0.

    delta: the difference over all; differences: (draws,), NaN where undefined.
    """
    # From too few draws an error of 0 is no certainty: both ranks that it is taken from are the outermost draw.
    if math.isnan(delta) or math.isnan(interval.low) or not interval.reached:
        return "not established"
    if not differences[~np.isnan(differences)].any():
        return "no difference" if delta == 0 else "not established"
    if abs(interval.low) <= abs(interval.high):
        edge, error = interval.low, interval.low_error
    else:
        edge, error = interval.high, interval.high_error
    if error > 0 and abs(edge) <= error:
        return "not established"
    if interval.low > 0 or interval.high < 0:
        return "CI excludes 0"
    return "no evidence"
