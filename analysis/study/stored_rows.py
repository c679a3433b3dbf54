"""Rows of a long array that stay in their file until they are asked for.

They are read and not mapped: a mapped file that somebody cuts off ends the process without a word, in which a build
could say what has happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import FileIO
from pathlib import Path

import numpy

from analysis.errors import InputError

AGAIN = "run the command again once nothing writes there"


@dataclass(frozen=True)
class StoredRows:
    """A matrix in a file, row after row; of what NumPy's arrays can do it can be asked for rows.

    Attributes:
        path, name: the file, and what messages call it.
        start: where in the file the first row begins, in bytes.
        shape: (n, d).
        stored: type of the numbers in the file.
        dtype: type of the numbers that are handed out.
    """

    path: Path
    name: str
    start: int
    shape: tuple[int, int]
    stored: numpy.dtype
    dtype: numpy.dtype

    @property
    def ndim(self) -> int:
        """Return 2: rows and columns."""
        return len(self.shape)

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, rows: slice | list[int] | numpy.ndarray) -> numpy.ndarray:
        """Return these rows: numbers, a slice or a mask, as NumPy has them.

        Raises:
            InputError: the file has become shorter, or cannot be read any longer.
        """
        places = numpy.arange(len(self))[rows] if isinstance(rows, slice) else numpy.asarray(rows)
        if places.dtype == bool:
            places = numpy.flatnonzero(places)
        used, back = numpy.unique(places, return_inverse=True)
        if len(used) and not 0 <= used[0] <= used[-1] < len(self):
            raise IndexError(f"{self.name} has {len(self)} rows")
        held = numpy.empty((len(used), self.shape[1]), dtype=self.stored)
        try:
            with self.path.open("rb", buffering=0) as stream:
                self._fill(stream, used, held)
        except OSError as error:
            raise InputError(
                f"{self.name}: the file cannot be read any longer: {error.strerror or error}",
                allowed="a file that may be read", advice=AGAIN,
            ) from error  # fmt: skip
        found = held if len(used) == len(places) and (back[1:] > back[:-1]).all() else held[back]
        return found.astype(self.dtype, copy=False)

    def _fill(self, stream: FileIO, used: numpy.ndarray, held: numpy.ndarray) -> None:
        """Read rising rows, those that follow each other at once."""
        if not held.size:
            return
        width = self.shape[1] * self.stored.itemsize
        room = memoryview(held.reshape(-1).view(numpy.uint8))
        ends = numpy.append(numpy.flatnonzero(numpy.diff(used) > 1) + 1, len(used))
        starts = self.start + used[numpy.append(0, ends[:-1])] * width
        begun = 0
        for place, done in zip(starts.tolist(), (ends * width).tolist(), strict=True):
            stream.seek(place)
            while begun < done:
                more = stream.readinto(room[begun:done])
                if not more:
                    raise InputError(
                        f"{self.name}: the file was cut off while it was read",
                        allowed="one state of a study for all of its numbers", advice=AGAIN,
                    )  # fmt: skip
                begun += more
