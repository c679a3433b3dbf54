"""Tables that an evaluation wrote: rows by the names of their columns, and the system from the file's name."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.importers.attackers import ANONYMIZED, ORIGINAL, SIDES
from analysis.importers.voiceprivacy.folders import Folder
from analysis.study.cells import Cell, number_cell
from analysis.study.findings import Findings, named, quoted

DECIMALS = Decimal("0.001")
"""The toolkit rounds a rate in percent so before it writes it into a table, where zeros at its end are then dropped."""


@dataclass(frozen=True)
class Row:
    """One row of a table: its place, its number as a spreadsheet counts it, and its cells by column."""

    place: str
    row: int
    cells: Mapping[str, str]


def suffix_of(file: str, start: str) -> str | None:
    """Return what stands between a table's name and `.csv`, the suffix of a system; None where it is another file.

    >>> suffix_of("results_x-y.csv", "results"), suffix_of("results.csv", "results"), suffix_of("wer", "results")
    ('_x-y', '', None)
    """
    if not file.startswith(start) or not file.endswith(".csv") or len(file) < len(start) + 4:
        return None
    return file[len(start) : -4]


def has_column(folder: Folder, file: str, column: str) -> bool:
    """Say whether a file is a table whose header names a column; what else it may be is no fault here."""
    text = folder.text(file, Findings())
    return text is not None and column in (name.strip() for name in text.partition("\n")[0].split(","))


def read_rows(
    folder: Folder, file: str, required: Sequence[str], findings: Findings, skip: Collection[str] = ()
) -> Iterator[Row]:
    """Return the rows of a table that has the required columns; a table without them is noted and has none.

    Args:
        folder: where it lies.
        file: its name.
        required: names that the header must hold.
        findings: gets what cannot be read.
        skip: words of a second header row, which is passed over.
    """
    text = folder.text(file, findings)
    if text is None:
        return
    try:
        records = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        findings.error("quotes", folder.place(file), f"the quotes are broken: {error}", advice="write it again")
        return
    header = [name.strip() for name in records[0]] if records else []
    missing = [name for name in required if name not in header]
    if missing:
        findings.note("table", folder.place(file), f"no column {', '.join(missing)}; the table is left out")
        return
    for row, cells in enumerate(records[1:], 2):
        filled = {cell for cell in cells if cell}
        if not filled or filled <= set(skip):
            continue
        if len(cells) != len(header):
            findings.error(
                "ragged", folder.place(file), f"{len(cells)} cells where the header has {len(header)}",
                allowed="the same number of cells in every row", row=row,
            )  # fmt: skip
            continue
        yield Row(folder.place(file), row, dict(zip(header, cells, strict=True)))


def number(row: Row, column: str, findings: Findings) -> Cell:
    """Return a rate of a row with its digits; a missing one where the cell is blank or no number, which is an error.

    pandas writes no value as an empty cell, so that a blank one is missing and no fault.
    """
    try:
        return with_its_zeros(number_cell(row.cells[column]))
    except ValueError as error:
        findings.error(
            "value", row.place, str(error), allowed="a number with a decimal point, or blank", row=row.row,
            column=column,
        )  # fmt: skip
        return Cell()


def with_its_zeros(cell: Cell) -> Cell:
    """Return a rate of a table with the zeros that its writer dropped: what it was rounded to is known.

    >>> with_its_zeros(number_cell("18.04")).text, with_its_zeros(number_cell("18.0412")).text
    ('18.040', '18.0412')
    """
    if cell.value is None or cell.decimals >= -DECIMALS.as_tuple().exponent:  # type: ignore[operator]
        return cell
    return number_cell(f"{Decimal(cell.text).quantize(DECIMALS):f}")


def side_of(row: Row, column: str, findings: Findings) -> str:
    """Return what speech a cell names, original or anonymized; empty where it names neither, which is an error."""
    text = row.cells[column]
    side = SIDES.get(text.strip().lower(), "")
    if not side:
        findings.error(
            "value", row.place, f"{quoted(text)}", allowed=", ".join((ORIGINAL, ANONYMIZED)), advice="correct the cell",
            row=row.row, column=column,
        )  # fmt: skip
    return side


def note_unused(place: str, what: Sequence[str], findings: Findings) -> None:
    """Note rows of a table that belong to nothing else in the tree."""
    if what:
        findings.note("unused-row", place, f"rows of {named(sorted(set(what)), 20)} belong to no list here; left out")
