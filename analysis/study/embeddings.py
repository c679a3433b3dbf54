"""Speaker embeddings: one file a system with an id and a vector for each utterance, checked before any of it is used.

Forms: `<system>.npz` with the arrays `utt_id` and `emb`; `<system>.npy` with `<system>.txt`, one id a line in the same
order; `<system>.parquet` with the columns `utt_id` and `emb`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy

from analysis.errors import InputError
from analysis.study.embedding_stores import LAYOUT, READERS, REMEDY
from analysis.study.findings import named
from analysis.study.stored_rows import StoredRows
from analysis.study.texts import no_file

BLOCK = 8_192
"""Vectors that are looked at at once, so that memory stays flat: 13 MB for 200 components."""

KEPT = 256 * 2**20
"""Bytes of a long file that are kept in memory while they are asked for again and again."""


def blocks(rows: int) -> Iterator[slice]:
    """Return slices that cover so many rows, `BLOCK` at a time.

    >>> [(some.start, some.stop) for some in blocks(10_000)]
    [(0, 8192), (8192, 10000)]
    """
    return (slice(start, min(start + BLOCK, rows)) for start in range(0, rows, BLOCK))


@dataclass(frozen=True, eq=False)
class Embeddings:
    """The vectors of one file.

    Attributes:
        ids: n utterance ids, each once, in the order of the file.
        vectors: (n, d), float32 for files in half or single precision, float64 for double; as stored, not normalised.
            Those of a long `.npy` file stay there until rows are asked for.
        stored: the type of number in the file: `float16`, `float32` or `float64`.
        file: where they come from, for messages.
        turned: whether the bytes of the numbers stood in the order of other machines.
    """

    ids: tuple[str, ...]
    vectors: numpy.ndarray | StoredRows = field(repr=False)
    stored: str = "float32"
    file: str = ""
    turned: bool = False

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
        return self.vectors[self.places(utterances)].astype(numpy.float64)

    def places(self, utterances: Sequence[str]) -> numpy.ndarray:
        """Return the rows of `vectors` that hold these utterances: (len(utterances),) int64.

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
        return numpy.asarray([self._row[utterance] for utterance in utterances], dtype=numpy.int64)

    def among(self, places: numpy.ndarray) -> Callable[[numpy.ndarray], numpy.ndarray]:
        """Return what gives vectors by their number among these rows, again and again: (n,) numbers → (n, d).

        Of a long file the rows are read once where they are few enough to be kept.
        """
        if isinstance(self.vectors, StoredRows) and len(places) * self.dimension * self.vectors.dtype.itemsize <= KEPT:
            kept = self.vectors[places]
            return lambda numbers: kept[numbers]
        return lambda numbers: self.vectors[places[numbers]]

    def norms(self, places: numpy.ndarray | None = None) -> numpy.ndarray:
        """Return the lengths of the vectors, of all or in these rows: (rows,) float64."""
        rows = numpy.arange(len(self)) if places is None else places
        found = numpy.empty(len(rows))
        for some in blocks(len(rows)):
            found[some] = numpy.linalg.norm(self.vectors[rows[some]].astype(numpy.float64), axis=1)
        return found


def read_embeddings(path: Path, file: str = "", sound_only: bool = False) -> Embeddings:
    """Read one file of embeddings.

    Rows may stand in any order. The file is never unpickled. Shapes are held against the size of the file before
    memory is asked for, so that neither a damaged nor a crafted file can exhaust it.

    Args:
        path: the `.npz`, `.npy` or `.parquet` file.
        file: its name in messages; the file name where empty.
        sound_only: leave out utterances that stand twice and vectors that cannot be used, instead of refusing the file.

    Raises:
        InputError: the file is of another kind, cut off, without ids or vectors, these are of another type or shape, an
            utterance stands twice, or a vector holds NaN, is infinite or all zero.
    """
    name = file or path.name
    ids, vectors = _stored(path, name)
    turned = not vectors.dtype.isnative
    vectors = _vectors(vectors, name)
    if len(ids) != len(vectors):
        raise InputError(
            f"{name}: {len(ids)} utterance ids but {len(vectors)} vectors", allowed="one vector an id",
            advice="write both anew, from one list",
        )  # fmt: skip
    double = _double_ids(ids)
    faults = _unusable(vectors)
    if sound_only:
        bad = numpy.any([*faults.values(), [utterance in double for utterance in ids]], axis=0)
        if bad.any():
            ids, vectors = [utterance for utterance, is_bad in zip(ids, bad, strict=True) if not is_bad], vectors[~bad]
    else:
        _refuse_double_ids(double, name)
        _refuse_unusable_vectors(ids, faults, name)
    stored = str(vectors.dtype)
    kind = numpy.dtype(numpy.float64 if vectors.dtype == numpy.float64 else numpy.float32)
    if isinstance(vectors, StoredRows):
        vectors = replace(vectors, dtype=kind)
    else:
        vectors = vectors.astype(kind, copy=False)
        vectors.flags.writeable = False
    return Embeddings(tuple(ids), vectors, stored, name, turned)


def ids_of(path: Path, file: str = "") -> tuple[str, ...]:
    """Return the utterances of a file whose vectors cannot all be used; empty where not even these can be read."""
    try:
        return tuple(_stored(path, file or path.name)[0])
    except InputError:
        return ()


def _stored(path: Path, name: str) -> tuple[list[str], numpy.ndarray | StoredRows]:
    reader = READERS.get(path.suffix)
    if reader is None:
        raise InputError(f"{name} is no file of embeddings", allowed=f"a file that ends in {', '.join(READERS)}")
    if what := no_file(path):
        raise InputError(
            f"{name} cannot be read: it is {what}", allowed="a file",
            advice="put the file there, or take away what stands in its place",
        )  # fmt: skip
    return reader(path, name)


def _vectors(vectors: numpy.ndarray | StoredRows, name: str) -> numpy.ndarray | StoredRows:
    if vectors.dtype.kind != "f" or vectors.dtype.itemsize not in (2, 4, 8):
        raise InputError(
            f"{name}: emb holds {vectors.dtype} values", allowed="float16, float32 or float64", advice=REMEDY
        )
    if vectors.ndim != 2 or vectors.shape[1] == 0:
        raise InputError(f"{name}: emb has the shape {vectors.shape}", allowed=LAYOUT, advice=REMEDY)
    native = vectors.dtype.newbyteorder("=")
    if isinstance(vectors, StoredRows):
        return replace(vectors, dtype=native)
    return numpy.ascontiguousarray(vectors, dtype=native)


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


def _unusable(vectors: numpy.ndarray | StoredRows) -> dict[str, numpy.ndarray]:
    """Return what is wrong with vectors, in words → which of them, (n,) bool; a vector stands under one fault."""
    finite, some_number = (numpy.empty(len(vectors), dtype=bool) for _ in range(2))
    length = numpy.empty(len(vectors))
    for some in blocks(len(vectors)):
        finite[some] = numpy.isfinite(vectors[some]).all(axis=1)
        some_number[some] = vectors[some].any(axis=1)
        with numpy.errstate(over="ignore", invalid="ignore"):
            length[some] = (vectors[some].astype(numpy.float64) ** 2).sum(axis=1)
    zero = finite & ~some_number
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
