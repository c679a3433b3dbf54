"""The fronts of a challenge: with the marked systems and without them, the steps along them, who lies beyond."""

import csv
from pathlib import Path

import pytest

from analysis.challenge.fronts import fronts
from analysis.challenge.roster import Roster
from analysis.ledger import parts
from analysis.study.challenge import read_challenge

HEADER = "system,test_eer_female,test_eer_male,test_uar,test_wer\n"
ROLES = "system,name,role,family,compliant,team,parent,training,description\n"


def roster_of(folder, rows, roles=""):
    folder.mkdir(exist_ok=True)
    (folder / "study.toml").write_text('kind = "challenge"\nreference = "orig"\n', encoding="utf-8")
    (folder / "results.csv").write_text(HEADER + rows, encoding="utf-8")
    if roles:
        (folder / "systems.csv").write_text(ROLES + roles, encoding="utf-8")
    return Roster(read_challenge(folder))


@pytest.fixture(scope="module")
def shipped():
    return fronts(Roster(read_challenge(Path(__file__).parents[2] / "data" / "vpc2024")))


def on_front(part, head, name):
    return sorted(
        parts(k)[3] for k, v in part.verdicts.items() if parts(k)[1:3] == (head, name) and v == "on the front"
    )


def rows(part):
    return {"/".join(parts(entry.key)[1:]): entry for entry in part.entries}


def test_the_fronts_of_the_printed_table(shipped):
    """Read off the scatter by eye; the second list is the front of the rows that follow the rules."""
    assert ["T10-1", "T8-1", "T8-5", "T9"] == on_front(shipped, "front", "wer")
    assert ["T8-1", "T8-5", "T9"] == on_front(shipped, "front_compliant", "wer")
    assert ["T10-1", "T10-2", "T12-5", "T25-1", "T8-1"] == on_front(shipped, "front", "uar")
    assert ["T12-5", "T8-1", "T8-5", "T9"] == on_front(shipped, "front_compliant", "uar")
    counts = {name: entry.value for name, entry in rows(shipped).items() if name.startswith("count/")}
    assert {
        "count/front/wer": 4, "count/front/uar": 5, "count/front_compliant/wer": 3, "count/front_compliant/uar": 4
    } == counts  # fmt: skip
    assert (41, 36) == (rows(shipped)["count/front/wer"].n, rows(shipped)["count/front_compliant/wer"].n)


def test_the_fronts_equal_those_of_a_plain_loop():
    """A second route: a system is kept when no other row of the file is as good on both and better on one."""
    folder = Path(__file__).parents[2] / "data" / "vpc2024"
    roles = {row["system"]: row for row in csv.DictReader((folder / "systems.csv").open(encoding="utf-8"))}
    table = {
        row["system"]: (float(row["test_eer_female"]) + float(row["test_eer_male"]), float(row["test_uar"]))
        for row in csv.DictReader((folder / "results.csv").open(encoding="utf-8"))
        if roles[row["system"]]["role"] in ("baseline", "submitted")
    }
    kept = sorted(
        name
        for name, (eer, uar) in table.items()
        if not any(a >= eer and b >= uar and (a, b) != (eer, uar) for a, b in table.values())
    )
    assert kept == on_front(fronts(Roster(read_challenge(folder))), "front", "uar")


def test_a_step_is_what_it_gives_and_what_it_costs(shipped):
    """By hand: T9 has EER 34.52 and WER 2.37, T10-1 36.90 and 2.57; without it the next is T8-5 with 41.275, 3.20."""
    found = rows(shipped)
    assert (2.38, 0.2) == tuple(found[f"front_step/wer/T9/T10-1/{name}"].value for name in ("eer", "wer"))
    assert (6.755, 0.83) == tuple(found[f"front_compliant_step/wer/T9/T8-5/{name}"].value for name in ("eer", "wer"))
    assert "points" == found["front_step/wer/T9/T10-1/eer"].unit
    assert "front_step/wer/T9/T8-5/eer" not in found


def test_a_later_system_is_set_beside_the_front_and_changes_nothing(shipped):
    """T25-p1 has more privacy than T25-1 and keeps more emotion; nobody compared has both."""
    assert "beyond the front" == shipped.verdicts["vpc2024/front_outside/uar/T25-p1"]
    assert "behind the front" == shipped.verdicts["vpc2024/front_outside/wer/T25-p1"]
    assert "vpc2024/front/uar/T25-p1" not in shipped.verdicts
    assert "vpc2024/front_outside/uar/orig" not in shipped.verdicts


def test_equal_systems_are_both_kept_and_make_no_step(tmp_path):
    """A and B tie; the step from there to C is told once, from the first of them."""
    part = fronts(roster_of(tmp_path, "orig,1,1,70,1\nA,10,10,50,2\nB,10,10,50,2\nC,20,20,40,3\n"))
    assert ["A", "B", "C"] == on_front(part, "front", "wer")
    steps = [name for name in rows(part) if name.startswith("front_step/wer")]
    assert ["front_step/wer/A/C/eer", "front_step/wer/A/C/wer"] == steps


def test_a_missing_value_has_no_verdict_and_is_not_compared(tmp_path):
    """A blank cell, a column that is not there, and a front of marked systems only."""
    part = fronts(roster_of(tmp_path / "a", "orig,1,1,70,1\nA,10,10,,2\nB,20,20,,\n"))
    assert [] == on_front(part, "front", "uar")
    assert (0, 0) == (rows(part)["count/front/uar"].value, rows(part)["count/front/uar"].n)
    assert ["A"] == on_front(part, "front", "wer")
    part = fronts(roster_of(tmp_path / "b", "A,10,10,50,2\n", "A,A,submitted,codec,no,T,,,\n"))
    assert (["A"], []) == (on_front(part, "front", "wer"), on_front(part, "front_compliant", "wer"))
