"""Computing what the cache lacks, begun before anybody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from analysis.cache import Cache
from analysis.work.unit import Source, Unit, Workers

Told = Callable[[Unit], None]


class Begun:
    """Units whose results the cache lacks, handed to workers; this process goes on with something else meanwhile.

    Fetch each unit's recipe after `finish`: only then is it counted as computed or reused, with its reason.
    """

    def __init__(
        self,
        units: Iterable[Unit],
        cache: Cache,
        workers: Workers,
        source: Source | None = None,
        opened: object = None,
        done: Told = lambda _unit: None,
    ) -> None:
        """Hand them out.

        Args:
            units: what will be asked for.
            cache: keeps the results; a build that is stopped finds there what was done.
            workers: compute.
            source: what the units are computed from, for other processes.
            opened: what it opens to, for this one.
            done: told of each unit when its result is there.
        """
        self._cache, self._done = cache, done
        jobs: dict[str, list[Unit]] = {}
        for unit in units:
            if cache.holds(unit.recipe):
                done(unit)
            else:
                jobs.setdefault(unit.group or unit.recipe.stage, []).append(unit)
        self._jobs = list(jobs.values())
        self._results = workers.results(self._jobs, source, opened)

    def finish(self) -> None:
        """Keep the results as they come, and compute here, too, until all are there.

        Raises:
            ReportError: a unit cannot be computed.
        """
        for place, results in self._results:
            for unit, arrays in zip(self._jobs[place], results, strict=True):
                self._cache.keep(unit.recipe, arrays)
                self._done(unit)
