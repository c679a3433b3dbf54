"""Recall of emotions in the ledger and on the page: values counted by hand, three ways to count, and what has none."""

import re

import pytest

from analysis.pages import site as pages
from analysis.pages.chapters import chapters_of
from tests.benchmark.conftest import results_of
from tests.pages.results import TEMPLATES
from tests.studies import emotions, write_study

FILE = "meta/emotions.csv"


@pytest.fixture(scope="module")
def felt(tmp_path_factory):
    """Give the results of the tiny study with emotions: mcadams is heard right in 3 of 8 utterances."""
    return results_of(write_study(tmp_path_factory.mktemp("felt") / "tiny", {FILE: emotions()}))


def entry(results, *names):
    return results.ledger["/".join(("tiny", *names))]


def test_values_counted_by_hand(felt):
    """Of four sad utterances one is recognized, of four angry ones two; in the first fold one and one of two."""
    assert [25.0, 50.0] == [entry(felt, "recall", "mcadams", name).value for name in ("sad", "angry")]
    assert {"pooled": 37.5, "fold_1": 50.0, "fold_2": 25.0, "mean_of_folds": 37.5} == {
        name: entry(felt, "uar", "mcadams", name).value for name in ("pooled", "fold_1", "fold_2", "mean_of_folds")
    }
    assert [8, 4, 8] == [entry(felt, "uar", "mcadams", name).n for name in ("pooled", "fold_1", "mean_of_folds")]
    assert 100.0 == entry(felt, "uar", "original", "pooled").value
    assert 50.0 == entry(felt, "uar_of_a_guess", "all").value
    assert "meta/emotions.csv, predicted_mcadams" in entry(felt, "uar", "mcadams", "pooled").source


def test_pooled_and_mean_of_folds_are_both_named(tmp_path):
    """Folds of 50 and 50 whose utterances pooled have 37.5: sad in 1 of 2 and angry in 1 of 4."""
    text = (
        "utt_id,fold,emotion,predicted_mcadams\n"
        "0012-t1,A,sad,sad\n0012-t2,A,angry,sad\n12-t1,A,angry,sad\n12-t2,A,angry,sad\n"
        "1e5-t1,B,sad,angry\n1e5-t2,B,angry,angry\n"
    )
    results = results_of(write_study(tmp_path / "tiny", {FILE: text}))
    assert 37.5 == entry(results, "uar", "mcadams", "pooled").value
    assert 50.0 == entry(results, "uar", "mcadams", "mean_of_folds").value
    assert "mean of the folds' UARs" in entry(results, "uar", "mcadams", "mean_of_folds").method


def test_an_interval_from_the_speakers(felt):
    """The draws are those of every measure; each speaker is recognized in 1, 0, 1 and 1 of 2 utterances."""
    row = entry(felt, "uar", "mcadams", "pooled")
    assert row.ci_low < 37.5 < row.ci_high <= 50.0
    assert "95 % speaker bootstrap, 50 draws, seed 0" in row.method
    assert "not above chance" == felt.verdicts["tiny/uar_chance/mcadams"]
    assert "above chance" == felt.verdicts["tiny/uar_chance/original"]


def test_unknown_speakers_give_no_interval(tmp_path):
    """The value stands, and the row says why there is no interval."""
    text = emotions().replace("a-b-t2", "somebody")
    row = entry(results_of(write_study(tmp_path / "tiny", {FILE: text})), "uar", "mcadams", "pooled")
    assert (37.5, None, None) == (row.value, row.ci_low, row.ci_high)
    assert "no interval: the speakers of some utterances are not known" in row.method


def test_folds_that_most_draws_leave_empty_have_no_interval(tmp_path):
    """Where each fold is one speaker, most draws lack one: the mean of folds has no interval, the pooled one has."""
    results = results_of(write_study(tmp_path / "tiny", {FILE: emotions(folds="11223344")}))
    assert entry(results, "uar", "mcadams", "mean_of_folds").ci_low is None
    assert re.search(r"no interval: \d+ of 50 draws", entry(results, "uar", "mcadams", "mean_of_folds").method)
    assert entry(results, "uar", "mcadams", "pooled").ci_low is not None


def test_a_system_without_predictions_says_so(felt):
    """A row for each value, empty, with the reason."""
    for names in (
        ("uar", "knnvc_pool", "pooled"),
        ("uar", "knnvc_pool", "mean_of_folds"),
        ("recall", "knnvc_pool", "sad"),
    ):
        assert (None, "no predictions") == (entry(felt, *names).value, entry(felt, *names).missing)


def test_a_study_without_emotions_has_no_rows(tiny):
    """Nothing about emotions stands in the ledger or in the table for scripts."""
    assert not [e.key for e in tiny.ledger if {"uar", "emotions", "recall"} & set(e.key.split("/"))]
    assert not [name for name in tiny.tables["leaderboard_recomputed.csv"].columns if "uar" in name]


def test_the_table_for_scripts_has_both(felt):
    """Pooled with its interval, and the mean of folds, with three decimals."""
    row = felt.tables["leaderboard_recomputed.csv"].row(1, named=True)
    assert ("mcadams", "37.500", "37.500") == (row["system"], row["uar"], row["uar_mean_of_folds"])
    assert float(row["uar_ci_low"]) < 37.5 < float(row["uar_ci_high"])


def with_shipped(text):
    cells = (",uar", ",71.1", ",42.80", ",", ",30")
    return "\n".join(line + cell for line, cell in zip(text.rstrip().split("\n"), cells, strict=True)) + "\n"


def page_of(results, monkeypatch):
    monkeypatch.setattr(pages, "charts", lambda results, lead=True: {})
    site = pages.Site([results], results, TEMPLATES)
    (chapter,) = [chapter for chapter in chapters_of(results) if chapter.short == "utility"]
    text = site._labels[results.study].fill(site._chapter_page(results, chapter))
    while re.search(r"\[([^\[\]]*)\]\{[^{}]*\}", text):
        text = re.sub(r"\[([^\[\]]*)\]\{[^{}]*\}", r"\1", text)
    return text


def test_the_page_names_best_and_worst_by_the_ledger(tmp_path, monkeypatch):
    """With two anonymizers the sentence names them in the order of their UAR; swapped, it turns."""
    text = emotions().replace("predicted_original", "predicted_knnvc_pool")
    page = page_of(results_of(write_study(tmp_path / "tiny", {FILE: text})), monkeypatch)
    assert re.search(r"survive best with knnvc\\?_pool \(UAR 100\.0\s%.*and worst with McAdams \(37\.5\s%", page)
    assert "The unprotected speech has" not in page.split("Emotions")[1].split("Table")[0]
    swapped = text.replace("predicted_knnvc_pool", "p").replace("predicted_mcadams", "predicted_knnvc_pool")
    page = page_of(
        results_of(write_study(tmp_path / "tiny", {FILE: swapped.replace(",p,", ",predicted_mcadams,")})), monkeypatch
    )
    assert re.search(r"survive best with McAdams \(UAR 100\.0\s%.*and worst with knnvc\\?_pool \(37\.5\s%", page)


def test_systems_that_tie_are_told_together(tmp_path, monkeypatch):
    """Neither is best where both are recognized alike."""
    rows = emotions().rstrip().split("\n")
    text = "\n".join([rows[0] + ",predicted_knnvc_pool", *(row + "," + row.split(",")[-1] for row in rows[1:])]) + "\n"
    page = page_of(results_of(write_study(tmp_path / "tiny", {FILE: text})), monkeypatch)
    assert re.search(r"McAdams and knnvc\\?_pool have a UAR of 37\.5\s%", page) and "survive best with McA" not in page


def test_the_shipped_uar_stands_beside(tmp_path, monkeypatch):
    """Beside ours, with its own digits, and not compared: how it was counted the data do not say."""
    folder = write_study(tmp_path / "tiny", {FILE: emotions(), "meta/leaderboard.csv": with_shipped})
    results = results_of(folder)
    assert (42.8, 2) == (
        entry(results, "shipped", "uar", "mcadams").value,
        entry(results, "shipped", "uar", "mcadams").decimals,
    )
    page = page_of(results, monkeypatch)
    assert re.search(r"\| McAdams \| 37\.5[^|]*\| 37\.5[^|]*\| 42\.80 \| 50\.0 \| 25\.0 \|", page)
    assert "Which of the two ways the shipped UAR was counted the data do not say" in page
    assert "Not to be told from a guess, by the interval: McAdams" in page


def test_a_page_without_emotions_says_nothing(tiny, monkeypatch):
    """No section, no column."""
    assert "UAR" not in page_of(tiny, monkeypatch)


@pytest.mark.parametrize(("kind", "words"), [("joint_bca", "BCa with widened tails"), ("joint_t", "Student's t")])
def test_other_intervals_stand_beside(felt, kind, words):
    """The pooled UAR once more with BCa edges, and with Student's; the value is the same."""
    quoted, corrected = entry(felt, "uar", "mcadams", "pooled"), entry(felt, f"uar_{kind}", "mcadams", "pooled")
    assert quoted.value == corrected.value
    assert f"speaker bootstrap, {words}" in corrected.method
    assert words not in quoted.method
    assert (corrected.ci_low is None) == ("no interval" in corrected.method)
