"""Ranks, ties and leaders within the privacy categories, among all systems and among the compliant ones."""

import csv
from pathlib import Path

import pytest

from analysis.challenge.categories import CHANGES, NOBODY_LEAVES, NOBODY_LEFT, STAYS
from analysis.ledger import parts
from tests.challenge.test_overview import RESULTS, SYSTEMS, counted, ranked, shipped, small, write

__all__ = ["shipped", "small"]  # fixtures

DATA = Path(__file__).parents[2] / "data" / "vpc2024"


def said(results, word):
    """Return the rest of the key → words, for the verdicts of this kind."""
    prefix = f"{results.study}/{word}/"
    return {name.removeprefix(prefix): words for name, words in results.verdicts.items() if name.startswith(prefix)}


def test_who_shares_a_rank_is_said(small):
    """S-1 and S-2 have one WER, B1 and S-3 one UAR; without the marked S-1 nobody ties by WER."""
    ties = said(small, "tie")
    assert {"wer/eer_10/1": "S-1/S-2", "uar/eer_10/3": "B1/S-3", "uar/eer_10_compliant/2": "B1/S-3"} == {
        name: words for name, words in ties.items() if "eer_10" in name
    }
    assert "B1/S-3" == ties["uar/eer_40/1"]


def test_a_lead_that_is_shared_counts_for_all_who_share_it(small):
    """By UAR B1 and S-3 lead three categories together, by WER S-3 leads them alone."""
    leads = {
        name: (small.ledger.value(f"small/count/leads/{name}"), small.ledger[f"small/count/leads/{name}"].n)
        for name in ("uar/B1", "uar/S-3", "uar/S-2", "wer/S-1", "wer/S-2", "wer/S-3")
    }
    assert {"uar/B1": (3, 4), "uar/S-3": (3, 4), "uar/S-2": (1, 4),
            "wer/S-1": (1, 4), "wer/S-2": (1, 4), "wer/S-3": (3, 4)} == leads  # fmt: skip
    assert "small/count/leads/wer/B1" not in small.ledger
    assert "small/count/leads_compliant/wer/S-1" not in small.ledger


def test_a_lead_changes_when_a_marked_system_leaves_it(small, tmp_path):
    """S-1 shares the lead by WER and leaves it; by UAR it follows; elsewhere nobody is marked, or nobody is left."""
    changes = said(small, "lead_moves")
    assert (CHANGES, STAYS, NOBODY_LEAVES) == tuple(changes[n] for n in ("wer/eer_10", "uar/eer_10", "wer/eer_20"))
    lone = write(
        tmp_path / "lone", RESULTS.replace("39.99,40.01,40.00", "9.99,8.01,9.00"),
        SYSTEMS.replace("codec,yes,S,,,Keeps", "codec,no,S,,,Keeps"),
    )  # fmt: skip
    assert NOBODY_LEFT == said(lone, "lead_moves")["wer/eer_40"]
    assert "wer/eer_40_compliant" not in said(lone, "leader")


def test_a_category_that_nobody_reaches_has_no_tie_lead_or_change(tmp_path):
    """Rows of the table that all lie below the first minimum."""
    low = "\n".join(
        ",".join([*cells[:6], "1.00", "1.00", "1.00", *cells[9:]])
        for cells in (line.split(",") for line in RESULTS.splitlines()[1:])
    )
    results = write(tmp_path / "low", RESULTS.splitlines()[0] + "\n" + low + "\n")
    assert {} == said(results, "tie") | said(results, "lead_moves")
    assert not [entry for entry in results.ledger if "/leads" in entry.key]


def test_everybody_may_tie(tmp_path):
    """All values equal: one rank, one tie, a lead of all."""
    rows = [f"{name},1,1,1,50,2,45,45,45,50,2" for name in ("orig", "B1", "S-1", "S-2", "S-3")]
    results = write(tmp_path / "equal", "\n".join([RESULTS.splitlines()[0], *rows]) + "\n")
    assert {1} == set(ranked(results, "uar", "eer_40").values())
    assert "B1/S-1/S-2/S-3" == said(results, "tie")["uar/eer_40/1"]
    assert 4 == results.ledger.value("equal/count/leads/wer/B1")


def test_published_counts_of_submitted_systems(shipped):
    """By hand from the table: six at 40 %, fifteen at 30, twenty-one at 20, twenty-seven (not twenty-eight) at 10."""
    assert [27, 21, 15, 6] == counted(shipped, "submitted")


def test_published_ranks_of_the_highest_category(shipped):
    """By hand: UAR 60.80, 48.99, 47.10, 37.60, 30.59, 29.44; the first two are not compliant."""
    assert {"T10-2": 1, "T25-1": 2, "T8-5": 3, "T12-5": 4, "T8-1": 5, "T30-2": 6} == ranked(shipped, "uar", "eer_40")
    assert {"T8-5": 1, "T12-5": 2, "T8-1": 3, "T30-2": 4} == ranked(shipped, "uar", "eer_40_compliant")
    assert {"T8-5": 1, "T10-2": 2, "T8-1": 3, "T12-5": 4, "T25-1": 5, "T30-2": 6} == ranked(shipped, "wer", "eer_40")


@pytest.mark.parametrize("minimum", [10, 20, 30, 40])
@pytest.mark.parametrize("suffix", ["", "_compliant"])
def test_published_ranks_by_another_route(shipped, minimum, suffix):
    """A rank is one more than the number of better systems, counted in the files themselves."""
    about = {row["system"]: row for row in read("systems.csv")}
    rows = [
        row
        for row in read("results.csv")
        if about[row["system"]]["role"] in ("baseline", "submitted")
        and (not suffix or about[row["system"]]["compliant"] != "no")
        # Hundredths as integers, so that no rounding decides.
        and sum(round(100 * float(row[f"test_eer_{half}"])) for half in ("female", "male")) >= 200 * minimum
    ]
    for metric, sign in (("wer", 1), ("uar", -1)):
        values = {row["system"]: sign * float(row[f"test_{metric}"]) for row in rows}
        expected = {name: 1 + sum(other < value for other in values.values()) for name, value in values.items()}
        assert expected == ranked(shipped, metric, f"eer_{minimum}{suffix}")


def test_published_ties_leads_and_changes(shipped):
    """B3 and T12-5 share a UAR of 37.60; without the marked systems the lead changes by UAR, and by WER nowhere."""
    assert {"uar/eer_10/22", "uar/eer_10_compliant/17", "uar/eer_20/17", "uar/eer_20_compliant/12"} == set(
        said(shipped, "tie")
    )
    assert {("B3", "T12-5")} == {tuple(parts(words)) for words in said(shipped, "tie").values()}
    assert {"wer": {STAYS}, "uar": {CHANGES}} == {
        metric: {words for name, words in said(shipped, "lead_moves").items() if name.startswith(metric)}
        for metric in ("wer", "uar")
    }
    leads = {e.key.removeprefix("vpc2024/count/"): e.value for e in shipped.ledger if "/count/leads" in e.key}
    assert {"leads/wer/T9": 3, "leads/wer/T8-5": 1, "leads/uar/T10-1": 3, "leads/uar/T10-2": 1} == {
        name: value for name, value in leads.items() if "compliant" not in name
    }


def test_later_systems_have_no_rank(shipped):
    """T25-p1 and T25-p2 reach categories and are ranked in none."""
    assert not [e.key for e in shipped.ledger if "/rank/" in e.key and "T25-p" in e.key]
    assert "eer_40" == shipped.verdicts["vpc2024/category/T25-p1"]


def read(name):
    with (DATA / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))
