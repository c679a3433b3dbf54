"""Published values as ledger rows."""

from pathlib import Path

import pytest

from analysis.benchmark.shipped import shipped
from analysis.benchmark.workbench import Workbench
from analysis.cache import Cache
from analysis.ledger import Ledger
from analysis.study.benchmark import read_benchmark

FILE = "meta/published.csv"
DEMO = Path(__file__).parents[2] / "data" / "khmer_demo"


@pytest.fixture(scope="module")
def demo():
    """The demo study's published values as rows; nothing is recomputed for them."""
    return Ledger(shipped(Workbench(read_benchmark(DEMO, audit=False), Cache(None), {})))


PRINTED = {
    # key: value as printed, n
    "leak/semi_informed": ("-0.61", 16),
    "leak_without_reference/semi_informed": ("-0.53", 15),
    "width/speaker/knnvc_khmer_pool/ignorant": ("5.1", None),
    "width/two_sided/knnvc_khmer_pool/ignorant": ("8.1", None),
    "width/trials/knnvc_khmer_pool/ignorant": ("5.5", None),
    "cer_mean/original": ("7.41", 430),
    "cer_mean/mcadams": ("39.02", 430),
    "rho_f0_demo/mcadams": ("0.920", 20),
    "rho_f0_demo/knnvc_english_pool": ("-0.132", 20),
    "rho_f0_demo/knnvc_khmer_pool": ("-0.486", 20),
    "rho_f0_demo/asr_tts": ("0.323", 20),
    "rho_f0_demo/sslsas": ("0.923", 20),
    "rho_f0_demo/private_knnvc_english_durations": ("0.596", 19),
    "duration_ratio/mcadams": ("1.000", 20),
    "duration_ratio/knnvc_english_pool": ("0.996", 20),
    "duration_ratio/knnvc_khmer_pool": ("0.996", 20),
    "duration_ratio/asr_tts": ("1.152", 20),
    "duration_ratio/sslsas": ("0.997", 20),
    "duration_ratio/private_knnvc_english_durations": ("0.788", 20),
    "median_f0/original": ("217", 20),
    "median_f0/mcadams": ("213.8", 20),
    "median_f0/knnvc_english_pool": ("158.5", 20),
    "median_f0/knnvc_khmer_pool": ("156.3", 20),
    "median_f0/asr_tts": ("136.9", 20),
    "median_f0/sslsas": ("220.1", 20),
    "median_f0/private_knnvc_english_durations": ("143.9", 19),
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_number_published_beside_the_board_is_shipped(demo, name):
    """Right value with the printed digits, tag, source and n."""
    text, n = PRINTED[name]
    row = demo[f"khmer_demo/shipped/{name}"]
    assert (text, n) == (f"{row.value:.{row.decimals}f}", row.n)
    assert ("shipped", "real", "as published") == (row.tag, row.inputs, row.method)
    assert row.source.startswith(f"{FILE}, ")


def test_a_further_published_number_is_a_shipped_row(results):
    """Tag, source, digits, interval and n are those of the file; the unit follows from the measure."""
    text = (
        "key,value,ci_low,ci_high,n,source\nleak/semi_informed,-0.610,-0.9,0.1,16,prosody leak\n"
        "width/trials/a%2Fb/lazy,5.1,,,,\nodd/thing,3,,,,x\n"
    )
    ledger = results({FILE: text}).ledger
    leak, width = ledger["tiny/shipped/leak/semi_informed"], ledger["tiny/shipped/width/trials/a%2Fb/lazy"]
    assert (-0.61, 3, "correlation", -0.9, 0.1, 16) == (
        leak.value, leak.decimals, leak.unit, leak.ci_low, leak.ci_high, leak.n
    )  # fmt: skip
    assert ("shipped", "real", f"{FILE}, prosody leak") == (leak.tag, leak.inputs, leak.source)
    assert (5.1, "percentage points", FILE, None) == (width.value, width.unit, width.source, width.n)
    assert "" == ledger["tiny/shipped/odd/thing"].unit


def test_without_the_file_no_row_is_made(tiny):
    """A study without the file has no row from it."""
    assert not [entry.key for entry in tiny.ledger if FILE in entry.source]


def test_an_edge_with_more_digits_than_are_kept_pads_nothing(results):
    """A row has one number of decimals: none of its three numbers is shown with digits that the ledger cut."""
    board = (
        "system,eer_ignorant,eer_ignorant_ci_low,eer_ignorant_ci_high\n"
        "mcadams,0.123456789,0.1,16.12345678901234\nknnvc_pool,16.12345678901234,16.1,17\n"
    )
    ledger = results({"meta/leaderboard.csv": board}).ledger
    assert [7, 7] == [
        ledger[f"tiny/shipped/eer/{system}/ignorant/same_gender"].decimals for system in ("mcadams", "knnvc_pool")
    ]
