"""A tiny valid benchmark study for tests, with any file of it changed, broken or left out."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy
import polars
import soundfile

SPEAKERS = {
    "0012": ("F", "phone (iAny)"),
    "12": ("female", "phone (iAny)"),
    "1e5": ("m", "studio"),
    "a-b": ("M", "studio"),
}
ENROLLMENT = 2
TRIALS = 3
DIMENSION = 8
RATE = 16_000
SYSTEMS = {"original": 0.1, "mcadams": 0.6, "knnvc_pool": 1.5}
"""System → how much noise hides the speaker."""

REFERENCES = ("ខ្ញុំទៅផ្សារ", "ទឹក ត្រជាក់", "សួស្តី បង")
Change = str | bytes | None | tuple | Callable[[str], str]


def utterance_ids(role: str | None = None) -> list[str]:
    """Return the ids of all utterances, or of one role (`enroll` | `trial`), in the order of the list."""
    ids = []
    for speaker in SPEAKERS:
        if role != "trial":
            ids += [f"{speaker}-e{number}" for number in range(1, ENROLLMENT + 1)]
        if role != "enroll":
            ids += [f"{speaker}-t{number}" for number in range(1, TRIALS + 1)]
    return ids


def vectors(system: str, dimension: int = DIMENSION) -> numpy.ndarray:
    """Return one unit vector an utterance, in the order of `utterance_ids()`; the same at every call."""
    generator = numpy.random.default_rng(7)
    centres = generator.normal(size=(len(SPEAKERS), dimension))
    noise = numpy.random.default_rng([8, *system.encode()]).normal(size=(len(utterance_ids()), dimension))
    rows = numpy.repeat(centres, ENROLLMENT + TRIALS, axis=0) + SYSTEMS.get(system, 1.0) * noise
    return rows / numpy.linalg.norm(rows, axis=1, keepdims=True)


def npz(ids: object, emb: object, **more: object) -> bytes:
    """Return the bytes of an `.npz` with these arrays, text ids and single precision unless arrays are handed in."""
    buffer = io.BytesIO()
    as_ids = ids if isinstance(ids, numpy.ndarray) else numpy.array(ids, dtype="str")
    as_vectors = emb if isinstance(emb, numpy.ndarray) and emb.dtype != numpy.float64 else numpy.asarray(emb, "float32")
    numpy.savez(buffer, utt_id=as_ids, emb=as_vectors, **more)
    return buffer.getvalue()


def wav(seconds: float = 0.3, pitch: float = 200.0, rate: int = RATE, channels: int = 1) -> bytes:
    """Return the bytes of a WAV file with a few harmonics of one pitch."""
    time = numpy.arange(round(seconds * rate)) / rate
    signal = 0.2 * sum(numpy.sin(2 * numpy.pi * pitch * k * time) / k for k in range(1, 6))
    buffer = io.BytesIO()
    soundfile.write(buffer, numpy.tile(numpy.atleast_1d(signal)[:, None], channels), rate, "PCM_16", format="WAV")
    return buffer.getvalue()


def study_files() -> dict[str, str | bytes]:
    """Return path → content of the study that `write_study` writes unchanged."""
    files: dict[str, str | bytes] = {
        "study.toml": (
            'title = "A tiny study"\nauthors = ["A. Author"]\ndate = 2026-03-01\nsimulated = true\ndraws = 50\n'
            '[[systems]]\nid = "original"\nlabel = "Original"\n'
            '[[systems]]\nid = "mcadams"\nlabel = "McAdams"\ndescription = "Moves the formants."\n'
        ),
        "meta/leaderboard.csv": (
            "system,eer_ignorant,eer_ignorant_ci_low,eer_ignorant_ci_high,eer_lazy,eer_semi_informed,cer,cer_phone,"
            "cer_studio,rho_f0,utmos,description\n"
            "original,2.40,1.4,3.49,2.4,,7.58,6.88,9.09,,2.4,Unprotected speech\n"
            "mcadams,29.63,26.51,32.99,25.27,14.19,38.35,43.77,26.77,0.732,1.6,\n"
            "knnvc_pool,43.98,40.7,47.67,46.74,43.49,24.42,27.89,16.99,0.614,1.9,Voices of a pool\n"
            'openvoice,31.2,,,,,,,,,,"Only published, ""as is"""\n'
        ),
        "meta/paired_comparisons.json": json.dumps(
            {
                "knnvc_pool minus mcadams": {
                    "delta_eer_ignorant": {"observed": 14.35, "ci95": [9.97, 18.77]},
                    "delta_eer_lazy": {"observed": 21.48, "ci95": [17.69, 26.06]},
                    "delta_eer_semi": {"observed": 29.3, "ci95": [25.48, 33.86]},
                    "delta_cer": {"observed": -13.94, "ci95": [-20.69, -7.3]},
                },
                "openvoice minus mcadams": {"delta_cer": {"observed": 1.0, "ci95": [-2.0, 4.0]}},
                "n_boot": 2000,
            }
        ),
    }
    rows = ["utt_id,speaker,role,gender,corpus"]
    for speaker, (gender, corpus) in SPEAKERS.items():
        rows += [f"{speaker}-e{n},{speaker},enroll,{gender},{corpus}" for n in range(1, ENROLLMENT + 1)]
        rows += [f"{speaker}-t{n},{speaker},trial,{gender},{corpus}" for n in range(1, TRIALS + 1)]
    files["meta/test_utts.csv"] = "\n".join(rows) + "\n"
    rows = ["enroll_speaker,trial_utt,trial_speaker,label,same_gender"]
    for enroll, (enroll_gender, _) in SPEAKERS.items():
        for speaker, (gender, _) in SPEAKERS.items():
            label = "target" if enroll == speaker else "nontarget"
            same = enroll_gender[0].lower() == gender[0].lower()
            rows += [f"{enroll},{speaker}-t{n},{speaker},{label},{same}" for n in range(1, TRIALS + 1)]
    files["meta/trials_test.csv"] = "\n".join(rows) + "\n"
    rows = ["utt_id,corpus,reference,hyp_original,hyp_mcadams"]
    for speaker, (_, corpus) in SPEAKERS.items():
        for n, text in enumerate(REFERENCES, 1):
            rows.append(f"{speaker}-t{n},{corpus},{text},{text},{text[: len(text) - n]}")
    files["meta/transcripts.csv"] = "\n".join(rows) + "\n"
    clips = [f"{speaker}-t1" for speaker in SPEAKERS]
    files["meta/demo_clips.csv"] = "\n".join(["utt_id", *clips]) + "\n"
    for place, utterance in enumerate(clips):
        files[f"audio/demo/{utterance}.wav"] = wav(pitch=220 - 30 * place)
        files[f"audio/anonymized/mcadams/{utterance}.wav"] = wav(pitch=212 - 25 * place)
    for system in SYSTEMS:
        files[f"embeddings/{system}.npz"] = npz(utterance_ids(), vectors(system))
    files["embeddings_semi_informed/mcadams.npz"] = npz(utterance_ids(), vectors("mcadams", 6))
    return files


def write_study(folder: Path, changes: Mapping[str, Change] | None = None) -> Path:
    """Write a tiny valid benchmark study and return its folder.

    4 speakers in 2 corpora with 2 enrollment and 3 trial utterances each, 48 trials; the systems `original`, `mcadams`
    (with everything) and `knnvc_pool` (embeddings only), `openvoice` on the leaderboard only; 4 demo clips; a
    registered pair with both systems and one without. The only warning is that the speakers are few.

    Args:
        folder: where; it is made anew.
        changes: path → the new content: text, bytes, None (left out), a function of the text, or for an `.npz` a tuple
            (ids, vectors).
    """
    files: dict[str, Change] = dict(study_files())
    for path, change in (changes or {}).items():
        files[path] = change(files.get(path, "")) if callable(change) else change
    return write_files(folder, files)


def cosines(system: str, enrolled_as: str, dimension: int = DIMENSION) -> list[tuple[str, str, float]]:
    """Return (enrolled speaker, trial utterance, score) of every trial, worked out pair by pair.

    The score is the cosine of the mean enrollment vector of `enrolled_as` with the trial vector of `system`.
    """
    place = {name: row for row, name in enumerate(utterance_ids())}
    enrollment, trial = vectors(enrolled_as, dimension), vectors(system, dimension)
    # As the files of embeddings store them.
    enrollment, trial = enrollment.astype("float32"), trial.astype("float32")
    rows = []
    for enroll in SPEAKERS:
        model = sum(enrollment[place[f"{enroll}-e{n}"]].astype(float) for n in range(1, ENROLLMENT + 1))
        for speaker in SPEAKERS:
            for n in range(1, TRIALS + 1):
                vector = trial[place[f"{speaker}-t{n}"]].astype(float)
                score = float(model @ vector / numpy.sqrt(model @ model) / numpy.sqrt(vector @ vector))
                rows.append((enroll, f"{speaker}-t{n}", score))
    return rows


def score_text(rows: list[tuple[str, str, float]]) -> str:
    """Return a CSV file of scores with all their digits."""
    return "enroll_speaker,trial_utt,score\n" + "".join(f"{e},{u},{score!r}\n" for e, u, score in rows)


def write_scored_study(folder: Path, changes: Mapping[str, Change] | None = None) -> Path:
    """Write the tiny study with lists, leaderboard, pairs and scores only, and return its folder.

    The scores are those that the tiny study's embeddings give: `original` and `knnvc_pool` under the ignorant attacker,
    `mcadams` under all three, `knnvc_pool` under the lazy one too.
    """
    kept = ("study.toml", "meta/leaderboard.csv", "meta/paired_comparisons.json", "meta/test_utts.csv",
            "meta/trials_test.csv")  # fmt: skip
    files: dict[str, Change] = {path: content for path, content in study_files().items() if path in kept}
    for system in SYSTEMS:
        files[f"scores/ignorant/{system}.csv"] = score_text(cosines(system, "original"))
        if system != "original":
            files[f"scores/lazy/{system}.csv"] = score_text(cosines(system, system))
    files["scores/semi_informed/mcadams.csv"] = score_text(cosines("mcadams", "mcadams", 6))
    for path, change in (changes or {}).items():
        files[path] = change(files.get(path, "")) if callable(change) else change
    return write_files(folder, files)


PROTOCOL = {
    "editions.csv": "aspect,edition,said\nto be hidden,1,the speaker\nto be hidden,2,the speaker\n",
    "speakers.csv": (
        "split,subset,type,female,male,total,utterances,different_only\n"
        "dev,Small,enroll,2,3,5,20,\n"
        "Development,Small,trial,3,4,7,50,2\n"
    ),
    "emotion_folds.csv": (
        "session,gender,utterances,fold_1,fold_2\n"
        "S1,F,30,dev,train\n"
        "S1,male,40,eval,train\n"
        "S2,female,50,train,eval\n"
        "S2,m,60,train,dev\n"
    ),
    "training.csv": "model,subset,hours,female,male,total,utterances\nASV,Large,12.50,10,12,22,500\n",
    "trials.csv": "split,subset,pairs,female,male,total\ndev,Small,same,10,20,30\ndev,Small,different,30,70,100\n",
    "teams.csv": 'team,name,affiliations,countries,reference\nT1,Ones,"A; B, C",X; Y,One et al.\n',
}
"""The protocol files of the tiny challenge: all totals agree, pairs are crossed within a gender."""


def write_challenge(folder: Path, changes: Mapping[str, Change] | None = None) -> Path:
    """Write a tiny valid challenge study and return its folder; `changes` as in `write_study`."""
    files: dict[str, Change] = {
        "results.csv": (
            "system,dev_eer_female,dev_eer_male,dev_eer_average,dev_uar,dev_wer,"
            "test_eer_female,test_eer_male,test_eer_average,test_uar,test_wer\n"
            "orig,10.51,0.93,5.72,69.08,1.80,8.76,0.42,4.59,71.10,1.85\n"
            "B1,10.94,7.45,9.20,42.71,3.07,7.47,4.68,6.08,42.80,2.91\n"
            "T1-1,40.0,41.0,40.5,50.00,4.00,41.0,42.0,41.5,51.00,4.10\n"
            "T1-p1,20.0,21.0,20.5,55.00,3.00,21.0,22.0,21.5,56.00,\n"
        ),
        "systems.csv": (
            "system,name,role,family,compliant,team,parent,training,description\n"
            "orig,Original,original,,,,,,Unprotected speech\n"
            "B1,x-vector,baseline,voice_conversion,,,,LibriTTS,Moves the x-vector\n"
            "T1-1,,submitted,codec,no,T1,B1,LibriTTS,Codes and decodes\n"
            "T1-p1,,post-evaluation,codec,yes,T1,B1,LibriTTS,Codes otherwise\n"
            "T1-2,,submitted,codec,yes,T1,T1-1 B1,,Never measured\n"
        ),
    }
    for path, change in (changes or {}).items():
        files[path] = change(files.get(path, "")) if callable(change) else change
    return write_files(folder, files)


def write_files(folder: Path, files: Mapping[str, Change]) -> Path:
    """Write files below a folder that is made anew."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    for path, content in files.items():
        if content is None:
            continue
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, tuple):
            content = npz(*content)
        target.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    return folder


def replaced(old: str, new: str, count: int = -1) -> Callable[[str], str]:
    """Return a change that replaces text and fails the test where there is none to replace."""

    def change(text: str) -> str:
        if old not in text:
            raise LookupError(f"{old!r} is not in the file")
        return text.replace(old, new, count)

    return change


def npy(rows: object, kind: str = "float32") -> bytes:
    """Return the bytes of an `.npy` file."""
    buffer = io.BytesIO()
    numpy.lib.format.write_array(buffer, numpy.asarray(rows, kind), allow_pickle=True)
    return buffer.getvalue()


def parquet(**columns: object) -> bytes:
    """Return the bytes of a Parquet file with these columns (anything that makes a polars series)."""
    buffer = io.BytesIO()
    polars.DataFrame(columns).write_parquet(buffer)
    return buffer.getvalue()


EMOTIONS = {"0012-t1": "sad", "0012-t2": "angry", "12-t1": "sad", "12-t2": "angry", "1e5-t1": "sad", "1e5-t2": "angry",
            "a-b-t1": "sad", "a-b-t2": "angry"}  # fmt: skip
"""Utterance → emotion: each of the four speakers is sad once and angry once."""


def emotions(original: str = "sasasasa", mcadams: str = "aassasaa", folds: str = "11112222") -> str:
    """Return `meta/emotions.csv` with a sign an utterance: its fold, and what was predicted (s, a, or x for a third).

    By default the original is recognized always; `mcadams` at the sad utterances of 12 and 1e5 and at the angry ones of
    0012, 1e5 and a-b.
    """
    words = {"s": "sad", "a": "angry", "x": "happy"}
    rows = ["utt_id,fold,emotion,predicted_original,predicted_mcadams"]
    for (name, emotion), fold, first, second in zip(EMOTIONS.items(), folds, original, mcadams, strict=True):
        rows.append(f"{name},{fold.strip()},{emotion},{words[first]},{words[second]}")
    return "\n".join(rows) + "\n"
