"""Small turns of phrase for alternative texts, which hold words only.

A number in an alternative text could carry no mark of where it is from, so none stands there; names may hold digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from analysis.pages.figures.text import ELLIPSIS, one_line

_LETTER = re.compile(r"[^\W\d_]")
_LONGEST = 60
_MOST = 8


def named(text: str) -> str:
    """Return a name on one line, cut where it is longer than a reader would listen to.

    A name without a letter stands in quotation marks, so that nobody takes it for a value.

    >>> named("T9"), named("0012")
    ('T9', '“0012”')
    """
    line = one_line(text)
    shown = line if len(line) <= _LONGEST else line[: _LONGEST - 1].rstrip() + ELLIPSIS
    return shown if _LETTER.search(line) else f"“{shown}”"


def listed(names: Sequence[str]) -> str:
    """Join names as a sentence does, the tail of a long list left out.

    >>> listed(["B1", "T9", "T10-2"])
    'B1, T9 and T10-2'
    """
    kept = [named(name) for name in names]
    comma = "; " if any("," in name for name in kept) else ", "
    if len(kept) > _MOST:
        return comma.join(kept[:_MOST]) + " and others"
    if len(kept) < 2:
        return "".join(kept)
    return comma.join(kept[:-1]) + " and " + kept[-1]
