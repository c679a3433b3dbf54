"""The cohort: counts, and that nobody is counted twice."""

from analysis.simulate.cohort import demo_rows, published_cohort, trial_rows, utterance_rows


def test_counts_are_the_published_ones():
    """43 speakers, 559 tested utterances, 20 demo clips on top of them, 18,490 trials."""
    cohort = published_cohort()
    assert (len(cohort.speakers), len(cohort.tested), len(cohort.embedded)) == (43, 559, 579)
    assert (len(utterance_rows(cohort)), len(trial_rows(cohort)), len(demo_rows(cohort))) == (559, 18490, 20)


def test_ids_are_unique_and_demo_clips_stand_in_no_list():
    """Every utterance has an id of its own; demo clips are neither enrolled nor tried."""
    cohort = published_cohort()
    assert len({utterance.name for utterance in cohort.embedded}) == 579
    assert not {row["utt_id"] for row in utterance_rows(cohort)} & {row["utt_id"] for row in demo_rows(cohort)}


def test_labels_follow_the_speaker():
    """A trial is a target exactly when the enrolled speaker speaks in it."""
    rows = trial_rows(published_cohort())
    assert all((row["label"] == "target") == (row["enroll_speaker"] == row["trial_speaker"]) for row in rows)
