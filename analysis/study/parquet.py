"""Parquet files of a study: some columns of known types, read lazily, sizes bounded before memory is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import polars

from analysis.errors import InputError
from analysis.study.findings import named
from analysis.study.parquet_pages import UnsoundParquet, claims

MAX_BYTES = 8 * 2**30
UNSUSPICIOUS = 64 * 2**20
MOST_PACKED = 500
"""What takes more than `UNSUSPICIOUS` bytes and is packed more tightly than this is made to fill the memory."""
MAX_ROWS = 20_000_000
"""More rows than this are refused: a file of a few bytes can claim any number of equal rows."""
SMALLER = "write only the rows that the lists of the study name; if it holds no more, it is damaged: copy it again"

TEXTS = (polars.String, polars.Categorical, polars.Enum)
NUMBERS = (polars.Float32, polars.Float64)


def read_parquet(path: Path, file: str, columns: Mapping[str, str], most_bytes: int = MAX_BYTES) -> polars.DataFrame:
    """Read some columns of a Parquet file.

    Args:
        path: the file.
        file: its name in messages.
        columns: name → `text`, `number` (single or double precision) or `vector` (a list or an array of numbers).
        most_bytes: what the vectors may take in double precision.

    Returns:
        The columns in the order asked for, texts as `String`; cells may be null.

    Raises:
        InputError: it is no sound Parquet file, too large, without one of the columns, or a column is of another type.
    """
    if not path.is_file():  # of a folder all files below it would be read
        raise InputError(
            f"{file} is no ordinary file", allowed="a Parquet file",
            advice="put the file there, or take away what stands in its place",
        )  # fmt: skip
    try:
        with _quiet():
            return _read(path, file, columns, most_bytes)
    except OSError as error:
        raise InputError(
            f"{file} cannot be read: {error.strerror or error}", allowed="a file that may be read",
            advice="put the file there, or see whether it may be read",
        ) from error  # fmt: skip
    except (UnsoundParquet, polars.exceptions.PolarsError) as error:
        raise _unsound(file, error) from error
    except BaseException as error:
        # A damaged file can make the reader give up with an exception that is no `Exception`.
        if not isinstance(error, polars.exceptions.PanicException):
            raise
        raise _unsound(file, error) from error


def _read(path: Path, file: str, columns: Mapping[str, str], most_bytes: int) -> polars.DataFrame:
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise InputError(f"{file}: the file has {size:,} bytes", allowed=f"at most {MAX_BYTES:,} bytes", advice=SMALLER)
    claimed = claims(path, columns)
    if claimed.unpacked > MAX_BYTES or claimed.unpacked > max(UNSUSPICIOUS, MOST_PACKED * size):
        raise InputError(
            f"{file} would unpack to {claimed.unpacked:,} bytes from {size:,}",
            allowed=f"at most {MAX_BYTES:,} bytes, packed at most {MOST_PACKED}-fold, as no scores and embeddings are",
            advice="do not open it if you do not know where it comes from; else write it again, unpacked",
        )
    # Read as this one file: a name with * or ? is no pattern.
    scan = polars.scan_parquet(path, glob=False)
    _check_columns(scan.collect_schema(), file, columns)
    if claimed.rows > MAX_ROWS:
        raise InputError(
            f"{file}: the file claims {claimed.rows:,} rows", allowed=f"at most {MAX_ROWS:,} rows", advice=SMALLER
        )
    for name in (name for name, kind in columns.items() if kind == "vector"):
        if claimed.values[name] * 8 > most_bytes:
            raise InputError(
                f"{file}: {name} claims {claimed.values[name]:,} numbers in {claimed.rows:,} rows",
                allowed=f"at most {most_bytes:,} bytes", advice=SMALLER,
            )  # fmt: skip
    found = scan.select(list(columns)).collect()
    return found.with_columns(polars.col(name).cast(polars.String) for name in columns if columns[name] == "text")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep what the reader of Parquet writes about a damaged file, page after page, away from the console."""
    try:
        kept = os.dup(2)
    except OSError:  # no console at all
        yield
        return
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _check_columns(schema: polars.Schema, file: str, columns: Mapping[str, str]) -> None:
    absent = [name for name in columns if name not in schema]
    if absent:
        raise InputError(
            f"{file}: the column {', '.join(absent)} is missing; the file has {named(schema, 20)}",
            allowed=", ".join(columns) + " (exactly these names; further columns may stand beside them)",
            advice="rename the columns",
        )
    for name, kind in columns.items():
        found = schema[name]
        inner = found.inner if isinstance(found, (polars.List, polars.Array)) else None
        if kind == "text" and not isinstance(found, TEXTS):
            raise InputError(
                f"{file}: the column {name} holds {found} values",
                allowed="texts, so that 0012 and 12 stay two ids",
                advice="write the ids as strings",
            )
        if kind == "number" and not isinstance(found, NUMBERS):
            raise InputError(
                f"{file}: the column {name} holds {found} values",
                allowed="numbers of single or double precision",
                advice=f"cast the column {name} to float64 before it is written",
            )
        if kind == "vector" and (inner is None or not isinstance(inner, (*NUMBERS, polars.Float16))):
            raise InputError(
                f"{file}: the column {name} holds {found} values",
                allowed="a list or an array of float16, float32 or float64 in each row",
                advice=f"write the column {name} as lists of numbers, all of one length",
            )


def _unsound(file: str, error: BaseException) -> InputError:
    first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    advice = "copy or write it again; it may be cut off or damaged"
    return InputError(f"{file} is no sound Parquet file: {first}", allowed="a Parquet file", advice=advice)
