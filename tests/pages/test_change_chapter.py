"""Changes against the original as pages: sentences turn with the data, values keep their sign."""

import pytest

from analysis.pages.charts import change as charts

from .contests import NAMES, chapter, contest, has_chapter, shipped, words
from .reading import well_drawn

ORIGINAL = ("orig", "original", 4, 70, 2)


@pytest.fixture(scope="module")
def text():
    return words(chapter(shipped(), "change"))


def test_the_leaders_are_named_with_all_three_changes(text):
    """By hand from the printed table; signs stand."""
    assert (
        "T10-1 keeps most of the emotion: its EER changes by +703.9 %, its UAR by −9.4 % and its WER by +38.9 %."
        in text
    )
    assert "T9 keeps most of the words: its EER changes by +652.1 %" in text
    assert "T8-1 gives most privacy: its EER changes by +979.0 %, its UAR by −57.0 %" in text
    assert "the EER falls for 1 of 41 systems, the UAR falls for 41 of 41, the WER rises for 41 of 41." in text
    assert "A lower EER than the unprotected speech: B2." in text
    assert "On all three fronts below stands T10-1." in text


def test_the_price_of_privacy_is_told_along_the_front(text):
    """From the first stop to the last."""
    assert (
        "from T9 to T8-1, the change of the EER goes from +652.1 % to +979.0 %, and that of the WER from +28.1 %"
        in text
    )
    assert "T9 keeps more words, T10-1 more of the emotion." in text


def test_every_system_stands_in_the_table_but_the_original(text):
    """One row a system with results, both splits."""
    table = text[text.index("| system | EER, test") :]
    assert "| T10-1* | +703.9 | −9.4 | +38.9 | +578.8 | −4.5 | +42.8 |" in table
    assert "| orig |" not in table and "| T19-3" not in table
    assert "| T25-p1 |" in table


def test_the_sentences_turn_with_the_data(tmp_path):
    """Ties are told as ties, a front of one as one, and nobody is worse where nobody is."""
    rows = [ORIGINAL, ("A", "submitted", 30, 60, 3), ("B", "submitted", 30, 60, 3), ("C", "submitted", 20, 50, 4)]
    text = words(chapter(contest(tmp_path / "a", rows), "change"))
    assert "A and B keep most of the emotion: the UAR of each changes by −14.3 %." in text
    assert "On all three fronts below stand A and B." in text
    assert "lower EER than the unprotected" not in text
    rows = [ORIGINAL, ("A", "submitted", 30, 60, 3), ("C", "submitted", 20, 50, 4)]
    text = words(chapter(contest(tmp_path / "b", rows), "change"))
    assert "Of 2 systems, A alone is on the front: no other does better on either side." in text
    rows = [ORIGINAL, ("A", "submitted", 30, 40, 4), ("B", "submitted", 20, 60, 5), ("C", "submitted", 10, 50, 3)]
    assert "No system is on all three fronts below." in words(chapter(contest(tmp_path / "c", rows), "change"))


def test_without_an_original_there_is_no_chapter(tmp_path):
    """Nothing is a change; with an original at zero in one measure, the others stand and the reason is shown."""
    assert not has_chapter(contest(tmp_path / "a", [("A", "submitted", 30, 60, 3)]), "change")
    rows = [("orig", "original", 4, 70, 0), ("A", "submitted", 30, 60, 3), ("B", "submitted", 20, 65, 4)]
    text = words(chapter(contest(tmp_path / "b", rows), "change"))
    assert "the original's value is zero" in text
    assert "UAR against WER" not in text and "EER against UAR" in text


def test_each_pair_of_changes_is_drawn_and_nobody_goes_without_a_name():
    """Three pictures, the original at their origin, chance in none of them: it belongs to EERs only."""
    made = {chart.name: chart for chart in charts.charts(shipped())}
    assert ["change_eer_uar", "change_eer_wer", "change_uar_wer"] == list(made)
    for chart in made.values():
        assert () == chart.numbered
        assert "An asterisk marks T10-1" in chart.alt
    assert all(axis.chance is None for axis in charts.AXES.values())


def test_any_name_and_any_number_of_systems_pass(tmp_path):
    """Names that look like mark-up stay text; one system alone is no picture."""
    rows = [(name, "submitted", 5 + place, 40 + place % 7, 2 + place % 5) for place, name in enumerate(NAMES)]
    results = contest(tmp_path / "a", [ORIGINAL, *rows], marked=NAMES[:1])
    text = chapter(results, "change", drawn=True)
    assert "change_uar_wer.svg" in text and "<script>" not in text
    assert well_drawn(*charts.charts(results))
    assert [] == charts.charts(contest(tmp_path / "b", [("A", "submitted", 30, 60, 3)]))
