"""What `vpreport check` computes: the same numbers as the ledger, told where they speak against what is published."""

import numpy
import pytest

from analysis.benchmark.attack_units import attack_scores
from analysis.benchmark.cosine import rough_scores, speaker_models, trial_scores, trial_vectors
from analysis.benchmark.second_look import second_look
from analysis.ledger import key
from analysis.study.benchmark import read_benchmark
from analysis.study.checks import check_study
from analysis.study.findings import Findings
from tests.benchmark.conftest import results_of
from tests.studies import emotions, replaced, write_scored_study, write_study

BOARD = "meta/leaderboard.csv"
REAL = replaced("simulated = true", "simulated = false")
COLUMNS = ("eer_ignorant", "eer_lazy", "eer_semi_informed", "cer", "cer_phone", "cer_studio")


def told(folder, code="recomputed"):
    return {one.column: one for one in check_study(folder, scored=second_look) if one.code == code}


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The tiny study with real inputs, whose leaderboard has nothing to do with its files; and its ledger."""
    folder = write_study(tmp_path_factory.mktemp("second") / "tiny", {"study.toml": REAL})
    return folder, results_of(folder).ledger


def test_it_counts_what_the_chapter_on_agreement_counts(real):
    """Column by column as many values differ by more than rounding, of as many that are compared."""
    folder, ledger = real
    found = told(folder)
    for column in COLUMNS:
        compared, differs = (
            ledger.value(key("tiny", "count", "agreement", column, name)) for name in ("compared", "differs")
        )
        words = f"{differs:.0f} of {compared:.0f} values differ" if differs else ""
        assert (words in found[column].found) if words else (column not in found)
    assert set(found) <= set(COLUMNS)


def test_the_farthest_value_is_named_with_both_numbers_and_its_row(real):
    """The ledger's number with the published digits; the row is that of the system; a warning for real inputs."""
    folder, ledger = real
    finding = told(folder)["cer"]
    ours = ledger.value(key("tiny", "cer", "mcadams", "all"))
    assert ("warning", BOARD, 3) == (finding.severity, finding.file, finding.row)
    assert f"'mcadams': 38.35 published, {ours:.2f} recomputed" in finding.found


def test_simulated_inputs_make_notes(tmp_path):
    """They were made to come near the published values and cannot meet them."""
    assert {"note"} == {one.severity for one in told(write_study(tmp_path / "x")).values()}


def test_what_comes_out_is_not_told(tmp_path, real):
    """A leaderboard with the recomputed values, in any number of decimals, is in order."""
    _, ledger = real
    rows = ["system,eer_ignorant,eer_lazy,cer,cer_phone"]
    for decimals, system in ((2, "original"), (0, "mcadams")):
        keys = (("eer", system, "ignorant", "same_gender"), ("eer", system, "lazy", "same_gender"))
        values = [
            ledger.value(key("tiny", *names)) for names in (*keys, ("cer", system, "all"), ("cer", system, "phone"))
        ]
        rows.append(",".join([system, *(f"{value:.{decimals}f}" for value in values)]))
    folder = write_study(tmp_path / "x", {"study.toml": REAL, BOARD: "\n".join(rows) + "\n"})
    assert {} == told(folder)


def test_fractions_are_told_by_what_comes_out(tmp_path, real):
    """Where a hundred times the column comes nearer, that is the advice."""
    _, ledger = real
    value = ledger.value(key("tiny", "cer", "mcadams", "all")) / 100
    folder = write_study(tmp_path / "x", {"study.toml": REAL, BOARD: f"system,cer\nmcadams,{value:.4f}\n"})
    assert "multiply the column by 100" in told(folder)["cer"].advice


@pytest.mark.parametrize("repeat", [1, 3])
def test_rough_scores_are_the_scores_with_twelve_decimals(tmp_path, monkeypatch, repeat):
    """By a matrix product or by blocks: both round to what a build computes."""
    benchmark = read_benchmark(write_study(tmp_path / "x"))
    enrollment, trial = benchmark.embeddings("original"), benchmark.embeddings("mcadams")
    enroll = benchmark.trials.frame["enroll"].to_numpy()
    models, (tried, place) = speaker_models(benchmark, enrollment), trial_vectors(benchmark, trial)
    exact = trial_scores(benchmark, enrollment, trial)
    assert exact.tolist() == attack_scores(benchmark, "mcadams", "ignorant").tolist()
    if repeat > 1:
        monkeypatch.setattr("analysis.benchmark.cosine.LARGEST_GRID", 1)
        monkeypatch.setattr("analysis.study.embeddings.BLOCK", 7)
        assert exact.tolist() == trial_scores(benchmark, enrollment, trial).tolist()
    assert numpy.abs(rough_scores(models, tried, enroll, place) - exact).max() < 1e-11
    by_hand = [float(numpy.dot(models[one], tried[other])) for one, other in zip(enroll, place, strict=True)]
    assert numpy.allclose(by_hand, exact, rtol=0, atol=1e-12)


def test_a_uar_is_set_beside_the_nearer_of_both(tmp_path):
    """Recalls of 1/4 and 2/4 over all utterances; 1/2, 1/2 and 0, 1/2 in the two folds: 37.5 % either way."""
    board = "system,uar\noriginal,100\nmcadams,40.0\n"
    folder = write_study(tmp_path / "x", {"study.toml": REAL, BOARD: board, "meta/emotions.csv": emotions()})
    found = told(folder)["uar"]
    assert "1 of 2 values differ" in found.found
    assert "'mcadams': 40.0 published, 37.50 recomputed" in found.found
    assert 3 == found.row


def test_without_a_leaderboard_nothing_is_compared(tmp_path):
    """The ties are looked for all the same."""
    findings = Findings()
    second_look(read_benchmark(write_study(tmp_path / "x", {BOARD: None})), findings)
    assert [] == [finding.text() for finding in findings]


def turned(text):
    """Return scores with the other sign, as distances have it."""
    header, *rows = text.strip().split("\n")
    cells = [row.split(",") for row in rows]
    return "\n".join([header, *(f"{e},{u},{-float(score)!r}" for e, u, score in cells)]) + "\n"


@pytest.mark.parametrize("board", [{}, {BOARD: None}], ids=["leaderboard", "no leaderboard"])
def test_scores_with_the_other_sign_are_told(tmp_path, board):
    """The file is named with the EER that comes of it, be there published values or none."""
    file = "scores/ignorant/original.csv"
    study = write_scored_study(tmp_path / "x", {file: turned, **board})
    (found,) = [one for one in check_study(study, scored=second_look) if one.code == "inverted"]
    assert ("warning", file) == (found.severity, found.file)
    # The tiny study's original separates targets and non-targets fully.
    assert "'original', ignorant attacker" in found.found and "EER 100.0 %" in found.found
    assert "Turn their sign" in found.advice
    sound = check_study(write_scored_study(tmp_path / "y", board), scored=second_look)
    assert "inverted" not in {one.code for one in sound}
