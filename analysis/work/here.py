"""The plainest of all workers: this process, one job after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from analysis.work.unit import Computed, Job, Source, computed


class Here:
    """Computes everything in this process."""

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_raised: object) -> None: ...

    def begin(self, modules: Sequence[str]) -> None:
        """Start nothing: this process has begun, and imports when it must."""

    def aside(self, do: Callable[..., object], *arguments: object) -> None:
        """Do nothing: there is nobody else."""

    def rest(self) -> None:
        """Do nothing: there is nobody else."""

    def results(self, jobs: Sequence[Job], source: Source | None, opened: object) -> Iterator[tuple[int, Computed]]:
        """Yield the results in the order of the jobs."""
        for place, job in enumerate(jobs):
            yield place, computed(job, source, opened)
