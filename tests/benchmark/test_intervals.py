"""Every kind of interval beside the quoted one, and what follows where a study quotes another kind."""

import doctest
import math
import statistics
from itertools import product
from types import SimpleNamespace

import numpy
import pytest
from scipy import stats

from analysis.benchmark import intervals, kinds, plan_tested
from analysis.benchmark.workbench import Workbench
from analysis.ledger import parts
from analysis.measures import bca_interval, equal_error_rate, speaker_draws
from tests.exposures import exposed_study
from tests.studies import replaced, utterance_ids, vectors, write_files, write_study

from .conftest import results_of
from .test_certainty import edges, listed

KINDS = ("speaker", "two_sided", "joint", "joint_bca", "joint_t")
OF_RATES = {"joint_bca": "BCa", "joint_t": "Student's t"}
CASES = [("mcadams", "ignorant"), ("knnvc_pool", "lazy"), ("original", "ignorant")]


NAN = math.nan


def study_with(folder, text, **files):
    """Write the tiny study with more draws and more settings."""
    toml = replaced("draws = 50", f"draws = 400\n{text}")
    return results_of(write_study(folder / "tiny", {"study.toml": toml, **files}))


@pytest.fixture(scope="module")
def by_kind(tmp_path_factory):
    """Return kind → the results of the tiny study that quotes it; the default is the first."""
    return {
        kind: study_with(tmp_path_factory.mktemp(kind), "" if kind == "speaker" else f'interval = "{kind}"')
        for kind in KINDS
    }


def span(entry):
    return entry.ci_low, entry.ci_high


def joint_loop(system, attacker):
    """Return the EER of the list, in each draw, and without each of the four speakers, trial by trial."""
    scores, labels, enrolled, spoken = listed(system, attacker)
    draws = [
        equal_error_rate(scores, labels, numpy.where(labels, row[enrolled], row[enrolled] * row[spoken])).value
        for row in speaker_draws(4, 400, 0)
    ]
    without = [
        equal_error_rate(scores[kept], labels[kept]).value
        for kept in ((enrolled != one) & (spoken != one) for one in range(4))
    ]
    return equal_error_rate(scores, labels).value, draws, without


@pytest.mark.parametrize(("system", "attacker"), CASES)
def test_joint_intervals_equal_a_plain_loop(by_kind, system, attacker):
    """Percentiles of the joint draws, and BCa edges from the jackknife that leaves a speaker's trials out."""
    point, draws, without = joint_loop(system, attacker)
    ledger = by_kind["speaker"].ledger
    joint = ledger[f"tiny/eer_joint/{system}/{attacker}/same_gender"]
    assert edges(draws) == pytest.approx(span(joint))
    assert "95 % joint speaker bootstrap, 400 draws, seed 0" in joint.method
    corrected = ledger[f"tiny/eer_joint_bca/{system}/{attacker}/same_gender"]
    expected = bca_interval(draws, point, without, speakers=4)
    if numpy.isnan(expected.low):
        assert (None, None) == span(corrected)
    else:
        assert (expected.low, expected.high) == pytest.approx(span(corrected))
    assert "joint speaker bootstrap, BCa with widened tails, 400 draws" in corrected.method
    assert [pytest.approx(point)] * 2 == [joint.value, corrected.value]


@pytest.mark.parametrize(("system", "attacker"), CASES)
def test_joint_t_intervals_equal_a_plain_loop(by_kind, system, attacker):
    """Student's t for four speakers times the spread of the joint draws, on the scale of the odds of the EER."""
    point, draws, _ = joint_loop(system, attacker)
    row = by_kind["speaker"].ledger[f"tiny/eer_joint_t/{system}/{attacker}/same_gender"]
    targets = sum(listed(system, attacker)[1])
    assert "95 % joint speaker bootstrap, Student's t, 400 draws" in row.method and point == pytest.approx(row.value)
    assert t_edges(point, [draw for draw in draws if not numpy.isnan(draw)], 50 / targets) == pytest.approx(span(row))


def t_edges(rate, draws, half):
    """Return the edges for four speakers, step by step; NaN draws must be out."""
    if len(set(draws)) == 1:
        return rate, rate
    places = [math.log((one + half) / (100 - one + half)) for one in (rate, *draws)]
    reach = math.sqrt(4 / 3) * stats.t.ppf(0.975, 3) * statistics.stdev(places[1:])
    odds = [math.exp(places[0] + side * reach) for side in (-1, 1)]
    return tuple(min(max((100 + 2 * half) * one / (1 + one) - half, 0), 100) for one in odds)


@pytest.mark.parametrize("speakers", [2, 3])
def test_a_study_of_very_few_speakers_says_why_there_is_no_interval(speakers):
    """Edges where two speakers and two draws at least have a value, else none, and its reason stands in the method."""
    bench = SimpleNamespace(benchmark=SimpleNamespace(settings=SimpleNamespace(level=0.95, draws=9, seed=0)))
    kind, here = kinds.KINDS["joint_t"], numpy.arange(3) < speakers - 1
    interval = kinds.Drawn(10.0, numpy.array([9.0, 11.0, NAN]), None, here).interval(kind, 0.95)
    assert (speakers == 2) == numpy.isnan(interval.low)
    said = Workbench.resampled(bench, interval if speakers > 2 else None, "no targets", kind.of_trials)
    assert ("fewer than two draws or speakers" in said) == (speakers == 2)
    assert ("1 draws left out (no targets)" in said) == (speakers == 3)


def test_the_error_of_an_edge_says_what_it_is_taken_from(by_kind):
    """The spread of the draws where the quoted interval is made from it, else two of the draws themselves."""
    for kind, made in by_kind.items():
        rows = [made.ledger[f"tiny/edge_error/eer/mcadams/ignorant/same_gender/{edge}"] for edge in ("low", "high")]
        assert ["standard deviation of the draws" in row.method for row in rows] == [kind == "joint_t"] * 2


@pytest.mark.parametrize("kind", KINDS)
def test_the_setting_chooses_which_interval_is_quoted(by_kind, kind):
    """A study that quotes a kind has as `eer` and `cer` what the others have under the kind's name, and says so."""
    made, default = by_kind[kind], by_kind["speaker"]
    assert kind == made.verdicts["tiny/interval"]
    assert ("defaults" if kind == "speaker" else "study.toml") == made.verdicts["tiny/interval_from"]
    for system, attacker in CASES:
        rest = f"{system}/{attacker}/same_gender"
        named = "eer" if kind == "speaker" else f"eer_{kind}"
        assert span(default.ledger[f"tiny/{named}/{rest}"]) == span(made.ledger[f"tiny/eer/{rest}"])
        if kind != "speaker":
            assert span(default.ledger[f"tiny/eer/{rest}"]) == span(made.ledger[f"tiny/eer_speaker/{rest}"])
        assert f"tiny/eer_{kind}/{rest}" not in made.ledger
    rate = f"cer_{kind}" if kind in OF_RATES else "cer"
    assert span(default.ledger[f"tiny/{rate}/mcadams/all"]) == span(made.ledger["tiny/cer/mcadams/all"])


SCHEMES = {
    "two_sided": "two-sided speaker bootstrap,",
    "joint": "joint speaker bootstrap,",
    "joint_bca": "joint speaker bootstrap, BCa with widened tails,",
    "joint_t": "joint speaker bootstrap, Student's t,",
}


@pytest.mark.parametrize("kind", list(SCHEMES))
def test_every_interval_of_an_eer_is_of_the_quoted_kind(by_kind, kind):
    """Lists, genders, steps, drops, registered and unregistered differences: the method of each names the kind."""
    measures = ("eer", "eer_gender", "step", "drop_semi", "paired", "exploratory")
    rows = [entry for entry in by_kind[kind].ledger if parts(entry.key)[1] in measures and entry.ci_low is not None]
    rows = [entry for entry in rows if entry.tag == "recomputed" and parts(entry.key)[-1] != "cer"]
    # Of two speakers of a gender none can be left out, so that there are no BCa edges.
    absent = {"exploratory", "eer_gender"} if kind == "joint_bca" else {"exploratory"}
    assert set(measures) - absent <= {parts(entry.key)[1] for entry in rows}
    assert [] == [entry.key for entry in rows if f"95 % {SCHEMES[kind]}" not in entry.method]


def test_intervals_of_error_rates_are_percentiles_but_with_the_last_kinds(by_kind):
    """An utterance has one speaker: percentiles of the speakers' draws by three kinds, other edges by the last two."""
    for kind, made in by_kind.items():
        method = made.ledger["tiny/cer/mcadams/all"].method
        assert [kind == name for name in OF_RATES] == [words in method for words in OF_RATES.values()]
        assert "two-sided" not in method
        beside = {name for name in KINDS if f"tiny/cer_{name}/mcadams/all" in made.ledger}
        assert {"speaker", *OF_RATES} - {kind if kind in OF_RATES else "speaker"} == beside


@pytest.mark.parametrize("kind", KINDS[1:])
def test_published_intervals_are_held_against_the_published_kind(by_kind, kind):
    """Whatever a study quotes: distances to shipped values and edges are those of the one-sided interval."""
    prefixes = ("agreement", "agreement_edge", "agreement_max", "edge_gap", "edge_gap_max")
    default, made = (
        {entry.key: entry.value for entry in by_kind[one].ledger if parts(entry.key)[1] in prefixes}
        for one in ("speaker", kind)
    )
    assert default == made
    assert any("agreement_edge" in name for name in default) and any("edge_gap" in name for name in default)
    same = [
        {name: said for name, said in by_kind[one].verdicts.items() if parts(name)[1] in ("agreement", "same_verdict")}
        for one in ("speaker", kind)
    ]
    assert same[0] == same[1] != {}


@pytest.mark.parametrize("kind", KINDS)
def test_tables_hold_the_quoted_kind(by_kind, kind):
    """`leaderboard_recomputed.csv` and `paired.csv` have the edges and the verdicts of the quoted interval."""
    made = by_kind[kind]
    board = made.tables["leaderboard_recomputed.csv"].filter(system="mcadams").row(0, named=True)
    entry = made.ledger["tiny/eer/mcadams/ignorant/same_gender"]
    assert [f"{edge:.3f}" for edge in span(entry)] == [board[f"eer_ignorant_ci_{edge}"] for edge in ("low", "high")]
    for row in made.tables["paired.csv"].iter_rows(named=True):
        if row["delta"] is None:
            continue
        b, a = (next(s.id for s in made.systems if s.id == name) for name in row["comparison"].split(" minus "))
        metric = "cer" if row["metric"] == "CER" else row["metric"].replace("EER ", "eer_")
        assert made.verdicts[f"tiny/paired/{b}/{a}/{metric}"] == row["evidence"]


def test_too_few_draws_for_a_bca_interval_are_told(by_kind):
    """Four speakers put its edges where one draw of 2,000 lies: tails of a normal law at 1.155 times 3.182."""
    row = by_kind["speaker"].ledger["tiny/count/by_kind/fewest_draws"]
    assert math.ceil(2 / math.erfc(math.sqrt(4 / 3) * 3.182446305 / math.sqrt(2))) == row.value
    assert "too few to resample" == by_kind["speaker"].verdicts["tiny/certainty/bca_draws"]


def test_a_number_of_draws_that_no_study_can_have_is_not_counted(tmp_path):
    """Three speakers would need millions."""
    files = exposed_study({"a": [1, 0, 2], "b": [2, 1, 1]}) | {"meta/paired_comparisons.json": '{"b minus a": {}}'}
    made = results_of(write_files(tmp_path / "few", files))
    assert "too few to resample" == made.verdicts["few/certainty/bca_draws"]
    assert "few/count/by_kind/same" in made.ledger
    assert "few/count/by_kind/fewest_draws" not in made.ledger


def test_permutation_tests_do_not_move(by_kind):
    """p and Holm's p are the same whatever interval stands beside them."""
    values = [
        {entry.key: entry.value for entry in made.ledger if parts(entry.key)[1] in ("p", "p_holm")}
        for made in by_kind.values()
    ]
    assert values[0] != {} and [values[0]] * 4 == values[1:]


def test_every_interval_has_the_error_of_its_edges(by_kind):
    """Two rows for each recomputed row with an interval from draws, and none besides but those of nearer edges."""
    for made in by_kind.values():
        rows = [entry for entry in made.ledger if entry.ci_low is not None and entry.tag == "recomputed"]
        spans = {entry.key for entry in rows if " draws, seed" in entry.method}
        expected = {
            name.replace("tiny/", "tiny/edge_error/", 1) + f"/{edge}" for name in spans for edge in ("low", "high")
        }
        found = {entry.key for entry in made.ledger if entry.key.startswith("tiny/edge_error/")}
        assert expected <= found
        assert all(name.startswith("tiny/edge_error/paired/") for name in found - expected)


def test_identical_systems_differ_by_nothing_by_any_kind(tmp_path):
    """A copy of a system: every kind's difference is 0 with the interval [0, 0] and no difference."""
    copy = {
        "embeddings/knnvc_pool.npz": (utterance_ids(), vectors("mcadams").astype("float32")),
        "study.toml": lambda text: text.replace("draws = 50", "draws = 400") + PAIR,
    }
    made = results_of(write_study(tmp_path / "tiny", copy))
    rest = "knnvc_pool/mcadams/eer_lazy"
    rows = [made.ledger[f"tiny/{name}/{rest}"] for name in ("paired", *(f"paired_{kind}" for kind in KINDS[1:]))]
    assert [(0.0, 0.0, 0.0)] * 5 == [(row.value, *span(row)) for row in rows]
    assert ["no difference"] * 4 == [made.verdicts[row.key] for row in (*rows[:3], rows[4])]
    # With four speakers the widened tails lie beyond 400 draws: of [0, 0] that is not established, and it is said so.
    assert "not established" == made.verdicts[rows[3].key]
    assert all("degenerate" in row.method for row in rows)


PAIR = '\n[[pairs]]\nb = "knnvc_pool"\na = "mcadams"\n'


def test_widths_and_ratios_follow_from_the_intervals(by_kind):
    """A width is the distance of the edges, a ratio is to the quoted width, the summary is over the cases."""
    for kind, made in by_kind.items():
        found = {}
        for (system, attacker), name in product(CASES, KINDS):
            measure = "eer" if name == kind else f"eer_{name}"
            low, high = span(made.ledger[f"tiny/{measure}/{system}/{attacker}/same_gender"])
            found[name] = None if low is None else high - low
            assert found[name] == pytest.approx(made.ledger.value(f"tiny/width/{name}/{system}/{attacker}"))
        median = made.ledger.get(f"tiny/interval_width/{kind}/eer/median")
        if median is not None:
            lowest = made.ledger[f"tiny/interval_width/{kind}/eer/lowest"]
            highest = made.ledger[f"tiny/interval_width/{kind}/eer/highest"]
            assert lowest.value <= median.value <= highest.value
        assert f"tiny/interval_ratio/{kind}/eer/median" not in made.ledger


def test_a_kind_that_no_study_quotes_is_refused(tmp_path):
    """Intervals by trials stand beside the others only."""
    from analysis.errors import InputError

    with pytest.raises(InputError, match="interval"):
        study_with(tmp_path, 'interval = "trials"')


def test_examples_hold():
    """The examples in the docstrings give what they say."""
    assert [0, 0, 0] == [doctest.testmod(module).failed for module in (kinds, intervals, plan_tested)]
