"""Recomputed beside published values: how each is judged, how far edges lie apart, and which EER rule was printed."""

import pytest

from analysis.benchmark.attack_units import attack_scores
from analysis.ledger import key
from analysis.measures import equal_error_rate
from analysis.study.benchmark import read_benchmark
from tests.benchmark.conftest import results_of
from tests.crowds import crowd
from tests.studies import write_files

NOISES = {"original": 0.1, **{f"s{place}": 0.6 + 0.3 * place for place in range(8)}}
ATTACKERS = ("ignorant", "lazy", "semi_informed")


def rates(folder, rule):
    """Return system → its three EERs on same-gender trials by a rule, straight from the files."""
    benchmark = read_benchmark(write_files(folder / "crowd", crowd(NOISES)))
    mask = benchmark.lists["same_gender"].mask
    target = benchmark.trials.frame["is_target"].to_numpy()[mask]
    return {
        system: [
            equal_error_rate(attack_scores(benchmark, system, attacker)[mask], target, rule=rule).value
            for attacker in ATTACKERS
        ]
        for system in NOISES
    }


def board(values, decimals=2, more="", header=""):
    """Return a leaderboard that prints these EERs with so many decimals."""
    rows = ["system," + ",".join(f"eer_{attacker}" for attacker in ATTACKERS) + header]
    rows += [
        ",".join([system, *(f"{value:.{decimals}f}" for value in three)]) + more for system, three in values.items()
    ]
    return "\n".join(rows) + "\n"


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """Give a function from a folder and a leaderboard to the results; what rests on the crowd is computed once."""
    cache = tmp_path_factory.mktemp("cache")

    def made(folder, leaderboard, settings="", wrong=None):
        files = crowd(NOISES, wrong, settings)
        return results_of(write_files(folder / "crowd", {**files, "meta/leaderboard.csv": leaderboard}), cache)

    return made


def value(results, *names):
    return results.ledger.value(key(results.study, *names))


@pytest.fixture(scope="module")
def by_rule(tmp_path_factory):
    """The EERs of the crowd by both rules."""
    folder = tmp_path_factory.mktemp("rates")
    return {rule: rates(folder, rule) for rule in ("nearest", "line")}


@pytest.mark.parametrize(("rule", "other"), [("nearest", "line"), ("line", "nearest")])
def test_the_rule_that_a_leaderboard_was_printed_by_is_told(study, tmp_path, by_rule, rule, other):
    """Two decimals by a known rule: it hits every value, the other misses some, and the word says which."""
    made = study(tmp_path, board(by_rule[rule]))
    assert rule == made.verdicts["crowd/eer_rule"]
    hits = made.ledger[f"crowd/count/eer_rule/{rule}"]
    assert (27, 27) == (hits.value, hits.n)
    missed = 27 - value(made, "count", "eer_rule", other)
    assert missed == value(made, "count", "eer_rule", "apart") > 5
    assert value(made, "eer_rule_max", rule) <= 0.005 < value(made, "eer_rule_max", other)
    assert value(made, "eer_rule_mean", rule) < value(made, "eer_rule_mean", other)
    # Under the nearest rule, which is ours, the values agree; under the other not all do.
    agrees = value(made, "count", "agreement", "agrees")
    assert (27 == agrees) == (rule == "nearest")


def test_whole_percents_tell_no_rule(study, tmp_path, by_rule):
    """Where both rules round to the same figures nothing can be told, or neither is better."""
    close = {
        system: three
        for system, three in by_rule["nearest"].items()
        if all(round(a) == round(b) for a, b in zip(three, by_rule["line"][system], strict=True))
    }
    assert close
    made = study(tmp_path, board(close, decimals=0))
    assert "both" == made.verdicts["crowd/eer_rule"]
    assert 0 == value(made, "count", "eer_rule", "apart")


def test_both_readings_stand_with_the_printed_digits(study, tmp_path, by_rule):
    """The line rule is a row of its own, and so is the headline's rule with the digits of its twin."""
    made = study(tmp_path, board(by_rule["line"], decimals=3))
    for place, attacker in enumerate(ATTACKERS):
        for rule in ("nearest", "line"):
            entry = made.ledger[key("crowd", f"eer_{rule}", "s3", attacker, "same_gender")]
            assert by_rule[rule]["s3"][place] == pytest.approx(entry.value)
            assert (3, "percent", "recomputed") == (entry.decimals, entry.unit, entry.tag)
    gaps = [abs(a - b) for s in NOISES for a, b in zip(by_rule["nearest"][s], by_rule["line"][s], strict=True)]
    assert max(gaps) == pytest.approx(value(made, "eer_rule_gap", "largest"))


def test_simulated_inputs_choose_no_rule(study, tmp_path, by_rule):
    """They were made to come near the published values: both readings stand, no hit is counted, no word is given."""
    made = study(tmp_path, board(by_rule["line"]), "simulated = true\n")
    assert "crowd/eer_rule" not in made.verdicts
    assert not [entry for entry in made.ledger if "/eer_rule/" in entry.key or "/eer_rule_m" in entry.key]
    assert value(made, "eer_line", "s3", "lazy", "same_gender") is not None
    assert value(made, "eer_rule_gap", "largest") > 0


def test_without_published_values_there_is_no_chapter(tmp_path):
    """Nothing is both, so that nothing is compared."""
    made = results_of(write_files(tmp_path / "crowd", crowd(NOISES)))
    assert not [entry for entry in made.ledger if "agreement" in entry.key or "/eer_line/" in entry.key]


def test_each_value_is_judged_by_its_digits_then_by_its_interval(study, tmp_path, by_rule):
    """Agrees; is cut off; lies within the interval; lies outside of it: and each is counted, in all and by column."""
    nearest = {system: list(three) for system, three in by_rule["nearest"].items()}
    lazy = {system: three[1] for system, three in nearest.items()}
    assert 0.006 < lazy["s0"] % 0.01
    nearest["s0"][1] = lazy["s0"] - lazy["s0"] % 0.01  # cut off
    nearest["s3"][1] = lazy["s3"] + 0.5
    nearest["s4"][1] = lazy["s4"] + 40
    made = study(tmp_path, board(nearest))
    words = {s: made.verdicts[key("crowd", "agreement", "eer", s, "lazy", "same_gender")] for s in NOISES}
    assert words["s1"] == "agrees at the printed precision"
    assert "differs by rounding only" == words["s0"]
    assert ("within the interval", "outside the interval") == (words["s3"], words["s4"])
    counted = {name: value(made, "count", "agreement", "eer_lazy", name) for name in
               ("compared", "agrees", "rounding", "within", "outside", "no_interval", "differs")}  # fmt: skip
    assert (9, 1, 1, 0, 2) == tuple(
        counted[name] for name in ("compared", "within", "outside", "no_interval", "differs")
    )
    assert 7 == counted["agrees"] + counted["rounding"]
    assert 27 == value(made, "count", "agreement", "compared")
    assert 40 == pytest.approx(value(made, "agreement_max", "eer_lazy", "values"), abs=0.01)


def test_a_difference_has_one_decimal_more_than_its_twin(study, tmp_path, by_rule):
    """So that half a unit of the last printed digit can be seen."""
    made = study(tmp_path, board(by_rule["nearest"], decimals=3))
    assert 4 == made.ledger["crowd/agreement/eer/s1/lazy/same_gender"].decimals


def test_edges_are_compared_one_by_one(study, tmp_path, by_rule):
    """The distance of each edge is a row, and the largest of a column is another."""
    made = study(tmp_path, board(by_rule["nearest"], header=",eer_lazy_ci_low,eer_lazy_ci_high", more=",10.0,30.0"))
    ours = made.ledger["crowd/eer/s1/lazy/same_gender"]
    place = ("agreement_edge", "eer", "s1", "lazy", "same_gender")
    assert [abs(ours.ci_low - 10), abs(ours.ci_high - 30)] == pytest.approx(
        [value(made, *place, "low"), value(made, *place, "high")]
    )
    gaps = [entry.value for entry in made.ledger if entry.key.startswith("crowd/agreement_edge/")]
    assert (18, max(gaps)) == (len(gaps), value(made, "agreement_max", "eer_lazy", "edges"))
    assert value(made, "agreement_max", "eer_ignorant", "edges") is None


def test_an_error_rate_is_no_eer(study, tmp_path):
    """A published error rate is compared, and no rule is asked for."""
    made = study(tmp_path, "system,cer\ns1,20.0\n", wrong={"original": 1, "s1": 2})
    assert made.verdicts["crowd/agreement/cer/s1/all"] in ("within the interval", "outside the interval",
                                                           "agrees at the printed precision")  # fmt: skip
    assert "crowd/eer_rule" not in made.verdicts
    assert 1 == value(made, "count", "agreement", "cer", "compared")
