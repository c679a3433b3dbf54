"""The protocol files of a challenge: what is read, and how their faults are told."""

import pytest

from analysis.errors import InputError
from analysis.study.challenge import read_challenge
from analysis.study.checks import check_study
from tests.studies import PROTOCOL, replaced, write_challenge


def codes(folder):
    """Return (severity, code, place) of every finding that is about the protocol."""
    return [
        (one.severity, one.code, one.place)
        for one in check_study(folder)
        if one.code not in ("no-results", "unused-column") and one.file != "results.csv"
    ]


def test_every_file_is_read_into_rows(tmp_path):
    """Words in any spelling, numbers with their digits, blanks as missing, lists taken apart."""
    challenge = read_challenge(write_challenge(tmp_path / "x", PROTOCOL))
    made = challenge.protocol
    assert () == made.absent
    assert [("dev", "enrollment"), ("dev", "trial")] == [(row.split, row.type) for row in made.speakers]
    assert [2.0, 3.0, 5.0] == [made.speakers[0].speakers[part].value for part in ("female", "male", "total")]
    assert made.speakers[0].different_only.value is None
    assert {"1": "eval", "2": "train"} == made.folds[1].uses
    assert ("12.50", 2) == (made.training[0].hours.text, made.training[0].hours.decimals)
    assert ["same", "different"] == [row.pairs for row in made.trials]
    assert ("T1", "Ones", ("A", "B, C"), ("X", "Y")) == (
        made.teams[0].id, made.teams[0].name, made.teams[0].affiliations, made.teams[0].countries,
    )  # fmt: skip
    assert "the speaker" == made.editions[0].said
    assert set(PROTOCOL) <= set(challenge.inputs)


def test_a_study_without_any_of_the_files_has_an_empty_protocol(tmp_path):
    """Nothing is told about what a challenge need not have."""
    folder = write_challenge(tmp_path / "x")
    assert () == read_challenge(folder).protocol.speakers
    assert [] == codes(folder)


def test_one_note_names_the_files_that_are_absent(tmp_path):
    """Where some are there, the others are named together."""
    folder = write_challenge(tmp_path / "x", {**PROTOCOL, "training.csv": None, "editions.csv": None})
    (noted,) = [one for one in check_study(folder) if one.code == "no-protocol"]
    assert ("note", "the study has no editions.csv, training.csv") == (noted.severity, noted.found)


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("speakers.csv", "enroll,2", "enroll,-2", ["row 2, column female", "'-2' is negative", "from 0 up"]),
        ("speakers.csv", ",20,", ",many,", ["row 2, column utterances", "'many' is not a number"]),
        ("speakers.csv", "Development,", "train,", ["row 3, column split", "'train'", "dev, test"]),
        ("speakers.csv", "trial", "trials", ["column type", "'trials'", "enrollment, trial"]),
        ("speakers.csv", "trial", "enrollment", ["row 3, column split", "in an earlier row", "one row for each"]),
        ("speakers.csv", "Small,enroll", ",enroll", ["row 2, column subset", "blank"]),
        ("emotion_folds.csv", "S1,F", "S1,x", ["row 2, column gender", "'x'", "female, male"]),
        ("emotion_folds.csv", "eval,train", "tested,train", ["row 3, column fold_1", "'tested'", "train, dev, eval"]),
        ("emotion_folds.csv", "30", "30.5", ["column utterances", "'30.5' is no whole number"]),
        ("training.csv", "12.50", "-1", ["column hours", "negative"]),
        ("training.csv", "500", '"1,500"', ["column utterances", "without a sign between thousands"]),
        ("trials.csv", "different", "other", ["row 3, column pairs", "'other'", "same, different"]),
        ("teams.csv", "T1,", "=T1,", ["row 2, column team", "formula"]),
        ("editions.csv", "said", "says", ["row 1", "the column said is missing"]),
        ("editions.csv", ",2,", ",1,", ["row 3, column aspect", "stands in an earlier row"]),
    ],
)  # fmt: skip
def test_a_fault_names_its_place_and_what_is_allowed(tmp_path, file, old, new, words):
    """Each fault stops a build and is named with file, row, column, value and advice."""
    folder = write_challenge(tmp_path / "x", {**PROTOCOL, file: PROTOCOL[file].replace(old, new, 1)})
    with pytest.raises(InputError) as caught:
        read_challenge(folder)
    for word in [file, *words]:
        assert word in str(caught.value)


def test_all_faults_are_told_at_once(tmp_path):
    """A fault in one file does not hide those of the others."""
    changes = {
        **PROTOCOL,
        "speakers.csv": PROTOCOL["speakers.csv"].replace("2,3,5", "-2,x,5"),
        "trials.csv": PROTOCOL["trials.csv"].replace("same", "alike"),
        "training.csv": "model\nASV\n",
    }
    errors = [place for severity, _, place in codes(write_challenge(tmp_path / "x", changes)) if severity == "error"]
    assert [
        "speakers.csv, row 2, column female", "speakers.csv, row 2, column male", "training.csv, row 1",
        "trials.csv, row 2, column pairs",
    ] == errors  # fmt: skip


def test_a_team_that_is_not_listed_is_a_warning(tmp_path):
    """The systems that name it are told; a listed team without a system is a note."""
    folder = write_challenge(tmp_path / "x", {**PROTOCOL, "teams.csv": "team,name\nT2,Twos\n"})
    found = {one.severity: one.found for one in check_study(folder) if one.file == "teams.csv"}
    assert {
        "warning": "no row for the team 'T1', which made 'T1-1', 'T1-p1', 'T1-2'",
        "note": "'T2': no system of systems.csv names the team",
    } == found


def test_a_fold_that_trains_on_what_it_evaluates_is_a_warning(tmp_path):
    """Also one that evaluates nobody."""
    leaky = PROTOCOL["emotion_folds.csv"].replace("S1,F,30,dev,", "S1,F,30,train,")
    (found,) = [one for one in check_study(write_challenge(tmp_path / "x", {**PROTOCOL, "emotion_folds.csv": leaky}))
                if one.code == "fold"]  # fmt: skip
    assert ("warning", "column fold_1", "'S1' stands in training and in evaluation of one fold") == (
        found.severity, found.place.split(", ")[1], found.found,
    )  # fmt: skip
    idle = PROTOCOL["emotion_folds.csv"].replace("eval,train", "dev,train")
    (found,) = [one for one in check_study(write_challenge(tmp_path / "y", {**PROTOCOL, "emotion_folds.csv": idle}))
                if one.code == "fold"]  # fmt: skip
    assert "no speaker is eval in this fold" == found.found


def test_trials_of_a_set_without_speakers_are_a_warning(tmp_path):
    """A slip in a subset's name would otherwise pass unseen."""
    trials = PROTOCOL["trials.csv"].replace("Small,same", "Smal,same")
    folder = write_challenge(tmp_path / "x", {**PROTOCOL, "trials.csv": trials})
    (found,) = [one for one in check_study(folder) if one.file == "trials.csv"]
    assert ("warning", "speakers.csv does not have 'dev Smal'") == (found.severity, found.found)


@pytest.mark.parametrize(
    ("cell", "fault"),
    [("p", "no name with an equals sign"), ("=3", "no name"), ("p=x", "not a number"), ("p=", "no number"),
     ("p=1;p=2", "'p' stands twice")],
)  # fmt: skip
def test_a_parameter_is_a_name_and_a_number(tmp_path, cell, fault):
    """Anything else is an error with row and column."""
    systems = (
        f'system,role,parameters\norig,original,\nB1,baseline,"{cell}"\nT1-1,submitted,a b=0.20; n=4\n'
        "T1-p1,submitted,\n"
    )
    folder = write_challenge(tmp_path / "x", {"systems.csv": systems})
    with pytest.raises(InputError, match=fault) as caught:
        read_challenge(folder)
    assert "systems.csv, row 3, column parameters" in str(caught.value)
    folder = write_challenge(tmp_path / "y", {"systems.csv": replaced_in(systems, cell, "")})
    parameters = read_challenge(folder).system("T1-1").parameters
    assert {"a b": "0.20", "n": "4"} == {name: number.text for name, number in parameters.items()}


def replaced_in(text, old, new):
    return replaced(f'"{old}"', f'"{new}"')(text)
