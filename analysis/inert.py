"""Cells of exported tables that no spreadsheet runs as formulas."""

from __future__ import annotations

import re

NUMBERS = re.compile(r"[+-]?[0-9.]+(?:, [+-]?[0-9.]+)*")
# Quotes in front count, too, so that whoever takes one away again gets the text as it was.
FORMULA = re.compile(r"'*[=+@\t\r-]")


def inert(cell: object) -> object:
    """Return a cell with a quote in front where free text from data begins with a sign of a formula.

    Numbers are not touched, be they written as text.

    >>> inert("=1+1"), inert("-0.5, 2.1"), inert("a=b"), inert("'=1+1"), inert(-1.5)
    ("'=1+1", '-0.5, 2.1', 'a=b', "''=1+1", -1.5)
    """
    risky = isinstance(cell, str) and FORMULA.match(cell) and not NUMBERS.fullmatch(cell)
    return f"'{cell}" if risky else cell
