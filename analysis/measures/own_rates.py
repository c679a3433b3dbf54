"""The EER of one enrolled speaker: the own target trials against the own non-target trials."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.binomial import binomial_interval
from analysis.measures.eer import checked_trials, equal_error_rate
from analysis.measures.sorted_trials import best_first


@dataclass(frozen=True)
class OwnRates:
    """What the trials of each enrolled speaker give; all (speakers,) but `standings`.

    targets, nontargets: how many trials enroll the speaker.
    eer: percent, NaN where one kind of trial is absent; low, high: edges of its interval.
    standing: mean of the speaker's `standings`, NaN like the EER: the chance that a target trial scores below a
    non-target trial. It tells speakers apart whose EERs are equal.
    standings: (target trials of speakers with an EER,), from 0 to 1: the share of the same enrolled speaker's
    non-target trials that score higher, those that score alike counted by half. Scores of different enrolled speakers
    can be compared by it.
    """

    targets: NDArray[np.int64]
    nontargets: NDArray[np.int64]
    eer: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    standing: NDArray[np.float64]
    standings: NDArray[np.float64]


def own_rates(
    scores: ArrayLike, is_target: ArrayLike, enrolled: ArrayLike, speakers: int, level: float = 0.95
) -> OwnRates:
    """Return the EER of each enrolled speaker with an exact interval.

    scores, is_target: (trials,); enrolled: (trials,), numbers from 0 to `speakers` - 1.

    The EER is that of the line rule. With a handful of target trials the nearest rule jumps by half of what one trial
    weighs; the line rule gives the x at which a share x of the non-target trials is accepted and a share x of the
    target trials is not, as the curve of steps has it.

    The interval takes the enrollment and the non-target trials as they are, and the T target trials as T independent
    ones out of all that the speaker could have. If the EER were x, then at the threshold that accepts a share x of
    the non-target trials the number M(x) of rejected target trials would be binomial with T and x. Values of x are in
    the interval unless M(x) or more, or M(x) or fewer, would then have a probability of (1 - level) / 2 or less. As x
    grows, M(x) falls and what is expected rises, so that those values have no gap. Where target and non-target trials
    score alike, each edge takes them in the order that moves it outwards.
    Source: the tests inverted are C. Clopper and E. Pearson's, Biometrika 26 (1934), 404-413.

    >>> found = own_rates([.9, .5, .8, .4, .3, .2], [True, True, False, False, False, False], [0] * 6, speakers=1)
    >>> found.eer.round(1), found.low.round(1), found.high.round(1)
    (array([25.]), array([1.3]), array([84.2]))
    """
    scores, is_target = checked_trials(scores, is_target)
    enrolled = np.asarray(enrolled)
    if enrolled.shape != scores.shape:
        raise ValueError(f"enrolled {enrolled.shape} must have one entry for each of {len(scores)} trials")
    if len(scores) and (enrolled.dtype.kind not in "iu" or enrolled.min() < 0 or enrolled.max() >= speakers):
        raise ValueError(f"enrolled speakers must be numbers from 0 to {speakers - 1}")
    enrolled = enrolled.astype(np.int64)
    targets, nontargets = (np.bincount(enrolled[kind], minlength=speakers) for kind in (is_target, ~is_target))
    owner = enrolled[is_target]
    higher, alike = _others_at(scores, is_target, enrolled)
    known = nontargets[owner] > 0
    owner, higher, alike = owner[known], higher[known], alike[known]
    above = higher / nontargets[owner]
    at_least = (higher + alike) / nontargets[owner]
    eer, low, high = (np.full(speakers, np.nan) for _ in range(3))
    # Speakers with equally many target trials are rows of one table.
    for count in np.unique(targets[owner]).tolist():
        some = np.flatnonzero((targets == count) & (nontargets > 0))
        best, worst = (_rows(standing, owner, some, count) for standing in (above, at_least))
        lower, upper = binomial_interval(np.arange(count + 1), count, level)
        missed = np.arange(count - 1, -1, -1)  # target trials rejected once the first, second, ... is accepted
        eer[some] = np.minimum(np.maximum(worst, missed / count).min(axis=1), 1.0)
        low[some] = np.minimum(best, lower[missed + 1]).max(axis=1)
        high[some] = np.maximum(worst, upper[missed]).min(axis=1)
    for speaker in np.unique(owner[alike > 0]):
        mine = enrolled == speaker
        eer[speaker] = equal_error_rate(scores[mine], is_target[mine], rule="line").value / 100
    standings = (above + at_least) / 2
    standing = np.where(np.isnan(eer), np.nan, np.bincount(owner, standings, speakers) / np.maximum(targets, 1))
    return OwnRates(targets, nontargets, 100 * eer, 100 * low, 100 * high, standing, standings)


def _others_at(
    scores: NDArray[np.float64], is_target: NDArray[np.bool_], enrolled: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each target trial how many non-target trials of its enrolled speaker score higher, and alike."""
    ranking = best_first(scores)
    ranked = scores[ranking]
    lower = np.ones(len(scores), dtype=bool)  # than the trial before
    lower[1:] = ranked[1:] != ranked[:-1]
    place, levels = np.empty(len(scores), dtype=np.int64), int(lower.sum())
    place[ranking] = levels - np.cumsum(lower)
    # One whole number orders trials by enrolled speaker, then by score.
    order = enrolled * levels + place
    others, own = np.sort(order[~is_target]), order[is_target]
    end = np.searchsorted(others, (enrolled[is_target] + 1) * levels)
    first, after = (np.searchsorted(others, own, side=side) for side in ("left", "right"))
    return end - after, after - first


def _rows(
    standing: NDArray[np.float64], owner: NDArray[np.int64], some: NDArray[np.int64], count: int
) -> NDArray[np.float64]:
    """Return the standings of some speakers' target trials, the best first: (speakers, `count`)."""
    chosen = np.isin(owner, some)
    order = np.lexsort((standing[chosen], owner[chosen]))
    return standing[chosen][order].reshape(len(some), count)
