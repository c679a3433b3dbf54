"""The chapter about the size of the next study: sentences turn with the ledger, or go."""

import dataclasses
import re

import pytest

from analysis.ledger import Ledger, key
from analysis.pages.chapters import CHAPTERS
from analysis.pages.charts.planning import charts
from analysis.pages.markup import escape
from analysis.pages.site import Site
from analysis.pages.views.planning import PlanningView
from analysis.results import Pair

from .results import TEMPLATES, Rows, benchmark

GAP = "\N{NO-BREAK SPACE}"
SIZES = ("10", "43", "160")
EACH = {"half": 5, "own": 10, "twice": 20, "four_times": 40}


def planned(
    *,
    differences=True,
    small=(),
    excludes=(),
    below=0,
    unseen=False,
    single=False,
    told=True,
    n=6,
    of_two=2,
    run=(1, 9),
    why="no pair",
):
    """Return a made-up benchmark of two pairs of systems, on whose CER differences were found."""
    rows = Rows("bench")
    for size in SIZES:
        rows.add("setting", "plan", "speakers", size, value=float(size), unit="count", decimals=0)
    for name, each in EACH.items():
        value = 10 if single else each
        rows.add("setting", "plan", "utterances", name, value=value, unit="count", decimals=0)
    rows.add("setting", "plan", "power", value=80, unit="percent", decimals=0)
    rows.add("setting", "plan", "fewest", value=10, unit="count", decimals=0)
    for name, size in (("least", 10), ("most", 43)):
        rows.add("setting", "plan", "usual", name, value=size, unit="count", decimals=0)
    for name, times in (("low", 0.7), ("high", 1.6)):
        rows.add("plan_times", name, value=times, unit="ratio")
    unknown = {"missing": "so few speakers do not tell"}
    for name, value in (("width", 4), ("eer", 33), ("speakers", 86)):
        rows.add("plan_example", name, value=value, unit="count", decimals=0)
    for measure in ("plan_width", *(["plan_difference"] if differences else [])):
        for size in SIZES:
            for name, each in EACH.items():
                value = {"value": 100 / int(size) / each**0.2} if told or name == "own" else unknown
                rows.add(measure, size, name, unit="percentage points", n=n, **value)
        rows.add(measure, "43", "endless", unit="percentage points", n=n, **({"value": 1.0} if told else unknown))
        for name, value in zip(("least", "most"), run, strict=True):
            rows.add(f"{measure}_{name}", "43", "own", value=value, unit="percentage points", n=n)
    for points, fewest in (("1", None if unseen else 1100), ("3", 120), ("5", 10)):
        rows.add("setting", "plan", "points", points, value=float(points), unit="percentage points", decimals=0)
        for name in ("own", "four_times"):
            given = {"missing": "more than anybody records"} if fewest is None else {"value": fewest}
            rows.add("plan_speakers", points, name, unit="count", decimals=0, **given)
    rows.count("plan", "below_zero", value=below, n=n)
    rows.count("plan", "pairs_below_zero", value=below, n=n)
    made = benchmark(study="bench")
    one, two, three = (system.id for system in made.systems[1:4])
    pairs = (Pair(two, one), Pair(three, one))[:of_two]
    verdicts = {key("bench", "plan", "attacker"): "semi_informed", key("bench", "plan", "speakers"): "43"}
    if not differences:
        verdicts[key("bench", "plan", "no_difference")] = why
        pairs = pairs if why != "no pair" else ()
    if differences:
        for place, pair in enumerate(pairs):
            rows.add("paired", pair.b, pair.a, "cer", value=2.0, unit="points", edges=(1.0, 3.0))
            rows.add("plan_seen", pair.b, pair.a, "cer", value=3.0, unit="percentage points")
            verdicts[key("bench", "plan", "seen", pair.b, pair.a, "cer")] = (
                "too small" if place in small else "large enough"
            )
            verdicts[key("bench", "paired", pair.b, pair.a, "cer")] = (
                "CI excludes 0" if place in excludes else "no evidence"
            )
        rows.count("plan", "too_small", value=len(small), n=of_two)
    kept = [row for row in made.ledger if row.key not in {entry.key for entry in rows.entries}]
    return dataclasses.replace(
        made, ledger=Ledger([*kept, *rows.entries]), verdicts={**made.verdicts, **verdicts}, pairs=pairs
    )


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Let a study have this chapter only, where it is wanted, and its figures only, which makes a page quickly."""
    chapter = next(chapter for chapter in CHAPTERS["benchmark"] if chapter.short == "planning")
    monkeypatch.setattr(
        "analysis.pages.site.chapters_of", lambda results: (chapter,) if chapter.wanted(results) else ()
    )
    monkeypatch.setattr(
        "analysis.pages.site.charts", lambda results, lead=True: {chart.name: chart for chart in charts(results)}
    )


def pages(results):
    return Site([results], results, TEMPLATES).files(lambda _text: True)


def text(results):
    """Return the chapter's words, without mark-up of numbers."""
    page = pages(results)["bench/12-planning.qmd"]
    for _ in range(2):
        page = re.sub(r"\[([^][]*)\]\{[^}]*\}", r"\1", page)
    return page


def test_the_first_sentences_answer_the_question():
    """How small a difference this study detects, how many speakers it takes for others, and how rough that is."""
    said = text(planned())
    assert (
        "With 43 speakers and 10 trial utterances of each, as here, the semi-informed EERs of two systems must" in said
    )
    assert "about 1,100 speakers to detect a difference of 1 point, 120 for 3 and 10 or fewer for 5." in said
    assert "half the difference" not in said
    assert "about 120 speakers to detect a difference of 3 points and 10" in text(planned(unseen=True))
    assert "of that many speakers that is otherwise like this one detects with that power only" in said
    assert f"may in truth be 0.7 to 1.6 times as large (95{GAP}% interval, if speakers vary" in said
    assert said.index("*power* is the share") < said.index("for a power of")


def test_without_registered_pairs_widths_are_predicted():
    """Then the width is what is answered, and no sentence speaks of what is detected."""
    said = text(planned(differences=False))
    assert (
        "is predicted to be" in said
        and "gives intervals" in said
        and "No pair of systems is registered" in said
        and "one difference alone" not in said
    )
    assert "smallest difference" not in said and "can detect" not in said


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (
            "none varies",
            "No registered difference in EER varies over speakers or utterances here, so differences in EER",
        ),
        ("not compared", "No registered pair of systems can be compared under this attacker, so differences in EER"),
    ],
)
def test_why_a_registered_pair_is_not_planned_for_is_told(why, words):
    """It is not said that none is registered, and no command asks for its difference."""
    said = text(planned(differences=False, why=why))
    assert f"{words} are not planned for." in said
    assert "No pair of systems is registered" not in said and "`--difference`" not in said


def test_small_differences_are_named():
    """How many registered differences were too small, and which of them were detected all the same."""
    said = text(planned())
    assert "None of these 2 differences came out smaller" in said and "often missed" not in said
    said = text(planned(small=(0,)))
    assert "Of these 2 differences, 1 came out smaller than that." in said and "often missed" in said
    assert "Detected all the same" not in said
    said = text(planned(small=(0, 1), excludes=(1,)))
    assert "Both came out smaller" in said and "often missed" in said and "Detected all the same: " in said
    assert "often missed" not in text(planned(small=(0, 1), excludes=(0, 1)))


def test_one_of_anything_is_told_as_one():
    """One anonymizer, one pair, one utterance: no median, no range, no plural."""
    said = text(planned(n=1, of_two=1, single=True))
    assert "The only one came out no smaller than that." in said and "from the only anonymizer" in said
    assert (
        "from the only registered pair of systems" in said
        and "of widths rest on one anonymizer" in said
        and "run" not in said.replace("running", "")
    )
    for plural in ("1 registered", "1 anonymizers", "1 speakers", "median of 1"):
        assert plural not in said
    said = text(planned(n=1, of_two=1, small=(0,)))
    assert "The only one came out smaller than that." in said


@pytest.mark.parametrize(("run", "told"), [((34.21, 34.24), False), ((34.24, 34.26), True)])
def test_a_range_is_told_where_its_ends_print_apart(run, told):
    """From 34.2 to 34.2 is no range, of widths, of differences or of the study's own size."""
    said = text(planned(n=2, run=run)) + text(planned(n=2, run=run, differences=False))
    assert ["median of 2 registered pairs" in said, "median of 2 anonymizers" in said] == [True, True]
    assert told == ("which run from 34.2 to 34.3 points" in said) == ("size runs from 34.2 to 34.3" in said)
    assert "34.2 to 34.2" not in said


def with_rows(results, rows):
    return dataclasses.replace(results, ledger=Ledger([*results.ledger, *rows.entries]))


@pytest.mark.parametrize(
    ("differences", "aim"), [(True, "detect 1.1 points"), (False, "give intervals 1.1 points wide")]
)
def test_the_cheaper_way_is_told_by_what_a_speaker_costs(differences, aim):
    """Both ways to one aim, their recordings, and what makes one of them cheaper; nothing without a bargain."""
    results = planned(differences=differences)
    assert "cheaper" not in text(results)
    rows = Rows("bench")
    for name, value in (("speakers", 80), ("utterances", 800), ("utterances_more", 1720), ("worth", 25)):
        rows.add("plan_trade", name, value=value, unit="count", decimals=0)
    said = text(with_rows(results, rows))
    assert f"these 43 speakers or about 80 speakers with 10 each {aim}: 1,720 utterances from the same" in said
    assert "one more costs less than recording 25 more utterances" in said


def test_what_so_few_speakers_do_not_tell_is_not_said():
    """No column, line or sentence about other numbers of utterances; how many lack what it takes."""
    results = planned(told=False, below=4)
    said = text(results)
    assert "bring is not predicted: 43 speakers are too few" in said
    assert (
        "Of 6 anonymizers, 4 showed no more spread" in said and "Of 6 registered pairs of systems, 4 differed" in said
    )
    assert "The only anonymizer showed no more spread" in text(planned(told=False, below=1, n=1))
    assert (
        "any number of trial utterances" not in said and "| speakers | width, 10 each | difference, 10 each |" in said
    )
    assert ["own"] == PlanningView(results).lines and "A line for each number" not in said
    assert "so few speakers do not tell" not in said
    assert "is not predicted" not in text(planned())


def test_commands_answer_for_this_study():
    """With its folder, numbers of the ledger, and the two systems that the ledger names where no difference is."""
    said = text(planned())
    assert "`.venv/bin/vpreport plan` data/bench `--width` 4" in said
    assert "`.venv/bin/vpreport plan` data/bench `--difference` 3\n" in said
    assert "answers about 86 speakers." in said and "answers about 120 speakers." in said
    assert "(median 33), add `--eer`" in said
    results = planned(differences=False)
    assert "`--difference`" not in text(results)
    ids = [system.id for system in results.systems[1:3]]
    said = text(dataclasses.replace(results, verdicts={**results.verdicts, key("bench", "plan", "asked"): key(*ids)}))
    one, two = (str(escape(f"'{name}'")) for name in ids)
    assert f"`--difference` 3 `--pair` {one} {two}" in said


def test_a_folder_with_odd_signs_is_quoted():
    """As a shell of a Unix system needs it."""
    view = PlanningView(dataclasses.replace(planned(), study="two words; x"))
    assert r"\'data/two words; x\'" in str(view.place)


def test_registered_pairs_stand_a_row_each():
    """Below what was found stand its interval, and from where on this study detects a difference."""
    rows = [line for line in text(planned(small=(1,))).splitlines() if "+2.0" in line and line.startswith("|")]
    assert ["| from 3.0", "| only from 3.0"] == [re.search(r"\| (only )?from 3\.0", row).group() for row in rows]
    assert all("+1.0 to +3.0" in row for row in rows)


def test_the_width_of_the_draws_stands_beside_the_predicted_one():
    """Where the study has such intervals; else nothing is said of them."""
    results = planned()
    assert "its median width" not in text(results)
    rows = Rows("bench")
    rows.add("plan_drawn", "joint_bca", value=1.5, unit="percentage points", n=6)
    said = text(dataclasses.replace(results, ledger=Ledger([*results.ledger, *rows.entries])))
    assert "its median width is 1.5 points; 1.5 are predicted." in said


@pytest.mark.parametrize(("quoted", "said"), [("speaker", "joint BCa"), ("joint", "joint BCa"), ("joint_t", "joint t")])
def test_the_kind_whose_width_is_predicted_is_named(quoted, said):
    """The quoted one where it draws both roles and allows for few speakers, else the one by BCa."""
    results = planned()
    results = dataclasses.replace(results, verdicts={**results.verdicts, "bench/interval": quoted})
    assert f"They are for the {said} interval" in text(results)


@pytest.mark.parametrize("narrow", [True, False])
def test_how_near_plans_came_is_told(narrow):
    """Predicted beside simulated, whether most are too narrow, and how far plans were tested; else nothing."""
    results = planned()
    assert not any(words in text(results) for words in ("Tested where the truth is known", "Plans were tested"))
    rows = Rows("bench")
    for size in (160, 10):
        rows.add("covered_design", f"{size}_speakers", value=size, unit="count", decimals=0)
        rows.add(
            "plan_tested",
            f"{size}_speakers",
            "eer_15",
            value=3 + (-1 if narrow else 1) * size / 160,
            unit="percentage points",
        )
        rows.add("plan_simulated", f"{size}_speakers", "eer_15", value=3.0, unit="percentage points")
    rows.add("covered_truth", "eer_15", value=15.1)
    rows.add("covered_design", "trial_utterances", value=10, unit="count", decimals=0)
    rows.add("plan_found_most", value=68, unit="percent", decimals=0)
    rows.add("plan_power_own", "3", value=75, unit="percent", decimals=0)
    rows.add("setting", "plan", "near", value=10, decimals=0)
    for name, given in (("tested", 200), ("origin", 43)):
        rows.count("plan", name, value=given)
    rows.count("plan", "near", value=1, n=2)
    for name in ("least", "usual", "most"):
        rows.add("plan_ratio", name, value=0.9, unit="ratio", decimals=2)
    for name, more in (("usual", 3 if narrow else 0.2), ("most", 18)):
        rows.add("plan_more", name, value=more, unit="percent", decimals=0)
    for points in ("3_points", "1_points"):
        rows.add("covered_design", points, value=int(points[0]), unit="count", decimals=0)
        for size in (160, 10):
            for name, share in (("plan_power", 71), ("plan_found", 68)):
                rows.add(name, f"{size}_speakers", "eer_15", points, value=share, unit="percent", decimals=0)
    for name, gap in (("mean", 1.5), ("largest", -4.0)):
        rows.add("plan_power_gap", name, value=gap, unit="points")
    rows.add("plan_power_gap", "bound", value=11, unit="percentage points", decimals=0)
    said = text(dataclasses.replace(results, ledger=Ledger([*results.ledger, *rows.entries])))
    assert "What 200 simulated studies of 43 speakers predict" in said
    assert "In 1 of 2 settings the predicted width" in said
    assert "simulated studies of 10 to 160 speakers with 10 trial utterances each" in said
    assert f"differences on up to 160 speakers, 3 points and a power of 68{GAP}%" in said
    assert f"a power of 80{GAP}% is already beyond" in said
    assert f"farthest off with 160 speakers at an EER of 15.1{GAP}%" in said
    assert narrow == (f"takes 3{GAP}% more speakers than predicted, and in the worst setting 18{GAP}%" in said)
    assert "off by +1.5 points on average and −4.0 at most; with two standard errors added, by 11 either" in said
    assert f"for 3 points and the 43 speakers here, 75{GAP}% are predicted" in said
    assert "| speakers | EER | 1 point | 3 points |" in said
    assert f"| 10 | 15.1{GAP}% | 71simulated 68 | 71simulated 68 |" in said
    assert "| 10 | 6.3 | *4.8* |" in said and "In italics: beyond" in said
    table = [line for line in said.splitlines() if line.startswith(("| 10 |", "| 160 |")) and "3.0" in line]
    assert ["| 10 |", "| 160 |"] == [line[: line.index("|", 2) + 1] for line in table]


def test_parts_below_zero_are_told():
    """How many anonymizers lack spread between speakers, where that leaves the median; nothing where none does."""
    assert "Of 6 anonymizers, 2 showed no more spread" in text(planned(below=2))
    assert "showed no more spread" not in text(planned())


def test_a_number_of_utterances_is_drawn_once():
    """Where half, twice and four times of it round to the same number, one line is left, the study's own."""
    assert ["own"] == PlanningView(planned(single=True)).utterances
    assert list(EACH) == PlanningView(planned()).utterances


def test_a_study_without_a_plan_has_no_chapter():
    """No page, and no figure."""
    made = benchmark(study="bench")
    assert "bench/12-planning.qmd" not in pages(made)
    assert [] == charts(made)
