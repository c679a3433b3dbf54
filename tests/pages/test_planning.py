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
    share=70.0,
    below=0,
    unseen=False,
    single=False,
    told=True,
    n=6,
    of_two=2,
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
    rows.add("plan_share", unit="percent", decimals=0, **({"value": share} if told and share else unknown))
    for name, value in (("width", 4), ("eer", 33), ("speakers", 86)):
        rows.add("plan_example", name, value=value, unit="count", decimals=0)
    for measure in ("plan_width", *(["plan_difference"] if differences else [])):
        for size in SIZES:
            for name, each in EACH.items():
                value = {"value": 100 / int(size) / each**0.2} if told or name == "own" else unknown
                rows.add(measure, size, name, unit="percentage points", n=n, **value)
        rows.add(measure, "43", "endless", unit="percentage points", n=n, **({"value": 1.0} if told else unknown))
        for name, value in (("least", 1), ("most", 9)):
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
    """How small a difference this study sees, how many speakers it takes to see others, and how rough that is."""
    said = text(planned())
    assert (
        "With 43 speakers and 10 trial utterances of each, as here, the semi-informed EERs of two systems must" in said
    )
    assert (
        "about 1,100 speakers to see a difference of 1 point, 120 for 3 and 10 or fewer for 5 with that power" in said
    )
    assert "about 120 speakers to see a difference of 3 points and 10" in text(planned(unseen=True))
    assert "Test sets of this field have some 10 to 43 speakers." in said
    assert "0.7 to 1.6 times as many speakers" in said
    assert said.index("*power* is the share") < said.index("for a power of")


def test_without_registered_pairs_widths_are_foretold():
    """Then the width is what is answered, and no sentence speaks of what is seen."""
    said = text(planned(differences=False))
    assert "is foretold to be" in said and "No pair of systems is registered" in said
    assert "smallest difference" not in said and "could see" not in said


def test_small_differences_are_named():
    """Which registered differences were too small, and which of them were found all the same."""
    said = text(planned())
    assert "None of the 2 registered differences is smaller" in said and "often misses" not in said
    said = text(planned(small=(0,)))
    assert "Of 2 registered differences, 1 is smaller than that: " in said and "often misses" in said
    assert "and yet with" not in said
    said = text(planned(small=(0, 1), excludes=(1,)))
    assert "Both registered differences are smaller" in said and "yet with an interval that excludes zero" in said


def test_one_of_anything_is_told_as_one():
    """One anonymizer, one pair, one utterance: no median, no range, no plural."""
    said = text(planned(n=1, of_two=1, single=True))
    assert "The only one is no smaller than that." in said and "from the only anonymizer" in said
    assert "It rests on one anonymizer" in said and "runs from" not in said
    for plural in ("1 registered", "1 anonymizers", "1 speakers", "median of 1"):
        assert plural not in said
    said = text(planned(n=1, of_two=1, small=(0,)))
    assert "The only one, " in said and ", is smaller than that." in said


@pytest.mark.parametrize(
    ("share", "more", "words"),
    [
        (61.0, "speakers", "So most is who was recorded"),
        (60.0, "both", "That is about half and half"),
        (52.0, "both", "That is about half and half"),
        (40.0, "both", "That is about half and half"),
        (39.0, "utterances", "So most is which utterances"),
    ],
)
def test_what_helps_more_follows_from_the_variance(share, more, words):
    """Around half it is called half, and the share is printed."""
    results = planned(share=share)
    said = text(results)
    assert more == PlanningView(results).share and words in said and f"{share:.0f}{GAP}% of what makes it wide" in said
    for other in ("who was recorded: more", "half and half", "which utterances were recorded"):
        assert (other in words or other in said) == (other in said)


def test_what_so_few_speakers_do_not_tell_is_not_said():
    """No column, line or sentence about other numbers of utterances; how many lack what it takes."""
    results = planned(told=False, below=4)
    said = text(results)
    assert "bring is not told: 43 speakers are too few" in said
    assert "Of 6 anonymizers, 4 showed no more spread" in said and "Of 6 registered pairs, 4 differed" in said
    assert "The only anonymizer showed no more spread" in text(planned(told=False, below=1, n=1))
    assert (
        "any number of trial utterances" not in said and "| speakers | width, 10 each | difference, 10 each |" in said
    )
    assert ["own"] == PlanningView(results).lines and "A line for each number" not in said
    assert "so few speakers do not tell" not in said
    assert "is not told" not in text(planned())


def test_commands_answer_for_this_study():
    """With its folder, numbers of the ledger, and two systems where no pair is registered."""
    said = text(planned())
    assert "`.venv/bin/vpreport plan` data/bench `--width` 4" in said
    assert "`.venv/bin/vpreport plan` data/bench `--difference` 3\n" in said
    assert "`.venv/bin/vpreport plan` data/bench `--eer` 33 `--width` 4" in said
    results = planned(differences=False)
    assert "`--difference`" not in text(results)
    rows = Rows("bench")
    for system in results.systems:
        rows.add("width", "joint_bca", system.id, "semi_informed", value=5.0, unit="percentage points")
    said = text(dataclasses.replace(results, ledger=Ledger([*results.ledger, *rows.entries])))
    one, two = (str(escape(f"'{system.id}'")) for system in results.systems[1:3])
    assert f"`--difference` 3 `--pair` {one} {two}" in said


def test_a_folder_with_odd_signs_is_quoted():
    """As a shell of a Unix system needs it."""
    view = PlanningView(dataclasses.replace(planned(), study="two words; x"))
    assert r"\'data/two words; x\'" in str(view.place)


def test_registered_pairs_stand_a_row_each():
    """Below what was found stands what this study sees, or what it would need."""
    rows = [line for line in text(planned(small=(1,))).splitlines() if "+2.0" in line and line.startswith("|")]
    assert ["sees 3.0", "needs 3.0"] == [re.search(r"[a-z]+ 3\.0", row).group() for row in rows]


def test_the_width_of_the_draws_stands_beside_the_foretold_one():
    """Where the study has such intervals; else nothing is said of them."""
    results = planned()
    assert "points wide at the median" not in text(results)
    rows = Rows("bench")
    rows.add("plan_drawn", "joint_bca", value=1.5, unit="percentage points", n=6)
    said = text(dataclasses.replace(results, ledger=Ledger([*results.ledger, *rows.entries])))
    assert "such intervals are 1.5 points wide at the median, and 1.5 are foretold." in said


@pytest.mark.parametrize(("quoted", "said"), [("speaker", "joint BCa"), ("joint", "joint BCa"), ("joint_t", "joint t")])
def test_the_kind_whose_width_is_foretold_is_named(quoted, said):
    """The quoted one where it draws both roles and allows for few speakers, else the one by BCa."""
    results = planned()
    results = dataclasses.replace(results, verdicts={**results.verdicts, "bench/interval": quoted})
    assert f"It is meant for the {said} interval" in text(results)


@pytest.mark.parametrize("narrow", [True, False])
def test_how_near_plans_came_is_told(narrow):
    """Foretold beside simulated, whether most are too narrow, and what a single study foretells; else nothing."""
    results = planned()
    assert "Tested where the answer is known" not in text(results)
    rows = Rows("bench")
    for size in (160, 10):
        rows.add("covered_design", f"{size}_speakers", value=size, unit="count", decimals=0)
        rows.add("plan_tested", f"{size}_speakers", "eer_15", value=2.0 if narrow else 4.0, unit="percentage points")
        rows.add("plan_simulated", f"{size}_speakers", "eer_15", value=3.0, unit="percentage points")
    rows.add("covered_truth", "eer_15", value=15.1)
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
    rows.count("plan", "powers_near", value=17, n=18)
    for name, gap in (("mean", 1.5), ("largest", -4.0)):
        rows.add("plan_power_gap", name, value=gap, unit="points")
    said = text(dataclasses.replace(results, ledger=Ledger([*results.ledger, *rows.entries])))
    assert "each of 200 simulated studies of 43 speakers" in said and "In 1 of 2 settings, each" in said
    assert narrow == ("plans are a little too hopeful" in said) == (f"3{GAP}% more speakers than it says" in said)
    assert (
        "In 17 of 18 settings, each of a true difference as well, the mean foretold power" in said
        and "it is +1.5 points" in said
    )
    assert "| speakers | EER | 1 point | 3 points |" in said and f"| 10 | 15.1{GAP}% | 7168 | 7168 |" in said
    assert "A single study foretells" not in said
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
