"""A benchmark of lists and scores: every number that the attacks give, as from embeddings, and pages that say so."""

import re

import pytest

from analysis.pages import site
from analysis.pages.charts import Chart
from tests.benchmark.conftest import results_of
from tests.pages.results import TEMPLATES
from tests.studies import cosines, score_text, write_scored_study

ATTACKS = ("eer", "eer_two_sided", "eer_trials", "eer_gender", "eer_line", "width", "paired", "ties", "shipped", "drop",
           "gender_step", "trap", "permutation", "holm", "width_ratio", "edge_error", "exploratory")  # fmt: skip


class Undrawn(dict):
    """Figures that are asked for by name and not drawn."""

    def __missing__(self, name):
        return Chart(name, "", "")


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """Give the results of the tiny study from scores alone."""
    return results_of(write_scored_study(tmp_path_factory.mktemp("scored") / "tiny"))


def test_scores_give_what_embeddings_give(tiny, scored):
    """Every row about an attack is the same, whichever of the two it is computed from, intervals and all."""
    compared = 0
    for ours in scored.ledger:
        names = ours.key.split("/")
        theirs = tiny.ledger.get(ours.key)
        if names[1] not in ATTACKS or theirs is None:
            continue
        assert pytest.approx((theirs.value, theirs.ci_low, theirs.ci_high)) == (ours.value, ours.ci_low, ours.ci_high)
        assert theirs.n == ours.n
        compared += ours.value is not None
    wanted = {e.key for e in tiny.ledger if e.key.split("/")[1] in ("eer", "eer_trials", "eer_gender", "paired")}
    assert {key for key in wanted if not key.endswith("/cer")} <= {entry.key for entry in scored.ledger}
    assert compared > 150


def test_verdicts_of_attacks_are_the_same(tiny, scored):
    """Traps, the strongest attacker, pairs: chosen alike."""
    chosen = {
        key: verdict for key, verdict in tiny.verdicts.items()
        if re.search(r"/(highest_eer|lowest_eer|worked_example|trap|paired/.*eer)", key)
    }  # fmt: skip
    assert len(chosen) > 5
    assert chosen == {key: scored.verdicts.get(key) for key in chosen}


def test_a_row_names_its_score_file(scored):
    """The source of an EER is the file of its scores; the reference's serve the lazy attacker, too."""
    ledger = scored.ledger
    assert "scores/lazy/mcadams.csv, meta/trials_test.csv" == ledger["tiny/eer/mcadams/lazy/all"].source
    assert "scores/ignorant/original.csv, meta/trials_test.csv" == ledger["tiny/eer/original/lazy/all"].source
    paired = ledger["tiny/paired/knnvc_pool/mcadams/eer_lazy"].source
    assert "scores/lazy/knnvc_pool.csv, scores/lazy/mcadams.csv" == paired


def test_the_table_for_scripts_counts_trials_as_ever(tiny, scored):
    """Columns are those of the contract, and speakers and trials come from the lists."""
    ours, theirs = scored.tables["leaderboard_recomputed.csv"], tiny.tables["leaderboard_recomputed.csv"]
    assert theirs.columns == ours.columns
    for column in ("system", "eer_ignorant", "eer_lazy_ci_high", "n_speakers", "n_same_gender_trials", "n_boot"):
        assert theirs[column].to_list() == ours[column].to_list()


def test_what_is_absent_has_its_reason(tmp_path):
    """A system without scores of an attacker has rows that say so."""
    ledger = results_of(write_scored_study(tmp_path / "tiny", {"scores/lazy/knnvc_pool.csv": None})).ledger
    assert "no scores" == ledger["tiny/eer/knnvc_pool/lazy/all"].missing
    assert "no scores" == ledger["tiny/eer_gender/knnvc_pool/lazy/female"].missing
    assert "no semi-informed file" == ledger["tiny/eer/knnvc_pool/semi_informed/all"].missing
    assert "no transcripts" == ledger["tiny/cer/mcadams/all"].missing


@pytest.fixture
def words(monkeypatch):
    """Give the pages of a study as words, no figure drawn."""
    monkeypatch.setattr(site, "charts", lambda _results, lead=True: Undrawn())

    def make(results):
        files = site.Site([results], results, TEMPLATES).files(lambda _text: True)
        return "\n".join(text for name, text in files.items() if name.endswith(".qmd") and "ledger" not in name)

    return make


def test_pages_speak_of_scores(scored, words):
    """No page says that a number came from embeddings, and the study's kinds of files are told."""
    text = words(scored)
    assert "recomputed from shipped scores" in text
    assert "score $s$ came with the data" in text
    assert "from shipped embeddings" not in text
    assert "Not here for any system: embeddings, semi-informed embeddings" in text


def test_pages_of_embeddings_do_not(tiny, words):
    """A study with embeddings only lacks no scores, and its pages name none."""
    text = words(tiny)
    assert "from shipped embeddings" in text
    assert "shipped scores" not in text
    assert not re.search(r"Not here for any system:.*\bscores\b", text)


def test_tied_scores_are_said_on_the_page(tmp_path, scored, words):
    """Where most scores tie the page warns with both counts; elsewhere it says how far ties go, or nothing."""
    signs = [
        (enroll, utterance, 1.0 if score > 0.5 else -1.0) for enroll, utterance, score in cosines("mcadams", "mcadams")
    ]
    results = results_of(write_scored_study(tmp_path / "tiny", {"scores/lazy/mcadams.csv": score_text(signs)}))
    tied = results.ledger["tiny/ties/mcadams/lazy"]
    assert (48, 100 * 46 / 48) == (tied.n, pytest.approx(tied.value))
    warned = [
        remark.text for remark in results.remarks if remark.severity == "warning" and "share their score" in remark.text
    ]
    assert ["McAdams, lazy attacker"] == [text.split(":")[0] for text in warned]
    assert "Tied scores" in words(results)
    assert "Tied scores" not in words(scored)
    assert 0.0 == scored.ledger["tiny/ties_max/all"].value
