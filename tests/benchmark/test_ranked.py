"""The trials of an attack in the order of their scores."""

import numpy
import polars

from analysis.benchmark.ranked import Ranked


def test_trials_of_a_list_come_best_first_with_their_own_labels_and_speakers():
    """Of the trials that the mask leaves, in the list's order, the highest score is first."""
    frame = polars.DataFrame({"is_target": [True, False, False], "enroll": [4, 5, 6], "speaker": [4, 8, 9]})
    attack = Ranked("b1", "lazy", numpy.array([0.2, 0.9, 0.7]), frame)
    scores, is_target, enrolled, spoken = attack.of(numpy.array([True, False, True]))
    assert ([0.7, 0.2], [False, True]) == (scores.tolist(), is_target.tolist())
    assert ([6, 4], [9, 4]) == (enrolled.tolist(), spoken.tolist())
