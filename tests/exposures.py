"""Benchmark studies of scores in which a test says how exposed each speaker is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy

from tests.studies import score_text, write_files


def exposed_study(
    missed: Mapping[str, Sequence[int]], speakers: Sequence[str] = (), targets: int = 4,
    genders: Sequence[str] = (), attackers: Sequence[str] = ("ignorant",), settings: str = "",
) -> dict[str, str]:  # fmt: skip
    """Return path → content of a study whose speakers have EERs by design, under every attacker the same.

    Of the `targets` target trials of a speaker so many score below all non-target trials that enroll the speaker as
    `missed` says, and the rest above all: the EER of the speaker is missed over targets. All is real, so that no page
    says otherwise; speakers without genders are compared with everybody.

    Args:
        missed: system → for each speaker, how many target trials are missed; `original` is added, with nobody missed.
        speakers: their ids; `s0`, `s1`, ... if none are given.
        targets: trial utterances of each speaker.
        genders: of each speaker; empty where none are known.
        attackers: under which all systems are attacked.
        settings: more of `study.toml`.
    """
    count = len(next(iter(missed.values())))
    ids = list(speakers or (f"s{number}" for number in range(count)))
    columns = "utt_id,speaker,role" + (",gender" if genders else "")
    sexes = [f",{gender}" for gender in genders] or [""] * count
    utterances, trials = [columns], ["enroll_speaker,trial_utt,trial_speaker,label"]
    for speaker, sex in zip(ids, sexes, strict=True):
        utterances.append(f"{speaker}-e,{speaker},enroll{sex}")
        utterances += [f"{speaker}-t{number},{speaker},trial{sex}" for number in range(targets)]
    for enrolled in ids:
        for spoken in ids:
            label = "target" if enrolled == spoken else "nontarget"
            trials += [f"{enrolled},{spoken}-t{number},{spoken},{label}" for number in range(targets)]
    files = {
        "study.toml": f"draws = 60\n{settings}",
        "meta/test_utts.csv": "\n".join(utterances) + "\n",
        "meta/trials_test.csv": "\n".join(trials) + "\n",
    }
    for place, (system, lost) in enumerate({"original": [0] * count, **missed}.items()):
        text = score_text(_scores(ids, lost, targets, place))
        for attacker in attackers:
            if (system, attacker) != ("original", "lazy"):
                files[f"scores/{attacker}/{system}.csv"] = text
    return files


def _scores(ids: Sequence[str], lost: Sequence[int], targets: int, seed: int) -> list[tuple[str, str, float]]:
    """Return one score a pair: targets at 2 and more or -2 and less, non-targets between 0 and 1, none twice."""
    between = numpy.random.default_rng(seed).random((len(ids), len(ids), targets))
    rows = []
    for enrolled, name in enumerate(ids):
        for spoken, other in enumerate(ids):
            for number in range(targets):
                score = float(between[enrolled, spoken, number])
                if enrolled == spoken:
                    score = -2.0 - score if number < lost[enrolled] else 2.0 + score
                rows.append((name, f"{other}-t{number}", score))
    return rows


def write_exposed(folder: Path, *given, changes: Mapping[str, str | None] | None = None, **more) -> Path:
    """Write such a study with changes and return its folder."""
    files = {**exposed_study(*given, **more), **(changes or {})}
    return write_files(folder, {path: text for path, text in files.items() if text is not None})
