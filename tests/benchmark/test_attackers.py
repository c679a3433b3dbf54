"""Which attacker is strongest for whom, on ledgers written by hand."""

from pathlib import Path

import pytest

from analysis.benchmark import Workbench
from analysis.benchmark.attackers import attackers
from analysis.benchmark.measured import Measured
from analysis.benchmark.shipped import shipped
from analysis.cache import Cache
from analysis.ledger import Entry, Ledger, key
from analysis.study.benchmark import read_benchmark
from tests.studies import utterance_ids, vectors, write_study

ATTACKERS = ("ignorant", "lazy", "semi_informed")


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """The reference original, the anonymizers mcadams, knnvc_pool, b, c, and openvoice without files."""
    files = {f"embeddings/{name}.npz": (utterance_ids(), vectors(name).astype("float32")) for name in "bc"}
    benchmark = read_benchmark(write_study(tmp_path_factory.mktemp("attackers") / "tiny", files), audit=False)
    return Workbench(benchmark, Cache(None), {})


def part(bench, eers, shipped=()):
    """What the chapter adds to a ledger with `{system: (ignorant, lazy, semi-informed)}`, None where missing."""
    rows = []
    for source, given in (((), eers), (("shipped",), dict(shipped))):
        for system, values in given.items():
            for attacker, value in zip(ATTACKERS, values, strict=True):
                rows.append(
                    Entry(
                        key("tiny", *source, "eer", system, attacker, "same_gender"), value, "percent", 1,
                        "shipped" if source else "recomputed", "by hand", "by hand",
                        missing="" if value is not None else "no file",
                    )
                )  # fmt: skip
    return attackers(Measured(bench, None, None, Ledger(rows), {}))


def verdicts(found, kind):
    begin = f"tiny/{kind}/"
    return {name.removeprefix(begin): words for name, words in found.verdicts.items() if name.startswith(begin)}


def counts(found, kind, study="tiny"):
    begin = f"{study}/count/{kind}/"
    return {e.key.removeprefix(begin): (e.value, e.n) for e in found.entries if e.key.startswith(begin)}


EERS = {
    "original": (2.4, 2.4, 3.0),
    "mcadams": (29.6, 25.3, 14.2),
    "knnvc_pool": (44.0, 46.7, 43.5),
    "b": (45.3, 50.0, None),
    "c": (50.7, 12.8, 9.8),
}


def test_highest_and_lowest_are_told_for_each_anonymizer(bench):
    """The reference is no anonymizer; a system without a semi-informed EER is compared under two attackers."""
    found = part(bench, EERS)
    assert {"mcadams": "ignorant", "knnvc_pool": "lazy", "b": "lazy", "c": "ignorant"} == verdicts(found, "highest_eer")
    assert {
        "mcadams": "semi_informed", "knnvc_pool": "semi_informed", "b": "ignorant", "c": "semi_informed",
    } == verdicts(found, "lowest_eer")  # fmt: skip


def test_they_are_counted_over_the_anonymizers_that_can_be_compared(bench):
    """n counts the anonymizers with EERs under at least two attackers."""
    found = part(bench, {**EERS, "mcadams": (29.6, None, None)})
    assert {"ignorant": (1, 3), "lazy": (2, 3), "semi_informed": (0, 3), "tied": (0, 3)} == counts(found, "highest_eer")
    assert {"ignorant": (1, 3), "lazy": (0, 3), "semi_informed": (2, 3), "tied": (0, 3)} == counts(found, "lowest_eer")


def test_a_shared_extreme_belongs_to_nobody(bench):
    """Where two attackers share the highest or the lowest EER the system is counted as tied."""
    found = part(bench, {"b": (40.0, 40.0, 30.0), "c": (40.0, 30.0, 30.0)})
    assert {"b": "tied", "c": "ignorant"} == verdicts(found, "highest_eer")
    assert {"b": "semi_informed", "c": "tied"} == verdicts(found, "lowest_eer")
    assert ((1, 2), (1, 2)) == (counts(found, "highest_eer")["tied"], counts(found, "lowest_eer")["tied"])


def test_swapped_values_turn_the_verdict(bench):
    """With the ignorant and the lazy EER exchanged, so are the counts."""
    turned = {system: (lazy, ignorant, semi) for system, (ignorant, lazy, semi) in EERS.items()}
    before, after = counts(part(bench, EERS), "highest_eer"), counts(part(bench, turned), "highest_eer")
    assert ((2, 4), (2, 4)) == (before["ignorant"], before["lazy"])
    assert (before["ignorant"], before["lazy"]) == (after["lazy"], after["ignorant"])
    assert {"mcadams": "lazy", "knnvc_pool": "ignorant", "b": "ignorant", "c": "lazy"} == verdicts(
        part(bench, turned), "highest_eer"
    )


def test_shipped_eers_are_counted_apart(bench):
    """Shipped EERs of systems with files here are one group, those of systems without files another."""
    shipped = {"mcadams": (25.0, 29.0, 14.0), "c": (50.7, 12.8, 9.8), "openvoice": (29.0, 30.2, 20.0)}
    found = part(bench, EERS, shipped)
    assert {"mcadams": "lazy", "c": "ignorant"} == verdicts(found, "shipped_highest_eer")
    assert {"openvoice": "lazy"} == verdicts(found, "shipped_only_highest_eer")
    assert ((1, 2), (1, 2)) == tuple(counts(found, "shipped_highest_eer")[name] for name in ("ignorant", "lazy"))
    assert (1, 1) == counts(found, "shipped_only_highest_eer")["lazy"]
    assert all(entry.tag == "recomputed" for entry in found.entries)


def test_nothing_to_compare_adds_nothing(bench):
    """Systems with one EER each have no verdict and no count."""
    found = part(bench, {"original": (2.4, 2.4, 3.0), "b": (45.3, None, None)})
    assert ((), {}) == (found.entries, dict(found.verdicts))


@pytest.mark.parametrize(
    ("example", "change"),
    [
        ("c", {}),
        ("mcadams", {"c": (50.7, 45.0, 44.0)}),
        ("knnvc_pool", {"c": None, "mcadams": None, "knnvc_pool": (46.0, None, 45.0)}),
        (None, {"c": None, "mcadams": None, "knnvc_pool": (44.0, 46.7, 44.0), "b": (45.3, 50.0, None)}),
        (None, {"c": None, "mcadams": None, "knnvc_pool": (44.0, 43.96, None)}),
        (None, {"c": None, "mcadams": (29.6, None, None), "knnvc_pool": None, "b": (None, 50.0, 20.0)}),
        ("mcadams", {"c": (40.0, 30.0, 20.0), "mcadams": (30.0, 25.0, 10.0)}),
    ],
    ids=["deepest", "other deepest", "semi only", "none falls", "below one decimal", "one attacker each", "a tie"],
)
def test_the_worked_example_is_the_deepest_fall(bench, example, change):
    """From the ignorant to the lowest informed EER; no example where no fall shows; the study's order settles ties."""
    eers = {system: values for system, values in {**EERS, **change}.items() if values is not None}
    assert example == part(bench, eers).verdicts.get("tiny/worked_example")


def test_the_reference_is_no_example(bench):
    """An unprotected system whose EER falls is not what the chapter tells."""
    assert "tiny/worked_example" not in part(bench, {"original": (9.0, 2.0, 1.0)}).verdicts


DEMO = Path(__file__).parents[2] / "data/khmer_demo"
PUBLISHED = {
    "original": ((2.40, 1.4, 3.49), (2.40, 1.4, 3.49), 3.02),
    "mcadams": ((29.63, 26.51, 32.99), (25.27, 21.63, 28.06), 14.19),
    "knnvc_english_pool": ((40.62, 37.91, 44.04), (43.65, 41.0, 46.51), 37.96),
    "knnvc_khmer_pool": ((43.98, 40.7, 47.67), (46.74, 44.14, 49.35), 43.49),
    "knnvc_khmer_pool_samegender": ((40.70, 37.67, 44.88), (33.95, 31.06, 36.74), 31.40),
    "asr_tts": ((45.31, 41.14, 49.72), (49.99, 47.36, 52.35), None),
    "sslsas": ((50.70, 44.96, 55.35), (12.82, 11.05, 14.87), 9.77),
    "private_knnvc_english_durations": ((48.13, 44.19, 51.63), (36.82, 33.91, 39.77), 36.51),
}


@pytest.fixture(scope="module")
def demo():
    """The demo study and its shipped numbers; its embeddings are not opened."""
    bench = Workbench(read_benchmark(DEMO, audit=False), Cache(None), {})
    return bench, Ledger(shipped(bench))


@pytest.mark.parametrize("system", PUBLISHED)
def test_the_demo_holds_the_published_eers(demo, system):
    """Value, interval, tag and source of every EER of the published table."""
    for attacker, expected in zip(ATTACKERS, PUBLISHED[system], strict=True):
        entry = demo[1][key("khmer_demo", "shipped", "eer", system, attacker, "same_gender")]
        three = expected if isinstance(expected, tuple) else (expected, None, None)
        assert three == (entry.value, entry.ci_low, entry.ci_high)
        assert ("shipped", f"meta/leaderboard.csv, eer_{attacker}") == (entry.tag, entry.source)


def test_the_demo_holds_the_published_counts(demo):
    """By the shipped EERs the ignorant attacker is the highest for 4 of the 7 anonymizers with files, lazy for 3."""
    bench, ledger = demo
    found = counts(attackers(Measured(bench, None, None, ledger, {})), "shipped_highest_eer", study="khmer_demo")
    assert {"ignorant": (4, 7), "lazy": (3, 7), "semi_informed": (0, 7), "tied": (0, 7)} == found
