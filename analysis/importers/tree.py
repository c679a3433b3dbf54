"""A source of an import, seen as names and bytes: a folder, one file, or a zip archive, which is never unpacked."""

from __future__ import annotations

import os
import stat
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from analysis.errors import EngineError, InputError
from analysis.study.findings import quoted

MAX_FILES = 1_000_000
MAX_TEXT = 1 << 30
"""Bytes of one file that are read into memory at most."""

MAX_ARCHIVE = 8 << 30
"""Bytes that an archive may claim to hold, all files together."""

MAX_RATIO = 1_000
"""Times that a file of an archive may be longer than its compressed bytes; above this only a bomb is."""

SMALL = 1 << 20
"""Bytes below which the ratio says nothing."""


class NoText(InputError):
    """A file is sound, but no text that can be read: of another encoding, or too long.

    Who looks for texts may pass over it. A damaged file is another matter: its numbers would be missing in silence.
    """


@dataclass(frozen=True, eq=False)
class Tree:
    """Files by their names below one root, with `/` between folders.

    Attributes:
        shown: how messages call the source: the last part of its path, never the whole of it.
        names: all files, sorted by code point.
        is_file: whether the source was one file, which is then the only name.
    """

    shown: str
    names: tuple[str, ...]
    is_file: bool
    _open: Callable[[str], bytes] = field(repr=False)

    def __contains__(self, name: str) -> bool:
        return name in self._known

    @property
    def _known(self) -> frozenset[str]:
        known = self.__dict__.get("_cached")
        if known is None:
            known = frozenset(self.names)
            object.__setattr__(self, "_cached", known)
        return known

    def below(self, folder: str) -> tuple[str, ...]:
        """Return the names below a folder, whole, in order; all of them for the empty folder."""
        prefix = f"{folder}/" if folder else ""
        return tuple(name for name in self.names if name.startswith(prefix))

    def named(self, last: str) -> tuple[str, ...]:
        """Return the names whose last part is `last`."""
        return tuple(name for name in self.names if PurePosixPath(name).name == last)

    def place(self, name: str) -> str:
        """Return how a message calls a file of this source."""
        return self.shown if self.is_file else f"{self.shown}/{name}"

    def read_bytes(self, name: str) -> bytes:
        """Return a file's bytes.

        Raises:
            NoText: it is longer than can be read.
            InputError: it is damaged, or no ordinary file.
            EngineError: the file system refused.
        """
        return self._open(name)

    def read_text(self, name: str) -> str:
        """Return a file's text; a byte order mark is left out.

        Raises:
            NoText: it is longer than can be read, or is not UTF-8.
            InputError: it is damaged.
        """
        data = self.read_bytes(name)
        if b"\0" in data:
            raise NoText(f"{self.place(name)} holds null bytes; it is no UTF-8 text", "a text file in UTF-8")
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise NoText(
                f"{self.place(name)}, line {line}: byte {data[error.start]:#04x} is not UTF-8",
                allowed="a text file in UTF-8",
                advice="save it again as UTF-8",
            ) from error


def open_tree(source: Path) -> Tree:
    """Open a folder, a zip archive or one file.

    Raises:
        InputError: there is nothing there, or it is an archive that cannot be trusted.
        EngineError: the file system refused.
    """
    if source.is_dir():
        return _folder(source)
    if not source.is_file():
        raise InputError(f"{source} is no file and no folder", advice="name what a tool wrote: a folder, a file, a zip")
    if zipfile.is_zipfile(source) and source.suffix.lower() not in (".npz", ".parquet"):
        return _archive(source)
    if source.suffix.lower() == ".zip":
        raise InputError(f"{source.name} is no zip archive, or is cut off", advice="fetch or pack it again")
    return Tree(source.name, (source.name,), True, lambda _name: _read(source, source.name))


def _folder(root: Path) -> Tree:
    """List a folder; links are followed, since trees of recipes are full of them, but no folder is entered twice."""
    names: list[str] = []
    entered: set[tuple[int, int]] = set()

    def refused(error: OSError) -> None:
        raise EngineError(f"{error.filename} cannot be read: {error.strerror}", advice="see whether it may be read")

    for place, folders, files in os.walk(root, followlinks=True, onerror=refused):
        known = os.stat(place)
        if (known.st_dev, known.st_ino) in entered:
            folders.clear()
            continue
        entered.add((known.st_dev, known.st_ino))
        folders[:] = [name for name in folders if not name.startswith(".")]
        prefix = Path(place).relative_to(root).as_posix()
        names += [
            name if prefix == "." else f"{prefix}/{name}"
            for name in files
            if not name.startswith(".") and os.path.isfile(os.path.join(place, name))
        ]
        if len(names) > MAX_FILES:
            raise InputError(
                f"{root} holds more than {MAX_FILES:,} files", advice="name the folder that holds the results only"
            )
    shown = root.name or root.resolve().name
    return Tree(shown, tuple(sorted(names)), False, lambda name: _read(root / name, f"{shown}/{name}"))


def _read(path: Path, shown: str) -> bytes:
    try:
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            if size > MAX_TEXT:
                raise NoText(f"{shown} is longer than {MAX_TEXT:,} bytes", advice="name the results only")
            # As many bytes as are asked for are taken from the memory before the first is read.
            return stream.read(size)
    except OSError as error:
        raise EngineError(f"{shown} cannot be read: {error.strerror or error}") from error


def _archive(path: Path) -> Tree:
    """List an archive; one with a name that leads out of it, a link, a secret or a bomb in it is refused whole."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise InputError(f"{path.name} is no sound zip archive: {error}", advice="fetch or pack it again") from error
    if len(members) > MAX_FILES:
        raise InputError(f"{path.name} holds more than {MAX_FILES:,} files", advice="pack the results only")
    for member in members:
        if fault := _fault(member):
            raise InputError(
                f"{path.name}: the member {quoted(member.filename)} {fault}; nothing of the archive was read",
                allowed="ordinary files below one folder",
                advice="pack the archive again from the results only",
            )
    claimed = sum(member.file_size for member in members)
    if claimed > MAX_ARCHIVE:
        raise InputError(
            f"{path.name} claims to hold {claimed:,} bytes", allowed=f"at most {MAX_ARCHIVE:,}",
            advice="pack the results only",
        )  # fmt: skip
    by_name: dict[str, zipfile.ZipInfo] = {}
    for member in members:
        if member.filename in by_name:
            raise InputError(
                f"{path.name}: {quoted(member.filename)} stands in the archive twice", advice="pack the archive again"
            )
        by_name[member.filename] = member
    kept = {
        name: member
        for name, member in by_name.items()
        if not any(part.startswith(".") or part == "__MACOSX" for part in PurePosixPath(name).parts)
    }
    return Tree(path.name, tuple(sorted(kept)), False, lambda name: _read_member(path, kept, name))


def _fault(member: zipfile.ZipInfo) -> str:
    """Say why a member of an archive cannot be trusted; empty where it can."""
    name = member.filename
    parts = name.split("/")
    if name.startswith("/") or "\\" in name or (len(parts[0]) == 2 and parts[0].endswith(":")):
        return "has an absolute path or a backslash"
    if ".." in parts:
        return "leads out of the archive"
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        return "is a link" if kind == stat.S_IFLNK else "is no ordinary file"
    if member.flag_bits & 0x1:
        return "is encrypted"
    if member.file_size > SMALL and member.file_size > MAX_RATIO * max(1, member.compress_size):
        return f"claims {member.file_size:,} bytes in {member.compress_size:,}"
    return ""


def _read_member(path: Path, members: Mapping[str, zipfile.ZipInfo], name: str) -> bytes:
    member = members[name]
    if member.file_size > MAX_TEXT:
        raise NoText(f"{path.name}/{name} is longer than {MAX_TEXT:,} bytes", advice="pack the results only")
    try:
        with zipfile.ZipFile(path) as archive, archive.open(member) as stream:
            data = stream.read(member.file_size + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        raise InputError(f"{path.name}/{name} cannot be unpacked: {error}", advice="fetch or pack it again") from error
    if len(data) != member.file_size:
        raise InputError(f"{path.name}/{name} is longer than it claims", advice="pack the archive again")
    return data
