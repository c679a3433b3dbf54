"""CSV files as they come, read as text: nothing in a cell is guessed to be a number, a date or a missing value."""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from pathlib import Path
from typing import TypeVar

import polars

from analysis.ledger import SIGNIFICANT_DIGITS
from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.texts import read_text

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}
MAX_CELL = 10_000_000
LONGEST_NUMBER = 30
"""Signs that a number may have when it is written out, without an exponent."""

TRUE_WORDS = frozenset({"true", "t", "yes", "y", "1", "1.0"})
FALSE_WORDS = frozenset({"false", "f", "no", "n", "0", "0.0"})
MISSING_WORDS = frozenset({"", "na", "n/a", "n.a.", "nan", "none", "null", "-", "–", "—"})
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?\Z")

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
        rows = tuple(row for row, kept in zip(self.rows, mask, strict=True) if kept)
        frame = self.frame.filter(polars.Series(values=list(mask), dtype=polars.Boolean))
        return Table(self.file, frame, rows, self.uneven)


@dataclass(frozen=True)
class Cell:
    """A number as it stands in a file.

    Attributes:
        text: the digits as written, without blanks around them.
        value: the number, None when missing.
        decimals: how many digits behind the point can be shown: those that are written, as far as the ledger keeps
            them.
        cut: whether more are written than the ledger keeps.
    """

    text: str = ""
    value: float | None = None
    decimals: int = 0
    cut: bool = False


def number_cell(text: str) -> Cell:
    """Read a number and remember how it was written.

    Blank and the usual words for nothing (`NA`, `nan`, `None`, a dash) are missing. Of a number with more significant
    digits than the ledger keeps, only the decimals that it keeps are counted, so that no page shows a digit that nobody
    wrote; `note_cut` tells of them.

    Raises:
        ValueError: the text is no number; the message says why.

    >>> number_cell("2.40"), number_cell("NA").value
    (Cell(text='2.40', value=2.4, decimals=2, cut=False), None)
    >>> number_cell("16.12345678901234").decimals
    7
    """
    bare = text.strip()
    if bare.lower() in MISSING_WORDS:
        return Cell()
    plain = bare.replace("\N{MINUS SIGN}", "-")
    if not NUMBER.match(plain):
        if NUMBER.match(plain.replace(",", ".")):
            raise ValueError(f"{quoted(bare)} has a comma; the decimal sign is a point")
        if NUMBER.match(plain.rstrip("% ")):
            raise ValueError(f"{quoted(bare)} has a percent sign; the number stands alone")
        raise ValueError(f"{quoted(bare)} is not a number")
    value = float(plain)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{quoted(bare)} is too large for a number")
    exact = Decimal(plain)
    if max(len(bare), len(f"{exact:f}")) > LONGEST_NUMBER:
        raise ValueError(f"{quoted(bare)} has more than {LONGEST_NUMBER} signs when it is written out")
    decimals = max(0, -int(exact.as_tuple().exponent))
    if not exact:
        return Cell(bare, value, decimals)
    # Rounded first: 9.9999999999 is 10 with nine digits, which leaves one decimal fewer.
    before_point = Context(prec=SIGNIFICANT_DIGITS).plus(exact).adjusted() + 1
    if before_point > SIGNIFICANT_DIGITS:
        raise ValueError(f"{quoted(bare)} has more than {SIGNIFICANT_DIGITS} digits before its point")
    kept = min(decimals, SIGNIFICANT_DIGITS - before_point)
    return Cell(bare, value, kept, cut=kept < decimals)


def note_cut(cell: Cell, file: str, findings: Findings, row: int | None = None, column: str = "", of: str = "") -> None:
    """Note a number that has more digits than the ledger keeps; `of` says which, where no row and column do."""
    if cell.cut:
        findings.note(
            "digits",
            file,
            f"{of}{quoted(cell.text)} has more digits than are kept; {cell.decimals} decimals of it are shown",
            allowed=f"up to {SIGNIFICANT_DIGITS} significant digits",
            advice="write the digits that were published",
            row=row,
            column=column,
        )


def truth(text: str) -> bool | None:
    """Read a truth value in any common spelling; None for a blank.

    Raises:
        ValueError: the text is no truth value.

    >>> truth("TRUE"), truth("0"), truth("")
    (True, False, None)
    """
    word = text.strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    if not word:
        return None
    raise ValueError(f"{quoted(text)} is no truth value")


def parse_column(
    table: Table, column: str, parse: Callable[[str], Parsed], blank: Parsed, allowed: str, findings: Findings
) -> list[Parsed]:
    """Parse each cell of a column; cells that cannot be parsed become `blank` and one error that names the rows."""
    parsed: list[Parsed] = []
    faults: list[tuple[int, str]] = []
    known: dict[str, Parsed] = {}
    for row, text in zip(table.rows, table.column(column), strict=True):
        if text not in known:
            try:
                known[text] = parse(text)
            except ValueError:
                faults.append((row, text))
                parsed.append(blank)
                continue
        parsed.append(known[text])
    if faults:
        values = sorted({text for _, text in faults})
        findings.error(
            "value",
            table.file,
            f"{named(values)} in {rows_named([row for row, _ in faults])}",
            allowed=allowed,
            advice=f"correct the column {column}",
            row=faults[0][0],
            column=column,
        )
    return parsed


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
    delimiter = _delimiter(text, required)
    records = _records(text, delimiter, file, findings)
    if records is None:
        return None
    if not records:
        findings.error("empty", file, "the file is empty", allowed=f"a header with {', '.join(required)}")
        return None
    header = [name.strip() for name in records[0][1]]
    body = records[1:]
    if not _header_is_sound(header, required, file, findings):
        return None
    body, uneven = _even_rows(header, body, file, findings)
    if uneven and not body:
        return None
    # A column without a name is what a data-frame library writes for its row numbers, or a spreadsheet's empty edge.
    unnamed = [index for index, name in enumerate(header) if not name]
    if any(cells[index] for _, cells in body for index in unnamed):
        findings.note("unnamed-column", file, "a column without a name is left out")
    columns = {
        name: polars.Series(name, [cells[index] for _, cells in body], dtype=polars.String)
        for index, name in enumerate(header)
        if name
    }
    return Table(file, polars.DataFrame(columns), tuple(row for row, _ in body), uneven)


def _delimiter(text: str, required: Sequence[str]) -> str:
    """Return the sign that cuts the header into most of the required columns, else into most columns."""

    def fit(delimiter: str) -> tuple[int, int]:
        try:
            header = next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [])
        except csv.Error:
            return (0, 0)
        names = {name.strip() for name in header}
        return (len(names & set(required)), len(header))

    return max(DELIMITERS, key=fit)


def _records(text: str, delimiter: str, file: str, findings: Findings) -> list[tuple[int, list[str]]] | None:
    """Return (row number, cells) of each record that is not blank."""
    previous = csv.field_size_limit(MAX_CELL)
    records: list[tuple[int, list[str]]] = []
    row = 0
    try:
        for row, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 1):
            if cells:
                records.append((row, cells))
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
    return records


def _header_is_sound(header: list[str], required: Sequence[str], file: str, findings: Findings) -> bool:
    double = sorted({name for name in header if name and header.count(name) > 1})
    if double:
        findings.error(
            "header", file, f"the column {named(double)} stands twice", advice="keep the one that is meant", row=1
        )
    missing = [name for name in required if name not in header]
    if missing:
        near = [
            f"{quoted(found[0])} looks like {name}"
            for name in missing
            if (found := difflib.get_close_matches(name, [h for h in header if h not in required], n=1, cutoff=0.6))
        ]
        findings.error(
            "header",
            file,
            f"the column {', '.join(missing)} is missing; the header has {named(header, limit=20)}",
            allowed=", ".join(required) + " (exactly these names; further columns may stand beside them)",
            advice="; ".join(near) or "name the columns in the first row",
            row=1,
        )
    return not (double or missing)


def _even_rows(
    header: list[str], body: list[tuple[int, list[str]]], file: str, findings: Findings
) -> tuple[list[tuple[int, list[str]]], tuple[int, ...]]:
    """Return the rows cut to the header's width, and the numbers of those of another width, which an error names."""
    width = len(header)
    uneven = [(row, cells) for row, cells in body if len(cells) < width or any(cells[width:])]
    if uneven:
        row, cells = uneven[0]
        findings.error(
            "ragged",
            file,
            f"{in_rows([row for row, _ in uneven])}{len(cells)} cells where the header has {width}",
            allowed="the same number of cells in every row",
            advice="put quotes around a cell that holds the delimiter",
            row=row,
        )
    left_out = {row for row, _ in uneven}
    return [(row, cells[:width]) for row, cells in body if row not in left_out], tuple(sorted(left_out))
