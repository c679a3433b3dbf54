"""How long `vpreport build` takes: `python benchmarks/builds.py [STUDY ...]`, by default the demo study and VPC 2024.

Prints a table: a first build with an empty cache, one in which nothing has changed, one after a single file of
embeddings has changed, which is what somebody waits for who tries something out, one after a template has changed, and
the first build again by one process. Processor seconds are those of all processes of a build together, memory is the
peak of the largest one, and the last column is the first build's wall time over this one's. Studies and templates are
copied, and nothing of the clone is touched.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parents[1]
STUDIES = ("data/khmer_demo", "data/vpc2024")


@dataclass(frozen=True)
class Cost:
    """What a build took: seconds of all its processes and on the clock, MiB of the largest process."""

    processor: float
    wall: float
    peak: float


def build(clone: Path, cache: str, *more: str) -> Cost:
    """Build the report of a clone once, as a user does, and return what it took."""
    command = [sys.executable, "-m", "analysis", "build", "--cache", str(clone / cache), *more]
    before = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=clone, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - before
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    every = [used]
    with suppress(ChildProcessError):
        while True:
            every.append(os.wait4(-1, 0)[2])
    processor = sum(one.ru_utime + one.ru_stime for one in every)
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return Cost(processor, wall, max(one.ru_maxrss for one in every) / unit)


def adopt() -> None:
    """Take over the processes that a build leaves to end by themselves, on Linux, so that their seconds count, too."""
    if sys.platform == "linux":
        set_child_subreaper = 36
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def copied_clone(folder: Path) -> Path:
    """Copy what a build reads beside the studies, and return the folder."""
    for name in ("_quarto.yml", "requirements.lock"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "templates", folder / "templates", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def other_embeddings(study: Path) -> None:
    """Turn one vector of one system's embeddings round, in the first of its files by name that has vectors."""
    file = sorted((study / "embeddings").glob("*.npz"))[0]
    with numpy.load(file) as stored:
        arrays = {name: stored[name] for name in stored.files}
    arrays["emb"][0] = -arrays["emb"][0]
    numpy.savez_compressed(file, **arrays)


def other_template(clone: Path) -> None:
    """Add a comment to a chapter's template, which changes no page."""
    template = sorted((clone / "templates" / "benchmark").glob("0*.qmd.j2"))[0]
    template.write_text(template.read_text(encoding="utf-8") + "<# looked at #>\n", encoding="utf-8")


def _told(name: str, clone: Path, cache: str = "cache", *more: str) -> Cost:
    """Say on standard error which build begins, and build."""
    print(f"build: {name}", file=sys.stderr, flush=True)
    return build(clone, cache, *more)


def main(arguments: list[str]) -> None:
    """Print the table."""
    adopt()
    with tempfile.TemporaryDirectory(prefix="builds-") as place:
        clone = copied_clone(Path(place))
        folders = [ROOT / study for study in arguments or STUDIES]
        copies = [Path(shutil.copytree(folder, clone / "data" / folder.name)) for folder in folders]
        costs = {name: _told(name, clone) for name in ("first build", "nothing changed")}
        embedded = [study for study in copies if any((study / "embeddings").glob("*.npz"))]
        if embedded:
            other_embeddings(embedded[0])
            costs["one file of embeddings changed"] = _told("one file of embeddings changed", clone)
        other_template(clone)
        costs["one template changed"] = _told("one template changed", clone)
        costs["first build, one process"] = _told("first build, one process", clone, "other", "--workers", "1")
    print("| build | processor, s | wall, s | peak, MiB | first build's wall time over this |")
    print("|:------|-------------:|--------:|----------:|----------------------------------:|")
    first = costs["first build"].wall
    for name, cost in costs.items():
        print(f"| {name} | {cost.processor:.2f} | {cost.wall:.2f} | {cost.peak:.0f} | {first / cost.wall:.1f}× |")


if __name__ == "__main__":
    main(sys.argv[1:])
