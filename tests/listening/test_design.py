"""What a listener hears, and in which order."""

import itertools
from collections import Counter

import pytest

from analysis.errors import InputError, UsageError
from analysis.listening.design import ANCHOR, REFERENCE, Material, check_listener, design, material
from tests.listening.studies import SENTENCES, audible

SYSTEMS = tuple("abcdef")


def full(sentences=20, systems=SYSTEMS):
    return Material("original", "low_anchor", systems, {f"s{n}": systems for n in range(sentences)})


def test_every_sentence_comes_once_from_every_system_the_original_and_the_anchor():
    """20 sentences and 6 systems are 160 items, each another clip; the systems' names are not the items'."""
    made = design(full(), "L01", 1)
    assert 160 == len({(item.sentence, item.system) for item in made.items}) == len(made.items)
    assert {REFERENCE: 20, ANCHOR: 20, "anonymizer": 120} == Counter(item.role for item in made.items)
    assert [f"M{number:03d}" for number in range(1, 161)] == [item.name for item in made.items]


@pytest.mark.parametrize("seed", range(5))
def test_no_sentence_comes_twice_in_a_row(seed):
    """Neither among the items, nor among the trials, nor where the two meet; two sentences are enough for it."""
    for sentences in (2, 3, 20):
        made = design(full(sentences), "L01", seed)
        heard = [item.sentence for item in made.items] + [trial.sentence for trial in made.trials]
        assert 20 == len(made.trials)
        assert all(a != b for a, b in itertools.pairwise(heard))


@pytest.mark.parametrize("systems", [2, 3, 4, 5, 6, 7])
def test_trials_favour_no_system_pair_side_or_sentence(systems):
    """Each comes as often as any other of its kind, give or take one."""
    names = SYSTEMS[:systems] if systems < 7 else (*SYSTEMS, "g")
    made = design(full(systems=names), "L01", 3)
    assert all(trial.a != trial.b for trial in made.trials)
    counts = [
        Counter(system for trial in made.trials for system in (trial.a, trial.b)),
        Counter(frozenset((trial.a, trial.b)) for trial in made.trials),
        Counter(trial.sentence for trial in made.trials),
    ]
    for count in counts:
        assert max(count.values()) - min(count.values()) <= 1
    for name in names:
        sides = Counter("a" if trial.a == name else "b" for trial in made.trials if name in (trial.a, trial.b))
        assert abs(sides["a"] - sides["b"]) <= 1


def test_the_same_call_makes_the_same_test_and_another_listener_or_seed_another():
    """Orders and what stands behind the names differ, and so do the signs of the kit."""
    made = {(listener, seed): design(full(), listener, seed) for listener in ("L01", "L02") for seed in (1, 2)}
    assert made["L01", 1] == design(full(), "L01", 1)
    assert 4 == len({test.kit for test in made.values()})
    assert 4 == len({test.items for test in made.values()}) == len({test.trials for test in made.values()})


@pytest.mark.parametrize(
    "name", ["", "../x", "a b", "L01\n", "L/01", "L.01", "-L", "L-", "01", "é", "a" * 33, "CON:", "low_anchor", "A"]
)
def test_a_listener_whose_name_is_no_file_name_is_refused(name):
    """Also one that a spreadsheet would take for a number, and one that is a system's, in whatever capitals."""
    with pytest.raises(UsageError):
        design(full(), name, 1)


def test_safe_names_pass():
    """Letters, digits, - and _."""
    for name in ("L01", "anna", "A-1_b", "x"):
        check_listener(name)


@pytest.mark.parametrize(
    "clips", [{"s1": ("a", "b")}, {"s1": ("a", "b", "c", "d"), "s2": ()}], ids=["one sentence", "one too often"]
)
def test_sentences_that_must_come_twice_in_a_row_are_refused(clips):
    """One sentence alone, or one with more clips than all others and one; the error names it."""
    with pytest.raises(InputError, match="s1"):
        design(Material("original", "low_anchor", ("a", "b", "c", "d"), clips), "L01", 1)


def test_without_two_systems_there_is_nothing_to_compare():
    """The items stay; the trials are gone with a reason."""
    made = design(full(systems=("a",)), "L01", 1)
    assert (60, 0, True) == (len(made.items), len(made.trials), bool(made.no_trials))


def test_systems_that_share_no_sentence_are_not_compared():
    """A pair is only asked where both have a clip, and the other pairs still come."""
    clips = {f"s{n}": ("a", "b") if n % 2 else ("b", "c") for n in range(20)}
    made = design(Material("original", "low_anchor", ("a", "b", "c"), clips), "L01", 1)
    assert {frozenset("ab"), frozenset("bc")} == {frozenset((trial.a, trial.b)) for trial in made.trials}
    assert all({trial.a, trial.b} <= set(clips[trial.sentence]) for trial in made.trials)
    assert (0, True) == (len(design(Material("o", "l", ("a", "b"), {"s": ("a",), "t": ("b",)}), "L01", 1).trials), True)


def test_a_study_gives_its_sentences_with_an_original(tmp_path):
    """A clip without an original is left out and named; a system without clips does not come."""
    study = audible(tmp_path / "tiny", changes={f"audio/demo/{SENTENCES[0]}.wav": None})
    given = material(study)
    assert (tuple(SENTENCES[1:]), (SENTENCES[0],)) == (given.sentences, given.left_out)
    assert {"mcadams", "knnvc_pool", "third"} == set(given.systems)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"meta/demo_clips.csv": None}, "lists no demo clips"),
        ({f"audio/demo/{name}.wav": None for name in SENTENCES}, "original of no demo clip"),
        ({f"audio/anonymized/mcadams/{name}.wav": None for name in SENTENCES}, "anonymized clips of no sentence"),
    ],
)
def test_a_study_without_clips_says_what_is_missing(tmp_path, changes, words):
    """No list, no originals, no anonymized clips."""
    with pytest.raises(InputError, match=words):
        material(audible(tmp_path / "tiny", systems=("mcadams",), changes=changes))


def test_an_anchor_never_has_a_systems_name(tmp_path):
    """A study with a system of that name gets another name for the anchor."""
    given = material(audible(tmp_path / "tiny", systems=("mcadams", "low_anchor")))
    assert ("low_anchor_", True) == (given.anchor, "low_anchor" in given.systems)
