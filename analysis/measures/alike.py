"""How far apart the EERs of single speakers would lie if all speakers were alike: the part that chance plays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr, chdtrc

from analysis.measures.intervals import tail

MOST_PLACES = 4000
"""So many values of an EER are looked at; a list with more target trials is thinned."""
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Alike:
    """The law of the lowest EER of several speakers who are all alike.

    places: (places,), values of an EER in percent, ascending; reached: the chance that the lowest is at most that.
    spread: standard deviation over the speakers that is then expected, in percentage points; NaN for one speaker.
    fourth: fourth central moment of one speaker's EER, in the fourth power of percentage points; speakers: how many.
    """

    places: NDArray[np.float64]
    reached: NDArray[np.float64]
    spread: float
    fourth: float
    speakers: int

    def lowest(self, probability: float) -> float:
        """Return the value that the lowest EER stays at or below with this probability, in percent."""
        return float(self.places[min(int(np.searchsorted(self.reached, probability)), len(self.places) - 1)])

    def edges(self, level: float = 0.95) -> tuple[float, float]:
        """Return between which values the lowest EER then lies with the probability `level`, in percent."""
        beyond = tail(level) / 100
        return self.lowest(beyond), self.lowest(1 - beyond)

    def chance(self, lowest: float) -> float:
        """Return the probability of a lowest EER of this value, in percent, or below."""
        place = int(np.searchsorted(self.places, lowest + _ROUNDING, side="right")) - 1
        return float(self.reached[place]) if place >= 0 else 0.0

    def chance_of_spread(self, spread: float) -> float:
        """Return about the probability of a standard deviation over the speakers of this size, or a larger one.

        The variance s^2 of S independent values with variance v and fourth moment m has the mean v and the variance
        (m - v^2 (S - 3) / (S - 1)) / S; its law is taken for that of v * chi-square / f with f degrees of freedom, so
        many that both agree. NaN for one speaker.
        Source: G. Box, Non-normality and tests on variances, Biometrika 40 (1953), 318-335.
        """
        if self.speakers < 2:
            return float("nan")
        variance = self.spread**2
        if variance <= _ROUNDING:
            return 1.0 if spread <= _ROUNDING else 0.0
        of_variance = (self.fourth - variance**2 * (self.speakers - 3) / (self.speakers - 1)) / self.speakers
        freedom = 2 * variance**2 / of_variance
        return float(chdtrc(freedom, freedom * spread**2 / variance))


def lowest_if_alike(standings: ArrayLike, targets: ArrayLike) -> Alike | None:
    """Return the law of the lowest EER if every target trial had the standing of any other; None without a trial.

    standings: (trials,), from 0 to 1, as `own_rates` gives them; targets: (speakers,), how many target trials each
    speaker has, speakers without any left out.

    Alike means that it makes no difference whose target trial it is: each is drawn, with replacement, from those of
    all. With G(x) the share of all standings above x, a speaker with T target trials then has an EER of at most x
    where at most x * T of T draws lie above x: a binomial probability F(x) with T and G(x). The lowest EER is
    at most x unless every speaker's is higher, so with the probability 1 - (1 - F1(x)) * (1 - F2(x)) * ...
    Source: the law of the smallest of independent values, H. David and H. Nagaraja, Order Statistics, 2003,
    chapter 5.

    >>> law = lowest_if_alike([0.0, 0.0, 0.0, 1.0], [1, 1])
    >>> law.chance(0.0), law.lowest(0.5), round(law.spread, 1)
    (0.9375, 0.0, 43.3)
    """
    standings = np.sort(np.asarray(standings, dtype=np.float64))
    targets = np.asarray(targets)
    targets = targets[targets > 0]
    if not len(standings) or not len(targets):
        return None
    counts, speakers = np.unique(targets, return_counts=True)
    steps = [np.arange(count + 1) / count for count in counts.tolist()]
    thinned = standings if len(standings) <= MOST_PLACES else np.quantile(standings, np.linspace(0, 1, MOST_PLACES))
    places = np.unique(np.concatenate([thinned, *steps, [1.0]]))
    above = 1 - np.searchsorted(standings, places, side="right") / len(standings)
    none_reached = np.ones(len(places))
    masses = []
    for count, of in zip(counts.tolist(), speakers.tolist(), strict=True):
        one = bdtr(np.floor(places * count + _ROUNDING), count, above)
        none_reached *= (1 - one) ** of
        masses.append(np.diff(one, prepend=0.0))
    means = np.array([(mass * places).sum() for mass in masses])
    variances = np.array([(mass * (places - mean) ** 2).sum() for mass, mean in zip(masses, means, strict=True)])
    middle = (speakers * means).sum() / speakers.sum()
    fourths = np.array([(mass * (places - middle) ** 4).sum() for mass in masses])
    fourth = float((speakers * fourths).sum() / speakers.sum())
    spread = _spread(means, variances, speakers)
    return Alike(100 * places, 1 - none_reached, 100 * spread, 100**4 * fourth, int(speakers.sum()))


def _spread(means: NDArray[np.float64], variances: NDArray[np.float64], speakers: NDArray[np.int64]) -> float:
    """Return the standard deviation that is expected over speakers with these means and variances, so many of each."""
    everybody = int(speakers.sum())
    if everybody < 2:
        return float("nan")
    middle = (speakers * means).sum() / everybody
    between = (speakers * (means - middle) ** 2).sum() / (everybody - 1)
    return float(np.sqrt((speakers * variances).sum() / everybody + between))
