"""What `vpreport check` answers: the exit code, the text for people and the list for scripts."""

import json

import pytest

from analysis import cli
from tests.studies import study_files, write_challenge, write_study

KEYS = ["severity", "code", "file", "found", "allowed", "advice", "row", "column", "remark"]
BROKEN = {"embeddings/mcadams.npz": b"", "meta/leaderboard.csv": lambda text: text.replace("29.63", "much")}


@pytest.mark.parametrize(("changes", "code"), [({}, 0), (BROKEN, 1)])
def test_warnings_and_notes_alone_are_no_problem(clone, capfd, changes, code):
    """Exit code 0 though the study is told about; 1 as soon as there is an error; the last line counts all three."""
    assert code == cli.run(["check", str(write_study(clone / "x", changes))])
    lines = capfd.readouterr().out.splitlines()
    counts = [sum(line.startswith(f"{severity}: ") for line in lines) for severity in ("error", "warning", "note")]
    words = [
        word + ("" if count == 1 else "s") for word, count in zip(("error", "warning", "note"), counts, strict=True)
    ]
    shown = ", ".join(f"{count} {word}" for count, word in zip(counts, words, strict=True))
    assert f"{clone / 'x'}: {shown}" == lines[-1]
    assert (2 if code else 0, True, True) == (counts[0], counts[1] > 0, counts[2] > 0)


def test_the_list_for_scripts_has_its_promised_shape(clone, capfd):
    """Each finding has the keys that the README names, in their order, with texts, and numbers for rows alone."""
    assert 1 == cli.run(["check", "--json", str(write_study(clone / "x", BROKEN))])
    found = json.loads(capfd.readouterr().out)
    order = ["error", "warning", "note"]
    assert all(list(one) == KEYS for one in found)
    assert all(
        isinstance(one[key], int | None) if key == "row" else isinstance(one[key], str) for one in found for key in KEYS
    )
    assert found == sorted(found, key=lambda one: order.index(one["severity"]))
    assert all(one["severity"] in order and one["code"] and one["found"] for one in found)


def test_text_and_list_say_the_same(clone, capfd):
    """Place, what was found, what is allowed and what to do stand in both."""
    study = str(write_study(clone / "x", BROKEN))
    cli.run(["check", "--json", study])
    found = json.loads(capfd.readouterr().out)
    cli.run(["check", study])
    text = capfd.readouterr().out
    for one in found:
        for word in (f"{one['severity']}: {one['file']}", one["found"], one["allowed"], one["advice"]):
            assert word in text


@pytest.mark.parametrize("arguments", [["check"], ["check", "a", "b"], ["check", "--yaml", "a"]], ids=" ".join)
def test_words_that_do_not_fit_are_2(clone, capfd, arguments):
    """They are told on the error stream."""
    assert 2 == cli.run(arguments)
    assert "Usage" in capfd.readouterr().err


def test_every_kind_of_study_answers(clone, capfd):
    """An empty list is a list, too."""
    assert 0 == cli.run(["check", "--json", str(write_challenge(clone / "x"))])
    assert isinstance(json.loads(capfd.readouterr().out), list)


def test_all_faults_are_told_at_once(clone, capfd):
    """Errors in six files, one for each reader, in one answer."""
    changes = {
        "study.toml": "drows = 1",
        "meta/trials_test.csv": lambda text: text.replace("nontarget", "no", 1),
        "meta/transcripts.csv": lambda text: text.replace("0012-t1", "0012-t9"),
        "audio/demo/0012-t1.wav": study_files()["audio/demo/0012-t1.wav"][:500],
        **BROKEN,
    }
    assert 1 == cli.run(["check", "--json", str(write_study(clone / "x", changes))])
    errors = {one["file"] for one in json.loads(capfd.readouterr().out) if one["severity"] == "error"}
    assert set(changes) == errors


def test_without_the_list_of_utterances_the_rest_is_told_all_the_same(clone, capfd):
    """Whoever mends the first error is not told of the next one only then."""
    changes = {
        "meta/test_utts.csv": None,
        "meta/trials_test.csv": "enroll_speaker,trial_utt\n",
        "meta/leaderboard.csv": "",
        "meta/paired_comparisons.json": "[]",
        "embeddings/original.npz": None,
    }
    assert 1 == cli.run(["check", "--json", str(write_study(clone / "x", changes))])
    assert set(changes) == {one["file"] for one in json.loads(capfd.readouterr().out) if one["severity"] == "error"}
