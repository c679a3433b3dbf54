"""Whether the tables are what their own seed gives: every number of every row, to the digit.

Another seed can only tell whether numbers lie within chance of each other; a digit that somebody altered hides in that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields

from analysis.coverage.compare import AnyRow
from analysis.coverage.foretold import FILE, POWERS
from analysis.coverage.study import Run
from analysis.coverage.table import DIFFERENCES, INTERVALS


def made_again(ours: Run, again: Run, whole: bool) -> tuple[list[str], bool]:
    """Return what a run with the tables' own seed says of them, and whether they are what it gives.

    Args:
        ours: the tables. again: rows that the seed gives, all or some of them.
        whole: whether it gives every row that the tables may have.
    """
    lines, same = [], True
    for name, committed, rows in (
        (INTERVALS, ours.tables.intervals, again.tables.intervals),
        (DIFFERENCES, ours.tables.differences, again.tables.differences),
        (FILE, ours.foretold, again.foretold),
        (POWERS, ours.powers, again.powers),
    ):
        faults = list(_faults(committed, rows, whole))
        same = same and not faults
        lines += [f"{name}: {fault}" for fault in faults]
        lines.append(
            f"{name}: {len(rows)} of {len(committed)} rows made again from their seed, "
            + (
                f"{len(faults)} DIFFERENCES"
                if len(faults) > 1
                else "1 DIFFERENCE"
                if faults
                else "the same to the digit"
            )
        )
    return lines, same


def _faults(committed: Sequence[AnyRow], rows: Sequence[AnyRow], whole: bool) -> Iterator[str]:
    """Yield each number that differs, and each row that one of the two has alone or more than once."""
    ours, expected = {row.name: row for row in committed}, {row.name: row for row in rows}
    for name, times in Counter(row.name for row in committed).items():
        if times > 1:
            yield f"{_words(name)}: stands there {times} times"
        if whole and name not in expected:
            yield f"{_words(name)}: no setting of the study"
    for name, row in expected.items():
        if name not in ours:
            yield f"{_words(name)}: is missing"
            continue
        for column in (field.name for field in fields(row)):
            is_there, is_made = getattr(ours[name], column), getattr(row, column)
            if is_there != is_made:
                yield f"{_words(name)}: {column} is {_cell(is_there)}, its seed gives {_cell(is_made)}"


def _words(name: tuple[object, ...]) -> str:
    return ", ".join(str(part) for part in name)


def _cell(value: object) -> str:
    return "empty" if value is None else str(value)
