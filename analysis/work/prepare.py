"""Computing what the cache lacks, before anybody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from analysis.cache import Cache
from analysis.work.unit import Source, Unit, Workers


def prepare(
    units: Iterable[Unit],
    cache: Cache,
    workers: Workers,
    source: Source | None = None,
    opened: object = None,
    done: Callable[[Unit], None] = lambda _unit: None,
) -> None:
    """Let workers compute every unit whose result is not in the cache, and keep each result as it comes.

    Fetch each unit's recipe afterwards: only then is it counted as computed or reused, with its reason.

    Args:
        units: what will be asked for.
        cache: keeps the results; a build that is stopped finds there what was done.
        workers: compute.
        source: what the units are computed from, for other processes.
        opened: what it opens to, for this one.
        done: told of each unit when its result is there.

    Raises:
        ReportError: a unit cannot be computed.
    """
    jobs: dict[str, list[Unit]] = {}
    for unit in units:
        if cache.holds(unit.recipe):
            done(unit)
        else:
            jobs.setdefault(unit.group or unit.recipe.stage, []).append(unit)
    ordered = list(jobs.values())
    for place, results in workers.results(ordered, source, opened):
        for unit, arrays in zip(ordered[place], results, strict=True):
            cache.keep(unit.recipe, arrays)
            done(unit)
