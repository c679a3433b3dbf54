"""Dominance, steps and moves along the fronts, error bars, and the prosody leak."""

import math

import numpy
import pytest

from analysis.benchmark.measured import Measured
from analysis.benchmark.trade import trade
from analysis.benchmark.workbench import Workbench
from analysis.cache import Cache
from analysis.ledger import Entry, Ledger, key, parts
from analysis.study.benchmark import read_benchmark
from tests.studies import utterance_ids, vectors, write_study

BOARD = "meta/leaderboard.csv"
PUBLISHED = "meta/published.csv"


@pytest.fixture
def traded(tmp_path):
    """Make the chapter's part from points: `traded({system: (EER by attacker, rate)}, …)`."""

    def make(points, shipped=None, published=()):
        names = "".join(f"{name},1,1,1\n" for name in dict.fromkeys([*points, *(shipped or {})]))
        board = "system,eer_ignorant,eer_lazy,cer\n" + names
        folder = write_study(
            tmp_path / "tiny", {BOARD: board, "study.toml": "draws = 5\n", "meta/paired_comparisons.json": None}
        )
        bench = Workbench(read_benchmark(folder), Cache(None), {})
        ledger = Ledger()
        for system, (eers, rate) in points.items():
            for attacker, eer in zip(("ignorant", "lazy", "semi_informed"), eers, strict=False):
                ledger.add(row(key("eer", system, attacker, "same_gender"), eer, (eer - 1, eer + 3)))
            ledger.add(row(key("cer", system, "all"), rate, (rate - 2, rate + 2)))
        for system, (pitch, eers) in (shipped or {}).items():
            ledger.add(row(key("shipped", "rho_f0", system), pitch))
            for attacker, eer in zip(("ignorant", "lazy", "semi_informed"), eers, strict=False):
                ledger.add(row(key("shipped", "eer", system, attacker, "same_gender"), eer))
        for name, value, n in published:
            ledger.add(row(f"shipped/{name}", value, n=n))
        verdicts = {}
        for attacker in ("ignorant", "lazy", "semi_informed"):
            verdicts |= fronts(bench, ledger, attacker, points)
        part = trade(Measured(bench, None, None, ledger, verdicts))
        assert len({entry.key for entry in part.entries}) == len(part.entries)
        return {entry.key: entry for entry in part.entries}, dict(part.verdicts)

    return make


def row(name, value, edges=(None, None), n=None):
    tag = "shipped" if name.startswith("shipped") else "recomputed"
    found = value is not None and math.isfinite(value)
    return Entry(
        f"tiny/{name}", value if found else None, "percent", 1, tag, "made up", "made up",
        ci_low=edges[0] if found else None, ci_high=edges[1] if found else None, n=n, missing="" if found else "absent",
    )  # fmt: skip


def fronts(bench, ledger, attacker, points):
    places = {
        system: (eer, rate)
        for system, (_, rate) in points.items()
        if (eer := ledger.value(bench.key("eer", system, attacker, "same_gender"))) is not None and rate is not None
    }
    kept = {s for s, p in places.items() if not any(beats(other, p) for other in places.values())}
    return {
        bench.key("front", attacker, system): "on the front" if system in kept else "dominated" for system in places
    }


def beats(other, point):
    return other[0] >= point[0] and other[1] <= point[1] and other != point


def test_who_dominates_whom_is_a_verdict_and_a_count(traded):
    """A dominated system has the ids of those that dominate it, whoever is on the front has none; counts agree."""
    behind, ahead = ((20.0,), 30.0), ((40.0,), 20.0)
    entries, verdicts = traded({"original": ((3.0,), 7.0), "mcadams": behind, "knnvc_pool": ahead, "openvoice": behind})
    assert "knnvc_pool" == verdicts["tiny/dominated_by/ignorant/mcadams"]
    assert "tiny/dominated_by/ignorant/knnvc_pool" not in verdicts
    assert [0, 1, 0, 1] == [
        entries[f"tiny/count/dominated_by/ignorant/{name}"].value
        for name in ("original", "mcadams", "knnvc_pool", "openvoice")
    ]
    assert 2 == entries["tiny/count/dominates/ignorant/knnvc_pool"].value
    assert 4 == entries["tiny/count/dominates/ignorant/knnvc_pool"].n


def test_dominance_of_fifty_systems_is_a_plain_double_loop(traded):
    """For fifty systems, ties among them, every verdict is what comparing all pairs says."""
    chance = numpy.random.default_rng(50)
    drawn = {f"s{place}": tuple(map(float, chance.integers(0, 12, 2))) for place in range(50)}
    points = {"original": ((0.0,), 0.0), **{name: ((eer,), rate) for name, (eer, rate) in drawn.items()}}
    entries, verdicts = traded(points)
    places = {name: (eers[0], rate) for name, (eers, rate) in points.items()}
    for name, place in places.items():
        expected = {other for other, there in places.items() if beats(there, place)}
        found = verdicts.get(f"tiny/dominated_by/ignorant/{name}", "")
        assert expected == set(parts(found)) - {""}
        assert len(expected) == entries[f"tiny/count/dominated_by/ignorant/{name}"].value


def test_ids_with_a_slash_stay_whole(traded):
    """A verdict joins ids as a key does, so that a slash in a name parts nothing."""
    _, verdicts = traded({"original": ((3.0,), 7.0), "a/b": ((40.0,), 6.0), "ខ %": ((50.0,), 5.0)})
    assert key("a/b", "ខ %") == verdicts["tiny/dominated_by/ignorant/original"]
    assert ("a/b", "ខ %") == parts(verdicts["tiny/dominated_by/ignorant/original"])


def test_steps_lead_from_neighbour_to_neighbour(traded):
    """Each step along the front is the difference of two neighbours on both axes; equal points make none."""
    equal = ((30.0,), 9.5)
    entries, _ = traded(
        {"original": ((3.0,), 7.0), "b": equal, "a": equal, "top": ((40.0,), 20.0), "bad": ((5.0,), 50.0)}
    )
    steps = {name.removeprefix("tiny/front_step/ignorant/"): entry.value for name, entry in entries.items()
             if name.startswith("tiny/front_step/")}  # fmt: skip
    start = {name: value for name, value in steps.items() if name.startswith("original/")}
    assert [27.0, 2.5] == [value for _, value in sorted(start.items(), reverse=True)]
    assert 4 == len(steps)
    assert {(10.0, 10.5)} == {(steps[f"{side}/top/eer"], steps[f"{side}/top/cer"]) for side in ("a", "b")
                              if f"{side}/top/eer" in steps}  # fmt: skip


def test_error_bars_are_told_by_their_median(traded):
    """Half the width of the intervals of the placed systems, in the median."""
    entries, _ = traded({"original": ((3.0,), 7.0), "mcadams": ((20.0,), 30.0)})
    assert (2.0, 2) == (
        entries["tiny/half_width/eer/ignorant"].value,
        entries["tiny/half_width/eer/ignorant"].n,
    )
    assert 2.0 == entries["tiny/half_width/cer/ignorant"].value


def test_who_leaves_the_front_as_the_attacker_learns(traded):
    """Against the ignorant attacker's front one leaves, one joins, one stays; without an EER there is no verdict."""
    _, verdicts = traded(
        {
            "original": ((3.0, 3.0, 3.0), 7.0),
            "fake": ((50.0, 10.0, 9.0), 30.0),
            "solid": ((40.0, 41.0, 39.0), 25.0),
            "late": ((41.0, 45.0), 31.0),
        }
    )
    moves = {name.removeprefix("tiny/front_move/"): move for name, move in verdicts.items() if "front_move" in name}
    assert {
        "lazy/original": "stays", "lazy/fake": "leaves", "lazy/solid": "stays", "lazy/late": "joins",
        "semi_informed/original": "stays", "semi_informed/fake": "leaves", "semi_informed/solid": "stays",
    } == moves  # fmt: skip


BOARD_VALUES = {
    "original": (1.0, (2.0, 2.0, 3.0)),
    **{f"s{place}": (0.9 - 0.1 * place, (10.0 + 4 * place, 9.0, 5.0 * place)) for place in range(8)},
}
POINTS = {"original": ((3.0,), 7.0), "mcadams": ((20.0,), 30.0)}


def test_the_leak_is_told_over_the_systems_that_have_both(traded):
    """Correlation, n, standard error and pattern, with and without the reference, from published values alone."""
    shipped = BOARD_VALUES | {"pitch_only": (0.2, ()), "no_semi": (0.9, (50.0, 50.0))}
    entries, verdicts = traded(POINTS, shipped)
    leak, bare = entries["tiny/leak/semi_informed"], entries["tiny/leak_without_reference/semi_informed"]
    assert (9, 8) == (leak.n, bare.n)
    values = [(pitch, eers[2]) for pitch, eers in BOARD_VALUES.values()]
    assert numpy.corrcoef(*zip(*values, strict=True))[0, 1] == pytest.approx(leak.value)
    assert ("recomputed", "real", f"{BOARD}, rho_f0, eer_semi_informed") == (leak.tag, leak.inputs, leak.source)
    assert 1 / math.sqrt(8) == pytest.approx(entries["tiny/leak_error/semi_informed"].value)
    assert "falls" == verdicts["tiny/leak/semi_informed"]
    assert "semi_informed" == verdicts["tiny/leak_attacker"]
    assert 10 == entries["tiny/leak/ignorant"].n


def test_the_pattern_turns_with_the_data(traded):
    """With the pitch turned round the correlation rises; without much of it, it is within chance."""
    turned = {name: (1.0 - pitch, eers) for name, (pitch, eers) in BOARD_VALUES.items()}
    assert "rises" == traded(POINTS, turned)[1]["tiny/leak/semi_informed"]
    few = dict(list(BOARD_VALUES.items())[:4])
    few["s1"] = (0.95, (1.0, 1.0, 40.0))
    assert "within chance" == traded(POINTS, few)[1]["tiny/leak/semi_informed"]


def test_whoever_lies_off_the_line_is_named(traded):
    """A system far more private than its pitch suggests stands above the line, the others do not."""
    _, verdicts = traded(POINTS, BOARD_VALUES | {"odd": (0.85, (40.0, 40.0, 48.0))})
    off = {name: side for name, side in verdicts.items() if "leak_off_line/semi_informed" in name}
    assert "above" == off["tiny/leak_off_line/semi_informed/odd"]
    assert "tiny/leak_off_line/semi_informed/s3" not in off


@pytest.mark.parametrize(
    ("shipped", "reason"),
    [
        ({"original": (1.0, (2.0, 2.0, 3.0)), "s": (0.5, (30.0, 30.0, 20.0))}, "too few systems have both"),
        ({f"s{place}": (0.5, (30.0, 9.0, 5.0 * place)) for place in range(4)}, "no spread"),
    ],
)
def test_undefined_with_a_reason(traded, shipped, reason):
    """Below three systems, or where nothing varies, the correlation is missing and no sentence is chosen."""
    entries, verdicts = traded(POINTS, shipped)
    leak = entries["tiny/leak/semi_informed"]
    assert (None, reason) == (leak.value, leak.missing)
    assert len(shipped) == leak.n
    assert not [name for name in verdicts if "leak" in name and "attacker" not in name]
    assert "tiny/leak_error/semi_informed" not in entries


def test_the_most_informed_attacker_is_the_one_that_is_drawn(traded):
    """Without semi-informed EERs the lazy-informed attacker's leak is the one to show."""
    shipped = {name: (pitch, (eers[0], eers[2])) for name, (pitch, eers) in BOARD_VALUES.items()}
    entries, verdicts = traded(POINTS, shipped)
    assert "lazy" == verdicts["tiny/leak_attacker"]
    assert 0 == entries["tiny/leak/semi_informed"].n


def test_without_published_pitch_there_is_no_leak(traded):
    """A study without the column has no row and no verdict of a leak."""
    entries, verdicts = traded(POINTS)
    assert not [name for name in (*entries, *verdicts) if "leak" in name]


@pytest.mark.parametrize(("n", "expected"), [(16, True), (9, False), (None, False)])
def test_a_published_correlation_over_other_systems_is_told_apart(traded, n, expected):
    """Where the published correlation rests on another number of systems the page says so."""
    _, verdicts = traded(POINTS, BOARD_VALUES, [("leak/semi_informed", -0.61, n)])
    assert expected == ("tiny/leak_base/semi_informed" in verdicts)


def test_a_system_with_published_values_only_has_its_place_among_those(results):
    """Where a system has nothing else, fronts and dominance of the published values are there too, as real inputs."""
    board = "system,eer_ignorant,cer\noriginal,2,7\nmcadams,30,40\nknnvc_pool,40,\npaper only,35,30\nbest,45,20\n"
    made = results({BOARD: board, "study.toml": "draws = 20\nsimulated = true\n"})
    verdicts, ledger = made.verdicts, made.ledger
    assert "best" == verdicts["tiny/published_dominated_by/ignorant/paper%20only"]
    assert ("paper only", "best") == tuple(sorted(parts(verdicts["tiny/published_dominated_by/ignorant/mcadams"])))[
        ::-1
    ]
    assert {"original": "on the front", "best": "on the front", "mcadams": "dominated", "paper only": "dominated"} == {
        parts(name)[3]: verdict for name, verdict in verdicts.items() if "/published_front/ignorant/" in name
    }
    count = ledger["tiny/count/published_dominated_by/ignorant/mcadams"]
    assert (2, 4, "real", f"{BOARD}, eer_ignorant, cer") == (count.value, count.n, count.inputs, count.source)
    assert not [name for name in verdicts if "published_front/lazy" in name]


def test_where_every_system_has_files_published_values_place_nobody(results):
    """Fronts of the published values are there for the systems that have nothing else, and go with them."""
    board = "system,eer_ignorant,cer\noriginal,2,7\nmcadams,30,40\n"
    verdicts = results({BOARD: board, "study.toml": "draws = 20\n"}).verdicts
    assert "tiny/front/ignorant/mcadams" in verdicts
    assert not [name for name in verdicts if "published_front" in name]


def test_swapping_two_systems_files_swaps_the_verdicts(results):
    """The verdicts follow the data: with the files of two systems exchanged each takes the other's place."""
    rows = {system: (utterance_ids(), vectors(system)) for system in ("mcadams", "knnvc_pool")}
    text = ("utt_id,reference,hyp_original,hyp_mcadams,hyp_knnvc_pool\n"
            "0012-t1,abcdef,abcdef,abcdxx,abxxxx\n12-t1,abcdef,abcdef,abcdxx,abxxxx\n"
            "1e5-t1,abcdef,abcdef,abcdxx,abxxxx\na-b-t1,abcdef,abcdef,abcdxx,abxxxx\n")  # fmt: skip

    def swapped(sentence):
        return sentence.replace("mcadams", "\0").replace("knnvc_pool", "mcadams").replace("\0", "knnvc_pool")

    def found(changes):
        made = results({"study.toml": "draws = 20\n", BOARD: None, **changes})
        return {
            name: value
            for name, value in made.verdicts.items()
            if any(word in name for word in ("/front/ignorant", "dominated_by/ignorant"))
        }

    plain = found({"meta/transcripts.csv": text})
    turned = found(
        {
            "meta/transcripts.csv": swapped(text),
            "embeddings/mcadams.npz": rows["knnvc_pool"],
            "embeddings/knnvc_pool.npz": rows["mcadams"],
        }
    )
    assert plain
    assert {swapped(name): swapped(value) for name, value in plain.items()} == turned
