"""How many speakers a study needs: the width of an interval and the smallest difference seen, from components.

With S speakers the standard error of a measure is the root of `Components.variance`. Its interval at a level is
foretold as twice t * standard error wide, with t the quantile of Student's distribution with S - 1 degrees of freedom:
what a bootstrap interval with widened tails reaches on average. A difference is seen where its interval excludes 0,
that is where the estimate is farther than t standard errors from it; as the standard error is itself estimated from S
speakers, the chance of that is read from the noncentral t distribution.

Sources: T. Hesterberg, What teachers should know about the bootstrap, The American Statistician 69 (2015), 371-386, for
the width; J. Cohen, Statistical Power Analysis for the Behavioral Sciences, 1988, chapter 2, for power. That a chance
is foretold from the study's own spread and for a difference named beforehand, never from the difference that was found:
J. Hoenig and D. Heisey, The Abuse of Power, The American Statistician 55 (2001), 19-24.
"""

import math
from collections.abc import Callable

from scipy.special import nctdtr, stdtrit

from analysis.measures.variance import Components

MOST_SPEAKERS = 100_000
"""Nobody records more; where these do not do, none do."""

# How far an EER may lie from the one that components were estimated at: e * (1 - e) at most this many times larger or
# smaller. Farther away, what sets speakers apart is another thing.
FARTHEST = 2.0


def eer_factor(eer: float, wanted: float) -> float:
    """Return by what components at one EER are multiplied to stand for another; both in percent.

    Each trial is wrong or not, so its variance is e * (1 - e), and that of its mean over utterances follows; what sets
    speakers apart follows no law, and this is only nearly right for it. Raises ValueError where the factor is beyond
    `FARTHEST` either way.

    >>> eer_factor(20, 50)
    1.5625
    """
    there, here = (rate * (100 - rate) for rate in (wanted, eer))
    if not (there > 0 and here > 0 and 1 / FARTHEST <= there / here <= FARTHEST):
        raise ValueError("too far from that EER")
    return there / here


def standard_error(components: Components, speakers: float, utterances: float) -> float:
    """Return the standard error of the measure in percentage points."""
    return math.sqrt(components.variance(speakers, utterances))


def quantile(speakers: float, level: float) -> float:
    """Return how many standard errors an interval at this level reaches either way, with so many speakers.

    >>> round(quantile(43, 0.95), 3)
    2.018
    """
    return float(stdtrit(speakers - 1, 0.5 + level / 2))


def interval_width(components: Components, speakers: float, utterances: float, level: float = 0.95) -> float:
    """Return the width of the interval in percentage points.

    speakers: 2 or more; utterances: trial utterances of each; level: from 0 to 1.

    >>> round(interval_width(Components(60.0, 400.0, 0.0, 0.0, 40, 10, 0.5), speakers=100, utterances=10), 3)
    3.968
    """
    return 2 * quantile(speakers, level) * standard_error(components, speakers, utterances)


def standard_errors_apart(speakers: float, power: float = 0.8, level: float = 0.95) -> float:
    """Return how many standard errors a difference must be large to be seen with this power.

    power: from the level's own chance of being wrong, 1 - level, up to 1. For very many speakers it is the sum of two
    normal quantiles, 2.802 for 80 % and 95 %.

    >>> round(standard_errors_apart(1_000_000), 3), round(standard_errors_apart(43), 3)
    (2.802, 2.868)
    """
    if not 1 - level < power < 1:
        raise ValueError(f"power {power} must lie between {1 - level:g} and 1")
    reach, freedom = quantile(speakers, level), speakers - 1
    fewer, enough = 0.0, 1.0
    while nctdtr(freedom, enough, reach) > 1 - power:
        fewer, enough = enough, 2 * enough
    while (middle := (fewer + enough) / 2) not in (fewer, enough):
        if nctdtr(freedom, middle, reach) > 1 - power:
            fewer = middle
        else:
            enough = middle
    return enough


def smallest_difference(
    components: Components, speakers: float, utterances: float, power: float = 0.8, level: float = 0.95
) -> float:
    """Return the smallest difference in percentage points that is seen with this power: its interval excludes 0.

    components: those of the difference of two systems on the same trials.
    """
    return standard_errors_apart(speakers, power, level) * standard_error(components, speakers, utterances)


def fewest_speakers(wanted: float, foretold: Callable[[int], float]) -> int | None:
    """Return the fewest speakers, from 2, with which what is foretold is no more than wanted; None where none do.

    foretold: falls as speakers are added, such as `interval_width` of one set of components.

    >>> fewest_speakers(0.5, lambda speakers: 10 / speakers)
    20
    """
    if foretold(MOST_SPEAKERS) > wanted:
        return None
    fewer, enough = 1, MOST_SPEAKERS
    while enough - fewer > 1:
        middle = (fewer + enough) // 2
        if foretold(middle) > wanted:
            fewer = middle
        else:
            enough = middle
    return enough
