"""CSV files as they come, read as text: nothing in a cell is guessed to be a number, a date or a missing value."""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import TypeVar

import polars

from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.plain_tables import plain_table
from analysis.study.texts import read_text

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}
OTHER_DELIMITERS = {"|": "a bar", " ": "a blank", ":": "a colon"}
# A spreadsheet reads a first line such as sep=; as what divides the cells, and shows no row for it.
SEPARATOR_LINE = re.compile(r'\A"?sep=.?"?[,;\t]*(?:\r\n|\r|\n)')
LONGEST_HEADER = 1_000_000
LARGE = 1_000_000
"""Signs from which on a file that is plain enough is read by polars: below, nobody would notice."""

MAX_CELL = 10_000_000

Parsed = TypeVar("Parsed")


@dataclass(frozen=True)
class Table:
    """A CSV file: all columns text, empty cells the empty string.

    Attributes:
        file: path relative to the study's folder.
        frame: the rows, every column `String`.
        rows: for each row of the frame its row number in the file as a spreadsheet counts it (the header is row 1).
        uneven: the numbers of the rows that are left out, since they have more or fewer cells than the header.
    """

    file: str
    frame: polars.DataFrame
    rows: tuple[int, ...]
    uneven: tuple[int, ...] = ()

    def column(self, name: str) -> list[str]:
        """Return a column's texts; empty texts where the file has no such column."""
        return self.frame[name].to_list() if name in self.frame.columns else [""] * len(self.rows)

    def has(self, name: str) -> bool:
        """Say whether the file has this column."""
        return name in self.frame.columns

    def keep(self, mask: Sequence[bool]) -> Table:
        """Return the table with only the rows where `mask` is True."""
        kept = polars.Series(values=list(mask), dtype=polars.Boolean)
        return Table(self.file, self.frame.filter(kept), tuple(compress(self.rows, mask)), self.uneven)


def parse_texts(
    table: Table, column: str, parse: Callable[[str], Parsed], blank: Parsed, allowed: str, findings: Findings
) -> dict[str, Parsed]:
    """Parse each text of a column once: text → value; texts that cannot be parsed become `blank` and one error.

    Where the file has no such column, the empty text alone is parsed.
    """
    texts = table.frame[column] if table.has(column) else polars.Series(column, [""] if table.rows else [])
    known: dict[str, Parsed] = {}
    wrong: set[str] = set()
    for text in texts.unique(maintain_order=True).to_list():
        try:
            known[text] = parse(text)
        except ValueError:
            known[text] = blank
            wrong.add(text)
    if wrong:
        at = texts.is_in(list(wrong)).to_list()
        rows = list(compress(table.rows, at)) if table.has(column) else list(table.rows)
        findings.error(
            "value",
            table.file,
            f"{named(sorted(wrong))} in {rows_named(rows)}",
            allowed=allowed,
            advice=f"correct the column {column}",
            row=rows[0],
            column=column,
        )
    return known


def parse_column(
    table: Table, column: str, parse: Callable[[str], Parsed], blank: Parsed, allowed: str, findings: Findings
) -> list[Parsed]:
    """Parse each cell of a column; cells that cannot be parsed become `blank` and one error that names the rows."""
    known = parse_texts(table, column, parse, blank, allowed, findings)
    return [known[text] for text in table.column(column)]


def word_parser(words: Mapping[str, str]) -> Callable[[str], str]:
    """Return a parser for `parse_column` that reads one of several words, in any case, as its value."""

    def parse(text: str) -> str:
        word = text.strip().lower()
        if word not in words:
            raise ValueError(text)
        return words[word]

    return parse


def read_table(folder: Path, file: str, required: Sequence[str], findings: Findings) -> Table | None:
    """Read one CSV file of a study as text.

    A byte-order mark, `\\r\\n`, semicolons or tabs, and line ends inside quotes are all understood. `NA`, `nan`,
    `None`, `0012`, `1e5` and `True` stay the texts they are.

    Args:
        folder: the study's folder.
        file: path below it, with `/`.
        required: the columns without which the file is of no use.
        findings: gets an error for whatever makes the file unreadable.

    Returns:
        The table, or None where an error was added. The file must exist.
    """
    text = read_text(folder, file, findings)
    if text is None:
        return None
    if len(text) >= LARGE and required and (plain := plain_table(text.encode(), required)) is not None:
        return Table(file, plain, tuple(range(2, plain.height + 2)))
    text = SEPARATOR_LINE.sub("", text, count=1)
    delimiter = _delimiter(text, required)
    records = _records(text, delimiter, file, findings)
    if records is None:
        return None
    if not records:
        findings.error(
            "empty", file, "the file is empty", allowed=f"a header with {', '.join(required)}",
            advice="write the file again, or take it away",
        )  # fmt: skip
        return None
    header = [name.strip() for name in records[0][1]]
    if not _header_is_sound(header, required, file, records[0][0], findings):
        return None
    body, uneven = _even_rows(header, records[1:], file, findings)
    if uneven and not body:
        return None
    cells = list(zip(*(row for _, row in body), strict=True)) or [()] * len(header)
    # A column without a name is what a data-frame library writes for its row numbers, or a spreadsheet's empty edge.
    if any(any(column) for name, column in zip(header, cells, strict=True) if not name):
        findings.note("unnamed-column", file, "a column without a name is left out", row=records[0][0])
    columns = {
        name: polars.Series(name, column, dtype=polars.String)
        for name, column in zip(header, cells, strict=True)
        if name
    }
    return Table(file, polars.DataFrame(columns), tuple(row for row, _ in body), uneven)


def _delimiter(text: str, required: Sequence[str]) -> str:
    """Return the sign that cuts the header into most of the required columns, else into most columns."""

    start = text[:LONGEST_HEADER]

    def fit(delimiter: str) -> tuple[int, int]:
        try:
            # The first record that is not blank, without reading on.
            header = next(filter(any, csv.reader(io.StringIO(start, newline=""), delimiter=delimiter)), [])
        except csv.Error:
            return (0, 0)
        names = {name.strip() for name in header}
        return (len(names & set(required)), len(header))

    return max(DELIMITERS, key=fit)


def _records(text: str, delimiter: str, file: str, findings: Findings) -> list[tuple[int, list[str]]] | None:
    """Return (row number, cells) of each record with something in it."""
    previous = csv.field_size_limit(MAX_CELL)
    records: list[tuple[int, list[str]]] = []
    blank: list[int] = []
    broken: list[int] = []
    row = line = 0
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row, cells in enumerate(reader, 1):
            if reader.line_num > line + 1:
                broken.append(row)
            line = reader.line_num
            if "".join(cells).strip():
                records.append((row, cells))
            elif len(cells) > 1:
                blank.append(row)
    except csv.Error as error:
        findings.error(
            "quotes",
            file,
            f"the quotes are broken after row {row}: {error}",
            allowed='a cell that holds a quote, a line end or the delimiter stands in quotes: "say ""yes"" twice"',
            advice="look for a quote that is never closed",
            row=row + 1,
        )
        return None
    finally:
        csv.field_size_limit(previous)
    if blank:
        findings.note(
            "blank-row", file, f"{in_rows(blank)}no cell holds anything; left out", advice="take the rows out",
            row=blank[0],
        )  # fmt: skip
    if broken:
        # Below them an editor counts other lines than a spreadsheet counts rows.
        findings.note(
            "line-end", file, f"{in_rows(broken)}a cell holds a line end",
            advice="rows are counted as a spreadsheet counts them, the header is row 1; an editor counts more lines",
            row=broken[0],
        )  # fmt: skip
    return records


def _near_name(name: str, header: Sequence[str]) -> str:
    """Return the column that is probably meant by a name that no column has; empty where none is like it."""
    by_case = {column.casefold().replace(" ", "_").replace("-", "_"): column for column in header if column}
    found = difflib.get_close_matches(name, list(by_case), n=1, cutoff=0.6)
    return by_case[found[0]] if found else ""


def _header_is_sound(header: list[str], required: Sequence[str], file: str, row: int, findings: Findings) -> bool:
    double = [name for name, count in Counter(header).items() if name and count > 1]
    if double:
        findings.error(
            "header", file, f"the column {named(double)} stands twice", allowed="each column once",
            advice="keep the one that is meant", row=row, column=double[0],
        )  # fmt: skip
    missing = [name for name in required if name not in header]
    if missing:
        near: list[str] = []
        if len(header) == 1 and (found := next((sign for sign in OTHER_DELIMITERS if sign in header[0]), "")):
            near = [f"cells are divided by {', '.join(DELIMITERS.values())}, not by {OTHER_DELIMITERS[found]}"]
        elif len(missing) < max(2, len(required)):  # a header that is not there at all is like nothing
            others = [name for name in header if name not in required]
            near = [f"{quoted(found)} looks like {name}" for name in missing if (found := _near_name(name, others))]
        findings.error(
            "header",
            file,
            f"the {'columns' if len(missing) > 1 else 'column'} {', '.join(missing)} "
            f"{'are' if len(missing) > 1 else 'is'} missing; the header has {named(header, limit=20)}",
            allowed=", ".join(required) + " (exactly these names; further columns may stand beside them)",
            advice="; ".join(near) or "name the columns in the first row",
            row=row,
        )
    return not (double or missing)


def _even_rows(
    header: list[str], body: list[tuple[int, list[str]]], file: str, findings: Findings
) -> tuple[list[tuple[int, list[str]]], tuple[int, ...]]:
    """Return the rows cut to the header's width, and the numbers of those of another width, which an error names."""
    width = len(header)
    if all(len(cells) == width for _, cells in body):
        return body, ()
    uneven = [(row, cells) for row, cells in body if len(cells) < width or any(cell.strip() for cell in cells[width:])]
    if uneven:
        row, cells = uneven[0]
        count = f"{len(cells)} cell{'' if len(cells) == 1 else 's'} where the header has {width}"
        findings.error(
            "ragged",
            file,
            f"{in_rows([row for row, _ in uneven])}{count}: {named(cells, 3)}",
            allowed="the same number of cells in every row",
            advice="put quotes around a cell that holds the delimiter",
            row=row,
        )
    left_out = {row for row, _ in uneven}
    return [(row, cells[:width]) for row, cells in body if row not in left_out], tuple(sorted(left_out))
