"""The files of a report replaced together, so that nobody takes a mixture of two builds for a report.

Everything is written beside the old files first, where a full disk or a killed process leaves the old report as it was.
Then the new files take their places, which needs no room and little time. While they do so a mark stands in the folder:
who finds it there later knows that a build was cut off in these moments, and that another build mends it. Two builds
wait for each other. Who reads the files looks before and after how they stand, and sees whether a build came between.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from analysis.errors import EngineError, InputError, ReportError
from analysis.files import TEMPORARY, beside, not_written

try:
    import fcntl
except ImportError:  # Windows: two builds at once are not kept apart there
    fcntl = None  # type: ignore[assignment]

UNFINISHED = ".unfinished"
AGAIN = "run `vpreport build` again, which mends it"
LEVELS = ("*", "*/*", "*/*/*")
"""Where the files of a report stand: beside the summary, in a study's folder, and in a folder of that."""
Standing = frozenset[tuple[str, int, int, int]]


def replace_together(folder: Path, files: Mapping[str, str], gone: Sequence[str]) -> tuple[list[str], list[str]]:
    """Bring a folder to hold these files, and take others away.

    Args:
        folder: made if it is absent.
        files: path below it → content; a file that already holds it is left alone.
        gone: paths below it that are taken away, in this order, with folders that become empty.

    Returns:
        The paths that were written, and those that were taken away.

    Raises:
        EngineError: the file system refused. Before the first file was replaced nothing has changed; later the mark
            stays, and the message says so.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(folder, error) from error
    with _alone(folder):
        _sweep(folder, files)
        waiting: dict[str, Path] = {}
        try:
            for name, content in sorted(files.items()):
                try:
                    temporary = beside(folder / name, content)
                except OSError as error:
                    raise not_written(folder / name, error) from error
                if temporary is not None:
                    waiting[name] = temporary
            if waiting or gone or (folder / UNFINISHED).exists():
                _commit(folder, waiting, gone)
        finally:
            for temporary in waiting.values():
                with suppress(OSError):  # what went wrong before is what is to be told
                    temporary.unlink(missing_ok=True)
        return sorted(waiting), list(gone)


def is_unfinished(folder: Path) -> bool:
    """Say whether a build was cut off while its files took their places."""
    return (folder / UNFINISHED).exists()


def standing(folder: Path) -> Standing:
    """Return path, inode, bytes and time (ns) of every file of a report, which differ when a build has replaced one.

    Hidden files are none of it: what waits beside the report for its place has changed nothing yet.

    Raises:
        EngineError: the file system refused.
    """
    found = set()
    try:
        for path in (path for level in LEVELS for path in folder.glob(level)):
            if not path.name.startswith("."):
                with suppress(FileNotFoundError):  # taken away since it was listed
                    seen = path.stat()
                    if stat.S_ISREG(seen.st_mode):
                        found.add((str(path), seen.st_ino, seen.st_size, seen.st_mtime_ns))
    except OSError as error:
        raise EngineError(f"{folder} could not be read: {error.strerror or error}") from error
    return frozenset(found)


@contextmanager
def unreplaced(folder: Path) -> Iterator[None]:
    """See that what is read of a report is all of one build.

    What went wrong because a build replaced a file, or took it away, is told as that.

    Raises:
        InputError: a build has replaced files meanwhile, or is about to.
        EngineError: the file system refused.
    """
    before = standing(folder)
    try:
        yield
    except (OSError, ValueError, ReportError) as error:
        _refuse_replaced(folder, before, error)
        raise
    _refuse_replaced(folder, before)


def _refuse_replaced(folder: Path, before: Standing, cause: Exception | None = None) -> None:
    if standing(folder) != before or is_unfinished(folder):
        raise InputError(
            f"{folder}: the report was written anew while it was rendered",
            advice="run `vpreport render` again when the build is over; nothing was written",
        ) from cause


def _commit(folder: Path, waiting: Mapping[str, Path], gone: Sequence[str]) -> None:
    mark = folder / UNFINISHED
    try:
        mark.touch()
    except OSError as error:
        raise not_written(mark, error) from error
    at = folder
    try:
        for name, temporary in sorted(waiting.items()):
            at = folder / name
            os.replace(temporary, at)
        for name in gone:
            at = folder / name
            at.unlink(missing_ok=True)
            for above in list(at.parents)[:2]:
                if above != folder and above.is_dir() and not any(above.iterdir()):
                    above.rmdir()
        at = mark
        mark.unlink()
    except OSError as error:
        raise EngineError(
            f"{at} could not be replaced or removed: {error.strerror or error}; {folder} holds files of two builds",
            advice=f"check that the folder and what is in it are yours, then {AGAIN}",
        ) from error


def _sweep(folder: Path, files: Mapping[str, str]) -> None:
    """Take away what a killed build left beside the files; nobody else writes here now."""
    known = {folder / name for name in files}
    for place in {path.parent for path in known}:
        for path in place.glob(f".*{TEMPORARY}"):
            written_for = path.name.removesuffix(TEMPORARY).rpartition(".")[0].removeprefix(".")
            if place / written_for in known:
                with suppress(OSError):
                    path.unlink()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other build writes into the folder. A killed one lets go by itself."""
    if fcntl is None:
        yield
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise not_written(folder, error) from error
    try:
        with suppress(OSError):  # some network file systems know no locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
