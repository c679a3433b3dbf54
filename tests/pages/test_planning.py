"""The chapter about the size of the next study: sentences turn with the ledger, or go."""

import dataclasses
import re

import pytest

from analysis.ledger import Ledger, key
from analysis.pages.chapters import CHAPTERS
from analysis.pages.charts.planning import charts
from analysis.pages.site import Site
from analysis.pages.views.planning import PlanningView
from analysis.results import Pair

from .results import TEMPLATES, Rows, benchmark

SIZES = ("10", "43", "160")
EACH = {"half": 5, "own": 10, "twice": 20, "four_times": 40}


def planned(*, differences=True, small=(), excludes=(), endless=4.0, below=0, unseen=False, single=False):
    """Return a made-up benchmark of two pairs of systems, on whose CER differences were found."""
    rows = Rows("bench")
    for size in SIZES:
        rows.add("setting", "plan", "speakers", size, value=float(size), unit="count", decimals=0)
    for name, each in EACH.items():
        value = 10 if single else each
        rows.add("setting", "plan", "utterances", name, value=value, unit="count", decimals=0)
    rows.add("setting", "plan", "power", value=80, unit="percent", decimals=0)
    for measure in ("plan_width", *(["plan_difference"] if differences else [])):
        for size in SIZES:
            for name, each in EACH.items():
                rows.add(measure, size, name, value=100 / int(size) / each**0.2, unit="percentage points", n=6)
        rows.add(measure, "43", "endless", value=endless / 2, unit="percentage points", n=6)
        for name, value in (("least", 1), ("most", 9)):
            rows.add(f"{measure}_{name}", "43", "own", value=value, unit="percentage points", n=6)
    for points, fewest in (("1", None if unseen else 1064), ("3", 122)):
        rows.add("setting", "plan", "points", points, value=float(points), unit="percentage points", decimals=0)
        for name in ("own", "four_times"):
            given = {"missing": "more than anybody records"} if fewest is None else {"value": fewest}
            rows.add("plan_speakers", points, name, unit="count", decimals=0, **given)
    rows.count("plan", "below_zero", value=below, n=6)
    made = benchmark(study="bench")
    one, two, three = (system.id for system in made.systems[1:4])
    pairs = (Pair(two, one), Pair(three, one))
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
        rows.count("plan", "too_small", value=len(small), n=2)
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
    """How small a difference this study sees, and how many speakers it takes to see others."""
    said = text(planned())
    assert "With 43 speakers and 10 trial utterances of each, as here, the smallest difference" in said
    assert "it takes 1,064 speakers to see a difference of 1 point and 122 for 3." in said
    assert "it takes 122 speakers to see a difference of 3 points." in text(planned(unseen=True))


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
    assert "all the same" not in said
    said = text(planned(small=(0, 1), excludes=(1,)))
    assert "Of 2 registered differences, 2 are smaller" in said and "excludes zero all the same" in said


@pytest.mark.parametrize(("endless", "more"), [(2.9, "speakers"), (2.0, "utterances"), (None, "")])
def test_what_helps_more_follows_from_the_variance(endless, more):
    """Of 2 points squared, 1.45 squared is more than half and 1 squared is less."""
    results = planned(endless=(endless or 1.0))
    rows = [
        dataclasses.replace(row, value=2.0) if row.key == key("bench", "plan_width", "43", "own") else row
        for row in results.ledger
        if endless or row.key != key("bench", "plan_width", "43", "endless")
    ]
    results = dataclasses.replace(results, ledger=Ledger(rows))
    assert more == PlanningView(results).needs_more
    said = text(results)
    assert ("who was recorded" in said) == (more == "speakers")
    assert ("which utterances were recorded" in said) == (more == "utterances")


def test_registered_pairs_stand_a_row_each():
    """Beside what was found stands what this study sees, and whether that is too large for it."""
    rows = [line for line in text(planned(small=(1,))).splitlines() if "+2.0" in line and line.startswith("|")]
    assert [False, True] == ["3.0: too small" in row for row in rows]
    assert all("3.0" in row for row in rows)


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
    for name in ("least", "most"):
        rows.add("plan_ratio", name, value=0.9, unit="ratio", decimals=2)
    said = text(dataclasses.replace(results, ledger=Ledger([*results.ledger, *rows.entries])))
    assert "each of 200 simulated studies of 43 speakers" in said and "In 1 of 2 settings" in said
    assert narrow == ("more often below it than above" in said)
    assert "A single study foretells" not in said
    table = [line for line in said.splitlines() if line.startswith(("| 10 |", "| 160 |")) and "3.0" in line]
    assert ["| 10 |", "| 160 |"] == [line[: line.index("|", 2) + 1] for line in table]


def test_parts_below_zero_are_told():
    """How many anonymizers lack spread between speakers, and what that makes of the plan; nothing where none does."""
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
