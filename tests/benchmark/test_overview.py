"""What else a benchmark puts into its ledger: settings, counts, published values, agreement, pitch, fronts, tables."""

import io
import math

import numpy
import pytest
import soundfile

from tests.studies import SPEAKERS, replaced, utterance_ids, vectors


def value(results, *names):
    return results.ledger["/".join(("tiny", *names))].value


def test_counts_are_recomputed_from_the_lists(tiny):
    """4 speakers, 8 enrollment and 12 trial utterances, 48 trials of which 12 are targets, 4 clips."""
    expected = {
        "speakers/all": 4, "speakers/female": 2, "speakers/male": 2, "speakers/phone": 2, "speakers/phone/female": 2,
        "speakers/phone/male": 0, "utterances/enroll": 8, "utterances/trial": 12, "trials/all": 48, "targets/all": 12,
        "nontargets/all": 36, "trials/same_gender": 24, "targets/same_gender": 12, "clips/listed": 4,
        "clips/female": 2, "systems/recomputed": 3, "systems/shipped_only": 1, "pairs/recomputed": 1,
    }  # fmt: skip
    assert expected == {name: value(tiny, "count", name) for name in expected}
    assert {"recomputed"} == {tiny.ledger[f"tiny/count/{name}"].tag for name in expected}


def test_settings_are_shipped_with_their_source(tiny):
    """From `study.toml` where it says them, else from the defaults; the level in percent."""
    found = {name: tiny.ledger[f"tiny/setting/{name}"] for name in ("draws", "seed", "level")}
    assert {"draws": (50, "study.toml"), "seed": (0, "defaults"), "level": (95, "defaults")} == {
        name: (entry.value, entry.source) for name, entry in found.items()
    }
    assert {"shipped"} == {entry.tag for entry in found.values()}


@pytest.mark.parametrize(
    ("level", "percent", "decimals"), [("0.9", 90, 0), ("0.975", 97.5, 1), ("0.95", 95, 0), ("0.9995", 99.95, 2)]
)
def test_another_level_is_said_in_every_method(results, level, percent, decimals):
    """The number and its words agree."""
    made = results({"study.toml": replaced("draws = 50", f"draws = 50\nlevel = {level}")})
    entry = made.ledger["tiny/setting/level"]
    assert (pytest.approx(percent), decimals) == (entry.value, entry.decimals)
    assert f"{percent} % speaker bootstrap" in made.ledger["tiny/eer/mcadams/lazy/all"].method


def test_published_values_keep_their_digits_and_blanks(tiny):
    """2.40 stays 2.40; a blank cell is a missing value with a reason."""
    entry = tiny.ledger["tiny/shipped/eer/original/ignorant/same_gender"]
    assert (2.4, 2, 1.4, 3.49, "shipped", "real") == (
        entry.value, entry.decimals, entry.ci_low, entry.ci_high, entry.tag, entry.inputs)  # fmt: skip
    assert "meta/leaderboard.csv, eer_ignorant" == entry.source
    blank = tiny.ledger["tiny/shipped/eer/original/semi_informed/same_gender"]
    assert (None, "not given") == (blank.value, blank.missing)
    assert 31.2 == value(tiny, "shipped", "eer", "openvoice", "ignorant", "same_gender")


def test_agreement_is_recomputed_minus_shipped(tiny):
    """With the largest absolute difference of each column and a count for each verdict that adds up."""
    gap = value(tiny, "eer", "mcadams", "lazy", "same_gender") - 25.27
    assert gap == pytest.approx(value(tiny, "agreement", "eer", "mcadams", "lazy", "same_gender"))
    gaps = [abs(entry.value) for entry in tiny.ledger if entry.key.startswith("tiny/agreement/eer/")
            and "/lazy/" in entry.key]  # fmt: skip
    assert max(gaps) == value(tiny, "agreement_max", "eer_lazy", "values")
    parts = [value(tiny, "count", "agreement", name) for name in ("agrees", "rounding", "differs")]
    assert sum(parts) == value(tiny, "count", "agreement", "compared")


def test_without_a_leaderboard_nothing_is_shipped_but_settings_and_pairs(results):
    """And nothing is compared."""
    made = results({"meta/leaderboard.csv": None})
    assert {"setting", "shipped/paired"} == {
        name if name != "shipped" else "/".join(entry.key.split("/")[1:3])
        for entry in made.ledger
        if entry.tag == "shipped" and (name := entry.key.split("/")[1])
    }
    assert not [name for name in made.verdicts if "/agreement/" in name]


def test_pitch_and_duration_of_the_clips(tiny):
    """Originals at 220, 190, 160 and 130 Hz, anonymized at 210 to 135 Hz in the same order and of the same length."""
    assert 175 == pytest.approx(value(tiny, "median_f0", "original", "demo"), abs=3)
    assert 172.5 == pytest.approx(value(tiny, "median_f0", "mcadams", "demo"), abs=3)
    for name, expected in (("rho_f0", 1.0), ("duration_ratio", 1.0)):
        entry = tiny.ledger[f"tiny/{name}/mcadams/demo"]
        assert (expected, 4) == (pytest.approx(entry.value), entry.n)
    assert 0 == value(tiny, "count", "clips_unvoiced", "mcadams")
    assert "no clips" == tiny.ledger["tiny/rho_f0/knnvc_pool/demo"].missing


def test_a_silent_clip_is_left_out_and_counted(results):
    """Never 0 Hz: three of four clips have a pitch; the length of the fourth still counts."""
    silence = io.BytesIO()
    soundfile.write(silence, numpy.zeros(4800), 16_000, "PCM_16", format="WAV")
    made = results({"audio/anonymized/mcadams/0012-t1.wav": silence.getvalue()})
    assert (1, 4) == (value(made, "count", "clips_unvoiced", "mcadams"), value(made, "count", "clips_here", "mcadams"))
    assert (3, 4) == (made.ledger["tiny/rho_f0/mcadams/demo"].n, made.ledger["tiny/duration_ratio/mcadams/demo"].n)


def test_a_front_holds_systems_with_both_numbers(tiny):
    """The original (0, 0) and mcadams (more private, worse content) are both kept; knnvc_pool has no error rate."""
    front = {key: words for key, words in tiny.verdicts.items() if key.startswith("tiny/front/ignorant/")}
    assert {"tiny/front/ignorant/original": "on the front", "tiny/front/ignorant/mcadams": "on the front"} == front
    assert 2 == value(tiny, "count", "front", "ignorant")


def test_a_best_trade_needs_a_semi_informed_front(tiny, results):
    """One system with a semi-informed EER makes no front and no sentence; the reference is never the answer."""
    assert "tiny/best_trade" not in tiny.verdicts
    made = results({
        "embeddings_semi_informed/original.npz": (utterance_ids(), vectors("original", 6).astype("float32")),
        "embeddings_semi_informed/mcadams.npz": (utterance_ids(), vectors("knnvc_pool", 6).astype("float32")),
    })  # fmt: skip
    assert value(made, "eer", "mcadams", "semi_informed", "same_gender") > 0
    assert "mcadams" == made.verdicts["tiny/best_trade"]


def test_the_leaderboard_table_has_a_row_for_systems_with_files(tiny):
    """Three decimals, empty where missing; the system that is published only has no row."""
    table = tiny.tables["leaderboard_recomputed.csv"]
    assert ["original", "mcadams", "knnvc_pool"] == table["system"].to_list()
    assert ["4"] * 3 == table["n_speakers"].to_list()
    assert ["24"] * 3 == table["n_same_gender_trials"].to_list()
    assert ["50"] * 3 == table["n_boot"].to_list()
    assert ["2.400", "1.600", "1.900"] == table["utmos_board"].to_list()
    assert [None, "0.732", "0.614"] == table["rho_f0_board"].to_list()
    cells = [cell for row in table.rows() for cell in row[1:-3] if cell is not None]
    assert {3} == {len(cell.partition(".")[2]) for cell in cells}


def test_every_row_of_the_ledger_can_be_shown(tiny):
    """A value that is finite or a reason; edges in order around it; simulated where it is computed from the files.

    What is computed from shipped values alone rests on real inputs.
    """
    for entry in tiny.ledger:
        assert entry.value is None or math.isfinite(entry.value)
        if entry.ci_low is not None and entry.tag == "recomputed":
            assert entry.ci_low <= entry.ci_high
        if entry.tag == "recomputed" and entry.inputs == "real":
            assert entry.source.startswith("meta/leaderboard.csv, ") or entry.value is None
        else:
            assert entry.inputs == ("simulated" if entry.tag == "recomputed" else "real")


def test_remarks_are_said_once_and_without_numerals(tiny):
    """Remarks do not come from the ledger, so they hold no number."""
    texts = [remark.text for remark in tiny.remarks]
    assert len(texts) == len(set(texts)) > 0
    assert [] == [text for text in texts if any(sign.isdigit() for sign in text)]
    assert ["warning"] == [remark.severity for remark in tiny.remarks][:1]


def test_a_gender_with_one_speaker_is_built(results):
    """Its trials have no non-target of the same gender; what is undefined says so."""
    assert 4 == len(SPEAKERS)

    def one_woman(text):
        return text.replace(",12,enroll,female", ",12,enroll,m").replace(",12,trial,female", ",12,trial,m")

    def without_same_gender(text):
        return "\n".join(line.rpartition(",")[0] for line in text.splitlines()) + "\n"

    made = results({"meta/test_utts.csv": one_woman, "meta/trials_test.csv": without_same_gender})
    assert 1 == value(made, "count", "speakers", "female")
    assert value(made, "eer", "mcadams", "lazy", "same_gender") is not None
