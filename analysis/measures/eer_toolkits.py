"""Equal error rate as two toolkits of the field read it, for setting our own value beside the one in their files.

Both keep scores in single precision and accept a trial when its score lies above a threshold. Neither rule is one of
`eer`: where |FAR - FRR| is smallest at two points, SpeechBrain takes the lower threshold and ours the higher one, and
Kaldi reads the rate of rejected targets alone.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.eer import checked_trials

Toolkit = Literal["speechbrain", "kaldi"]
TOOLKITS: tuple[Toolkit, ...] = ("speechbrain", "kaldi")


def toolkit_eer(scores: ArrayLike, is_target: ArrayLike, toolkit: Toolkit) -> float:
    """Return the equal error rate in percent as a toolkit computes it; NaN without a target or without a non-target.

    scores: (trials,), larger means more alike; is_target: (trials,) of bool.

    - speechbrain (`speechbrain.utils.metric_stats.EER`): at every distinct score s, FRR = targets <= s and FAR =
      non-targets > s, as shares in single precision; the first s, from the lowest up, with the smallest |FAR - FRR|;
      (FAR + FRR) / 2. The thresholds that it adds between two scores accept what the lower of them accepts.
    - kaldi (`compute-eer`): targets and non-targets sorted; the first target, from the lowest up, whose score is above
      that of the non-target at the same share from the top; the share of targets before it, and that of the last
      target at most.

    Raises ValueError for a NaN score (its index is named), unequal lengths, an unknown toolkit.

    >>> toolkit_eer([.9, .4, .5, .3, .1], [True, True, False, False, False], "kaldi")
    50.0
    >>> round(toolkit_eer([.9, .4, .5, .3, .1], [True, True, False, False, False], "speechbrain"), 4)
    41.6667
    >>> toolkit_eer([.9, .1, .5], [True, True, False], "speechbrain")
    75.0
    """
    if toolkit not in TOOLKITS:
        raise ValueError(f"unknown toolkit {toolkit!r}; allowed: {', '.join(TOOLKITS)}")
    scores, is_target = checked_trials(scores, is_target)
    single = scores.astype(np.float32)
    targets, nontargets = np.sort(single[is_target]), np.sort(single[~is_target])
    if not len(targets) or not len(nontargets):
        return float("nan")
    return _speechbrain(targets, nontargets) if toolkit == "speechbrain" else _kaldi(targets, nontargets)


def _speechbrain(targets: NDArray[np.float32], nontargets: NDArray[np.float32]) -> float:
    thresholds = np.unique(np.concatenate([targets, nontargets]))
    # A count is exact in single precision far beyond any list; the share is what rounds.
    rejected = np.searchsorted(targets, thresholds, side="right").astype(np.float32) / np.float32(len(targets))
    accepted = (len(nontargets) - np.searchsorted(nontargets, thresholds, side="right")).astype(np.float32)
    accepted /= np.float32(len(nontargets))
    # A new gap is taken in single precision and set against the kept one in double: where two gaps are equal, rounding
    # decides, and it has to round as the toolkit does.
    gaps = np.abs(accepted - rejected).astype(np.float64)
    kept_gaps = np.abs(accepted.astype(np.float64) - rejected.astype(np.float64))
    best = 0
    for place, gap in enumerate(gaps.tolist()):
        if gap < kept_gaps[best]:
            best = place
    return 50.0 * (float(accepted[best]) + float(rejected[best]))


def _kaldi(targets: NDArray[np.float32], nontargets: NDArray[np.float32]) -> float:
    places = np.arange(len(targets))
    # Nothing is negative here, so that whole division cuts as a conversion to an integer does.
    opposite = np.maximum(len(nontargets) - 1 - len(nontargets) * places // len(targets), 0)
    above = np.flatnonzero(nontargets[opposite] < targets)
    place = int(above[0]) if len(above) else len(targets) - 1
    return 100.0 * place / len(targets)
