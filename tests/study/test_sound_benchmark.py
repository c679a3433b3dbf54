"""What a partial build of a benchmark goes on with after each kind of error, and with which it cannot go on."""

import numpy
import pytest

from analysis.errors import InputError
from analysis.study.benchmark import load_benchmark, read_benchmark
from analysis.study.findings import Findings
from analysis.study.sound_benchmark import RULES, sound_benchmark
from tests.pairs import ANGLES, trial_text, write_pair_study
from tests.studies import npz, replaced, utterance_ids, vectors, write_study

TRIAL = "0012,0012-t1,0012,target,True\n"


def vectors_of(system, dimension=8, *, drop=(), nan=(), twice=(), zero=()):
    """Return a file's ids and vectors with some dropped, spoiled, or written twice."""
    ids, rows = utterance_ids(), vectors(system, dimension).astype("float32")
    for names, value in ((nan, numpy.nan), (zero, 0)):
        rows[[ids.index(name) for name in names]] = value
    kept = [place for place, name in enumerate(ids) if name not in drop] + [ids.index(name) for name in twice]
    return [ids[place] for place in kept], rows[kept]


def sound(folder, changes):
    """Return the sound rest of the tiny study, after a look that there is an error."""
    study = write_study(folder / "tiny", changes)
    findings = Findings()
    load_benchmark(study, findings)
    assert findings.has_errors
    return sound_benchmark(study)


def items(benchmark):
    """Return (file, what and why, count, of) of everything that is left out."""
    return [(one.file, f"{one.what} {one.why}", one.count, one.of) for one in benchmark.coverage.left_out]


def shares(benchmark):
    """Return the names of each share → (used, listed)."""
    return {share.names: (share.used, share.listed) for share in benchmark.coverage.shares}


def test_a_study_without_an_error_is_read_as_ever(tmp_path):
    """There is no coverage, and every list is whole."""
    study = write_study(tmp_path / "tiny")
    one, other = sound_benchmark(study), read_benchmark(study)
    assert (one.coverage, one.findings, one.systems, one.inputs) == (
        None,
        *(other.findings, other.systems, other.inputs),
    )
    assert one.trials.frame.equals(other.trials.frame)


ORIGINAL, MCADAMS = "embeddings/original.npz", "embeddings/mcadams.npz"
SEMI = "embeddings_semi_informed/mcadams.npz"
# Each utterance is tried against four speakers; 48 trials, 20 utterances, 4 enrolled speakers.
ROWS = {
    "a vector is missing": (
        {MCADAMS: vectors_of("mcadams", drop=["12-t1"])},
        [(MCADAMS, "utterances without a sound vector", 1, 20)], 44,
    ),
    "a vector is NaN": (
        {MCADAMS: vectors_of("mcadams", nan=["12-t1"])},
        [(MCADAMS, "utterances without a sound vector", 1, 20)], 44,
    ),
    "a vector is zero, another stands twice": (
        {SEMI: vectors_of("mcadams", 6, zero=["12-t1"], twice=["a-b-t3"])},
        [(SEMI, "utterances without a sound vector", 2, 20)], 40,
    ),
    "two files lack one and the same": (
        {MCADAMS: vectors_of("mcadams", drop=["12-t1"]), SEMI: vectors_of("mcadams", 6, drop=["12-t1"])},
        [(MCADAMS, "utterances without a sound vector", 1, 20), (SEMI, "utterances without a sound vector", 1, 20)], 44,
    ),
    "one of two enrollment vectors is missing": (
        {MCADAMS: vectors_of("mcadams", drop=["12-e1"])},
        [(MCADAMS, "utterances without a sound vector", 1, 20),
         ("", "speakers whose models rest on fewer utterances than are listed", 1, 4)], 48,
    ),
    "both enrollment vectors are missing, in two files": (
        {MCADAMS: vectors_of("mcadams", drop=["12-e1"]), ORIGINAL: vectors_of("original", drop=["12-e2"])},
        [(MCADAMS, "utterances without a sound vector", 1, 20),
         (ORIGINAL, "utterances without a sound vector", 1, 20),
         ("", "enrolled speakers of whose enrollment utterances more than half are left out", 1, 4)], 36,
    ),
    "a trial of an unknown utterance": (
        {"meta/trials_test.csv": replaced(TRIAL, TRIAL.replace("0012-t1", "nobody"))},
        [("meta/trials_test.csv", "trials of unknown ids, or with speakers that disagree", 1, 48)], 47,
    ),
    "a wrong label": (
        {"meta/trials_test.csv": replaced(TRIAL, TRIAL.replace("target", "nontarget"))},
        [("meta/trials_test.csv", "trials with a label that the speakers contradict", 1, 48)], 47,
    ),
    "a trial with both labels": (
        {"meta/trials_test.csv": replaced(TRIAL, TRIAL + TRIAL.replace("target", "nontarget"))},
        [("meta/trials_test.csv", "trials with both labels", 2, 49)], 47,
    ),
    "a label that is no label": (
        {"meta/trials_test.csv": replaced(TRIAL, TRIAL.replace("target", "perhaps"))},
        [("meta/trials_test.csv", "trials without a known label", 1, 48)], 47,
    ),
    "a word on gender that is none": (
        {"meta/trials_test.csv": replaced(TRIAL, TRIAL.replace("True", "perhaps"))},
        [("meta/trials_test.csv",
          "cells that should say whether the genders are the same; those of the speakers say it", None, None)], 48,
    ),
    "a list with a name that cannot be used": (
        {"meta/trials_test.csv": lambda text: "\n".join(f"{line},=x" for line in text.split("\n") if line).replace(
            "same_gender,=x", "same_gender,list") + "\n"},
        [("meta/trials_test.csv", "names of lists that cannot be used", None, None)], 48,
    ),
    "an utterance of two speakers": (
        {"meta/test_utts.csv": lambda text: text + "12-t1,0012,trial,F,phone (iAny)\n"},
        [("meta/test_utts.csv", "utterances whose rows contradict each other or cannot be read", 1, 20),
         ("meta/transcripts.csv", "transcripts of utterances that are in doubt", 1, 12)], 44,
    ),
    "a role that is none": (
        {"meta/test_utts.csv": replaced("12-t3,12,trial", "12-t3,12,guest", 1)},
        [("meta/test_utts.csv", "utterances whose rows contradict each other or cannot be read", 1, 20),
         ("meta/transcripts.csv", "transcripts of utterances that are in doubt", 1, 12)], 44,
    ),
    "a gender that is none": (
        {"meta/test_utts.csv": replaced("12-t3,12,trial,female", "12-t3,12,trial,x", 1)},
        [("meta/test_utts.csv", "genders that contradict each other or cannot be read", None, None)], 48,
    ),
    "a transcript of nobody": (
        {"meta/transcripts.csv": lambda text: text + "nobody,,a,b,c\n"},
        [("meta/transcripts.csv", "transcripts of unknown ids", 1, 13)], 48,
    ),
    "a transcript with a comma too many": (
        {"meta/transcripts.csv": lambda text: text + "12-e1,,a,b,c,d\n"},
        [("meta/transcripts.csv", "transcripts with more or fewer cells than the header", 1, 13)], 48,
    ),
    "an emotion without a prediction": (
        {"meta/emotions.csv": "utt_id,emotion,predicted_mcadams\n12-t1,joy,joy\n12-t2,joy,\n12-t3,fear,joy\n"},
        [("meta/emotions.csv", "rows with a blank cell, with other words than another row, or of utterances in doubt",
          1, 3)], 48,
    ),
    "a published value that is none": (
        {"meta/leaderboard.csv": replaced("29.63", "about 30")},
        [("meta/leaderboard.csv", "published values that are no numbers", 1, 29)], 48,
    ),
    "a system that is published twice": (
        {"meta/leaderboard.csv": lambda text: text + "openvoice,1,,,,,,,,,,\n"},
        [("meta/leaderboard.csv", "systems or columns that cannot be read, or stand twice", None, None)], 48,
    ),
    "a published difference that is none": (
        {"meta/paired_comparisons.json": replaced("14.35", '"x"')},
        [("meta/paired_comparisons.json", "published differences that cannot be read, or stand twice", None, None)], 48,
    ),
    "a clip that is none": (
        {"audio/anonymized/mcadams/12-t1.wav": b"noise"},
        [("audio", "sound files that cannot be read", 1, 8)], 48,
    ),
    "settings of a system that no file has": (
        {"study.toml": replaced('id = "mcadams"', 'id = "mcadam"')},
        [("study.toml", "pairs or names of ids that no file knows", None, None)], 48,
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", ROWS)
def test_rows_with_an_error_are_left_out_and_counted(tmp_path, kind):
    """What the error speaks of goes, with its count and that of the list; the rest stays."""
    changes, expected, kept = ROWS[kind]
    rest = sound(tmp_path, changes)
    assert expected == items(rest)
    assert kept == len(rest.trials) == shares(rest)["trials", "all"][0]
    assert rest.coverage.errors


FILES = {
    "embeddings that are cut off": (
        {"embeddings/knnvc_pool.npz": b"PK\x03\x04"}, "embeddings/knnvc_pool.npz", "which is damaged"
    ),
    "embeddings of another encoder": (
        {"embeddings/knnvc_pool.npz": (utterance_ids(), vectors("knnvc_pool", 5))}, "embeddings/knnvc_pool.npz",
        "which is damaged",
    ),
    "embeddings of another encoder with a fault that hides it": (
        {"embeddings/knnvc_pool.npz": (utterance_ids(), numpy.vstack([numpy.zeros((1, 5)), numpy.ones((19, 5))]))},
        "embeddings/knnvc_pool.npz", "which is damaged",
    ),
    "embeddings of which most are missing": (
        {"embeddings/knnvc_pool.npz": vectors_of("knnvc_pool", drop=utterance_ids("trial")[:7])},
        "embeddings/knnvc_pool.npz", "of which too little is sound",
    ),
    "transcripts that are no text": ({"meta/transcripts.csv": b"\0"}, "meta/transcripts.csv", "which is damaged"),
    "a leaderboard with broken quotes": (
        {"meta/leaderboard.csv": replaced('""as is""', '"as is"')}, "meta/leaderboard.csv", "which is damaged"
    ),
    "differences that are no JSON": (
        {"meta/paired_comparisons.json": "{"}, "meta/paired_comparisons.json", "which is damaged"
    ),
    "a list of clips without ids": ({"meta/demo_clips.csv": "clip\nx\n"}, "meta/demo_clips.csv", "which is damaged"),
}  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_cannot_be_used_counts_as_absent_with_its_reason(tmp_path, kind):
    """It is no input, costs nobody a trial, and is not told as absent."""
    changes, file, why = FILES[kind]
    rest = sound(tmp_path, changes)
    assert [(file, f"the file as a whole {why}", None, None)] == [one for one in items(rest) if one[0] == file]
    assert file not in rest.inputs
    assert (48, 48) == shares(rest)["trials", "all"]
    assert file not in [finding.file for finding in rest.findings]


def test_of_two_files_of_one_system_neither_is_used(tmp_path):
    """Which of them is meant is not known."""
    twin = {"embeddings/knnvc_pool.npy": b"x", "embeddings/knnvc_pool.txt": "a"}
    rest = sound(tmp_path, twin)
    assert {"the file as a whole which is damaged"} == {what for _, what, *_ in items(rest)}
    assert rest.attack_files.of("knnvc_pool", "lazy") is None
    assert "file is damaged" == rest.reason("eer", "knnvc_pool", "lazy", otherwise="")


def test_a_system_of_which_nothing_is_left_is_listed_with_its_reason(tmp_path):
    """It has files here, none of which can be used; who has them is not forgotten."""
    rest = sound(tmp_path, {"embeddings/knnvc_pool.npz": b"", "meta/leaderboard.csv": None})
    system = rest.system("knnvc_pool")
    assert (True, True, False) == (system.damaged, system.has_files, system.usable)
    assert "file is damaged" == rest.reason("eer", "knnvc_pool", "ignorant", otherwise="")
    assert "no file" == rest.reason("eer", "knnvc_pool", "semi_informed", otherwise="no file")
    assert (2, 3) == shares(rest)["systems",]


def test_every_system_and_attacker_is_measured_on_the_same_trials(tmp_path):
    """Each file's own gap is told: three of 12 trial utterances are gone, one for each file, 4 trials each."""
    rest = sound(tmp_path, {
        MCADAMS: vectors_of("mcadams", drop=["12-t1"]),
        SEMI: vectors_of("mcadams", 6, drop=["12-t2"]),
        "embeddings/knnvc_pool.npz": vectors_of("knnvc_pool", drop=["12-t3"]),
    })  # fmt: skip
    assert (36, 48) == shares(rest)["trials", "all"]
    for system, attacker in (("mcadams", "lazy"), ("mcadams", "semi_informed"), ("knnvc_pool", "ignorant")):
        assert (44, 48) == shares(rest)["attack", system, attacker]
    assert (48, 48) == shares(rest)["attack", "original", "ignorant"]
    assert len(rest.speakers) == 4


def test_clips_are_left_out_of_every_system(tmp_path):
    """Pitch rests on the same clips everywhere; a system of which most are damaged goes instead."""
    name = "audio/anonymized/mcadams/{}-t1.wav"
    one = sound(tmp_path / "a", {name.format("12"): b"noise"})
    assert ["0012-t1", "1e5-t1", "a-b-t1"] == [clip.utt_id for clip in one.demo_clips]
    assert not [place for place in one.clip_files if place[1] == "12-t1"]
    most = sound(tmp_path / "b", {name.format(speaker): b"noise" for speaker in ("12", "0012", "1e5")})
    assert 4 == len(most.demo_clips)
    assert {"original"} == {system for system, _ in most.clip_files}
    assert "most clips are damaged" == most.reason("audio", "mcadams", otherwise="")


def test_vectors_that_cancel_out_cost_the_speaker(tmp_path):
    """No model could be made of them; 12 of 48 trials go."""
    ids, rows = utterance_ids(), vectors("mcadams").astype("float32")
    rows[ids.index("12-e1")] = -rows[ids.index("12-e2")]
    rest = sound_benchmark(write_study(tmp_path / "tiny", {MCADAMS: (ids, rows)}))
    assert [("", "enrolled speakers whose enrollment vectors cancel out in some file", 1, 4)] == items(rest)
    assert (36, 48) == shares(rest)["trials", "all"]


def test_a_system_with_an_unusable_id_is_left_out(tmp_path):
    """It costs nobody a trial, whatever its file holds."""
    rest = sound(tmp_path, {"embeddings/=1+1.npz": (["x"], vectors("x")[:1])})
    assert [("", "systems whose ids cannot be used", None, None)] == [one for one in items(rest) if not one[0]]
    assert "=1+1" not in [system.id for system in rest.systems]
    assert (48, 48) == shares(rest)["trials", "all"]


def scores(drop="", change=None):
    """Return the scores of every trial of the tiny study as a table, one line taken out or changed."""
    rows = ["enroll_speaker,trial_utt,score"]
    for place, speaker in enumerate(("0012", "12", "1e5", "a-b")):
        rows += [f"{speaker},{name},0.{(place * 7 + len(rows)) % 10}" for name in utterance_ids("trial")]
    return "\n".join(row if row != drop else (change or "") for row in rows if row != drop or change) + "\n"


def scored(**changed):
    """Return the tiny study with scores in the place of embeddings."""
    files = {f"embeddings/{name}.npz": None for name in ("original", "mcadams", "knnvc_pool")}
    files |= {SEMI: None, "scores/ignorant/original.csv": scores(), "scores/ignorant/mcadams.csv": scores()}
    return files | {"scores/lazy/mcadams.csv": scores(), **changed}


LINE = next(row for row in scores().split("\n") if row.startswith("12,12-t1,"))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (scores(drop=LINE), 47),
        (scores(drop=LINE, change="12,12-t1,nan"), 47),
        (scores() + "12,12-t1,7\n", 47),
        (scores() + "12,12-t1,7,8\n", 48),
        (scores(drop=LINE, change="12,12-t1,nan") + "12,12-t1,3\n", 47),
    ],
    ids=["missing", "no number", "two scores", "too many cells", "one of two is none"],
)
def test_trials_without_a_sound_score_are_left_out_everywhere(tmp_path, text, kept):
    """One file's gap costs every attack the trial."""
    rest = sound(tmp_path, scored(**{"scores/lazy/mcadams.csv": text}))
    assert ["scores/lazy/mcadams.csv"] == [one[0] for one in items(rest)]
    assert (kept, 48) == shares(rest)["trials", "all"] == shares(rest)["attack", "mcadams", "lazy"]
    assert (48, 48) == shares(rest)["attack", "mcadams", "ignorant"]
    for attacker in ("ignorant", "lazy"):
        found = rest.scores("mcadams", attacker)
        assert (kept, True) == (len(found), bool(numpy.isfinite(found).all()))


def test_of_scores_and_embeddings_of_one_attack_neither_is_used(tmp_path):
    """Which of the two is meant is not known."""
    rest = sound(tmp_path, {"scores/lazy/mcadams.csv": scores()})
    assert {"scores/lazy/mcadams.csv", MCADAMS} == {file for file, what, *_ in items(rest) if "origins" in what}
    assert rest.attack_files.of("mcadams", "lazy") is None
    assert rest.attack_files.of("mcadams", "semi_informed") == (SEMI, SEMI)


HOPELESS = {
    "a wrong setting": ({"study.toml": "draws = 0\n"}, "column draws"),
    "settings that are no TOML": ({"study.toml": "draws"}, "study.toml"),
    "no list of utterances": ({"meta/test_utts.csv": None}, "meta/test_utts.csv"),
    "a list of utterances in another encoding": ({"meta/test_utts.csv": b"\xff\xfeu"}, "UTF-16"),
    "a list of utterances that is cut into uneven rows": (
        {"meta/test_utts.csv": lambda text: text + "a,b\n"}, "2 cells"
    ),
    "no trials": ({"meta/trials_test.csv": None}, "meta/trials_test.csv"),
    "trials without a column": ({"meta/trials_test.csv": "enroll_speaker,trial_utt\na,b\n"}, "label is missing"),
    "no embeddings of the original": ({"embeddings/original.npz": None}, "unprotected speech"),
    "damaged embeddings of the original": ({"embeddings/original.npz": b"PK"}, "no usable file: file is damaged"),
    "most of the original is missing": (
        {"embeddings/original.npz": vectors_of("original", drop=utterance_ids("trial")[:7])},
        "no usable file: too little is sound",
    ),
    "no target trial is left": (
        {MCADAMS: vectors_of("mcadams", drop=["0012-t1"]), "meta/trials_test.csv": "enroll_speaker,trial_utt,label\n"
         "0012,0012-t1,target\n0012,12-t1,nontarget\n"}, "no target or no non-target trial is left",
    ),
    "every trial has a fault": (
        {"meta/trials_test.csv": "enroll_speaker,trial_utt,label\nx,y,target\n"}, "'x'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOPELESS)
def test_with_some_errors_nothing_sound_is_left(tmp_path, kind):
    """The message names them, and says that --partial does not help."""
    changes, words = HOPELESS[kind]
    with pytest.raises(InputError) as told:
        sound_benchmark(write_study(tmp_path / "tiny", changes))
    assert words in str(told.value)
    assert "--partial" in str(told.value)


def test_an_error_that_no_rule_knows_ends_a_partial_build():
    """A new check must be given its rule before a build goes on after it."""
    findings = Findings()
    findings.error("quite-new", "meta/trials_test.csv", "x")
    findings.error("quite-new", "meta/transcripts.csv", "x")
    findings.error("label", "meta/trials_test.csv", "x")
    assert [("quite-new", "meta/trials_test.csv")] == [(e.code, e.file) for e in RULES.hopeless(findings.errors)]
    assert ["meta/transcripts.csv"] == list(RULES.damaged(findings.errors))


def test_what_is_left_has_an_identity(tmp_path):
    """Results over other trials are other results; a cell of the leaderboard changes none."""
    cuts = [
        sound(tmp_path / str(place), changes).coverage.cut
        for place, changes in enumerate(
            [
                {MCADAMS: vectors_of("mcadams", drop=["12-t1"])},
                {MCADAMS: vectors_of("mcadams", drop=["12-t2"])},
                {MCADAMS: vectors_of("mcadams", drop=["12-e1"])},
                {"meta/transcripts.csv": lambda text: text + "nobody,,a,b,c\n"},
                {"meta/leaderboard.csv": replaced("29.63", "about 30")},
            ]
        )
    ]
    assert (5, "") == (len(set(cuts)), cuts[-1])


def test_a_damaged_file_of_somebody_else_is_no_gap(tmp_path):
    """Vectors of utterances that are not listed can be as bad as they like."""
    ids, rows = utterance_ids(), vectors("mcadams").astype("float32")
    extra = numpy.vstack([rows, numpy.full((1, 8), numpy.nan, dtype="float32")])
    rest = sound(tmp_path, {MCADAMS: npz([*ids, "extra"], extra)})
    assert [(MCADAMS, "parts that an error speaks of", None, None)] == items(rest)
    assert (48, 48) == shares(rest)["trials", "all"]


def test_pairs_of_utterances_lose_the_trials_that_a_file_cannot_score(tmp_path):
    """Without the vector of a/3 in one file its two trials are left out for all, and no speaker is thinned."""
    kept = [name for name in ANGLES["mine"] if name != "a/3"]
    folder = write_pair_study(tmp_path / "x", {"embeddings/mine.npz": (kept, [[1.0, float(i)] for i in range(6)])})
    benchmark = sound_benchmark(folder)
    assert 11 - 2 == len(benchmark.trials)
    assert benchmark.trials.by_utterance
    shares = {share.names: (share.used, share.listed) for share in benchmark.coverage.shares}
    assert (9, 11) == shares["trials", "all"]
    assert ((6, 7), (5, 6)) == (shares["utterances", "enroll"], shares["utterances", "trial"])
    assert (3, 3) == shares["speakers",]
    assert not {"enrolled speakers", "speakers"} & {one.what for one in benchmark.coverage.left_out}


def test_an_utterance_against_itself_is_left_out(tmp_path):
    """The other trials stand, and the reason is counted."""
    folder = write_pair_study(tmp_path / "x", {"meta/trials_test.csv": trial_text() + "a,a/1,a/1,a,target\n"})
    benchmark = sound_benchmark(folder)
    assert 11 == len(benchmark.trials)
    assert [("trials", "of an utterance against itself", 1, 12)] == [
        (one.what, one.why, one.count, one.of) for one in benchmark.coverage.left_out
    ]
