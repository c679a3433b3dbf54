"""Which interval to quote: what the page says of simulated coverage turns with the tables."""

import re

import pytest

from analysis.pages.chapters import CHAPTERS
from analysis.pages.charts.simulated_coverage import charts
from analysis.pages.site import Site
from tests.covered import SETTINGS, coverage_tables, with_coverage

from .results import TEMPLATES, benchmark

ALL = ("trials", "speaker", "two_sided", "joint", "joint_bca_plain", "joint_bca", "joint_t", "jackknife_t")


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Let a study have this chapter only and no figure, which makes a page quickly."""
    chapters = tuple(chapter for chapter in CHAPTERS["benchmark"] if chapter.short == "intervals")
    monkeypatch.setattr("analysis.pages.site.chapters_of", lambda _results: chapters)
    monkeypatch.setattr("analysis.pages.site.charts", lambda _results, lead: {})


def page(results) -> str:
    """Return the chapter as a reader meets it: numbers as plain digits, marks left out."""
    text = Site([results], results, TEMPLATES).chapters(results)["11-intervals"]
    for _ in range(2):
        text = re.sub(r"\[([^][]*)\]\{[^}]*\}", r"\1", text)
    return text.replace("\u00a0", " ")


@pytest.fixture
def made(monkeypatch):
    """Make the page of a benchmark of 40 speakers: `made(coverage, interval=…, alarms=…, simulated=…)`."""

    def make(coverage=None, interval="speaker", alarms=None, simulated=True, systems=4):
        results = benchmark(systems, simulated=simulated)
        return with_coverage(results, coverage_tables(coverage, alarms), monkeypatch, interval=interval)

    return make


NARROW = {("speaker",): 90.0, ("joint",): 91.0, ("joint_bca",): 94.5, ("two_sided",): 99.0, ("trials",): 70.0,
          ("joint_bca_plain",): 93.0, ("jackknife_t",): 93.0, ("joint_t",): 94.0}  # fmt: skip


def test_the_kind_that_comes_closest_is_the_one_to_quote(made):
    """Another one than the study quotes: with its line for the settings, and what the quoted one does."""
    said = page(made(NARROW))
    assert "The joint BCa interval: of the kinds that a study can choose, its share lies nearest to 95 %, 0.5" in said
    assert "that of the one-sided interval, which this study quotes, is 5.0 points away" in said
    assert 'The line `interval = "joint_bca"`' in said and "comes nearer still" not in said
    assert "- The one-sided interval, quoted here, holds the truth in 90.0 % of the data sets (± 1.5), less" in said
    assert (
        "- The joint BCa interval holds the truth in 94.5 % of the data sets (± 1.5), which is what it promises" in said
    )
    assert (
        "by trials holds it in 70.0 % (± 1.5), and too seldom in 4 of all 4 settings: it is nothing to quote." in said
    )


def test_kinds_that_are_level_with_the_closest_are_named(made):
    """With 1.5 points of error in each of 4 settings: a kind at 0.5 and one at 1.0 points are, one at 5.0 is not."""
    said = page(made(NARROW))
    assert "The joint t interval, 1.0 points away, cannot be told from it by so many data sets." in said
    assert "one-sided interval, 5.0 points away, cannot" not in said


def test_the_advice_turns_with_the_tables(made):
    """Where the quoted kind comes closest, it stays, whichever it is."""
    said = page(made({**NARROW, ("two_sided",): 95.0}, interval="two_sided"))
    assert "The two-sided interval, as this study does" in said and "which this study quotes" not in said


def test_another_eer_at_which_the_quoted_kind_falls_short_is_told(made):
    """With the kind to quote beside it where that is another one, and only where there is such an EER."""
    low = {**NARROW, ("speaker", 43, 40): 82.0, ("speaker", 43, 3): 94.0}
    said = page(made(low))
    assert "At an EER of 40.0 %, with as many speakers, the one-sided interval holds it in 82.0 % only" in said
    assert "82.0 % only, the joint BCa interval in 94.5 %." in said
    assert "with as many speakers, the" not in page(made())


def test_intervals_by_trials_are_judged_by_all_settings(made):
    """Too seldom in few of them is no verdict."""
    said = page(made({("trials", 43, 40): 80.0}))
    assert "and too seldom in 1 of all 4 settings." in said and "nothing to quote" not in said


def test_a_kind_that_no_report_makes_is_named_as_such(made):
    """It comes nearer, and cannot be quoted."""
    said = page(made({**NARROW, ("jackknife_t",): 95.1}))
    assert "The jackknife t interval comes nearer still, 0.1 points; it was simulated here" in said


@pytest.mark.parametrize(
    ("share", "words"),
    [(90.0, "too narrow"), (99.0, "wider than it need be"), (94.0, "which is what it promises")],
)
def test_what_is_said_of_the_quoted_kind_in_the_nearest_row(made, share, words):
    """Too narrow, too wide, or as promised."""
    said = page(made({**{(kind,): 92.5 for kind in ALL}, ("joint",): share, ("joint", *SETTINGS[0]): 90.0}, "joint"))
    sentence = next(line for line in said.split("\n") if line.startswith("- The joint interval, quoted here,"))
    assert words in sentence and f"{share:.1f} %" in sentence


def test_a_setting_in_which_nothing_holds_is_told_with_the_best_of_all_kinds(made):
    """And no such words stand where there is none."""
    low = {(kind, 10, 3): 80.0 for kind in ALL} | {("joint_t", 10, 3): 88.0}
    said = page(made(low))
    assert (
        "With 10 speakers and an EER of 3.0 % every kind holds the truth too seldom; the best of them, joint t" in said
    )
    assert "in 88.0 %" in said and "Where nothing holds" in said
    assert "Where nothing holds" not in page(made())


def test_the_row_nearest_to_the_study_is_marked(made):
    """One row of the table of all settings, in bold."""
    text = Site([results := made()], results, TEMPLATES).chapters(results)["11-intervals"]
    rows = [
        line
        for line in text.split("\n")
        if line.startswith("| ") and "covered/speaker/" in line and "covered/joint/" in line
    ]
    bold = [line for line in rows if "]{.leader}" in line]
    assert len(SETTINGS) == len(rows) and 1 == len(bold) and "covered/joint/43_speakers/" in bold[0]


def test_the_marked_row_speaks_of_as_many_eers_as_lie_nearest_to_it(made):
    """Of five of the ten that the made-up benchmark has, which are not most of them."""
    said = page(made())
    assert "Of its EERs, 5 lie nearest to 3.0 %, 5 lie nearest to 40.0 %." in said
    assert "So the row of 43 speakers and 3.0 % speaks of 5 of them" in said


def test_shares_beyond_chance_have_an_arrow(made):
    """Down where an interval is too narrow, up where it is too wide, none within two standard errors."""
    said = page(made({("speaker",): 90.0, ("two_sided",): 99.0, ("joint",): 94.0}))
    assert "90.0 ↓± 1.5" in said and "99.0 ↑± 1.5" in said and "94.0± 1.5" in said


@pytest.mark.parametrize(
    ("alarms", "words"),
    [(9.0, "9.0 % of the comparisons of equal systems, more often than it should be"), (1.0, "at the price of power")],
)
def test_false_alarms_are_judged(made, alarms, words):
    """More often than the level allows, or so seldom that power is lost."""
    said = page(made(alarms={"speaker": alarms}))
    assert words in said
    assert words not in page(made())


def test_power_is_told_with_and_without_holm(made):
    """Of the largest true difference, by the permutation test."""
    assert "A true difference of 3 points from 40.0 % is found in 61.0 %" in page(made())
    assert "and in 1.5 % after Holm's adjustment" in page(made())


def test_a_real_study_says_that_these_numbers_are_simulated(made):
    """Its banner does not."""
    assert "although the inputs of this study are real" in page(made(simulated=False))
    assert "although the inputs" not in page(made())


def test_without_the_tables_nothing_is_said():
    """The rest of the chapter stands alone."""
    said = page(benchmark(4))
    assert "Do they hold" not in said


def test_the_picture_has_a_panel_an_eer_and_a_mark_for_the_nearest_size(made):
    """It is made from the ledger alone, and is gone with its rows."""
    (chart,) = charts(made(NARROW))
    assert "coverage" == chart.name and "One-sided: below it everywhere." in chart.alt
    assert [] == charts(benchmark(4))
