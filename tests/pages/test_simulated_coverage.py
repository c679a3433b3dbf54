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
    assert said.index('**Quote the joint BCa interval** (`interval = "joint_bca"` in `study.toml`).') < said.index(
        "A11.1"
    )
    assert "so the **one-sided** interval (`speaker`) is quoted, in every chapter" in said


def test_the_rule_gives_the_points_that_the_table_ends_with(made):
    """Half a point missing is one off; five are ten; four too many are four. The table has the same numbers."""
    said = page(made(NARROW))
    assert "A percentage point of coverage that is missing counts 2 times as much as one too many" in said
    assert "the joint BCa interval is 1.0 points off its promise, at the mean over 4 settings" in said
    assert "the others are one-sided 10.0, two-sided 4.0, joint 8.0, joint t 2.0" in said
    assert "| points missing | | | 25.0 | 5.0 | 0.0 | 4.0 | 0.5 | 1.0 |" in said
    assert "| points too many | | | 0.0 | 0.0 | 4.0 | 0.0 | 0.0 | 0.0 |" in said
    assert "| off the promise | | | 50.0 | 10.0 | 4.0 | 8.0 | 1.0 | 2.0 |" in said


@pytest.mark.parametrize(("coverage", "stays"), [({**NARROW, ("two_sided",): 94.0}, True), (NARROW, False)])
def test_whether_the_advice_hangs_on_the_weight_is_told(made, coverage, stays):
    """It does where another kind lacks less and has more too many."""
    said = page(made(coverage))
    assert stays == ("any other from one upwards gives the same kind" in said)
    assert stays != ("and another one would give another kind" in said)


def test_each_kind_that_can_be_chosen_has_its_coverage_and_width_at_each_eer(made):
    """With the number of speakers that is nearest to the study's; below them, how many EERs of the study lie near."""
    said = page(made({("speaker",): 90.0, ("two_sided", 43, 40): 99.0}))
    lines = said[said.index("| kind | EER 3.0 | EER 40.0 |") :].splitlines()
    assert "| one-sided, quoted | 90.0 ↓6.5 | 90.0 ↓6.5 |" == lines[2]
    assert "| two-sided | 95.06.5 | 99.0 ↑6.5 |" == lines[3]
    assert ["| joint ", "| joint BCa ", "| joint t ", "| EERs here "] == [
        line[: line.index("|", 1)] for line in lines[4:8]
    ]
    assert "| EERs here | 5 | 5 |" == lines[7]


def test_only_a_number_of_speakers_that_was_not_simulated_is_told(made):
    """The made-up benchmark counts 43 speakers, and 43 were simulated."""
    assert "the nearest number that was simulated" not in page(made())
    assert "This study has 43 speakers; the nearest number that was simulated is 10." in page(made(speakers=8))


LOW, FEW = ("speaker", 43, 3), ("speaker", 10, 40)


@pytest.mark.parametrize(
    ("low", "said"),
    [
        (
            {LOW: 80.0},
            "The gain lies where the EER is low, and elsewhere none is seen: with 43 speakers and an EER of 3.0 % the",
        ),
        (
            {FEW: 80.0},
            "The gain lies where the speakers are few, and elsewhere none is seen: with 10 speakers and an EER of 40.0",
        ),
        (
            {LOW: 85.0, FEW: 80.0},
            "the EER is low or the speakers are few, and elsewhere none is seen: with 43 speakers and an EER",
        ),
        ({("speaker", 43, 40): 80.0, LOW: 81.0}, "With 43 speakers and an EER of 40.0 % the two-sided interval holds"),
        ({}, "Nowhere in the simulation does the one-sided interval cover too little where the two-sided interval"),
    ],
)
def test_where_the_gain_lies_is_told_by_the_settings(made, low, said):
    """Those in which the quoted kind covers too little and the advised one does not, with the widest gap nearby."""
    assert said in page(made({("speaker",): 94.9, **low}))


def test_where_only_width_is_gained_that_is_told(made):
    """The quoted kind covers enough everywhere, and more than it promises where the advised one does not."""
    said = page(made({**NARROW, ("two_sided",): 99.0}, interval="two_sided"))
    assert "does not, but it covers more than it promises in 4 of 4 settings, the joint BCa interval in 0." in said
    assert "but it covers more than it promises" not in page(made({("speaker",): 94.9}))


def test_the_gain_is_told_in_two_shares(made):
    """Of the advised kind and of the quoted one."""
    said = page(made({("speaker",): 94.9, LOW: 80.0}))
    assert "holds the true EER in 95.0 % of the simulated studies, the one-sided interval in 80.0 %." in said


@pytest.mark.parametrize(
    ("own", "said"),
    [
        (
            94.0,
            "both hold what they promise as far as the simulation can tell (95.0 % and 94.0 %), and nothing is gained;",
        ),
        (80.0, "the two-sided interval covers 95.0 % (what is promised), the one-sided interval 80.0 % (too little);"),
        (99.5, "the two-sided interval covers 95.0 % (what is promised), the one-sided interval 99.5 % (more than"),
    ],
)
def test_what_it_costs_is_told_of_the_nearest_setting(made, own, said):
    """Of 5 of the 10 EERs of the made-up benchmark, with both widths."""
    text = page(made({("speaker",): 80.0, ("speaker", 43, 3): own}))
    assert f"EER of 3.0 %, which is the nearest to 5 of the 10 EERs here, {said}" in text
    assert "interval is 6.5 points wide, the other 6.5." in text


def test_where_one_sided_is_best_and_quoted_nothing_is_set_against_it(made):
    """There is nothing to gain, and only the bootstrap over trials to be asked about."""
    said = page(made())
    assert "**Quote the one-sided interval, as this study does**" in said
    assert "What it gains" not in said and "At this study's EERs" not in said
    assert "this is the usual one over speakers, with percentiles for edges." in said


def test_a_reviewer_is_answered_by_the_setting_that_tells_the_kinds_apart(made):
    """By that of the nearest size in which the usual bootstrap covers too little and the advised kind does not."""
    said = page(made({**NARROW, ("speaker",): 94.0, ("speaker", 43, 40): 82.0, ("trials", 43, 40): 61.0}))
    assert (
        "with 43 speakers and an EER of 40.0 % the one-sided interval holds the true EER in 82.0 %, "
        "one by trials in 61.0 %, the joint BCa interval in 94.5 %, where 95 % are promised." in said
    )


def test_kinds_that_are_level_with_the_best_are_named(made):
    """With 1.5 points of error in each of 4 settings: one that is 2 points off is level with 1 point, one at 10 not."""
    said = page(made(NARROW))
    assert "The joint t interval is so near that other data sets might turn the order" in said
    assert "of all kinds that a study can choose; two-sided and joint t hardly less well." in said
    assert "The one-sided interval is so near" not in said


def test_the_advice_turns_with_the_tables(made):
    """Where the quoted kind is best, it stays, whichever it is."""
    said = page(made({**NARROW, ("two_sided",): 95.0}, interval="two_sided"))
    assert "**Quote the two-sided interval, as this study does**" in said and "The other chapters quote" not in said
    assert "What it gains" in said  # over the one-sided kind


def test_how_often_a_wide_kind_is_wide_is_told_where_it_is(made):
    """Beside the advised kind; nothing where it is the advised one, or covers nowhere more than it promises."""
    low = {**NARROW, ("two_sided", 10, 3): 73.8}
    assert (
        "The two-sided interval covers more than it promises in 3 of 4 settings, the joint BCa interval in 0; they "
        "cover too little in 1 and in 0." in page(made(low))
    )
    assert "Wider is not better" not in page(made())
    assert "Wider is not better" not in page(made({**NARROW, ("two_sided",): 95.0}))


def test_intervals_by_trials_are_judged_by_all_settings(made):
    """Too seldom in few of them is no verdict."""
    said = page(made(NARROW))
    assert "covers too little in 4 of 4 settings. It is nothing to quote." in said
    said = page(made({("trials", 43, 40): 80.0}))
    assert "covers too little in 1 of 4 settings" in said and "nothing to quote" not in said


def test_each_setting_says_of_how_many_data_sets_it_is(made):
    """That there are fewer by trials is told where it is so."""
    assert "| 43 | 40.0 | 200 |" in page(made()) and "were made in fewer data sets" not in page(made())


def test_that_there_were_fewer_draws_than_the_study_has_is_told(made):
    """100 in these tables; 1,000 in the made-up study."""
    assert "from 100 draws (fewer than here, so that single edges are less steady), and counted" in page(made())


def test_a_kind_that_no_report_makes_is_named_as_such(made):
    """It comes nearer, and cannot be quoted."""
    said = page(made({**NARROW, ("jackknife_t",): 95.1}))
    assert "The jackknife t interval is less far off still, 0.1 points; this report does not make it." in said


def test_a_setting_in_which_nothing_holds_is_told_with_the_best_of_all_kinds(made):
    """And no such words stand where there is none."""
    low = {(kind, 10, 3): 80.0 for kind in ALL} | {("joint_t", 10, 3): 88.0}
    said = page(made(low))
    assert (
        "With 10 speakers and an EER of 3.0 % every kind covers too little; "
        "the best that can be quoted, joint t, 88.0 %." in said
    )
    assert "Where nothing holds" in said
    assert "Where nothing holds" not in page(made())


def test_the_row_nearest_to_the_study_is_marked(made):
    """One row of the table of all settings, in bold."""
    text = Site([results := made()], results, TEMPLATES).chapters(results)["11-intervals"]
    rows = [
        line
        for line in text.split("\n")
        if line.startswith("| ") and "covered/trials/" in line and "covered/joint/" in line
    ]
    bold = [line for line in rows if "]{.leader}" in line]
    assert len(SETTINGS) == len(rows) and 1 == len(bold) and "covered/joint/43_speakers/" in bold[0]


def test_shares_beyond_chance_have_an_arrow(made):
    """Down where an interval is too narrow, up where it is too wide, none within two standard errors."""
    said = page(made({("speaker",): 90.0, ("two_sided",): 99.0, ("joint",): 94.0}))
    assert "90.0 ↓± 1.5" in said and "99.0 ↑± 1.5" in said and "94.0± 1.5" in said


@pytest.mark.parametrize(
    ("alarms", "words"),
    [(9.0, "9.0 % (too often) by the one-sided kind"), (1.0, "1.0 % (more seldom than it may, at the price of power)")],
)
def test_false_alarms_are_judged(made, alarms, words):
    """More often than the level allows, or so seldom that power is lost."""
    said = page(made(alarms={"speaker": alarms}))
    assert words in said
    assert words not in page(made())


def test_power_is_told_with_and_without_holm(made):
    """Of the largest true difference, by the permutation test."""
    assert "A true EER that is 3 points above 40.0 % is found to differ in 61.0 % by the one-sided" in page(made())
    assert "after Holm's adjustment the test finds it in 1.5 %" in page(made())


def test_a_real_study_says_that_these_numbers_are_simulated(made):
    """Its banner does not."""
    assert "although the inputs of this study are real" in page(made(simulated=False))
    assert "although the inputs" not in page(made())


def test_without_the_tables_nothing_is_said():
    """The rest of the chapter stands alone."""
    said = page(benchmark(4))
    assert "Do they hold" not in said and "**Quote the" not in said and "If a reviewer" not in said


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
