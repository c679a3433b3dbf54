"""Joint speaker bootstrap: each speaker is drawn once, and counts in both roles, as who enrolls and as who speaks.

A resample of the speakers is a population in which some stand several times. Its target trials are those of each
speaker with itself, its non-target trials those of each speaker with each other one. A speaker who stands k times thus
brings each own trial k times, and two speakers who stand k and l times bring each trial between them k * l times.
That a target trial counts k times, and not k * k, is what tells this from `two_sided_eer_draws`: a speaker who stands
twice is two people, and a trial of the one against the other is no target trial of either.

Source: A. Owen, The pigeonhole bootstrap, Annals of Applied Statistics 1 (2007), 386-411, for two crossed lists; here
one list stands on both sides, and its diagonal, the target trials, is resampled as what it is: one unit a speaker.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.bootstrap import checked_roles, draws_of_both
from analysis.measures.eer import Rule
from analysis.measures.weighers import Joint


def joint_eer_draws(
    scores: ArrayLike,
    is_target: ArrayLike,
    enrolled: ArrayLike,
    spoken: ArrayLike,
    counts: ArrayLike,
    rule: Rule = "nearest",
) -> NDArray[np.float64]:
    """Return the EER of every draw in percent: (draws,), NaN where a draw has no target or no non-target trial.

    scores, is_target: (trials,); enrolled, spoken: (trials,), the columns in `counts` of the speaker that a trial
    enrolls and of the speaker of its utterance, one and the same in every target trial; counts: (draws, speakers), as
    `speaker_draws` makes them. A target trial counts as often as its speaker was drawn, a non-target trial as the
    product of the counts of its two speakers.

    Equals `equal_error_rate(scores, is_target, joint_weights(is_target, enrolled, spoken, counts[b]), rule).value` for
    every draw b to the last bit. Raises ValueError as `eer_draws` does, and for a target trial of two speakers.

    >>> joint_eer_draws([.9, .4, .5, .3], [True, True, False, False], [0, 1, 0, 1], [0, 1, 1, 0], [[1, 1], [2, 1]])
    array([50.        , 41.66666667])
    """
    scores, is_target, enrolled, spoken, counts = checked_roles(scores, is_target, enrolled, spoken, counts, rule)
    if (enrolled[is_target] != spoken[is_target]).any():
        raise ValueError("a target trial must have one speaker on both sides")
    return draws_of_both(
        scores,
        is_target,
        counts,
        rule,
        lambda trials: Joint(trials, enrolled, spoken),
        lambda draw: joint_weights(is_target, enrolled, spoken, counts[draw]),
    )


def joint_weights(is_target: ArrayLike, enrolled: ArrayLike, spoken: ArrayLike, counts: ArrayLike) -> NDArray[np.int64]:
    """Return how often each trial counts in one draw: (trials,); counts: (speakers,), how often each was drawn.

    >>> joint_weights([True, False], enrolled=[0, 0], spoken=[0, 1], counts=[2, 3])
    array([2, 6])
    """
    counts = np.asarray(counts)
    return np.where(is_target, counts[enrolled], counts[enrolled] * counts[spoken])
