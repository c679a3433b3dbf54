"""How far systems fall from an ignorant to an informed attacker, on ledgers written by hand and on small studies."""

from decimal import Decimal
from pathlib import Path

import numpy
import pytest

from analysis.benchmark import Workbench
from analysis.benchmark.content import Content
from analysis.benchmark.kinds import Drawn
from analysis.benchmark.measured import Measured
from analysis.benchmark.privacy import Privacy
from analysis.benchmark.shipped import shipped
from analysis.benchmark.trap import difference, trap
from analysis.cache import Cache
from analysis.ledger import Entry, Ledger, key
from analysis.study.benchmark import read_benchmark
from tests.studies import utterance_ids, vectors, write_study

MORE = ("b", "semi_informed")


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    """A study with files of original, mcadams, knnvc_pool, b and semi_informed, which are not looked into.

    The leaderboard alone knows openvoice.
    """
    files = {f"embeddings/{name}.npz": (utterance_ids(), vectors(name).astype("float32")) for name in MORE}
    benchmark = read_benchmark(write_study(tmp_path_factory.mktemp("trap") / "tiny", files), audit=False)
    return Workbench(benchmark, Cache(None), {})


def row(system, attacker, value, low=None, high=None, shipped=False):
    names = ("shipped",) if shipped else ()
    return Entry(
        key("tiny", *names, "eer", system, attacker, "same_gender"), value, "percent", 1,
        "shipped" if shipped else "recomputed", f"meta/leaderboard.csv, eer_{attacker}" if shipped else "by hand",
        "by hand", "real" if shipped else "simulated", low, high,
    )  # fmt: skip


def found(bench, shipped=False, **eers):
    """Return the part that a ledger gives: `ignorant={system: eer or (eer, low, high)}` and so on."""
    rows = [
        row(system, attacker, *(value if isinstance(value, tuple) else (value,)), shipped=shipped)
        for attacker, values in eers.items()
        for system, value in values.items()
    ]
    return trap(Measured(bench, Privacy({}, {}, {}, (), ()), Content({}, {}, ()), Ledger(rows), {}))


def verdicts(part, kind):
    return {name.split("/", 2)[2]: words for name, words in part.verdicts.items() if name.split("/")[1] == kind}


def values(part, *names):
    prefix = key("tiny", *names) + "/"
    return {entry.key.removeprefix(prefix): entry.value for entry in part.entries if entry.key.startswith(prefix)}


@pytest.mark.parametrize(
    ("attacker", "ignorant", "lazy", "semi"),
    [
        ("semi_informed", (50.0, 45.0, 55.0), (30.0, 28.0, 32.0), (20.0, 18.0, 22.0)),
        ("lazy", (50.0, 45.0, 55.0), (10.0, 8.0, 12.0), (20.0, 18.0, 22.0)),
        ("lazy", (40.0, 35.0, 45.0), (20.0, 18.0, 22.0), None),
        ("lazy", (32.05, 30.0, 34.0), (12.05, 10.0, 14.0), None),
        ("lazy", (110 / 3, 35.0, 38.0), (50 / 3, 15.0, 18.0), None),
        (None, (32.04, 30.0, 34.0), (12.05, 10.0, 14.0), None),
        (None, (39.9, 35.0, 45.0), (20.0, 18.0, 22.0), None),
        (None, (50.0, 25.0, 70.0), (20.0, 10.0, 25.0), None),
        (None, (50.0,), (10.0,), None),
        (None, (10.0, 8.0, 12.0), (50.0, 45.0, 55.0), None),
    ],
    ids=["lowest is semi", "lowest is lazy", "exactly 20", "20 in decimals", "20 in thirds", "19.99", "less than 20",
         "intervals touch", "no interval", "rising"],
)  # fmt: skip
def test_the_two_eers_trap(bench, attacker, ignorant, lazy, semi):
    """Ignorant minus lowest informed EER of 20 points or more with the intervals apart; the drop is a ledger row."""
    given = {"ignorant": {"b": ignorant}, "lazy": {"b": lazy}, **({"semi_informed": {"b": semi}} if semi else {})}
    part = found(bench, **given)
    assert attacker == part.verdicts.get("tiny/trap/b")
    (drop,) = [entry for entry in part.entries if entry.key == "tiny/drop/eer/b"]
    assert ignorant[0] - min(lazy[0], semi[0] if semi else 100) == pytest.approx(drop.value)
    assert "points" == drop.unit
    (count,) = [entry for entry in part.entries if entry.key == "tiny/count/trap"]
    assert (attacker is not None, 1) == (count.value, count.n)


def test_a_system_may_have_the_name_of_an_attacker(bench):
    """The attacker of the trap is the one that was measured, whatever the system is called."""
    part = found(bench, ignorant={"semi_informed": (50.0, 45.0, 55.0)}, lazy={"semi_informed": (10.0, 8.0, 12.0)})
    assert {"semi_informed": "lazy"} == verdicts(part, "trap")


@pytest.mark.parametrize(
    ("intervals", "attacker", "ignorant", "lazy", "semi"),
    [
        ("not published", "semi_informed", 45.3, 4.7, 4.0),
        ("apart", "lazy", (50.7, 44.96, 55.35), (12.82, 11.05, 14.87), 9.77),
        ("not published", "semi_informed", (50.7, 10.0, 55.35), (12.82, 11.05, 14.87), 9.77),
        (None, None, (50.7, 10.0, 55.35), (12.82, 11.05, 14.87), None),
        (None, None, 29.0, 30.2, 20.0),
        ("not published", "semi_informed", 32.05, 30.2, 12.05),
    ],
    ids=["no intervals", "apart for one attacker", "overlap, and one unknown", "overlap", "small drop", "exactly 20"],
)
def test_shipped_values_are_judged_as_far_as_their_intervals_go(bench, intervals, attacker, ignorant, lazy, semi):
    """Without files the shipped values are taken: apart where intervals say so, weaker where they are not published."""
    given = {"ignorant": {"openvoice": ignorant}, "lazy": {"openvoice": lazy}}
    given |= {"semi_informed": {"openvoice": semi}} if semi else {}
    part = found(bench, shipped=True, **given)
    assert attacker == part.verdicts.get("tiny/trap_shipped/openvoice")
    assert intervals == part.verdicts.get("tiny/trap_intervals/openvoice")
    assert {} == verdicts(part, "trap")
    assert "shipped" == part.verdicts["tiny/line/openvoice"]


def test_a_drop_of_shipped_values_is_computed_here_from_named_columns(bench):
    """Tag recomputed, real inputs, the two columns as source, and digits that a decimal subtraction gives."""
    part = found(bench, shipped=True, ignorant={"openvoice": 43.98}, semi_informed={"openvoice": 43.49})
    (drop,) = [entry for entry in part.entries if entry.key == "tiny/drop_semi_shipped/openvoice"]
    assert (0.49, 1, "points") == (drop.value, drop.decimals, drop.unit)
    assert ("recomputed", "real", "meta/leaderboard.csv, eer_ignorant, eer_semi_informed") == (
        drop.tag, drop.inputs, drop.source
    )  # fmt: skip


def test_a_missing_semi_informed_value_is_never_filled(bench):
    """Neither from the lazy attacker nor, where there are files, from the shipped values."""
    rows = [row("b", "ignorant", 45.0), row("b", "lazy", 50.0), row("b", "semi_informed", 40.0, shipped=True)]
    rows += [row("b", "ignorant", 45.3, shipped=True), row("openvoice", "ignorant", 45.0, shipped=True)]
    part = trap(Measured(bench, Privacy({}, {}, {}, (), ()), Content({}, {}, ()), Ledger(rows), {}))
    missing = {entry.key: entry.missing for entry in part.entries if entry.value is None}
    assert {
        "tiny/drop_semi/b": "not computed",
        "tiny/drop_semi_shipped/openvoice": "no semi-informed value",
    } == missing
    assert {"b": 5.3, "openvoice": None} == values(part, "drop_semi_shipped")
    assert {"b": "recomputed", "openvoice": "shipped"} == verdicts(part, "line")


@pytest.mark.parametrize(
    ("flat", "ignorant", "semi"),
    [
        (True, (44.0, 41.4, 46.5), (43.5, 40.3, 46.0)),
        (True, (44.0, 41.0, 46.0), (48.0, 46.0, 50.0)),
        (False, (29.6, 26.3, 33.0), (14.2, 10.2, 16.6)),
        (False, (14.2, 10.2, 16.6), (29.6, 26.3, 33.0)),
        (False, (44.0,), (43.5, 40.3, 46.0)),
    ],
    ids=["inside", "touching", "falling", "rising", "no interval"],
)
def test_a_line_is_flat_where_the_intervals_overlap(bench, flat, ignorant, semi):
    """For an anonymizer; the reference, which is low under every attacker, is never called flat."""
    part = found(bench, ignorant={"b": ignorant, "original": ignorant}, semi_informed={"b": semi, "original": semi})
    assert ({"b": "intervals overlap"} if flat else {}) == verdicts(part, "flat")


def test_a_drop_is_taken_draw_by_draw(bench):
    """Value and edges are those of the differences of the two attackers' draws, in the same order."""
    eers = {"ignorant": 44.0, "semi_informed": 30.0}
    draws = {"ignorant": numpy.linspace(40.0, 48.0, 50), "semi_informed": numpy.linspace(33.0, 27.0, 50)}
    drawn = {("b", attacker, "same_gender"): Drawn(value, draws[attacker]) for attacker, value in eers.items()}
    attacks = Privacy({name: one.point for name, one in drawn.items()}, drawn, drawn, (), ())
    ledger = Ledger([row("b", attacker, value) for attacker, value in eers.items()])
    part = trap(Measured(bench, attacks, Content({}, {}, ()), ledger, {}))
    (drop,) = [entry for entry in part.entries if entry.key == "tiny/drop_semi/b"]
    low, high = numpy.percentile(draws["ignorant"] - draws["semi_informed"], [2.5, 97.5])
    assert (14.0, pytest.approx(low), pytest.approx(high), 4) == (drop.value, drop.ci_low, drop.ci_high, drop.n)
    assert "CI excludes 0" == part.verdicts["tiny/drop_semi/b"]


def test_identical_files_for_every_attacker_drop_by_nothing(results):
    """Difference 0, interval [0, 0], no difference: not a verdict, and no warning."""
    own = (utterance_ids(), vectors("original").astype("float32"))
    made = results({"embeddings/mcadams.npz": own, "embeddings_semi_informed/mcadams.npz": own})
    entry = made.ledger["tiny/drop_semi/mcadams"]
    assert (0.0, 0.0, 0.0) == (entry.value, entry.ci_low, entry.ci_high)
    assert "no difference" == made.verdicts["tiny/drop_semi/mcadams"]
    assert "tiny/trap/mcadams" not in made.verdicts


def exchanged():
    """Return vectors in which the two speakers of each gender have exchanged their places."""
    order = numpy.arange(len(utterance_ids())).reshape(2, 2, -1)[:, ::-1].ravel()
    return utterance_ids(), vectors("original")[order].astype("float32")


def test_the_warning_turns_with_the_data(results):
    """Exchanged voices look private to the ignorant attacker only; give another system the files and it is that one."""
    made = results({"embeddings/mcadams.npz": exchanged(), "embeddings_semi_informed/mcadams.npz": exchanged()})
    assert made.ledger["tiny/eer/mcadams/ignorant/same_gender"].value > 90
    assert made.ledger["tiny/eer/mcadams/lazy/same_gender"].value < 10
    assert {"tiny/trap/mcadams"} == {name for name in made.verdicts if "/trap/" in name}
    swapped = results({"embeddings/knnvc_pool.npz": exchanged()})
    assert {"tiny/trap/knnvc_pool"} == {name for name in swapped.verdicts if "/trap/" in name}


def test_the_published_drops_of_the_demo_study():
    """Computed here from the shipped leaderboard, they print as they were published; three systems are warned about."""
    study = Path(__file__).parents[2] / "data" / "khmer_demo"
    demo = Workbench(read_benchmark(study, audit=False), Cache(None), {})
    part = trap(Measured(demo, Privacy({}, {}, {}, (), ()), Content({}, {}, ()), Ledger(shipped(demo)), {}))
    expected = {
        "sslsas_english_pool_variant": "41.3", "sslsas": "40.9", "sslsas_khmer_pool": "37.2", "mcadams": "15.4",
        "private_knnvc_english_durations": "11.6", "openvoice": "9.0", "knnvc_khmer_pool": "0.5",
    }  # fmt: skip
    printed = {
        entry.key.rpartition("/")[2]: f"{entry.value:.{entry.decimals}f}"
        for entry in part.entries
        if "/drop_semi_shipped/" in entry.key and entry.value is not None
    }
    assert expected == {name: printed[name] for name in expected}
    assert "asr_tts" not in printed
    warned = {name.rpartition("/")[2]: words for name, words in part.verdicts.items() if "/trap_intervals/" in name}
    assert {
        "sslsas": "apart", "sslsas_khmer_pool": "not published", "sslsas_english_pool_variant": "not published"
    } == warned  # fmt: skip


def test_a_difference_of_any_numbers_is_taken():
    """A misplaced exponent in a leaderboard is warned about elsewhere, and stops no build here."""
    assert Decimal("9" * 30) == difference(1e30, 1.0)
    assert difference(1e308, 1e-308) > 0
