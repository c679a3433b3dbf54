"""The model of the coverage study, and the truth of its population."""

import numpy as np
import pytest

from analysis.coverage.design import STRENGTHS
from analysis.coverage.model import (
    ENROLLMENT,
    TRIAL,
    as_treated,
    embeddings,
    trials,
    voices,
)
from analysis.coverage.population import population_eer
from analysis.measures import equal_error_rate


def drawn(seed, speakers=6, strength=0.5):
    generator = np.random.default_rng(seed)
    return trials(*embeddings(voices(generator, speakers), strength, generator))


def test_every_pair_of_a_speaker_and_an_utterance_is_a_trial():
    """Each score is the product of the model and the utterance that the trial names; targets are a speaker's own."""
    generator = np.random.default_rng(3)
    models, utterances = embeddings(voices(generator, 4), 0.5, generator)
    made = trials(models, utterances)
    assert (4, TRIAL) == utterances.shape[:2] and 4 * 4 * TRIAL == len(made.scores)
    place = 0
    for enrolled in range(4):
        for spoken in range(4):
            for utterance in range(TRIAL):
                assert (enrolled, spoken) == (made.enrolled[place], made.spoken[place])
                assert models[enrolled] @ utterances[spoken, utterance] == pytest.approx(made.scores[place])
                assert (enrolled == spoken) == made.is_target[place]
                place += 1


def test_embeddings_have_length_one():
    """Models and utterances both, as the scores of a benchmark want them."""
    generator = np.random.default_rng(4)
    models, utterances = embeddings(voices(generator, 3), 1.0, generator)
    assert ENROLLMENT < TRIAL
    for vectors in (models, utterances):
        assert np.allclose(1.0, np.linalg.norm(vectors, axis=-1))


def test_the_same_seed_gives_the_same_scores_and_another_one_others():
    """A data set is what its generator makes of it."""
    assert (drawn(1).scores == drawn(1).scores).all() and (drawn(1).scores != drawn(2).scores).any()


def test_systems_share_half_of_what_a_voice_varies_by():
    """Two systems' voices correlate by one half over speakers, and each varies as much as voices do."""
    generator = np.random.default_rng(5)
    common = voices(generator, 20_000)
    one, other = as_treated(common, generator), as_treated(common, generator)
    for ours, theirs in ((one.gains, other.gains), (one.directions[:, 0], other.directions[:, 0])):
        assert 0.5 == pytest.approx(np.corrcoef(ours, theirs)[0, 1], abs=0.03)
        assert 1.0 == pytest.approx(ours.std(), abs=0.03)


@pytest.mark.parametrize("eer", sorted(STRENGTHS))
def test_a_strength_gives_the_eer_that_it_stands_for(eer):
    """Within four standard errors of a small population."""
    truth, error = population_eer(STRENGTHS[eer], 6_000, [7, eer])
    assert eer == pytest.approx(truth, abs=4 * error + 0.02) and 0 < error < 0.5


def test_the_truth_is_the_eer_of_the_very_many_trials():
    """The population's value lies where the project's own EER lies on a sample of many speakers."""
    truth, _ = population_eer(STRENGTHS[15], 4_000, [8])
    made = drawn(9, speakers=300, strength=STRENGTHS[15])
    assert equal_error_rate(made.scores, made.is_target).value == pytest.approx(truth, abs=2.0)
