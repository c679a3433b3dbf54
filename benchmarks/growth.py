"""How time and memory of one list's bootstrap grow from 10^4 to 10^7 trials, as a table and as a plot.

Every length is measured in a process of its own, so that its memory is its own.
"""

from __future__ import annotations

import io
import json
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.progress import tell
from benchmarks.timing import ratio, shown, table

LENGTHS = (10_000, 30_000, 100_000, 300_000, 579_818, 1_000_000, 3_000_000, 10_000_000)
SPEAKERS = 1_251
DRAWS = 1_000
DRAWN = 5
"""Draws that the loop is measured for; its time is multiplied."""


@dataclass(frozen=True)
class Measured:
    """One length: trials, seconds of the processor, and MiB at most, before the bootstrap and in it."""

    trials: int
    ours: float
    sort: float
    loop: float
    before: float
    most: float


def measured(lengths: tuple[int, ...] = LENGTHS) -> list[Measured]:
    """Return what each length takes."""
    found = []
    for trials in lengths:
        tell(f"growth: {trials:,} trials")
        command = [sys.executable, "-m", "benchmarks.growth", str(trials)]
        answer = subprocess.run(command, check=True, capture_output=True, text=True)
        found.append(Measured(**json.loads(answer.stdout)))
    return found


def as_table(found: list[Measured]) -> str:
    """Return the numbers as a table."""
    rows = [
        [f"{one.trials:,}", shown(one.loop), shown(one.ours), shown(one.sort), f"{one.most:,.0f} MiB",
         f"{one.most - one.before:,.0f} MiB", ratio(one.loop, one.ours)]
        for one in found
    ]  # fmt: skip
    heads = ["trials", "loop, one sort", "ours", "of that the sort", "memory of the process", "of that ours", "ratio"]
    return table(heads, rows)


def one_length(trials: int) -> Measured:
    """Measure one length here and now."""
    import numpy

    from analysis.measures import eer_draws
    from benchmarks import loops
    from benchmarks.lists import sampled
    from benchmarks.timing import medians, seconds

    of = sampled(trials, SPEAKERS, DRAWS)
    before = _most()
    ours = {
        "ours": lambda: eer_draws(of.scores, of.is_target, of.enrolled, of.counts),
        "sort": lambda: numpy.argsort(-of.scores),
    }
    taken = medians(seconds(ours, 3, warm=trials < 100_000))
    most = _most()
    plain = {"loop": lambda: loops.plain_loop(of.scores, of.is_target, loops.one_sided(of), of.counts[:DRAWN])}
    taken |= medians(seconds(plain, 1, warm=False))
    return Measured(trials, taken["ours"], taken["sort"], taken["loop"] * DRAWS / DRAWN, before, most)


def _most() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def plot(found: list[Measured], path: Path) -> None:
    """Draw time and memory over the number of trials, readable on a white page and on a dark one."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter

    from analysis.files import write_if_changed

    grey, ours, loop = "#7d8590", "#1f8fd6", "#d9822b"
    settings = {
        "svg.hashsalt": "growth", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10,
        "text.color": grey, "axes.edgecolor": grey, "axes.labelcolor": grey, "xtick.color": grey, "ytick.color": grey,
    }  # fmt: skip
    trials = [one.trials for one in found]
    with pyplot.rc_context(settings):
        figure, (left, right) = pyplot.subplots(1, 2, figsize=(9.5, 3.6), layout="constrained")
        left.plot(trials, [one.loop for one in found], "o--", color=loop)
        left.plot(trials, [one.ours for one in found], "o-", color=ours)
        left.plot(trials, [one.sort for one in found], ":", color=grey)
        for series, name, colour in (("loop", "a loop that sorts once", loop), ("ours", "eer_draws", ours),
                                     ("sort", "the sort alone", grey)):  # fmt: skip
            below = series == "sort"
            left.annotate(
                name, (trials[-4], getattr(found[-4], series)), (6, -4) if below else (-6, 6), color=colour,
                textcoords="offset points", ha="left" if below else "right", va="top" if below else "bottom",
            )  # fmt: skip
        left.set_title("1,000 draws, seconds of one processor", loc="left", fontsize=10)
        right.plot(trials, [one.most for one in found], "o-", color=ours)
        right.plot(trials, [one.before for one in found], ":", color=grey)
        right.annotate("the process at most", (trials[-3], found[-3].most), (-8, 6), color=ours,
                       textcoords="offset points", ha="right", va="bottom")  # fmt: skip
        right.annotate("of that before: Python and the list", (trials[0], found[0].before), (0, -6), color=grey,
                       textcoords="offset points", ha="left", va="top")  # fmt: skip
        right.set_title("memory", loc="left", fontsize=10)
        for axes in (left, right):
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_xlabel("trials")
            axes.grid(color=grey, alpha=0.25, linewidth=0.5)
            axes.patch.set_alpha(0)
            for side in ("top", "right"):
                axes.spines[side].set_visible(False)
        left.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,g} s"))
        right.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f} MiB"))
        right.set_ylim(min(one.before for one in found) / 2, 2 * max(one.most for one in found))
        figure.patch.set_alpha(0)
        drawn = io.BytesIO()
        figure.savefig(drawn, metadata={"Date": None, "Creator": None})
        pyplot.close(figure)
    write_if_changed(path, drawn.getvalue())


if __name__ == "__main__":
    print(json.dumps(vars(one_length(int(sys.argv[1])))))
