"""Text in a figure: made safe to draw, measured in points, shortened to a width.

A label comes from a data file and can hold anything; it is drawn as it stands, on one line.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from analysis.pages.figures import style
from analysis.pages.figures.svg import faces

ELLIPSIS = "…"

# Least height above and below the baseline, as a share of the size, so that labels of one line share their baseline.
ASCENT = 0.66
DESCENT = 0.21

# Controls, formats that turn the direction of what follows, surrogates and unassigned code points draw nothing.
_UNDRAWN = {"Cc", "Cf", "Cs", "Cn", "Co"}
# The joiners are formats too, and shape Khmer and Indic words.
_KEPT = {"\u200c", "\u200d"}
_KHMER_SUBSCRIPT_SIGN = "\u17d2"


@dataclass(frozen=True)
class Extent:
    """Size of a drawn text in points: width, and height above and below the baseline."""

    width: float
    ascent: float
    descent: float

    @property
    def height(self) -> float:
        """Height of the whole line."""
        return self.ascent + self.descent


def one_line(text: str) -> str:
    """Return `text` on one line, without signs that draw nothing.

    >>> one_line("  two\\nlines\\t<b> ")
    'two lines <b>'
    """
    spaced = " ".join(text.split())
    return "".join(c for c in spaced if c in _KEPT or unicodedata.category(c) not in _UNDRAWN).strip()


@lru_cache(maxsize=4096)
def measure(text: str, size: float = style.TEXT, bold: bool = False, italic: bool = False) -> Extent:
    """Return the extent of `text` when it is drawn at `size` points."""
    if not text:
        return Extent(0.0, ASCENT * size, DESCENT * size)
    with style.settings():
        width, height, descent = faces().get_text_width_height_descent(
            text, style.font(size, bold, italic), ismath=False
        )
    return Extent(width, max(height - descent, ASCENT * size), max(descent, DESCENT * size))


def shorten(text: str, width: float, size: float = style.TEXT, bold: bool = False) -> str:
    """Return `text` on one line, cut with an ellipsis so that it is at most `width` points wide.

    A cut never parts a mark from its letter, nor a Khmer subscript from the sign before it.
    """
    line = one_line(text)
    # A name can be a megabyte long; nothing beyond this can show.
    if len(line) <= 400 and measure(line, size, bold).width <= width:
        return line
    cuts = [0, *(at for at in range(1, min(len(line), 400)) if may_cut(line, at))]
    low, high = 0, len(cuts) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if measure(line[: cuts[middle]].rstrip() + ELLIPSIS, size, bold).width <= width:
            low = middle
        else:
            high = middle - 1
    return line[: cuts[low]].rstrip() + ELLIPSIS


def wrap(text: str, width: float, size: float = style.TEXT, bold: bool = False, lines: int = 2) -> tuple[str, ...]:
    """Return `text` on at most `lines` lines of `width` points, parted at blanks, the last one cut where need be."""
    line = one_line(text)
    if len(line) <= 400 and measure(line, size, bold).width <= width:
        return (line,)
    words = line.split(" ")
    if lines == 2:
        halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, min(len(words), 40))]
        widths = [max(measure(half, size, bold).width for half in pair) for pair in halves]
        # Two lines of like length look better than a full one and a rest.
        if widths and min(widths) <= width:
            return halves[widths.index(min(widths))]
    done: list[str] = []
    while words and len(done) < lines - 1:
        taken = 1
        while taken < len(words) and measure(" ".join(words[: taken + 1]), size, bold).width <= width:
            taken += 1
        done.append(shorten(" ".join(words[:taken]), width, size, bold))
        words = words[taken:]
    if words:
        done.append(shorten(" ".join(words), width, size, bold))
    return tuple(done)


def may_cut(line: str, at: int) -> bool:
    """Say whether a text can be parted before `at` without parting a mark from its letter."""
    before, after = line[at - 1], line[at]
    joined = unicodedata.category(after).startswith("M") or before in {_KHMER_SUBSCRIPT_SIGN, *_KEPT} or after in _KEPT
    return not joined
