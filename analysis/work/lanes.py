"""Jobs handed out one by one to lanes: threads that each wait for a process, and the caller's own thread."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import SimpleQueue

from analysis.work.failures import Failures
from analysis.work.unit import Computed, Job

Lane = Callable[[Job], Computed]
"""Computes a job and returns its results."""


def side_by_side(
    jobs: Mapping[int, Job], others: Sequence[Lane], own: Lane | None, lost: type[Exception]
) -> Iterator[tuple[int, Computed]]:
    """Let the other lanes begin, and return the place and the results of each job as it ends.

    A lane takes the next job when it has done its last one, so that none waits while there is something to do; with the
    longest first, none waits long at the end for another's last one. The others begin when this is called, the caller's
    own when what is returned is iterated over.

    Args:
        jobs: place → job; they are taken in the order of their places.
        others: lanes that only wait for somebody else, each in a thread.
        own: computes in the caller's thread; None leaves everything to the others.
        lost: an error that says that a worker died, and nothing about a job.

    Raises:
        Exception: while it is iterated over, `lost` at once; else that of the first failed job by place.
    """
    todo = deque(sorted(jobs))
    ended: SimpleQueue[tuple[int, Computed | BaseException] | None] = SimpleQueue()
    failures = Failures()

    def work_off(lane: Lane) -> None:
        while (place := _taken(todo)) is not None:
            if failures.matters(place):
                ended.put((place, _outcome(lane, jobs[place])))
        ended.put(None)

    for lane in others:
        threading.Thread(target=work_off, args=(lane,), daemon=True).start()

    def collected() -> Iterator[tuple[int, Computed]]:
        running = len(others)
        try:
            while running or (own and todo):
                if own and ended.empty() and (mine := _taken(todo)) is not None:
                    if not failures.matters(mine):
                        continue
                    outcome = mine, _outcome(own, jobs[mine])
                else:
                    outcome = ended.get()
                if outcome is None:
                    running -= 1
                    continue
                place, found = outcome
                if isinstance(found, lost):
                    raise found
                if isinstance(found, BaseException):
                    failures.add(place, found)
                elif failures.matters(place):
                    yield place, found
        finally:
            todo.clear()
        failures.tell()

    return collected()


def _taken(todo: deque[int]) -> int | None:
    """Return the next place; None where another thread took the last one."""
    try:
        return todo.popleft()
    except IndexError:
        return None


def _outcome(lane: Lane, job: Job) -> Computed | BaseException:
    try:
        return lane(job)
    except Exception as error:
        return error
