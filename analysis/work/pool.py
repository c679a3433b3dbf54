"""A few processes of this machine, and this one among them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess

from analysis import threads
from analysis.errors import EngineError
from analysis.work.here import Here
from analysis.work.lanes import side_by_side
from analysis.work.unit import Computed, Job, Source, computed, computed_apart

DEATHS = 3
"""So many processes may die one after the other without a result in between before the build gives up."""

EACH = 4
"""Jobs for which it pays to start one more process: it imports the package and opens the study first."""

# Afresh and not by a fork: importing polars starts threads, and a forked copy of a process may wait forever for a lock
# that one of them held. A process that has only imported it is no exception, so that a server of forks will not do.
START = "spawn"

MASKS = hasattr(signal, "pthread_sigmask")


class Pool:
    """This process and up to `count - 1` others, which are started when there is enough to do and kept until the end.

    A process that dies costs what it was computing, which is computed again.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._executor: ProcessPoolExecutor | None = None
        self._size = 0
        self._processes: list[BaseProcess] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_raised: object) -> None:
        if kind is not None:  # nobody waits for what is still being computed
            for process in self._processes:
                process.terminate()
        self._stop()

    def results(self, jobs: Sequence[Job], source: Source | None, opened: object) -> Iterator[tuple[int, Computed]]:
        """Yield the results as they come.

        Raises:
            ReportError: that of the first job that has one.
            EngineError: processes died again and again.
        """
        others = min(self._count - 1, len(jobs) // EACH)
        if others < 1:
            yield from Here().results(jobs, source, opened)
            return
        left = dict(enumerate(jobs))
        deaths = 0
        while left:
            # What has killed a process is not tried in the one that holds the build.
            own = None if deaths else lambda job: computed(job, source, opened)
            try:
                elsewhere = partial(self._elsewhere, self._started(others), source)
                for place, found in side_by_side(left, [elsewhere] * others, own, BrokenProcessPool):
                    del left[place]
                    deaths = 0
                    yield place, found
            except BrokenProcessPool as error:
                self._stop()
                deaths += 1
                if deaths == DEATHS:
                    raise _gave_up(next(iter(left.values()))) from error

    def _started(self, size: int) -> ProcessPoolExecutor:
        if self._executor is None or self._size < size:
            self._stop()
            context = multiprocessing.get_context(START)
            self._executor, self._size = ProcessPoolExecutor(size, context, _begin), size
            before = multiprocessing.active_children()
            with _environment(threads.ONE), _deaf():
                for _ in range(size):  # each starts a process
                    self._executor.submit(int)
            self._processes = [process for process in multiprocessing.active_children() if process not in before]
        return self._executor

    @staticmethod
    def _elsewhere(executor: ProcessPoolExecutor, source: Source | None, job: Job) -> Computed:
        return executor.submit(computed_apart, job, source).result()

    def _stop(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor = None


def _begin() -> None:
    """Let a process end without a word when the build is interrupted or killed."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if MASKS:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()


@contextmanager
def _deaf() -> Iterator[None]:
    """Let Ctrl-C wait, here and in the processes that are started meanwhile, there until they begin their work.

    One that is interrupted while it still imports would say so at length.
    """
    if not MASKS:
        yield
        return
    resource_tracker.ensure_running()  # it undoes the mask when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _environment(names: dict[str, str]) -> Iterator[None]:
    """Have these variables in the environment of the processes that are started meanwhile."""
    before = {name: os.environ.get(name) for name in names}
    os.environ.update(names)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _gave_up(job: Job) -> EngineError:
    return EngineError(
        f"{DEATHS} processes died one after the other, the last one while it computed {job[0].recipe.stage} or what "
        "stands beside it",
        advice="most often memory has run out: build with --workers 1, or on a machine that has more",
    )
