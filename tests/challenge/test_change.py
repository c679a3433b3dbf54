"""Changes against the original, by hand from the printed table, and the fronts over them."""

from pathlib import Path

import pytest

from analysis.challenge.change import change
from analysis.challenge.fronts import fronts
from analysis.challenge.roster import Roster
from analysis.ledger import parts
from analysis.study.challenge import read_challenge

from .test_fronts import on_front, roster_of, rows


@pytest.fixture(scope="module")
def roster():
    return Roster(read_challenge(Path(__file__).parents[2] / "data" / "vpc2024"))


@pytest.fixture(scope="module")
def shipped(roster):
    return change(roster)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("change_uar/T10-1/test", -9.4),
        ("change_eer/T10-1/test", 703.9),
        ("change_wer/T10-1/test", 38.9),
        ("change_wer/T9/test", 28.1),
        ("change_eer/T9/test", 652.1),
        ("change_uar/T9/test", -14.2),
        ("change_eer/T8-1/test", 979.0),
        ("change_uar/T8-1/test", -57.0),
        ("change_eer/T10-2/test", 779.3),
        ("change_uar/T10-2/test", -14.5),
        ("change_uar/T9/dev", -12.2),
        ("change_eer/orig/dev", 0.0),
    ],
)
def test_a_change_of_the_printed_table(shipped, row, expected):
    """By hand, as 100·(64.45 − 71.10)/71.10 = −9.4; the sign tells which way."""
    assert pytest.approx(expected, abs=0.05) == rows(shipped)[row].value
    assert ("percent", 1, "recomputed") == (
        rows(shipped)[row].unit,
        rows(shipped)[row].decimals,
        rows(shipped)[row].tag,
    )


def test_the_fronts_with_an_eer_are_those_of_the_values(roster, shipped):
    """A relative change keeps the order of values, so that nothing may join or leave."""
    plain = fronts(roster)
    for pair, name in (("eer_uar", "uar"), ("eer_wer", "wer")):
        for ending in ("", "_compliant"):
            assert on_front(plain, f"front{ending}", name) == on_front(shipped, f"front_change{ending}", pair)


def test_the_front_of_both_utilities(shipped):
    """T9 has the lowest WER of all, T10-1 the highest UAR; nobody lies between them."""
    assert ["T10-1", "T9"] == on_front(shipped, "front_change", "uar_wer")
    assert ["T9"] == on_front(shipped, "front_change_compliant", "uar_wer")
    assert 2 == rows(shipped)["count/front_change/uar_wer"].value


def test_who_is_best_and_who_is_worse_than_the_original(shipped):
    """Only B2 has an EER below the original's 4.59."""
    assert "T10-1" == shipped.verdicts["vpc2024/leader_change/change_uar"]
    assert "T9" == shipped.verdicts["vpc2024/leader_change/change_wer"]
    assert "T8-1" == shipped.verdicts["vpc2024/leader_change/change_eer"]
    assert [1, 41, 41] == [rows(shipped)[f"count/change_{name}/worse"].value for name in ("eer", "uar", "wer")]
    worse = [parts(name)[3] for name in shipped.verdicts if parts(name)[1:3] == ("change_worse", "change_eer")]
    assert ["B2"] == worse


def test_ties_are_told_as_ties(tmp_path):
    """Two systems share the first place; a value equal to the original's is not worse."""
    part = change(roster_of(tmp_path, "orig,10,10,70,2\nA,10,10,50,3\nB,10,10,50,3\n"))
    study = tmp_path.name
    assert ("A", "B") == parts(part.verdicts[f"{study}/leader_change/change_uar"])
    assert 0 == rows(part)["count/change_eer/worse"].value


def test_what_cannot_be_a_change_says_why(tmp_path):
    """Without an original, with an original at zero, with a blank cell; and then nobody leads and no front is there."""
    part = change(roster_of(tmp_path / "a", "A,10,10,50,3\n"))
    assert {"no row for the original", "no such column in the results table"} == {
        entry.missing for entry in part.entries
    }
    assert {} == part.verdicts
    part = change(roster_of(tmp_path / "b", "orig,0,0,70,2\nA,10,10,,3\n"))
    assert "the original's value is zero" == rows(part)["change_eer/A/test"].missing
    assert "empty in the results table" == rows(part)["change_uar/A/test"].missing
    assert 50.0 == rows(part)["change_wer/A/test"].value
    assert [] == on_front(part, "front_change", "eer_wer")
