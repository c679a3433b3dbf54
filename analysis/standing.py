"""Whether files stand still while they are read, digested and computed from.

A result is kept under the digest of its inputs, and lists are read before their digest is taken, heavy files after it.
A file that is replaced in between would leave the numbers of one state under the digest of another, for every later
build to find.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from analysis.errors import InputError

MOST = 200_000
"""Files and folders that are looked at; links can make one folder appear in more places than can be walked."""


class Standing:
    """The files below a folder as they stand when this is made."""

    def __init__(self, folder: Path) -> None:
        """Look at them; nothing is opened."""
        self._folder = folder
        self._stamps: dict[str, tuple[int, ...] | None] = {}
        seen = 0
        for place, _, names in os.walk(folder, followlinks=True):
            seen += 1 + len(names)
            if seen > MOST:
                break
            below = os.path.relpath(place, folder)
            for name in names:
                file = name if below == "." else f"{below}/{name}".replace(os.sep, "/")
                self._stamps[file] = _stamp(folder / file)

    def refuse_moved(self, files: Iterable[str]) -> None:
        """Refuse files that have been written or replaced since, even by the same bytes.

        Raises:
            InputError: one of them has; the message names the first.
        """
        for file in files:
            if file in self._stamps and self._stamps[file] != _stamp(self._folder / file):
                raise InputError(
                    f"{file} was changed while it was read",
                    allowed="one state of a study for all of its numbers",
                    advice="run the command again once nothing writes there",
                )


def _stamp(path: Path) -> tuple[int, ...] | None:
    """Return what no change of a file leaves as it was: its last change of any kind cannot be set back."""
    try:
        seen = path.stat()
    except OSError:
        return None
    return seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns
