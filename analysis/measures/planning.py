"""How many speakers a study needs: the width of an interval and the smallest difference detected, from components.

With S speakers the standard error of a measure is the root of `Components.variance`; the one that its interval is made
from, that of joint draws of its speakers, is the root of `Components.drawn_variance`, which is larger. The interval at
a level is predicted to reach t of the latter either way, with t the quantile of Student's distribution with S - 1
degrees of freedom: what a bootstrap interval with widened tails reaches on average. A difference is detected where its
interval excludes 0, that is where the estimate lies farther than that from it; as the standard error is itself
estimated from S speakers, the chance is read from the noncentral t distribution.

Sources: T. Hesterberg, What teachers should know about the bootstrap, The American Statistician 69 (2015), 371-386, for
the width; J. Cohen, Statistical Power Analysis for the Behavioral Sciences, 1988, chapter 2, for power. That a chance
is predicted from the study's own spread and for a difference named beforehand, never from the one that was found:
J. Hoenig and D. Heisey, The Abuse of Power, The American Statistician 55 (2001), 19-24.
"""

import math
from collections.abc import Callable

from scipy.special import chdtri, nctdtr, stdtrit

from analysis.measures.log_scales import odds_scale
from analysis.measures.variance import Components

FEWEST_PLANNED = 10
"""Plans were held against simulated studies from so many speakers on; fewer are not planned for."""
FEW = 20
"""Fewer speakers do not tell a variance to within a third of it: sqrt(2 / (S - 1)), its relative standard error."""
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


def drawn_error(components: Components, speakers: float, utterances: float) -> float:
    """Return the standard error in percentage points that joint draws of the speakers give it."""
    return math.sqrt(components.drawn_variance(speakers, utterances))


def quantile(speakers: float, level: float) -> float:
    """Return how many standard errors an interval at this level reaches either way, with so many speakers.

    >>> round(quantile(43, 0.95), 3)
    2.018
    """
    return float(stdtrit(speakers - 1, 0.5 + level / 2))


def interval_width(
    components: Components, speakers: float, utterances: float, level: float = 0.95, eer: float | None = None
) -> float:
    """Return the width of the interval in percentage points.

    speakers: 2 or more; utterances: trial utterances of each; level: from 0 to 1; eer: in percent, for an interval that
    is made on the log-odds scale of a rate and turned back, as `student_interval` does with `odds_scale`: the standard
    error there is that of the rate over the slope of the way back (delta method). Without it the interval is made on
    the scale of the rate. Each trial utterance is taken to stand in one target trial.

    >>> parts = Components(60.0, 400.0, 0.0, 0.0, 40, 10, 0.5)
    >>> round(interval_width(parts, speakers=100, utterances=10), 3)
    3.968
    >>> round(interval_width(parts, speakers=100, utterances=10, eer=5), 3)
    4.049
    """
    reach = quantile(speakers, level) * drawn_error(components, speakers, utterances)
    if eer is None:
        return 2 * reach
    scale = odds_scale(max(speakers * utterances, 1))
    place = float(scale.there(eer))
    reach /= scale.slope(place)
    return scale.back(place + reach) - scale.back(place - reach)


def power_of(
    components: Components, difference: float, speakers: float, utterances: float, level: float = 0.95
) -> float:
    """Return the chance, from 0 to 1, that a true difference of so many points is detected: its interval excludes 0.

    components: those of the difference of two systems on the same trials, which vary at all.

    >>> round(power_of(Components(60.0, 400.0, 0.0, 0.0, 40, 10, 0.5), 2.868 * 10 / 43**0.5, 43, 10), 2)
    0.8
    """
    error = standard_error(components, speakers, utterances)
    reach = quantile(speakers, level) * drawn_error(components, speakers, utterances) / error
    missed = [nctdtr(speakers - 1, side * difference / error, reach) for side in (1, -1)]
    return float(2 - sum(missed))


def standard_errors_apart(speakers: float, power: float = 0.8, level: float = 0.95, wider: float = 1.0) -> float:
    """Return how many standard errors a difference must be large to be detected with this power.

    power: from the level's own chance of being wrong, 1 - level, up to 1; wider: how many times the standard error that
    the interval is made from is as large as the true one. For very many speakers the answer is the sum of two normal
    quantiles, 2.802 for 80 % and 95 %.

    >>> round(standard_errors_apart(1_000_000), 3), round(standard_errors_apart(43), 3)
    (2.802, 2.868)
    """
    if not 1 - level < power < 1:
        raise ValueError(f"power {power} must lie between {1 - level:g} and 1")
    reach, freedom = wider * quantile(speakers, level), speakers - 1
    fewer, enough = 0.0, 1.0
    while nctdtr(freedom, enough, reach) > 1 - power:
        fewer, enough = enough, 2 * enough
    while enough - fewer > 1e-9 * enough:
        middle = (fewer + enough) / 2
        if nctdtr(freedom, middle, reach) > 1 - power:
            fewer = middle
        else:
            enough = middle
    return enough


def smallest_difference(
    components: Components, speakers: float, utterances: float, power: float = 0.8, level: float = 0.95
) -> float:
    """Return the smallest difference in percentage points that is detected with this power: its interval excludes 0.

    components: those of the difference of two systems on the same trials; 0 where they do not vary.
    """
    error = standard_error(components, speakers, utterances)
    if not error:
        return 0.0
    wider = drawn_error(components, speakers, utterances) / error
    return standard_errors_apart(speakers, power, level, wider) * error


def fewest_speakers(wanted: float, foretold: Callable[[int], float]) -> int | None:
    """Return the fewest speakers, from `FEWEST_PLANNED`, with which what is predicted is no more than wanted.

    foretold: what is predicted; it falls as speakers are added, such as `interval_width` of one set of components. None
    where no number of speakers does.

    >>> fewest_speakers(0.5, lambda speakers: 10 / speakers), fewest_speakers(5, lambda speakers: 10 / speakers)
    (20, 10)
    """
    if foretold(MOST_SPEAKERS) > wanted:
        return None
    if foretold(FEWEST_PLANNED) <= wanted:
        return FEWEST_PLANNED
    fewer, enough = FEWEST_PLANNED, MOST_SPEAKERS
    while enough - fewer > 1:
        middle = (fewer + enough) // 2
        if foretold(middle) > wanted:
            fewer = middle
        else:
            enough = middle
    return enough


def rounded_speakers(speakers: int, origin: int) -> int:
    """Return a predicted number of speakers as it is worth telling: above 100 to two significant digits, never fewer.

    origin: how many speakers it was predicted from; fewer than `FEW` are worth one digit.

    >>> rounded_speakers(84, 43), rounded_speakers(122, 43), rounded_speakers(1585, 43)
    (84, 130, 1600)
    >>> rounded_speakers(84, 8), rounded_speakers(1585, 8)
    (90, 2000)
    """
    digits = 1 if origin < FEW else 2
    if digits == 2 and speakers <= 100:
        return speakers
    step = 10 ** max(len(str(speakers)) - digits, 0)
    return -(-speakers // step) * step


def times_as_large(speakers: int, level: float = 0.95) -> tuple[float, float]:
    """Return how many times as large as its estimate from so many speakers a variance may be: least and most.

    Nearly in proportion to it grows the number of speakers that a plan asks for. For contributions that are normal;
    those of trials have longer tails, and these edges are then too close.
    Source: Mood, Graybill and Boes, Introduction to the Theory of Statistics, 1974, section VIII.2.

    >>> [round(times, 2) for times in times_as_large(43)]
    [0.68, 1.62]
    """
    freedom, outside = speakers - 1, (1 - level) / 2
    # `chdtri` takes the chance above, so that the larger quantile belongs to the smaller chance.
    return float(freedom / chdtri(freedom, outside)), float(freedom / chdtri(freedom, 1 - outside))
