"""How many speakers a study takes: the command, from words to table, sentence and JSON."""

import json

import pytest

from analysis.cli import run
from tests.crowds import SPEAKERS, TRIALS, crowd
from tests.studies import write_challenge, write_files, write_study

PAIR = '[[pairs]]\na = "one"\nb = "two"\n'
NOISES = {"original": 0.6, "one": 1.6, "two": 1.7}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """Return a crowd of 14 speakers with 5 trial utterances each, one registered pair, and a cache for all tests."""
    folder = tmp_path_factory.mktemp("plans")
    return write_files(folder / "crowd", crowd(NOISES, settings=PAIR)), folder / "cache"


@pytest.fixture
def asked(study, capsys):
    """Run the command on the crowd: `asked("--width", "4")` gives its exit code, what it says, and its errors."""

    def ask(*words):
        code = run(["plan", str(study[0]), "--cache", str(study[1]), *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return ask


def data(asked, *words):
    code, said, _ = asked(*words, "--json")
    assert 0 == code
    return json.loads(said)


def test_a_width_is_answered_by_a_table_and_a_sentence(asked):
    """The table marks what is narrow enough, and the last row and the sentence name the fewest speakers."""
    code, said, _ = asked("--eer", "40", "--width", "9")
    *_, last = said.splitlines()
    assert 0 == code
    plan = data(asked, "--eer", "40", "--width", "9")
    own = next(one for one in plan["plans"] if one["utterances"] == TRIALS)
    fewest = own["fewest_speakers"]
    assert f"An interval of 9 points takes {fewest} speakers with 5 trial utterances each" in last
    row = next(line for line in said.splitlines() if line.startswith("fewest"))
    assert str(fewest) in row.split()
    for line in own["foretold"]:
        assert (line["points"] <= 9) == (line["speakers"] >= fewest)
        shown = next(row for row in said.splitlines() if row.startswith(f"{line['speakers']}"))
        assert (f"{line['points']:.1f}*" in shown.split()) == (line["points"] <= 9)
    assert len(SPEAKERS) == plan["own_size"]["speakers"]


def test_the_median_of_all_anonymizers_answers_unless_one_is_named(asked):
    """Two systems, the reference left out; with one named, its own components, and the reference if it is the one."""
    assert ["one", "two"] == list(data(asked, "--width", "9")["components"]["of"])
    assert ["two"] == list(data(asked, "--width", "9", "--system", "two")["components"]["of"])
    assert ["original"] == list(data(asked, "--width", "9", "--system", "original")["components"]["of"])


def test_the_attacker_follows_from_the_eer_and_is_named(asked):
    """Without an EER the one who knows most; with one, whose median lies nearest; or the one asked for."""
    most = data(asked, "--width", "9")["components"]
    assert ("semi_informed", "knows most") == (most["attacker"], most["why"])
    rates = {}
    for attacker in ("ignorant", "lazy", "semi_informed"):
        code, said, _ = asked("--width", "9", "--attacker", attacker, "--eer", "35")
        assert 0 == code and "as asked for" in said
        near = data(asked, "--width", "9", "--attacker", attacker)
        rates[attacker] = near["components"]
    chosen = data(asked, "--width", "9", "--eer", "35")["components"]
    assert "nearest" == chosen["why"] and chosen["attacker"] in rates
    assert "whose EERs lie nearest" in asked("--width", "9", "--eer", "35")[1]


def test_components_move_with_the_eer(asked):
    """From e to e' each is multiplied by e' (1 - e') / e (1 - e), one factor for all four."""
    there = data(asked, "--width", "9", "--system", "two", "--attacker", "lazy")["components"]["of"]["two"]
    here = data(asked, "--width", "9", "--system", "two", "--attacker", "lazy", "--eer", "30")["components"]["of"][
        "two"
    ]
    factors = [here[name] / there[name] for name in ("between", "within", "pairs", "rest")]
    assert [pytest.approx(factors[0])] * 4 == factors
    assert there["utterances"] == here["utterances"]


def test_a_difference_is_answered_from_the_registered_pairs(asked):
    """The sentence names the power; another power or level takes more speakers; an unregistered pair can be named."""
    code, said, _ = asked("--difference", "6")
    assert 0 == code and "To see a difference of 6 points with 80 % power takes" in said
    usual, surer, other = (
        data(asked, "--difference", "6", *more)
        for more in ((), ("--power", "90", "--level", "99"), ("--pair", "one", "original"))
    )
    assert ["two minus one"] == list(usual["components"]["of"])
    assert ["one minus original"] == list(other["components"]["of"])
    for some, more in zip(usual["plans"], surer["plans"], strict=True):
        assert some["fewest_speakers"] < more["fewest_speakers"]


def test_what_nobody_records_is_said(asked):
    """A width that no number of speakers reaches."""
    assert "more speakers than anybody records" in asked("--width", "0.001")[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "exactly one of --width and --difference"),
        (("--width", "4", "--difference", "2"), "exactly one of --width and --difference"),
        (("--width", "4", "--pair", "one", "two"), "--pair goes with --difference"),
        (("--difference", "4", "--system", "one"), "--system goes with --width"),
        (("--difference", "4", "--pair", "one", "one"), "two different systems"),
        (("--difference", "4", "--power", "50", "--level", "50"), "--power must be above"),
        (("--width", "0"), "0<x<=100"),
        (("--width", "4", "--eer", "100"), "0<x<100"),
        (("--width", "nan"), "nan"),
    ],
)
def test_words_that_do_not_fit_are_a_wrong_call(asked, words, told):
    """Exit code 2, and what would fit."""
    code, said, error = asked(*words)
    assert (2, "") == (code, said) and told in error


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--width", "4", "--eer", "1"), "nothing has an EER near 1 %"),
        (("--width", "4", "--system", "three"), "has no files of three"),
        (("--difference", "4", "--pair", "one", "three"), "has no files of three"),
    ],
)
def test_what_the_study_cannot_answer_is_refused(asked, words, told):
    """Exit code 1, with what the study has."""
    code, said, error = asked(*words)
    assert (1, "") == (code, said) and told in error and "Allowed: " in error


def test_a_study_that_tells_nothing_is_refused(tmp_path, capsys):
    """Four speakers, no registered pair, a challenge, no folder: each with its reason."""
    tiny = write_study(tmp_path / "tiny")
    lone = write_files(tmp_path / "lone", crowd(NOISES))
    results = write_challenge(tmp_path / "results")
    for folder, aim, code, told in (
        (tiny, "--width", 1, "too few speakers"),
        (lone, "--difference", 1, "registers no pair"),
        (results, "--width", 1, "it has no trials"),
        (tmp_path / "nowhere", "--width", 2, "is not a folder"),
    ):
        assert code == run(["plan", str(folder), "--cache", str(tmp_path / "cache"), aim, "4"])
        assert told in capsys.readouterr().err
