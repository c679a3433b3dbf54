"""The files of `data/vpc2022/` as the organisers' summaries print them, and what follows from them.

Figures are typed in here by hand from the published summaries, independently of the files.
"""

import csv
from collections import Counter
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path

import pytest

from analysis.attacks import attacks_results
from analysis.ledger import parts
from analysis.study.attacks import read_attacks
from analysis.study.checks import check_study

FOLDER = Path(__file__).parents[1] / "data" / "vpc2022"
SYSTEMS = ("mcadams", "tts_pytorch", "tts_old_c", "tts_joint_hifigan", "tts_joint_nsf_hifigan")
ATTACKERS = ("ignorant", "lazy", "semi_informed")


@pytest.fixture(scope="module")
def results():
    return attacks_results(read_attacks(FOLDER))


@pytest.fixture(scope="module")
def cells():
    with (FOLDER / "results.csv").open(encoding="utf-8", newline="") as stream:
        return {(r["system"], r["dataset"], r["gender"], r["attacker"]): r for r in csv.DictReader(stream)}


def test_the_study_has_no_finding():
    """No error, no warning, no note."""
    assert [] == check_study(FOLDER)


def test_every_row_of_the_summaries_is_there(cells):
    """Six parts of EERs for the original and three attackers of five systems, WERs of four sets, and pitch."""
    assert Counter(unprotected=12, ignorant=60, lazy=60, semi_informed=60) == Counter(
        row["attacker"] for row in cells.values() if row["attacker"]
    )
    assert 24 == sum(bool(row["wer"]) for row in cells.values())
    assert 60 == sum(bool(row["pitch_correlation"] and row["gain_of_voice_distinctiveness"]) for row in cells.values())
    assert all(bool(row["eer"]) == bool(row["linkability"]) == bool(row["attacker"]) for row in cells.values())


LIBRI_TEST = {
    ("original", "unprotected"): ("7.664", "1.114"),
    ("mcadams", "ignorant"): ("38.32", "41.2"),
    ("mcadams", "lazy"): ("39.78", "40.09"),
    ("mcadams", "semi_informed"): ("7.117", "1.114"),
    ("tts_pytorch", "ignorant"): ("48.91", "51.22"),
    ("tts_pytorch", "lazy"): ("28.65", "32.74"),
    ("tts_pytorch", "semi_informed"): ("9.854", "8.241"),
    ("tts_old_c", "ignorant"): ("47.63", "51.89"),
    ("tts_old_c", "lazy"): ("32.3", "36.08"),
    ("tts_old_c", "semi_informed"): ("12.04", "8.909"),
    ("tts_joint_hifigan", "ignorant"): ("53.65", "53.67"),
    ("tts_joint_hifigan", "lazy"): ("28.65", "31.18"),
    ("tts_joint_hifigan", "semi_informed"): ("8.394", "6.459"),
    ("tts_joint_nsf_hifigan", "ignorant"): ("51.64", "52.12"),
    ("tts_joint_nsf_hifigan", "lazy"): ("27.55", "34.97"),
    ("tts_joint_nsf_hifigan", "semi_informed"): ("9.489", "7.795"),
}


@pytest.mark.parametrize(("place", "printed"), LIBRI_TEST.items(), ids=["-".join(place) for place in LIBRI_TEST])
def test_eers_of_librispeech_test_are_the_printed_ones(cells, place, printed):
    """Digit by digit, unequal decimals included."""
    system, attacker = place
    found = tuple(cells[system, "libri_test", gender, attacker]["eer"] for gender in ("female", "male"))
    assert printed == found


@pytest.mark.parametrize(
    ("system", "printed"),
    [
        ("mcadams", ("0.884", "0.975")),
        ("tts_pytorch", ("0.772", "0.794")),
        ("tts_old_c", ("0.708", "0.770")),
        ("tts_joint_hifigan", ("0.778", "0.818")),
        ("tts_joint_nsf_hifigan", ("0.760", "0.779")),
    ],
)
def test_semi_informed_linkability_of_librispeech_test(cells, system, printed):
    """With three decimals."""
    found = [Decimal(cells[system, "libri_test", g, "semi_informed"]["linkability"]) for g in ("female", "male")]
    assert printed == tuple(str(value.quantize(Decimal("0.001"), ROUND_HALF_EVEN)) for value in found)


AVERAGES = {
    ("original", "unprotected"): ("3.539", "3.786"),
    ("mcadams", "semi_informed"): ("6.529", "7.769"),
    ("tts_joint_hifigan", "semi_informed"): ("9.145", "8.103"),
    ("tts_joint_nsf_hifigan", "semi_informed"): ("9.928", "9.183"),
    ("tts_old_c", "semi_informed"): ("11.742", "11.809"),
    ("tts_pytorch", "semi_informed"): ("9.874", "9.580"),
}


def average(cells, system: str, attacker: str, split: str, changed=None) -> Decimal:
    """Return the average as the organisers weigh it, a quarter, a fifth and a twentieth for each gender."""
    weights = {f"libri_{split}": "0.25", f"vctk_{split}_different": "0.20", f"vctk_{split}_common": "0.05"}
    return sum(
        Decimal(weight)
        * Decimal((changed or {}).get((dataset, gender), cells[system, dataset, gender, attacker]["eer"]))
        for dataset, weight in weights.items()
        for gender in ("female", "male")
    )


@pytest.mark.parametrize(("place", "printed"), AVERAGES.items(), ids=["-".join(place) for place in AVERAGES])
def test_weighted_eers_are_the_printed_ones(cells, results, place, printed):
    """To three decimals, by plain arithmetic on the file and by the ledger; an exact half may be printed either way."""
    system, attacker = place
    for split, shown in zip(("dev", "test"), printed, strict=True):
        ours = average(cells, system, attacker, split)
        assert abs(ours - Decimal(shown)) <= Decimal("0.0005")
        assert float(ours) == results.ledger.value(f"vpc2022/average/eer/{system}/{attacker}/{split}")


@pytest.mark.parametrize(("split", "changed", "printed"), [
    ("dev", {("vctk_dev_different", "female"): "2.92"}, "3.551"), ("test", {}, "3.786"),
])  # fmt: skip
def test_the_other_run_of_the_original_has_its_printed_average(cells, split, changed, printed):
    """With the one cell in which the run of B1.b differs, its printed averages of original speech come out."""
    ours = average(cells, "original", "unprotected", split, changed)
    assert abs(ours - Decimal(printed)) <= Decimal("0.0005")


@pytest.mark.parametrize(
    ("measure", "system", "printed"),
    [
        ("wer", "original", ("7.305", "8.480")),
        ("wer", "mcadams", ("8.040", "9.030")),
        ("wer", "tts_joint_hifigan", ("7.270", "7.360")),
        ("wer", "tts_joint_nsf_hifigan", ("7.585", "7.560")),
        ("wer", "tts_old_c", ("7.940", "8.285")),
        ("wer", "tts_pytorch", ("7.500", "7.725")),
        ("pitch_correlation", "mcadams", ("0.608", "0.620")),
        ("pitch_correlation", "tts_pytorch", ("0.822", "0.819")),
        ("gain_of_voice_distinctiveness", "mcadams", ("-1.721", "-1.633")),
        ("gain_of_voice_distinctiveness", "tts_old_c", ("-9.706", "-10.145")),
    ],
)
def test_other_averages_are_the_printed_ones(results, measure, system, printed):
    """WERs with equal weights, pitch and distinct voices with those of the EERs."""
    for split, shown in zip(("dev", "test"), printed, strict=True):
        assert results.ledger.value(f"vpc2022/average/{measure}/{system}/{split}") == pytest.approx(
            float(shown), abs=0.0005 + 1e-9
        )


def test_all_printed_averages_agree(results):
    """Each printed average has its verdict, and all verdicts are the same."""
    said = {verdict for name, verdict in results.verdicts.items() if parts(name)[1] == "agreement"}
    assert {"agrees at the printed precision"} == said
    assert 44.0 == results.ledger.value("vpc2022/count/agreement/compared")


def test_ranks_turn_between_attackers(results):
    """McAdams is best under the lazy-informed attacker and worst under the other two, on both splits."""
    for split in ("dev", "test"):
        ranks = [results.ledger.value(f"vpc2022/rank/eer/mcadams/{attacker}/{split}") for attacker in ATTACKERS]
        assert [5.0, 1.0, 5.0] == ranks
        assert "mcadams" == results.verdicts[f"vpc2022/first_to_last/lazy/semi_informed/{split}"]
        assert 3.0 == results.ledger.value(f"vpc2022/count/lead_changes/{split}")


def test_ignorant_eers_pass_one_half(cells, results):
    """They are kept as printed; counted here by plain comparison."""
    for attacker in ATTACKERS:
        above = sum(Decimal(r["eer"]) > 50 for r in cells.values() if r["attacker"] == attacker)
        assert above == results.ledger.value(f"vpc2022/count/above_chance/{attacker}")
    assert 38.0 == results.ledger.value("vpc2022/count/above_chance/ignorant")
    assert max(Decimal(row["eer"] or 0) for row in cells.values()) > 55
