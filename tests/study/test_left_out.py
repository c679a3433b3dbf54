"""What a reader calls an error it leaves out and counts; the rest of the file is read."""

import numpy
import pytest

from analysis.study.benchmark import load_benchmark
from analysis.study.embeddings import read_embeddings
from analysis.study.findings import Findings
from tests.studies import npz, replaced, utterance_ids, vectors, write_study


def loaded(folder, changes):
    findings = Findings()
    return load_benchmark(write_study(folder / "tiny", changes), findings), findings


TRIAL = "0012,0012-t1,0012,target,True\n"


@pytest.mark.parametrize(
    ("old", "new", "why", "count"),
    [
        (TRIAL, TRIAL.replace("0012,target", "0012,target,more"), "with more or fewer cells than the header", 1),
        (TRIAL, TRIAL.replace("0012-t1", "nobody"), "of unknown ids, or with speakers that disagree", 1),
        (TRIAL, TRIAL.replace("0012,target", "12,target"), "of unknown ids, or with speakers that disagree", 1),
        (TRIAL, TRIAL.replace("target", "maybe"), "without a known label", 1),
        (TRIAL, TRIAL.replace("target", "nontarget"), "with a label that the speakers contradict", 1),
        (TRIAL, TRIAL + TRIAL.replace("target", "nontarget") + TRIAL, "with both labels", 3),
    ],
)
def test_a_trial_with_an_error_is_left_out(tmp_path, old, new, why, count):
    """48 trials are listed; those that the error speaks of are counted under its reason and stand in no list."""
    read, findings = loaded(tmp_path, {"meta/trials_test.csv": replaced(old, new, 1)})
    trials = read.trials
    assert findings.has_errors
    assert {why: count} == dict(trials.left_out)
    assert 48 + new.count("\n") - 1 == trials.listed
    assert trials.listed - count == len(trials) == len(trials.lists["all"]) == len(trials.lists["all"].mask)


def test_trials_cut_by_hand_are_the_trials_of_a_shorter_file(tmp_path):
    """`keep` leaves what a file without the other rows gives, in every list."""
    whole, _ = loaded(tmp_path / "a", {})
    shorter, _ = loaded(tmp_path / "b", {"meta/trials_test.csv": replaced(TRIAL, "")})
    place = int(numpy.flatnonzero((whole.trials.frame["enroll"] == 0).to_numpy())[0])
    kept = whole.trials.keep(numpy.arange(48) != place)
    assert shorter.trials.frame.equals(kept.frame)
    assert {name: one.mask.tolist() for name, one in shorter.lists.items()} == {
        name: one.mask.tolist() for name, one in kept.lists.items()
    }


LINE = "0012-t1,phone (iAny),ខ្ញុំទៅផ្សារ,"


@pytest.mark.parametrize(
    ("change", "why", "count"),
    [
        (replaced("12-t2,phone", "nobody,phone", 1), "of unknown ids", 1),
        (lambda text: text + LINE + "x,y\n", "that stand beside other texts of the same utterance", 2),
        (lambda text: text + "a,b,c\n", "with more or fewer cells than the header", 1),
    ],
)
def test_a_transcript_with_an_error_is_left_out(tmp_path, change, why, count):
    """Of an utterance with two texts neither is known to be right."""
    read, findings = loaded(tmp_path, {"meta/transcripts.csv": change})
    assert findings.has_errors
    assert {why: count} == dict(read.transcripts.left_out)
    assert read.transcripts.listed - count == read.transcripts.frame.height


def test_an_utterance_of_two_speakers_is_in_doubt(tmp_path):
    """Its transcript is left out: whose it is is not known."""
    read, _ = loaded(tmp_path, {"meta/test_utts.csv": lambda text: text + "0012-t1,12,trial,F,phone (iAny)\n"})
    assert {"0012-t1"} == read.utterances.doubtful
    assert {"of utterances that are in doubt": 1} == dict(read.transcripts.left_out)


def test_a_speaker_of_two_genders_has_none(tmp_path):
    """Neither is known to be right."""
    read, _ = loaded(tmp_path, {"meta/test_utts.csv": replaced("a-b,enroll,M", "a-b,enroll,F", 1)})
    assert ("female", "female", "male", "") == read.utterances.genders


def test_a_cell_that_is_no_number_and_a_system_in_two_rows_have_no_published_value(tmp_path):
    """The cell is remembered as unreadable, the system is not listed."""
    change = replaced("29.63", "29,63 %")
    read, _ = loaded(tmp_path, {"meta/leaderboard.csv": lambda text: change(text).replace("29,63 %", '"29,63"') +
                                "knnvc_pool,1,,,,,,,,,,\n"})  # fmt: skip
    assert {("mcadams", "eer_ignorant")} == read.leaderboard.unreadable
    assert ("original", "mcadams", "openvoice") == read.leaderboard.systems
    assert read.leaderboard.cell("knnvc_pool", "eer_lazy").value is None


def test_only_the_sound_vectors_of_a_file_can_be_asked_for(tmp_path):
    """NaN, zeros, infinite numbers and ids that stand twice are left out; the other vectors are as stored."""
    rows = vectors("original").astype("float64")
    rows[0, 0], rows[1], rows[2] = numpy.nan, 0, numpy.inf
    ids = utterance_ids()
    ids[4] = ids[3]
    (tmp_path / "x.npz").write_bytes(npz(ids, rows.astype("float32")))
    read = read_embeddings(tmp_path / "x.npz", sound_only=True)
    assert ids[5:] == list(read.ids)
    assert numpy.array_equal(rows[5:].astype("float32"), read.vectors)
