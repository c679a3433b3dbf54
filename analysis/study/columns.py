"""Columns of a table of counts and words: each cell read as what its column holds, all faults told at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analysis.study.cells import Cell, note_cut, number_cell
from analysis.study.findings import Findings, in_rows, quoted
from analysis.study.tables import Table, parse_column, word_parser


def texts(table: Table, column: str, findings: Findings) -> list[str]:
    """Return the texts of a column that must not be blank."""
    found = [text.strip() for text in table.column(column)]
    blank = [row for row, text in zip(table.rows, found, strict=True) if not text]
    if blank:
        findings.error("value", table.file, f"{in_rows(blank)}the cell is blank", "a text", row=blank[0], column=column)
    return found


def words_of(table: Table, column: str, words: Mapping[str, str], findings: Findings) -> list[str]:
    """Return what each cell of a column of known words means, as `words` says."""
    allowed = ", ".join(dict.fromkeys(word for word in words.values() if word)) + (" or blank" if "" in words else "")
    return parse_column(table, column, word_parser(words), "", allowed, findings)


def counts(table: Table, column: str, findings: Findings, *, whole: bool = True) -> list[Cell]:
    """Return the numbers of a column, each fault an error of its own; missing ones where there is no such column."""
    cells = []
    allowed = "a whole number from 0 up, or blank" if whole else "a number from 0 up, or blank"
    for row, text in zip(table.rows, table.column(column), strict=True):
        fault = ""
        try:
            cell = number_cell(text)
        except ValueError as error:
            cell, fault = Cell(), str(error)
        if cell.value is not None and cell.value < 0:
            fault = f"{quoted(cell.text)} is negative"
        elif whole and cell.value is not None and not cell.value.is_integer():
            fault = f"{quoted(cell.text)} is no whole number"
        if fault:
            advice = "write the digits alone, without a sign between thousands" if "," in text else "correct the cell"
            findings.error("value", table.file, fault, allowed, advice, row=row, column=column)
            cell = Cell()
        note_cut(cell, table.file, findings, row, column)
        cells.append(cell)
    return cells


def check_each_once(table: Table, columns: Sequence[str], texts: Sequence[Sequence[str]], findings: Findings) -> None:
    """Add an error for each row whose columns say what an earlier row says."""
    seen: set[tuple[str, ...]] = set()
    for row, cells in zip(table.rows, zip(*texts, strict=True), strict=True):
        if all(cells) and cells in seen:
            findings.error(
                "conflict", table.file, f"{', '.join(map(quoted, cells))} stands in an earlier row too",
                allowed=f"one row for each {', '.join(columns)}", row=row, column=columns[0],
            )  # fmt: skip
        seen.add(cells)


def warn_of_fractions(file: str, column: str, values: Sequence[float], what: str, findings: Findings) -> None:
    """Warn of a column of percentages in which nothing exceeds 1; one value alone may be that small.

    Args:
        file: the table, relative to the study.
        column: its name in the file.
        values: its numbers.
        what: what a reader of the report calls such a column.
        findings: gets the warning.
    """
    if len(values) > 1 and 0 < max(values) <= 1:
        findings.warning(
            "fractions", file, f"all values are at most 1 (the largest is {max(values):g})",
            allowed="percent, such as 43.98", advice="multiply the column by 100 if it holds fractions", column=column,
            remark=f"A {what} that should be in percent looks like fractions.",
        )  # fmt: skip
