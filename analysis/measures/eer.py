"""Equal error rate of a list of trials, by the two rules that published figures use."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.sorted_trials import best_first

Rule = Literal["nearest", "line"]
Point = tuple[float, float]

# Chance is 50 %, and honest anonymizers land a few points above it.
# Only far beyond that is a flipped sign the likelier explanation.
INVERTED_ABOVE = 60.0

# Products of two counts stay below this, or int64 could wrap around.
LARGEST_PRODUCT = 2**62


@dataclass(frozen=True)
class EqualErrorRate:
    """The equal error rate and the point of the curve that it was read from.

    value: percent, NaN when undefined; never clipped, so it can exceed 50.
    threshold: a trial is accepted when its score is at least this; for the line rule, the lower score of the bracket.
    false_accept, false_reject: rates from 0 to 1 at that point; for the line rule both are the crossing.
    targets, nontargets: sums of weights, or trials when there are none.
    bracket: the two neighbouring points (FAR, FRR) between which FAR passes FRR, strict side first.
    reason: why the value is undefined, else empty.
    """

    value: float
    threshold: float
    false_accept: float
    false_reject: float
    targets: int
    nontargets: int
    bracket: tuple[Point, Point] | None
    reason: str = ""

    @property
    def inverted(self) -> bool:
        """Whether the value is so far above chance that the scores may have the wrong sign ("scores inverted?")."""
        return self.value > INVERTED_ABOVE


def equal_error_rate(
    scores: ArrayLike, is_target: ArrayLike, weights: ArrayLike | None = None, rule: Rule = "nearest"
) -> EqualErrorRate:
    """Return the equal error rate of trials that are accepted when their score reaches a threshold.

    scores: (trials,), larger means more alike; is_target: (trials,) of bool; weights: (trials,) of whole numbers >= 0,
    how often each trial counts (default: once).

    Every distinct score is one threshold, however many trials share it.
    With T targets and N non-targets, fp non-targets and tp targets accepted:

    - nearest: the threshold with the smallest |fp*T - (T - tp)*N|, the highest such; 50 * (fp/N + (T - tp)/T).
      The comparison is between whole numbers, so that ties are exact.
    - line: the straight line between the two neighbouring points around FAR = FRR, from (0, 1), where nothing is
      accepted, to (1, 0).

    Raises ValueError for a NaN score (its index is named), unequal lengths, weights that are no counts, unknown rule.

    >>> round(equal_error_rate([.9, .4, .5, .3, .1], [True, True, False, False, False]).value, 4)
    41.6667
    >>> round(equal_error_rate([.9, .4, .5, .3, .1], [True, True, False, False, False], rule="line").value, 4)
    33.3333
    """
    check_rule(rule)
    scores, is_target = checked_trials(scores, is_target)
    weights = _checked_weights(weights, len(scores))
    targets = int(weights[is_target].sum())
    nontargets = int(weights[~is_target].sum())
    if not targets or not nontargets:
        return _undefined(targets, nontargets)

    # A trial that counts zero times is not there, and its score is no threshold.
    counted = weights > 0
    if not counted.all():
        scores, weights, is_target = scores[counted], weights[counted], is_target[counted]
    order = best_first(scores)
    scores, weights, is_target = scores[order], weights[order], is_target[order]
    last = np.flatnonzero(np.append(scores[1:] != scores[:-1], True))  # the last trial of each distinct score
    thresholds = scores[last]
    true_accepts = np.cumsum(weights * is_target)[last]
    false_accepts = np.cumsum(weights * ~is_target)[last]
    if targets * nontargets >= LARGEST_PRODUCT:
        true_accepts, false_accepts = true_accepts.astype(object), false_accepts.astype(object)

    # Rises from -T*N, where nothing is accepted, to T*N, where everything is.
    balance = false_accepts * targets - (targets - true_accepts) * nontargets
    after = int(np.argmax(balance >= 0))
    true_before, false_before, balance_before = 0, 0, -targets * nontargets
    if after > 0:
        true_before, false_before = int(true_accepts[after - 1]), int(false_accepts[after - 1])
        balance_before = int(balance[after - 1])
    true_after, false_after, balance_after = int(true_accepts[after]), int(false_accepts[after]), int(balance[after])
    bracket = (
        (false_before / nontargets, (targets - true_before) / targets),
        (false_after / nontargets, (targets - true_after) / targets),
    )

    if rule == "line":
        value = line_value(false_before, false_after, balance_before, balance_after, nontargets)
        threshold, false_accept, false_reject = float(thresholds[after]), value / 100, value / 100
    else:
        chosen = after - 1 if after > 0 and -balance_before <= balance_after else after
        accepted, wrongly = int(true_accepts[chosen]), int(false_accepts[chosen])
        value = nearest_value(wrongly, accepted, nontargets, targets)
        threshold = float(thresholds[chosen])
        false_accept, false_reject = wrongly / nontargets, (targets - accepted) / targets
    return EqualErrorRate(value, threshold, false_accept, false_reject, targets, nontargets, bracket)


def nearest_value(false_accepts, true_accepts, nontargets, targets):
    """Return the mean of FAR and FRR in percent; numbers or arrays of counts."""
    return 50.0 * (false_accepts / nontargets + (targets - true_accepts) / targets)


def line_value(false_before, false_after, balance_before, balance_after, nontargets):
    """Return in percent where the line between two points crosses FAR = FRR; numbers or arrays of counts.

    The balance of a point is (FAR - FRR) * T * N: below zero before the crossing, zero or more after it.
    """
    share = -balance_before / (balance_after - balance_before)
    return 100.0 * (false_before / nontargets + share * ((false_after - false_before) / nontargets))


def check_rule(rule: str) -> None:
    """Raise ValueError when the rule is none that this module knows."""
    if rule not in ("nearest", "line"):
        raise ValueError(f"unknown EER rule {rule!r}; allowed: 'nearest', 'line'")


def checked_trials(scores: ArrayLike, is_target: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return scores as float64 and labels as bool, or raise ValueError for what no EER can be made from."""
    scores = np.asarray(scores, dtype=np.float64)
    labels = np.asarray(is_target)
    if scores.ndim != 1 or labels.shape != scores.shape:
        raise ValueError(f"scores {scores.shape} and labels {labels.shape} must be two equally long lists")
    if labels.dtype != np.bool_ and not np.isin(labels, (0, 1)).all():
        raise ValueError("labels must be true or false (or 1 and 0)")
    missing = np.flatnonzero(np.isnan(scores))
    if missing.size:
        raise ValueError(f"the score of trial {missing[0]} (counted from 0) is NaN; {missing.size} such in all")
    return scores, labels.astype(np.bool_)


def _checked_weights(weights: ArrayLike | None, trials: int) -> NDArray[np.int64]:
    """Return the weights as int64, ones by default."""
    if weights is None:
        return np.ones(trials, dtype=np.int64)
    given = np.asarray(weights)
    if given.shape != (trials,):
        raise ValueError(f"weights {given.shape} must have one entry for each of {trials} trials")
    with np.errstate(invalid="ignore"):
        counts = given.astype(np.int64)
    if (counts != given).any() or (counts < 0).any():
        raise ValueError("weights must be whole numbers of 0 or more")
    return counts


def _undefined(targets: int, nontargets: int) -> EqualErrorRate:
    """Return the result of a list in which one of the two kinds of trial is absent."""
    if targets:
        reason = "no non-target trial"
    elif nontargets:
        reason = "no target trial"
    else:
        reason = "no trial"
    nan = float("nan")
    return EqualErrorRate(nan, nan, nan, nan, targets, nontargets, None, reason)
