"""How a process of this program is set up: threads of its libraries, and how often Python looks for garbage.

A build has a process for each core, so that each does its arithmetic in one thread. Threads of linear algebra wait for
each other by spinning; the matrices of a usual study are small, so that a quarter of a build's processor time went into
waiting, and on the cores that its other processes need.

A build makes hundreds of thousands of rows, words and marks that stay to its end, and hardly any garbage that refers to
itself. To look through them after every few hundred new ones took a sixteenth of its time, and once more before the
process ends a third of a second.

Who ends it by Ctrl-C or SIGTERM reads one word, and a shell the exit code that it knows for such an end.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

ONE_FOR_ARITHMETIC = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
ONE_THREAD = {**ONE_FOR_ARITHMETIC, "POLARS_MAX_THREADS": "1"}
"""For a process that computes beside others, and reads no whole study of its own."""

NEW_BEFORE_A_LOOK = 50_000
"""So many new objects are made before Python looks among them for garbage that refers to itself."""

INTERRUPTED, TERMINATED = 130, 143
"""Exit codes of what Ctrl-C and SIGTERM ended, as shells tell them: 128 and the number of the signal."""


def one_for_arithmetic() -> None:
    """Let this process do its arithmetic in one thread, where its environment says nothing else.

    It holds for libraries that are imported later, and for processes that are started.
    """
    for name, count in ONE_FOR_ARITHMETIC.items():
        os.environ.setdefault(name, count)


def seldom_look_for_garbage() -> None:
    """Let Python look for garbage that refers to itself after many new objects instead of a few; other garbage goes at
    once."""
    gc.set_threshold(NEW_BEFORE_A_LOOK, *gc.get_threshold()[1:])


def end_without_a_look() -> None:
    """Let Python end without looking once more for garbage that refers to itself; for when nothing is left to do."""
    gc.freeze()


def say_stopped() -> None:
    """Tell who ended the process that it has ended; on a terminal over the `^C` that it shows for the keys."""
    if sys.stderr is None:
        return
    with suppress(OSError):  # nobody is there any longer
        print("\rstopped" if sys.stderr.isatty() else "stopped", file=sys.stderr, flush=True)
