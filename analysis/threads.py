"""How many threads the libraries of a process may start: one for arithmetic, since a build has a process for each core.

Threads of linear algebra wait for each other by spinning. The matrices of a usual study are small, so that a quarter of
a build's processor time went into waiting, and on the cores that its other processes need.
"""

from __future__ import annotations

import os

ONE_FOR_ARITHMETIC = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
ONE = {**ONE_FOR_ARITHMETIC, "POLARS_MAX_THREADS": "1"}
"""For a process that computes beside others, and reads no whole study of its own."""


def one_for_arithmetic() -> None:
    """Let this process do its arithmetic in one thread, where its environment says nothing else.

    It holds for libraries that are imported later, and for processes that are started.
    """
    for name, count in ONE_FOR_ARITHMETIC.items():
        os.environ.setdefault(name, count)
