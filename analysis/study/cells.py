"""Cells of a table that hold a number or a truth value, read from the text that stands there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal

from analysis.ledger import SIGNIFICANT_DIGITS
from analysis.study.findings import Findings, quoted

LONGEST_NUMBER = 30
"""Signs that a number may have when it is written out, without an exponent."""

# Spreadsheets write truth values in the language of the machine.
TRUE_WORDS = frozenset({"true", "t", "yes", "y", "1", "1.0", "on", "wahr", "vrai", "verdadero", "vero"})
FALSE_WORDS = frozenset({"false", "f", "no", "n", "0", "0.0", "off", "falsch", "faux", "falso"})
MISSING_WORDS = frozenset({"", "na", "n/a", "n.a.", "nan", "none", "null", "-", "–", "—"})
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?\Z")


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
    """Read a truth value in any common spelling; None for a blank and for the usual words for nothing.

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
    if word in MISSING_WORDS:
        return None
    raise ValueError(f"{quoted(text)} is no truth value")
