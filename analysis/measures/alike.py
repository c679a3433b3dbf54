"""How far apart the EERs of single speakers would lie if all speakers were alike: the part that chance plays."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr

from analysis.measures.intervals import tail

MOST_PLACES = 4000
"""So many values of an EER are looked at; a list with more target trials is thinned."""
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Alike:
    """The law of the lowest EER of several speakers who are all alike.

    places: (places,), values of an EER in percent, ascending; reached: the chance that the lowest is at most that.
    spread: standard deviation over the speakers that is then expected, in percentage points; NaN for one speaker.
    """

    places: NDArray[np.float64]
    reached: NDArray[np.float64]
    spread: float

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
    means, variances = np.empty(len(counts)), np.empty(len(counts))
    for number, (count, of) in enumerate(zip(counts.tolist(), speakers.tolist(), strict=True)):
        one = bdtr(np.floor(places * count + _ROUNDING), count, above)
        none_reached *= (1 - one) ** of
        mass = np.diff(one, prepend=0.0)
        means[number] = (mass * places).sum()
        variances[number] = (mass * (places - means[number]) ** 2).sum()
    return Alike(100 * places, 1 - none_reached, 100 * _spread(means, variances, speakers))


def _spread(means: NDArray[np.float64], variances: NDArray[np.float64], speakers: NDArray[np.int64]) -> float:
    """Return the standard deviation that is expected over speakers with these means and variances, so many of each."""
    everybody = int(speakers.sum())
    if everybody < 2:
        return float("nan")
    middle = (speakers * means).sum() / everybody
    between = (speakers * (means - middle) ** 2).sum() / (everybody - 1)
    return float(np.sqrt((speakers * variances).sum() / everybody + between))
