"""Predicted emotions as they come, and every fault of the file."""

import pytest

from analysis.errors import InputError
from analysis.study.benchmark import load_benchmark, read_benchmark
from analysis.study.checks import check_study
from analysis.study.findings import Findings
from tests.studies import emotions, replaced, write_study

FILE = "meta/emotions.csv"


def study(tmp_path, text=None, changes=None):
    return write_study(tmp_path / "x", {FILE: emotions() if text is None else text, **(changes or {})})


def only(folder, code):
    found = [finding for finding in check_study(folder) if finding.code == code and finding.file == FILE]
    assert 1 == len(found), [finding.text() for finding in found]
    return found[0]


def test_emotions_are_read(tmp_path):
    """Folds, emotions, systems and speakers are what the file says; the file is an input."""
    benchmark = read_benchmark(study(tmp_path))
    heard = benchmark.emotions
    assert (("1", "2"), ("angry", "sad"), ("original", "mcadams")) == (heard.folds, heard.classes, heard.systems)
    assert [0, 0, 1, 1, 2, 2, 3, 3] == heard.frame["speaker"].to_list()
    assert ["angry", "angry", "sad", "sad", "angry", "sad", "angry", "angry"] == heard.predictions("mcadams")
    assert FILE in benchmark.inputs
    assert [True, True, False, False] == [system.emotions for system in benchmark.systems]


def test_without_a_fold_there_are_none(tmp_path):
    """The column may be absent or blank throughout."""
    assert () == read_benchmark(study(tmp_path, emotions(folds=" " * 8))).emotions.folds
    without = "\n".join(",".join(row.split(",")[::2]) for row in emotions().splitlines()) + "\n"
    assert () == read_benchmark(study(tmp_path, without)).emotions.folds


def test_a_system_may_have_predictions_only(tmp_path):
    """A column of predictions is enough to be a system."""
    folder = study(tmp_path, emotions().replace("predicted_mcadams", "predicted_new"))
    assert read_benchmark(folder).system("new").has_files


def test_an_utterance_may_stand_in_several_folds(tmp_path):
    """Once in each; a fold that repeats a row is warned about and counts it once."""
    more = "0012-t1,2,sad,sad,sad\n0012-t1,1,sad,sad,angry\n"
    folder = study(tmp_path, emotions() + more)
    assert 9 == read_benchmark(folder).emotions.frame.height
    assert ("warning", 11) == (only(folder, "duplicate").severity, only(folder, "duplicate").row)


FAULTS = {
    "no emotion": (replaced("0012-t2,1,angry", "0012-t2,1, "), "value", 3, "emotion", "fill the column emotion"),
    "no prediction": (replaced("sad,sad,angry", "sad,,angry", 1), "value", 2, "predicted_original", "was predicted"),
    "a fold in some rows": (replaced("12-t1,1,", "12-t1,,", 1), "value", 2, "fold", "fill the column fold"),
    "two truths": (lambda text: text + "0012-t1,1,angry,sad,sad\n", "conflict", 10, "utt_id", "name their fold"),
    "no column of truth": (replaced("emotion", "label"), "header", 1, "", "utt_id, emotion"),
    "a formula": (replaced("0012-t1", "=0012-t1"), "id", 2, "utt_id", "give it another id"),
}  # fmt: skip


@pytest.mark.parametrize("change, code, row, column, remedy", FAULTS.values(), ids=FAULTS)
def test_a_faulty_file_is_an_error(tmp_path, change, code, row, column, remedy):
    """The message names row, column and remedy, and a build stops."""
    folder = study(tmp_path, change(emotions()))
    error = only(folder, code)
    assert ("error", row, column) == (error.severity, error.row, error.column)
    assert remedy in error.text()
    with pytest.raises(InputError):
        read_benchmark(folder)


def test_of_two_truths_neither_is_kept(tmp_path):
    """What was true of the utterance is not known; the rest of the file goes on."""
    folder = study(tmp_path, emotions() + "0012-t1,1,angry,sad,sad\n")
    findings = Findings()
    heard = load_benchmark(folder, findings).emotions
    assert findings.has_errors
    assert (7, False) == (heard.frame.height, "0012-t1" in set(heard.frame["utt_id"]))


def test_an_utterance_of_nobody_is_noted(tmp_path):
    """Without its speaker there is no interval, and the page says so."""
    folder = study(tmp_path, emotions().replace("12-t2,", "Ses01-1,").replace("00Ses01-1,", "0012-t2,"))
    note = only(folder, "unknown-speaker")
    assert ("note", 5, True) == (note.severity, note.row, "'Ses01-1'" in note.found)
    assert "no interval" in note.remark
    assert 1 == read_benchmark(folder).emotions.unknown_speakers


def test_an_emotion_that_is_never_true_is_told(tmp_path):
    """A third word is a note; another spelling of a true one is a warning with the remedy."""
    note = only(study(tmp_path, emotions(mcadams="xassasaa")), "class")
    assert ("note", "predicted_mcadams", 2) == (note.severity, note.column, note.row)
    assert "'happy' is predicted and never true" in note.found
    warning = only(study(tmp_path, emotions(mcadams="xassasaa").replace("happy", "Sad")), "class")
    assert ("warning", True) == (warning.severity, "write 'Sad' as 'sad'" in warning.advice)


def test_no_predictions_and_no_rows(tmp_path):
    """A file without a column of predictions is warned about, one without rows noted."""
    assert "warning" == only(study(tmp_path, emotions().replace("predicted_", "p_")), "no-predictions").severity
    assert "note" == only(study(tmp_path, "utt_id,emotion\n"), "empty").severity
