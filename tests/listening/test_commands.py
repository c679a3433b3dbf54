"""`vpreport listen`: exit codes, and words instead of tracebacks."""

import json
import os
import shutil

import pytest

from analysis import cli
from analysis.listening.tables import LIKE, NATURAL, RATING
from tests.listening.studies import ROOT, SENTENCES, audible, filled, rows_of
from tests.studies import write_challenge, write_study


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone with one study that can be heard, and the command runs in it."""
    place = tmp_path / "clone"
    place.mkdir()
    shutil.copy(ROOT / "_quarto.yml", place)
    (place / "templates").symlink_to(ROOT / "templates", target_is_directory=True)
    audible(place / "data" / "tiny")
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def vpreport(capfd):
    def call(*arguments):
        code = cli.run([str(argument) for argument in arguments])
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err
        return code, told.out, told.err

    return call


def test_a_kit_is_made_filled_and_scored(clone, vpreport):
    """Two listeners, their answers by the key: who is liked comes out on top, in a table, in Markdown and in JSON."""
    opinion = {"original": "5", "low_anchor": "1", "mcadams": "2", "knnvc_pool": "4", "third": "3"}
    for listener in ("L01", "L02"):
        assert 0 == vpreport("listen", "make", "--listener", listener, "--seed", 1)[0]
        out = clone / "listening"
        key = {row["item"]: row["system"] for row in rows_of(out / f"keys/listening_mos_{listener}_KEY.csv")}
        filled(out / f"listening_mos_{listener}.csv", lambda row, key=key: {RATING: opinion[key[row["item"]]]})
        key = {row["trial"]: row for row in rows_of(out / f"keys/listening_ab_{listener}_KEY.csv")}

        def better(row, key=key):
            here = key[row["trial"]]
            side = "A" if opinion[here["system_A"]] > opinion[here["system_B"]] else "B"
            return {NATURAL: side, LIKE: "BA"[side == "B"]}

        filled(out / f"listening_ab_{listener}.csv", better)
    sheets = sorted((clone / "listening").glob("*.csv"))
    assert 4 == len(sheets)
    code, out, _ = vpreport("listen", "score", *sheets, "--key", clone / "listening" / "keys", "--json")
    found = json.loads(out)
    assert (0, {name: float(value) for name, value in opinion.items()}) == (
        code, {one["system"]: one["mean"] for one in found["opinions"]}
    )  # fmt: skip
    rates = {(one["question"], one["system"]): one["win_rate_percent"] for one in found["wins"]}
    assert (100.0, 0.0, 0.0, 100.0) == (
        rates["natural", "knnvc_pool"], rates["natural", "mcadams"], rates["like", "knnvc_pool"],
        rates["like", "mcadams"],
    )  # fmt: skip
    assert {12, 13, 14} >= {one["n"] for one in found["pairs"]}
    keys = [argument for path in sorted((clone / "listening/keys").glob("*")) for argument in ("--key", path)]
    for form in ([], ["--md"]):
        code, out, _ = vpreport("listen", "score", *sheets, *keys, *form)
        assert (0, True) == (code, "4.00" in out and "too few" in out)
    # A shell that spells the keys out puts all but the first among the sheets.
    assert 0 == vpreport("listen", "score", *sheets, "--key", *keys[1::2])[0]


def test_a_kit_that_is_there_is_told(clone, vpreport):
    """Nothing is written for the same seed, another seed is refused with what to do, a lost page is made again."""
    make = ("listen", "make", "--listener", "L01", "--seed")
    assert "nothing was written" not in vpreport(*make, 1)[1]
    assert "nothing was written" in vpreport(*make, 1)[1]
    code, _, err = vpreport(*make, 2)
    assert (1, True) == (code, "another --listener or --out" in err)
    (clone / "listening/listening_L01.html").unlink()
    assert "written again, since missing: listening_L01.html\n" in vpreport(*make, 1)[1]


def test_webmushra_needs_no_key(clone, vpreport):
    """Its file is known by its first column."""
    (clone / "mushra.csv").write_text(
        "session_test_id,session_uuid,trial_id,rating_stimulus,rating_score,rating_time,rating_comment\n"
        "t,u,t1,C1,80,1,\nt,u,t2,C1,60,1,\nt,u,t1,reference,100,1,\n",
        encoding="utf-8",
    )
    code, out, _ = vpreport("listen", "score", "mushra.csv", "--json")
    assert (0, [100.0, 70.0]) == (code, [one["mean"] for one in json.loads(out)["opinions"]])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["listen"], 2),
        (["listen", "make"], 2),
        (["listen", "make", "--listener", "L01"], 2),
        (["listen", "make", "--listener", "../x", "--seed", "1"], 2),
        (["listen", "make", "--listener", "", "--seed", "1"], 2),
        (["listen", "make", "--listener", "mcadams", "--seed", "1"], 2),
        (["listen", "make", "--listener", "L01", "--seed", "-1"], 2),
        (["listen", "make", "--listener", "L01", "--seed", "x"], 2),
        (["listen", "make", "--listener", "L01", "--seed", "1", "--study", "nowhere"], 2),
        (["listen", "make", "--listener", "L01", "--seed", "1", "--study", "silent"], 1),
        (["listen", "make", "--listener", "L01", "--seed", "1", "--study", "table"], 1),
        (["listen", "make", "--listener", "L01", "--seed", "1", "--out", "_quarto.yml"], 2),
        (["listen", "score"], 2),
        (["listen", "score", "nowhere.csv"], 1),
        (["listen", "score", "data"], 2),
        (["listen", "score", "_quarto.yml"], 1),
        (["listen", "score", "_quarto.yml", "--key", "data"], 1),
        (["listen", "score", "_quarto.yml", "--json", "--md"], 2),
        (["listen", "score", "_quarto.yml", "--draws", "0"], 2),
    ],
    ids=lambda given: " ".join(given) if isinstance(given, list) else "",
)
def test_what_cannot_be_done_is_told_in_words(clone, vpreport, arguments, code):
    """2 where the words do not fit together, 1 where the data do not; no kit is begun."""
    write_study(clone / "silent", {"meta/demo_clips.csv": None})
    write_challenge(clone / "table")
    found, _, err = vpreport(*arguments)
    assert (code, True) == (found, bool(err.strip()) or arguments == ["listen"])
    assert not (clone / "listening").exists()


def test_a_broken_clip_stops_the_kit_before_anything_is_written(clone, vpreport):
    """The clip is named."""
    broken = f"audio/anonymized/mcadams/{SENTENCES[1]}.wav"
    (clone / "data" / "tiny" / broken).write_bytes(b"RIFF")
    code, _, err = vpreport("listen", "make", "--listener", "L01", "--seed", "1")
    assert (1, True) == (code, broken in err)
    assert not (clone / "listening").exists()


def test_only_keys_or_nothing_to_score_is_told(clone, vpreport):
    """Keys without sheets, and a sheet with a header only."""
    vpreport("listen", "make", "--listener", "L01", "--seed", "1")
    key = clone / "listening/keys/listening_mos_L01_KEY.csv"
    assert 2 == vpreport("listen", "score", key)[0]
    sheet = clone / "listening/listening_mos_L01.csv"
    sheet.write_text(sheet.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    code, _, err = vpreport("listen", "score", sheet, "--key", key)
    assert (1, True) == (code, "no row to score" in err)


def test_sheets_and_webmushra_are_scored_apart(clone, vpreport):
    """Their questions and scales have nothing to do with each other."""
    vpreport("listen", "make", "--listener", "L01", "--seed", "1")
    (clone / "lms.csv").write_text("session_test_id,trial_id,stimuli_rating,stimuli,rating_time\n", encoding="utf-8")
    code, _, err = vpreport("listen", "score", "lms.csv", clone / "listening/listening_mos_L01.csv")
    assert (2, True) == (code, "apart" in err)


def test_the_lead_study_is_heard_unless_another_is_named(clone, vpreport):
    """The first by name that lists clips, or the one that says it leads."""
    audible(clone / "data" / "zebra", changes={"study.toml": "lead = true\n"})
    assert "from zebra;" in vpreport("listen", "make", "--listener", "L01", "--seed", "1")[1]
    assert "from tiny;" in vpreport("listen", "make", "--listener", "L02", "--seed", "1", "--study", "data/tiny")[1]
    shutil.rmtree(clone / "data")
    assert 1 == vpreport("listen", "make", "--listener", "L03", "--seed", "1")[0]


def test_a_kit_needs_a_clone_and_scores_do_not(tmp_path, monkeypatch, vpreport):
    """Somebody who has only the sheets can score them."""
    monkeypatch.chdir(tmp_path)
    assert 2 == vpreport("listen", "make", "--listener", "L01", "--seed", "1")[0]
    assert [] == os.listdir(tmp_path)
    assert 1 == vpreport("listen", "score", "nothing.csv")[0]
