"""Studies with clips to listen to, and sheets that somebody filled."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from analysis.study.benchmark import read_benchmark
from tests.studies import SPEAKERS, wav, write_study

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
SENTENCES = [f"{speaker}-t1" for speaker in SPEAKERS]


def audible(folder: Path, systems=("mcadams", "knnvc_pool", "third"), changes=None):
    """Write a study in which each of these systems has a clip of every sentence, and read it."""
    clips = {
        f"audio/anonymized/{system}/{name}.wav": wav(pitch=150 + 20 * place + 7 * number)
        for place, system in enumerate(systems)
        for number, name in enumerate(SENTENCES)
    }
    return read_benchmark(write_study(folder, {**clips, **(changes or {})}), audit=False)


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))


def filled(path: Path, answers) -> Path:
    """Fill a sheet in place: `answers` takes a row and returns the cells that it changes."""
    rows = rows_of(path)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0], lineterminator="\n")
        writer.writeheader()
        writer.writerows({**row, **answers(row)} for row in rows)
    return path
