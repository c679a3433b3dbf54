import pytest

from analysis.errors import InputError
from analysis.study.challenge import read_challenge
from analysis.study.checks import check_study
from tests.studies import replaced, write_challenge


def test_the_tiny_challenge_is_read_whole(tmp_path):
    """Systems with role, compliance and parents, and cells with their printed digits."""
    challenge = read_challenge(write_challenge(tmp_path / "x"))
    assert ["orig", "B1", "T1-1", "T1-p1", "T1-2"] == [system.id for system in challenge.systems]
    assert "orig" == challenge.reference
    assert [None, None, False, True, True] == [system.compliant for system in challenge.systems]
    assert ("T1-1", "B1") == challenge.system("T1-2").parents
    assert ("1.80", 1.8, 2) == (
        challenge.cell("orig", "dev_wer").text,
        challenge.cell("orig", "dev_wer").value,
        challenge.cell("orig", "dev_wer").decimals,
    )
    assert challenge.cell("T1-p1", "test_wer").value is None
    assert ("results.csv", "systems.csv") == challenge.inputs


def test_a_system_on_one_side_only_is_a_note(tmp_path):
    """A system that is described and has no row is told, and has no results."""
    challenge = read_challenge(write_challenge(tmp_path / "x"))
    assert not challenge.system("T1-2").has_results
    assert ["No results were printed for T1-2."] == [finding.remark for finding in challenge.findings]


def test_without_descriptions_the_table_still_reads(tmp_path):
    """Without systems.csv the original is known by its usual id."""
    challenge = read_challenge(write_challenge(tmp_path / "x", {"systems.csv": None}))
    assert ["original", "submitted", "submitted", "submitted"] == [system.role for system in challenge.systems]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"results.csv": replaced("42.71", '"42,71"')}, ["results.csv, row 3, column dev_uar"]),
        (
            {"results.csv": replaced("10.94", "-10.94")},
            ["row 3, column dev_eer_female", "'-10.94' is negative", "'B1'"],
        ),
        ({"results.csv": lambda text: text + "B1,,,,,,,,,,\n"}, ["row 6", "'B1'"]),
        ({"results.csv": "system,eer\nB1,3\n"}, ["no column holds a result", "dev_eer_female"]),
        ({"results.csv": "system,dev_wer\n"}, ["no systems"]),
        ({"systems.csv": replaced("baseline", "base")}, ["'base'", "post-evaluation"]),
        ({"systems.csv": replaced("codec,no", "codec,partly")}, ["'partly'", "yes, no"]),
        ({"systems.csv": replaced("T1-1 B1", "T1-1 B9")}, ["'B9'", "row 6"]),
        ({"study.toml": 'kind = "challenge"', "results.csv": None}, ["results.csv: the file is missing"]),
        ({"study.toml": '[[systems]]\nid = "X"'}, ["'X'"]),
    ],
)
def test_a_fault_of_the_tables_names_its_place(tmp_path, changes, words):
    """Each fault stops a build and is named."""
    folder = write_challenge(tmp_path / "x", changes)
    assert "error" in [finding.severity for finding in check_study(folder)]
    with pytest.raises(InputError) as caught:
        read_challenge(folder)
    for word in words:
        assert word in str(caught.value)


def test_more_digits_than_are_kept_are_noted(tmp_path):
    """A note names the cell, whose decimals are cut so that no page shows a digit that nobody printed."""
    folder = write_challenge(tmp_path / "x", {"results.csv": replaced("10.94", "10.94123456789")})
    (noted,) = [one for one in check_study(folder) if one.code == "digits"]
    assert ("note", "results.csv, row 3, column dev_eer_female") == (noted.severity, noted.place)
    assert 7 == read_challenge(folder).cell("B1", "dev_eer_female").decimals
