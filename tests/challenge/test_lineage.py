"""Differences of systems to those that they are built on."""

from pathlib import Path

import pytest

from analysis.challenge import challenge_results
from analysis.ledger import key, parts
from analysis.study.challenge import read_challenge
from tests.contests import contest

DATA = Path(__file__).parents[2] / "data" / "vpc2024"
ODD = "B/1 <i>"


@pytest.fixture(scope="module")
def shipped():
    return challenge_results(read_challenge(DATA))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return contest(
        tmp_path_factory.mktemp("studies") / "small",
        [
            ("orig", "original", "", "", "", 5, 70, 2),
            ("B1", "baseline", "", "", "", 10, 40, 4),
            ("B2", "baseline", "", "", "", 20, 30, 4),
            ("S1", "submitted", "", "yes", "B1 B2", 15, 50, 4),
            ("S2", "submitted", "", "no", "B1;B2", 9, 30, 5),
            ("S3", "submitted", "", "yes", "S1 B1", 15, "", 3),
            ("S4", "submitted", "", "yes", "S5", 15, 20, 3),
            ("S5", "submitted", "", "yes", "B2"),
            ("P1", "post-evaluation", "", "yes", "B2", 21, 31, 3),
        ],
    )


def difference(results, child, parent, split="test"):
    return [
        results.ledger.value(key(results.study, "lineage", child, parent, metric, split))
        for metric in ("eer", "uar", "wer")
    ]


def said(results, child, parent):
    return [
        results.verdicts.get(key(results.study, "lineage", child, parent, metric, "test"))
        for metric in ("eer", "uar", "wer")
    ]


def counts(results, *place, names=("eer_better", "uar_better", "wer_better", "all_better", "eer_and_utility")):
    return [results.ledger.value(key(results.study, "count", "lineage", *place, name)) for name in names]


@pytest.mark.parametrize(
    ("child", "parent", "changes"),
    [
        # (42.34 + 41.91) / 2 - (33.95 + 34.73) / 2 = 42.125 - 34.34; 48.99 - 38.20; 4.44 - 4.37
        ("T25-1", "B5", [7.785, 10.79, 0.07]),
        # (20.44 + 15.59) / 2 - (27.92 + 26.72) / 2 = 18.015 - 27.32; 43.21 - 37.60; 3.83 - 4.35
        ("T12-2", "B3", [-9.305, 5.61, -0.52]),
        # (7.12 + 3.16) / 2 - (7.47 + 4.68) / 2 = 5.14 - 6.075; 44.23 - 42.80; 5.28 - 2.91
        ("T14-1", "B1", [-0.935, 1.43, 2.37]),
        # (42.50 + 40.05) / 2 - (48.90 + 50.15) / 2 = 41.275 - 49.525; 47.10 - 30.59; 3.20 - 3.75
        ("T8-5", "T8-1", [-8.25, 16.51, -0.55]),
        # (44.19 + 41.40) / 2 - 42.125 = 42.795 - 42.125; 50.07 - 48.99; 4.45 - 4.44
        ("T25-p1", "T25-1", [0.67, 1.08, 0.01]),
    ],
)
def test_differences_are_those_of_the_printed_table(shipped, child, parent, changes):
    """Child minus parent, exact in decimals."""
    assert changes == difference(shipped, child, parent)


def test_the_development_set_has_its_own_differences(shipped):
    """T14-1 is less private than B1 on the test set and more private on the other: (19.32 + 3.42) / 2 - 9.195."""
    assert [2.175, 2.74, 3.07] == difference(shipped, "T14-1", "B1", "dev")
    # T14-1, T14-2: EER; T30-1: UAR; T12-5: WER.
    assert [2, 1, 1] == counts(shipped, "turns", names=("eer", "uar", "wer"))


def test_what_is_better_is_told_for_each_measure(shipped):
    """A lower WER is better."""
    assert ["better", "better", "worse"] == said(shipped, "T25-1", "B5")
    assert ["better", "worse", "better"] == said(shipped, "T30-1", "B3")


def test_the_shipped_pairs_are_counted(shipped):
    """Ten systems on three baselines, nine on six submitted ones, three of these on two each; later ones left out."""
    assert [22, 19, 3] == counts(shipped, names=("pairs", "children", "several_parents"))
    assert [10, 3] == counts(shipped, "on", "baseline", names=("children", "parents"))
    assert [9, 6] == counts(shipped, "on", "submitted", names=("children", "parents"))
    assert [2, 4, 4] == [counts(shipped, "by", name, names=("pairs",))[0] for name in ("B1", "B3", "B5")]
    assert key("vpc2024", "count", "lineage", "by", "T25-1", "pairs") not in shipped.ledger


def test_nobody_beats_its_baseline_on_all_three(shipped):
    """Privacy and a utility go up together for T30-1, T12-5, T25-1 and T25-2; among the others T38-5 beats T38-1."""
    assert [4, 8, 6, 0, 4] == counts(shipped, "on", "baseline")
    assert [7, 7, 7, 1, 3] == counts(shipped, "on", "submitted")
    assert ["better"] * 3 == said(shipped, "T38-5", "T38-1")


def test_mixtures_lie_between_what_they_mix(shipped):
    """T8-3 to T8-5 draw from T8-1 and T8-2, and no measure of theirs leaves the room between."""
    found = {words for name, words in shipped.verdicts.items() if parts(name)[1] == "lineage_between"}
    assert {"between"} == found
    assert 18 == sum(parts(name)[1] == "lineage_between" for name in shipped.verdicts)


def test_chains_lead_to_their_first_system(shipped):
    """T38-6 goes back to T38-1 over T38-5, and is set against it: (31.91 + 33.63) / 2 - (27.73 + 29.18) / 2."""
    assert ("T38-6", "T38-5", "T38-1") == parts(shipped.verdicts["vpc2024/lineage_chain/T38-6"])
    assert 4.315 == shipped.ledger.value("vpc2024/lineage_chain/T38-6/T38-1/eer/test")
    assert ("T38-1",) == parts(shipped.verdicts["vpc2024/lineage_root/T38-6"])
    assert ("B5",) == parts(shipped.verdicts["vpc2024/lineage_root/T25-p1"])
    assert ("T8-1", "T8-2") == parts(shipped.verdicts["vpc2024/lineage_root/T8-4"])
    assert "vpc2024/lineage_chain/T25-1" not in shipped.verdicts


def test_a_system_outside_its_parents_is_told_on_which_side(small):
    """S1 has a higher UAR than both and the WER of both; S2 has a lower EER and a higher WER than both."""
    found = {
        name: [small.verdicts[f"small/lineage_between/{name}/{metric}/test"] for metric in ("eer", "uar", "wer")]
        for name in ("S1", "S2")
    }
    assert ["between", "better than all", "between"] == found["S1"]
    assert ["worse than all", "between", "worse than all"] == found["S2"]


def test_equal_values_are_neither_better_nor_worse(small):
    """The same WER twice: S1 is not better on all three; S3 alone has a lower WER than B1."""
    assert ["better", "better", "equal"] == said(small, "S1", "B1")
    assert [0, 1] == counts(small, "by", "B1", names=("all_better", "wer_better"))


def test_a_missing_value_leaves_the_difference_missing_and_says_whose_it_is(small):
    """S3 has no UAR; S4 is built on a system without results; S5 has none itself."""
    missing = {
        place: small.ledger[f"small/lineage/{place}/test"].missing for place in ("S3/B1/uar", "S4/S5/eer", "S5/B2/eer")
    }
    assert {
        "S3/B1/uar": "empty in the results table",
        "S4/S5/eer": "parent not in the results table",
        "S5/B2/eer": "not in the results table",
    } == missing
    assert [None, "better"] == said(small, "S3", "B1")[1:]
    # S1 and S2 on two baselines each, S3 on S1 and B1, S4 on S5; not S5 and not the later one.
    assert [7, 4, 3] == counts(small, names=("pairs", "children", "several_parents"))
    # S3 has a higher EER than B1 and is left out of what is counted together, S1 alone remains.
    assert [4, 5, 1] == counts(small, "on", "baseline", names=("compared", "pairs", "eer_better"))
    assert [2] == counts(small, "by", "B1", names=("eer_better",))
    assert "small/lineage_between/S3/uar/test" not in small.verdicts


def test_roots_of_several_ways_are_all_named(small):
    """S3 goes back to B1 by itself and to B1 and B2 over S1."""
    assert ("B1", "B2") == parts(small.verdicts["small/lineage_root/S3"])


def test_names_may_hold_anything(tmp_path):
    """A parent's id with a slash, a blank and mark-up is one part of the key."""
    results = contest(
        tmp_path / "x",
        [(ODD, "baseline", "", "", "", 10, 40, 4), ("S", "submitted", "", "yes", ODD, 11, 41, 3)],
    )
    assert [1, 1, -1] == difference(results, "S", ODD)


def test_without_parents_nothing_is_said(tmp_path):
    """No row, and so no chapter."""
    results = contest(tmp_path / "x", [("B", "baseline", "", "", "", 10, 40, 4)])
    assert [] == [entry.key for entry in results.ledger if "lineage" in entry.key]
