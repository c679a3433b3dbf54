"""Where a text holds a numeral, in whichever dress.

A numeral is what stands in digits of any script, with superscripts, fractions and circled figures; words are none.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

# Python's \d is every decimal digit (Nd); these are the rest: superscripts, fractions, Roman figures, circled ones.
_OTHER = "".join(chr(code) for code in range(0x80, 0x20000) if unicodedata.category(chr(code)) in ("Nl", "No"))
# What parts the digits of one number: point, comma, blanks that do not break, apostrophes, the Arabic signs.
_INSIDE = ".,\u00a0\u2007\u2009\u202f'\u2019\u066b\u066c"

DIGIT = re.compile(rf"[\d{_OTHER}]")
_FIGURES = re.compile(rf"[\d{_OTHER}]+")
_PLAIN = re.compile("[0-9]+")  # many times faster
_NUMERAL = re.compile(
    rf"""
    (?:(?<![\w)\]])[-+\u2212\u00b1])?         # a sign, unless it parts two words
    (?:\d+(?:[{_INSIDE}]\d+)*|[.,]\d+)        # 12, 1,234, 10 090, 12.3, .084
    (?:[eE][-+\u2212]?\d+(?!\w))?             # 1e-5
    (?:[⁺⁻]?[{_OTHER}]+)?                     # 10⁻³, 1½
    | [⁺⁻]?[{_OTHER}]+                        # ½, ², ④
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Numeral:
    """A numeral as it is written, and where in its text it begins and ends."""

    text: str
    start: int
    end: int


def numerals(text: str) -> list[Numeral]:
    """Return every numeral of a text, in order.

    >>> [found.text for found in numerals("≤ 5, −0.3 to .084, 10⁻³ of 1,234 in T9")]
    ['5', '−0.3', '.084', '10⁻³', '1,234', '9']
    """
    return [Numeral(found.group(), found.start(), found.end()) for found in _NUMERAL.finditer(text)]


def figures(text: str) -> str:
    """Return the digits of a text and nothing else.

    >>> figures("T10-1: 3.5")
    '10135'
    """
    return "".join((_PLAIN if text.isascii() else _FIGURES).findall(text))


def around(text: str, start: int, end: int, width: int = 32) -> str:
    """Return a numeral with the words around it, on one line."""
    before = ("…" if start > width else "") + text[max(0, start - width) : start]
    after = text[end : end + width] + ("…" if len(text) - end > width else "")
    return " ".join((before + text[start:end] + after).split())
