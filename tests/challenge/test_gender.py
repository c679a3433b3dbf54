"""How evenly female and male speakers are protected, against values worked out by hand from small tables."""

from pathlib import Path

import polars
import pytest

from analysis.challenge import challenge_results
from analysis.challenge.gender import EQUAL, FEMALE, INSIDE, LARGEST, MALE, NOT_LARGEST, OUTSIDE
from analysis.ledger import parts
from analysis.study.challenge import read_challenge

HEADER = "system,dev_eer_female,dev_eer_male,test_eer_female,test_eer_male\n"
SYSTEMS = "system,name,role\n"
# Gaps on test -8, +2, -10, 0, undefined mFDR for Z; E sits on the edge of a band of 10 %: 200 * 2 / 40.
ROWS = """\
orig,10,2,9,1
A,20,21,20,22
B,20,20,30,20
C,40,39,40,40
Z,0,0,0,0
E,19,21,21,19
P,10,90,10,90
H,10,,10,
"""
ROLES = """\
orig,o,original
A,a,submitted
B,b,baseline
C,c,submitted
Z,z,submitted
E,e,submitted
P,p,post-evaluation
H,h,submitted
N,n,submitted
"""


def made(folder, rows=ROWS, roles=ROLES, settings="mfdr_band = 10\n", header=HEADER):
    folder.mkdir()
    (folder / "results.csv").write_text(header + rows, encoding="utf-8")
    if roles:
        (folder / "systems.csv").write_text(SYSTEMS + roles, encoding="utf-8")
    (folder / "study.toml").write_text('kind = "challenge"\nreference = "orig"\n' + settings, encoding="utf-8")
    return challenge_results(read_challenge(folder))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return made(tmp_path_factory.mktemp("gender") / "small")


@pytest.fixture(scope="module")
def shipped():
    return challenge_results(read_challenge(Path(__file__).parents[2] / "data" / "vpc2024"))


def value(results, *names):
    return results.ledger.value("/".join([results.study, *names]))


def count(results, *names):
    entry = results.ledger["/".join([results.study, "count", *names])]
    return entry.value, entry.n


def named(results, *names):
    return parts(results.verdicts["/".join([results.study, *names])])


def test_the_gap_is_male_minus_female_with_its_sign(small):
    """In points, recomputed, from both cells."""
    entry = small.ledger["small/gender_gap/A/test"]
    assert (2.0, "points", 2, "recomputed") == (entry.value, entry.unit, entry.decimals, entry.tag)
    assert "results.csv, test_eer_female, test_eer_male" == entry.source
    assert [-8.0, -10.0, 0.0] == [value(small, "gender_gap", name, "test") for name in ("orig", "B", "C")]


def test_the_mfdr_is_the_gap_over_the_mean(small):
    """200 * 2 / 42, 200 * 10 / 50, and 0 for equal EERs."""
    assert pytest.approx(9.5238095) == value(small, "mfdr", "A", "test")
    assert [40.0, 0.0, 160.0] == [value(small, "mfdr", name, "test") for name in ("B", "C", "orig")]


def test_what_is_missing_says_why(small):
    """Two zeros have a gap and no mFDR; one half alone has neither; a system without results has neither."""
    assert 0.0 == value(small, "gender_gap", "Z", "test")
    for name, reason in (
        ("mfdr/Z/test", "both EERs are zero"),
        ("rank/mfdr/Z/dev", "both EERs are zero"),
        ("gender_gap/H/test", "empty in the results table"),
        ("mfdr/N/dev", "not in the results table"),
    ):
        entry = small.ledger[f"small/{name}"]
        assert (None, reason) == (entry.value, entry.missing)


def test_ranks_go_by_size_and_share_ties(small):
    """Of A 2, B 10, C 0, Z 0, E 2 points: the two without a gap are first, the two of 2 points third."""
    ranks = {name: value(small, "rank", "gender_gap", name, "test") for name in "ABCZE"}
    assert {"C": 1, "Z": 1, "A": 3, "E": 3, "B": 5} == ranks
    assert 5 == small.ledger["small/rank/gender_gap/A/test"].n
    assert {"C": 1, "A": 2, "E": 3, "B": 4} == {name: value(small, "rank", "mfdr", name, "test") for name in "CAEB"}
    assert "small/rank/gender_gap/orig/test" not in small.ledger
    assert "small/rank/mfdr/P/test" not in small.ledger


def test_sides_are_counted_without_the_original_and_later_systems(small):
    """A for male, B and E for female, C and Z equal; on the development set A and E male, C female, B and Z equal."""
    assert [(1, 5), (2, 5), (2, 5)] == [
        count(small, "gender_gap", side, "test") for side in ("male_higher", "female_higher", "equal")
    ]
    assert [(2, 5), (1, 5), (2, 5)] == [
        count(small, "gender_gap", side, "dev") for side in ("male_higher", "female_higher", "equal")
    ]
    assert {"A": MALE, "B": FEMALE, "C": EQUAL, "orig": FEMALE, "P": MALE} == {
        name: small.verdicts[f"small/gender_gap/{name}/test"] for name in ("A", "B", "C", "orig", "P")
    }
    assert "small/gender_gap/H/test" not in small.verdicts


def test_the_other_side_needs_two_sides(small):
    """E changes from male to female; from equal to female, as B does, is no change of sides."""
    assert (1, 5) == count(small, "gender_gap", "other_side")


def test_the_band_leaves_its_edge_out(small):
    """E has exactly 10 %: outside. Inside on test A 9.5 and C 0; on the development set A 4.9, B 0, C 2.5."""
    entry = small.ledger["small/setting/mfdr_band"]
    assert (10.0, 0, "percent", "shipped", "study.toml") == (
        entry.value, entry.decimals, entry.unit, entry.tag, entry.source,
    )  # fmt: skip
    assert [(2, 4), (3, 4), (2, 4)] == [count(small, "mfdr", "inside", where) for where in ("test", "dev", "both")]
    assert [INSIDE, INSIDE, OUTSIDE, OUTSIDE] == [small.verdicts[f"small/mfdr/{name}/test"] for name in "ACEP"]
    assert "small/mfdr/Z/test" not in small.verdicts


def test_a_step_between_the_splits_is_down_up_or_none(small):
    """C falls from 2.5 to 0, A and B rise, E stays; Z has no mFDR and is not counted."""
    assert [(1, 4), (2, 4), (1, 4)] == [count(small, "mfdr", f"{step}_on_test") for step in ("lower", "higher", "same")]


def test_systems_are_set_beside_the_original(small):
    """Gap of 8 points on test: all but B are smaller; mFDR of 160 %: all are lower."""
    assert (4, 5) == count(small, "gender_gap", "below_original", "test")
    assert (4, 4) == count(small, "mfdr", "below_original", "test")
    assert NOT_LARGEST == small.verdicts["small/original/gender_gap/test"]
    assert LARGEST == small.verdicts["small/original/mfdr/test"]


def test_who_is_most_and_least_even(small):
    """Ties are all named; P would be the least even and stands outside."""
    assert ("C", "Z") == named(small, "most_even", "gender_gap", "test")
    assert ("B",) == named(small, "least_even", "gender_gap", "test")
    assert ("A",) == named(small, "male_higher", "gender_gap", "test")
    assert ("E",) == named(small, "least_even", "mfdr", "dev")


def test_without_a_printed_band_there_is_none(tmp_path):
    """Neither the setting, nor counts, nor verdicts."""
    results = made(tmp_path / "bandless", settings="")
    assert not [e.key for e in results.ledger if "mfdr_band" in e.key or "/inside" in e.key]
    assert not [name for name in results.verdicts if name.startswith("bandless/mfdr/")]
    assert 40.0 == value(results, "mfdr", "B", "test")


def test_one_system_and_no_original(tmp_path):
    """It is the most and the least even; nothing is set beside an original."""
    results = made(tmp_path / "alone", "A,20,20,20,22\n", roles="")
    assert ("A",) == named(results, "most_even", "mfdr", "test") == named(results, "least_even", "mfdr", "test")
    assert not [e.key for e in results.ledger if "below_original" in e.key]
    assert not [name for name in results.verdicts if "/original/" in name]


def test_all_equal_have_no_side(tmp_path):
    """Nobody is the most uneven on a side, everybody ties, and the band holds all."""
    results = made(tmp_path / "even", "orig,5,5,5,5\nA,20,20,20,20\nB,20,20,20,20\n", "orig,o,original\n")
    assert ("A", "B") == named(results, "most_even", "gender_gap", "test")
    assert not [name for name in results.verdicts if "_higher/" in name]
    assert [(2, 2), (2, 2)] == [count(results, "gender_gap", "equal", "test"), count(results, "mfdr", "inside", "both")]
    assert (0, 2) == count(results, "mfdr", "below_original", "test")


def test_a_table_without_halves_has_no_such_rows(tmp_path):
    """The chapter is then not there."""
    results = made(tmp_path / "bare", "A,5\nB,6\n", "", header="system,test_wer\n")
    assert not [e.key for e in results.ledger if "gender" in e.key or "mfdr" in e.key]
    assert "gender.csv" not in results.tables


def test_the_table_has_the_digits_of_the_pages(shipped):
    """EERs as printed; gap and mFDR with two decimals; what is missing is empty."""
    table = shipped.tables["gender.csv"]
    assert ["system", "role", "compliant", "eer_female", "eer_male", "gap", "mfdr_dev", "mfdr_test"] == table.columns
    rows = {row["system"]: tuple(row.values())[1:] for row in table.iter_rows(named=True)}
    assert ("original", None, "8.76", "0.42", "-8.34", "167.48", "181.70") == rows["orig"]
    assert ("submitted", "no", "34.13", "20.26", "-13.87", "13.83", "51.00") == rows["T17"]
    assert ("submitted", "yes", None, None, None, None, None) == rows["T19-3"]
    assert table.schema == dict.fromkeys(table.columns, polars.String)


def test_the_published_challenge(shipped):
    """By hand from the printed table: 181.7 for the original, 0.05 for B6, 0.81 for T8-4, and the two widest gaps."""
    assert [pytest.approx(181.70, abs=5e-3), pytest.approx(0.05, abs=5e-3), pytest.approx(0.81, abs=5e-3)] == [
        value(shipped, "mfdr", name, "test") for name in ("orig", "B6", "T8-4")
    ]
    assert [-13.87, 13.12] == [value(shipped, "gender_gap", name, "test") for name in ("T17", "T33-2")]
    assert (("T17",), ("T33-2",)) == (
        named(shipped, "female_higher", "gender_gap", "test"), named(shipped, "male_higher", "gender_gap", "test"),
    )  # fmt: skip
    assert LARGEST == shipped.verdicts["vpc2024/original/mfdr/test"]
    assert [1, 2] == [value(shipped, "rank", "mfdr", name, "test") for name in ("B6", "T8-4")]
    assert [(13, 41), (5, 41), (3, 41)] == [
        count(shipped, "mfdr", "inside", where) for where in ("test", "dev", "both")
    ]
    assert [(31, 41), (10, 41)] == [count(shipped, "mfdr", f"{step}_on_test") for step in ("lower", "higher")]
    assert [(25, 41), (16, 41)] == [
        count(shipped, "gender_gap", side, "test") for side in ("female_higher", "male_higher")
    ]
    assert 5.0 == value(shipped, "setting", "mfdr_band")
