"""Score files with a key: each form gives the same benchmark, and what nothing tells is asked for and never guessed."""

import pytest

from analysis.errors import InputError, UsageError
from analysis.importers.keyed_scores import read_keyed, recognises_keyed
from analysis.importers.run import import_study
from analysis.importers.tree import open_tree
from analysis.importers.wishes import Wishes
from tests.importers.helpers import drafted, messages, table, write

# Two speakers, each enrolled, with two trial utterances each; every number is made up.
TRIALS = [
    (enrolled, f"{speaker}-u{n}", speaker) for enrolled in ("0012", "77") for speaker in ("0012", "77") for n in (1, 2)
]
SCORES = dict(
    zip([(e, t) for e, t, _ in TRIALS], ["0.9", "0.8", "0.1", "-0.2", "0.3", "1e-3", ".7", "0.6"], strict=True)
)


def label(enrolled, speaker):
    return "target" if enrolled == speaker else "nontarget"


KEY = "".join(f"{e} {t} {label(e, s)}\n" for e, t, s in TRIALS)
PLAIN = "".join(f"{e} {t} {SCORES[e, t]}\n" for e, t, _ in TRIALS)
LABELLED = "".join(f"{e}\t{t}  {SCORES[e, t]} {label(e, s)}\n" for e, t, s in TRIALS)
CLAIMED = "".join(f"{e} {s} {t} {SCORES[e, t]}\n" for e, t, s in TRIALS)
PLACES = ("ignorant/original.txt", "ignorant/mine.txt", "semi-informed/mine.txt")
FORMS = {
    "zebra": {**dict.fromkeys(PLACES, PLAIN), "key.txt": KEY},
    "kaldi": {**dict.fromkeys(PLACES, PLAIN), "trials": KEY},
    "wespeaker": dict.fromkeys(PLACES, LABELLED),
    "bob": dict.fromkeys(PLACES, CLAIMED),
}


def read(tmp_path, files, **wishes):
    return drafted(read_keyed, write(tmp_path / "in", files), wishes=Wishes(**wishes))


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_benchmark(tmp_path, form):
    """Attacker and system by folder and name, labels by the key, scores as written, all ids text."""
    draft = read(tmp_path, FORMS[form])
    assert [
        {"enroll_speaker": e, "trial_utt": t, "trial_speaker": s, "label": label(e, s)} for e, t, s in TRIALS
    ] == table(draft, "meta/trials_test.csv")
    assert {"scores/ignorant/original.csv", "scores/ignorant/mine.csv", "scores/semi_informed/mine.csv"} == {
        name for name in draft.files if name.startswith("scores/")
    }
    assert [(e, t, SCORES[e, t]) for e, t, _ in TRIALS] == [
        tuple(row.values()) for row in table(draft, "scores/semi_informed/mine.csv")
    ]
    assert [
        ("0012", "enroll"),
        ("77", "enroll"),
        ("0012", "trial"),
        ("0012", "trial"),
        ("77", "trial"),
        ("77", "trial"),
    ] == [(row["speaker"], row["role"]) for row in table(draft, "meta/test_utts.csv")]


@pytest.mark.parametrize("form", FORMS)
def test_the_study_that_comes_out_is_sound(tmp_path, form):
    """Written and checked, it has no error."""
    done = import_study([write(tmp_path / "in", FORMS[form])], tmp_path / "out")
    assert "keyed-scores" == done.format.name
    assert [] == [finding.text() for finding in done.checked if finding.severity == "error"]


def test_a_repeated_line_of_a_key_is_told(tmp_path):
    """The trial counts once, and the line is named."""
    draft = read(tmp_path, FORMS["zebra"] | {"key.txt": KEY + KEY.partition("\n")[0] + "\n"})
    assert len(TRIALS) == len(table(draft, "meta/trials_test.csv"))
    assert "in/key.txt, row 9: the trial stands in an earlier line, too (1 in all); it counts once" in messages(draft)


def test_lists_give_speakers_genders_and_enrollment(tmp_path):
    """A model that is an utterance of a speaker is enrolled under the speaker, and scores follow."""
    files = {
        "ignorant/original.txt": PLAIN.replace("0012 ", "0012-e1 ").replace("77 ", "77-e1 "),
        "trials": KEY.replace("0012 ", "0012-e1 ").replace("77 ", "77-e1 "),
        "utt2spk": "".join(
            f"{u} {u.split('-')[0]}\n" for u in ("0012-e1", "77-e1", *sorted({t for _, t, _ in TRIALS}))
        ),
        "spk2gender": "0012 F\n77 m\n",
        "enrolls": "0012-e1\n77-e1\n",
    }
    draft = read(tmp_path, files)
    assert ["0012", "77"] == sorted({row["enroll_speaker"] for row in table(draft, "scores/ignorant/original.csv")})
    assert [("0012-e1", "0012", "enroll", "f"), ("77-e1", "77", "enroll", "m")] == [
        tuple(row.values()) for row in table(draft, "meta/test_utts.csv")[:2]
    ]
    assert "stand-in" not in {finding.code for finding in draft.findings}


def test_a_speaker_without_enrollment_utterances_gets_a_row_that_says_so(tmp_path):
    """The key names models only."""
    assert "one row stands for all of them: 2" in messages(read(tmp_path, FORMS["zebra"]), "note")


FAULTS = {
    "no key": ({"ignorant/original.txt": PLAIN}, "nothing says which trials are of targets"),
    "an attacker nobody names": (
        {"mine.txt": PLAIN, "ignorant/original.txt": LABELLED}, "in/mine.txt: the file holds scores"),
    "a header": (
        {"ignorant/original.txt": LABELLED, "lazy/mine.txt": "enrolled trial score\n" + PLAIN},
        "in/lazy/mine.txt: 'enrolled trial score' is no line of scores"),
    "utterance against utterance": (
        {"lazy/mine.txt": "1 id1/v/00001.wav id1/v/00002.wav\n"}, "trials of one utterance against another"),
    "a list of pairs beside them": (
        {"ignorant/original.txt": PLAIN, "veri_test.txt": "1 id1/v/00001.wav id1/v/00002.wav\n"},
        "in/veri_test.txt holds trials of one utterance against another"),
    "scores alone": ({"lazy/mine.txt": "1 0.83\n-1 0.11\n"}, "scores without ids"),
    "an impostor nobody knows": (
        {"ignorant/original.txt": PLAIN + "77 x-u1 0.2\n", "key": KEY + "77 x-u1 nontarget\n"},
        "nobody says who speaks in 'x-u1'"),
    "two models of a speaker": (
        {"ignorant/original.txt": PLAIN, "key": KEY + "0012b 0012-u1 target\n"}, "are models of one speaker"),
    "two labels": ({"ignorant/original.txt": PLAIN, "key": KEY + "77 0012-u1 target\n"}, "in/key, row 9: '77' against"),
    "an unknown label": (
        {"ignorant/original.txt": PLAIN, "key": KEY + "77 0012-u1 maybe\n"}, "in/key, row 9: '77 0012-u1 maybe'"),
    "no number": (
        {"ignorant/original.txt": PLAIN + "77 0012-u1 nan\n", "key": KEY},
        "in/ignorant/original.txt, row 9: '77 0012-u1 nan' is not of the form"),
    "two files": (
        {"ignorant/original.txt": LABELLED, "ignorant/original.score": LABELLED}, "one file a system and attacker"),
    "no reference": ({"lazy/mine.txt": LABELLED}, "the scores of the unprotected speech ('original') are missing"),
    "a trial without a score": (
        {"ignorant/original.txt": PLAIN.partition("\n")[2], "key": KEY}, "scores/ignorant/original.csv"),
    "an id that is a formula": ({"ignorant/=x.txt": LABELLED}, "--name"),
    "enrolled and tried": (
        {"ignorant/original.txt": "a b 0.5 target\nb a 0.4 nontarget\na a 0.3 target\n"}, "are enrolled and tried"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_what_cannot_be_told_is_refused_with_the_remedy(tmp_path, fault):
    """The message names the file, and nothing is written."""
    files, words = FAULTS[fault]
    with pytest.raises(InputError) as caught:
        import_study([write(tmp_path / "in", files)], tmp_path / "out", format_name="keyed-scores")
    assert words in str(caught.value)
    assert ["in"] == [path.name for path in tmp_path.iterdir()]


def test_another_name_for_what_is_not_here_is_refused(tmp_path):
    """A slip of the pen does not pass in silence; a right one names file and reference."""
    with pytest.raises(UsageError, match="'mine', 'original'"):
        read(tmp_path, FORMS["zebra"], names={"mein": "B2"})
    draft = read(tmp_path, FORMS["zebra"], names={"mine": "B2", "original": "orig"})
    assert {"scores/ignorant/orig.csv", "scores/ignorant/B2.csv"} <= set(draft.files)
    lines = [line for line in draft.files["study.toml"].splitlines() if not line.startswith("# ")]
    assert ['kind = "benchmark"', 'reference = "orig"', "draws = 10000", 'interval = "joint_t"'] == lines


def test_predicted_emotions_become_one_table(tmp_path):
    """A column a system, joined by the utterance whatever the order."""
    emotions = {
        "emotions/original.csv": "utt_id,fold,emotion,prediction\n1,A,sad,sad\n0012,B,ang,hap\n",
        "emotions/mine.csv": "utt_id;prediction;emotion;fold\r\n0012;ang;ang;B\r\n1;neu;sad;A\r\n",
    }
    draft = read(tmp_path, FORMS["zebra"] | emotions)
    assert [
        {"utt_id": "1", "fold": "A", "emotion": "sad", "predicted_mine": "neu", "predicted_original": "sad"},
        {"utt_id": "0012", "fold": "B", "emotion": "ang", "predicted_mine": "ang", "predicted_original": "hap"},
    ] == sorted(table(draft, "meta/emotions.csv"), key=lambda row: row["fold"])


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ("utt_id,emotion,prediction\n1,ang,sad\n", "'1' stands twice, or has another emotion or fold elsewhere"),
        ("utt_id,emotion,prediction\n2,sad,sad\n", "1 of 2 utterances have a prediction"),
        ("utt_id,emotion,prediction\n1,sad,sad\n1,sad,ang\n", "row 3: '1' stands twice"),
        ("utt_id,emotion,prediction\n1,sad,\n", "row 2: a blank cell"),
        ("utt_id,emotion,said\n1,sad,sad\n", "no column 'prediction'"),
    ],
    ids=["other emotion", "other utterances", "twice", "blank", "header"],
)
def test_predictions_that_do_not_fit_together_are_refused(tmp_path, second, words):
    """The file is named."""
    files = {"emotions/a.csv": "utt_id,emotion,prediction\n1,sad,sad\n", "emotions/b.csv": second}
    with pytest.raises(InputError) as caught:
        read(tmp_path, FORMS["zebra"] | files)
    assert words in str(caught.value)
    assert "emotions/" in str(caught.value)


def test_a_study_of_ours_is_no_source(tmp_path):
    """Its tables have headers and are not taken for score files."""
    assert "" == recognises_keyed(
        open_tree(write(tmp_path, {"scores/lazy/a.csv": "enroll_speaker,trial_utt,score\na,b,1\n"}))
    )
