"""The fronts of a challenge as pages: sentences, tables and pictures follow the data."""

import pytest

from analysis.pages.chapters import chapters_of
from analysis.pages.charts.challenge import charts, front_points, scatter
from analysis.pages.figures.tradeoff import PRIVACY, WORDS, TradeoffPoint
from analysis.pages.site import Site

from .contests import chapter, contest, shipped, words
from .results import TEMPLATES

ORIGINAL = ("orig", "original", 4, 70, 2)


@pytest.fixture(scope="module")
def text():
    return words(chapter(shipped(), "trade"))


def test_the_fronts_are_named_from_the_least_private(text):
    """Both fronts with their size and with those that they rest on."""
    assert (
        "Of 41 systems, 4 are on the front, from the least private to the most private: T9, T10-1, T8-5 and T8-1."
        in text
    )
    assert "T10-1 is non-compliant; among the compliant systems alone nobody new joins" in text
    assert "among the compliant systems alone T9 and T8-5 join the front." in text
    assert "T25-p1, which came after the evaluation and stands outside, lies beyond this front" in text


def test_the_tables_walk_along_the_fronts_with_what_a_step_costs(text):
    """A row has the system, both values and the step from the row above; the second walk leaves the marked out."""
    assert "| | T10-1* | 36.90 | 2.57 | +2.38 | +0.20 |" in text
    assert "| compliant systems | T9 | 34.52 | 2.37 | | |" in text
    assert "| | T8-5 | 41.28 | 47.10 | +6.76 | −13.87 |" in text


def test_the_sentences_turn_with_the_data(tmp_path):
    """One system alone on the front; nobody marked; no sentence about marks where there is none."""
    results = contest(tmp_path / "a", [ORIGINAL, ("A", "submitted", 30, 60, 3), ("B", "submitted", 20, 50, 4)])
    text = words(chapter(results, "trade"))
    assert "Of 2 systems, A alone is on the front." in text
    assert "marked" not in text and "Dashed" not in text and "beyond this front" not in text
    rows = [ORIGINAL, ("A", "submitted", 30, 60, 3), ("B", "submitted", 20, 50, 4)]
    text = words(chapter(contest(tmp_path / "b", rows, marked=("B",)), "trade"))
    assert "None of them is non-compliant" in text
    text = words(chapter(contest(tmp_path / "c", rows, marked=("A",)), "trade"))
    assert "A is non-compliant; among the compliant systems alone B joins the front." in text


def test_without_values_there_is_no_front(tmp_path):
    """The chapter says so once."""
    text = words(chapter(contest(tmp_path, [ORIGINAL, ("A", "submitted", "", 60, 3)]), "trade"))
    assert "No front can be drawn" in text and "alone is on the front" not in text


@pytest.mark.parametrize("measure", ["wer", "uar"])
def test_every_system_of_the_picture_has_its_name(measure):
    """All 44 rows are named on the sheet itself: no number, nobody lost, the marked ones with an asterisk."""
    chart = next(one for one in charts(shipped()) if one.name == f"tradeoff_{measure}")
    assert () == chart.numbered
    assert "An asterisk marks T10-1, T10-2, T17, T25-1 and T25-2." in chart.alt


def test_a_point_knows_its_role_its_mark_and_both_fronts():
    """The second front is told only where it is another one."""
    points = {
        point.label: point
        for point in front_points(
            shipped(), "front", "uar",
            lambda system: ("eer", system, "semi_informed", "test_average"),
            lambda system: ("shipped", "uar", system, "test"),
        )
    }  # fmt: skip
    assert points["T10-1"].on_front and points["T10-1"].marked and not points["T10-1"].on_other_front
    assert points["T9"].on_other_front and not points["T9"].on_front
    assert ("original", "baseline", "submitted", "post-evaluation") == tuple(
        points[name].role for name in ("orig", "B1", "T9", "T25-p1")
    )


def test_points_without_a_name_are_told(monkeypatch):
    """In a crowd too large for names a line below the picture says where they stand."""
    points = [TradeoffPoint(f"T{at}", 5.0 + at / 10, 3.0 + at / 100, role="submitted") for at in range(130)]
    (chart,) = scatter("tradeoff_wer", points, PRIVACY, WORDS)
    assert chart.nameless and () == chart.numbered
    monkeypatch.setattr("analysis.pages.site.charts", lambda *_, **__: {chart.name: chart})
    site = Site([shipped()], shipped(), TEMPLATES)
    page = site._chapter_page(shipped(), next(one for one in chapters_of(shipped()) if one.short == "trade"))
    assert 1 == page.count("Points without a name or a number found no room for one")
