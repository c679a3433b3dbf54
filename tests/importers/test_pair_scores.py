# ruff: noqa: E501 - a table of faults, one a line
"""Scores of pairs of utterances with their list: each form gives the same benchmark, and order is never used silently."""

import io

import polars
import pytest

from analysis.errors import InputError, UsageError
from analysis.importers.pair_list import recognises_pairs
from analysis.importers.pair_scores import read_pairs
from analysis.importers.run import import_study
from analysis.importers.tree import open_tree
from analysis.importers.wishes import Wishes
from tests.importers.helpers import drafted, messages, table, write

# Three speakers; every number is made up. The fourth pair is the first one turned round.
PAIRS = [
    ("1", "id1/v1/0001.wav", "id1/v2/0001.wav", "0.9"),
    ("0", "id1/v1/0001.wav", "id2/v1/0001.wav", "-.1"),
    ("1", "id2/v1/0001.wav", "id2/v1/0002.wav", "8e-1"),
    ("1", "id1/v2/0001.wav", "id1/v1/0001.wav", "0.7"),
    ("0", "id3/v1/0001.wav", "id2/v1/0002.wav", "0.25"),
]
WORDS = {"1": "target", "0": "nontarget"}
LIST = "".join(f"{label} {e} {t}\n" for label, e, t, _ in PAIRS)
KEY = "".join(f"{e}\t{t} {WORDS[label]}\r\n" for label, e, t, _ in PAIRS)
AFTER = "".join(f"{e} {t} {score}\n" for _, e, t, score in reversed(PAIRS))
BEFORE = "".join(f"  {score}\t{e} {t}\r\n\n" for _, e, t, score in PAIRS)
LABELLED = "".join(f"{e} {t} {score} {WORDS[label]}\n" for label, e, t, score in PAIRS)
ORDERED = "".join(f"{score}\n" for *_, score in PAIRS)
PLACES = ("ignorant/original.txt", "ignorant/mine.txt", "semi-informed/mine.txt")
FORMS = {
    "enrolled trial score": {**dict.fromkeys(PLACES, AFTER), "veri_test.txt": LIST},
    "score enrolled trial": {**dict.fromkeys(PLACES, BEFORE), "veri_test.txt": LIST},
    "with labels": {**dict.fromkeys(PLACES, LABELLED), "veri_test.txt": LIST},
    "a key of words": {**dict.fromkeys(PLACES, LABELLED), "trials": KEY},
    "in order": {**dict.fromkeys(PLACES, ORDERED), "veri_test.txt": LIST},
}


def read(tmp_path, files, **wishes):
    return drafted(read_pairs, write(tmp_path / "in", files), wishes=Wishes(**wishes))


def scores(draft, name):
    frame = polars.read_parquet(io.BytesIO(draft.files[name]))
    return {tuple(row[:3]): row[3] for row in frame.rows()}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_benchmark(tmp_path, form):
    """Speakers by the path, whole paths as ids, both orders of a pair as two trials, scores as written."""
    draft = read(tmp_path, FORMS[form], in_order=form == "in order")
    assert [
        {"enroll_speaker": e[:3], "enroll_utt": e, "trial_utt": t, "trial_speaker": t[:3], "label": WORDS[label]}
        for label, e, t, _ in PAIRS
    ] == table(draft, "meta/trials_test.csv")
    assert {
        "scores/ignorant/original.parquet",
        "scores/ignorant/mine.parquet",
        "scores/semi_informed/mine.parquet",
    } == {name for name in draft.files if name.startswith("scores/")}
    assert {(e[:3], e, t): float(score) for _, e, t, score in PAIRS} == scores(
        draft, "scores/semi_informed/mine.parquet"
    )
    # What is tried has the role trial, also where it enrolls elsewhere.
    assert {"id3/v1/0001.wav": "enroll"} | dict.fromkeys({t for _, _, t, _ in PAIRS}, "trial") == {
        row["utt_id"]: row["role"] for row in table(draft, "meta/test_utts.csv")
    }


@pytest.mark.parametrize("form", FORMS)
def test_the_study_that_comes_out_is_sound(tmp_path, form):
    """Written and checked, it has no error; a list of pairs is known by its lines, a key of words is asked for."""
    source = write(tmp_path / "in", FORMS[form])
    name = "pair-scores" if form == "a key of words" else "auto"
    done = import_study([source], tmp_path / "out", Wishes(in_order=form == "in order"), name)
    assert "pair-scores" == done.format.name
    assert [] == [finding.text() for finding in done.checked if finding.severity == "error"]


def test_utt2spk_wins_over_the_path_and_genders_follow(tmp_path):
    """Where the list is given it names everybody, and a speaker may have another name than the path's first part."""
    utterances = sorted({name for _, e, t, _ in PAIRS for name in (e, t)})
    files = FORMS["enrolled trial score"] | {
        "utt2spk": "".join(f"{name} S{name[2]}\n" for name in utterances),
        "spk2gender": "S1 f\nS2 m\n",
    }
    draft = read(tmp_path, files)
    assert {"S1", "S2", "S3"} == {row["enroll_speaker"] for row in table(draft, "meta/trials_test.csv")}
    assert {"S1": "f", "S2": "m", "S3": ""} == {
        row["speaker"]: row["gender"] for row in table(draft, "meta/test_utts.csv")
    }
    with pytest.raises(InputError, match="utt2spk does not name who speaks in 'id3/v1/0001"):
        read(tmp_path, files | {"utt2spk": files["utt2spk"].replace("id3/v1/0001.wav S3\n", "")})


def test_trials_without_a_score_are_left_out_for_all_on_wish(tmp_path):
    """With a warning that counts them; the other systems lose them, too."""
    files = FORMS["enrolled trial score"] | {"semi-informed/mine.txt": AFTER.partition("\n")[2]}
    draft = read(tmp_path, files, partial=True)
    assert [pair[1] for pair in PAIRS[:4]] == [row["enroll_utt"] for row in table(draft, "meta/trials_test.csv")]
    assert 4 == len(scores(draft, "scores/ignorant/original.parquet"))
    assert "4 of 5 pairs of the list have one; the others are left out for every system" in messages(draft)
    assert "id3/v1/0001.wav" not in {row["utt_id"] for row in table(draft, "meta/test_utts.csv")}


def test_scores_of_other_pairs_are_left_out(tmp_path):
    """A note counts them."""
    draft = read(tmp_path, FORMS["enrolled trial score"] | {"semi-informed/mine.txt": AFTER + "x/1 y/2 0.5\n"})
    assert 5 == len(scores(draft, "scores/semi_informed/mine.parquet"))
    assert "in/semi-informed/mine.txt: 1 scores of pairs that are not in the list" in messages(draft, "note")


SOUND = FORMS["enrolled trial score"]
ORDER = FORMS["in order"]
FAULTS = {
    "order unasked": (ORDER, {}, "in/ignorant/mine.txt: the scores have no ids, so that only their order"),
    "order of another length": (
        ORDER | {"ignorant/mine.txt": ORDERED + "0.5\n"}, {"in_order": True}, "the file has 6 scores and the list 5 pairs"),
    "no list": ({"ignorant/original.txt": AFTER}, {}, "nothing lists the pairs"),
    "two lists": (SOUND | {"other.txt": LIST}, {}, "in/other.txt, in/veri_test.txt are lists"),
    "no scores": ({"veri_test.txt": LIST}, {}, "no score file lies in a folder of an attacker"),
    "an attacker nobody names": (SOUND | {"mine.txt": BEFORE}, {}, "in/mine.txt: the file holds scores"),
    "a list among the scores": (SOUND | {"lazy/mine.txt": LIST}, {}, "in/lazy/mine.txt: each line starts with 1 or 0"),
    "a key among the scores": (SOUND | {"lazy/mine.txt": KEY}, {}, "in/lazy/mine.txt: the first line is no line of scores"),
    "scores alone": (SOUND | {"lazy/mine.txt": "1 0.83\n-1 0.11\n"}, {}, "the file holds scores without ids"),
    "a header": (SOUND | {"lazy/mine.txt": "a b score\n" + AFTER}, {}, "the first line is no line of scores"),
    "no label": (SOUND | {"veri_test.txt": LIST + "2 id1/a id2/b\n"}, {}, "in/veri_test.txt, row 6: '2 id1/a id2/b' is not"),
    "no number": (SOUND | {"lazy/mine.txt": AFTER + "id1/a id2/b nan\n"}, {}, "in/lazy/mine.txt, row 6: 'id1/a id2/b nan'"),
    "no finite number": (SOUND | {"lazy/mine.txt": AFTER + "id1/a id2/b 1e999\n"}, {}, "row 6: 'id1/a id2/b 1e999'"),
    "a target of two speakers": (
        SOUND | {"veri_test.txt": LIST + "1 id1/a id2/b\n"}, {}, "row 6: 'id1/a' against 'id2/b' is marked target"),
    "a non-target of one speaker": (
        SOUND | {"veri_test.txt": LIST + "0 id1/a id1/b\n"}, {}, "row 6: 'id1/a' against 'id1/b' is marked nontarget"),
    "against itself": (SOUND | {"veri_test.txt": LIST + "1 id1/a id1/a\n"}, {}, "row 6: 'id1/a' is set against itself"),
    "no speaker": (
        SOUND | {"veri_test.txt": LIST + "0 a.wav /b/c.wav\n"}, {}, "'a.wav', '/b/c.wav' have no speaker in front of a first /"),
    "a folder as speaker": (SOUND | {"veri_test.txt": LIST + "0 id1/x ./id2/y\n"}, {}, "'./id2/y' has no speaker"),
    "another label": (
        SOUND | {"lazy/mine.txt": LABELLED.replace("-.1 nontarget", "-.1 target")}, {},
        "in/lazy/mine.txt, row 2: 'id1/v1/0001.wav' against 'id2/v1/0001.wav' is target here and nontarget in the list"),
    "a pair without a score": (
        SOUND | {"lazy/mine.txt": AFTER.partition("\n")[2]}, {}, "in/lazy/mine.txt: no score for 'id3/v1/0001.wav' against"),
    "a score of the other order": (
        SOUND | {"lazy/mine.txt": AFTER.replace("id3/v1/0001.wav id2/v1/0002.wav", "id2/v1/0002.wav id3/v1/0001.wav")}, {},
        "in the other order, which is another trial"),
    "other ids": (
        SOUND | {"lazy/mine.txt": AFTER.replace("id", "wav/id")}, {}, "the first line here is of 'wav/id3/v1/0001.wav' and"),
    "two scores for a pair": (
        SOUND | {"lazy/mine.txt": AFTER + "id3/v1/0001.wav id2/v1/0002.wav 0.5\n"}, {}, "has the score 0.5 here and 0.25"),
    "two files": (SOUND | {"ignorant/mine.score": AFTER}, {}, "one file a system and attacker"),
    "no reference": ({"lazy/mine.txt": AFTER, "veri_test.txt": LIST}, {}, "scores of the unprotected speech"),
    "two genders": (SOUND | {"spk2gender": "id1 f\nid1 m\n"}, {}, "in/spk2gender, row 2: 'id1 m' cannot be used"),
    "an id that is a formula": (SOUND | {"lazy/=x.txt": AFTER}, {}, "--name"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_told_is_refused_with_the_remedy(tmp_path, fault):
    """The message names the file, and nothing is written."""
    files, wishes, words = FAULTS[fault]
    with pytest.raises(InputError) as caught:
        import_study([write(tmp_path / "in", files)], tmp_path / "out", Wishes(**wishes), "pair-scores")
    assert words in str(caught.value)
    assert ["in"] == [path.name for path in tmp_path.iterdir()]


def test_an_order_that_nothing_needs_is_refused(tmp_path):
    """A wish that does not fit the files is a slip."""
    with pytest.raises(UsageError, match="every score file has ids"):
        read(tmp_path, SOUND, in_order=True)
    keyed = write(tmp_path / "keyed", {"ignorant/original.txt": "a u1 0.5 target\na u2 0.4 nontarget\n"})
    with pytest.raises(UsageError, match="keyed-scores has no scores without ids"):
        import_study([keyed], tmp_path / "out", Wishes(in_order=True))


def test_a_list_is_known_beside_the_attackers_only(tmp_path):
    """Scores that start with 1 lie in an attacker's folder and make no list."""
    assert "" == recognises_pairs(open_tree(write(tmp_path / "a", {"lazy/mine.txt": LIST, "key": "a b target\n"})))
    assert "veri.txt" == recognises_pairs(open_tree(write(tmp_path / "b", {"veri.txt": LIST})))


def test_systems_get_other_names(tmp_path):
    """By their names in the files; one that is not here is refused."""
    files = FORMS["enrolled trial score"]
    draft = read(tmp_path, files, names={"mine": "B2", "original": "orig"})
    assert {"scores/ignorant/orig.parquet", "scores/ignorant/B2.parquet"} <= set(draft.files)
    with pytest.raises(UsageError, match="'mine', 'original'"):
        read(tmp_path, files, names={"mein": "B2"})
