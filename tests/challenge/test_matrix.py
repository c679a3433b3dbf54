"""The matrix of scaled changes: values and ranks by hand and by a second route, and what cannot be scaled."""

import csv
from pathlib import Path

import pytest

from analysis.challenge.matrix import matrix
from analysis.challenge.roster import Roster
from analysis.ledger import parts
from analysis.study.challenge import read_challenge

from .test_fronts import roster_of, rows

FOLDER = Path(__file__).parents[2] / "data" / "vpc2024"


@pytest.fixture(scope="module")
def shipped():
    return matrix(Roster(read_challenge(FOLDER)))


def test_a_cell_is_the_share_of_the_range(shipped):
    """By hand from the printed cells, whose original cancels out.

    T10-1: EER (36.90 − 4.52)/(49.525 − 4.52), UAR the best, WER (9.95 − 2.57)/(9.95 − 2.37).
    """
    found = rows(shipped)
    cells = [found[f"matrix/T10-1/{name}"].value for name in ("change_eer", "change_uar", "change_wer", "mean")]
    expected = [32.38 / 45.005, 1.0, 7.38 / 7.58]
    assert pytest.approx([*expected, sum(expected) / 3]) == cells
    assert (1.0, 0.0) == (found["matrix/T8-1/change_eer"].value, found["matrix/B2/change_eer"].value)
    assert (1.0, 0.0) == (found["matrix/T9/change_wer"].value, found["matrix/B2/change_wer"].value)
    assert (41, "ratio") == (found["matrix/T9/change_wer"].n, found["matrix/T9/change_wer"].unit)


def test_the_order_equals_that_of_a_plain_loop(shipped):
    """A second route from the file: shares of the printed cells themselves, added and sorted."""
    roles = {row["system"]: row["role"] for row in csv.DictReader((FOLDER / "systems.csv").open(encoding="utf-8"))}
    table = {
        row["system"]: (
            float(row["test_eer_female"]) + float(row["test_eer_male"]), float(row["test_uar"]), -float(row["test_wer"])
        )
        for row in csv.DictReader((FOLDER / "results.csv").open(encoding="utf-8"))
        if roles[row["system"]] in ("baseline", "submitted")
    }  # fmt: skip
    low, high = ([end(values) for values in zip(*table.values(), strict=True)] for end in (min, max))
    total = {
        name: sum((value - a) / (b - a) for value, a, b in zip(values, low, high, strict=True))
        for name, values in table.items()
    }
    found = rows(shipped)
    assert sorted(total, key=lambda name: -total[name]) == sorted(
        total, key=lambda name: found[f"matrix_rank/{name}"].value
    )
    assert not any("T25-p1" in name or "orig" in name for name in found)


def test_other_choices_give_other_orders(shipped):
    """By hand: T9 has the ranks 9, 2 and 1, T10-1 the ranks 7, 1 and 4, so that both have 12/3."""
    found, verdicts = rows(shipped), shipped.verdicts
    assert [1, 1] == [found[f"matrix_rank/{name}/mean_of_ranks"].value for name in ("T9", "T10-1")]
    assert "T10-1" == verdicts["vpc2024/matrix_leader"] == verdicts["vpc2024/matrix_leader/left_out"]
    assert ("T9", "T10-1") == parts(verdicts["vpc2024/matrix_leader/mean_of_ranks"])
    for name in ("T10-1", "B4", "T19-1"):
        best, rank, worst = (
            found[f"matrix_rank/{name}{which}"].value for which in ("/left_out_best", "", "/left_out_worst")
        )
        assert best <= rank <= worst
    assert 3 == found["matrix_move/left_out"].value and "B4" == verdicts["vpc2024/matrix_move/left_out"]
    assert 13 == found["matrix_move/privacy_half"].value == found["matrix_rank/T19-1/privacy_half"].value - 17


def test_equal_means_share_a_rank(tmp_path):
    """B and C are each the best in two measures and the worst in one, A in one, D in none."""
    part = matrix(roster_of(tmp_path, "orig,4,4,70,2\nA,10,10,40,3\nB,20,20,60,5\nC,10,10,60,3\nD,10,10,40,5\n"))
    found = rows(part)
    assert [0, 1, 0, 0] == [found[f"matrix/{name}/change_eer"].value for name in "ABCD"]
    assert [3, 1, 1, 4] == [found[f"matrix_rank/{name}"].value for name in "ABCD"]
    assert ("B", "C") == parts(part.verdicts[f"{tmp_path.name}/matrix_leader"])


def test_a_measure_in_which_all_are_equal_is_undefined(tmp_path):
    """The cell says so, and there is no mean and no order."""
    part = matrix(roster_of(tmp_path, "orig,4,4,70,2\nA,10,10,40,3\nB,20,20,60,3\n"))
    found = rows(part)
    assert "all systems are equal" == found["matrix/A/change_wer"].missing == found["matrix/A/mean"].missing
    assert 0.0 == found["matrix/A/change_eer"].value
    assert not any(name.startswith("matrix_rank") for name in found)
    assert [
        f"{tmp_path.name}/matrix_end/change_{name}/{end}" for name in ("eer", "uar") for end in ("best", "worst")
    ] == (list(part.verdicts))


def test_a_gap_costs_the_mean_and_the_rank(tmp_path):
    """B has no UAR: its other cells stand, it has no mean, and the others are ranked without it."""
    found = rows(matrix(roster_of(tmp_path, "orig,4,4,70,2\nA,10,10,40,3\nB,20,20,,9\nC,15,15,60,5\n")))
    assert "empty in the results table" == found["matrix/B/mean"].missing
    assert 0.0 == found["matrix/B/change_wer"].value
    assert "matrix_rank/B" not in found and 2 == found["matrix_rank/A"].n


def test_without_changes_there_is_no_matrix(tmp_path):
    """No original, no ranked system, one system: no rows, or reasons, never a crash."""
    assert [] == matrix(roster_of(tmp_path / "a", "A,10,10,40,3\n")).entries
    assert [] == matrix(roster_of(tmp_path / "b", "orig,10,10,40,3\n")).entries
    one = matrix(roster_of(tmp_path / "c", "orig,4,4,70,2\nA,10,10,40,3\n"))
    assert {"all systems are equal"} == {entry.missing for entry in one.entries}
