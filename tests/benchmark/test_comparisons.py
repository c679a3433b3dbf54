"""What may be said of registered pairs: tests beside intervals, published ones beside ours, the exploratory rest."""

import json

import numpy
import pytest

from analysis.benchmark.attack_units import attack_scores
from analysis.ledger import key
from analysis.measures import equal_error_rate
from analysis.study.benchmark import read_benchmark
from tests.benchmark.conftest import results_of
from tests.crowds import crowd
from tests.studies import write_files

NOISES = {"original": 0.1, "weak": 0.7, "strong": 2.6, "like_strong": 2.6}
PAIRS = '[[pairs]]\nb = "strong"\na = "weak"\n[[pairs]]\nb = "like_strong"\na = "strong"\n'
WRONG = {"original": 1, "weak": 6, "strong": 2}


def published(**metrics):
    """Return `paired_comparisons.json` for strong minus weak: `eer_lazy=(difference, low, high)`."""
    rows = {f"delta_{name}": {"observed": seen, "ci95": [low, high]} for name, (seen, low, high) in metrics.items()}
    return json.dumps({"strong minus weak": rows})


def study(folder, noises=NOISES, wrong=WRONG, settings=PAIRS, **more):
    """Write the crowd with more files, `meta__paired_comparisons=text`, and return its results."""
    files = crowd(noises, wrong, settings)
    if "paired" in more:
        files["meta/paired_comparisons.json"] = more["paired"]
    files |= more.get("files", {})
    return results_of(write_files(folder / "crowd", files))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The crowd with two registered pairs and one published difference that comes near; not to be changed."""
    return study(tmp_path_factory.mktemp("pairs"), paired=published(eer_lazy=(25.0, 10.0, 40.0), cer=(1.0, -3.0, 4.0)))


def value(results, *names):
    return results.ledger.value(key(results.study, *names))


def verdict(results, *names):
    return results.verdicts.get(key(results.study, *names))


def test_p_is_that_of_a_plain_computation(made, tmp_path):
    """Each speaker's trials dropped from the list, the EERs taken anew, and signs tossed one flip after the other."""
    folder = write_files(tmp_path / "crowd", crowd(NOISES, WRONG, PAIRS))
    benchmark = read_benchmark(folder)
    mask, frame = benchmark.lists["same_gender"].mask, benchmark.trials.frame
    enrolled, target = frame["enroll"].to_numpy()[mask], frame["is_target"].to_numpy()[mask]
    scores = {name: attack_scores(benchmark, name, "lazy")[mask] for name in ("strong", "weak")}

    def difference(kept):
        b, a = (equal_error_rate(scores[name][kept], target[kept]).value for name in ("strong", "weak"))
        return b - a

    whole = difference(enrolled >= 0)
    without = numpy.array([difference(enrolled != speaker) for speaker in range(14)])
    shares = whole + 13 * (without.mean() - without)
    generator = numpy.random.default_rng(0)
    flips = 9_999
    as_large = 0
    for _ in range(flips):
        signs = 2 * generator.integers(0, 2, 14) - 1
        as_large += abs((signs * shares).sum()) >= abs(shares.sum()) - 1e-6
    assert (1 + as_large) / (1 + flips) == value(made, "p", "strong", "weak", "eer_lazy")
    entry = made.ledger["crowd/p/strong/weak/eer_lazy"]
    assert (14, "probability", 4, "recomputed", "real") == (
        entry.n, entry.unit, entry.decimals, entry.tag, entry.inputs)  # fmt: skip


def contributing(monkeypatch, given, otherwise=None):
    """Let the speakers contribute these values to a row, `{(b, a, metric): values}`, and to the others something."""

    def shares(_measured, row):
        found = given.get(row.names, otherwise)
        return None if found is None else numpy.array(found, dtype=float)

    monkeypatch.setattr("analysis.benchmark.pair_tests.speaker_contributions", shares)


def test_few_speakers_have_every_choice_of_signs_counted(tiny):
    """Four speakers: p counts sixteenths, is never below an eighth, and the rows say how they were found."""
    tests = [entry for entry in tiny.ledger if entry.key.startswith("tiny/p/") and entry.value is not None]
    assert tests
    for entry in tests:
        assert (4, True) == (entry.n, entry.value >= 1 / 8)
        assert 0 == entry.value * 16 % 1
        assert "each of the 16 choices of signs" in entry.method
        assert "seed" not in entry.method
    assert (1 / 8, 4) == (value(tiny, "p_smallest", "paired"), tiny.ledger["tiny/p_smallest/paired"].n)
    assert len(tests) == value(tiny, "count", "pairs", "every_choice")


def test_many_speakers_have_choices_drawn(made):
    """Fourteen speakers have more choices than flips: drawn ones beside the observed one, of which p can be alone."""
    assert "9,999 random flips, seed 0" in made.ledger["crowd/p/strong/weak/eer_lazy"].method
    assert (0, 7) == (value(made, "count", "pairs", "every_choice"), made.ledger["crowd/count/pairs/every_choice"].n)


def test_the_smallest_p_is_that_of_the_finest_test(tmp_path, monkeypatch):
    """Thirteen speakers are counted whole and fourteen are drawn, which can give the smaller p."""
    name = ("strong", "weak", "eer_lazy")
    contributing(monkeypatch, {name: [1] * 13}, otherwise=[1] * 14)
    made = study(tmp_path)
    assert [2**-12, 1 / 10_000] == [value(made, "p", *name), value(made, "p_smallest", "paired")]
    assert (14, 1) == (made.ledger["crowd/p_smallest/paired"].n, value(made, "count", "pairs", "every_choice"))
    contributing(monkeypatch, {name: [1] * 13}, otherwise=[1] * 12)
    made = study(tmp_path / "few")
    assert (2**-12, 13) == (value(made, "p_smallest", "paired"), made.ledger["crowd/p_smallest/paired"].n)


@pytest.mark.parametrize(
    ("shares", "standing", "doubt", "holm"),
    [
        ([1, -1, 2, -2, 3], "caution", "test", "does not hold before Holm"),
        ([1, 1, 1, 1, 1, 1], "caution", "Holm", "does not hold after Holm"),
        ([1] * 12, "stands", None, "holds after Holm"),
        (None, "caution", "no test", None),
    ],
    ids=["p", "Holm", "holds", "no test"],
)
def test_the_doubt_says_where_the_test_fails(tmp_path, monkeypatch, shares, standing, doubt, holm):
    """An interval that excludes zero: p too large by itself, 2 of 64 too large among seven tests only, or neither."""
    name = ("strong", "weak", "eer_lazy")
    contributing(monkeypatch, {name: shares}, otherwise=[1, -1, 2])
    made = study(tmp_path)
    assert "CI excludes 0" == verdict(made, "paired", *name)
    assert [standing, doubt, holm] == [verdict(made, what, *name) for what in ("standing", "doubt", "holm")]


def test_p_of_an_error_rate_rests_on_the_speakers_sums(made):
    """With fewer lost signs for every speaker hardly a flip comes near the sum: p is near the smallest that can be."""
    smallest = value(made, "p_smallest", "paired")
    assert 1 / 10_000 == smallest
    assert smallest <= value(made, "p", "strong", "weak", "cer") < 4 * smallest


def test_holm_goes_over_every_recomputed_row_of_the_family(made):
    """Four rows of the first pair, three of the second, which has no transcripts; never below the plain p."""
    rows = [entry for entry in made.ledger if entry.key.startswith("crowd/p/")]
    assert 7 == len(rows) == value(made, "count", "pairs", "rows") == value(made, "count", "pairs", "tested")
    by_size = sorted(rows, key=lambda entry: entry.value)
    adjusted = [made.ledger[entry.key.replace("crowd/p/", "crowd/p_holm/")].value for entry in by_size]
    running, expected = 0.0, []
    for place, entry in enumerate(by_size):
        running = max(running, min(1.0, (7 - place) * entry.value))
        expected.append(running)
    assert expected == pytest.approx(adjusted)
    holding = sum(words.startswith("holds") for name, words in made.verdicts.items() if name.startswith("crowd/holm/"))
    assert sum(p <= 0.05 for p in adjusted) == holding == value(made, "count", "pairs", "holds")


def test_a_difference_that_nothing_speaks_against_stands(made):
    """The interval excludes zero, Holm's p holds, and the published interval says the same."""
    assert "stands" == verdict(made, "standing", "strong", "weak", "eer_lazy")
    assert "same" == verdict(made, "same_verdict", "strong", "weak", "eer_lazy")
    assert verdict(made, "standing", "like_strong", "strong", "eer_lazy") in ("no evidence", "not established")
    words = [text for name, text in made.verdicts.items() if name.startswith("crowd/standing/")]
    assert 7 == len(words)


def test_a_published_interval_that_holds_zero_asks_for_caution(made):
    """Here the error rate falls for sure; the published interval did not exclude zero."""
    assert "CI excludes 0" == verdict(made, "paired", "strong", "weak", "cer")
    assert "no evidence" == verdict(made, "shipped", "paired", "strong", "weak", "cer")
    assert "other" == verdict(made, "same_verdict", "strong", "weak", "cer")
    found = [verdict(made, name, "strong", "weak", "cer") for name in ("standing", "doubt")]
    assert ["caution", "published"] == found
    entry = made.ledger["crowd/count/pairs/same_verdict"]
    assert (1, 2) == (entry.value, entry.n)


def test_a_published_interval_has_its_verdict_where_nothing_is_recomputed(tiny):
    """A pair of a system without files: published from -2 to 4, which holds zero."""
    assert "no evidence" == tiny.verdicts["tiny/shipped/paired/openvoice/mcadams/cer"]
    assert "CI excludes 0" == tiny.verdicts["tiny/shipped/paired/knnvc_pool/mcadams/eer_semi_informed"]
    assert "tiny/standing/openvoice/mcadams/cer" not in tiny.verdicts


def test_signs_and_edges_beside_the_published_ones(made):
    """A rise of the published error rate is another sign than the fall here; edges are apart by their difference."""
    entry = made.ledger["crowd/count/pairs/signs_agree"]
    assert (1, 2) == (entry.value, entry.n)
    ours = made.ledger["crowd/paired/strong/weak/eer_lazy"]
    assert abs(ours.ci_low - 10) == pytest.approx(
        value(made, "edge_gap", "paired", "strong", "weak", "eer_lazy", "low")
    )
    gaps = [entry.value for entry in made.ledger if entry.key.startswith("crowd/edge_gap/")]
    assert (4, max(gaps)) == (len(gaps), value(made, "edge_gap_max", "paired"))
    near = made.ledger["crowd/count/pairs/near_edges"]
    assert (0, 2) == (near.value, near.n)
    where = verdict(made, "edge_gap_max", "paired")
    assert max(gaps) == value(made, "edge_gap", "paired", *where.split("/"))


def test_simulated_inputs_compare_no_verdicts(tmp_path):
    """They were made to come near the published values, so that agreement means nothing, and no doubt follows."""
    made = study(tmp_path, settings="simulated = true\n" + PAIRS, paired=published(cer=(1.0, -3.0, 4.0)))
    assert not [name for name in made.verdicts if name.startswith("crowd/same_verdict/")]
    assert "crowd/count/pairs/same_verdict" not in made.ledger
    assert "stands" == verdict(made, "standing", "strong", "weak", "cer")
    assert value(made, "edge_gap_max", "paired") > 0


def test_turning_two_systems_round_turns_every_sign(made, tmp_path):
    """The files of strong and weak exchanged: minus the difference, the edges exchanged, the same p and standing."""
    files = crowd(NOISES, WRONG, PAIRS)
    for folder in ("embeddings", "embeddings_semi_informed"):
        one, other = f"{folder}/strong.npz", f"{folder}/weak.npz"
        files[one], files[other] = files[other], files[one]
    back = results_of(write_files(tmp_path / "crowd", files))
    for metric in ("eer_ignorant", "eer_lazy", "eer_semi_informed"):
        ours, theirs = (made_.ledger[key("crowd", "paired", "strong", "weak", metric)] for made_ in (made, back))
        assert [-ours.value, -ours.ci_high, -ours.ci_low] == pytest.approx(
            [theirs.value, theirs.ci_low, theirs.ci_high]
        )
        assert value(made, "p", "strong", "weak", metric) == value(back, "p", "strong", "weak", metric)
        assert verdict(made, "standing", "strong", "weak", metric) == verdict(
            back, "standing", "strong", "weak", metric
        )


def test_identical_systems_have_a_p_of_one(tmp_path):
    """No speaker contributes anything: p is 1, also after Holm, and the standing is that nothing differs."""
    noises = {"original": 0.1, "weak": 0.7, "strong": 2.6}
    files = crowd(noises, {"original": 1, "weak": 2, "strong": 2}, '[[pairs]]\nb = "strong"\na = "weak"\n')
    for folder in ("embeddings", "embeddings_semi_informed"):
        files[f"{folder}/weak.npz"] = files[f"{folder}/strong.npz"]
    made = results_of(write_files(tmp_path / "crowd", files))
    for metric in ("eer_ignorant", "eer_lazy", "eer_semi_informed", "cer"):
        assert [0.0, 1.0, 1.0] == [value(made, name, "strong", "weak", metric) for name in ("paired", "p", "p_holm")]
        assert "no difference" == verdict(made, "standing", "strong", "weak", metric)
    assert 4 == value(made, "count", "pairs", "no_difference")


def test_a_dropped_file_takes_its_rows_along(made, tmp_path):
    """Without a semi-informed file of one side there is neither a p nor a standing, and the family is smaller."""
    gone = study(tmp_path, files={"embeddings_semi_informed/weak.npz": None})
    assert "crowd/p/strong/weak/eer_semi_informed" in made.ledger
    assert "crowd/p/strong/weak/eer_semi_informed" not in gone.ledger
    assert verdict(gone, "standing", "strong", "weak", "eer_semi_informed") is None
    assert 6 == value(gone, "count", "pairs", "rows")


def test_a_rate_that_hangs_on_one_speaker_has_no_test(scored):
    """Only speaker a is enrolled: left out, nothing is left; the row says so."""
    made = scored([0.9, 0.4], [0.5, 0.3], ("b1", "b2"), settings='[[pairs]]\nb = "b1"\na = "b2"\n')
    entry = made.ledger["scored/p/b1/b2/eer_lazy"]
    assert (None, "undefined without a speaker") == (entry.value, entry.missing)
    assert 0 == made.ledger.value("scored/count/pairs/tested")
    assert "scored/p_smallest/paired" not in made.ledger


def test_the_error_of_the_nearer_edge_is_a_row(made):
    """Beside each difference; "not established" is the edge within it."""
    for entry in made.ledger:
        if entry.key.startswith("crowd/paired/") and entry.ci_low is not None:
            error = made.ledger.value(entry.key.replace("crowd/paired/", "crowd/edge_error/paired/"))
            nearer = min(abs(entry.ci_low), abs(entry.ci_high))
            assert (nearer <= error) == (made.verdicts[entry.key] == "not established")


def test_the_tests_that_can_be_computed_are_counted(made):
    """Four systems are six pairs, under three attackers eighteen; three have transcripts, which is three pairs more."""
    counted = {
        name: value(made, "count", "tests", name) for name in ("system_pairs", "eer_complete", "eer", "cer", "all")
    }
    assert {"system_pairs": 6, "eer_complete": 18, "eer": 18, "cer": 3, "all": 21} == counted
    assert 7 == value(made, "count", "tests", "registered") == value(made, "count", "pairs", "rows")
    assert 21 - 7 == value(made, "count", "tests", "unregistered")
    assert [0.9, 1.05] == pytest.approx([value(made, "expected", "tests", name) for name in ("eer", "all")])


def test_a_pair_that_is_registered_twice_is_counted_once(tmp_path):
    """Turned round it is the same pair; without a semi-informed file of one side its other metrics are left."""
    twice = PAIRS + '[[pairs]]\nb = "weak"\na = "strong"\n'
    gone = study(tmp_path, settings=twice, files={"embeddings_semi_informed/weak.npz": None})
    assert [18, 6, 12] == [value(gone, "count", "tests", name) for name in ("all", "registered", "unregistered")]


def test_a_missing_file_leaves_fewer_tests(tmp_path):
    """Without one semi-informed file three pairs of eighteen cannot be computed."""
    gone = study(tmp_path, files={"embeddings_semi_informed/weak.npz": None})
    assert [15, 18] == [value(gone, "count", "tests", name) for name in ("eer", "eer_complete")]


def test_exploratory_differences_are_those_of_the_best_trade(made):
    """The best trade's registered pairs are not exploratory; the others stand without a verdict."""
    assert "strong" == verdict(made, "best_trade") == verdict(made, "exploratory_focus")
    assert "semi_informed" == verdict(made, "exploratory_attacker")
    rows = [entry.key for entry in made.ledger if entry.key.startswith("crowd/exploratory/")]
    assert ["crowd/exploratory/strong/original/cer", "crowd/exploratory/strong/original/eer_semi_informed"] == rows
    b, a = (value(made, "eer", name, "semi_informed", "same_gender") for name in ("strong", "original"))
    assert b - a == pytest.approx(value(made, *rows[1].split("/")[1:]))
    assert not [name for name in made.verdicts if name.startswith("crowd/exploratory/")]


def test_without_a_best_trade_the_most_private_system_is_looked_at(tmp_path):
    """Under the attacker that knows most among those with files; the reference is never the one."""
    files = dict.fromkeys((f"embeddings_semi_informed/{name}.npz" for name in NOISES), None)
    made = study(tmp_path, wrong=None, settings="", files=files)
    assert verdict(made, "best_trade") is None
    assert "lazy" == verdict(made, "exploratory_attacker")
    focus = verdict(made, "exploratory_focus")
    eers = {name: value(made, "eer", name, "lazy", "same_gender") for name in NOISES if name != "original"}
    assert max(eers, key=eers.get) == focus
    assert 3 == len([entry for entry in made.ledger if entry.key.startswith(f"crowd/exploratory/{focus}/")])


def test_one_system_has_nothing_to_compare(tmp_path):
    """No pair, no count, no exploratory system."""
    made = study(tmp_path, noises={"original": 0.1}, wrong=None, settings="")
    assert not [entry for entry in made.ledger if "/tests/" in entry.key or "/exploratory/" in entry.key]
    assert verdict(made, "exploratory_focus") is None


def test_rows_that_stand_are_counted_by_metric(made):
    """Of two ignorant rows one can stand; the metric with the smallest share is named if it is one alone."""
    counted = {
        entry.key.rpartition("/")[2]: (entry.value, entry.n)
        for entry in made.ledger
        if entry.key.startswith("crowd/count/pairs/stands/")
    }
    standing = [name.split("/")[-1] for name, words in made.verdicts.items()
                if name.startswith("crowd/standing/") and words == "stands"]  # fmt: skip
    assert {"eer_ignorant": 2, "eer_lazy": 2, "eer_semi_informed": 2, "cer": 1} == {
        name: n for name, (_, n) in counted.items()
    }
    assert {name: standing.count(name) for name in counted} == {name: value for name, (value, _) in counted.items()}
    assert "cer" == verdict(made, "least_clear")  # its only row asks for caution
