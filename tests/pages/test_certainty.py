"""How sure are we: which sentences stand, which systems stand in the tables, which figures are drawn."""

import re
from dataclasses import replace

import pytest

from analysis.ledger import Entry, Ledger, key
from analysis.pages.chapters import CHAPTERS
from analysis.pages.charts.certainty import charts
from analysis.pages.site import Site
from analysis.pages.views.certainty import CertaintyView

from .intervals import with_intervals
from .reading import well_drawn
from .results import HOSTILE, TEMPLATES, benchmark

USUAL = {"two_sided": (1.6, 1.4), "trials": (0.8, 1.2, 0.7)}


def source(results) -> str:
    """Return the chapter's page source."""
    return Site([results], results, TEMPLATES).chapters(results)["03-certainty"]


def page(results) -> str:
    """Return the chapter as a reader meets it: numbers as plain digits, marks left out."""
    text = source(results)
    for _ in range(2):
        text = re.sub(r"\[([^][]*)\]\{[^}]*\}", r"\1", text)
    return text


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Let a study have this chapter only and no figure, which makes a page quickly."""
    chapters = tuple(chapter for chapter in CHAPTERS["benchmark"] if chapter.short == "certainty")
    monkeypatch.setattr("analysis.pages.site.chapters_of", lambda _results: chapters)
    monkeypatch.setattr("analysis.pages.site.charts", lambda _results, lead: {})


@pytest.fixture
def illustrated(monkeypatch, alone):
    """Let a study have the figures of this chapter too."""
    monkeypatch.setattr("analysis.pages.site.charts", lambda results, lead: drawn(results))


def drawn(results):
    return {chart.name: chart for chart in charts(results)}


def made(ratios=USUAL, systems=3, **more):
    return with_intervals(benchmark(systems, simulated=False), ratios, **more)


@pytest.mark.parametrize(
    ("ratios", "said"),
    [
        ((1.6, 1.4), "The two-sided interval is wider than the one-sided one in all 8 cases."),
        ((0.9, 0.8), "The two-sided interval is wider than the one-sided one in 0 of 8 cases and narrower in 8."),
        ((1.6, 0.9), "The two-sided interval is wider than the one-sided one in 4 of 8 cases and narrower in 4."),
    ],
)
def test_the_two_sided_sentence_follows_the_counts(ratios, said):
    """All, none, or so many of so many."""
    assert said in page(made({"two_sided": ratios, "trials": (0.8,)}))


@pytest.mark.parametrize(
    ("ratios", "said", "unsaid"),
    [
        ((0.8, 0.7), "in all 8 cases, in 8 by more than the Monte-Carlo error of the difference", "general warning"),
        ((1.1,), "It is wider by more than the Monte-Carlo error of the difference in 8.", "in 0 by more"),
        ((0.8, 0.9, 1.2), "fits most of these cases, not all", "bear out"),
        ((0.8, 1.2), "fits some of these cases and not the others", "most of these"),
        ((1.3, 1.2, 0.7), "fits some of these cases and not the others", "most of these"),
        ((1.0,), "than the one-sided one in 0 of 8 cases.\nThat it is", "It is wider by more"),
    ],
)
def test_the_trial_sentence_follows_the_counts(ratios, said, unsaid):
    """That the trial bootstrap is too narrow is said as far as these data show it, and no further."""
    text = page(made({"two_sided": (1.5,), "trials": ratios}))
    assert said in text
    assert unsaid not in text


def test_one_case_is_a_singular():
    """A study with one EER has one case, in which an interval is narrower or is not."""
    lone = benchmark(1, simulated=False)
    rows = [entry for entry in lone.ledger if "/eer/" not in entry.key or "/ignorant/" in entry.key]
    missing = [
        Entry(key("bench", "eer", "system 0", attacker, "same_gender"), None, "percent", 1, "recomputed",
              source="meta/trials_test.csv", method="made up", missing="no embeddings")
        for attacker in ("lazy", "semi_informed")
    ]  # fmt: skip
    text = page(
        with_intervals(replace(lone, ledger=Ledger([*rows, *missing])), {"two_sided": (1.5,), "trials": (0.8,)})
    )
    assert "wider than the one-sided one in 1 of 1 case." in text
    assert "one in 1 of 1 case, in 1 by more than" in text


def test_the_median_is_told():
    """Ratios 1.6 and 1.4 in turn have the median 1.50; beside it stand the lowest and the highest."""
    assert "its width is 1.50 times the one-sided width (1.40 to 1.60)" in page(made())


def test_that_wider_is_not_better_is_said_of_a_wider_interval():
    """It stands where the two-sided interval is the wider one in most cases, and nowhere else."""
    advice = "Wider is not yet better"
    assert advice in page(made())
    assert advice not in page(made({"two_sided": (0.9,), "trials": (0.8,)}))


@pytest.mark.parametrize(
    ("published", "trials", "said"),
    [
        ((5.1, 8.1, 5.5), 0.8, "In the published check the trial bootstrap is not narrower than the one-sided one; "
                               "here it is."),
        ((5.1, 8.1, 4.5), 0.8, "is narrower than the one-sided one, in the published check and here."),
        ((5.1, 8.1, 5.5), 1.2, "is not narrower than the one-sided one, neither in the published check nor here."),
        ((5.1, 8.1, 4.5), 1.2, "In the published check the trial bootstrap is narrower than the one-sided one; here it "
                               "is not."),
    ],
)  # fmt: skip
def test_a_published_check_stands_beside_what_is_found_here(published, trials, said):
    """Shipped and recomputed widths side by side, and the sentence that both allow."""
    text = page(made({"two_sided": (1.5,), "trials": (trials,)}, published=published))
    assert "one-sided 5.1 points (here 4.0), two-sided 8.1 points (here 6.0), by trials" in text
    assert said in text
    assert "neither confirms nor refutes" not in text
    assert "beside it the published width" in text


def test_a_published_check_on_simulated_inputs_decides_nothing():
    """With simulated inputs the page says so."""
    simulated = with_intervals(benchmark(3), USUAL, published=(5.1, 8.1, 5.5))
    assert "neither confirms nor refutes the published check" in page(simulated)


def test_without_a_published_check_nothing_is_said_of_one():
    """No shipped width, no sentence."""
    assert "ublished" not in page(made()).split("References")[0]
    assert [] == CertaintyView(made()).published


def test_half_a_published_check_compares_nothing():
    """A shipped one-sided width alone is shown, and no verdict is drawn from it."""
    text = page(made(published=(5.1,)))
    assert "one-sided 5.1 points (here 4.0)." in text
    assert "published check" not in text


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        ("", None),
        ("few to resample", "speakers are few to resample, and all of these intervals are rough"),
        ("too few to resample", "they allow too few different resamples, and none of these intervals says much"),
    ],
)
def test_few_speakers_are_warned_about(verdict, said):
    """The warning stands where the verdict does."""
    results = made()
    if verdict:
        results = replace(results, verdicts={**results.verdicts, key("bench", "certainty", "speakers"): verdict})
    text = page(results)
    assert ("**Few speakers.**" in text) == (said is not None)
    assert said is None or said in text


def test_draws_that_were_left_out_are_told():
    """The kinds with draws left out are named with their number, and nothing is said where there are none."""
    assert "is left out" not in page(made())
    assert "at most 12 of 1,000 draws of a two-sided interval." in page(made(left_out={"two_sided": 12}))


def test_a_system_without_an_interval_stands_below_the_table():
    """It is named with its reason, once, and has no row."""
    text = page(made())
    assert 1 == text.count("Not in the table, for want of an interval: system 2 (no semi-informed file).")
    rows = [line for line in text.splitlines() if line.startswith("| system 2 |")]
    assert 2 == len(rows)


def test_the_bootstrap_is_cited_and_why_is_marked_as_untested():
    """A citation for each scheme, the background fact in its span, the explanation in its block."""
    results = made()
    text = source(results)
    for cited in ("@efron1993", "@owen2007", "@bolle2004", "@david2003"):
        assert cited in text
        assert re.search(rf"^@\w+\{{{cited[1:]},", (TEMPLATES / "assets/references.bib").read_text("utf-8"), re.M)
    assert "[@bolle2004].]{.background}" in text
    assert "::: untested" in text


def test_a_study_whose_systems_lack_intervals_has_no_table():
    """Where only the schemes can be described, no table, figure or count stands."""
    text = page(benchmark(3, simulated=False))
    assert "The one-sided interval is the headline" in text
    assert "cases" not in text
    assert not any(line.startswith("|") for line in text.splitlines())


def test_shipped_edges_are_compared_by_construction_where_inputs_are_simulated():
    """How far shipped edges lie from the recomputed ones, with the reservation that simulated inputs need."""
    for simulated in (True, False):
        results = benchmark(3, simulated=simulated)
        gap = Entry(key("bench", "agreement_max", "eer_ignorant", "edges"), 1.83, "percentage points", 2, "recomputed",
                    source="meta/leaderboard.csv", method="made up", n=4)  # fmt: skip
        text = page(with_intervals(replace(results, ledger=Ledger([*results.ledger, gap])), USUAL))
        assert "their edges lie within 1.83 points of it under the *ignorant* attacker" in text
        assert simulated == ("by construction" in text)


def test_figures_show_the_system_that_the_page_speaks_of(illustrated):
    """The histogram is of the system whose draws are handed over; all systems stand in the widths."""
    found = drawn(made())
    assert "the draws of the EER of system 1" in found["draws"].alt
    assert "Draws of the EER of system 1" in page(made())
    assert "two-sided is wider than one-sided for every system" in found["widths"].alt
    for chart in found.values():
        assert not re.search(r"(?<!system )\d", chart.alt)
    assert {} == drawn(benchmark(3))


def test_hostile_names_pass_through_tables_and_figures(illustrated):
    """A system's name may hold anything; the page's own mark-up stays whole."""
    results = with_intervals(
        benchmark(len(HOSTILE), study="odd", names=HOSTILE, labels=HOSTILE, shipped=False), USUAL, published=(5, 8, 5.5)
    )
    rows = [line for line in source(results).splitlines() if line.startswith("| ") and ".num" in line]
    assert len(HOSTILE) * 3 - 1 == len(rows)
    assert {10} == {len(re.findall(r"(?<!\\)\|", row)) for row in rows}
    assert well_drawn(*charts(results))


def test_the_same_results_give_the_same_page_and_figures(illustrated):
    """Page and pictures are a function of the results."""
    first, again = (Site([results], results, TEMPLATES).files(lambda _text: True) for results in (made(), made()))
    names = ("bench/03-certainty.qmd", "bench/figures/draws.svg", "bench/figures/widths.svg")
    assert [first[name] for name in names] == [again[name] for name in names]
