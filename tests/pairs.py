"""A tiny benchmark whose trials set one utterance against another, each score of which can be worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy

from tests.studies import Change, npz, write_files

ANGLES = {
    "original": {"a/1": 0, "a/2": 60, "a/3": 30, "b/1": 90, "b/2": 120, "c/1": 180, "c/2": 210},
    "mine": {"a/1": 0, "a/2": 90, "a/3": 60, "b/1": 30, "b/2": 120, "c/1": 150, "c/2": 270},
}
"""System → the direction of each utterance's vector in degrees; the score of a pair is the cosine between the two."""

GENDERS = {"a": "f", "b": "f", "c": "m"}
PAIRS = [
    ("a/1", "a/2"), ("a/2", "a/1"), ("a/1", "a/3"), ("b/1", "b/2"), ("c/1", "c/2"),
    ("a/1", "b/1"), ("b/1", "a/1"), ("a/2", "b/1"), ("b/2", "c/2"), ("c/2", "a/2"), ("a/3", "c/2"),
]  # fmt: skip
"""(enrolling utterance, trial utterance): five of one speaker; two stand in both orders, and c/1 is never tried."""


def cosine(enrolled_as: str, enrolling: str, system: str, utterance: str) -> float:
    """Return the score of a pair: the cosine between the angles."""
    return float(numpy.cos(numpy.radians(ANGLES[enrolled_as][enrolling] - ANGLES[system][utterance])))


def trial_text() -> str:
    """Return the trial list; the header is row 1, the first trial row 2."""
    rows = ["enroll_speaker,enroll_utt,trial_utt,trial_speaker,label"]
    rows += [f"{e[0]},{e},{t},{t[0]},{'target' if e[0] == t[0] else 'nontarget'}" for e, t in PAIRS]
    return "\n".join(rows) + "\n"


def score_text(enrolled_as: str, system: str) -> str:
    """Return a file of scores with all their digits."""
    rows = [f"{e[0]},{e},{t},{cosine(enrolled_as, e, system, t)!r}" for e, t in PAIRS]
    return "\n".join(["enroll_speaker,enroll_utt,trial_utt,score", *rows]) + "\n"


def write_pair_study(folder: Path, changes: Mapping[str, Change] | None = None, scored: bool = False) -> Path:
    """Write the study with the embeddings of `original` and `mine`, or `scored` with their scores, and return it.

    3 speakers with 7 utterances, of the role trial but for `a/1` and `c/2`; `changes` as in `write_study`.
    """
    files: dict[str, Change] = {
        "study.toml": 'title = "Pairs"\ndraws = 40\n',
        "meta/test_utts.csv": "utt_id,speaker,role,gender\n"
        + "".join(
            f"{name},{name[0]},{'enroll' if name in ('a/1', 'c/2') else 'trial'},{GENDERS[name[0]]}\n"
            for name in ANGLES["mine"]
        ),
        "meta/trials_test.csv": trial_text(),
    }
    if scored:
        files["scores/ignorant/original.csv"] = score_text("original", "original")
        files["scores/ignorant/mine.csv"] = score_text("original", "mine")
        files["scores/lazy/mine.csv"] = score_text("mine", "mine")
    else:
        for system, angles in ANGLES.items():
            radians = numpy.radians(list(angles.values()))
            vectors = 3 * numpy.stack([numpy.cos(radians), numpy.sin(radians)], axis=1)
            files[f"embeddings/{system}.npz"] = npz(list(angles), numpy.asarray(vectors, "float64"))
    for path, change in (changes or {}).items():
        files[path] = change(files.get(path, "")) if callable(change) else change
    return write_files(folder, files)
