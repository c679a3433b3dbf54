"""A unit of work and what it is computed from, both small enough to be sent to another process or machine."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy

from analysis.cache import Arrays, Recipe, plain
from analysis.errors import InputError
from analysis.files import digest

Computed = list[dict[str, numpy.ndarray]]
"""The results of a job, one for each of its units."""


class Source(Protocol):
    """What units are computed from, by reference: a folder of files, and how it is opened. Hashable, and picklable.

    Attributes:
        folder: where the files are, as an absolute path.
        digests: file below the folder → SHA-256, as pairs, of every file that numbers rest on.
    """

    @property
    def folder(self) -> Path: ...  # noqa: D102

    @property
    def digests(self) -> tuple[tuple[str, str], ...]: ...  # noqa: D102

    def files(self) -> list[str]:
        """Return the files that another machine needs to open it."""
        ...

    def open(self, folder: Path) -> object:
        """Return what a unit's function gets as its first argument, read from `folder`.

        Raises:
            InputError: a file is no longer the one that the digests were taken of.
        """
        ...


@dataclass(frozen=True)
class Unit:
    """One heavy result that can be computed anywhere.

    Attributes:
        recipe: what it is made of; names it, and is its key in the cache.
        compute: a function of a module; gets what the source opens to, where there is a source, then `arguments`.
        arguments: small and picklable: ids and numbers, no arrays.
        group: units of one group are computed by one process one after the other, because they share something that is
            costly to make, such as the scores of an attack. Without one, each is on its own.
    """

    recipe: Recipe
    compute: Callable[..., Arrays]
    arguments: tuple[object, ...] = ()
    group: str = ""


Job = Sequence[Unit]
"""Units that one process computes one after the other."""


class Workers(AbstractContextManager, Protocol):
    """Whoever computes jobs."""

    def begin(self, modules: Sequence[str]) -> None:
        """Start what takes a while to start, because there will be enough to do.

        Args:
            modules: names of modules that the jobs will need, for processes that can import them meanwhile.
        """
        ...

    def aside(self, do: Callable[..., object], *arguments: object) -> None:
        """Let another process of this machine do, as soon as it has a moment, what only saves time.

        Where there is none, it is not done; nobody waits for it, hears of its errors or has what it returns.
        """
        ...

    def rest(self) -> None:
        """End other processes of this machine; what is handed out later starts anew.

        For when the results of all that was handed out are there, and something else needs the memory.
        """
        ...

    def results(self, jobs: Sequence[Job], source: Source | None, opened: object) -> Iterator[tuple[int, Computed]]:
        """Return the place of each job in `jobs` and its results, in whatever order they come.

        Other processes begin at once; this one computes only while it iterates over what is returned. It must do so to
        the end, or stop with an error.

        Args:
            jobs: what is to be computed.
            source: what it is computed from, for another process; None where it is computed from arguments alone.
            opened: what the source opens to, for this process.

        Raises:
            ReportError: while iterating, that of the first of the jobs that has one, whichever came first.
            EngineError: workers died again and again, or cannot be reached.
        """
        ...


def computed(job: Job, source: Source | None, opened: object) -> Computed:
    """Compute the units of a job in this process."""
    first = () if source is None else (opened,)
    return [plain(unit.compute(*first, *unit.arguments)) for unit in job]


def computed_apart(job: Job, source: Source | None) -> Computed:
    """Compute the units of a job in a process that has nothing opened yet, and sees the source's folder.

    Raises:
        InputError: a file is no longer the one that the digests were taken of.
    """
    return computed_in(job, source, None if source is None else source.folder)


def computed_in(job: Job, source: Source | None, folder: Path | None) -> Computed:
    """Compute the units of a job from the files of a source that are in `folder`.

    Raises:
        InputError: a file is no longer the one that the digests were taken of.
    """
    if source is None or folder is None:
        return computed(job, None, None)
    opened = _opened(source, folder)
    for file, expected in sorted({pair for unit in job for pair in unit.recipe.inputs.items()}):
        refuse_other_file(folder, file, expected)
    return computed(job, source, opened)


_lock = threading.Lock()
_latest: list[tuple[Source, Path, object]] = []


def _opened(source: Source, folder: Path) -> object:
    """Open a source once a process; only the last one is kept."""
    with _lock:  # a worker of a cluster can have threads
        if not _latest or _latest[0][:2] != (source, folder):
            _latest[:] = [(source, folder, source.open(folder))]
        return _latest[0][2]


def refuse_other_file(folder: Path, file: str, expected: str) -> None:
    """Refuse a file that is not the one whose digest the build began with.

    Raises:
        InputError: it is another, or gone.
    """
    path = folder / file
    try:
        stat = path.stat()
        same = _digest(path, stat.st_size, stat.st_mtime_ns) == expected
    except OSError:
        same = False
    if not same:
        raise InputError(
            f"{file} is no longer the file that the build began with, or another one where it is computed",
            allowed="one study for all processes and machines of a build",
            advice="build again once nothing writes there; on a cluster, see that all machines have the same files",
        )


@lru_cache(maxsize=1024)
def _digest(path: Path, _size: int, _changed: int) -> str:
    return digest(path)
