"""The matrix of scaled changes as a page: rule, ends, order, and how firm the order is."""

import pytest

from analysis.pages.charts import matrix as charts

from .contests import NAMES, chapter, contest, has_chapter, shipped, words
from .reading import well_drawn

ORIGINAL = ("orig", "original", 4, 70, 2)


@pytest.fixture(scope="module")
def text():
    return words(chapter(shipped(), "matrix"))


def test_the_rows_that_span_the_ranges_are_named(text):
    """Both ends of each measure with their value, and how many rows there are."""
    assert "| EER | 41 | +979.0 | T8-1 | −1.5 | B2 |" in text
    assert "| WER | 41 | +28.1 | T9 | +437.8 | B2 |" in text


def test_the_order_is_a_table_as_well(text):
    """Rank, marked name, three cells and the mean."""
    assert "| 1 | T10-1* | 0.72 | 1.00 | 0.97 | 0.898 |" in text
    assert "| 41 | B6 | 0.37 | 0.19 | 0.11 | 0.224 |" in text
    assert "T10-1 has the highest mean of three scaled changes, 0.898. It is non-compliant." in text


def test_how_firm_the_order_is(text):
    """Other choices, who moves most, and who is first then."""
    assert "systems have another rank; T19-1 moves most, by 13 places. The first place stays." in text
    assert "T9 and T10-1 share the first place." in text
    assert "22 of 41 systems can take another rank, depending on the row; B4 moves most, by 3 places." in text


def test_the_sentences_turn_with_the_data(tmp_path):
    """Equal means share the first place; a far row decides who is first; a measure in which all are equal says so."""
    rows = [("A", "submitted", 10, 40, 3), ("B", "submitted", 20, 60, 5), ("C", "submitted", 10, 60, 3)]
    text = words(chapter(contest(tmp_path / "a", [ORIGINAL, *rows]), "matrix"))
    assert "B and C share the highest mean of three scaled changes, 0.667." in text
    rows = [("A", "submitted", 10, 40, 3), ("B", "submitted", 20, 60, 3)]
    text = words(chapter(contest(tmp_path / "b", [ORIGINAL, *rows]), "matrix"))
    assert "No system has a value in all three measures" in text and "all systems are equal" in text
    assert "How firm" not in text
    rows = [("A", "submitted", 10, 40, 5), ("B", "submitted", 20, 60, 3)]
    text = words(chapter(contest(tmp_path / "c", [ORIGINAL, *rows]), "matrix"))
    assert 3 == text.count("every system keeps its rank. The first place stays.")


def test_without_changes_there_is_no_chapter(tmp_path):
    """No original, or one system alone, which is no range."""
    assert not has_chapter(contest(tmp_path / "a", [("A", "submitted", 30, 60, 3)]), "matrix")
    assert not has_chapter(contest(tmp_path / "b", [ORIGINAL, ("A", "submitted", 30, 60, 3)]), "matrix")


def test_one_map_holds_the_study_and_many_rows_are_parted():
    """Forty-one rows are one picture; its alternative text holds words only."""
    (chart,) = charts.charts(shipped())
    assert "matrix" == chart.name
    assert "From the top: T10-1, T10-2, T9, T8-5, T25-2, T25-1, T8-4, T17 and others." in chart.alt
    assert "At the bottom: B6." in chart.alt


def test_three_hundred_systems_of_any_name_pass(tmp_path):
    """As many maps as pages need, each within a page, every system in one of them."""
    names = [*NAMES, *(f"system {place}" for place in range(len(NAMES), 300))]
    rows = [(name, "submitted", 1 + place % 49, 20 + place % 51, 2 + place % 17) for place, name in enumerate(names)]
    results = contest(tmp_path, [ORIGINAL, *rows])
    assert 300 == len(charts.ordered(results))
    with pytest.MonkeyPatch.context() as patched:
        drawn = []
        real = charts.draw_heat_map
        patched.setattr(charts, "draw_heat_map", lambda rows, columns: drawn.append(rows) or real(rows, columns))
        made = charts.charts(results)
    assert well_drawn(made[0])
    assert ["matrix", *(f"matrix_{page}" for page in range(2, 8))] == [chart.name for chart in made]
    assert 300 == sum(map(len, drawn)) and max(map(len, drawn)) <= charts.MOST_ROWS
    assert "system 299" in words(chapter(results, "matrix"))
