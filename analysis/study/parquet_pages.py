"""What a Parquet file says of its own sizes, held against each other and against the file before anything is unpacked.

A reader of Parquet asks for as much memory as a page header claims. Where that is nonsense the whole process ends,
which no handler of errors sees; so the claims are read here first, without a look at the values.
Source of the format: Apache Parquet, `parquet.thrift`.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from analysis.study.thrift import BINARY, BOOL, I16, I32, I64, CutOff, Kind, Misread, Value, read_struct

MAGIC = b"PAR1"
FOOTER_TAIL = 8
"""Bytes behind the footer: its length and the magic."""
MOST_FOOTER = 256 * 2**20
HEADER_READ = 2048
"""Bytes that are read for a page header at first; only long texts in its statistics take more."""

STATISTICS: dict[int, Kind] = {1: BINARY, 2: BINARY, 3: I64, 4: I64, 5: BINARY, 6: BINARY, 7: BOOL, 8: BOOL}
DATA_V1: dict[int, Kind] = {1: I32, 2: I32, 3: I32, 4: I32, 5: STATISTICS}
DICTIONARY: dict[int, Kind] = {1: I32, 2: I32, 3: BOOL}
DATA_V2: dict[int, Kind] = {1: I32, 2: I32, 3: I32, 4: I32, 5: I32, 6: I32, 7: BOOL, 8: STATISTICS}
PAGE: dict[int, Kind] = {1: I32, 2: I32, 3: I32, 4: I32, 5: DATA_V1, 6: {}, 7: DICTIONARY, 8: DATA_V2}
KEY_VALUE: dict[int, Kind] = {1: BINARY, 2: BINARY}
ELEMENT: dict[int, Kind] = {1: I32, 2: I32, 3: I32, 4: BINARY, 5: I32, 6: I32, 7: I32, 8: I32, 9: I32, 10: {}}
CHUNK_FACTS: dict[int, Kind] = {
    1: I32, 2: [I32], 3: [BINARY], 4: I32, 5: I64, 6: I64, 7: I64, 8: [KEY_VALUE], 9: I64, 10: I64, 11: I64,
    12: STATISTICS, 13: [{1: I32, 2: I32, 3: I32}], 14: I64, 15: I32, 16: {1: I64, 2: [I64], 3: [I64]}, 17: {},
}  # fmt: skip
CHUNK: dict[int, Kind] = {1: BINARY, 2: I64, 3: CHUNK_FACTS, 4: I64, 5: I32, 6: I64, 7: I32, 8: {}, 9: BINARY}
ROW_GROUP: dict[int, Kind] = {1: [CHUNK], 2: I64, 3: I64, 4: [{1: I32, 2: BOOL, 3: BOOL}], 5: I64, 6: I64, 7: I16}
FOOTER: dict[int, Kind] = {
    1: I32, 2: [ELEMENT], 3: I64, 4: [ROW_GROUP], 5: [KEY_VALUE], 6: BINARY, 7: [{1: {}}], 8: {}, 9: BINARY
}  # fmt: skip

DATA_PAGE, INDEX_PAGE, DICTIONARY_PAGE, DATA_PAGE_V2 = range(4)
UNCOMPRESSED = 0
REPEATED = 2


class UnsoundParquet(ValueError):
    """What a file says of itself cannot be true; the text says what."""


@dataclass(frozen=True)
class _Leaf:
    """A column as it is stored: the name of the table's column that it belongs to, and whether it is one of a list."""

    column: str
    nested: bool


@dataclass(frozen=True)
class Claims:
    """What a file whose pages agree with its footer claims.

    Attributes:
        rows: of the table.
        values: column → how many values its leaves have, the most where it has several.
        unpacked: bytes of the pages of these columns once they are unpacked.
    """

    rows: int
    values: dict[str, int]
    unpacked: int


def claims(path: Path, columns: Collection[str]) -> Claims:
    """Hold the footer of a Parquet file and the page headers of some columns against each other and the file.

    Args:
        path: the file.
        columns: names of the table's columns whose pages are looked at.

    Raises:
        UnsoundParquet: a claim cannot be true.
        OSError: the file cannot be read.
    """
    with path.open("rb") as stream:
        footer, ends = _footer(stream)
        leaves = _leaves(footer)
        rows, unpacked, values = 0, 0, dict.fromkeys(columns, 0)
        counted = dict.fromkeys(range(len(leaves)), 0)
        for number, group in enumerate(_structs(footer, 4), 1):
            held = _count(group, 3, f"row group {number}", "rows")
            rows += held
            chunks = _structs(group, 1)
            if len(chunks) != len(leaves):
                raise UnsoundParquet(f"row group {number} has {len(chunks)} columns, its table {len(leaves)}")
            for place, (leaf, chunk) in enumerate(zip(leaves, chunks, strict=True)):
                if leaf.column not in columns:
                    continue
                name = f"the column {leaf.column} in row group {number}"
                found, size = _check_chunk(stream, chunk, leaf, held, ends, name)
                counted[place] += found
                unpacked += size
                values[leaf.column] = max(values[leaf.column], counted[place])
    if rows != footer.get(3):
        raise UnsoundParquet(f"its row groups have {rows:,} rows, its footer says {footer.get(3)}")
    return Claims(rows, values, unpacked)


def _footer(stream: IO[bytes]) -> tuple[dict[int, Value], int]:
    """Return the footer, and where in the file it begins."""
    size = stream.seek(0, 2)
    if size < len(MAGIC) + FOOTER_TAIL:
        raise UnsoundParquet(f"it has {size} bytes")
    stream.seek(0)
    begins = stream.read(len(MAGIC))
    stream.seek(size - FOOTER_TAIL)
    tail = stream.read(FOOTER_TAIL)
    if begins != MAGIC or tail[4:] != MAGIC:
        raise UnsoundParquet(f"it does not {'begin' if begins != MAGIC else 'end'} with {MAGIC.decode()}")
    length = int.from_bytes(tail[:4], "little")
    start = size - FOOTER_TAIL - length
    if start < len(MAGIC) or length > MOST_FOOTER:
        raise UnsoundParquet(f"its footer claims {length:,} bytes, the file has {size:,}")
    stream.seek(start)
    try:
        return read_struct(stream.read(length), 0, FOOTER)[0], start
    except Misread as error:
        raise UnsoundParquet(f"its footer cannot be read: {error}") from error


def _leaves(footer: dict[int, Value]) -> list[_Leaf]:
    """Return the stored columns in the order of the file, from the tree that stands in it depth first."""
    elements = _structs(footer, 2)
    found: list[_Leaf] = []
    open_nodes: list[list[int]] = []  # of each node that is still open: children to come, 1 where in a list
    column = ""
    for place, element in enumerate(elements):
        children = _number(element, 5) or 0
        if children < 0 or (place and not open_nodes):
            raise UnsoundParquet("the tree of its columns is broken")
        listed = int(bool(place) and (element.get(3) == REPEATED or bool(open_nodes[-1][1])))
        if len(open_nodes) == 1:
            column = _text(element.get(4))
        if place and not children:
            found.append(_Leaf(column, bool(listed)))
        if open_nodes:
            open_nodes[-1][0] -= 1
        if children:
            open_nodes.append([children, listed])
        while open_nodes and not open_nodes[-1][0]:
            open_nodes.pop()
    if open_nodes:
        raise UnsoundParquet("the tree of its columns is broken")
    return found


def _check_chunk(
    stream: IO[bytes], chunk: dict[int, Value], leaf: _Leaf, rows: int, ends: int, name: str
) -> tuple[int, int]:
    """Hold one column of a row group against its pages; return how many values and unpacked bytes those have."""
    facts = chunk.get(3)
    if not isinstance(facts, dict):
        raise UnsoundParquet(f"{name} is not described")
    values = _count(facts, 5, name, "values")
    if values < rows if leaf.nested else values != rows:
        raise UnsoundParquet(f"{name} claims {values:,} values, the row group has {rows:,} rows")
    packed, unpacked = (_count(facts, field, name, "bytes") for field in (7, 6))
    start = _number(facts, 11) or 0  # some write 0 where there is no dictionary
    start = _count(facts, 9, name, "bytes before it") if start == 0 else start
    if values and not len(MAGIC) <= start <= start + packed <= ends:
        raise UnsoundParquet(f"{name} claims the bytes {start:,} to {start + packed:,} of {ends:,}")
    seen = claimed = 0
    for page in _pages(stream, start, start + packed, values, name):
        seen += page.values
        claimed += page.unpacked
        if claimed > unpacked:
            raise UnsoundParquet(f"{page.name} claims {page.unpacked:,} bytes unpacked, the whole column {unpacked:,}")
        if facts.get(4) == UNCOMPRESSED and page.packed != page.unpacked:
            raise UnsoundParquet(f"{page.name} has {page.packed:,} bytes, and claims {page.unpacked:,}")
    if seen != values:
        raise UnsoundParquet(f"the pages of {name} have {seen:,} values, it claims {values:,}")
    return values, claimed


@dataclass(frozen=True)
class _Page:
    """A page of a column: what messages call it, its bytes as stored and as unpacked, and how many rows' values."""

    name: str
    packed: int
    unpacked: int
    values: int


def _pages(stream: IO[bytes], place: int, end: int, values: int, column: str) -> Iterator[_Page]:
    """Yield the pages of a column until its values are complete, as a reader does; behind each lies the next."""
    seen = number = 0
    while seen < values:
        number += 1
        name = f"page {number} of {column}"
        header, begins = _page_header(stream, place, end, name)
        packed, unpacked = (_count(header, field, name, "bytes") for field in (3, 2))
        if packed > end - begins:
            raise UnsoundParquet(f"{name} claims {packed:,} bytes, the column has {end - begins:,} left")
        held = _held(header, unpacked, packed, number == 1, name)
        if 4 in header:
            stream.seek(begins)
            if zlib.crc32(stream.read(packed)) != (_number(header, 4) or 0) & 0xFFFFFFFF:
                raise UnsoundParquet(f"the bytes of {name} do not have their checksum")
        yield _Page(name, packed, unpacked, held)
        seen += held
        place = begins + packed


def _page_header(stream: IO[bytes], place: int, end: int, name: str) -> tuple[dict[int, Value], int]:
    """Return the header of the page that begins at a place of the file, and where its values begin."""
    length = HEADER_READ
    while True:
        stream.seek(place)
        data = stream.read(min(length, end - place))
        try:
            header, used = read_struct(data, 0, PAGE)
        except CutOff as error:
            if length >= end - place:
                raise UnsoundParquet(f"the header of {name} goes beyond the column") from error
            length *= 16
        except Misread as error:
            raise UnsoundParquet(f"the header of {name} cannot be read: {error}") from error
        else:
            return header, place + used


def _held(header: dict[int, Value], unpacked: int, packed: int, first: bool, name: str) -> int:
    """Return how many values of the column a page holds; a dictionary, none."""
    kind = header.get(1)
    field = {DATA_PAGE: 5, DICTIONARY_PAGE: 7, DATA_PAGE_V2: 8}.get(kind) if isinstance(kind, int) else None
    facts = None if field is None else header.get(field)
    if not isinstance(facts, dict) or (kind == DICTIONARY_PAGE and not first):
        raise UnsoundParquet(f"{name} is of the kind {kind}, which has no place there")
    held = _count(facts, 1, name, "values")
    if kind == DICTIONARY_PAGE:
        if held > unpacked:
            raise UnsoundParquet(f"{name} claims {held:,} values in {unpacked:,} bytes")
        return 0
    if kind == DATA_PAGE_V2:
        levels = sum(_count(facts, part, name, "bytes of levels") for part in (5, 6))
        if levels > min(packed, unpacked) or _count(facts, 2, name, "nulls") > held:
            raise UnsoundParquet(f"{name} claims more levels or nulls than it holds")
    return held


def _count(struct: dict[int, Value], field: int, name: str, what: str) -> int:
    number = _number(struct, field)
    if number is None or number < 0:
        raise UnsoundParquet(f"{name} claims {number} {what}" if number is not None else f"{name} lacks its {what}")
    return number


def _number(struct: dict[int, Value], field: int) -> int | None:
    found = struct.get(field)
    return found if isinstance(found, int) else None


def _structs(struct: dict[int, Value], field: int) -> list[dict[int, Value]]:
    found = struct.get(field)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _text(found: Value) -> str:
    return found.decode("utf-8", "replace") if isinstance(found, bytes) else ""
