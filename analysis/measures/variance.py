"""Where the spread of a measure over other speakers comes from: speakers, their utterances, or pairs of speakers.

A measure that is, to first order, a mean over trials has, over new sets of S speakers with m trial utterances each,

    variance = (between + within / m) / S + (pairs + rest / m) / (S * P),

where P is the number of others that a speaker is compared with:

- between: how far speakers lie apart, as who enrolls and as who speaks, however many utterances each has;
- within: how far the utterances of one speaker lie apart, each in all its trials together;
- pairs: what sets two speakers apart beyond what sets each apart; rest: what sets single trials apart beyond that.

The last two belong to non-target trials, which are crossed: each enrolled speaker against each utterance of the
others. They fade twice as fast as the first two when speakers are added.

Source: method of moments for random effects, S. Searle, G. Casella and C. McCulloch, Variance Components, 1992,
chapter 5; a mean over crossed pairs, W. Hoeffding, Annals of Mathematical Statistics 19 (1948), 293-325. That the mean
squared contribution of a speaker counts pairs twice: B. Efron and C. Stein, Annals of Statistics 9 (1981), 586-596.
"""

from dataclasses import astuple, dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.numbering import renumbered

NAMES = ("between", "within", "pairs", "rest")
FEWEST_SPEAKERS = 5
TIMES_DRAWN = 3.0
"""How often what belongs to pairs of speakers counts in the spread of joint draws."""


@dataclass(frozen=True)
class Components:
    """Components of variance in squared percentage points, as estimated: one that is small can come out below zero.

    speakers: how many they were estimated from; utterances: trial utterances a speaker, on average; partners: the share
    of the other speakers that a speaker is compared with, from 0 to 1; 0 where nothing is crossed.
    """

    between: float
    within: float
    pairs: float
    rest: float
    speakers: int
    utterances: float
    partners: float

    @property
    def below_zero(self) -> tuple[str, ...]:
        """Return the names of components that were estimated below zero, and are taken as zero."""
        return tuple(name for name, value in zip(NAMES, astuple(self)[:4], strict=True) if value < 0)

    def variance(self, speakers: float, utterances: float) -> float:
        """Return the variance of the measure over new sets of so many speakers with so many trial utterances each.

        speakers: 2 or more; utterances: above 0, infinity for the limit.

        >>> Components(60.0, 400.0, 0.0, 0.0, 40, 10, 0.5).variance(100, 10)
        1.0
        """
        of_speakers, of_pairs = self._shares(speakers, utterances)
        return of_speakers + of_pairs

    def drawn_variance(self, speakers: float, utterances: float) -> float:
        """Return the variance that joint draws of such a set's own speakers find, on average.

        They draw both speakers of a non-target trial, whose weight is a product of two counts of mean 1 and variance 1:
        its variance is 2 * 2 - 1 = 3, so that what belongs to pairs counts three times.
        Source: A. Owen, The pigeonhole bootstrap, Annals of Applied Statistics 1 (2007), 386-411.

        >>> Components(60.0, 400.0, 990.0, 0.0, 40, 10, 1.0).variance(100, 10)
        1.1
        >>> Components(60.0, 400.0, 990.0, 0.0, 40, 10, 1.0).drawn_variance(100, 10)
        1.3
        """
        of_speakers, of_pairs = self._shares(speakers, utterances)
        return of_speakers + TIMES_DRAWN * of_pairs

    def _shares(self, speakers: float, utterances: float) -> tuple[float, float]:
        """Return what single speakers and what pairs add to the variance."""
        between, within, pairs, rest = (max(value, 0.0) for value in astuple(self)[:4])
        crossed = self.partners * (speakers - 1)
        of_pairs = (pairs + rest / utterances) / (speakers * crossed) if crossed else 0.0
        return (between + within / utterances) / speakers, of_pairs

    def times(self, factor: float) -> "Components":
        """Return all four components multiplied by a factor."""
        return replace(self, **{name: factor * value for name, value in zip(NAMES, astuple(self)[:4], strict=True)})


def trial_components(
    values: ArrayLike, is_target: ArrayLike, enrolled: ArrayLike, spoken: ArrayLike, utterance: ArrayLike
) -> Components:
    """Return the components of a measure to which every trial contributes.

    values: (trials,), what each contributes in percentage points, such as `Influence.values`, or the difference of
    those of two systems on the same trials; is_target: (trials,); enrolled, spoken, utterance: (trials,), whole numbers
    for who is enrolled, who speaks, and which utterance.

    - The mean squared contribution of a speaker in all roles holds between + within/m + 2 (pairs + rest/m) / P.
    - The mean square of the utterances of a speaker around their mean holds within + rest/P.
    - rest is what the crossed table leaves beyond its rows and columns; pairs, what the table of pairs leaves beyond
      one value for each of the two speakers, without rest/m.

    Raises ValueError with the reason where the trials do not tell them apart.
    """
    values, is_target = np.asarray(values, dtype=np.float64), np.asarray(is_target, dtype=bool)
    people, numbers = renumbered(np.concatenate([enrolled, spoken]))
    enrolled, spoken = numbers.reshape(2, -1)
    _, utterance = renumbered(utterance)
    speakers, utterances = len(people), int(utterance.max(initial=-1)) + 1
    other = ~is_target
    targets, others = int(is_target.sum()), int(other.sum())
    if not targets or not others:
        raise ValueError("no target trials" if not targets else "no non-target trials")
    if speakers < FEWEST_SPEAKERS:
        raise ValueError("too few speakers")
    weights = np.where(is_target, values / targets, values / others)
    of_enrolled = np.bincount(enrolled[other], weights[other], speakers)
    of_speaker = speakers * (np.bincount(spoken, weights, speakers) + of_enrolled)
    of_utterance = utterances * np.bincount(utterance, weights, utterances)
    speaker_of = np.zeros(utterances, dtype=np.int64)
    speaker_of[utterance] = spoken
    among = _mean_square_within(of_utterance, speaker_of, speakers)
    total = float((of_speaker**2).sum()) / (speakers - 1)

    table = _Crossed(values[other], enrolled[other], spoken[other], utterance[other], speakers)
    m, partners = utterances / speakers, table.pairs / speakers
    # Where a speaker is enrolled by several utterances, a cell of the table has as many trials.
    rest = table.rest() * table.pairs * m / others
    pairs = table.beyond_speakers() - rest / m
    within = among - rest / partners
    between = total - within / m - 2 * (pairs + rest / m) / partners
    return Components(between, within, pairs, rest, speakers, m, partners / (speakers - 1))


def ratio_components(numerators: ArrayLike, denominators: ArrayLike, speaker: ArrayLike) -> Components:
    """Return the components of a ratio of sums in percent, such as a CER: errors over reference signs.

    numerators, denominators: (utterances,), such as errors and reference signs; speaker: (utterances,), whole numbers.
    Nothing is crossed: `pairs` and `rest` are 0.

    Raises ValueError with the reason where the utterances do not tell the two components apart.
    """
    return utterance_components(ratio_influence(numerators, denominators), speaker)


def ratio_influence(numerators: ArrayLike, denominators: ArrayLike) -> NDArray[np.float64]:
    """Return what each utterance contributes to a ratio of sums: (utterances,), in percentage points, of mean 0.

    That is its errors beyond those that the ratio expects of it, over the mean denominator.

    >>> ratio_influence([1, 3], [10, 10])
    array([-10.,  10.])
    """
    numerators, denominators = np.asarray(numerators, dtype=np.float64), np.asarray(denominators, dtype=np.float64)
    if not denominators.sum() > 0:
        raise ValueError("no reference text")
    ratio = numerators.sum() / denominators.sum()
    return 100 * (numerators - ratio * denominators) / denominators.mean()


def utterance_components(values: ArrayLike, speaker: ArrayLike) -> Components:
    """Return the components of a mean over utterances, each of one speaker.

    values: (utterances,), in percentage points; speaker: (utterances,), whole numbers. Raises ValueError as
    `trial_components` does.
    """
    values = np.asarray(values, dtype=np.float64)
    people, speaker = renumbered(speaker)
    if len(people) < FEWEST_SPEAKERS:
        raise ValueError("too few speakers")
    m = len(values) / len(people)
    within = _mean_square_within(values, speaker, len(people))
    of_speaker = np.bincount(speaker, values - values.mean(), len(people)) / m
    between = float((of_speaker**2).sum()) / (len(people) - 1) - within / m
    return Components(between, within, 0.0, 0.0, len(people), m, 0.0)


def _mean_square_within(values: NDArray[np.float64], speaker: NDArray[np.int64], speakers: int) -> float:
    """Return the mean square of utterances around the mean of their speaker."""
    counts = np.bincount(speaker, minlength=speakers)
    freedom = int((counts - 1).clip(0).sum())
    if not freedom:
        raise ValueError("no speaker has two trial utterances")
    means = np.bincount(speaker, values, speakers) / np.maximum(counts, 1)
    return float(((values - means[speaker]) ** 2).sum()) / freedom


class _Crossed:
    """The non-target trials as a table of enrolled speakers by utterances, which belong to speakers."""

    def __init__(
        self, values: NDArray[np.float64], enrolled: NDArray[np.int64], spoken: NDArray[np.int64],
        utterance: NDArray[np.int64], speakers: int,
    ) -> None:  # fmt: skip
        self.values, self.utterance, self.speakers = values, utterance, speakers
        self.cell, self.of_trial = renumbered(enrolled * speakers + spoken)
        self.pairs = len(self.cell)
        self.mean = np.bincount(self.of_trial, values) / np.bincount(self.of_trial)
        self.spoken = spoken

    def rest(self) -> float:
        """Return the mean square of a trial beyond its pair of speakers and its utterance."""
        _, utterance = renumbered(self.utterance)
        people, spoken = renumbered(self.spoken)
        of_utterance = np.bincount(utterance, self.values) / np.bincount(utterance)
        of_spoken = np.bincount(spoken, self.values) / np.bincount(spoken)
        beyond = self.values - self.mean[self.of_trial] - of_utterance[utterance] + of_spoken[spoken]
        freedom = len(self.values) - self.pairs - len(of_utterance) + len(people)
        if freedom < 1:
            raise ValueError("too few trials of a pair of speakers")
        return float((beyond**2).sum()) / freedom

    def beyond_speakers(self) -> float:
        """Return pairs + rest/m: how far pairs lie from one value for each of their two speakers, for each direction.

        A pair has two directions where each of the two is enrolled against the other, else one.
        """
        first, second = np.divmod(self.cell, self.speakers)
        low, high = np.minimum(first, second), np.maximum(first, second)
        pair, of_cell = renumbered(low * self.speakers + high)
        values = np.bincount(of_cell, self.mean) / np.bincount(of_cell)
        low, high = np.divmod(pair, self.speakers)
        # Least squares of value = a[low] + a[high]: its normal equations are small, and of full rank or not.
        equations = np.zeros((self.speakers, self.speakers))
        np.add.at(equations, (low, high), 1.0)
        equations += equations.T
        equations[np.diag_indices(self.speakers)] = equations.sum(axis=0)
        sums = np.bincount(low, values, self.speakers) + np.bincount(high, values, self.speakers)
        roots, vectors = np.linalg.eigh(equations)
        kept = roots > 1e-9 * roots.max()
        speakers = vectors[:, kept] @ ((vectors[:, kept].T @ sums) / roots[kept])
        freedom = len(pair) - int(kept.sum())
        if freedom < 1:
            raise ValueError("too few pairs of speakers")
        beyond = values - speakers[low] - speakers[high]
        return float((beyond**2).sum()) / freedom * self.pairs / len(pair)
