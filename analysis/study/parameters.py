"""Design parameters of a system in one cell: `name=value`, several divided by semicolons."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.study.cells import Cell, note_cut, number_cell
from analysis.study.findings import Findings, quoted
from analysis.study.tables import Table

COLUMN = "parameters"


def read_parameters(table: Table, findings: Findings) -> list[Mapping[str, Cell]]:
    """Return for each row name → number; what is no such pair goes to `findings`."""
    return [_pairs(text, table.file, row, findings) for row, text in zip(table.rows, table.column(COLUMN), strict=True)]


def _pairs(text: str, file: str, row: int, findings: Findings) -> dict[str, Cell]:
    found: dict[str, Cell] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, digits = (piece.strip() for piece in part.rpartition("="))
        fault, cell = "", Cell()
        try:
            cell = number_cell(digits)
        except ValueError as error:
            fault = str(error)
        if not (name and equals):
            fault = f"{quoted(part)} has no name with an equals sign"
        elif not fault and cell.value is None:
            fault = f"{quoted(part)} has no number"
        elif name in found:
            fault = f"{quoted(name)} stands twice"
        if fault:
            findings.error(
                "value", file, fault, allowed="name=number, divided by semicolons, such as p=0.2",
                advice="correct the cell", row=row, column=COLUMN,
            )  # fmt: skip
            continue
        note_cut(cell, file, findings, row, COLUMN)
        found[name] = cell
    return found
