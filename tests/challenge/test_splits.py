"""Development against test: ranks, tau, moves and categories, on a table small enough to count by hand."""

import csv
import math
from itertools import combinations
from pathlib import Path

import pytest

from analysis.challenge import challenge_results
from analysis.challenge.splits import BETTER, NEITHER, TIED, TOO_FEW, WORSE
from analysis.pages.chapters import chapters_of
from analysis.study.challenge import read_challenge

DATA = Path(__file__).parents[2] / "data" / "vpc2024"
HEADER = "system,dev_eer_female,dev_eer_male,dev_uar,dev_wer,test_eer_female,test_eer_male,test_uar,test_wer\n"
ROWS = """\
orig,8,2,70,1.5,8,2,70,1.5
A,50,50,60,2,42,38,50,3
B,30,30,50,3,46,44,60,2
C,20,20,40,4,19,20,40,3
D,12,8,30,4,9,10,30,4
E,33,33,70,1,,,,
P,49,49,70,1,49,49,70,1
"""
SYSTEMS = """\
system,name,role,family,compliant,team,parent,training,description
orig,Original,original,,,,,,As recorded.
A,A,baseline,codec,,,,,One.
B,B,submitted,codec,yes,S,,,One.
C,C,submitted,codec,no,S,,,One.
D,D,submitted,codec,yes,S,,,One.
E,E,submitted,codec,yes,S,,,One.
P,P,post-evaluation,codec,yes,S,,,Later.
"""


def made(folder, rows=ROWS, header=HEADER, systems=SYSTEMS):
    folder.mkdir()
    (folder / "study.toml").write_text('kind = "challenge"\nreference = "orig"\n', encoding="utf-8")
    (folder / "results.csv").write_text(header + rows, encoding="utf-8")
    if systems:
        (folder / "systems.csv").write_text(systems, encoding="utf-8")
    return challenge_results(read_challenge(folder))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return made(tmp_path_factory.mktemp("splits") / "small")


@pytest.fixture(scope="module")
def shipped():
    return challenge_results(read_challenge(DATA))


def values(results, *names):
    return [results.ledger.value(f"{results.study}/{name}") for name in names]


def of_splits(results):
    """Return the keys below the study that this step writes."""
    keys = [entry.key.partition("/")[2] for entry in results.ledger]
    mine = ("tau/", "rank_split/", "rank_move", "split_difference/", "count/pairs", "count/category_move/")
    return [name for name in keys if name.startswith(mine)]


def places(results, metric, split):
    return [results.ledger.value(f"{results.study}/rank_split/{metric}/{name}/{split}") for name in "ABCDE"]


def test_ranks_are_taken_among_the_systems_that_have_both_splits(small):
    """E has no test values: it would lead by WER on development, and leaves all ranks with its reason."""
    assert [1, 2, 3, 4, None] == places(small, "eer", "dev")
    assert [2, 1, 3, 4, None] == places(small, "eer", "test")
    assert [1, 2, 3, 3, None] == places(small, "wer", "dev")
    assert [2, 1, 2, 4, None] == places(small, "wer", "test")
    assert [1, 1, 1, 4, None] == places(small, "mfdr", "dev")
    assert [3, 1, 2, 4, None] == places(small, "mfdr", "test")
    entry = small.ledger["small/rank_move/wer/E"]
    assert "empty in the results table" == entry.missing and 4 == entry.n
    assert "small/rank_split/eer/P/test" not in small.ledger


def test_moves_are_above_zero_where_a_system_stands_better_on_test(small):
    """A loses the first rank by EER to B; by WER the tie on the third rank parts."""
    assert [-1, 1, 0, 0] == values(small, *(f"rank_move/eer/{name}" for name in "ABCD"))
    assert [-1, 1, 1, -1] == values(small, *(f"rank_move/wer/{name}" for name in "ABCD"))
    assert [1, 0.5, 2] == values(small, "rank_move_max/eer", "rank_move_mean/eer", "count/unmoved/eer")
    assert "A/B" == small.verdicts["small/rank_move_max/eer"]


def test_tau_by_hand(small):
    """EER: one of six pairs turned. WER: three kept, one turned, one tied on each side: 2 / 5. mFDR: 3 / √(3 · 6)."""
    assert [pytest.approx(2 / 3), pytest.approx(2 / 3), pytest.approx(0.4), pytest.approx(3 / math.sqrt(18))] == values(
        small, "tau/eer", "tau/uar", "tau/wer", "tau/mfdr"
    )
    assert [1, 6, 1, 0] == values(
        small, "count/pairs_turned/eer", "count/pairs/eer", "count/pairs_turned/wer", "count/pairs_turned/mfdr"
    )
    entry = small.ledger["small/tau/eer"]
    assert (4, None, "correlation") == (entry.n, entry.ci_low, entry.unit)


def test_differences_are_test_minus_development(small):
    """EER: (−10 + 15 − 0.5 − 0.5) / 4; UAR: one up, one down, two the same; mFDR falls for D alone."""
    assert [1.0, 0.0] == values(small, "split_difference/eer", "split_difference/uar")
    assert "points" == small.ledger["small/split_difference/mfdr"].unit
    assert [1, 3, 0] == values(small, *(f"count/split_{way}/eer" for way in ("better", "worse", "equal")))
    assert [1, 1, 2] == values(small, *(f"count/split_{way}/uar" for way in ("better", "worse", "equal")))
    assert [1, 3, 0] == values(small, *(f"count/split_{way}/mfdr" for way in ("better", "worse", "equal")))
    assert [WORSE, NEITHER, WORSE] == [small.verdicts[f"small/split_direction/{m}"] for m in ("eer", "uar", "mfdr")]


def test_who_changes_the_privacy_category(small):
    """B rises from 30 to 45 %, C falls below 20, D below 10; A stays, E cannot be compared."""
    moves = {name[-1]: words for name, words in small.verdicts.items() if "/category_move/" in name}
    assert {"A": "same", "B": "higher", "C": "lower", "D": "lower"} == moves
    assert [3, 1, 2, 1] == values(
        small, *(f"count/category_move/{way}" for way in ("changed", "higher", "lower", "same"))
    )
    assert ("eer_40", "eer_10") == (small.verdicts["small/category_dev/A"], small.verdicts["small/category_dev/D"])
    assert 4 == small.ledger["small/count/category_move/changed"].n


def test_without_one_split_there_is_no_chapter(tmp_path):
    """No column of the development set: nothing is compared, and nothing is said."""
    rows = "".join(",".join([line.split(",")[0], *line.split(",")[5:]]) + "\n" for line in ROWS.splitlines())
    results = made(tmp_path / "test_only", rows, "system,test_eer_female,test_eer_male,test_uar,test_wer\n")
    assert [] == of_splits(results)
    assert "splits" not in [chapter.short for chapter in chapters_of(results)]


def test_a_metric_that_one_split_lacks_is_left_out(tmp_path):
    """Without UAR on development the other orders are compared."""
    rows = "".join(",".join(line.split(",")[:3] + line.split(",")[4:]) + "\n" for line in ROWS.splitlines())
    results = made(tmp_path / "no_uar", rows, HEADER.replace("dev_uar,", ""))
    assert {"eer", "wer", "mfdr"} == {name.split("/")[1] for name in of_splits(results) if name.startswith("tau/")}


def test_one_system_has_no_tau(tmp_path):
    """It keeps its rank, and nothing can be turned."""
    results = made(tmp_path / "lone", ROWS.splitlines()[1] + "\n", systems="")
    assert (None, TOO_FEW) == (results.ledger["lone/tau/eer"].value, results.ledger["lone/tau/eer"].missing)
    assert [0, 0] == values(results, "rank_move_max/eer", "count/pairs/eer")
    assert "lone/rank_move_max/eer" not in results.verdicts


def test_tau_is_undefined_where_all_are_tied(tmp_path):
    """All UARs of the development set are one value."""
    rows = "".join(f"{name},20,30,50,{place},20,30,{40 + place},{place}\n" for place, name in enumerate("ABC", 1))
    results = made(tmp_path / "tied", rows, systems="")
    assert (None, TIED) == (results.ledger["tied/tau/uar"].value, results.ledger["tied/tau/uar"].missing)
    assert 1.0 == results.ledger.value("tied/tau/wer")


def test_no_system_at_all_but_the_original(tmp_path):
    """Nobody is ranked, and nothing is said."""
    assert [] == of_splits(made(tmp_path / "bare", ROWS.splitlines()[0] + "\n"))


def test_published_tau_by_another_route(shipped):
    """Pairs counted one by one in the table itself: 41 systems, 820 pairs."""
    roles = {row["system"]: row["role"] for row in read("systems.csv")}
    rows = [row for row in read("results.csv") if roles[row["system"]] in ("baseline", "submitted")]
    for metric, turned in (("eer", 72), ("uar", 58), ("wer", 29)):
        columns = ("eer_female", "eer_male") if metric == "eer" else (metric,)
        dev, test = (
            [sum(round(100 * float(row[f"{split}_{column}"])) for column in columns) for row in rows]
            for split in ("dev", "test")
        )
        signs = [(dev[a] - dev[b], test[a] - test[b]) for a, b in combinations(range(41), 2)]
        alike, against = (sum(sign * a * b > 0 for a, b in signs) for sign in (1, -1))
        assert turned == against
        tau = (alike - against) / math.sqrt(sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs))
        assert [pytest.approx(tau), turned, 820] == values(
            shipped, f"tau/{metric}", f"count/pairs_turned/{metric}", f"count/pairs/{metric}"
        )


def test_published_moves(shipped):
    """T17 falls from 38.76 % to 27.20 %: nine systems lie above it on development, twenty on test."""
    assert [10, 21, -11] == values(shipped, "rank_split/eer/T17/dev", "rank_split/eer/T17/test", "rank_move/eer/T17")
    assert "T17" == shipped.verdicts["vpc2024/rank_move_max/eer"]
    assert [10, 0, 10, 31] == values(
        shipped, *(f"count/category_move/{way}" for way in ("changed", "higher", "lower", "same"))
    )
    assert [31, 10] == values(shipped, "count/split_better/mfdr", "count/split_worse/mfdr")
    assert BETTER == shipped.verdicts["vpc2024/split_direction/mfdr"]


def read(name):
    with (DATA / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
