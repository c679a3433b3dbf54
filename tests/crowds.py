"""A benchmark study with enough speakers for a test to find something: each system is as noisy as a test says."""

from __future__ import annotations

from collections.abc import Mapping

import numpy

from tests.studies import npz

SPEAKERS = tuple(f"{gender}{number}" for gender in "fm" for number in range(1, 8))
ENROLLMENT, TRIALS, DIMENSION = 2, 5, 12
TEXT = "ទឹកត្រជាក់"


def utterances() -> list[tuple[str, str, str]]:
    """Return id, speaker and role of every utterance."""
    made = []
    for speaker in SPEAKERS:
        made += [(f"{speaker}-e{number}", speaker, "enroll") for number in range(ENROLLMENT)]
        made += [(f"{speaker}-t{number}", speaker, "trial") for number in range(TRIALS)]
    return made


def vectors(noise: float, seed: int = 0) -> numpy.ndarray:
    """Return one vector an utterance: the speaker's own direction and so much noise, other noise for another seed."""
    centres = numpy.random.default_rng(3).normal(size=(len(SPEAKERS), DIMENSION))
    rows = numpy.repeat(centres, ENROLLMENT + TRIALS, axis=0)
    return rows + noise * numpy.random.default_rng([5, seed]).normal(size=rows.shape)


def crowd(
    noises: Mapping[str, float], wrong: Mapping[str, int] | None = None, settings: str = ""
) -> dict[str, str | bytes]:
    """Return path → content of a study with real inputs, a semi-informed attacker and, where asked for, transcripts.

    Args:
        noises: system → how much noise hides the speaker; `original` must be among them.
        wrong: system → how many signs of each text are lost, fewer for some speakers; others have no transcripts.
        settings: more of `study.toml`.
    """
    ids = [name for name, _, _ in utterances()]
    trials = [name for name, _, role in utterances() if role == "trial"]
    rows = ["utt_id,speaker,role,gender,corpus"]
    rows += [f"{name},{speaker},{role},{speaker[0]},studio" for name, speaker, role in utterances()]
    pairs = ["enroll_speaker,trial_utt,trial_speaker,label,same_gender"]
    for speaker in SPEAKERS:
        for trial in trials:
            of = trial.partition("-")[0]
            label = "target" if of == speaker else "nontarget"
            pairs.append(f"{speaker},{trial},{of},{label},{of[0] == speaker[0]}")
    files: dict[str, str | bytes] = {
        "study.toml": f'title = "A crowd"\ndraws = 200\n{settings}',
        "meta/test_utts.csv": "\n".join(rows) + "\n",
        "meta/trials_test.csv": "\n".join(pairs) + "\n",
    }
    for place, (system, noise) in enumerate(noises.items()):
        for folder, more in (("embeddings", 0.0), ("embeddings_semi_informed", -0.2)):
            files[f"{folder}/{system}.npz"] = npz(ids, vectors(max(noise + more, 0.1), place))
    if wrong:
        texts = ["utt_id,corpus,reference," + ",".join(f"hyp_{system}" for system in wrong)]
        for number, trial in enumerate(trials):
            heard = [TEXT[: len(TEXT) - (lost if number % 3 else max(lost - 1, 0))] for lost in wrong.values()]
            texts.append(",".join([trial, "studio", TEXT, *heard]))
        files["meta/transcripts.csv"] = "\n".join(texts) + "\n"
    return files
