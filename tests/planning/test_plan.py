"""How many speakers a study takes: the command, from words to table, sentence and JSON."""

import json
from types import SimpleNamespace

import pytest

from analysis.benchmark.foretelling import SPEAKERS as FORETOLD_SPEAKERS
from analysis.benchmark.kinds import KINDS
from analysis.benchmark.spreads import Spread
from analysis.cli import run
from analysis.errors import InputError
from analysis.ledger import key
from analysis.measures import Components, rounded_speakers
from analysis.planning.question import Question, chosen
from tests.benchmark.conftest import results_of
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
    assert "All of this is rough" in last
    answer = next(line for line in said.splitlines() if line.startswith("An interval of 9 points"))
    assert f"takes about {rounded_speakers(fewest, 14)} speakers with 5 trial utterances each" in answer
    row = next(line for line in said.splitlines() if line.startswith("fewest"))
    assert str(rounded_speakers(fewest, 14)) in row.split()
    for line in own["predicted"]:
        assert (line["points"] <= 9) == (line["speakers"] >= fewest)
        shown = next(row for row in said.splitlines() if row.startswith(f"{line['speakers']}"))
        assert (f"{line['points']:.1f}*" in shown.split()) == (line["points"] <= 9)
    assert len(SPEAKERS) == plan["own_size"]["speakers"]


@pytest.mark.parametrize("kind", ["speaker", "joint_bca", "joint_t"])
def test_the_kind_of_interval_is_named(tmp_path, capsys, kind):
    """The kind that is predicted stands above the table and in JSON; one that cannot be gives way in words."""
    folder = write_files(tmp_path / "crowd", crowd(NOISES, settings=f'interval = "{kind}"\n{PAIR}'))
    call = ["plan", str(folder), "--cache", str(tmp_path / "cache"), "--system", "one", "--width", "9"]
    predicted = "joint_t" if kind == "joint_t" else "joint_bca"
    assert 0 == run(call)
    said = capsys.readouterr().out
    name = predicted.replace("_", " ").replace("bca", "BCa")
    assert f"predicted width of the 95 % {name} interval of an EER, in points" in said
    assert ("interval: joint BCa; the study quotes one-sided ones" in said) == (kind == "speaker")
    assert 0 == run([*call, "--json"])
    assert {"predicted": predicted, "quoted": kind} == json.loads(capsys.readouterr().out)["interval"]


@pytest.mark.parametrize("off", [-2e-3, -2e-5, 2e-5, 2e-3])
def test_a_number_beside_the_limit_reads_as_it_is(asked, off):
    """A limit just above or below a number: with a star it reads as no more than that, without as more."""
    own = data(asked, "--width", "9", "--system", "one")["own_size"]["predicted"]
    limit = own - off
    said = asked("--width", f"{limit:.9f}", "--system", "one")[1]
    rows = [line.split()[-len(EACH) :] for line in said.splitlines() if line[:1].isdigit()]
    assert len(rows) == len({*FORETOLD_SPEAKERS, 14})
    for cell in (cell for row in rows for cell in row):
        assert cell.endswith("*") == (float(cell.rstrip("*")) <= float(f"{limit:.9f}"))
    [here] = [line for line in said.splitlines() if line.startswith("14, as here")]
    assert ("*" in here.split()[4]) == (off < 0)
    assert f"of this study give {here.split()[4].rstrip('*')}" in said


def test_the_median_of_all_anonymizers_answers_unless_one_is_named(asked):
    """Two systems, the reference left out; with one named, its own components, and the reference if it is the one."""
    assert ["one", "two"] == list(data(asked, "--width", "9")["components"]["of"])
    assert ["two"] == list(data(asked, "--width", "9", "--system", "two")["components"]["of"])
    assert ["original"] == list(data(asked, "--width", "9", "--system", "original")["components"]["of"])


def test_the_attacker_is_the_reports_and_the_others_get_a_line(asked):
    """Who knows most, with an EER or without, unless another is asked for; what each other attacker would answer."""
    for words in ((), ("--eer", "35")):
        found = data(asked, "--width", "9", *words)
        assert ("semi_informed", "knows most") == tuple(found["components"][name] for name in ("attacker", "why"))
        said = asked("--width", "9", *words)[1]
        for attacker, name in (("ignorant", "ignorant"), ("lazy", "lazy-informed")):
            other = data(asked, "--width", "9", "--attacker", attacker, *words)
            assert "asked for" == other["components"]["why"]
            told = found["other_attackers"][attacker]
            assert own_fewest(other) == told["fewest_speakers"]
            line = next(line for line in said.splitlines() if line.startswith(f"Under the {name} attacker"))
            assert f"(median {told['median_eer']:.1f} %)" in line or f"{told['median_eer']:.1f} %" in line
            assert f"takes about {rounded_speakers(own_fewest(other), 14)} " in line


def own_fewest(found):
    return next(one for one in found["plans"] if one["utterances"] == TRIALS)["fewest_speakers"]


def test_an_attacker_without_an_answer_gives_way():
    """Near an EER that only another attacker's trials have, that one answers; asked for, the first is refused."""
    parts = Components(60.0, 400.0, 0.0, 0.0, 40, 10, 0.5)
    study = SimpleNamespace(reference="original", settings=SimpleNamespace(level=0.95))
    found = SimpleNamespace(
        bench=SimpleNamespace(benchmark=study, kind=KINDS["joint_bca"]),
        attacks={("one", name): Spread(parts, "", rate) for name, rate in (("ignorant", 45.0), ("semi_informed", 8.0))},
    )
    choice = chosen(found, Question(width=4, eer=45))
    assert ("ignorant", "knows most of those who have an answer") == (choice.attacker, choice.why)
    assert {"semi_informed": "nothing has an EER near 45 %"} == choice.others
    assert "semi_informed" == chosen(found, Question(width=4)).attacker
    with pytest.raises(InputError, match="take --attacker ignorant"):
        chosen(found, Question(width=4, eer=45, attacker="semi_informed"))
    with pytest.raises(InputError, match=r"which lies at 8\.0 %"):
        chosen(found, Question(width=4, eer=80, attacker="semi_informed"))


def test_what_moving_to_an_eer_does_is_said(asked):
    """By how much variances are multiplied, and what it takes where they are."""
    plain, moved = data(asked, "--width", "9"), data(asked, "--width", "9", "--eer", "45")
    assert own_fewest(plain) == moved["fewest_speakers_without_moving"] != own_fewest(moved)
    said = asked("--width", "9", "--eer", "45")[1]
    assert "moved to an EER of 45 %: each variance is taken" in said
    assert f"it takes about {rounded_speakers(own_fewest(plain), 14)} speakers" in said.partition("Not moved")[2]


def test_the_command_agrees_with_the_report(study, asked):
    """The same widths, differences and numbers of speakers as the chapter's ledger, and so its example."""
    folder, _ = study
    results = results_of(folder)
    value = lambda *names: results.ledger.value(key("crowd", *names))  # noqa: E731
    for measure, words in (("plan_width", ("--width", "9")), ("plan_difference", ("--difference", "3"))):
        found = data(asked, *words)
        assert results.verdicts[key("crowd", "plan", "attacker")] == found["components"]["attacker"]
        for plan in found["plans"]:
            name = next(one for one in EACH if value("setting", "plan", "utterances", one) == plan["utterances"])
            for row in plan["predicted"]:
                assert value(measure, str(row["speakers"]), name) == pytest.approx(row["points"])
        assert value(measure, "14", "endless") == pytest.approx(found["own_size"]["with_endless_utterances"])
    assert rounded_speakers(own_fewest(found), 14) == value("plan_speakers", "3", "own")
    assert value("plan_times", "low") == pytest.approx(found["times_as_many"][0])
    example = data(asked, "--width", f"{value('plan_example', 'width'):g}")
    assert rounded_speakers(own_fewest(example), 14) == value("plan_example", "speakers")


EACH = ("own", "half", "twice", "four_times")


def test_fewer_than_ten_speakers_are_not_planned_for(asked):
    """A width that three would give is told as ten or fewer, in the table and the sentence."""
    said = asked("--width", "99")[1]
    assert "takes 10 speakers or fewer (fewer than 10 are not planned for)" in said
    assert "<=10" in said and "takes 3 " not in said
    assert 10 == own_fewest(data(asked, "--width", "99"))


def test_numbers_of_speakers_are_rounded_for_people_only(asked):
    """One significant digit from 14 speakers in sentence and table, the exact number in JSON; and how rough it is."""
    said, found = asked("--difference", "1")[1], data(asked, "--difference", "1")
    fewest = own_fewest(found)
    assert fewest > 100 and rounded_speakers(fewest, 14) != fewest
    assert f"takes about {rounded_speakers(fewest, 14)} speakers" in said and str(fewest) not in said
    assert "All of this is rough: read from 14 speakers, the number may in truth be 0.5 to 2.6 times as large" in said


def test_without_a_cache_it_answers_all_the_same(study, asked, capsys, tmp_path):
    """A place that takes no files is warned about; the answer is the same."""
    (tmp_path / "file").write_text("")
    code = run(["plan", str(study[0]), "--cache", str(tmp_path / "file" / "cache"), "--width", "9"])
    said = capsys.readouterr()
    assert 0 == code and "warning: " in said.err and "nothing is kept" in said.err
    assert asked("--width", "9")[1] == said.out


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
    assert 0 == code and "To detect a difference of 6 points with 80 % power takes" in said
    usual, stricter, other = (
        data(asked, "--difference", "6", *more)
        for more in ((), ("--power", "90", "--level", "99"), ("--pair", "one", "original"))
    )
    assert ["two minus one"] == list(usual["components"]["of"])
    assert ["one minus original"] == list(other["components"]["of"])
    assert usual["components"]["between_below_zero"] in ([], ["two minus one"])
    for some, more in zip(usual["plans"], stricter["plans"], strict=True):
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
        (("--width", "4", "--power", "90"), "--power goes with --difference"),
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
