"""Simulated embeddings: what each setting does to an attacker."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.simulate.attackers import attacker_scores, list_eer, trial_lists
from analysis.simulate.cohort import published_cohort
from analysis.simulate.embeddings import (
    EncoderSettings,
    SystemSettings,
    anonymized_embeddings,
    cohort_directions,
    original_embeddings,
)

PLAIN = SystemSettings(
    leak=(0.3, 0.3), leak_spread=0.1, link=0.3, link_spread=0.2, gender=0.0, target_gender=0.0, channel=0.0
)


@pytest.fixture(scope="module")
def bench():
    cohort = published_cohort()
    shared = cohort_directions(cohort, seed=5)
    original = original_embeddings(shared, EncoderSettings((0.8, 0.8), 0.1), 5, "original")
    return shared, trial_lists(cohort), original


def ignorant(bench, name="same_gender", **changes):
    shared, trials, original = bench
    vectors = anonymized_embeddings(shared, replace(PLAIN, **changes), 5, "system")
    return list_eer(attacker_scores(original, vectors, trials), trials, name)


def lazy(bench, **changes):
    shared, trials, _ = bench
    vectors = anonymized_embeddings(shared, replace(PLAIN, **changes), 5, "system")
    return list_eer(attacker_scores(vectors, vectors, trials), trials)


def test_leak_helps_the_ignorant_attacker(bench):
    """The more of the original speaker leaks, the lower the EER against original enrollment."""
    assert ignorant(bench, leak=(0.0, 0.0)) > ignorant(bench) > ignorant(bench, leak=(0.7, 0.7))


def test_link_helps_the_lazy_attacker(bench):
    """The more constant the anonymized voice, the lower the EER against anonymized enrollment."""
    assert lazy(bench, link=0.0) > lazy(bench) > lazy(bench, link=0.9)


def test_kept_gender_lowers_the_eer_over_all_trials_only(bench):
    """A kept gender widens the step from the same-gender list to all trials."""

    def step(**changes):
        return ignorant(bench, **changes) - ignorant(bench, "all", **changes)

    assert step(gender=0.4) > step() + 3


def test_other_seed_gives_other_speakers(bench):
    """Two seeds share no direction; the same seed gives the same ones."""
    cohort = published_cohort()
    assert np.array_equal(bench[0].speaker, cohort_directions(cohort, seed=5).speaker)
    assert not np.array_equal(bench[0].speaker, cohort_directions(cohort, seed=6).speaker)
