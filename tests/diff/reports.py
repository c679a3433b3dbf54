"""Reports made by hand: what a comparison reads, and nothing else."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from analysis.diff import Difference, compare, read_side
from analysis.ledger import Entry, Ledger

DIGESTS = {
    "embeddings/a.npz": "1",
    "embeddings/b.npz": "1",
    "embeddings/original.npz": "1",
    "meta/transcripts.csv": "1",
}
RESTS = {
    ("setting", "s/kind"): "benchmark",
    ("setting", "s/draws"): "50",
    ("code", "analysis.measures.eer"): "1",
    ("code", "analysis.measures.content"): "1",
    ("code", "analysis.benchmark.trap"): "1",
    ("library", "numpy"): "2.0",
    ("library", "rapidfuzz"): "3.0",
}
STAGES = [
    *(
        (f"s/eer/{system}/{attacker}", " ".join(files), "draws", "analysis.measures.eer", "numpy")
        for system in ("a", "b")
        for attacker, files in (
            ("ignorant", ("embeddings/original.npz", f"embeddings/{system}.npz")),
            ("lazy", (f"embeddings/{system}.npz",)),
        )
    ),
    *((f"s/cer/{system}", "meta/transcripts.csv", "text", "analysis.measures.content", "rapidfuzz") for system in "ab"),
]


def number(key: str, value: float | None = 12.3, **more: object) -> Entry:
    """Return a ledger row; everything but its key and value has a default."""
    given: dict[str, object] = {
        "unit": "percent", "decimals": 1, "tag": "recomputed", "source": "somewhere", "method": "somehow",
        "missing": "" if value is not None else "no reason",
    }  # fmt: skip
    return Entry(key=key, value=value, **{**given, **more})  # type: ignore[arg-type]


def write_report(
    folder: Path,
    numbers: Iterable[Entry] = (),
    verdicts: Mapping[str, str] | None = None,
    digests: Mapping[str, str] | None = None,
    rests: Mapping[tuple[str, str], str] | None = None,
    figures: Mapping[str, str] | None = None,
    stages: Sequence[Sequence[str]] = STAGES,
) -> Path:
    """Write a report of one study `s` and return its folder; `digests` and `rests` change what is usual."""
    inputs = {**DIGESTS, **(digests or {})}
    tables = {
        "ledger.csv": Ledger(numbers).to_csv(),
        "inputs.csv": table(("path", "sha256", "bytes"), [(f"data/s/{name}", inputs[name], "1") for name in inputs]),
        "verdicts.csv": table(("key", "verdict"), (verdicts or {}).items()),
        "provenance.csv": table(
            ("kind", "name", "version"), [(*name, version) for name, version in {**RESTS, **(rests or {})}.items()]
        ),
        "stages.csv": table(("stage", "inputs", "settings", "code", "libraries"), stages),
        **{f"s/figures/{name}.svg": content for name, content in (figures or {}).items()},
    }
    for name, content in tables.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8", newline="")
    return folder


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return CSV text."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerows([columns, *rows])
    return buffer.getvalue()


def nowhere() -> Path:
    """Stand in for the clone where none may be asked for."""
    raise AssertionError("two folders are compared without a clone")


def compared(folder: Path, old: Mapping[str, object], new: Mapping[str, object], *, raw: bool = False) -> Difference:
    """Return the difference of two reports, each given by the arguments of `write_report`."""
    sides = []
    for name, given in (("old", old), ("new", new)):
        shutil.rmtree(folder / name, ignore_errors=True)
        sides.append(read_side(str(write_report(folder / name, **given)), nowhere))  # type: ignore[arg-type]
    return compare(*sides, raw=raw)


def of_numbers(folder: Path, old: Iterable[Entry], new: Iterable[Entry], *, raw: bool = False) -> Difference:
    """Return the difference of two reports that differ in their numbers alone."""
    return compared(folder, {"numbers": list(old)}, {"numbers": list(new)}, raw=raw)


def of_verdicts(folder: Path, old: Mapping[str, str], new: Mapping[str, str]) -> Difference:
    """Return the difference of two reports that differ in their verdicts alone."""
    return compared(folder, {"verdicts": old}, {"verdicts": new})


def git(folder: Path, *arguments: str) -> str:
    """Run git with a name of its own and without anybody's settings."""
    who = [
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.org",
        "-c",
        "commit.gpgsign=false",
        "-c",
        "core.autocrlf=false",
    ]
    done = subprocess.run(
        ["git", *who, "-C", str(folder), *arguments], check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.strip()


def repository(folder: Path) -> Path:
    """Return a fresh git repository."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet", "--initial-branch=main")
    return folder


def commit(folder: Path) -> str:
    """Commit everything and return the commit's digest."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")
    return git(folder, "rev-parse", "HEAD")
