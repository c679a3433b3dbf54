"""A few processes of this machine, and this one among them."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from multiprocessing import resource_tracker
from multiprocessing.process import BaseProcess
from pathlib import Path

from analysis import processes
from analysis.errors import EngineError
from analysis.work import handed
from analysis.work.here import Here
from analysis.work.lanes import Lane, side_by_side
from analysis.work.unit import Computed, Job, Source, computed

DEATHS = 3
"""So many processes may die one after the other without a result in between before the build gives up."""

EACH = 4
"""Jobs for which it pays to start one more process: it imports the package and opens the study first."""

EARLY = 8
"""So many processes may be started before it is known how much there is to do."""

# Afresh and not by a fork: importing polars starts threads, and a forked copy of a process may wait forever for a lock
# that one of them held. A process that has only imported it is no exception, so that a server of forks will not do.
START = "spawn"

Started = tuple[ProcessPoolExecutor, Iterator[tuple[int, Computed]]]
"""Who computes, and the results as they come."""

MASKS = hasattr(signal, "pthread_sigmask")


class Pool:
    """This process and up to `count - 1` others, which are kept until the end.

    They are started when there is enough to do, or as soon as somebody knows that there will be.

    A process that dies costs what it was computing, which is computed again.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._executor: ProcessPoolExecutor | None = None
        self._size = 0
        self._open = 0
        self._processes: list[BaseProcess] = []

    def __enter__(self) -> Pool:
        self._folder = tempfile.TemporaryDirectory(prefix="vpreport-", ignore_cleanup_errors=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, *_raised: object) -> None:
        if kind is not None:  # nobody waits for what is still being computed
            for process in self._processes:
                process.terminate()
        self._stop()
        self._folder.cleanup()

    def begin(self, modules: Sequence[str]) -> None:
        """Start as many processes as most studies keep busy, and let each import these modules."""
        if self._count > 1:
            self._started(min(self._count - 1, EARLY), modules)

    def aside(self, do: Callable[..., object], *arguments: object) -> None:
        """Let one of the other processes do it, where some run."""
        if self._executor is not None:
            with suppress(BrokenProcessPool):  # who waits for results hears of that
                self._executor.submit(do, *arguments)

    def rest(self) -> None:
        """End the others."""
        self._stop()

    def results(self, jobs: Sequence[Job], source: Source | None, opened: object) -> Iterator[tuple[int, Computed]]:
        """Return the results as they come.

        Raises:
            ReportError: while iterating, that of the first job that has one.
            EngineError: processes died again and again.
        """
        # Those that run already cost nothing more than the study that they open.
        others = min(self._count - 1, max(len(jobs) // EACH, min(self._size, len(jobs) // 2)))
        if others < 1:
            return Here().results(jobs, source, opened)
        left = dict(enumerate(jobs))

        def own(job: Job) -> Computed:
            return computed(job, source, opened)

        def begun(own: Lane | None) -> Started:
            executor = self._started(others)
            elsewhere = partial(self._elsewhere, executor, source)
            return executor, side_by_side(left, [elsewhere] * others, own, BrokenProcessPool)

        found = begun(own)
        self._open += 1
        return self._collected(left, found, lambda: begun(None))

    def _collected(
        self, left: dict[int, Job], begun: Started, again: Callable[[], Started]
    ) -> Iterator[tuple[int, Computed]]:
        """Yield what has begun, and begin `again` without this process what is left after a death."""
        deaths = 0
        executor, results = begun
        while True:
            try:
                for place, found in results:
                    del left[place]
                    deaths = 0
                    yield place, found
                self._open -= 1
                return
            except BrokenProcessPool as error:
                # Another set of jobs may have seen the death before, and work on with new processes.
                if self._executor is executor:
                    self._stop()
                deaths += 1
                if deaths == DEATHS:
                    raise _gave_up(next(iter(left.values()))) from error
                # What has killed a process is not tried in the one that holds the build.
                executor, results = again()

    def _started(self, size: int, modules: Sequence[str] = ()) -> ProcessPoolExecutor:
        # A few processes more are not worth another start; and what is computed for another caller is not stopped.
        if self._executor is None or (size >= 2 * self._size and not self._open):
            self._stop()
            context = multiprocessing.get_context(START)
            self._executor, self._size = ProcessPoolExecutor(size, context, _begin), size
            before = multiprocessing.active_children()
            with _environment(processes.ONE_THREAD), _deaf():
                for _ in range(size):  # each starts a process
                    self._executor.submit(_import, tuple(modules))
            self._processes = [process for process in multiprocessing.active_children() if process not in before]
        return self._executor

    def _elsewhere(self, executor: ProcessPoolExecutor, source: Source | None, job: Job) -> Computed:
        return handed.taken(executor.submit(handed.compute, job, source, Path(self._folder.name)).result())

    def _stop(self) -> None:
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)
            self._executor, self._size = None, 0


def _import(modules: Sequence[str]) -> None:
    """Import modules by name. What cannot be imported is told by the job that needs it."""
    for name in modules:
        with suppress(ImportError):
            import_module(name)


def _begin() -> None:
    """Set up a process, and let it end without a word when the build is interrupted or killed."""
    processes.seldom_look_for_garbage()
    atexit.register(os._exit, 0)  # to take down the libraries one by one takes a third of a second
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
