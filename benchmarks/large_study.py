"""A large study of made-up scores, from a seed: `python -m benchmarks.large_study FOLDER [--systems 20] [--seed 0]`.

As large as the extended list of VoxCeleb1, of which it has two numbers and nothing else: 1,251 speakers and 579,818
trials. Each trial utterance is set against the model of its own speaker and of three others. The reference is scored
under the ignorant attacker, every other system under all three. A score is a normal number, moved by the speaker who
enrolls, by the one who speaks, and for a target by how much the system hides; scores are Parquet, in single precision.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy
import polars

SPEAKERS = 1_251
TRIALS = 579_818
ENROLLMENT = 3
"""Utterances that enroll a speaker."""

MODELS = 4
"""Speakers that an utterance is set against, its own the first."""

ATTACKERS = {"ignorant": 1.0, "lazy": 1.5, "semi_informed": 2.0}
"""Attacker → how far its targets lie from the non-targets, for a system that hides nothing of a unit."""

REFERENCE = "original"


def write_study(folder: Path, systems: int = 20, seed: int = 0, speakers: int = SPEAKERS, trials: int = TRIALS) -> Path:
    """Write the study and return its folder.

    Args:
        folder: where, made when it is absent; files of the same name are replaced.
        systems: how many beside the reference.
        seed: of every number in it.
        speakers: how many, half of them of either gender.
        trials: how many on the list.
    """
    generator = numpy.random.default_rng(seed)
    names = numpy.array([f"s{number:05}" for number in range(speakers)])
    spoken = numpy.arange(-(-trials // MODELS)) % speakers
    others = generator.integers(1, speakers, (len(spoken), MODELS - 1))
    others = (spoken[:, None] + numpy.sort(others, axis=1)) % speakers
    # An utterance meets a speaker once: where a model stands twice the next speakers take its place.
    for column in range(1, MODELS - 1):
        taken = (others[:, column : column + 1] == others[:, :column]).any(axis=1)
        while taken.any():
            others[taken, column] = (others[taken, column] + 1) % speakers
            own = others[:, column] == spoken
            taken = own | (others[:, column : column + 1] == others[:, :column]).any(axis=1)
    enrolled = numpy.column_stack([spoken, others]).ravel()[:trials]
    utterance = numpy.repeat(numpy.arange(len(spoken)), MODELS)[:trials]
    speaker = spoken[utterance]
    is_target = enrolled == speaker

    utterances = numpy.array([f"u{number:06}" for number in range(len(spoken))])
    _write_lists(folder, names, spoken, utterances, enrolled, utterance, seed, systems)
    pairs = {"enroll_speaker": names[enrolled], "trial_utt": utterances[utterance]}
    for number in range(-1, systems):
        system = REFERENCE if number < 0 else f"system_{number + 1:02}"
        hidden = 0.0 if number < 0 else 0.3 + 0.65 * (number % 10) / 10
        for attacker, distance in ATTACKERS.items():
            if number < 0 and attacker != "ignorant":
                continue
            of_speakers = generator.normal(0, 0.3, (2, speakers))
            scores = of_speakers[0][enrolled] + of_speakers[1][speaker] + generator.normal(size=trials)
            scores[is_target] += distance * 2.5 * (1 - hidden)
            path = folder / "scores" / attacker / f"{system}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            polars.DataFrame({**pairs, "score": scores.astype(numpy.float32)}).write_parquet(path)
    return folder


def _write_lists(folder, names, spoken, utterances, enrolled, utterance, seed, systems) -> None:
    genders = numpy.where(numpy.arange(len(names)) % 2, "m", "f")
    enrolling = numpy.repeat(numpy.arange(len(names)), ENROLLMENT)
    ids = [f"e{number:06}" for number in range(len(enrolling))]
    speakers = numpy.concatenate([enrolling, spoken])
    meta = folder / "meta"
    meta.mkdir(parents=True, exist_ok=True)
    polars.DataFrame(
        {
            "utt_id": [*ids, *utterances.tolist()],
            "speaker": names[speakers],
            "role": ["enroll"] * len(ids) + ["trial"] * len(utterances),
            "gender": genders[speakers],
            "corpus": ["made up"] * len(speakers),
        }
    ).write_csv(meta / "test_utts.csv")
    speaker = spoken[utterance]
    polars.DataFrame(
        {
            "enroll_speaker": names[enrolled],
            "trial_utt": utterances[utterance],
            "trial_speaker": names[speaker],
            "label": numpy.where(enrolled == speaker, "target", "nontarget"),
            "same_gender": genders[enrolled] == genders[speaker],
        }
    ).write_csv(meta / "trials_test.csv")
    pairs = "".join(
        f'[[pairs]]\na = "system_{number:02}"\nb = "system_{number + 1:02}"\nquestion = "Is one better?"\n'
        for number in range(1, min(systems, 6))
    )
    (folder / "study.toml").write_text(
        f'title = "A large made-up study"\ndate = 2026-01-01\nsimulated = true\ndraws = 1000\nseed = {seed}\n{pairs}',
        encoding="utf-8",
    )


def main() -> None:
    """Write a study where the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--systems", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    write_study(given.folder, given.systems, given.seed)


if __name__ == "__main__":
    main()
