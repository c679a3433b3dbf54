"""What each single trial does to an EER: the linear part, from which the spread over other speakers is foretold.

An EER is read where FAR and FRR meet. If FRR rises by a small r and FAR by a small a, the threshold moves until they
meet again, and the EER rises by w * r + (1 - w) * a, where w is the part of the slope of FAR in the slopes of both at
the threshold. So a target trial contributes w * (1[rejected] - FRR), a non-target trial (1 - w) * (1[accepted] - FAR),
each in the mean over its own kind.

Source: the influence function of a statistic, F. Hampel, Journal of the American Statistical Association 69 (1974),
383-393, applied to the point where two curves meet.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.eer import checked_trials, equal_error_rate
from analysis.measures.sorted_trials import best_first

# The slopes are read between the thresholds at which FAR and FRR lie this far apart, or as far as the EER is large:
# over less, single trials decide; over more, the curves bend.
WIDEST = 0.2


@dataclass(frozen=True)
class Influence:
    """What the trials of one attack contribute to its EER.

    eer: in percent, nearest rule; target_share: w, the part of FRR in a small move of the EER, from 0 to 1;
    false_accept, false_reject: rates from 0 to 1 at the threshold; wrong: (trials,), a target that is rejected or a
    non-target that is accepted.
    """

    eer: float
    target_share: float
    false_accept: float
    false_reject: float
    wrong: NDArray[np.bool_]

    def values(self, is_target: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return the contributions: (trials,), in percentage points; targets sum to 0, and so do non-targets."""
        of_target = 100 * self.target_share * (self.wrong - self.false_reject)
        of_other = 100 * (1 - self.target_share) * (self.wrong - self.false_accept)
        return np.where(is_target, of_target, of_other)


def eer_influence(scores: ArrayLike, is_target: ArrayLike) -> Influence:
    """Return what each trial contributes to the EER of the trials.

    scores: (trials,), larger means more alike; is_target: (trials,) of bool. Raises ValueError as `equal_error_rate`
    does, and with the reason where no spread can be read from the trials: the EER is undefined, or all targets and all
    non-targets fare alike.

    >>> found = eer_influence([.9, .4, .5, .3], [True, True, False, False])
    >>> found.eer, found.target_share, found.values(np.array([True, True, False, False]))
    (50.0, 0.5, array([-25.,  25.,  25., -25.]))
    """
    scores, is_target = checked_trials(scores, is_target)
    order = best_first(scores)
    ranked, kinds = scores[order], is_target[order]
    rate = equal_error_rate(ranked, kinds)
    if rate.reason:
        raise ValueError(rate.reason)
    wrong = (scores >= rate.threshold) != is_target
    if all(wrong[kind].all() or not wrong[kind].any() for kind in (is_target, ~is_target)):
        raise ValueError("no trial is wrong" if not wrong.any() else "all trials of a kind fare alike")
    share = _target_share(ranked, kinds, rate.value / 100)
    return Influence(rate.value, share, rate.false_accept, rate.false_reject, wrong)


def _target_share(scores: NDArray[np.float64], is_target: NDArray[np.bool_], eer: float) -> float:
    """Return the part of the slope of FAR in both slopes around the threshold; the trials come best first."""
    ends = np.flatnonzero(np.append(scores[1:] != scores[:-1], True))  # the last trial of each distinct score
    of_others, of_targets = (_accepted(kind, ends) for kind in (~is_target, is_target))
    apart = of_others - (1 - of_targets)  # FAR - FRR, which rises from -1 to 1 as the threshold is lowered
    reach = min(WIDEST, eer)
    strict = int(np.searchsorted(apart, -reach, side="right")) - 1
    lax = min(int(np.searchsorted(apart, reach)), len(ends))
    others, targets = of_others[lax] - of_others[strict], of_targets[lax] - of_targets[strict]
    return float(others / (others + targets))


def _accepted(chosen: NDArray[np.bool_], ends: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of the chosen trials that is accepted: by no threshold, then by each, from the strictest."""
    return np.concatenate([[0.0], np.cumsum(chosen)[ends] / chosen.sum()])
