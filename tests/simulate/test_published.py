"""The published values: the digits as they were printed, and nothing where nothing was printed."""

import csv
import io
import json

from analysis.simulate import published


def board():
    return {row["system"]: row for row in csv.DictReader(io.StringIO(published.leaderboard_csv()))}


def test_board_holds_the_systems_with_printed_values_only():
    """Twelve systems of the table and one variant stand on the board; systems that are only named do not."""
    assert len(board()) == 13
    assert not {"cosyvoice", "seedvc", "mcadams_tuned_khmer"} & set(board())


def test_digits_are_those_that_were_printed():
    """Two decimals stay two decimals, and an edge that was printed with one keeps one."""
    rows = board()
    assert tuple(
        rows["original"][name] for name in ("eer_ignorant", "eer_ignorant_ci_low", "eer_ignorant_ci_high")
    ) == ("2.40", "1.4", "3.49")
    assert rows["private_knnvc_english_durations"]["cer"] == "113.60"
    assert rows["mcadams"]["rho_f0"] == "0.732"
    assert rows["vpc2024_b5"]["eer_lazy"] == "48.8"


def test_what_was_not_printed_is_blank():
    """A value that was not printed is an empty cell."""
    rows = board()
    assert rows["asr_tts"]["eer_semi_informed"] == ""
    assert rows["knnvc_khmer_pool_samegender"]["cer_phone"] == ""
    assert {""} == {rows["openvoice"][name] for name in rows["openvoice"] if name.endswith(("_ci_low", "_ci_high"))}
    variant = rows["sslsas_english_pool_variant"]
    assert {"", "45.3", "4.7", "4.0"} == {v for k, v in variant.items() if k not in ("system", "description")}


def test_every_system_has_a_label_and_a_description():
    """Labels and descriptions cover the board, and no two are alike."""
    assert set(published.BOARD) == set(published.LABELS) == set(published.DESCRIPTIONS)
    assert len(set(published.LABELS.values())) == len(set(published.DESCRIPTIONS.values())) == 13


def test_paired_differences_are_the_eleven_rows_and_the_cer_of_the_third_pair():
    """Twelve differences with an interval each, the difference inside of its interval."""
    content = json.loads(published.paired_comparisons_json())
    rows = [row for name, pair in content.items() if " minus " in name for row in pair.values()]
    assert len(rows) == 12
    assert all(row["ci95"][0] < row["observed"] < row["ci95"][1] for row in rows)
    third = content["knnvc_khmer_pool_samegender minus knnvc_khmer_pool"]
    assert third["delta_cer"] == {"observed": 0.14, "ci95": [-4.42, 4.92]}


def test_numbers_beside_the_board_keep_their_digits():
    """The correlations, widths, means and demo-clip values stand in `published.csv` as they were printed, each once."""
    rows = list(csv.DictReader(io.StringIO(published.published_csv())))
    cells = {row["key"]: (row["value"], row["n"]) for row in rows}
    assert len(rows) == len(cells) == 29
    assert cells["leak/semi_informed"] == ("-0.61", "16")
    assert cells["leak_without_reference/semi_informed"] == ("-0.53", "15")
    assert [cells[f"width/{name}/knnvc_khmer_pool/ignorant"][0] for name in ("speaker", "two_sided", "trials")] == [
        "5.1", "8.1", "5.5"
    ]  # fmt: skip
    assert (cells["cer_mean/original"][0], cells["cer_mean/mcadams"][0]) == ("7.41", "39.02")
    assert cells["rho_f0_demo/private_knnvc_english_durations"] == ("0.596", "19")
    assert cells["duration_ratio/mcadams"][0] == "1.000"
    assert cells["median_f0/original"][0] == "217"
    assert [cells[f"listening/half_width{name}/1"] for name in ("", "_least", "_most")] == [
        ("0.6", "20"), ("0.50", "20"), ("0.65", "20")
    ]  # fmt: skip
