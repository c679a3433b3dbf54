"""Is the bootstrap still as many times as fast as a plain loop as it should be: `python -m benchmarks.guard`.

A time says little on a machine that others use, too; a ratio of two that run in turns says much. Of each the best run
counts. What is asked for lies far below what is usual (benchmarks/results.md), so that only a real loss fails.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.lists import TrialScores

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

REPEATS = 7


@dataclass(frozen=True)
class Pair:
    """A plain way and ours, both for the same draws.

    name: what is compared; plain, ours: run it; times: how many times the plain one's time ours must fit in at least;
    share: of the draws those that the plain one makes, so that it does not take long.
    """

    name: str
    plain: Callable[[], object]
    ours: Callable[[], object]
    times: float
    share: float = 1.0


def pairs() -> Iterator[Pair]:
    """Return what is guarded."""
    from benchmarks.lists import crossed, sampled

    # The share of draws that a plain loop makes, and the ratios that are asked for.
    for of, drawn, once, sided, both in ((crossed(), 200, 4, 2, 3), (sampled(100_000, 200), 10, 25, 5, 10)):
        yield from _pairs_of(of, drawn, (once, sided, both))


def _pairs_of(of: TrialScores, drawn: int, times: tuple[float, float, float]) -> Iterator[Pair]:
    from analysis.measures import eer_draws, joint_eer_draws, two_sided_eer_draws
    from benchmarks import loops

    given, few, share = (of.scores, of.is_target, of.enrolled), of.counts[:drawn], drawn / len(of.counts)
    ways = {
        "one-sided": (loops.one_sided, lambda: eer_draws(*given, of.counts)),
        "two-sided": (loops.two_sided, lambda: two_sided_eer_draws(*given, of.spoken, of.counts)),
        "joint": (loops.joint, lambda: joint_eer_draws(*given, of.spoken, of.counts)),
    }
    for (name, (weights, ours)), least in zip(ways.items(), times, strict=True):
        plain = partial(loops.plain_loop, of.scores, of.is_target, weights(of), few)
        yield Pair(f"{name}, {len(of.scores):,} trials", plain, ours, least, share)


def found(pair: Pair, repeats: int = REPEATS) -> float:
    """Return how many times the plain one's time ours fits in, the best run of each."""
    from benchmarks.timing import seconds

    taken = seconds({"plain": pair.plain, "ours": pair.ours}, repeats)
    return min(taken["plain"]) / pair.share / max(min(taken["ours"]), 1e-9)


def main() -> int:
    """Print each ratio; return 1 where one is too low."""
    low = 0
    for pair in pairs():
        times = found(pair)
        if times < pair.times:  # once more, before it is called a loss
            times = max(times, found(pair, 3 * REPEATS))
        fine = times >= pair.times
        low += not fine
        print(f"{pair.name}: {times:.1f}×, at least {pair.times:g}× {'as it must be' if fine else 'IS ASKED FOR'}")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
