"""What follows from the numbers, on ledgers written by hand: fronts, best trade, rates beyond the reference."""

import pytest

from analysis.benchmark import Workbench
from analysis.benchmark.facts import facts
from analysis.cache import Cache
from analysis.ledger import Entry, Ledger, key
from analysis.study.benchmark import read_benchmark
from tests.studies import SYSTEMS, utterance_ids, vectors, write_study

MORE = ("b", "c", "semi_informed")


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """A study with the systems original, mcadams, knnvc_pool, b, c and semi_informed; its files are not looked into."""
    files = {f"embeddings/{name}.npz": (utterance_ids(), vectors(name).astype("float32")) for name in MORE}
    benchmark = read_benchmark(write_study(tmp_path_factory.mktemp("facts") / "tiny", files), audit=False)
    assert {*SYSTEMS, *MORE, "openvoice"} == {system.id for system in benchmark.systems}
    return Workbench(benchmark, Cache(None), {})


def row(name, value, low=None, high=None):
    return Entry(name, value, "percent", 1, "recomputed", "by hand", "by hand", "simulated", low, high)


def derived(bench, cer=(), **eers):
    """Derive the facts of a ledger: `cer={system: rate}`, `ignorant={system: eer or (eer, low, high)}` and so on."""
    rows = [row(key("tiny", "cer", system, "all"), rate) for system, rate in dict(cer).items()]
    for attacker, values in eers.items():
        for system, value in values.items():
            numbers = value if isinstance(value, tuple) else (value,)
            rows.append(row(key("tiny", "eer", system, attacker, "same_gender"), *numbers))
    return facts(bench, Ledger(rows))


def verdicts(found, kind):
    return {name.split("/", 2)[2]: words for name, words in found.verdicts.items() if name.split("/")[1] == kind}


CER = {"original": 8.0, "mcadams": 38.0, "knnvc_pool": 24.0, "b": 30.0}


def test_a_front_counted_by_hand(bench):
    """b is dominated by knnvc_pool (44 against 40, 24 against 30); mcadams by both; equal points would both stay."""
    found = derived(bench, CER, ignorant={"original": 2.0, "mcadams": 30.0, "knnvc_pool": 44.0, "b": 40.0})
    on, off = "on the front", "dominated"
    assert {"original": on, "mcadams": off, "knnvc_pool": on, "b": off} == {
        name.removeprefix("ignorant/"): words for name, words in verdicts(found, "front").items()
    }
    (count,) = [entry for entry in found.entries if entry.key == "tiny/count/front/ignorant"]
    assert (2, 4) == (count.value, count.n)
    twins = derived(bench, {**CER, "b": 24.0}, ignorant={"knnvc_pool": 44.0, "b": 44.0})
    assert {"ignorant/knnvc_pool": on, "ignorant/b": on} == verdicts(twins, "front")


def test_the_knee_is_the_point_farthest_from_the_chord(bench):
    """From (2, 8) over (44, 24) and (45, 38) to (46, 60): the second bends most."""
    rates = {"original": 8.0, "knnvc_pool": 24.0, "mcadams": 38.0, "b": 60.0}
    eers = {"original": 2.0, "knnvc_pool": 44.0, "mcadams": 45.0, "b": 46.0}
    assert {"ignorant": "knnvc_pool"} == verdicts(derived(bench, rates, ignorant=eers), "knee")
    two = derived(bench, {"original": 8.0, "b": 60.0}, ignorant={"original": 2.0, "b": 46.0})
    assert {} == verdicts(two, "knee")


def test_a_front_needs_two_systems_with_both_numbers(bench):
    """One point beats nobody, and an EER without an error rate is no point."""
    assert {} == derived(bench, {"b": 30.0}, ignorant={"b": 40.0, "mcadams": 30.0}).verdicts


@pytest.mark.parametrize(
    ("best", "change"),
    [
        ("knnvc_pool", {}),
        ("b", {"semi_informed": {"original": 3.0, "mcadams": 14.0, "knnvc_pool": 43.0, "b": 43.5}}),
        (None, {"lazy": {"original": 50.0, "mcadams": 25.0, "knnvc_pool": 46.0, "b": 47.0}}),
        (None, {"semi_informed": {}}),
        ("mcadams", {"semi_informed": {"original": 3.0, "mcadams": 14.0}}),
    ],
    ids=["highest", "higher", "dominated once", "never measured", "measured alone"],
)
def test_the_best_trade_is_the_highest_semi_informed_eer_on_every_front(bench, best, change):
    """On the front under every attacker it was measured with, semi-informed among them; the reference never counts."""
    eers = {
        "ignorant": {"original": 2.0, "mcadams": 30.0, "knnvc_pool": 44.0, "b": 45.0},
        "lazy": {"original": 2.0, "mcadams": 25.0, "knnvc_pool": 46.0, "b": 47.0},
        "semi_informed": {"original": 3.0, "mcadams": 14.0, "knnvc_pool": 43.0, "b": 20.0},
    }
    cer = {"original": 8.0, "mcadams": 20.0, "knnvc_pool": 24.0, "b": 30.0}
    found = derived(bench, cer, **{**eers, **change})
    assert best == found.verdicts.get("tiny/best_trade")


def test_two_equal_best_trades_are_no_sentence(bench):
    """Neither of two systems with the same EER leads."""
    eers = {"original": 2.0, "knnvc_pool": 44.0, "b": 44.0}
    found = derived(bench, {"original": 8.0, "knnvc_pool": 24.0, "b": 24.0}, ignorant=eers, semi_informed=eers)
    assert "tiny/best_trade" not in found.verdicts


def test_a_rate_of_exactly_one_hundred_is_not_beyond_the_reference(bench):
    """More errors than reference signs begins above 100 percent."""
    assert {"c": "more errors than reference signs"} == verdicts(
        derived(bench, {"b": 100.0, "c": 100.1}), "beyond_reference"
    )
