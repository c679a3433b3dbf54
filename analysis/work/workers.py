"""Which workers a build has."""

from __future__ import annotations

import os
from collections.abc import Callable

from analysis.work.here import Here
from analysis.work.pool import Pool
from analysis.work.unit import Workers


def own_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers(
    count: int | None = None, scheduler: str | None = None, tell: Callable[[str], None] | None = None
) -> Workers:
    """Return who computes; enter them as a context, which ends what they started.

    Args:
        count: processes of this machine; None takes one for each core that may be used.
        scheduler: address of a Dask scheduler, such as `tcp://host:8786`, whose workers compute and nobody else.
        tell: hears what somebody who waits should know at once.

    Raises:
        EngineError: the package that talks to schedulers is not installed.
    """
    if scheduler is not None:
        from analysis.work.cluster import Cluster

        return Cluster(scheduler, tell=tell)
    count = own_cores() if count is None else count
    return Here() if count == 1 else Pool(count)
