"""Every published figure that the demo study holds stands in the report: right value, tag `shipped`, right source."""

from dataclasses import replace
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest

from analysis.ledger import Ledger

REPORT = Path(__file__).parents[1] / "report"
ATTACKERS = ("ignorant", "lazy", "semi_informed")

# EER ignorant, lazy, semi-informed, CER, UTMOS, ρF0, as printed in the summary of the published study.
NUMBERS_TO_KNOW = """
original                        2.4  2.4  3.0   7.6   2.40 1.00
mcadams                         29.6 25.3 14.2  38.4  1.64 0.73
knnvc_english_pool              40.6 43.7 38.0  27.6  2.52 0.67
knnvc_khmer_pool                44.0 46.7 43.5  24.4  2.39 0.61
knnvc_khmer_pool_samegender     40.7 34.0 31.4  24.6  2.34 0.63
asr_tts                         45.3 50.0 -     31.3  2.49 0.32
sslsas                          50.7 12.8 9.8   29.6  2.93 0.70
sslsas_khmer_pool               43.5 7.4  6.3   27.0  2.49 0.73
private_knnvc_english_durations 48.1 36.8 36.5  113.6 1.23 0.18
private_knnvc_khmer_durations   48.1 36.7 37.4  49.1  1.91 0.32
vpc2024_b5                      46.5 48.8 46.8  102.7 1.83 0.61
openvoice                       29.0 30.2 20.0  34.4  2.12 0.75
"""
# EERs and the drop from the ignorant to the semi-informed one.
TWO_EERS = """
mcadams                         29.6 25.3 14.2 15.4
knnvc_khmer_pool                44.0 46.7 43.5 0.5
sslsas                          50.7 12.8 9.8  40.9
sslsas_khmer_pool               43.5 7.4  6.3  37.2
sslsas_english_pool_variant     45.3 4.7  4.0  41.3
private_knnvc_english_durations 48.1 36.8 36.5 11.6
openvoice                       29.0 30.2 20.0 9.0
"""
# Edges of the ignorant and of the lazy interval.
INTERVALS = """
original                        1.4   3.49  1.4   3.49
mcadams                         26.51 32.99 21.63 28.06
knnvc_english_pool              37.91 44.04 41.0  46.51
knnvc_khmer_pool                40.7  47.67 44.14 49.35
knnvc_khmer_pool_samegender     37.67 44.88 31.06 36.74
asr_tts                         41.14 49.72 47.36 52.35
sslsas                          44.96 55.35 11.05 14.87
private_knnvc_english_durations 44.19 51.63 33.91 39.77
"""
# Second minus first: difference and edges.
PAIRED = """
knnvc_khmer_pool            knnvc_english_pool eer_ignorant      3.35   -0.47  6.96
knnvc_khmer_pool            knnvc_english_pool eer_lazy          3.09   -0.83  6.99
knnvc_khmer_pool            knnvc_english_pool eer_semi_informed 5.53   1.32   9.05
knnvc_khmer_pool            knnvc_english_pool cer               -3.14  -6.25  -0.05
knnvc_khmer_pool            mcadams            eer_ignorant      14.35  9.97   18.77
knnvc_khmer_pool            mcadams            eer_lazy          21.48  17.69  26.06
knnvc_khmer_pool            mcadams            eer_semi_informed 29.3   25.48  33.86
knnvc_khmer_pool            mcadams            cer               -13.94 -20.69 -7.3
knnvc_khmer_pool_samegender knnvc_khmer_pool   eer_ignorant      -3.28  -6.39  0.86
knnvc_khmer_pool_samegender knnvc_khmer_pool   eer_lazy          -12.79 -16.04 -9.7
knnvc_khmer_pool_samegender knnvc_khmer_pool   eer_semi_informed -12.09 -15.58 -8.35
knnvc_khmer_pool_samegender knnvc_khmer_pool   cer               0.14   -4.42  4.92
"""
# Rate by corpus, phone and studio.
BY_CORPUS = """
original                        6.88   9.09
mcadams                         43.77  26.77
knnvc_english_pool              32.31  17.36
knnvc_khmer_pool                27.89  16.99
asr_tts                         30.02  33.87
sslsas                          35.50  17.05
private_knnvc_english_durations 121.45 96.80
"""
# Key, printed digits and what they were counted over, from the text of the published study.
IN_TEXT = """
leak/semi_informed                                  -0.61  16
leak_without_reference/semi_informed                -0.53  15
width/speaker/knnvc_khmer_pool/ignorant             5.1    -
width/two_sided/knnvc_khmer_pool/ignorant           8.1    -
width/trials/knnvc_khmer_pool/ignorant              5.5    -
cer_mean/original                                   7.41   430
cer_mean/mcadams                                    39.02  430
rho_f0_demo/mcadams                                 0.920  20
rho_f0_demo/knnvc_english_pool                      -0.132 20
rho_f0_demo/knnvc_khmer_pool                        -0.486 20
rho_f0_demo/asr_tts                                 0.323  20
rho_f0_demo/sslsas                                  0.923  20
rho_f0_demo/private_knnvc_english_durations         0.596  19
duration_ratio/mcadams                              1.000  20
duration_ratio/knnvc_english_pool                   0.996  20
duration_ratio/knnvc_khmer_pool                     0.996  20
duration_ratio/asr_tts                              1.152  20
duration_ratio/sslsas                               0.997  20
duration_ratio/private_knnvc_english_durations      0.788  20
median_f0/mcadams                                   213.8  20
median_f0/knnvc_english_pool                        158.5  20
median_f0/knnvc_khmer_pool                          156.3  20
median_f0/asr_tts                                   136.9  20
median_f0/sslsas                                    220.1  20
median_f0/private_knnvc_english_durations           143.9  19
median_f0/original                                  217    20
listening/half_width/1                              0.6    20
listening/half_width_least/1                        0.50   20
listening/half_width_most/1                         0.65   20
"""


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(line.split()) for line in table.strip().splitlines()]


def leaves(table: str):
    return pytest.mark.parametrize("row", rows(table), ids=lambda row: "-".join(row[:3]))


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return Ledger.from_csv(REPORT / "ledger.csv")


def is_printed(entry, part: str, printed: str) -> bool:
    """Tell whether a part of a row, rounded to the printed digits, is what was printed, and a page shows as many.

    Halves may go either way.
    """
    value, unit = Decimal(str(getattr(entry, part))), Decimal(printed)
    return entry.decimals >= -int(unit.as_tuple().exponent) and unit in {
        value.quantize(unit, rounding) for rounding in (ROUND_HALF_EVEN, ROUND_HALF_UP)
    }


def published(ledger: Ledger, key: str, source: str, *printed: str) -> None:
    """Assert that a row is shipped, from this source, with these digits: the value, or the value and its edges."""
    entry = ledger[f"khmer_demo/shipped/{key}"]
    assert ("shipped", "real") == (entry.tag, entry.inputs)
    assert entry.source.startswith(source)
    for part, digits in zip(("value", "ci_low", "ci_high"), printed, strict=False):
        assert is_printed(entry, part, digits), (key, part, digits)


@leaves(NUMBERS_TO_KNOW)
def test_numbers_to_know(ledger, row):
    """Three EERs, CER, UTMOS and ρF0 of every system; what was not printed is missing with a reason."""
    system, *eers, cer, utmos, rho = row
    for attacker, printed in zip(ATTACKERS, eers, strict=True):
        if printed == "-":
            entry = ledger[f"khmer_demo/shipped/eer/{system}/{attacker}/same_gender"]
            assert (None, True) == (entry.value, bool(entry.missing))
            continue
        published(ledger, f"eer/{system}/{attacker}/same_gender", f"meta/leaderboard.csv, eer_{attacker}", printed)
    published(ledger, f"cer/{system}/all", "meta/leaderboard.csv, cer", cer)
    published(ledger, f"utmos/{system}", "meta/leaderboard.csv, utmos", utmos)
    published(ledger, f"rho_f0/{system}", "meta/leaderboard.csv, rho_f0", rho)


@leaves(TWO_EERS)
def test_two_eers(ledger, row):
    """The three EERs as shipped; the drop is computed here, from shipped values that it names."""
    system, *eers, drop = row
    for attacker, printed in zip(ATTACKERS, eers, strict=True):
        published(ledger, f"eer/{system}/{attacker}/same_gender", f"meta/leaderboard.csv, eer_{attacker}", printed)
    entry = ledger[f"khmer_demo/drop_semi_shipped/{system}"]
    assert is_printed(entry, "value", drop)
    assert ("recomputed", "real") == (entry.tag, entry.inputs)
    assert "meta/leaderboard.csv, eer_ignorant, eer_semi_informed" == entry.source


@leaves(INTERVALS)
def test_shipped_intervals(ledger, row):
    """The published intervals of the ignorant and of the lazy-informed attacker; none is there for the third."""
    system, low, high, lazy_low, lazy_high = row
    for attacker, edges in (("ignorant", (low, high)), ("lazy", (lazy_low, lazy_high))):
        entry = ledger[f"khmer_demo/shipped/eer/{system}/{attacker}/same_gender"]
        assert is_printed(entry, "ci_low", edges[0]) and is_printed(entry, "ci_high", edges[1])
    assert ledger[f"khmer_demo/shipped/eer/{system}/semi_informed/same_gender"].ci_low is None


@leaves(PAIRED)
def test_paired_differences(ledger, row):
    """Twelve published differences with their intervals, one of them without a recomputed twin."""
    b, a, metric, *printed = row
    published(
        ledger,
        f"paired/{b}/{a}/{metric}",
        "meta/paired_comparisons.json, delta_" + metric.replace("semi_informed", "semi"),
        *printed,
    )


@leaves(BY_CORPUS)
def test_rates_by_corpus(ledger, row):
    """The error rate of each corpus by itself."""
    system, phone, studio = row
    published(ledger, f"cer/{system}/phone", "meta/leaderboard.csv, cer_phone", phone)
    published(ledger, f"cer/{system}/studio", "meta/leaderboard.csv, cer_studio", studio)


@leaves(IN_TEXT)
def test_figures_of_the_text(ledger, row):
    """Numbers that the published study gives in its text only, with what they were counted over."""
    key, printed, n = row
    published(ledger, key, "meta/published.csv", printed)
    assert (None if n == "-" else int(n)) == ledger[f"khmer_demo/shipped/{key}"].n


def test_every_figure_of_the_text_is_held_here(ledger):
    """No row comes from the file of these figures without being listed above with the digits that were printed."""
    found = [entry.key for entry in ledger if entry.source.startswith("meta/published.csv")]
    assert sorted(f"khmer_demo/shipped/{key}" for key, _, _ in rows(IN_TEXT)) == sorted(found)


def test_a_row_that_shows_fewer_digits_than_were_printed_is_not_as_printed(ledger):
    """0.920 rounds to what was printed, yet a page that shows 0.92 does not show it."""
    entry = ledger["khmer_demo/shipped/rho_f0_demo/mcadams"]
    assert is_printed(entry, "value", "0.920") and is_printed(entry, "value", "0.92")
    assert not is_printed(replace(entry, decimals=2), "value", "0.920")
    assert not is_printed(entry, "value", "0.921")
