"""What can be said of one system of a challenge, against values worked out by hand from the printed table."""

from pathlib import Path

import pytest

from analysis.challenge.quantities import (
    NO_ORIGINAL,
    QUANTITIES,
    ZERO_EERS,
    ZERO_ORIGINAL,
    quantity,
    source_of,
    why_missing,
)
from analysis.challenge.roster import Roster
from analysis.study.challenge import read_challenge

HEADER = "system,test_eer_female,test_eer_male,test_uar,test_wer\n"


@pytest.fixture(scope="module")
def shipped():
    return Roster(read_challenge(Path(__file__).parents[2] / "data" / "vpc2024"))


def roster_of(folder, rows):
    (folder / "study.toml").write_text('kind = "challenge"\n', encoding="utf-8")
    (folder / "results.csv").write_text(HEADER + rows, encoding="utf-8")
    return Roster(read_challenge(folder))


@pytest.mark.parametrize(
    ("system", "name", "split", "expected"),
    [
        ("orig", "mfdr", "test", 181.70),
        ("B6", "mfdr", "test", 0.05),
        ("T8-4", "mfdr", "test", 0.81),
        ("T10-1", "change_uar", "test", -9.35),
        ("T10-1", "change_eer", "test", 703.92),
        ("T9", "change_wer", "test", 28.11),
        ("T9", "change_eer", "test", 652.07),
        ("T17", "gender_gap", "test", -13.87),
        ("T8-1", "eer", "dev", 47.725),
        ("orig", "change_wer", "dev", 0.0),
    ],
)
def test_a_quantity_of_the_printed_table(shipped, system, name, split, expected):
    """By hand from the cells of the table."""
    assert pytest.approx(expected, abs=6e-3) == quantity(shipped, shipped.entrant(system), name, split)
    assert "" == why_missing(shipped, shipped.entrant(system), name, split)


def test_every_quantity_has_a_value_or_a_reason(tmp_path):
    """Zero EERs, a blank cell, a row that is not there, an original at zero."""
    roster = roster_of(tmp_path, "orig,0,0,70,0\nA,0,0,,2\nB,10,20,35,\n")
    for entrant in roster.entrants:
        for name in QUANTITIES:
            assert (quantity(roster, entrant, name) is None) == bool(why_missing(roster, entrant, name))
    first, second = roster.entrant("A"), roster.entrant("B")
    assert ZERO_EERS == why_missing(roster, first, "mfdr")
    assert ZERO_ORIGINAL == why_missing(roster, second, "change_eer")
    assert "empty in the results table" == why_missing(roster, second, "change_wer")
    assert -50.0 == quantity(roster, second, "change_uar")
    assert "no such column in the results table" == why_missing(roster, second, "uar", "dev")


def test_without_an_original_nothing_is_a_change(tmp_path):
    """The reason names what is missing."""
    roster = roster_of(tmp_path, "A,1,2,50,2\n")
    assert roster.original is None
    assert NO_ORIGINAL == why_missing(roster, roster.entrant("A"), "change_uar")


def test_a_quantity_names_its_columns():
    """What a ledger row says about its source."""
    assert "results.csv, test_eer_female, test_eer_male" == source_of("mfdr")


def test_an_unknown_quantity_is_a_mistake_of_the_caller(shipped):
    """No silent None."""
    with pytest.raises(KeyError):
        quantity(shipped, shipped.entrant("T9"), "cllr")
