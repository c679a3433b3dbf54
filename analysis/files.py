"""The clone's folder, writing files so that nothing is ever half-written, and reading what identifies them."""

from __future__ import annotations

import hashlib
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from analysis.errors import EngineError, UsageError

TEMPORARY = ".part"
DAY = 86_400.0
ROOM = "check that the folder exists, is yours and has free space"


def write_if_changed(path: Path, content: str | bytes) -> bool:
    """Write `content` to `path` unless the file already holds exactly these bytes.

    The new bytes appear in one step (a temporary file beside the target, then a rename), so that a reader or a killed
    build never sees half a file. Text is written as UTF-8 with `\\n` line ends on every system.

    Returns:
        True when the file was written, False when it was already current.

    Raises:
        EngineError: the file system refused.
    """
    try:
        temporary = beside(path, content)
        if temporary is None:
            return False
        try:
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise not_written(path, error) from error
    return True


def beside(path: Path, content: str | bytes) -> Path | None:
    """Write `content` to a temporary file beside `path` and return it; None where `path` already holds these bytes.

    Raises:
        OSError: the file system refused; no rest is left.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == data:
        return None
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=TEMPORARY)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, 0o644)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def drop_left_behind(temporary: Path) -> None:
    """Take away a temporary file that is older than a day; whoever writes now may still need what is young."""
    with suppress(OSError):  # somebody else may take it away, too
        if temporary.stat().st_mtime < time.time() - DAY:
            temporary.unlink()


def refuse_closed(folder: Path) -> None:
    """See that files can be written into a folder, which is made, before long work is begun for it.

    Raises:
        EngineError: the file system refused.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise not_written(folder, error) from error


def refuse_no_folder(*places: Path) -> None:
    """See that what is to be a folder is none that cannot be: neither it nor a folder above is a file.

    Nothing is written; so a folder that may only be read is fine here.

    Raises:
        EngineError: something else stands there, or a link that leads to no folder.
    """
    for place in places:
        there = next(path for path in (place, *place.absolute().parents) if os.path.lexists(path))
        if not there.is_dir():
            raise EngineError(
                f"{there} is no folder" + (f", so that {place} can be none" if there != place else ""),
                allowed="a folder, which is made where it is absent",
                advice="name another folder, or take away what stands in its place",
            )


def not_written(path: Path, error: OSError) -> EngineError:
    """Return the error that says what the file system refused and what to do about it."""
    return EngineError(f"{path} could not be written: {error.strerror or error}", advice=ROOM)


def digest(path: Path) -> str:
    """Return the SHA-256 of a file's bytes as 64 hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def project_root() -> Path:
    """Return the clone that the command runs in: the nearest folder upwards with `_quarto.yml` and `templates/`.

    Raises:
        UsageError: there is none.
    """
    here = Path.cwd().resolve()
    for folder in (here, *here.parents):
        if (folder / "_quarto.yml").is_file() and (folder / "templates").is_dir():
            return folder
    raise UsageError(f"{here} is not inside a clone of voice-privacy-report", advice="change into the clone first")
