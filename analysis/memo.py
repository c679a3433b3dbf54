"""Whole builds remembered, so that one in which nothing changed computes nothing and answers at once.

A remembered build is known by everything that a build can see: the names, kinds and bytes of all files below the
studies' folders, those of this package and of the templates, the lock file, the settings of the command line, and the
Pandoc, the Khmer face, the Python and the packages that are installed. No time of a file takes part, so that what is
replaced within a second, or restored with its old time, is seen. What is asked for is taken down before and after a
build, and the build is remembered only where both agree: a file that changed meanwhile is not passed off as computed.

A file of the cache folder holds data only, and of what is damaged, or names files that no build writes, nothing is
taken. The newest builds are kept, few of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import analysis
from analysis.built import Build, shown_folder
from analysis.errors import ReportError
from analysis.files import digest, write_if_changed
from analysis.overrides import NO_OVERRIDES, Overrides
from analysis.pages.engines.pandoc import version as pandoc_version
from analysis.pages.figures.style import khmer_font
from analysis.versions import LOCK

SCHEME = 1
KEPT = 8
"""So many builds are remembered in a cache folder; the one that was asked for last longest ago goes first."""
MOST_INPUT = 2 * 2**30
"""Bytes. To read more than this only to know that nothing changed takes longer than to look at what a build reads."""
MOST_FILES = 50_000
MOST_REPORT = 2**30
"""Bytes of a remembered report; no damaged file makes a build take more memory than this."""

BYTE_CODE = "__pycache__"
DIGEST = hashlib.sha256().digest_size
OURS = re.compile(r"\.?[0-9a-f]{64}\.build(\..+\.part)?")
"""Names of remembered builds, and of what a killed build leaves of one; a cache folder may hold files of others."""


class TooLarge(Exception):
    """What a build could see is too much to be read only to know whether it changed."""


@dataclass(frozen=True)
class Asked:
    """What somebody asks of a build.

    Attributes:
        root: the clone; folders: the studies.
        overrides: settings of the command line; partial: whether to go on after errors.
    """

    root: Path
    folders: Sequence[Path]
    overrides: Overrides = NO_OVERRIDES
    partial: bool = False

    def key(self) -> str | None:
        """Return a hash over everything that a build can see; None where that cannot be read, or is too much."""
        total = hashlib.sha256()
        try:
            for line in self._seen():
                total.update(repr(line).encode() + b"\n")
        except (OSError, ReportError, TooLarge):
            return None
        return total.hexdigest()

    def _seen(self) -> Iterator[tuple[str, ...]]:
        yield "scheme", str(SCHEME), sys.version, sys.platform, platform.machine()
        yield "setting", repr(self.overrides), repr(self.partial)
        yield "pandoc", pandoc_version()
        face = khmer_font()
        yield "face", "" if face is None else digest(face)
        yield from (("package", name) for name in installed())
        lock = self.root / LOCK
        yield "lock", digest(lock) if lock.is_file() else ""
        allowance = Allowance()
        for name, folder in (("code", Path(analysis.__file__).parent), ("templates", self.root / "templates")):
            found = contents(folder, allowance)
            yield from ((name, path, what) for path, what in found if BYTE_CODE not in path.split("/"))
        for folder in sorted(self.folders, key=lambda path: path.resolve().name):
            yield "study", folder.resolve().name, shown_folder(self.root, folder)
            yield from (("file", *found) for found in contents(folder, allowance))


def installed() -> list[str]:
    """Return name and version of every installed package, as the folders of their metadata spell them."""
    found = set()
    for place in sys.path:
        with suppress(OSError):
            found |= {name for name in os.listdir(place or ".") if name.endswith((".dist-info", ".egg-info"))}
    return sorted(found)


class Allowance:
    """How much may still be read: of files, and of bytes."""

    def __init__(self) -> None:
        self.files, self.size = MOST_FILES, MOST_INPUT

    def take(self, size: int) -> None:
        """Take a file of `size` bytes from it.

        Raises:
            TooLarge: it is used up.
        """
        self.files -= 1
        self.size -= size
        if self.files < 0 or self.size < 0:
            raise TooLarge


def contents(folder: Path, allowance: Allowance | None = None) -> Iterator[tuple[str, str]]:
    """Return everything below a folder by name: (path, what it is), a file with the SHA-256 of its bytes.

    Links are followed, and told from what they lead to; a folder that lies in itself is not entered again. What is
    neither file nor folder, such as a pipe, is named and not opened.

    Raises:
        OSError: something cannot be read. TooLarge: it is too much.
    """
    found = list(_walk(Path(os.path.realpath(folder)), "", frozenset(), allowance or Allowance()))
    for name, kind, file in found:
        yield name, kind if file is None else f"{kind}{digest(file)}"


def _walk(
    folder: Path, prefix: str, above: frozenset[str], allowance: Allowance
) -> Iterator[tuple[str, str, Path | None]]:
    """Return name and kind of everything below a folder, and of a file where it is.

    What it finds is taken from the allowance at once: links can make one folder appear in more places than can be
    walked.
    """
    real = os.path.realpath(folder)
    if real in above:
        yield prefix, "a folder above", None
        return
    with os.scandir(folder) as listed:
        found = sorted(listed, key=lambda entry: entry.name)
    for entry in found:
        name = f"{prefix}{entry.name}"
        link = "link to " if entry.is_symlink() else ""
        is_file = entry.is_file()
        allowance.take(entry.stat().st_size if is_file else 0)
        if entry.is_dir():
            yield name, f"{link}folder", None
            if entry.name != BYTE_CODE:
                yield from _walk(Path(entry.path), f"{name}/", above | {real}, allowance)
        else:
            yield name, link if is_file else f"{link}nothing to read", Path(entry.path) if is_file else None


def remembered(cache: Path, asked: Asked, compute: Callable[[], Build]) -> Build:
    """Return the build that is asked for: an earlier one's where nothing has changed, else a new one, remembered."""
    before = asked.key()
    if before is not None:
        made = _recall(_place(cache, before), {folder.resolve().name for folder in asked.folders})
        if made is not None:
            with suppress(ReportError):
                write_if_changed(cache / "log.txt", "reused\tthe report of an earlier build\n")
            return made
    made = compute()
    if before is not None and before == asked.key():
        _keep(_place(cache, before), made)
    return made


def _place(cache: Path, key: str) -> Path:
    return cache / "builds" / f"{key}.build"


def _keep(path: Path, made: Build) -> None:
    """Remember a build; a cache that has no room or may not be written to remembers nothing."""
    told = {
        "files": made.files,
        "results": len(made.computed) + made.reused,
        "warnings": made.warnings,
        "left_out": made.left_out,
        "partial": made.partial,
    }
    packed = zlib.compress(json.dumps(told, ensure_ascii=False).encode(), 1)
    with suppress(ReportError, OSError, UnicodeEncodeError):
        write_if_changed(path, hashlib.sha256(packed).digest() + packed)
        ours = [file for file in path.parent.iterdir() if OURS.fullmatch(file.name) and file.is_file()]
        for file in sorted(ours, key=_age, reverse=True)[KEPT:]:
            file.unlink(missing_ok=True)


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:  # another build took it away
        return 0.0


def _recall(path: Path, studies: set[str]) -> Build | None:
    """Return a remembered build; None where there is none, or not all of it is as a build leaves it."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_REPORT:
            return None
        content = path.read_bytes()
        if hashlib.sha256(content[DIGEST:]).digest() != content[:DIGEST]:
            return None
        unpack = zlib.decompressobj()
        text = unpack.decompress(content[DIGEST:], MOST_REPORT)
        if unpack.unconsumed_tail or not unpack.eof:
            return None
        told = json.loads(text)
        made = _checked(told, studies)
        os.utime(path)
    except (OSError, ValueError, RecursionError, zlib.error):
        return None
    return made


def _checked(told: object, studies: set[str]) -> Build:
    """Return the build that a file tells of.

    Raises:
        ValueError: it is none that this program could have made.
    """
    if not isinstance(told, dict) or told.keys() != {"files", "results", "warnings", "left_out", "partial"}:
        raise ValueError("not a build")
    files, results = told["files"], told["results"]
    if not isinstance(files, dict) or not files or not all(_is_ours(name, studies) for name in files):
        raise ValueError("files outside the report")
    for content in files.values():
        _text(content)
    if type(results) is not int or results < 0:
        raise ValueError("not a number of results")
    lines = [[_line(line) for line in _list(told[name])] for name in ("warnings", "left_out", "partial")]
    return Build(files, [], results, *lines, remembered=True)


def _is_ours(name: str, studies: set[str]) -> bool:
    """Say whether a path stays in the report: at its top, or in a study's folder or the figures there."""
    *folders, last = name.split("/")
    plain = last and not last.startswith(".") and not set(name) & set("\\:\0")
    return bool(plain) and (not folders or (folders[0] in studies and folders[1:] in ([], ["figures"])))


def _list(lines: object) -> list[object]:
    if not isinstance(lines, list):
        raise ValueError("not a list of lines")
    return lines


def _line(line: object) -> str:
    """Return a line for the console, which holds no sign that steers it."""
    if not all(part.isprintable() for part in _text(line).split("\n")):
        raise ValueError("not a line of words")
    return str(line)


def _text(text: object) -> str:
    if not isinstance(text, str):
        raise ValueError("not a text")
    text.encode()  # UnicodeEncodeError, a ValueError, where it is none
    return text
