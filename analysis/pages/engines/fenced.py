"""Which lines of a page source are code between fences, where no other mark means anything."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FENCE = re.compile(r"`{3,}|~{3,}")


def fenced(lines: Iterable[str]) -> list[bool]:
    """Return for each line whether it is code or a fence around it.

    >>> fenced(["a", "```", "# b", "```", "# c"])
    [False, True, True, True, False]
    """
    found: list[bool] = []
    fence = ""
    for line in lines:
        opened = _FENCE.match(line)
        closes = bool(fence) and line.rstrip(" ") == fence
        if opened and not fence:
            fence = opened[0]
        found.append(bool(fence))
        if closes:
            fence = ""
    return found
