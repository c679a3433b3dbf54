"""How embeddings are stored: `.npz`, `.npy` with a list of ids, or Parquet, each with checks of its own.

Nothing is ever unpickled. Shapes are held against the size of the file, so that neither a damaged nor a crafted file
can exhaust memory.
"""

from __future__ import annotations

import errno
import math
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO

import numpy
import polars
from numpy.lib import format as npy

from analysis.errors import InputError
from analysis.study.findings import Findings, named, quoted
from analysis.study.parquet import MOST_PACKED, UNSUSPICIOUS, read_parquet
from analysis.study.stored_rows import StoredRows
from analysis.study.texts import other_format, read_text

MAX_BYTES = 8 * 2**30
"""Largest array that is read; a file that claims more is refused before memory is asked for."""

LONG = 32 * 2**20
"""A longer `.npy` array stays in its file, so that only the vectors that are asked for come into memory."""

MAX_HEADER = 10_000
IDS = ".txt"
"""Ending of the list of ids beside an `.npy` file: `mcadams.npy`, `mcadams.txt`."""

REMEDY = 'save it with numpy.savez(path, utt_id=numpy.array(ids, dtype="str"), emb=numpy.array(rows, dtype="float32"))'
LAYOUT = "two arrays: utt_id (n texts) and emb (n × d numbers; float16, float32 or float64)"
NPY_REMEDY = 'save it with numpy.save(path, numpy.array(rows, dtype="float32"))'
NPY_LAYOUT = "one array of n × d numbers; float16, float32 or float64"
PARQUET_REMEDY = "write the columns utt_id (strings) and emb (lists of numbers, all of one length)"


def read_npz(path: Path, name: str) -> tuple[list[str], numpy.ndarray]:
    """Return the ids and the vectors of an `.npz` file with the arrays `utt_id` and `emb`.

    Raises:
        InputError: the file is no zip archive, cut off, without one of the arrays, or an array is of another type or
            shape.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return _texts(_member(archive, "utt_id", name), name), _member(archive, "emb", name)
    except (
        zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error, OverflowError,
        ValueError,
    ) as error:  # fmt: skip
        raise _unsound(path, name, str(error)) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # a place before the first byte was looked for
            raise _unsound(path, name, "its list of arrays says that they begin before the file does") from error
        raise InputError(
            f"{name} cannot be read: {error.strerror or error}", allowed="a file that may be read",
            advice="put the file there, or see whether it may be read",
        ) from error  # fmt: skip


def _unsound(path: Path, name: str, why: str) -> InputError:
    what, remedy = _other_format(path)
    return InputError(
        f"{name} is {what}" if what else f"{name} is no sound .npz file: {why}", allowed=LAYOUT,
        advice=remedy or "copy or write it again; it may be cut off or damaged",
    )  # fmt: skip


def _other_format(path: Path) -> tuple[str, str]:
    """Return what a file that is no zip archive is, and the remedy; empty where it is nothing that is known."""
    with path.open("rb") as stream:
        head = stream.read(100)
    if head.startswith(npy.MAGIC_PREFIX):
        return "a single array under the name of an .npz file", "name it .npy and put a list of ids beside it, as .txt"
    return ("", "") if head.startswith(b"PK") else other_format(head)


def read_npy(path: Path, name: str) -> tuple[list[str], numpy.ndarray | StoredRows]:
    """Return the ids of the list beside an `.npy` file, one a line, and the vectors of the file in the same order.

    Raises:
        InputError: the file is no NumPy array, cut off, of another type, or the list is absent or no text.
    """
    ids = _id_list(path.with_suffix(IDS), str(Path(name).with_suffix(IDS).as_posix()))
    try:
        with path.open("rb") as stream:
            shape, by_columns, dtype = _header(stream, "the array", name, NPY_LAYOUT, NPY_REMEDY)
            start = stream.tell()
            size = path.stat().st_size - start
            _refuse_claim(shape, dtype, size, "the array", name, NPY_LAYOUT, NPY_REMEDY)
            if size >= LONG and len(shape) == 2 and not by_columns:
                return ids, StoredRows(path, name, start, (shape[0], shape[1]), dtype, dtype)
            stream.seek(0)
            return ids, npy.read_array(stream, allow_pickle=False, max_header_size=MAX_HEADER)
    except (ValueError, TypeError, MemoryError, EOFError, OverflowError) as error:
        raise InputError(f"{name} cannot be read: {error}", allowed=NPY_LAYOUT, advice=NPY_REMEDY) from error
    except OSError as error:
        raise InputError(
            f"{name} cannot be read: {error.strerror or error}", allowed="a file that may be read",
            advice="put the file there, or see whether it may be read",
        ) from error  # fmt: skip


def read_parquet_vectors(path: Path, name: str) -> tuple[list[str], numpy.ndarray]:
    """Return the ids and the vectors of a Parquet file with the columns `utt_id` and `emb`.

    Raises:
        InputError: it is no sound Parquet file, a column is absent or of another type, a cell is missing, or two
            vectors have different lengths.
    """
    frame = read_parquet(path, name, {"utt_id": "text", "emb": "vector"}, MAX_BYTES)
    for column in frame.columns:
        if missing := frame[column].null_count():
            row = int(frame[column].is_null().arg_max() or 0) + 1
            raise InputError(
                f"{name}: {column} is missing in {missing:,} rows, the first is row {row}", advice=PARQUET_REMEDY
            )
    ids, vectors = frame["utt_id"].to_list(), frame["emb"]
    if isinstance(vectors.dtype, polars.List):
        lengths = vectors.list.len().unique().sort().to_list()
        if len(lengths) > 1:
            raise InputError(
                f"{name}: the vectors have from {lengths[0]} to {lengths[-1]} components",
                allowed="one length for all", advice=PARQUET_REMEDY,
            )  # fmt: skip
        if lengths in ([], [0]):
            return ids, numpy.zeros((len(ids), 0), dtype=numpy.float32)
        flat = vectors.explode().to_numpy()
    else:
        flat = vectors.to_numpy()
    return ids, numpy.asarray(flat).reshape(len(ids), -1) if ids else numpy.zeros((0, 0), dtype=numpy.float32)


READERS: dict[str, Callable[[Path, str], tuple[list[str], numpy.ndarray | StoredRows]]] = {
    ".npz": read_npz,
    ".npy": read_npy,
    ".parquet": read_parquet_vectors,
}
"""Ending of a file of embeddings → its reader."""


def _id_list(path: Path, name: str) -> list[str]:
    if not path.is_file():
        raise InputError(
            f"{name} is missing; it says whose vectors the array beside it holds",
            allowed="one utterance id a line, in the order of the array's rows",
            advice="write the ids there, or save ids and vectors together as .npz",
        )
    findings = Findings()
    text = read_text(path.parent, path.name, findings)
    if text is None:
        fault = next(iter(findings))
        raise InputError(f"{name}: {fault.found}", fault.allowed, fault.advice)
    lines = text.removesuffix("\n").split("\n") if text else []
    ids = [line.removesuffix("\r") for line in lines]
    blank = [row for row, line in enumerate(ids, 1) if not line.strip()]
    if blank:
        raise InputError(f"{name}: line {blank[0]} is blank", allowed="one utterance id a line", advice="take it out")
    return ids


def _member(archive: zipfile.ZipFile, key: str, name: str) -> numpy.ndarray:
    """Read one array of the archive after holding its header against its size."""
    members = {member.filename: member for member in archive.infolist()}
    if len(members) < len(archive.infolist()):
        raise InputError(
            f"{name} holds two arrays of one name", allowed=LAYOUT, advice="write it again; one of the two may be old"
        )
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
    if member.file_size > UNSUSPICIOUS and member.file_size > MOST_PACKED * member.compress_size:
        raise InputError(
            f"{name}: {key} would unpack to {member.file_size:,} bytes from {member.compress_size:,}",
            allowed=f"an array that is packed at most {MOST_PACKED}-fold, as no embeddings are",
            advice="do not open it if you do not know where it comes from; else write it again, unpacked",
        )
    with archive.open(member) as stream:
        shape, _, dtype = _header(stream, key, name, LAYOUT, REMEDY)
        start = stream.tell()
    _refuse_claim(shape, dtype, member.file_size - start, key, name, LAYOUT, REMEDY)
    with archive.open(member) as stream:
        try:
            return npy.read_array(stream, allow_pickle=False, max_header_size=MAX_HEADER)
        except (ValueError, TypeError, MemoryError) as error:
            raise InputError(f"{name}: {key} cannot be read: {error}", allowed=LAYOUT, advice=REMEDY) from error


def _header(
    stream: IO[bytes], key: str, name: str, layout: str, remedy: str
) -> tuple[tuple[int, ...], bool, numpy.dtype]:
    """Return the shape of an array, whether column stands after column instead of row after row, and the type."""
    try:
        version = npy.read_magic(stream)
        if version == (1, 0):
            shape, by_columns, dtype = npy.read_array_header_1_0(stream, max_header_size=MAX_HEADER)
        else:
            shape, by_columns, dtype = npy.read_array_header_2_0(stream, max_header_size=MAX_HEADER)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError, tokenize.TokenError) as error:
        raise InputError(f"{name}: {key} is no NumPy array: {error}", allowed=layout, advice=remedy) from error
    if any(length < 0 for length in shape):
        raise InputError(f"{name}: {key} has the shape {shape}", allowed=layout, advice=remedy)
    return shape, by_columns, dtype


def _refuse_claim(
    shape: tuple[int, ...], dtype: numpy.dtype, size: int, key: str, name: str, layout: str, remedy: str
) -> None:
    """Refuse an array of Python objects, and one that claims more or fewer bytes than there are."""
    if dtype.hasobject:
        raise InputError(
            f"{name}: {key} is an object array, which could run code when opened", allowed=layout, advice=remedy
        )
    # Python's own integers: a crafted shape must not wrap round.
    claimed = math.prod(int(length) for length in shape) * dtype.itemsize
    if claimed != size:
        raise InputError(
            f"{name}: {key} claims {' × '.join(map(str, shape)) or 'one'} values ({claimed:,} bytes) but holds "
            f"{size:,} bytes",
            advice="write the file again; it is cut off or damaged",
        )
    if size > MAX_BYTES:
        raise InputError(f"{name}: {key} has {size:,} bytes", allowed=f"at most {MAX_BYTES:,} bytes", advice=remedy)


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
