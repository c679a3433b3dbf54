"""A challenge's tables become ledger rows, ranks, fronts and verdicts."""

from pathlib import Path

import polars
import pytest

from analysis.challenge import challenge_results
from analysis.challenge.categories import category_name
from analysis.challenge.entrants import average_of_halves
from analysis.ledger import parts
from analysis.study.challenge import read_challenge

RESULTS = """\
system,dev_eer_female,dev_eer_male,dev_eer_average,dev_uar,dev_wer,test_eer_female,test_eer_male,test_eer_average,test_uar,test_wer
orig,10.00,2.00,6.00,70.00,1.80,8.00,0.00,4.00,71.00,1.85
B1,12.00,8.00,10.00,40.00,3.00,39.99,40.01,40.00,30.00,5.00
S-1,30.00,20.00,25.00,50.00,2.50,12.31,12.30,12.31,50.00,2.50
S-2,30.00,20.00,25.10,50.00,2.50,20.00,19.98,19.99,55.00,2.50
S-3,45.00,47.00,46.00,30.10,4.00,45.00,47.00,46.00,30.00,4.0
P,50.00,50.00,50.00,71.00,1.00,50.00,50.00,50.00,71.00,1.00
"""
SYSTEMS = """\
system,name,role,family,compliant,team,parent,training,description
orig,Original,original,,,,,,As recorded.
B1,Base,baseline,codec,,,,,A baseline.
S-1,One,submitted,cascade,no,S,B1,,Breaks a rule.
S-2,Two,submitted,hybrid,yes,S,B1,,Keeps the rules.
S-3,Three,submitted,codec,yes,S,,,Keeps the rules.
S-4,Four,submitted,codec,yes,S,,,Without results.
P,Later,post-evaluation,codec,yes,S,S-1,,After the evaluation.
"""


def write(folder, results=RESULTS, systems=SYSTEMS):
    folder.mkdir()
    (folder / "results.csv").write_text(results, encoding="utf-8")
    (folder / "systems.csv").write_text(systems, encoding="utf-8")
    (folder / "study.toml").write_text('kind = "challenge"\nreference = "orig"\n', encoding="utf-8")
    return challenge_results(read_challenge(folder))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return write(tmp_path_factory.mktemp("studies") / "small")


@pytest.fixture(scope="module")
def shipped():
    return challenge_results(read_challenge(Path(__file__).parents[2] / "data" / "vpc2024"))


def counted(results, role):
    return [results.ledger.value(f"{results.study}/count/{role}/{category_name(m)}") for m in (10, 20, 30, 40)]


def ranked(results, metric, category):
    """Return system → rank, for the systems that have one."""
    prefix = f"{results.study}/rank/{metric}/"
    return {
        parts(entry.key)[3]: entry.value
        for entry in results.ledger
        if entry.key.startswith(prefix) and parts(entry.key)[4] == category
    }


def test_the_mean_of_two_printed_values_is_exact_in_decimals():
    """Binary noise would put 39.99 and 40.01, or 28.43 and 22.04, on either side."""
    assert 40.0 == average_of_halves(39.99, 40.01)
    assert 25.235 == average_of_halves(28.43, 22.04)


def test_a_shipped_cell_keeps_its_digits_and_says_where_it_stands(small):
    """`4.0` has one decimal, the cells beside it two."""
    entry = small.ledger["small/shipped/wer/S-3/test"]
    assert (4.0, 1, "shipped", "results.csv, test_wer") == (entry.value, entry.decimals, entry.tag, entry.source)
    entry = small.ledger["small/shipped/eer/orig/semi_informed/dev_female"]
    assert (10.0, 2, "percent") == (entry.value, entry.decimals, entry.unit)


def test_the_average_is_recomputed_and_set_against_the_printed_one(small):
    """A difference is recomputed minus printed, in points."""
    entry = small.ledger["small/eer/S-2/semi_informed/dev_average"]
    assert (25.0, "recomputed", 2) == (entry.value, entry.tag, entry.decimals)
    place = "small/agreement/eer/S-2/semi_informed/dev_average"
    assert pytest.approx(-0.1) == small.ledger.value(place)
    assert "differs" == small.verdicts[place]
    assert "agrees at the printed precision" == small.verdicts["small/agreement/eer/S-3/semi_informed/test_average"]
    assert pytest.approx(0.1) == small.ledger.value("small/agreement_max/eer")
    counts = [small.ledger.value(f"small/count/agreement/{name}") for name in ("compared", "differs")]
    assert [12, 1] == counts


def test_a_category_holds_the_systems_whose_recomputed_average_reaches_its_minimum(small):
    """B1 reaches 40 with exactly 40; S-2 misses 20 by a hundredth; the later system and the original stand outside."""
    assert [1, 1, 1, 1] == counted(small, "baseline")
    assert [3, 1, 1, 1] == counted(small, "submitted")
    assert 2 == small.ledger.value("small/count/submitted/eer_10_compliant")
    assert {"S-1": "eer_10", "S-2": "eer_10", "B1": "eer_40", "orig": "none", "P": "eer_40"} == {
        name: small.verdicts[f"small/category/{name}"] for name in ("S-1", "S-2", "B1", "orig", "P")
    }
    entry = small.ledger["small/setting/category_20"]
    assert (20.0, "shipped", "defaults") == (entry.value, entry.tag, entry.source)


def test_ties_share_a_rank_and_the_next_rank_counts_them(small):
    """Two systems at the same WER are first, the next one third."""
    assert {"S-1": 1, "S-2": 1, "S-3": 3, "B1": 4} == ranked(small, "wer", "eer_10")
    assert {"S-2": 1, "S-1": 2, "S-3": 3, "B1": 3} == ranked(small, "uar", "eer_10")
    assert {"S-2": 1, "S-3": 2, "B1": 3} == ranked(small, "wer", "eer_10_compliant")
    assert 4 == small.ledger["small/rank/wer/S-1/eer_10"].n


def test_leaders_that_tie_are_all_named(small):
    """Their ids are joined like the parts of a key."""
    assert ("S-1", "S-2") == parts(small.verdicts["small/leader/wer/eer_10"])
    assert ("S-2",) == parts(small.verdicts["small/leader/wer/eer_10_compliant"])
    assert ("S-3",) == parts(small.verdicts["small/leader/eer"])


def test_the_front_leaves_out_the_original_and_later_systems(small):
    """S-1 has the error rate of S-2 at a lower EER; S-3 beats B1 on both axes; P would beat everybody."""
    assert {"B1": "dominated", "S-1": "dominated", "S-2": "on the front", "S-3": "on the front"} == {
        parts(name)[3]: words for name, words in small.verdicts.items() if name.startswith("small/front/wer/")
    }
    assert 2 == small.ledger.value("small/count/front/wer")


def test_a_system_without_results_has_rows_that_say_so(small):
    """Neither a zero nor a gap, and no part in counts."""
    for name in ("shipped/eer/S-4/semi_informed/test_average", "eer/S-4/semi_informed/test_average",
                 "agreement/eer/S-4/semi_informed/dev_average", "shipped/uar/S-4/dev"):  # fmt: skip
        entry = small.ledger[f"small/{name}"]
        assert (None, "not in the results table") == (entry.value, entry.missing)
    assert [6, 3, 1, 1, 1, 1] == [
        small.ledger.value(f"small/count/{name}")
        for name in ("systems", "submitted", "baseline", "original", "post_evaluation", "without_results")
    ]
    assert not next(system for system in small.systems if system.id == "S-4").recomputed


def test_an_empty_cell_is_missing_and_leaves_the_rank(tmp_path):
    """The other systems close ranks, and the front goes on without it."""
    results = write(
        tmp_path / "holed", RESULTS.replace("12.31,50.00,2.50", "12.31,50.00,").replace("45.00,47.00", ",47")
    )
    entry = results.ledger["holed/rank/wer/S-1/eer_10"]
    assert (None, "empty in the results table") == (entry.value, entry.missing)
    assert {"S-1": None, "S-2": 1, "B1": 2} == ranked(results, "wer", "eer_10")
    assert "holed/front/wer/S-1" not in results.verdicts
    entry = results.ledger["holed/eer/S-3/semi_informed/test_average"]
    assert (None, "empty in the results table") == (entry.value, entry.missing)


def test_a_table_without_a_split_says_so_and_goes_on(tmp_path):
    """Only what rests on the absent columns is missing."""
    kept = [",".join(line.split(",")[:1] + line.split(",")[6:]) for line in RESULTS.splitlines()]
    results = write(tmp_path / "short", "\n".join(kept) + "\n")
    for name in ("shipped/wer/B1/dev", "eer/B1/semi_informed/dev_average"):
        entry = results.ledger[f"short/{name}"]
        assert (None, "no such column in the results table") == (entry.value, entry.missing)
    assert 40.0 == results.ledger.value("short/eer/B1/semi_informed/test_average")
    assert [3, 1, 1, 1] == counted(results, "submitted")


def test_a_table_without_any_pair_of_halves_has_no_categories(tmp_path):
    """Nobody reaches a category, nobody leads, and the largest difference is missing with its reason."""
    kept = [",".join(line.split(",")[:1] + line.split(",")[9:]) for line in RESULTS.splitlines()]
    results = write(tmp_path / "bare", "\n".join(kept) + "\n")
    assert [0, 0, 0, 0] == counted(results, "submitted")
    assert not [name for name in results.verdicts if "/leader/" in name or "/front/" in name or "/category/" in name]
    assert "no average to compare" == results.ledger["bare/agreement_max/eer"].missing


def test_remarks_name_the_systems_and_hold_no_numerals(small):
    """Systems without results, marked ones and later ones are named; names may hold digits, sentences not."""
    text = " ".join(remark.text for remark in small.remarks)
    assert all(name in text for name in ("S-1", "S-4", "P", "semi-informed"))
    for system in small.systems:
        text = text.replace(system.id, "")
    assert not any(sign.isdigit() for sign in text)


def test_the_table_has_a_row_a_system(small):
    """Recomputed values with three decimals, printed ones as printed, missing ones empty; without results: last."""
    table = small.tables["categories.csv"]
    assert ["orig", "B1", "S-1", "S-2", "S-3", "P", "S-4"] == table["system"].to_list()
    row = table.row(by_predicate=polars.col("system") == "S-3", named=True)
    assert ("46.000", "46.00", "4.0", "eer_40", "1") == (
        row["eer_average"], row["eer_average_shipped"], row["wer"], row["category"], row["rank_wer_eer_40"],
    )  # fmt: skip
    row = table.row(by_predicate=polars.col("system") == "S-4", named=True)
    assert (None, None, None) == (row["eer_average"], row["wer"], row["rank_uar_eer_10"])


def test_the_published_challenge_counts_what_its_table_holds(shipped):
    """One original, six baselines, thirty-five submitted and two later systems, and T19-3 without results."""
    names = ("systems", "original", "baseline", "submitted", "post_evaluation", "noncompliant", "without_results")
    assert [44, 1, 6, 35, 2, 5, 1] == [shipped.ledger.value(f"vpc2024/count/{name}") for name in names]
    assert [27, 21, 15, 6] == counted(shipped, "submitted")
    assert [4, 4, 2, 0] == counted(shipped, "baseline")
    assert {"T8-1", "T8-5", "T10-2", "T12-5", "T25-1", "T30-2"} == set(ranked(shipped, "wer", "eer_40"))


def test_no_published_average_differs_from_its_halves(shipped):
    """Eighty-eight averages, the largest difference half a unit of the last printed digit."""
    assert 88 == shipped.ledger.value("vpc2024/count/agreement/compared")
    assert 0 == shipped.ledger.value("vpc2024/count/agreement/differs")
    assert pytest.approx(0.005) == shipped.ledger.value("vpc2024/agreement_max/eer")


def test_published_leaders(shipped):
    """T9 has the lowest WER up to the third category, T8-5 in the fourth, T10-1 and T10-2 the highest UAR."""
    leaders = {
        name.removeprefix("vpc2024/leader/"): words for name, words in shipped.verdicts.items() if "/leader/" in name
    }
    assert ["T9", "T9", "T9", "T8-5"] == [leaders[f"wer/{category_name(minimum)}"] for minimum in (10, 20, 30, 40)]
    assert ["T10-1", "T10-1", "T10-1", "T10-2"] == [leaders[f"uar/{category_name(m)}"] for m in (10, 20, 30, 40)]
    assert ["T9", "T9", "T9", "T8-5"] == [leaders[f"uar/{category_name(m)}_compliant"] for m in (10, 20, 30, 40)]
    assert "T8-1" == leaders["eer"]
