"""Jackknife over speakers: what a measure becomes when each speaker in turn is left out.

Source: R. Miller, The jackknife: a review, Biometrika 61 (1974), 1-15.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.bootstrap import eer_draws
from analysis.measures.eer import Rule
from analysis.measures.joint import joint_eer_draws
from analysis.measures.permutation import without_each


def eer_jackknife(
    scores: ArrayLike,
    is_target: ArrayLike,
    enrolled: ArrayLike,
    spoken: ArrayLike,
    speakers: int,
    rule: Rule = "nearest",
) -> NDArray[np.float64]:
    """Return the EER in percent without each speaker in both roles: (speakers,), NaN where it is undefined.

    scores, is_target: (trials,); enrolled, spoken: (trials,), numbers from 0 to `speakers` - 1 of who enrolls and who
    speaks. Every trial that a speaker takes part in is left out. Raises ValueError as `joint_eer_draws` does.

    >>> eer_jackknife([.9, .4, .5, .3], [True, True, False, False], [0, 1, 0, 2], [0, 1, 1, 0], speakers=3)
    array([nan,  0., 25.])
    """
    return joint_eer_draws(scores, is_target, enrolled, spoken, without_each(speakers), rule)


def one_sided_eer_jackknife(
    scores: ArrayLike, is_target: ArrayLike, enrolled: ArrayLike, speakers: int, rule: Rule = "nearest"
) -> NDArray[np.float64]:
    """Return the EER in percent without the trials that enroll each speaker: (speakers,), NaN where it is undefined.

    As `eer_jackknife`, but a speaker stays in the trials in which others are enrolled.

    >>> one_sided_eer_jackknife([.9, .4, .5, .3], [True, True, False, False], [0, 1, 0, 2], speakers=3)
    array([ 0.,  0., 25.])
    """
    return eer_draws(scores, is_target, enrolled, without_each(speakers), rule)


def ratio_jackknife(numerators: ArrayLike, denominators: ArrayLike) -> NDArray[np.float64]:
    """Return sum of numerators over sum of denominators without each speaker: (speakers,), a plain ratio, not percent.

    numerators, denominators: (speakers,), for a CER or WER the errors and the reference signs of each speaker. NaN
    where no denominator is left.

    >>> ratio_jackknife([1, 3], [10, 20])
    array([0.15, 0.1 ])
    """
    numerators, denominators = np.asarray(numerators), np.asarray(denominators)
    if numerators.ndim != 1 or numerators.shape != denominators.shape:
        raise ValueError(f"numerators {numerators.shape} and denominators {denominators.shape} must be two equal lists")
    above, below = numerators.sum() - numerators, denominators.sum() - denominators
    return np.divide(above, below, out=np.full(len(below), np.nan), where=below != 0)


def average_recall_jackknife(hits: ArrayLike, totals: ArrayLike) -> NDArray[np.float64]:
    """Return the UAR in percent without each speaker: (speakers,), NaN where a class is then no longer true anywhere.

    hits, totals: (speakers, classes) as `recall_counts` makes them.

    >>> average_recall_jackknife([[1, 0], [1, 1]], [[2, 1], [1, 1]])
    array([100.,  25.])
    """
    hits, totals = np.asarray(hits), np.asarray(totals)
    true = totals.sum(axis=0) > 0
    if not true.any():
        return np.full(len(totals), np.nan)
    above, below = ((one.sum(axis=0) - one)[:, true] for one in (hits, totals))
    return 100.0 * np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0).mean(axis=1)
