"""Results by attacker as a study: what follows from the printed cells, worked out by hand on a made-up table."""

import pytest

from analysis.attacks import attacks_results
from analysis.ledger import parts
from analysis.study.attacks import read_attacks
from tests.attack_tables import long_table, write_attacks
from tests.studies import replaced

ALONE = {"datasets.csv": None, "systems.csv": None}


def results_of(folder, changes=None):
    return attacks_results(read_attacks(write_attacks(folder / "x", changes)))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return results_of(tmp_path_factory.mktemp("made"))


def value(results, *names):
    return results.ledger.value("/".join(("x", *names)))


def verdict(results, *names):
    return results.verdicts.get("/".join(("x", *names)))


def test_a_printed_cell_is_shipped_with_its_digits(made):
    """Every cell keeps its decimals, and a place without one says why."""
    entry = made.ledger["x/shipped/wer/shift/books"]
    assert (6.0, 2, "shipped", "percent") == (entry.value, entry.decimals, entry.tag, entry.unit)
    assert 0.5 == value(made, "shipped", "pitch_correlation", "shift", "books", "female")
    assert 11.0 == value(made, "shipped", "eer", "shift", "semi_informed", "calls", "all")
    assert "not in the results table" == made.ledger["x/shipped/pitch_correlation/raw/books/male"].missing


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("eer", "shift", "ignorant", "books"), 42.0),
        (("average", "eer", "shift", "ignorant", "test"), 39.125),  # 3/4 · 42 + 1/4 · 30.5
        (("average", "eer", "shift", "lazy", "test"), 34.5),
        (("average", "eer", "shift", "semi_informed", "test"), 8.0),
        (("average", "eer", "synth", "ignorant", "test"), 52.25),
        (("average", "eer", "synth", "lazy", "test"), 29.875),
        (("average", "eer", "synth", "semi_informed", "test"), 20.5),
        (("average", "eer", "raw", "unprotected", "test"), 5.375),
        (("average", "wer", "raw", "test"), 6.0),
        (("average", "wer", "shift", "test"), 7.5),
        (("average", "wer", "synth", "test"), 5.75),
        (("average", "linkability", "shift", "ignorant", "test"), 0.225),
        (("average", "gain_of_voice_distinctiveness", "shift", "test"), -3.0),
        (("change", "wer", "synth", "test"), -0.25),
        (("drop", "eer", "shift", "test"), 31.125),
        (("drop", "eer", "synth", "test"), 31.75),
    ],
)
def test_means_averages_and_drops(made, names, expected):
    """Genders weigh alike within a dataset, datasets by their weights."""
    entry = made.ledger["/".join(("x", *names))]
    assert (expected, "recomputed") == (entry.value, entry.tag)


def test_one_value_is_not_averaged(made):
    """The value of a dataset with one cell is that cell, as shipped."""
    entry = made.ledger["x/eer/shift/lazy/calls"]
    assert (30.0, "shipped", 1) == (entry.value, entry.tag, entry.decimals)


def test_ranks_and_leads_turn_between_attackers(made):
    """Who leads under one attacker is last under the next; Kendall's tau and the counts say the same."""
    assert {"ignorant": 2, "lazy": 1, "semi_informed": 2} == {
        attacker: value(made, "rank", "eer", "shift", attacker, "test")
        for attacker in ("ignorant", "lazy", "semi_informed")
    }
    assert ["synth", "shift", "synth"] == [
        verdict(made, "leader", a, "test") for a in ("ignorant", "lazy", "semi_informed")
    ]
    assert "shift" == verdict(made, "first_to_last", "lazy", "semi_informed", "test")
    assert "synth" == verdict(made, "first_to_last", "semi_informed", "lazy", "test")
    assert verdict(made, "first_to_last", "ignorant", "semi_informed", "test") is None
    assert ("every pair turns", "the lead changes") == (
        verdict(made, "order", "lazy", "semi_informed", "test"),
        verdict(made, "lead", "lazy", "semi_informed", "test"),
    )
    assert "the same order" == verdict(made, "order", "ignorant", "semi_informed", "test")
    assert -1.0 == value(made, "tau", "ignorant", "lazy", "test")
    assert (2.0, 3) == (value(made, "count", "lead_changes", "test"), made.ledger["x/count/lead_changes/test"].n)
    assert 1.0 == value(made, "rank_span", "shift", "test")
    assert {"x/rank/eer/shift/lazy/test", "x/rank/eer/synth/lazy/test"} == {
        entry.key for entry in made.ledger if entry.key.startswith("x/rank/eer/") and "/lazy/" in entry.key
    }


def test_the_original_has_no_rank(made):
    """The unprotected speech stands outside ranks, fronts and counts."""
    assert not [entry.key for entry in made.ledger if parts(entry.key)[1] == "rank" and "raw" in parts(entry.key)]
    assert not [name for name in made.verdicts if parts(name)[1] == "front" and "raw" in parts(name)]
    assert 2.0 == value(made, "count", "systems")


def test_eers_above_one_half_are_counted(made):
    """One half itself is not above; nothing is clipped."""
    assert (2.0, 6) == (
        value(made, "count", "above_chance", "ignorant"),
        made.ledger["x/count/above_chance/ignorant"].n,
    )
    assert 0.0 == value(made, "count", "above_chance", "ignorant", "shift")
    assert "above one half" == verdict(made, "above_chance", "ignorant", "synth")
    assert verdict(made, "above_chance", "ignorant", "shift") is None
    assert 54.0 == value(made, "shipped", "eer", "synth", "ignorant", "books", "male")


def test_drops_of_twenty_points_are_warned_about(made):
    """The half of the rule that needs intervals cannot be checked, and the verdict says so."""
    assert ("semi_informed", "not published") == (
        verdict(made, "trap", "shift"),
        verdict(made, "trap_intervals", "shift"),
    )
    assert 2.0 == value(made, "count", "trap")
    assert ("ignorant", "semi_informed") == (
        verdict(made, "highest_eer", "shift"),
        verdict(made, "lowest_eer", "shift"),
    )


@pytest.mark.parametrize(("ignorant", "expected"), [("27.9", None), ("28.0", "semi_informed")])
def test_the_drop_is_decided_in_decimals(tmp_path, ignorant, expected):
    """A drop of exactly twenty points is warned about, one a little smaller is not."""
    table = long_table([("a", "d", "", "ignorant", ignorant), ("a", "d", "", "semi_informed", "8.0")])
    assert expected == verdict(results_of(tmp_path, {"results.csv": table, **ALONE}), "trap", "a")


def test_categories_go_by_the_semi_informed_attacker(made):
    """The highest minimum that the average reaches, and none below the lowest."""
    assert ("none", "eer_20") == (
        verdict(made, "category", "shift", "test"),
        verdict(made, "category", "synth", "test"),
    )
    assert [1.0, 1.0, 0.0, 0.0] == [value(made, "count", f"eer_{c}", "test") for c in (10, 20, 30, 40)]


def test_fronts_by_attacker(made):
    """A system that another one beats on both stands behind the front under that attacker only."""
    said = {a: verdict(made, "front", a, "wer", "shift") for a in ("ignorant", "lazy", "semi_informed")}
    assert {"ignorant": "dominated", "lazy": "on the front", "semi_informed": "dominated"} == said
    assert "synth" == verdict(made, "dominated_by", "semi_informed", "wer", "shift")
    assert (2.0, 1.0) == (
        value(made, "count", "front", "lazy", "wer"),
        value(made, "count", "front", "ignorant", "wer"),
    )
    assert "synth" == verdict(made, "best_trade", "wer")
    assert (1.0, 2) == (
        value(made, "count", "better_than_original", "wer", "test"),
        made.ledger["x/count/better_than_original/wer/test"].n,
    )


def test_linkability_orders_the_systems(made):
    """The less linkable is the more private: a whole agreement with the EER is one."""
    assert 1.0 == value(made, "tau_linkability", "lazy", "test")
    assert "both put the same system first" == verdict(made, "linkability_lead", "semi_informed", "test")


def test_a_missing_set_makes_the_average_missing(tmp_path):
    """An average is never made from the datasets that are left: it would be another number under the same name."""
    results = results_of(tmp_path, {"results.csv": replaced("shift,calls,,lazy,30.0,,,,,0.4\n", "")})
    entry = results.ledger["x/average/eer/shift/lazy/test"]
    assert (None, "not printed for every dataset") == (entry.value, entry.missing)
    assert 36.0 == value(results, "eer", "shift", "lazy", "books")
    assert results.ledger["x/rank/eer/shift/lazy/test"].value is None
    assert verdict(results, "leader", "lazy", "test") is None  # one system is no order


def test_a_missing_gender_makes_the_mean_missing(tmp_path):
    """Nor is a dataset's mean made from one gender."""
    results = results_of(tmp_path, {"results.csv": replaced("shift,books,male,lazy,37.0,,,,,0.4\n", "")})
    assert "not printed for every gender" == results.ledger["x/eer/shift/lazy/books"].missing
    assert value(results, "average", "eer", "shift", "lazy", "test") is None


def test_the_reason_of_a_missing_average_is_that_of_its_parts(tmp_path):
    """Where each dataset lacks a gender the average says so, and not that nothing is in the table."""
    rows = [("a", "d", g, "lazy", 30) for g in ("female", "male")] + [("b", "d", "female", "lazy", 20)]
    results = results_of(tmp_path, {"results.csv": long_table(rows), **ALONE})
    assert "not printed for every gender" == results.ledger["x/average/eer/b/lazy/all"].missing
    two = [(s, f"{d}_test", g, "lazy", 30) for s in "ab" for d in "de" for g in ("female", "male")]
    table = long_table([row for row in two if row[:3] not in (("b", "d_test", "male"), ("b", "e_test", "female"))])
    results = results_of(tmp_path / "two", {"results.csv": table, **ALONE})
    assert "not printed for every gender" == results.ledger["x/average/eer/b/lazy/test"].missing


def test_a_lead_is_compared_among_those_who_met_both_attackers(tmp_path):
    """Where the leader under one attacker has no average under the other, nobody says that the lead changes."""
    rows = [("a", "d", "", "lazy", 40)]
    rows += [(s, "d", "", a, e) for s, a, e in (("b", "lazy", 30), ("c", "lazy", 20))]
    rows += [(s, "d", "", a, e) for s, a, e in (("b", "semi_informed", 15), ("c", "semi_informed", 10))]
    results = results_of(tmp_path, {"results.csv": long_table(rows), **ALONE})
    assert ("a", "b") == tuple(verdict(results, "leader", a, "all") for a in ("lazy", "semi_informed"))
    assert verdict(results, "lead", "lazy", "semi_informed", "all") is None
    assert "x/count/lead_changes/all" not in {entry.key for entry in results.ledger}
    # One of two comparable ones leads under each: that is a change.
    more = [*rows, ("a", "d", "", "semi_informed", 5)]
    turned = results_of(tmp_path / "more", {"results.csv": long_table(more), **ALONE})
    assert "the lead changes" == verdict(turned, "lead", "lazy", "semi_informed", "all")
    assert "a" == verdict(turned, "first_to_last", "lazy", "semi_informed", "all")


def test_who_has_no_linkability_is_no_disagreement(tmp_path):
    """EER and linkability are compared where whoever is first by one has a value of the other."""
    head = "system,dataset,attacker,eer,linkability\n"
    for number, (table, expected) in enumerate(
        (
            ("a,d,lazy,40,\nb,d,lazy,30,0.5\nc,d,lazy,20,0.6\n", None),
            ("a,d,lazy,40,0.5\nb,d,lazy,30,0.5\n", None),
            ("a,d,lazy,40,0.4\nb,d,lazy,30,0.5\nc,d,lazy,20,\n", "both put the same system first"),
            ("a,d,lazy,40,0.6\nb,d,lazy,30,0.5\n", "they put different systems first"),
        )
    ):
        results = results_of(tmp_path / str(number), {"results.csv": head + table, **ALONE})
        assert expected == verdict(results, "linkability_lead", "lazy", "all")


def test_weights_are_divided_by_their_sum(tmp_path):
    """Three and one do what three quarters and one quarter do; a dataset of weight zero stands outside."""
    threes = results_of(tmp_path, {"datasets.csv": lambda text: text.replace("0.75", "3").replace("0.25", "1")})
    assert 8.0 == value(threes, "average", "eer", "shift", "semi_informed", "test")
    outside = results_of(tmp_path, {"datasets.csv": lambda text: text.replace("0.75", "1").replace("0.25", "0")})
    assert 7.0 == value(outside, "average", "eer", "shift", "semi_informed", "test")


def test_a_value_over_both_genders_stands_beside_their_mean(tmp_path):
    """Where female and male are printed, a mixed row is shown and not averaged with them."""
    results = results_of(tmp_path, {"results.csv": lambda table: table + "shift,books,mixed,lazy,50.0,,,,,\n"})
    assert 50.0 == value(results, "shipped", "eer", "shift", "lazy", "books", "mixed")
    assert 36.0 == value(results, "eer", "shift", "lazy", "books")


def test_printed_averages_are_set_beside_ours(tmp_path):
    """Each printed average has its verdict at the precision in which it was printed."""
    printed = "system,split,attacker,eer,wer\nshift,test,lazy,34.5,\nsynth,test,lazy,29.87,\nshift,test,,,7.6\n"
    results = results_of(tmp_path, {"averages.csv": printed})
    assert "agrees at the printed precision" == verdict(results, "agreement", "average", "eer", "synth", "lazy", "test")
    assert "differs" == verdict(results, "agreement", "average", "wer", "shift", "test")
    assert 7.6 == value(results, "shipped", "average", "wer", "shift", "test")
    assert [3.0, 2.0, 1.0] == [value(results, "count", "agreement", n) for n in ("compared", "agrees", "differs")]
    assert 0.1 == value(results, "agreement_max", "average")


def test_the_smallest_study_has_its_rows(tmp_path):
    """One system under two attackers, without gender, splits, weights or an original: no order, no error."""
    table = long_table([("a", "d", "", "ignorant", "40.0"), ("a", "d", "", "lazy", "12.5")])
    results = results_of(tmp_path, {"results.csv": table, **ALONE})
    assert (12.5, "shipped") == (
        value(results, "average", "eer", "a", "lazy", "all"),
        results.ledger["x/average/eer/a/lazy/all"].tag,
    )
    assert 27.5 == value(results, "drop", "eer", "a", "all")
    assert verdict(results, "leader", "lazy", "all") is None
    assert "fewer than two systems have both" == results.ledger["x/tau/ignorant/lazy/all"].missing
    assert "all" == results.trial_list


def test_dev_leads_are_set_beside_test_leads(tmp_path):
    """The test split is the headline; a verdict says whether the development split has the same leaders."""
    rows = [
        (s, d, "", "lazy", e)
        for s, d, e in (("a", "x_dev", 9), ("b", "x_dev", 8), ("a", "x_test", 7), ("b", "x_test", 6))
    ]
    results = results_of(tmp_path, {"results.csv": long_table(rows), **ALONE})
    assert ("test", [("test", "test set"), ("dev", "development set")]) == (results.trial_list, list(results.lists))
    assert "the same systems lead" == verdict(results, "lead_splits", "lazy")


def test_ids_of_any_text_keep_to_their_keys(tmp_path):
    """Blanks, slashes and signs of mark-up in ids are parts of keys and of nothing else."""
    names = ("../../x", "a/b|c", "<b>*x*", "ខ្មែរ")
    rows = [(name, "d<% 1 %>", "", "lazy", place + 10) for place, name in enumerate(names)]
    results = results_of(tmp_path, {"results.csv": long_table(rows), **ALONE})
    found = {parts(entry.key)[3] for entry in results.ledger if parts(entry.key)[1:3] == ("average", "eer")}
    assert set(names) == found
    assert "ខ្មែរ" == parts(verdict(results, "leader", "lazy", "all"))[0]


def test_the_table_has_a_row_for_each_system_split_and_attacker(made):
    """Three decimals, and what has no attacker in a row of its own."""
    rows = made.tables["averages.csv"].rows(named=True)
    first, last = rows[0], rows[-1]
    assert ("raw", "test", "unprotected", "5.375", None) == tuple(
        first[c] for c in ("system", "split", "attacker", "eer", "rank")
    )
    assert ("synth", None, "5.750", "0.850") == tuple(
        last[c] for c in ("system", "attacker", "wer", "pitch_correlation")
    )
    assert ["1", "2", "1"] == [row["rank"] for row in rows if row["system"] == "synth" and row["attacker"]]


def test_every_study_of_this_kind_says_what_its_numbers_are(made, tmp_path):
    """Published figures without trials have no intervals; one who only met an ignorant attacker is told apart."""
    assert any("no intervals" in remark.text for remark in made.remarks)
    table = long_table([("a", "d", "", "ignorant", "40.0")])
    alone = results_of(tmp_path, {"results.csv": table, **ALONE})
    assert any("Only an ignorant attacker" in remark.text for remark in alone.remarks)
    assert not [
        remark.text for remark in (*made.remarks, *alone.remarks) if any(sign.isdigit() for sign in remark.text)
    ]
