"""Ids of systems, utterances and speakers: any text that can stand in a table, a key and a file name."""

from __future__ import annotations

import unicodedata

from analysis.study.findings import Findings, in_rows, quoted
from analysis.study.tables import Table

FORMULA_SIGNS = ("=", "+", "-", "@")


def id_fault(name: str) -> str:
    """Say why a text cannot be an id, or return the empty text where it can.

    >>> id_fault("0012"), id_fault("=1+1")
    ('', "starts with '=', which a spreadsheet would run as a formula")
    """
    if not name.strip():
        return "is blank"
    if name.startswith(FORMULA_SIGNS):
        return f"starts with {quoted(name[0])}, which a spreadsheet would run as a formula"
    if any(unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in name):
        return "holds a control sign"
    return ""


def check_ids(table: Table, column: str, findings: Findings) -> None:
    """Add an error for each kind of fault among the ids of a column."""
    faults: dict[str, list[tuple[int, str]]] = {}
    for row, name in zip(table.rows, table.column(column), strict=True):
        if fault := id_fault(name):
            faults.setdefault(fault, []).append((row, name))
    for fault, places in faults.items():
        findings.error(
            "id",
            table.file,
            f"{in_rows([row for row, _ in places])}the id {quoted(places[0][1])} {fault}",
            allowed="any text without control signs that does not start with = + - @",
            advice="give it another id here and in every file that names it",
            row=places[0][0],
            column=column,
        )
