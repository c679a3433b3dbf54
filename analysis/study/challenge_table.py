"""The published table of results of a challenge, `results.csv`: each cell with the digits that were printed."""

from __future__ import annotations

from analysis.study.cells import Cell, note_cut, number_cell
from analysis.study.columns import warn_of_fractions
from analysis.study.findings import Findings, quoted
from analysis.study.ids import check_each_once, id_fault
from analysis.study.tables import Table

RESULTS_FILE = "results.csv"
SPLITS = ("dev", "test")
MEASURES = ("eer_female", "eer_male", "eer_average", "uar", "wer")
COLUMNS = tuple(f"{split}_{measure}" for split in SPLITS for measure in MEASURES)
UNUSABLE_ID, SEVERAL_ROWS = "with an id that cannot be used", "with several rows"
"""Why a system is unclear."""


def result_cells(table: Table, findings: Findings) -> tuple[dict[str, dict[str, Cell]], frozenset[tuple[str, str]]]:
    """Return system → column → cell, and the (system, column) of the cells that cannot be used."""
    cells: dict[str, dict[str, Cell]] = {name: {} for name in table.column("system")}
    unreadable: set[tuple[str, str]] = set()
    for column in table.frame.columns:
        if column == "system":
            continue
        if column not in COLUMNS:
            findings.note("unused-column", table.file, "the column is not used", ", ".join(COLUMNS), column=column)
            continue
        for row, system, text in zip(table.rows, table.column("system"), table.column(column), strict=True):
            try:
                cell = number_cell(text)
            except ValueError as error:
                unreadable.add((system, column))
                findings.error(
                    "value",
                    table.file,
                    str(error),
                    allowed="a number with a decimal point, or blank",
                    advice=f"correct the cell of {quoted(system)}",
                    row=row,
                    column=column,
                )
                continue
            note_cut(cell, table.file, findings, row, column)
            cells[system][column] = cell
            if cell.value is not None and cell.value < 0:
                unreadable.add((system, column))
                findings.error(
                    "value",
                    table.file,
                    f"{quoted(cell.text)} is negative",
                    allowed="a number from 0 up, or blank",
                    advice=f"correct the cell of {quoted(system)}",
                    row=row,
                    column=column,
                )
            elif cell.value is not None and cell.value > 100 and "wer" not in column:
                findings.warning(
                    "range", table.file, f"{cell.text} for {quoted(system)}", "0 to 100 percent", row=row, column=column
                )
        values = [row[column].value for row in cells.values() if column in row and row[column].value is not None]
        warn_of_fractions(table.file, column, values, "column of results", findings)
    return cells, frozenset(unreadable)


def unclear_systems(table: Table, findings: Findings) -> dict[str, str]:
    """Return the systems of a table that are unclear, and why; one that stands twice is an error."""
    unclear = {name: UNUSABLE_ID for name in table.column("system") if id_fault(name)}
    return unclear | dict.fromkeys(check_each_once(table, "system", findings), SEVERAL_ROWS)
