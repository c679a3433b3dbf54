"""What a style sheet writes onto a page: text, counters and marks that stand in no page."""

from __future__ import annotations

import re
import sys

from analysis.audit.numerals import DIGIT

_STRING = r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'"
_STRING_OR_COMMENT = re.compile(rf"({_STRING})|/\*.*?(?:\*/|\Z)", re.DOTALL)
_STRING_OR_ESCAPE = re.compile(rf"({_STRING})|(\\(?:[0-9a-fA-F]{{1,6}}\s?|.))", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.DOTALL)
_WRITING = re.compile(
    rf"""
    (?<![\w-])(?:content|counter-(?:reset|set|increment)|list-style(?:-type)?|quotes|symbols|additive-symbols
    |prefix|suffix|pad|negative|text-emphasis(?:-style)?|text-overflow|hyphenate-character)
    \s*:(?:{_STRING}|[^;}}"'])*
    """,
    re.IGNORECASE | re.VERBOSE,
)


def generated(css: str) -> list[str]:
    """Return the declarations of a style that write digits, or what is not written there, onto a page.

    >>> generated('a::after { content: " 99 %" } b::before { content: "" }')
    ['content: " 99 %"']
    """
    plain = _STRING_OR_COMMENT.sub(lambda found: found[1] or " ", css)
    plain = _STRING_OR_ESCAPE.sub(lambda found: _string(found[1]) if found[1] else _read(found[2]), plain)
    found = [one.group().strip() for one in _WRITING.finditer(plain)]
    return [one for one in found if DIGIT.search(one) or re.search(r"\b(?:attr|counters?|var)\(", one)]


def _read(text: str) -> str:
    """Put signs in place of their escapes."""

    def sign(found: re.Match[str]) -> str:
        code = int(found[1], 16) if found[1] else 0
        return chr(code) if 0 < code < sys.maxunicode else found[2] or ""

    return _ESCAPE.sub(sign, text)


def _string(quoted: str) -> str:
    """Read a string so that no sign in it can end it."""
    inside = re.sub(r"[\"'\\\n]", " ", _read(quoted[1:-1]))
    return f"{quoted[0]}{inside}{quoted[0]}"
