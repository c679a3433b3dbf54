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
    """Make the page of a benchmark: `made(coverage, interval=…, alarms=…, simulated=…, speakers=…)`."""

    def make(coverage=None, interval="speaker", alarms=None, simulated=True, systems=4, speakers=40):
        results = benchmark(systems, simulated=simulated)
        return with_coverage(results, coverage_tables(coverage, alarms), monkeypatch, speakers, interval)

    return make


NARROW = {("speaker",): 90.0, ("joint",): 91.0, ("joint_bca",): 94.5, ("two_sided",): 99.0, ("trials",): 70.0,
          ("joint_bca_plain",): 93.0, ("jackknife_t",): 93.0, ("joint_t",): 94.0}  # fmt: skip


def test_the_best_kind_is_the_one_to_quote(made):
    """It leads the chapter, with its line for the settings, and what the study quotes beside it."""
    said = page(made(NARROW))
    assert said.index("**Quote the joint BCa interval.**") < said.index("A11.1")
    assert 'The line `interval = "joint_bca"` in `study.toml` makes a study do so' in said
    assert "this one quotes the one-sided interval (`speaker`)." in said


def test_the_rule_gives_the_points_that_the_table_ends_with(made):
    """Half a point missing is one off; five are ten; four too many are four. The table has the same numbers."""
    said = page(made(NARROW))
    assert "a percentage point of coverage that is missing counts 2 times as much as one too many" in said
    assert "the joint BCa interval is 1.0 points off its promise, at the mean over 4 settings" in said
    assert "the others are one-sided 10.0, two-sided 4.0, joint 8.0, joint t 2.0" in said
    assert "| points missing | | | 25.0 | 5.0 | 0.0 | 4.0 | 2.0 | 0.5 | 1.0 | 2.0 |" in said
    assert "| points too many | | | 0.0 | 0.0 | 4.0 | 0.0 | 0.0 | 0.0 | 0.0 | 0.0 |" in said
    assert "| off the promise | | | 50.0 | 10.0 | 4.0 | 8.0 | 4.0 | 1.0 | 2.0 | 4.0 |" in said


@pytest.mark.parametrize(("coverage", "stays"), [({**NARROW, ("two_sided",): 94.0}, True), (NARROW, False)])
def test_whether_the_advice_hangs_on_the_weight_is_told(made, coverage, stays):
    """It does where another kind lacks less and has more too many."""
    assert stays == (
        "It stays the least far off if a missing point counts just as much as one too many" in page(made(coverage))
    )


def test_kinds_that_the_own_row_does_not_tell_apart_are_named_with_their_shares(made):
    """Those near the promise, those above it, those below it; the trial bootstrap is not among them."""
    said = page(made({("two_sided",): 99.0, ("joint",): 90.0, ("joint_bca",): 94.0}))
    assert "with 43 speakers and an EER of 3.0 %, several kinds cannot be told apart." in said
    assert "The one-sided (95.0 %), joint BCa (94.0 %) and joint t (95.0 %) intervals cover what is promised" in said
    assert "The two-sided interval (99.0 %) covers more." in said
    assert "The joint interval (90.0 %) covers less." in said


def test_what_tells_them_apart_is_told_from_the_other_settings(made):
    """The nearest setting in which a kind covers too little and the advised one does not; none where there is none."""
    low = {("speaker", 10, 40): 80.0, ("joint", 10, 3): 85.0, ("joint", 43, 40): 90.0}
    said = page(made(low, interval="joint_t"))
    assert "**Quote the two-sided interval.**" in said  # of three that never fall short the first
    assert "**Over all simulated studies** the two-sided interval covers too little in 0 of 4 settings." in said
    assert (
        "The one-sided interval does so in 1 of 4 settings: with 10 speakers and an EER of 40.0 % it covers 80.0 %, "
        "the two-sided interval 95.0 %." in said
    )
    assert "The joint interval does so in 2 of 4 settings: with 43 speakers and an EER of 40.0 % it" in said
    assert "does so in" not in page(made())


def test_kinds_that_are_level_with_the_best_are_named(made):
    """With 1.5 points of error in each of 4 settings: one that is 2 points off is level with 1 point, one at 10 not."""
    said = page(made(NARROW))
    assert "The joint t interval is so near to it that other simulated studies might turn their order" in said
    assert "The one-sided interval is so near" not in said


def test_the_advice_turns_with_the_tables(made):
    """Where the quoted kind is best, it stays, whichever it is."""
    said = page(made({**NARROW, ("two_sided",): 95.0}, interval="two_sided"))
    assert "**Quote the two-sided interval, as this study does**" in said and "this one quotes" not in said


@pytest.mark.parametrize(
    ("coverage", "words", "gone"),
    [
        ({("two_sided",): 99.0}, "Quote it where too wide is better than too narrow.", "safe choice"),
        ({("two_sided",): 99.0, ("two_sided", 10, 3): 73.8}, "So it is not the safe choice", "too wide is better"),
        ({}, "more than it promises in 0 of 4 settings, and less in 0.", "too wide is better"),
    ],
)
def test_what_is_said_of_the_two_sided_kind_turns_with_the_tables(made, coverage, words, gone):
    """Too wide everywhere is safe; too wide here and too narrow there is not."""
    said = page(made(coverage))
    assert words in said and gone not in said
    assert ("(10 speakers and an EER of 3.0 %: 73.8 %, " in said) == (("two_sided", 10, 3) in coverage)


def test_another_eer_at_which_the_quoted_kind_falls_short_is_told(made):
    """Beside the setting that stands for all, with the kind to quote beside it; and only where there is such an EER."""
    low = {**NARROW, ("speaker",): 94.0, ("speaker", 43, 40): 82.0, ("speaker", 10, 3): 80.0}
    said = page(made(low, speakers=12))
    assert (
        "The one-sided interval does so in 2 of 4 settings: with 10 speakers and an EER of 3.0 % it covers 80.0 %"
        in said
    )
    assert "What this study quotes" not in said
    low["speaker", 10, 40] = 81.0
    assert (
        "the one-sided interval, also covers too little with 10 speakers and an EER of 40.0 % "
        "(81.0 %; joint BCa 94.5 %)." in page(made(low, speakers=12))
    )


def test_where_the_advised_kind_is_wide_in_the_own_row_that_is_told(made):
    """It is best over all settings, and another one would do there."""
    given = {("joint_t", 43, 3): 99.0, **{(kind, 10, 3): 85.0 for kind in ALL if kind != "joint_t"}}
    said = page(made({**given, ("joint_t", 10, 3): 95.0}))
    assert (
        "The joint t interval (99.0 %) covers more, so that to quote the joint t interval is to stay on the wide"
        in said
    )
    assert "is to stay on the wide side" not in page(made(NARROW))


def test_intervals_by_trials_are_judged_by_all_settings(made):
    """Too seldom in few of them is no verdict."""
    said = page(made(NARROW))
    assert "covers too little in 4 of 4 settings; with 43 speakers and an EER of 3.0 % it covers 70.0 %" in said
    assert "It is nothing to quote." in said
    said = page(made({("trials", 43, 40): 80.0}))
    assert "covers too little in 1 of 4 settings" in said and "nothing to quote" not in said


def test_each_setting_says_of_how_many_data_sets_it_is(made):
    """Beside them those by trials, which are fewer in a full run."""
    assert "| 200200 |" in page(made())


def test_a_kind_that_no_report_makes_is_named_as_such(made):
    """It comes nearer, and cannot be quoted."""
    said = page(made({**NARROW, ("jackknife_t",): 95.1}))
    assert "The jackknife t interval is less far off still, 0.1 points; it was simulated" in said


def test_a_setting_in_which_nothing_holds_is_told_with_the_best_of_all_kinds(made):
    """And no such words stand where there is none."""
    low = {(kind, 10, 3): 80.0 for kind in ALL} | {("joint_t", 10, 3): 88.0}
    said = page(made(low))
    assert (
        "With 10 speakers and an EER of 3.0 % every kind covers too little; the best of them, joint t, 88.0 %." in said
    )
    said = page(made({**low, ("speaker", 43, 40): 90.0}))
    assert "covers too little in 1 of 4 settings, where every kind does" in said
    assert "Where nothing holds" in said
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
    assert "Do they hold" not in said and "Quote the" not in said


def test_the_picture_has_a_panel_an_eer_and_a_mark_for_the_nearest_size(made):
    """It is made from the ledger alone, and is gone with its rows."""
    (chart,) = charts(made(NARROW))
    assert "coverage" == chart.name and "One-sided: below it everywhere." in chart.alt
    assert [] == charts(benchmark(4))


def test_the_legend_shows_the_marks_that_stand_on_the_page(made):
    """Both in a real study that quotes the simulation; that of simulated inputs alone where all files are made up."""
    real, simulated = "• recomputed here from the study's files", "• computed from simulated inputs"
    legend = page(made(simulated=False)).partition("::: legend")[2]
    assert legend.index(real) < legend.index(simulated)
    legend = page(benchmark(4, simulated=False)).partition("::: legend")[2]
    assert real in legend and simulated not in legend
    legend = page(made()).partition("::: legend")[2]
    assert simulated in legend and real not in legend
