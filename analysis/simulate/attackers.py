"""What an attacker scores on simulated embeddings: the trial lists, and the EER and interval of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analysis.measures.bootstrap import eer_draws
from analysis.measures.eer import equal_error_rate
from analysis.measures.intervals import percentile_interval
from analysis.simulate.cohort import ENROLL_UTTERANCES, Cohort
from analysis.simulate.embeddings import unit_length
from analysis.simulate.published import PHONE

LISTS = ("all", "same_gender", "same_gender_same_corpus", "same_gender_phone", "same_gender_studio")


@dataclass(frozen=True)
class TrialLists:
    """The trials of a cohort as arrays (enrolled speakers, trial utterances).

    Attributes:
        enroll: rows of the embedding file, (speakers, 3).
        trial: rows of the embedding file, (trial utterances,).
        target: whether the enrolled speaker speaks in the trial utterance.
        lists: by name, which trials belong to the list.
    """

    enroll: np.ndarray
    trial: np.ndarray
    target: np.ndarray
    lists: dict[str, np.ndarray]


def trial_lists(cohort: Cohort) -> TrialLists:
    """Return every enrolled speaker against every trial utterance, and the five lists of the published tables."""
    row = {utterance.name: place for place, utterance in enumerate(cohort.embedded)}
    place = {speaker: index for index, speaker in enumerate(cohort.speakers)}
    enroll = np.array([row[utterance.name] for utterance in cohort.enroll]).reshape(-1, ENROLL_UTTERANCES)
    spoken_by = np.array([place[utterance.speaker] for utterance in cohort.trials])
    gender = np.array([speaker.gender for speaker in cohort.speakers])
    phone = np.array([speaker.corpus == PHONE for speaker in cohort.speakers])
    same_gender = gender[:, None] == gender[spoken_by]
    same_corpus = same_gender & (phone[:, None] == phone[spoken_by])
    lists = (
        np.ones_like(same_gender),
        same_gender,
        same_corpus,
        same_corpus & phone[:, None],
        same_corpus & ~phone[:, None],
    )
    return TrialLists(
        enroll=enroll,
        trial=np.array([row[utterance.name] for utterance in cohort.trials]),
        target=np.arange(len(cohort.speakers))[:, None] == spoken_by,
        lists=dict(zip(LISTS, lists, strict=True)),
    )


def attacker_scores(enrolled: np.ndarray, intercepted: np.ndarray, trials: TrialLists) -> np.ndarray:
    """Return the cosine scores (enrolled speakers, trial utterances) in double precision.

    The model of a speaker is the mean of the enrollment vectors as they stand in `enrolled`, scaled to length 1.
    """
    models = unit_length(enrolled.astype(np.float64)[trials.enroll].mean(axis=1))
    return models @ unit_length(intercepted.astype(np.float64)[trials.trial]).T


def list_eer(scores: np.ndarray, trials: TrialLists, name: str = "same_gender") -> float:
    """Return the EER of one list, in percent."""
    chosen = trials.lists[name]
    return equal_error_rate(scores[chosen], trials.target[chosen]).value


def interval_width(scores: np.ndarray, trials: TrialLists, counts: np.ndarray) -> float:
    """Return the width, in points, of the 95 % speaker-bootstrap interval of the same-gender EER."""
    chosen = trials.lists["same_gender"]
    enrolled = np.broadcast_to(np.arange(len(chosen))[:, None], chosen.shape)
    interval = percentile_interval(eer_draws(scores[chosen], trials.target[chosen], enrolled[chosen], counts))
    return interval.high - interval.low
