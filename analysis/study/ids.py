"""Ids of systems, utterances and speakers: any text that can stand in a table, a key and a file name."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from typing import Protocol, TypeVar

from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.tables import Table

FORMULA_SIGNS = ("=", "+", "-", "@")
LONGEST_ID = 200
"""Signs that an id may have: of a longer one no file can be named, and no table shows it."""

ALLOWED = f"any text of up to {LONGEST_ID} signs, without control signs, that does not start with = + - @"
JOINERS = "\u200c\u200d"
"""Signs without width that shape letters; other signs that cannot be seen have no use in an id."""


class Named(Protocol):
    """Something with an id."""

    @property
    def id(self) -> str:
        """Return the id."""
        ...


Thing = TypeVar("Thing", bound=Named)


def with_id(things: Iterable[Thing], name: str) -> Thing:
    """Return the one of several things that has an id.

    Raises:
        KeyError: none has it.
    """
    for thing in things:
        if thing.id == name:
            return thing
    raise KeyError(name)


def id_fault(name: str) -> str:
    """Say why a text cannot be an id, or return the empty text where it can.

    >>> id_fault("0012"), id_fault("=1+1")
    ('', "starts with '=', which a spreadsheet would run as a formula")
    """
    if not name.strip():
        return "is blank"
    if name.startswith(FORMULA_SIGNS):
        return f"starts with {quoted(name[0])}, which a spreadsheet would run as a formula"
    # Of the signs of ASCII those that cannot be printed are the control signs.
    if not (name.isascii() and name.isprintable()) and any(
        unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") for sign in name
    ):
        return "holds a control sign"
    if len(name) > LONGEST_ID:
        return f"has {len(name):,} signs"
    return ""


def hides_signs(name: str) -> bool:
    """Say whether an id holds signs that nobody sees: without width, or turning the direction of writing.

    >>> hides_signs("a\\u202eb"), hides_signs("a\\u200db")
    (True, False)
    """
    return not name.isascii() and any(unicodedata.category(sign) == "Cf" and sign not in JOINERS for sign in name)


def folded(name: str) -> str:
    """Return an id without what is easily mistaken: case, Unicode form, blanks around it, unseen signs.

    >>> folded(" Cafe\\u0301") == folded("café")
    True
    """
    if name.isascii():
        return name.strip().casefold()
    seen = "".join(sign for sign in name if unicodedata.category(sign) != "Cf")
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKC", seen).casefold()).strip()


def meant(names: Iterable[str], known: Collection[str]) -> str:
    """Return the advice which known id was meant by an unknown one; empty where none is like any of them.

    Besides case and form, zeros in front count as mistaken: a spreadsheet takes them away.

    >>> meant(["12"], ["0012", "13"])
    "'12' looks like '0012'; a spreadsheet takes zeros away: import the column as text"
    """
    unknown = list(names)
    if not unknown or not known:
        return ""

    def bare(name: str) -> str:
        return folded(name).lstrip("0")

    alike: dict[str, str] = {}
    for name in known:
        alike.setdefault(bare(name), name)
    found = next(((name, alike[bare(name)]) for name in unknown if bare(name) in alike), None)
    if not found:
        return ""
    zeros = folded(found[0]) != folded(found[1])
    shown = f"{quoted(found[0])} looks like {quoted(found[1])}"
    return f"{shown}; a spreadsheet takes zeros away: import the column as text" if zeros else shown


def check_ids(table: Table, column: str, findings: Findings) -> None:
    """Add an error for each kind of fault among the ids of a column, and a warning for what only looks alike."""
    faults: dict[str, list[tuple[int, str]]] = {}
    hidden: list[tuple[int, str]] = []
    rows_of = _rows_of(table, column)
    for name, rows in rows_of.items():
        if fault := id_fault(name):
            # Each very long id has a length of its own; they are one fault.
            kind = "is too long" if len(name) > LONGEST_ID else fault
            faults.setdefault(kind, []).extend((row, name) for row in rows)
        elif hides_signs(name):
            hidden.extend((row, name) for row in rows)
    for places in faults.values():
        row, name = min(places)
        findings.error(
            "id",
            table.file,
            f"{in_rows(sorted(row for row, _ in places))}the id {quoted(name)} {id_fault(name)}",
            allowed=ALLOWED,
            advice="give it another id here and in every file that names it",
            row=row,
            column=column,
        )
    if hidden:
        findings.warning(
            "hidden-signs",
            table.file,
            f"{in_rows(sorted(row for row, _ in hidden))}the id {quoted(min(hidden)[1])} holds unseen signs",
            allowed="signs that can be seen; the id counts with all of its signs",
            advice="take the signs out, here and in every file that names the id",
            row=min(hidden)[0],
            column=column,
        )
    _warn_of_likeness(table, column, rows_of, findings)


def check_each_once(table: Table, column: str, findings: Findings) -> set[str]:
    """Return the ids that stand in several rows, and add an error for each row but the first."""
    repeated: set[str] = set()
    seen: set[str] = set()
    for row, name in zip(table.rows, table.column(column), strict=True):
        if name in seen:
            repeated.add(name)
            findings.error(
                "conflict",
                table.file,
                f"the {column} {quoted(name)} stands in an earlier row too",
                allowed=f"one row a {column}",
                advice="keep the row that is meant",
                row=row,
                column=column,
            )
        seen.add(name)
    return repeated


def _rows_of(table: Table, column: str) -> dict[str, list[int]]:
    """Return each id of a column with the rows in which it stands."""
    rows_of: dict[str, list[int]] = {}
    for name, row in zip(table.column(column), table.rows, strict=True):
        rows_of.setdefault(name, []).append(row)
    return rows_of


def _warn_of_likeness(table: Table, column: str, rows_of: Mapping[str, list[int]], findings: Findings) -> None:
    groups: dict[str, list[str]] = {}
    for name in rows_of:
        groups.setdefault(folded(name), []).append(name)
    alike = [names for key, names in groups.items() if key and len(names) > 1]
    if alike:
        rows = [rows_of[name][0] for name in alike[0]]
        findings.warning(
            "alike",
            table.file,
            f"{named(alike[0])} ({rows_named(rows)}) differ only in case, Unicode form or unseen signs and count as "
            f"different ids" + (f"; {len(alike) - 1} more such groups of ids" if len(alike) > 1 else ""),
            allowed="one spelling of each id",
            advice="use one spelling in every file, where one id is meant",
            row=rows[-1],
            column=column,
        )
