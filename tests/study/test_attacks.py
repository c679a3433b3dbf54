"""Reading results by attacker: what a sound table gives, and that every fault is told with its place and remedy."""

import pytest

from analysis.errors import InputError
from analysis.study.attacks import read_attacks
from analysis.study.checks import check_study
from analysis.study.datasets import Dataset
from analysis.study.settings import read_settings
from tests.attack_tables import HEADER, RESULTS, long_table, write_attacks
from tests.studies import replaced

ALONE = {"datasets.csv": None, "systems.csv": None}
"""A study that is its table only."""


def found(folder, severity):
    return [finding for finding in check_study(folder) if finding.severity == severity]


def test_the_made_up_study_is_read_whole(tmp_path):
    """Systems with their names, datasets with split and weight, cells with their printed digits, the reference."""
    attacks = read_attacks(write_attacks(tmp_path / "x"))
    assert [("raw", "Original"), ("shift", "Shift"), ("synth", "Synth")] == [(s.id, s.name) for s in attacks.systems]
    assert [("books", "test", 0.75), ("calls", "test", 0.25)] == [
        (dataset.id, dataset.split, dataset.weight.value) for dataset in attacks.datasets
    ]
    assert "raw" == attacks.reference
    cell = attacks.cells["shift", "calls", "", "ignorant"]["eer"]
    assert ("30.5", 30.5, 1) == (cell.text, cell.value, cell.decimals)
    assert {"wer"} == set(attacks.cells["raw", "calls", "", ""])
    assert ("datasets.csv", "results.csv", "systems.csv") == attacks.inputs
    assert [] == check_study(attacks.folder)


def test_the_kind_shows_in_the_header(tmp_path):
    """A results table with a column attacker is this kind, whatever cuts its columns; one without is a challenge's."""
    assert "attacks" == read_settings(write_attacks(tmp_path / "a")).kind
    semicolons = {"results.csv": "\ufeff" + RESULTS.replace(",", ";").replace("\n", "\r\n")}
    folder = write_attacks(tmp_path / "b", semicolons)
    assert "attacks" == read_settings(folder).kind
    assert [] == found(folder, "error")
    assert "challenge" == read_settings(write_attacks(tmp_path / "c", {"results.csv": "system,wer\na,1\n"})).kind


def test_words_are_read_in_any_common_spelling(tmp_path):
    """Letters for genders, hyphens and capitals in attackers; a gender may be left blank, or its column away."""
    table = long_table([("a", "d", "F", "Semi-Informed", 20), ("a", "d", "m", "lazy-informed", 30)])
    attacks = read_attacks(write_attacks(tmp_path / "x", {"results.csv": table, **ALONE}))
    assert {("a", "d", "female", "semi_informed"), ("a", "d", "male", "lazy")} == set(attacks.cells)
    bare = "system,dataset,attacker,eer\na,d,ignorant,20\n"
    assert {("a", "d", "", "ignorant")} == set(
        read_attacks(write_attacks(tmp_path / "y", {"results.csv": bare, **ALONE})).cells
    )


def test_without_further_files_names_tell_the_split(tmp_path):
    """A dataset's split is read from its name, and a note says so; no weight is made up."""
    table = long_table(
        [("a", "books_dev", "", "lazy", 20), ("a", "books-test", "", "lazy", 30), ("a", "x", "", "lazy", 1)]
    )
    attacks = read_attacks(write_attacks(tmp_path / "x", {"results.csv": table, **ALONE}))
    assert (
        Dataset("books_dev", "books_dev", "dev"),
        Dataset("books-test", "books-test", "test"),
        Dataset("x", "x"),
    ) == (attacks.datasets)
    assert {"no-datasets", "no-original"} == {finding.code for finding in attacks.findings}


def test_an_eer_above_one_half_is_no_fault(tmp_path):
    """It is real in published data: kept as it is, without an error and without a warning."""
    folder = write_attacks(tmp_path / "x", {"results.csv": replaced("52.0", "53.67")})
    assert [] == check_study(folder)
    assert 53.67 == read_attacks(folder).cells["synth", "books", "female", "ignorant"]["eer"].value


def test_words_for_nothing_are_missing_cells(tmp_path):
    """NA, a dash and a blank are no numbers, and no faults."""
    folder = write_attacks(
        tmp_path / "x", {"results.csv": replaced("shift,calls,,lazy,30.0,,,,,0.4", "shift,calls,,lazy,NA,-,,,,")}
    )
    assert [] == found(folder, "error")
    assert ("shift", "calls", "", "lazy") not in read_attacks(folder).cells


def row(text):
    """Return a change of the results: one more row."""
    return {"results.csv": lambda table: table + text + "\n"}


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        (
            row("shift,books,f,lazy,30.0,,,,,"),
            "results.csv, row 33, column system",
            ["stands in row 10 too", "Allowed: one row for each system, dataset, gender, attacker"],
        ),
        (
            row("shift,books,f,informed,30.0,,,,,"),
            "results.csv, row 33, column attacker",
            ["'informed'", "unprotected, ignorant, lazy, semi_informed"],
        ),
        (
            row("shift,books,girl,lazy,30.0,,,,,"),
            "results.csv, row 33, column gender",
            ["'girl'", "female, male, mixed"],
        ),
        (row('shift,calls,m,lazy,"30,1",,,,,'), "results.csv, row 33, column eer", ["has a comma", "point"]),
        (row("shift,calls,m,lazy,30 %,,,,,"), "results.csv, row 33, column eer", ["percent sign"]),
        (row("shift,calls,m,lazy,thirty,,,,,"), "results.csv, row 33, column eer", ["'thirty' is not a number"]),
        (row("shift,calls,m,lazy,-1,,,,,"), "results.csv, row 33, column eer", ["'-1' is below 0", "0 to 100 percent"]),
        (row("shift,calls,m,lazy,100.5,,,,,"), "results.csv, row 33, column eer", ["'100.5' is above 100"]),
        (
            row("shift,calls,m,lazy,30,,,,,40"),
            "results.csv, row 33, column linkability",
            ["'40' is above 1", "divide by 100"],
        ),
        (
            row("shift,calls,m,,,,,1.5,,"),
            "results.csv, row 33, column pitch_correlation",
            ["'1.5' is above 1", "-1 to 1"],
        ),
        (row("shift,more,,,,,101,,,"), "results.csv, row 33, column uar", ["'101' is above 100"]),
        (
            row("shift,calls,m,,30,,,,,"),
            "results.csv, row 33, column eer",
            ["an EER stands in a row that names an attacker", "name the attacker"],
        ),
        (
            row("shift,calls,m,,,9,,,,"),
            "results.csv, row 33, column wer",
            ["without gender and attacker", "row of its own"],
        ),
        (row("shift,calls,m,lazy,30,9,,,,"), "results.csv, row 33, column wer", ["without gender and attacker"]),
        (row("shift,calls,m,lazy,30,,,0.5,,"), "results.csv, row 33, column pitch_correlation", ["without attacker"]),
        (
            row("shift,calls,m,unprotected,30,,,,,"),
            "results.csv, row 33, column attacker",
            ["'shift', which is not the unprotected speech", "'raw'", "reference = "],
        ),
        (
            row("raw,calls,m,lazy,30,,,,,"),
            "results.csv, row 33, column attacker",
            ["'raw', which is the unprotected speech"],
        ),
        (row("=1+1,calls,m,lazy,30,,,,,"), "results.csv, row 33, column system", ["would run as a formula"]),
        (row("shift,,m,lazy,30,,,,,"), "results.csv, row 33, column dataset", ["is blank"]),
        (
            {"results.csv": HEADER.replace("attacker", "enemy") + "\n", "study.toml": 'kind = "attacks"'},
            "results.csv, row 1",
            ["the column attacker is missing"],
        ),
        ({"results.csv": f"{HEADER}\n"}, "results.csv, column eer", ["no row holds an EER"]),
        ({"results.csv": None, "study.toml": 'kind = "attacks"'}, "results.csv", ["the file is missing"]),
        (
            {"datasets.csv": replaced("test,0.25", "eval,0.25")},
            "datasets.csv, row 3, column split",
            ["'eval'", "test, dev"],
        ),
        ({"datasets.csv": replaced("0.25", "-0.25")}, "datasets.csv, row 3, column weight", ["negative"]),
        (
            {"datasets.csv": lambda text: text + "books,test,0.75,,\n"},
            "datasets.csv, row 4, column dataset",
            ["'books' stands in an earlier row"],
        ),
        (
            {"datasets.csv": lambda text: text + "news,test,0.1,,\n"},
            "datasets.csv, row 4, column dataset",
            ["no result stands in the dataset 'news'", "would be another one"],
        ),
        (
            {"datasets.csv": replaced("calls,test,0.25,Phone calls,Made up.\n", "")},
            "datasets.csv, column dataset",
            ["no row for 'calls'", "add the row"],
        ),
        (
            {"systems.csv": lambda text: text + "shift,,\n"},
            "systems.csv, row 5, column system",
            ["'shift' stands in an earlier row"],
        ),
        ({"study.toml": '[[systems]]\nid = "X"'}, "study.toml, column systems", ["'X'"]),
        ({"study.toml": 'reference = "X"'}, "study.toml, column reference", ["'X'"]),
        (
            {"averages.csv": "system,split,attacker,eer\nX,test,lazy,30\n"},
            "averages.csv, row 2, column system",
            ["'X' has no result"],
        ),
        (
            {"averages.csv": "system,split,attacker,eer\nshift,test,lazy,30\nshift,TEST,lazy,31\n"},
            "averages.csv, row 3, column system",
            ["stands in an earlier row"],
        ),
        (
            {"averages.csv": "system,split,attacker,eer\nshift,test,,30\n"},
            "averages.csv, row 2, column eer",
            ["names an attacker"],
        ),
    ],
)
def test_a_fault_names_its_place_and_the_remedy(tmp_path, changes, place, words):
    """Every fault stops a build and is told with file, row and column, with what is allowed and what to do."""
    folder = write_attacks(tmp_path / "x", changes)
    before = sorted(path.name for path in folder.iterdir())
    faults = [finding for finding in found(folder, "error") if finding.place == place]
    assert faults, [finding.place for finding in found(folder, "error")]
    assert any(all(word in fault.text() for word in words) for fault in faults), [fault.text() for fault in faults]
    with pytest.raises(InputError):
        read_attacks(folder)
    assert before == sorted(path.name for path in folder.iterdir())


def test_all_faults_are_told_at_once(tmp_path):
    """One run names the faults of every row."""
    rows = "shift,calls,m,lazy,x,,,,,\nshift,calls,f,lazy,120,,,,,2\nshift,calls,m,,30,,,,,\n"
    folder = write_attacks(tmp_path / "x", {"results.csv": lambda table: table + rows})
    assert {(33, "eer"), (34, "eer"), (34, "linkability"), (35, "eer")} == {
        (fault.row, fault.column) for fault in found(folder, "error")
    }


def test_two_originals_without_a_setting_are_an_error(tmp_path):
    """Which id the unprotected speech has is not guessed."""
    folder = write_attacks(tmp_path / "x", row("shift,calls,m,unprotected,30,,,,,"))
    assert any("unprotected rows of several systems: 'raw', 'shift'" in fault.found for fault in found(folder, "error"))


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        (
            {"results.csv": long_table([("a", "d", "", "lazy", 0.3), ("b", "d", "", "lazy", 0.4)]), **ALONE},
            "fractions",
            "multiply the column by 100",
        ),
        ({"datasets.csv": replaced("0.25", "0.2")}, "weights", "add up to 0.95"),
        ({"systems.csv": replaced("shift,Shift,Moves something.\n", "")}, "not-described", "'shift'"),
    ],
)
def test_a_doubt_is_a_warning(tmp_path, changes, code, words):
    """What may be right is told and does not stop a build."""
    folder = write_attacks(tmp_path / "x", changes)
    (doubt,) = found(folder, "warning")
    assert code == doubt.code and words in doubt.text()
    assert [] == found(folder, "error")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"results.csv": lambda table: table.replace("\n", ",x\n").replace(",x", ",remark", 1)}, "unused-column"),
        (row("shift,calls,m,lazy,,,,,,"), "empty-row"),
        ({"systems.csv": lambda text: text + "later,Later,\n"}, "no-results"),
    ],
)
def test_what_is_of_no_use_is_a_note(tmp_path, changes, code):
    """It is told, and the study stands."""
    folder = write_attacks(tmp_path / "x", changes)
    assert [code] == [note.code for note in found(folder, "note")]
    assert [] == found(folder, "error") + found(folder, "warning")
