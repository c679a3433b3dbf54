# ruff: noqa: E501 - a table of faults, one a line
"""A table of faults: each is found, named by file, row and remedy, and stops a build or does not."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.errors import InputError
from analysis.study.benchmark import read_benchmark
from analysis.study.checks import check_study
from tests.studies import replaced, study_files, utterance_ids, vectors, write_challenge, write_study

TRIALS = "meta/trials_test.csv"
UTTERANCES = "meta/test_utts.csv"
TRANSCRIPTS = "meta/transcripts.csv"
BOARD = "meta/leaderboard.csv"
PAIRS = "meta/paired_comparisons.json"
EMBEDDINGS = "embeddings/mcadams.npz"
CLIP = "audio/anonymized/mcadams/0012-t1.wav"
IDS = utterance_ids()


def changed(place: int, vector: object) -> tuple:
    rows = vectors("mcadams")
    rows[place] = vector
    return IDS, rows


def board_in_fractions(text: str) -> str:
    lines = [line.split(",") for line in text.splitlines()]
    for line, value in zip(lines[1:], ("0.02", "0.29", "0.43", "0.31"), strict=True):
        line[1] = value
    return "\n".join(",".join(line) for line in lines) + "\n"


FAULTS = [
    # code, severity, file, row, changes, words
    ("json", "error", PAIRS, None, {PAIRS: "{"}, ["not valid JSON"]),
    ("json", "error", PAIRS, None, {PAIRS: '{"a minus b": {}, "a minus b": {}}'}, ["stands twice"]),
    ("json", "error", PAIRS, None, {PAIRS: "[" * 100_000}, ["not valid JSON"]),
    ("json", "error", PAIRS, None, {PAIRS: "[]"}, ["no object"]),
    ("value", "error", PAIRS, None, {PAIRS: replaced("14.35", '"14.35"')}, ["without quotes"]),
    ("value", "error", PAIRS, None, {PAIRS: replaced("[9.97, 18.77]", "9.97")}, ["ci95"]),
    ("unknown-system", "note", PAIRS, None, {PAIRS: replaced("openvoice minus", "closedvoice minus")}, ["'closedvoice'"]),
    ("unresolved", "error", "study.toml", None, {"study.toml": '[[systems]]\nid = "nobody"'}, ["'nobody'"]),
    ("unresolved", "error", "study.toml", None, {"study.toml": '[[pairs]]\nb = "nobody"\na = "mcadams"'}, ["'nobody'"]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "severity", "file", "row", "changes", "words"),
    FAULTS,
    ids=[f"{code}-{place}" for place, (code, *_) in enumerate(FAULTS)],
)
def test_each_fault_is_found_at_its_place(tmp_path, code, severity, file, row, changes, words):
    """The finding names file, row, what was found and what to do; only errors stop a build."""
    folder = write_study(tmp_path / "x", changes)
    found = [f for f in check_study(folder) if (f.code, f.file) == (code, file)]
    matching = [f for f in found if all(word in f.text() for word in words)]
    assert matching, [f.text() for f in found or check_study(folder)]
    assert (severity, row) == (matching[0].severity, matching[0].row)
    if severity == "error":
        with pytest.raises(InputError) as caught:
            read_benchmark(folder)
        assert matching[0].found in str(caught.value)
    else:
        read_benchmark(folder)


def test_a_sound_study_has_no_error(study, tmp_path):
    """The tiny studies of both kinds have none."""
    for folder in (study, write_challenge(tmp_path / "challenge")):
        assert [] == [finding.text() for finding in check_study(folder) if finding.severity == "error"]


def test_errors_come_first_and_each_once(tmp_path):
    """Findings are sorted by severity, and the settings, which are read twice, are told once."""
    folder = write_study(tmp_path / "x", {"study.toml": "drows = 1", BOARD: None})
    severities = [finding.severity for finding in check_study(folder)]
    assert severities == sorted(severities, key=["error", "warning", "note"].index)
    assert 1 == severities.count("error")


def test_an_empty_folder_is_told_what_it_needs(tmp_path):
    """A folder without anything misses its lists; a folder that is not there is named."""
    assert {UTTERANCES, TRIALS, "embeddings/original.npz"} == {
        f.file for f in check_study(tmp_path) if f.severity == "error"
    }
    assert ["folder"] == [f.code for f in check_study(tmp_path / "none")]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    file=st.sampled_from(sorted(study_files())),
    place=st.integers(0, 5000),
    bytes_in=st.binary(max_size=12),
    cut=st.integers(0, 12),
)
def test_a_fault_anywhere_is_a_finding_and_never_a_traceback(tmp_path_factory, file, place, bytes_in, cut):
    """Bytes put in or cut out anywhere in any file give findings or a study that reads."""
    content = study_files()[file]
    data = content.encode() if isinstance(content, str) else content
    place %= len(data)
    folder = write_study(tmp_path_factory.mktemp("fault") / "x", {file: data[:place] + bytes_in + data[place + cut :]})
    findings = check_study(folder)
    if any(finding.severity == "error" for finding in findings):
        with pytest.raises(InputError):
            read_benchmark(folder)
    else:
        read_benchmark(folder)


@pytest.mark.parametrize(
    "name",
    ["_under", ".hidden", "a\\b", "ledger.csv", "summary.pdf", "=1+1", "-x", "@SUM", "a\nb", "a\udcff", "x" * 201],
)
def test_a_folder_name_that_no_page_could_stand_under_is_told(name, tmp_path):
    """The check says what a build would refuse."""
    folder = write_study(tmp_path / name)
    assert "study-name" in [finding.code for finding in check_study(folder) if finding.severity == "error"]
