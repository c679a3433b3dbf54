"""Speaker embeddings: one `.npz` a system with the arrays `utt_id` and `emb`, checked before any of it is used."""

from __future__ import annotations

import math
import struct
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy
from numpy.lib import format as npy

from analysis.errors import InputError
from analysis.study.findings import named, quoted

MAX_BYTES = 8 * 2**30
"""Largest array that is read; a file that claims more is refused before memory is asked for."""

MAX_HEADER = 10_000

REMEDY = 'save it with numpy.savez(path, utt_id=numpy.array(ids, dtype="str"), emb=numpy.array(rows, dtype="float32"))'
LAYOUT = "two arrays: utt_id (n texts) and emb (n × d numbers; float16, float32 or float64)"


@dataclass(frozen=True, eq=False)
class Embeddings:
    """The vectors of one file.

    Attributes:
        ids: n utterance ids, each once, in the order of the file.
        vectors: (n, d), float32 for files in half or single precision, float64 for double; as stored, not normalised.
        stored: the type of number in the file: `float16`, `float32` or `float64`.
        file: where they come from, for messages.
    """

    ids: tuple[str, ...]
    vectors: numpy.ndarray = field(repr=False)
    stored: str = "float32"
    file: str = ""

    @cached_property
    def _row(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self.ids)}

    @property
    def dimension(self) -> int:
        """Return d, the number of components of a vector."""
        return int(self.vectors.shape[1])

    def __contains__(self, utterance: object) -> bool:
        return utterance in self._row

    def __len__(self) -> int:
        return len(self.ids)

    def missing(self, utterances: Sequence[str]) -> list[str]:
        """Return those of the utterances that have no vector here, in the order given."""
        return [utterance for utterance in utterances if utterance not in self._row]

    def rows(self, utterances: Sequence[str]) -> numpy.ndarray:
        """Return the vectors of these utterances, (len(utterances), d) float64, in the order given.

        Raises:
            InputError: an utterance has no vector here.
        """
        absent = self.missing(utterances)
        if absent:
            raise InputError(
                f"{self.file}: no embedding for {named(absent)}; "
                f"{len(utterances) - len(absent)} of {len(utterances)} utterances have one",
                advice="add the missing vectors",
            )
        return self.vectors[[self._row[utterance] for utterance in utterances]].astype(numpy.float64)

    def norms(self) -> numpy.ndarray:
        """Return the lengths of the vectors, (n,) float64."""
        return numpy.linalg.norm(self.vectors.astype(numpy.float64), axis=1)


def read_embeddings(path: Path, file: str = "", sound_only: bool = False) -> Embeddings:
    """Read one file of embeddings.

    Rows may stand in any order. The file is never unpickled. Shapes are held against the size of the file before
    memory is asked for, so that neither a damaged nor a crafted file can exhaust it.

    Args:
        path: the `.npz` file.
        file: its name in messages; the file name where empty.
        sound_only: leave out utterances that stand twice and vectors that cannot be used, instead of refusing the file.

    Raises:
        InputError: the file is no zip archive, cut off, without one of the two arrays, an array is of another type or
            shape, an utterance stands twice, or a vector holds NaN, is infinite or all zero.
    """
    name = file or path.name
    try:
        with zipfile.ZipFile(path) as archive:
            ids = _texts(_array(archive, "utt_id", name), name)
            vectors = _vectors(_array(archive, "emb", name), name)
    except (
        zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error, OverflowError
    ) as error:  # fmt: skip
        raise InputError(
            f"{name} is no sound .npz file: {error}", allowed=LAYOUT, advice="copy or write it again; it may be cut off"
        ) from error
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror or error}") from error
    if len(ids) != len(vectors):
        raise InputError(f"{name}: {len(ids)} utterance ids but {len(vectors)} vectors", allowed="one vector an id")
    double = _double_ids(ids)
    faults = _unusable(vectors)
    if sound_only:
        bad = numpy.any([*faults.values(), [utterance in double for utterance in ids]], axis=0)
        ids, vectors = [utterance for utterance, is_bad in zip(ids, bad, strict=True) if not is_bad], vectors[~bad]
    else:
        _refuse_double_ids(double, name)
        _refuse_unusable_vectors(ids, faults, name)
    stored = str(vectors.dtype)
    if vectors.dtype != numpy.float64:
        vectors = vectors.astype(numpy.float32)
    vectors.flags.writeable = False
    return Embeddings(tuple(ids), vectors, stored, name)


def _array(archive: zipfile.ZipFile, key: str, name: str) -> numpy.ndarray:
    """Read one array of the archive after holding its header against its size."""
    members = {member.filename: member for member in archive.infolist()}
    member = members.get(f"{key}.npy")
    if member is None:
        raise InputError(
            f"{name} has no array {quoted(key)}; it has {named(sorted(n.removesuffix('.npy') for n in members), 10)}",
            allowed=LAYOUT,
            advice=REMEDY,
        )
    if member.file_size > MAX_BYTES:
        raise InputError(
            f"{name}: {key} claims {member.file_size:,} bytes", allowed=f"at most {MAX_BYTES:,} bytes", advice=REMEDY
        )
    with archive.open(member) as stream:
        shape, dtype = _header(stream, key, name)
        start = stream.tell()
    if dtype.hasobject:
        raise InputError(
            f"{name}: {key} is an object array, which could run code when opened", allowed=LAYOUT, advice=REMEDY
        )
    # Python's own integers: a crafted shape must not wrap round.
    claimed = math.prod(int(length) for length in shape) * dtype.itemsize
    if claimed != member.file_size - start:
        raise InputError(
            f"{name}: {key} claims {' × '.join(map(str, shape)) or 'one'} values ({claimed:,} bytes) but holds "
            f"{member.file_size - start:,} bytes",
            advice="write the file again; it is cut off or damaged",
        )
    with archive.open(member) as stream:
        try:
            return npy.read_array(stream, allow_pickle=False, max_header_size=MAX_HEADER)
        except (ValueError, TypeError, MemoryError) as error:
            raise InputError(f"{name}: {key} cannot be read: {error}", allowed=LAYOUT, advice=REMEDY) from error


def _header(stream: zipfile.ZipExtFile, key: str, name: str) -> tuple[tuple[int, ...], numpy.dtype]:
    try:
        version = npy.read_magic(stream)
        if version == (1, 0):
            shape, _, dtype = npy.read_array_header_1_0(stream, max_header_size=MAX_HEADER)
        else:
            shape, _, dtype = npy.read_array_header_2_0(stream, max_header_size=MAX_HEADER)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
        raise InputError(f"{name}: {key} is no NumPy array: {error}", allowed=LAYOUT, advice=REMEDY) from error
    if any(length < 0 for length in shape):
        raise InputError(f"{name}: {key} has the shape {shape}", allowed=LAYOUT, advice=REMEDY)
    return shape, dtype


def _texts(ids: numpy.ndarray, name: str) -> list[str]:
    if ids.ndim != 1:
        raise InputError(f"{name}: utt_id has the shape {ids.shape}", allowed=LAYOUT, advice=REMEDY)
    if ids.dtype.kind == "S":
        try:
            return [text.decode("utf-8") for text in ids.tolist()]
        except UnicodeDecodeError as error:
            raise InputError(f"{name}: utt_id holds bytes that are not UTF-8", LAYOUT, REMEDY) from error
    if ids.dtype.kind != "U":
        # Numbers have lost their leading zeros: 0012 and 12 would be one utterance.
        raise InputError(f"{name}: utt_id holds {ids.dtype} values", allowed="ids as texts", advice=REMEDY)
    try:
        return ids.tolist()
    except (ValueError, UnicodeError) as error:
        raise InputError(f"{name}: utt_id holds signs that are not Unicode", LAYOUT, REMEDY) from error


def _vectors(vectors: numpy.ndarray, name: str) -> numpy.ndarray:
    if vectors.dtype.kind != "f" or vectors.dtype.itemsize not in (2, 4, 8):
        raise InputError(
            f"{name}: emb holds {vectors.dtype} values", allowed="float16, float32 or float64", advice=REMEDY
        )
    if vectors.ndim != 2 or vectors.shape[1] == 0:
        raise InputError(f"{name}: emb has the shape {vectors.shape}", allowed=LAYOUT, advice=REMEDY)
    return numpy.ascontiguousarray(vectors, dtype=vectors.dtype.newbyteorder("="))


def _double_ids(ids: list[str]) -> set[str]:
    seen: set[str] = set()
    return {utterance for utterance in ids if utterance in seen or seen.add(utterance)}


def _refuse_double_ids(double: set[str], name: str) -> None:
    if double:
        raise InputError(
            f"{name}: {named(sorted(double))} stand{'s' if len(double) == 1 else ''} more than once in utt_id",
            allowed="each utterance once",
            advice="keep the vector that is meant",
        )


def _unusable(vectors: numpy.ndarray) -> dict[str, numpy.ndarray]:
    """Return what is wrong with vectors, in words → which of them, (n,) bool; a vector stands under one fault."""
    finite = numpy.isfinite(vectors).all(axis=1)
    zero = finite & ~vectors.any(axis=1)
    with numpy.errstate(over="ignore", invalid="ignore"):
        length = (vectors.astype(numpy.float64) ** 2).sum(axis=1)
    return {
        "NaN or infinite values in the vector of": ~finite,
        "only zeros in the vector of": zero,
        # The square of a component can leave the range of numbers although the component itself does not.
        "a length outside the range of numbers for": finite & ~zero & ~((length > 0) & numpy.isfinite(length)),
    }


def _refuse_unusable_vectors(ids: list[str], faults: dict[str, numpy.ndarray], name: str) -> None:
    told = [f"{words} {named(ids[i] for i in numpy.flatnonzero(bad))}" for words, bad in faults.items() if bad.any()]
    if told:
        raise InputError(
            f"{name}: " + "; ".join(told),
            allowed="finite numbers, not all zero",
            advice="compute these embeddings again; silent or empty audio often causes this",
        )
