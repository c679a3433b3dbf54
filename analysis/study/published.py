"""Published numbers that no other file of the layout holds: a correlation, an interval's width, a rate by another rule.

`meta/published.csv` (optional): key, value, and where given ci_low, ci_high, n, source; a row such as
`leak/semi_informed,-0.61,,,16,prosody leak` becomes the ledger row `<study>/shipped/leak/semi_informed`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote

from analysis.study.cells import Cell, note_cut, number_cell
from analysis.study.comparisons import FILE as COMPARISONS
from analysis.study.findings import Findings, quoted
from analysis.study.ids import id_fault
from analysis.study.leaderboard import ATTACKERS
from analysis.study.leaderboard import FILE as LEADERBOARD
from analysis.study.tables import Table, read_table

FILE = "meta/published.csv"
COLUMNS = ("key", "value")
KEY = (
    "the key of a number that no other file of the layout holds, such as leak/semi_informed: two names or more, joined "
    "with /, each percent-encoded as in the ledger"
)
UNITS: Mapping[str, str] = {
    "eer": "percent", "eer_list": "percent", "cer": "percent", "cer_mean": "percent", "width": "percentage points",
    "leak": "correlation", "leak_without_reference": "correlation", "rho_f0": "correlation",
    "rho_f0_demo": "correlation",
    "duration_ratio": "ratio", "median_f0": "Hz", "utmos": "score", "listening": "score",
}  # fmt: skip
"""First name of a key that a chapter reads → the unit of its numbers."""
RANGES: Mapping[str, tuple[float, float]] = {
    "percent": (0.0, math.inf), "percentage points": (0.0, math.inf), "correlation": (-1.0, 1.0),
    "ratio": (0.0, math.inf), "Hz": (0.0, math.inf),
}  # fmt: skip
"""Unit → the lowest and the highest value that it can have; a score can have any."""
WHOLE = re.compile(r"[0-9]{1,15}\Z")


class _RefusedRow(Exception):
    """A row has an error, which is among the findings."""


@dataclass(frozen=True)
class Published:
    """One published number.

    Attributes:
        names: the parts of its key, decoded: `("leak", "semi_informed")`.
        value, low, high: the number and its interval, with the digits of their cells; the edges can be missing.
        n: what was counted; None where the file does not say.
        source: where it was printed, in the file's words; can be empty.
    """

    names: tuple[str, ...]
    value: Cell
    low: Cell
    high: Cell
    n: int | None = None
    source: str = ""


def read_published(folder: Path, slugs: Collection[str], findings: Findings) -> tuple[Published, ...]:
    """Read `meta/published.csv`, in the order of the file; a row with an error is left out. The file must exist.

    Of a key that stands twice every row is left out.

    Args:
        folder: the study's folder.
        slugs: the slugs of the corpora, whose error rates stand in the leaderboard.
        findings: gets the errors and warnings.
    """
    table = read_table(folder, FILE, COLUMNS, findings)
    if table is None:
        return ()
    found: list[Published] = []
    first: dict[str, int] = {}
    contradicted: set[int] = set()
    rows: list[int] = []
    for place, key in enumerate(table.column("key")):
        row = table.rows[place]
        if key in first:
            contradicted.add(first[key])
            findings.error(
                "conflict", FILE, f"the key {quoted(key)} stands in row {first[key]} too", "each key once",
                "keep the row that is meant", row=row, column="key",
            )  # fmt: skip
            continue
        first[key] = row
        try:
            found.append(_number(table, place, slugs, findings))
        except _RefusedRow:
            continue
        rows.append(row)
    return tuple(number for number, row in zip(found, rows, strict=True) if row not in contradicted)


def _number(table: Table, place: int, slugs: Collection[str], findings: Findings) -> Published:
    row = table.rows[place]
    names = _names(table.column("key")[place], row, slugs, findings)
    value, low, high = (_cell(table, place, column, findings) for column in ("value", "ci_low", "ci_high"))
    _check_interval(value, low, high, row, findings)
    _check_range(names, {"value": value, "ci_low": low, "ci_high": high}, row, findings)
    if names[0] not in UNITS:
        findings.warning(
            "unread-key", FILE, f"no chapter reads a number of {quoted(names[0])}; it stands in the ledger only",
            f"a key that begins with {', '.join(sorted(UNITS))}", "correct the key, or take the row out",
            row=row, column="key",
        )  # fmt: skip
    return Published(names, value, low, high, _count(table, place, findings), table.column("source")[place].strip())


def _names(key: str, row: int, slugs: Collection[str], findings: Findings) -> tuple[str, ...]:
    """Return the decoded parts of a key."""
    names = tuple(unquote(part) for part in key.split("/"))
    encoded = "/".join(quote(name, safe="") for name in names)
    if len(names) < 2:
        fault, remedy = "is not of the form name/name", "write the measure, a slash, and what it is of"
    elif faults := [fault for name in names if (fault := id_fault(name))]:
        fault, remedy = f"has a part that {faults[0]}", "correct the part"
    elif encoded != key:
        fault, remedy = "holds signs that a ledger key writes otherwise", f"write {quoted(encoded)}"
    elif place := _elsewhere(names, slugs):
        fault, remedy = f"is of a number that stands in {place}", f"put the value there, or take the row out of {FILE}"
    else:
        return names
    findings.error("key", FILE, f"the key {quoted(key)} {fault}", KEY, remedy, row=row, column="key")
    raise _RefusedRow


def _elsewhere(names: tuple[str, ...], slugs: Collection[str]) -> str:
    """Return the file that holds a number with this key; the empty text where no other file does."""
    measure, rest = names[0], names[2:]
    if measure == "paired":
        return COMPARISONS
    on_the_board = (
        (measure == "eer" and len(rest) == 2 and rest[0] in ATTACKERS and rest[1] == "same_gender")
        or (measure == "cer" and len(rest) == 1 and rest[0] in ("all", *slugs))
        or (measure in ("rho_f0", "utmos") and not rest)
    )
    return LEADERBOARD if on_the_board else ""


def _cell(table: Table, place: int, column: str, findings: Findings) -> Cell:
    """Return a number with its digits; only an edge of an interval can be blank."""
    text = table.column(column)[place]
    must = column == "value"
    try:
        cell = number_cell(text)
        if must and cell.value is None:
            raise ValueError(f"{quoted(text)} is not a number")
    except ValueError as error:
        allowed = "a number with a decimal point" if must else "a number with a decimal point, or blank"
        advice = "correct the cell, or take the row out" if must else "correct the cell"
        findings.error("value", FILE, str(error), allowed, advice, row=table.rows[place], column=column)
        raise _RefusedRow from error
    note_cut(cell, FILE, findings, table.rows[place], column)
    return cell


def _count(table: Table, place: int, findings: Findings) -> int | None:
    """Return n; None where the cell is blank."""
    text = table.column("n")[place].strip()
    if not text:
        return None
    if not WHOLE.match(text):
        findings.error(
            "value", FILE, f"n is {quoted(text)}", "a whole number, or blank", "write how many were counted",
            row=table.rows[place], column="n",
        )  # fmt: skip
        raise _RefusedRow
    return int(text)


def _check_interval(value: Cell, low: Cell, high: Cell, row: int, findings: Findings) -> None:
    """Refuse half an interval and a reversed one; warn where the value lies outside."""
    if (low.value is None) != (high.value is None):
        given, absent = ("ci_high", "ci_low") if low.value is None else ("ci_low", "ci_high")
        findings.error(
            "interval", FILE, f"{given} is given and {absent} is blank", "both edges, or neither",
            "add the other edge", row=row, column=absent,
        )  # fmt: skip
        raise _RefusedRow
    if low.value is None or high.value is None or value.value is None:
        return
    if low.value > high.value:
        findings.error(
            "interval", FILE, f"the interval [{low.text}, {high.text}] is reversed", "ci_low at most ci_high",
            "swap the two cells", row=row, column="ci_low",
        )  # fmt: skip
        raise _RefusedRow
    if not low.value <= value.value <= high.value:
        findings.warning(
            "interval", FILE, f"{value.text} lies outside its own interval [{low.text}, {high.text}]",
            row=row, column="value",
        )  # fmt: skip


def _check_range(names: tuple[str, ...], cells: Mapping[str, Cell], row: int, findings: Findings) -> None:
    """Warn of a value or an edge that its measure cannot have."""
    unit = UNITS.get(names[0], "")
    lowest, highest = RANGES.get(unit, (-math.inf, math.inf))
    for column, cell in cells.items():
        if cell.value is not None and not lowest <= cell.value <= highest:
            findings.warning(
                "range", FILE, f"{cell.text} for {quoted('/'.join(names))}, in {unit}",
                f"{lowest:g} to {highest:g}" if highest < math.inf else f"{lowest:g} or more",
                "correct the cell", row=row, column=column,
            )  # fmt: skip
