"""A long table of results: which row speaks of what, each cell with its digits, all faults told at once.

A row speaks of what its filled id cells name. An EER and a linkability belong to an attacker, a pitch correlation and a
gain of voice distinctiveness to a dataset and perhaps a gender, a word error rate and an emotion recall to a dataset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.study.cells import MISSING_WORDS, Cell, note_cut, number_cell
from analysis.study.columns import warn_of_fractions
from analysis.study.findings import Findings, quoted
from analysis.study.tables import Table, parse_column

UNPROTECTED = "unprotected"
ATTACKERS = (UNPROTECTED, "ignorant", "lazy", "semi_informed")
GENDERS = ("female", "male", "mixed")
ATTACKER_WORDS = {
    "": "", **{name: name for name in ATTACKERS}, "lazy_informed": "lazy",
}  # fmt: skip
GENDER_WORDS = {"": "", **{name: name for name in GENDERS}, "f": "female", "m": "male"}
PITCH, DISTINCTIVENESS = "pitch_correlation", "gain_of_voice_distinctiveness"
MEASURES = ("eer", "linkability", "wer", "uar", PITCH, DISTINCTIVENESS)
OF_ATTACKER = ("eer", "linkability")
OF_DATASET = ("wer", "uar")
PERCENT = ("eer", "wer", "uar")

_UNKNOWN = "?"  # stands for a word that was told as wrong, so that its row is passed over; no word parses to it
_RANGES: Mapping[str, tuple[float, float | None, str]] = {
    "eer": (0.0, 100.0, "0 to 100 percent, or blank"),
    "uar": (0.0, 100.0, "0 to 100 percent, or blank"),
    "wer": (0.0, None, "0 percent or more, or blank"),
    "linkability": (0.0, 1.0, "0 to 1, or blank"),
    PITCH: (-1.0, 1.0, "-1 to 1, or blank"),
}
_ROWS_OF = {
    "eer": "an EER stands in a row that names an attacker",
    "linkability": "a linkability stands in a row that names an attacker",
    "wer": "a WER stands in a row without gender and attacker",
    "uar": "a UAR stands in a row without gender and attacker",
    PITCH: "a pitch correlation stands in a row without attacker",
    DISTINCTIVENESS: "a gain of voice distinctiveness stands in a row without attacker",
}


@dataclass(frozen=True)
class Row:
    """One row: its number in the file, what it speaks of, and the cells that are filled, by measure.

    `unreadable` are the measures whose cells are filled and cannot be used.
    """

    number: int
    ids: tuple[str, ...]
    gender: str
    attacker: str
    cells: Mapping[str, Cell]
    unreadable: frozenset[str] = frozenset()


def read_rows(table: Table, ids: Sequence[str], findings: Findings) -> list[Row]:
    """Return the rows of a long table that are sound; what is wrong with the others is told.

    Args:
        table: with any of the columns gender, attacker and the measures.
        ids: the columns that say with gender and attacker what a row speaks of, the system's first.
        findings: gets an error for each fault.
    """
    attackers = parse_column(
        table, "attacker", _word(ATTACKER_WORDS), _UNKNOWN, f"{', '.join(ATTACKERS)}, or blank", findings
    )
    genders = parse_column(
        table, "gender", _word(GENDER_WORDS), _UNKNOWN, f"{', '.join(GENDERS)} (or f, m), or blank", findings
    )
    names = list(zip(*(table.column(column) for column in ids), strict=True))
    columns = {measure: table.column(measure) for measure in MEASURES if table.has(measure)}
    seen: dict[tuple[str, ...], int] = {}
    contradicted: set[int] = set()
    rows = []
    for place, number in enumerate(table.rows):
        texts = {measure: column[place] for measure, column in columns.items()}
        cells = dict(_cells(table, number, texts, findings))
        found = Row(number, names[place], genders[place], attackers[place], cells)
        if _UNKNOWN in (found.gender, found.attacker) or not found.ids[0].strip():
            continue
        identity = (*found.ids, found.gender, found.attacker)
        if identity in seen:
            contradicted.add(seen[identity])
            findings.error(
                "conflict", table.file, f"{_told(found)} stands in row {seen[identity]} too",
                allowed=f"one row for each {', '.join([*ids, *(c for c in ('gender', 'attacker') if table.has(c))])}",
                advice="keep the row that is meant", row=number, column=ids[0],
            )  # fmt: skip
            continue
        seen[identity] = number
        if not any(text.strip() for text in texts.values()):
            findings.note("empty-row", table.file, f"{_told(found)} has no value", row=number)
        placed = dict(_placed(table, found, findings))
        unreadable = frozenset(
            measure
            for measure, text in texts.items()
            if measure not in cells and text.strip().lower() not in MISSING_WORDS and _fits(measure, found)
        )
        rows.append(Row(number, found.ids, found.gender, found.attacker, placed, unreadable))
    rows = [_emptied(row) if row.number in contradicted else row for row in rows]
    for measure in PERCENT:
        values = [row.cells[measure].value for row in rows if measure in row.cells]
        known = [value for value in values if value is not None]
        warn_of_fractions(table.file, measure, known, "column of results", findings)
    return rows


def _fits(measure: str, row: Row) -> bool:
    """Say whether a row is of the kind that speaks of a measure."""
    if measure in OF_ATTACKER:
        return bool(row.attacker)
    return not row.attacker and not (measure in OF_DATASET and row.gender)


def _emptied(row: Row) -> Row:
    """Return a row of which none of the cells can be used, since another one says otherwise."""
    return replace(row, cells={}, unreadable=row.unreadable | frozenset(row.cells))


def _word(words: Mapping[str, str]):  # type: ignore[no-untyped-def]
    def parse(text: str) -> str:
        word = text.strip().lower().replace("-", "_").replace(" ", "_")
        if word not in words:
            raise ValueError(text)
        return words[word]

    return parse


def _told(row: Row) -> str:
    """Return what a row speaks of, for a message."""
    return ", ".join(quoted(part) for part in (*row.ids, row.gender, row.attacker) if part)


def _cells(table: Table, number: int, texts: Mapping[str, str], findings: Findings) -> Iterator[tuple[str, Cell]]:
    """Give the filled cells of a row that hold a number in its range."""
    for measure, text in texts.items():
        low, high, allowed = _RANGES.get(measure, (None, None, "a number with a decimal point, or blank"))
        fault, advice = "", f"correct the column {measure} of this row"
        try:
            cell = number_cell(text)
        except ValueError as error:
            cell, fault = Cell(), str(error)
        if cell.value is not None and low is not None and cell.value < low:
            fault = f"{quoted(cell.text)} is below {low:g}"
        elif cell.value is not None and high is not None and cell.value > high:
            fault = f"{quoted(cell.text)} is above {high:g}"
            if high == 1.0 and cell.value <= 100.0:
                advice = "divide by 100 where the column is in percent"
        if fault:
            findings.error("value", table.file, fault, allowed, advice, row=number, column=measure)
            continue
        if cell.value is not None:
            note_cut(cell, table.file, findings, number, measure)
            yield measure, cell


def _placed(table: Table, row: Row, findings: Findings) -> Iterator[tuple[str, Cell]]:
    """Give the cells that stand in the kind of row that speaks of them."""
    for measure, cell in row.cells.items():
        if _fits(measure, row):
            yield measure, cell
            continue
        if measure in OF_ATTACKER:
            advice = "name the attacker, or take the value out"
        else:
            blank = "gender and attacker" if measure in OF_DATASET and row.gender else "the attacker"
            advice = f"put the value into a row of its own, with {blank} blank"
        findings.error(
            "place", table.file, f"{measure} = {quoted(cell.text)} in the row of {_told(row)}",
            allowed=_ROWS_OF[measure], advice=advice, row=row.number, column=measure,
        )  # fmt: skip
