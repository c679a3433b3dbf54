"""Seconds of functions that are run in turns, so that a busy minute slows all of them alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping


def seconds(functions: Mapping[str, Callable[[], object]], repeats: int, warm: bool = True) -> dict[str, list[float]]:
    """Return name → seconds of the processor of each run, the functions taking turns.

    Args:
        functions: name → what to run.
        repeats: how often each is run.
        warm: run each once before, unmeasured.
    """
    if warm:
        for function in functions.values():
            function()
    taken: dict[str, list[float]] = {name: [] for name in functions}
    for _ in range(repeats):
        for name, function in functions.items():
            start = time.process_time()
            function()
            taken[name].append(time.process_time() - start)
    return taken


def medians(taken: Mapping[str, list[float]]) -> dict[str, float]:
    """Return name → median seconds."""
    return {name: statistics.median(runs) for name, runs in taken.items()}


def shown(taken: float) -> str:
    """Return seconds as a reader sees them, with three digits.

    >>> shown(0.00412), shown(1.26), shown(83.1)
    ('4.12 ms', '1.26 s', '83.1 s')
    """
    return f"{1000 * taken:.3g} ms" if taken < 1 else f"{taken:.3g} s"


def ratio(slow: float, fast: float) -> str:
    """Return how many times the fast one fits into the slow one.

    >>> ratio(1.2, 0.01), ratio(3, 2)
    ('120×', '1.5×')
    """
    times = slow / fast
    return f"{times:.0f}×" if times >= 10 else f"{times:.1f}×"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """Return a table in Markdown; a row begins with its first cell and ends with its last."""
    return "\n".join(" | ".join(cells) for cells in (heads, ["---"] * len(heads), *rows)) + "\n"
