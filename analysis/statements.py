"""What a Python source computes, without the words that explain it."""

from __future__ import annotations

import re

_TEXT = r"""(?:(?<!\w)[rRbBuUfF]{1,2})?(?:\"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\"|'''(?:[^'\\]|\\.|'(?!''))*'''"""
# What can hide a mark from who looks for it sign by sign: strings may hold a #, and comments a quote.
_HIDES = re.compile(
    _TEXT + r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\#[^\n]*|^[ \t\f]*\n""", re.MULTILINE | re.DOTALL
)


def statements(source: str) -> str:
    """Return Python source without what computes nothing: comments, docstrings, empty lines.

    A better explained function then makes no number seem to rest on other code. Only strings, comments and empty lines
    are looked at, which is several times as fast as to read every token; an f-string whose own quotes stand inside it,
    which Python 3.11 refuses, is not known.

    >>> print(statements("def f(a):\\n    'One more.'\\n\\n    return a + 1  # why"), end="")
    def f(a):
        return a + 1
    """
    kept: list[str] = []
    at = depth = 0  # what stands before has been kept or left out, and so many brackets are open there
    for found in _HIDES.finditer(source):
        start, end = found.span()
        code = source[at:start]
        depth += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
        begins = code.rfind("\n") + 1
        alone = (begins > 0 or not at or source[at - 1] == "\n") and not code[begins:].strip()
        what = found[0]
        if what.startswith("#"):
            kept.append(code[:begins] if alone else code.rstrip())
            end += alone  # the end of its line
        elif what.isspace():
            kept.append(code)
        elif alone and not depth and _explains(what, source[end:].partition("\n")[0], code[:begins]):
            kept.append(code[:begins])
            end = (source.find("\n", end) + 1) or len(source)
        else:
            kept.append(source[at:end])
        at = end
    return "".join([*kept, source[at:]])


def _explains(text: str, after: str, before: str) -> bool:
    """Tell whether a string that begins a line outside of brackets is a statement of its own."""
    filled = "f" in text.partition(text[-1])[0].lower()
    return not filled and not after.split("#")[0].strip() and not before.endswith("\\\n")
