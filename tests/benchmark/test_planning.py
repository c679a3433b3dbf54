"""What the report predicts for studies of other sizes."""

import math

import numpy
import pytest

from analysis.benchmark.foretelling import SPEAKERS
from analysis.benchmark.planning import POINTS
from analysis.ledger import key
from analysis.measures import standard_errors_apart
from analysis.pages.chapters import chapters_of
from tests.crowds import SPEAKERS as PEOPLE
from tests.crowds import TEXT, TRIALS, crowd
from tests.studies import write_files

from .conftest import results_of

PAIRS = """
[[pairs]]
a = "one"
b = "two"
[[pairs]]
a = "one"
b = "original"
"""
NOISES = {"original": 0.6, "one": 1.6, "two": 1.7}
WRONG = {"original": 1, "one": 0, "two": 4}


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    """Return the results of a crowd of 14 speakers with 5 trial utterances each, three systems and two pairs."""
    return results_of(write_files(tmp_path_factory.mktemp("plan") / "crowd", crowd(NOISES, WRONG, PAIRS)))


def value(results, *names):
    return results.ledger.value(key("crowd", *names))


def test_the_own_size_is_that_of_the_lists(planned):
    """14 speakers with 5 utterances each, half of which rounds to 2, under the attacker that knows most."""
    verdicts = planned.verdicts
    assert ("semi_informed", "14") == tuple(verdicts[key("crowd", "plan", name)] for name in ("attacker", "speakers"))
    each = [value(planned, "setting", "plan", "utterances", name) for name in ("half", "own", "twice", "four_times")]
    assert [2, TRIALS, 10, 20] == each
    assert len(PEOPLE) == value(planned, "setting", "plan", "speakers", "14")


def test_the_predicted_width_is_near_that_of_the_draws(planned):
    """At the study's own size, about what its joint BCa intervals span, and between the narrowest and the widest."""
    foretold = value(planned, "plan_width", "14", "own")
    widths = [value(planned, "width", "joint_bca", system, "semi_informed") for system in ("one", "two")]
    assert sum(widths) / 2 == pytest.approx(value(planned, "plan_drawn", "joint_bca"))
    assert pytest.approx(sum(widths) / 2, rel=0.2) == foretold
    assert value(planned, "plan_width_least", "14", "own") <= foretold <= value(planned, "plan_width_most", "14", "own")


def test_more_speakers_and_more_utterances_are_predicted_to_be_more_precise(planned):
    """Along either way every width is smaller than the one before; no number of utterances is the least of all."""
    names = ("half", "own", "twice", "four_times")
    table = numpy.array(
        [[value(planned, "plan_width", str(size), name) for name in names] for size in sorted({*SPEAKERS, 14})]
    )
    assert (numpy.diff(table, axis=0) < 0).all() and (numpy.diff(table, axis=1) < 0).all()
    assert value(planned, "plan_width", "14", "endless") < value(planned, "plan_width", "14", "four_times")


def test_what_so_few_speakers_do_not_tell_is_missing(planned):
    """One of the two pairs shows no spread between its speakers: only the study's own utterances are planned for."""
    assert (1, 2) == (
        value(planned, "count", "plan", "pairs_below_zero"),
        planned.ledger[key("crowd", "count", "plan", "pairs_below_zero")].n,
    )
    for size in ("14", "80"):
        assert value(planned, "plan_difference", size, "own") > 0
        for name in ("half", "twice", "four_times"):
            row = planned.ledger[key("crowd", "plan_difference", size, name)]
            assert (None, "so few speakers do not tell") == (row.value, row.missing)
    assert value(planned, "plan_speakers", "5", "own") > value(planned, "setting", "plan", "fewest")
    assert value(planned, "plan_speakers", "5", "four_times") is None
    assert value(planned, "plan_difference", "14", "endless") is None


def test_numbers_of_speakers_are_rounded(planned):
    """From 14 speakers to one significant digit; and how many times as many it may be in truth."""
    for points in POINTS:
        fewest = value(planned, "plan_speakers", str(points), "own")
        assert fewest == float(f"{fewest:.0e}")
    assert value(planned, "plan_speakers", "1", "own") > 100
    low, high = (value(planned, "plan_times", name) for name in ("low", "high"))
    assert (pytest.approx(13 / 24.736, rel=1e-3), pytest.approx(13 / 5.009, rel=1e-3)) == (low, high)


def test_the_fewest_speakers_are_those_that_the_table_says(planned):
    """A difference that so many speakers see lies on the line of the table, between two of its numbers of speakers."""
    for points in POINTS:
        fewest = value(planned, "plan_speakers", str(points), "own")
        for size in SPEAKERS:
            seen = value(planned, "plan_difference", str(size), "own")
            if abs(size / fewest - 1) > 0.5:  # as far as a number of speakers is rounded
                assert (seen <= points) == (size > fewest)


def test_where_differences_are_predicted_no_reason_is_told(planned):
    """Nor two systems to ask about."""
    assert not {key("crowd", "plan", name) for name in ("no_difference", "asked")} & set(planned.verdicts)


def test_found_differences_are_held_against_what_is_seen(planned):
    """Each of 2 pairs on 4 metrics: too small where nearer to 0 than the smallest that is seen; counted."""
    found = {name: said for name, said in planned.verdicts.items() if name.startswith(key("crowd", "plan", "seen"))}
    assert 8 == len(found)
    for name, said in found.items():
        *_, b, a, metric = name.split("/")
        small = abs(value(planned, "paired", b, a, metric)) < value(planned, "plan_seen", b, a, metric)
        assert said == ("too small" if small else "large enough")
    count = planned.ledger[key("crowd", "count", "plan", "too_small")]
    assert (list(found.values()).count("too small"), 8) == (count.value, count.n)


def test_a_difference_in_cer_follows_from_the_errors_by_speaker(planned):
    """Of each text system `two` loses 4 signs, of every third 3, and `one` none: mean squares by hand, t and power."""
    row = planned.ledger[key("crowd", "plan_seen", "two", "one", "cer")]
    lost = numpy.array([4 if number % 3 else 3 for number in range(len(PEOPLE) * TRIALS)], dtype=float)
    beyond = (100 * (lost - lost.mean()) / len(TEXT)).reshape(len(PEOPLE), TRIALS)
    within = beyond.var(axis=1, ddof=1).mean()
    between = max(beyond.mean(axis=1).var(ddof=1) - within / TRIALS, 0)
    expected = standard_errors_apart(14) * math.sqrt((between + within / TRIALS) / 14)
    assert pytest.approx(expected) == row.value
    assert ("meta/transcripts.csv", len(PEOPLE)) == (row.source, row.n)


def test_what_never_differs_between_speakers_is_not_predicted(tmp_path):
    """Two systems that lose the same signs of every text have a difference without any spread: no row for it."""
    found = results_of(write_files(tmp_path / "crowd", crowd(NOISES, {"one": 2, "two": 4}, PAIRS)))
    assert 2.0 * 100 / len(TEXT) == pytest.approx(value(found, "paired", "two", "one", "cer"))
    assert key("crowd", "plan_seen", "two", "one", "cer") not in found.ledger
    assert key("crowd", "plan", "seen", "two", "one", "cer") not in found.verdicts


def test_without_pairs_no_difference_is_predicted(tmp_path):
    """Widths alone, and the chapter stands."""
    found = results_of(write_files(tmp_path / "crowd", crowd(NOISES)))
    assert value(found, "plan_width", "14", "own") > 0
    assert value(found, "plan_difference", "14", "own") is None
    assert key("crowd", "count", "plan", "too_small") not in found.ledger
    assert any(chapter.short == "planning" for chapter in chapters_of(found))
    assert "no pair" == found.verdicts[key("crowd", "plan", "no_difference")]
    assert "one/two" == found.verdicts[key("crowd", "plan", "asked")]


def test_a_registered_pair_that_fares_alike_is_no_missing_pair(tmp_path):
    """Two systems with the same embeddings never differ; with a third a command can be asked for, without it none."""
    settings = '[[pairs]]\na = "one"\nb = "two"\n'
    for more, asked in (({}, None), ({"three": 1.9}, ("one/three", "three/one", "three/two", "two/three"))):
        files = crowd({**NOISES, **more}, settings=settings)
        for folder in ("embeddings", "embeddings_semi_informed"):
            files[f"{folder}/two.npz"] = files[f"{folder}/one.npz"]
        found = results_of(write_files(tmp_path / f"{len(more)}" / "crowd", files))
        assert "none varies" == found.verdicts[key("crowd", "plan", "no_difference")]
        assert value(found, "plan_difference", "14", "own") is None
        said = found.verdicts.get(key("crowd", "plan", "asked"))
        assert said is None if asked is None else said in asked


def test_a_registered_pair_without_the_attack_is_not_compared(tmp_path):
    """One of the two lacks the files of the attacker that is planned for."""
    files = crowd(NOISES, settings='[[pairs]]\na = "one"\nb = "two"\n')
    del files["embeddings_semi_informed/two.npz"]
    found = results_of(write_files(tmp_path / "crowd", files))
    assert "not compared" == found.verdicts[key("crowd", "plan", "no_difference")]
    assert key("crowd", "plan", "asked") not in found.verdicts


def test_of_too_few_speakers_nothing_is_predicted(tiny):
    """One row says why; the chapter is left out."""
    row = tiny.ledger[key("tiny", "plan_width", "own", "own")]
    assert (None, "too few speakers") == (row.value, row.missing)
    assert key("tiny", "plan", "attacker") not in tiny.verdicts
    assert not any(chapter.short == "planning" for chapter in chapters_of(tiny))


def test_plans_are_tested_on_simulated_studies(planned):
    """Predicted and simulated width of every setting, how many lie near, and the range of their ratios."""
    entries = [row for row in planned.ledger if row.key.startswith(key("crowd", "plan_tested") + "/")]
    ratios = []
    for row in entries:
        *_, speakers, eer = row.key.split("/")
        simulated = planned.ledger[key("crowd", "plan_simulated", speakers, eer)]
        assert ("simulated", "simulated") == (row.inputs, simulated.inputs)
        ratios.append(row.value / simulated.value)
    assert 12 == len(ratios)
    assert min(ratios) == pytest.approx(value(planned, "plan_ratio", "least"))
    assert max(ratios) == pytest.approx(value(planned, "plan_ratio", "most"))
    near = planned.ledger[key("crowd", "count", "plan", "near")]
    assert (sum(0.9 <= ratio <= 1.1 for ratio in ratios), 12) == (near.value, near.n)
    assert value(planned, "plan_single", "low") < value(planned, "plan_single", "high")
    more = [100 * (one**-2 - 1) for one in sorted(ratios)]
    assert max(more[0], 0) == pytest.approx(value(planned, "plan_more", "most"))
    assert max(sum(more[5:7]) / 2, 0) == pytest.approx(value(planned, "plan_more", "usual"), abs=0.1)


def test_power_is_tested_on_simulated_studies(planned):
    """Predicted beside the share of simulated studies that detect a difference, of the same kind of interval."""
    entries = [row for row in planned.ledger if row.key.startswith(key("crowd", "plan_power") + "/")]
    gaps = [row.value - value(planned, "plan_found", *row.key.split("/")[2:]) for row in entries]
    assert 18 == len(gaps)
    assert sum(gaps) / 18 == pytest.approx(value(planned, "plan_power_gap", "mean"))
    assert max(gaps, key=abs) == pytest.approx(value(planned, "plan_power_gap", "largest"))
    assert max(map(abs, gaps)) < value(planned, "plan_power_gap", "bound") < max(map(abs, gaps)) + 10
    found = [row.value for row in planned.ledger if row.key.startswith(key("crowd", "plan_found") + "/")]
    assert max(found) == value(planned, "plan_found_most") < value(planned, "setting", "plan", "power")


def test_the_kind_on_the_log_odds_scale_is_predicted_there(tmp_path, planned):
    """A study that quotes Student's t is held against the tables of that kind, and its widths lie on that scale."""
    files = crowd({"original": 0.6, "one": 0.9}, settings='interval = "joint_t"')
    found = results_of(write_files(tmp_path / "crowd", files))
    assert value(found, "plan_ratio", "least") != value(planned, "plan_ratio", "least")
    assert value(found, "plan_drawn", "joint_t") == pytest.approx(value(found, "plan_width", "14", "own"), rel=0.2)
    assert "Student's t" in found.ledger[key("crowd", "plan_width", "14", "own")].method


def test_what_stands_for_more_utterances_is_told_without_contradiction(tmp_path, planned):
    """As many speakers as reach what four times the utterances reach, and sums that a reader can do; else nothing."""
    assert value(planned, "plan_trade", "speakers") is None  # of a pair without spread between speakers
    found = results_of(write_files(tmp_path / "crowd", crowd({"original": 0.6, "one": 0.9})))
    speakers, few, many, worth = (
        value(found, "plan_trade", name) for name in ("speakers", "utterances", "utterances_more", "worth")
    )
    assert (14 < speakers, speakers * TRIALS, 14 * 4 * TRIALS) == (True, few, many)
    assert (many - few) / (speakers - 14) == pytest.approx(worth) and worth > 1
    aim = value(found, "plan_width", "14", "four_times")
    widths = {size: value(found, "plan_width", str(size), "own") for size in (10, 20, 29, 43, 80)}
    assert all((width <= aim) == (size > speakers) for size, width in widths.items() if abs(size / speakers - 1) > 0.5)


def test_the_power_of_the_own_size_rises_with_the_difference(planned):
    """Towards the power that is planned for, at the smallest difference that is detected with it."""
    powers = [value(planned, "plan_power_own", str(points)) for points in POINTS]
    assert powers == sorted(powers)
    smallest = value(planned, "plan_difference", "14", "own")
    assert [points >= smallest for points in POINTS] == [power >= 80 for power in powers]


def test_a_command_can_be_tried(planned):
    """Its width is narrower than the study's own, and takes more speakers than it has."""
    assert value(planned, "plan_example", "width") < value(planned, "plan_width", "14", "own")
    assert value(planned, "plan_example", "speakers") > 14
    rates = [value(planned, "eer", system, "semi_informed", "same_gender") for system in ("one", "two")]
    assert min(rates) - 1 <= value(planned, "plan_example", "eer") <= max(rates) + 1
