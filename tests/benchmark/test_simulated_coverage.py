"""The coverage study in a benchmark's ledger: the nearest setting, the closest kind, and where rows are from."""

import pytest

from analysis.benchmark.simulated_coverage import best, by_any_weight, nearest_setting
from analysis.benchmark.simulated_rows import Setting, lack, level_with, penalty, said, surplus
from analysis.ledger import key
from tests.covered import SETTINGS, coverage_tables, with_coverage
from tests.pages.results import benchmark

ALL = [Setting(*setting) for setting in SETTINGS]


@pytest.fixture
def own(monkeypatch):
    """A benchmark of 40 speakers whose EERs lie near 3 % and 10 to 25 %."""
    return with_coverage(benchmark(4), coverage_tables({("joint",): 93.0, ("trials",): 60.0}), monkeypatch)


def value(results, *names):
    return results.ledger.value(key(results.study, *names))


@pytest.mark.parametrize(
    ("speakers", "eers", "expected", "counts"),
    [
        (43, [41.0], (43, 40), {3: 0, 40: 1}),
        (21, [2.0, 50.0, 4.0], (43, 3), {3: 2, 40: 1}),  # 43 is 2.05 times 21, which is 2.1 times 10
        (20, [0.0, 100.0], (10, 3), {3: 1, 40: 1}),  # the lower of two that have as many
        (
            1,
            [12.0, 13.0, 14.0],
            (10, 40),
            {3: 1, 40: 2},
        ),  # 12.5 % lies half-way
        (5000, [1.0], (43, 3), {3: 1, 40: 0}),
    ],
)
def test_the_nearest_setting_is_near_by_ratio_and_by_odds(speakers, eers, expected, counts):
    """Also for studies far outside of what was simulated, and rates at the ends of the scale."""
    assert (Setting(*expected), counts) == nearest_setting(ALL, speakers, eers)


def test_the_best_kind_is_chosen_by_points_of_which_missing_ones_count_twice():
    """Two points missing are four off the promise, three too many are three; settings are averaged."""
    given = {("joint",): 93.0, ("joint_bca",): 98.0, ("speaker",): 90.0, ("joint_t", 10, 3): 87.0}
    rows = coverage_tables(given).intervals
    assert (2.0, 0.0, 4.0) == (lack(rows, "joint"), surplus(rows, "joint"), penalty(rows, "joint"))
    assert (0.0, 3.0, 3.0) == (lack(rows, "joint_bca"), surplus(rows, "joint_bca"), penalty(rows, "joint_bca"))
    assert (2.0, 4.0) == (lack(rows, "joint_t"), penalty(rows, "joint_t"))
    assert "joint_bca" == best(rows, ["speaker", "joint", "joint_bca"])
    assert "joint" == best(rows, ["speaker", "joint", "joint_t"])


def test_whether_the_best_kind_hangs_on_the_weight():
    """One at 98 is beaten by one at 93 where a missing point counts no more than one too many; one at 94 by none."""
    rows = coverage_tables({("joint",): 93.0, ("joint_bca",): 98.0, ("joint_t",): 94.0, ("speaker",): 92.0}).intervals
    assert not by_any_weight(rows, "joint_bca", ["joint_bca", "joint"])
    assert not by_any_weight(rows, "joint_t", ["joint_t", "joint_bca"])  # a heavier weight turns it round
    assert by_any_weight(rows, "joint_t", ["joint_t", "joint", "speaker"])


@pytest.mark.parametrize(("share", "level"), [(97.1, True), (97.2, False), (93.4, True), (93.3, False)])
def test_two_kinds_are_level_within_two_standard_errors_of_their_difference(share, level):
    """1.5 points in each of 4 settings make 2 * sqrt(2) * 1.5 / sqrt(4) = 2.12, and 3.35 where points are missing."""
    rows = coverage_tables({("joint",): 95.0, ("joint_bca",): share}).intervals
    assert level is level_with(rows, "joint", "joint_bca")


@pytest.mark.parametrize(("share", "word"), [(91.9, "too little"), (92.0, "near"), (98.0, "near"), (98.1, "too much")])
def test_what_is_said_of_a_coverage_allows_for_two_standard_errors(share, word):
    """One and a half points are the standard error of these tables."""
    row = coverage_tables({("joint", 43, 3): share}).intervals
    assert word == said(next(one for one in row if (one.kind, one.speakers, one.eer) == ("joint", 43, 3)))


def test_every_row_says_that_it_is_simulated_and_where_it_is_from(own, monkeypatch):
    """Also in a study whose own inputs are real; only counts of its own EERs are as real as these."""
    real = with_coverage(benchmark(4, simulated=False), coverage_tables(), monkeypatch)
    rows = [entry for entry in real.ledger if "covered" in entry.key or "/found" in entry.key]
    tables = [entry for entry in rows if "count/covered_near" not in entry.key]
    assert tables and {"simulated"} == {entry.inputs for entry in tables} and {"recomputed"} == {e.tag for e in rows}
    assert {"real"} == {entry.inputs for entry in rows if "count/covered_near" in entry.key}
    assert all(entry.source.startswith("analysis/coverage/") for entry in tables)
    row = real.ledger[key(real.study, "covered", "joint", "43_speakers", "eer_3")]
    assert "200 simulated data sets, 100 draws each, seed 0, model 1" in row.method and 200 == row.n


def test_numbers_and_verdicts_are_those_of_the_tables(own):
    """Coverage, the setting that is near, and how many EERs of the study lie near to each."""
    assert (93.0, 1.5) == (
        value(own, "covered", "joint", "10_speakers", "eer_3"),
        value(own, "covered_error", "joint", "10_speakers", "eer_3"),
    )
    assert (2.0, 35.0) == (value(own, "covered_lack", "joint"), value(own, "covered_lack", "trials"))
    assert (4.0, 70.0) == (value(own, "covered_penalty", "joint"), value(own, "covered_penalty", "trials"))
    weight = own.ledger[key(own.study, "setting", "coverage", "weight")]
    assert (2.0, "shipped", "real") == (weight.value, weight.tag, weight.inputs)
    assert (3.0, 10.0) == tuple(value(own, "covered_design", name) for name in ("enrollment", "trial_utterances"))
    assert (38.0, 1.5) == (
        value(own, "covered_above", "trials", "43_speakers", "eer_3"),
        value(own, "found_holm", "permutation", "43_speakers", "eer_40", "3_points"),
    )
    counted = {eer: value(own, "count", "covered_near", eer) for eer in ("eer_3", "eer_40")}
    assert own.ledger[key(own.study, "count", "covered_near", "eer_3")].n == sum(counted.values())
    verdicts = {name: own.verdicts[key(own.study, "covered", name)] for name in ("nearest_speakers", "nearest_eer")}
    assert {"nearest_speakers": "43_speakers", "nearest_eer": max(counted, key=counted.get)} == verdicts


def test_only_the_near_number_of_speakers_has_widths_and_pairs(own):
    """The ledger holds what a page shows."""
    assert value(own, "covered_width", "joint", "43_speakers", "eer_3") == 6.5
    assert value(own, "covered_width", "joint", "10_speakers", "eer_3") is None
    assert value(own, "found", "joint", "10_speakers", "eer_40", "false_positive") is None


def test_a_setting_in_which_every_kind_falls_short_is_named(monkeypatch):
    """And none other."""
    study = coverage_tables({(kind, 10, 3): 80.0 for kind in {row.kind for row in coverage_tables().intervals}})
    results = with_coverage(benchmark(4), study, monkeypatch)
    named = [name for name in results.verdicts if "/covered/none_holds/" in name]
    assert [key(results.study, "covered", "none_holds", "10_speakers", "eer_3")] == named


def test_a_benchmark_without_an_eer_has_no_such_rows(monkeypatch):
    """There is no setting that would be near to it."""
    results = with_coverage(benchmark(0), coverage_tables(), monkeypatch)
    assert not [entry for entry in results.ledger if "covered" in entry.key]
