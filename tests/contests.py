"""Made-up challenges, from a few values a system to everything that pages are made from."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from analysis.challenge import challenge_results
from analysis.results import Results
from analysis.study.challenge import read_challenge

COLUMNS = [
    f"{split}_{measure}"
    for split in ("dev", "test")
    for measure in ("eer_female", "eer_male", "eer_average", "uar", "wer")
]


def contest(folder: Path, systems: Sequence[Sequence[object]]) -> Results:
    """Write a challenge into `folder` and return its results.

    A system is its id, role, family, compliant, parent, and where it has results the EER (of both genders), UAR and
    WER of the test set; on the development set all have 10, 50 and 5.
    """
    folder.mkdir()
    results, described = [["system", *COLUMNS]], [["system", "role", "family", "compliant", "parent"]]
    for name, role, family, compliant, above, *values in systems:
        described.append([name, role, family, compliant, above])
        if values:
            eer, uar, wer = values
            results.append([name, 10, 10, 10, 50, 5, eer, eer, eer, uar, wer])
    for file, rows in (("results.csv", results), ("systems.csv", described)):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        (folder / file).write_text(text.getvalue(), encoding="utf-8")
    (folder / "study.toml").write_text('kind = "challenge"\nreference = "orig"\n', encoding="utf-8")
    return challenge_results(read_challenge(folder))
