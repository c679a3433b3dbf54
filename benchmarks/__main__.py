"""Measure and write `benchmarks/results.md` and the plot: `make bench [PARTS="PART ..."]`, all parts by default.

A part that is not named keeps what an earlier run wrote. Measured is the time of one processor, in one thread, unless
a part says otherwise; what is compared takes turns.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from benchmarks.progress import tell

HERE = Path(__file__).parent
RESULTS = HERE / "results.md"
PLOT = HERE / "growth.svg"
TRIED = HERE / "tried.md"


def _lists() -> str:
    from benchmarks import side_by_side

    return f"{side_by_side.one_list()}\n{side_by_side.texts()}\n{side_by_side.growing()}"


def _growth() -> str:
    from benchmarks import growth

    found = growth.measured()
    growth.plot(found, PLOT)
    return f"{growth.as_table(found)}\nDrawn, with words on how to read it, in [README.md](README.md).\n"


def _study() -> str:
    from benchmarks import whole_study

    return whole_study.measured()


def _printed(script: str) -> str:
    """Return the table that a script prints which is of use by itself, too."""
    surroundings = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    return subprocess.run(
        [sys.executable, str(HERE / script)], check=True, stdout=subprocess.PIPE, text=True, env=surroundings
    ).stdout


def _tried() -> str:
    from benchmarks import side_by_side

    return f"{side_by_side.tried()}\n{TRIED.read_text(encoding='utf-8')}"


PARTS: dict[str, tuple[str, str, Callable[[], str]]] = {
    "lists": (
        "Side by side",
        "1,000 draws of the speakers, made once for both sides; medians, ratio of theirs to ours. "
        "The first table is one list of 10,090 trials of 43 speakers; "
        "the loops of the last were run for 20 draws and their time multiplied by 50.",
        _lists,
    ),
    "growth": (
        "Growth",
        "1,251 speakers, 1,000 draws; each length in a process of its own, the loop for 5 draws, multiplied by 200.",
        _growth,
    ),
    "study": (
        "A whole study",
        "With as many processes as there are cores; `benchmarks/large_study.py` makes the study, which is the size of "
        "VoxCeleb1-E and holds nothing of it.",
        _study,
    ),
    "builds": (
        "Builds",
        "The demo study and VPC 2024 together. Processor seconds are those of all processes of a build.",
        partial(_printed, "builds.py"),
    ),
    "renders": (
        "Renders",
        "The committed report, by the embedded engine, with a cache of its own.",
        partial(_printed, "renders.py"),
    ),
    "diffs": (
        "Comparisons",
        "`vpreport diff` on two made-up ledgers; seconds of the processor.",
        partial(_printed, "diff_ledgers.py"),
    ),
    "tried": ("What was tried and did not pay", "The same list as in the first table.", _tried),
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the parts that are asked for and write all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    asked = parser.parse_args(arguments).parts or list(PARTS)
    if unknown := set(asked) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    # Before anything imports NumPy, which no module here does on its own.
    for library in ("OPENBLAS", "OMP", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    from analysis.files import write_if_changed

    bodies = _earlier()
    for name in asked:
        tell(f"{name}: begins")
        bodies[name] = _apart(PARTS[name][2])
        write_if_changed(RESULTS, _page(bodies))
        tell(f"{name}: written into {RESULTS.name}")


def _apart(measure: Callable[[], str]) -> str:
    """Return what a part measured, in a process of its own.

    A process hands down how large it is as the peak of those that it starts, so that this one stays small.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=lambda: theirs.send(measure()))
    child.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        raise SystemExit("the part was not measured: what went wrong stands above") from None
    finally:
        child.join()


def _page(bodies: dict[str, str]) -> str:
    from benchmarks.machine import machine

    parts = [
        f"## {title}\n\n{words}\n\n<!-- {name} -->\n{bodies[name]}<!-- end -->\n"
        for name, (title, words, _) in PARTS.items()
        if name in bodies
    ]
    return (
        "# Benchmarks\n\nWritten by `make bench`, or a part of it by `make bench PARTS=PART`; "
        "what stands where is told in [README.md](README.md). "
        "Ratios say more than times: both sides of one ran in turns in the same minutes.\n\n"
        f"{machine()}\n" + "\n".join(parts)
    )


def _earlier() -> dict[str, str]:
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.is_file() else ""
    return dict(re.findall(r"<!-- (\w+) -->\n(.*?)<!-- end -->", text, flags=re.DOTALL))


if __name__ == "__main__":
    main()
