"""A long page source in parts that Pandoc takes side by side, and of which only those that changed are made again.

The parts begin at headings. What one part says of another is left to Typst, whose labels hold in the whole document: so
does a link from a number to its ledger row. A source in which Markdown itself leads from one place to another, as a
footnote does, is one part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from analysis.pages.engines.fenced import fenced

LONG = 100_000
"""A part of so many characters ends at the next heading; Pandoc takes about as long for it as for two chapters."""
PLACE = "\ue004"
"""Stands for what comes next where Pandoc is given a part; a source that holds it is one part."""
_NEXT = f"# {PLACE}\n\nA heading at the end would be taken for that of the references."
TEMPLATE = "$body$\n"
"""The template of a part."""
# Footnotes, addresses that stand elsewhere, numbered examples, abbreviations.
_LEADS = re.compile(r"\[\^|^ {0,3}\[[^\[\]\n]+\]:|\(@|^\*\[", re.MULTILINE)
_FRONT = re.compile(r"---\n.*?\n---\n", re.DOTALL)
_HEADING = re.compile(r"##? ")


@dataclass(frozen=True)
class Parted:
    """A page source in parts.

    Attributes:
        front: the front matter, with its lines of dashes.
        bodies: the parts of what follows; one where it is short or must not be parted.
    """

    front: str
    bodies: tuple[str, ...]

    @property
    def frame(self) -> str:
        """Return the source of a page with this front matter that holds nothing but the place of the body."""
        return f"{self.front}\n{PLACE}\n"

    @property
    def sources(self) -> list[str]:
        """Return each part as a page source; a heading follows it there as it does in the whole."""
        *first, last = self.bodies
        return [*(f"{self.front}{body}\n\n{_NEXT}\n" for body in first), self.front + last]

    def joined(self, frame: str, made: list[str]) -> str | None:
        """Return the Typst of the parts inside that of the frame; None where one of them has not its one place."""
        *first, last = made
        ends = [part.find(f"= {PLACE}") for part in first]
        if frame.count(PLACE) != 1 or -1 in ends:
            return None
        body = "".join(part[:end] for part, end in zip(first, ends, strict=True)) + last.rstrip("\n")
        return frame.replace(PLACE, body)


def parted(text: str, long: int = LONG) -> Parted:
    """Return a page source in parts, each of which ends before a heading of the first two levels.

    >>> [len(parted("---\\nrows: here\\n---\\n" + "## A\\n\\nwords\\n\\n" * 3, long).bodies) for long in (1, 20, 99)]
    [3, 2, 1]
    """
    found = _FRONT.match(text)
    if not found or PLACE in text or _LEADS.search(text):
        return Parted("", (text,))
    bodies: list[list[str]] = [[]]
    size = depth = 0
    before = ""
    lines = text[found.end() :].split("\n")
    for line, code in zip(lines, fenced(lines), strict=True):
        if line.startswith(":::") and not code:
            depth += 1 if line.strip(": ") else -1
        elif not code and not depth and size > long and not before and _HEADING.match(line):
            bodies.append([])
            size = 0
        bodies[-1].append(line)
        size += len(line) + 1
        before = line.strip()
    return Parted(found[0], tuple("\n".join(body) for body in bodies))
