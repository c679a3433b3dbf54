"""Pages and PDFs that an earlier render made, kept under a hash of everything that they were made from.

An entry appears in one step, so that two renders may share the folder; one that is damaged is not there. What has not
been used for longest goes when the folder has grown too large, but nothing that the present render used.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from analysis.errors import EngineError
from analysis.files import TEMPORARY, drop_left_behind, write_if_changed

ROOM = 256 * 2**20
"""Bytes that the folder may hold, about ten renders of a large report."""
_DIGEST = hashlib.sha256().digest_size
_OURS = re.compile(r"([0-9a-f]{2})/(\.)?\1[0-9a-f]{62}(?(2)\..+" + re.escape(TEMPORARY) + ")")
"""An entry, and what a killed render leaves of one."""


def key_of(*parts: bytes | str) -> str:
    """Return the hash of some texts; where one ends and the next begins takes part."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(b"%d:" % len(data) + data)
    return total.hexdigest()


@dataclass
class Kept:
    """A folder of outputs.

    Attributes:
        folder: where they are; None keeps nothing.
        made: how many were made in this run; reused: how many were there.
    """

    folder: Path | None
    made: int = 0
    reused: int = 0
    _used: set[str] = field(default_factory=set, repr=False)

    def fetch(self, key: str, make: Callable[[], bytes]) -> bytes:
        """Return the output of this key: the one that is kept, or what `make` returns, which is kept from now on."""
        if self.folder is None:
            self.made += 1
            return make()
        path = self.folder / key[:2] / key
        self._used.add(key)
        found = _read(path)
        if found is not None:
            self.reused += 1
            return found
        content = make()
        with suppress(EngineError):  # no room, or not ours to write: the page is there all the same
            write_if_changed(path, hashlib.sha256(content).digest() + content)
        self.made += 1
        return content

    def sweep(self, room: int = ROOM) -> None:
        """Take away what has not been used for longest, until the rest has room, and what a killed render left."""
        if self.folder is None:
            return
        entries = []
        for path in self.folder.glob("*/*"):
            if not _OURS.fullmatch(f"{path.parent.name}/{path.name}"):
                continue  # the folder that was named for the cache may hold files of others
            if path.name.endswith(TEMPORARY):
                drop_left_behind(path)
                continue
            with suppress(OSError):  # another render sweeps, too
                seen = path.stat()
                entries.append((seen.st_mtime, seen.st_size, path))
        held = 0
        for _, size, path in sorted(entries, reverse=True):
            held += size
            if held > room and path.name not in self._used:
                with suppress(OSError):
                    path.unlink()


def _read(path: Path) -> bytes | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
        return None
    with suppress(OSError):
        os.utime(path)  # used today
    return content[_DIGEST:]
