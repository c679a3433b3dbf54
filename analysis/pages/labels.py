"""Numbers of chapters, tables and figures, and the references to them; the same on the web and in the appendix.

A study has a letter, a chapter the number of its page, a table or figure its place in the chapter: `Table A2.1`.
These are names that hold digits, not numbers of the ledger.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from markupsafe import Markup

from analysis.pages.chapters import Chapter

Kind = Literal["tbl", "fig"]
WORDS = {"tbl": "Table", "fig": "Figure"}
# A reference may come before what it names, so it is filled in when all chapters are written. Text from data holds no
# control signs, and cannot write this mark.
_PENDING = re.compile("\x02(tbl|fig):([^\x03]*)\x03")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


def letter(place: int) -> str:
    """Return the letter of a study by its place in the appendix.

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    return chr(ord("A") + place) if place < 26 else letter(place // 26 - 1) + letter(place % 26)


@dataclass
class Labels:
    """The labels of one study; chapters are written in order, each is opened first.

    Attributes:
        letter: the study's letter.
        chapters: the chapters that the study fills.
    """

    letter: str
    chapters: Sequence[Chapter]
    _numbers: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict, repr=False)
    _open: Chapter | None = field(default=None, repr=False)
    _seen: dict[str, list[str]] = field(default_factory=dict, repr=False)

    def chapter_number(self, chapter: Chapter) -> str:
        """Return a chapter's number, `A2`."""
        return f"{self.letter}{int(chapter.name.partition('-')[0])}"

    def open(self, chapter: Chapter | None) -> None:
        """Begin a chapter: tables and figures count from one again; None where no labels may stand."""
        self._open, self._seen = chapter, {"tbl": [], "fig": []}

    def new(self, kind: Kind, name: str) -> Markup:
        """Return the label of a table or figure, with which its caption begins.

        Raises:
            ValueError: outside a chapter, a name that is no id, or one that stands twice.
        """
        if self._open is None:
            raise ValueError(f"{kind} {name}: labels stand in chapters only")
        if not _NAME.fullmatch(name):
            raise ValueError(f"{kind} {name!r}: a label has lower-case letters, digits, _ and -")
        seen = self._seen[kind]
        if name in seen:
            raise ValueError(f"{kind} {name} stands twice in {self._open.name}")
        seen.append(name)
        number = f"{WORDS[kind]} {self.chapter_number(self._open)}.{len(seen)}"
        known = self._numbers.setdefault((kind, name), (number, self._open.name))
        if known != (number, self._open.name):
            raise ValueError(f"{kind} {name} stands in two chapters, {known[1]} and {self._open.name}")
        return Markup(f"[{number}.]{{.label #{self._id(kind, name)}}} ")

    def _id(self, kind: str, name: str) -> str:
        return f"{kind}-{self.letter}-{name}"

    def pending(self, kind: Kind, name: str) -> Markup:
        """Return the mark of a reference to a table or figure."""
        return Markup(f"\x02{kind}:{name}\x03")

    def chapter(self, short: str, folder: str) -> Markup:
        """Return a reference to a chapter by its name without number; `folder` is the way to the study's pages.

        Raises:
            KeyError: the study does not fill this chapter.
        """
        for chapter in self.chapters:
            if chapter.short == short:
                number = self.chapter_number(chapter)
                return Markup(f'[Chapter {number}]{{.ref href="{folder}{chapter.name}.html" to="ch-{number}"}}')
        raise KeyError(short)

    def has(self, short: str) -> bool:
        """Tell whether the study fills a chapter."""
        return any(chapter.short == short for chapter in self.chapters)

    def fill(self, text: str, page: str = "") -> str:
        """Return a chapter's text with its references filled in; `page` is the chapter that it stands on.

        Raises:
            KeyError: a reference names what no chapter of this study holds.
        """

        def reference(found: re.Match[str]) -> str:
            kind, name = found.groups()
            number, home = self._numbers[kind, name]
            href = ("" if home == page else f"{home}.html") + f"#{self._id(kind, name)}"
            return f'[{number}]{{.ref href="{href}" to="{self._id(kind, name)}"}}'

        return _PENDING.sub(reference, text)

    def numbered(self, text: str, chapter: Chapter, level: int) -> str:
        """Return a chapter's text with its sections numbered, `A2.1`; `level` is that of their headings."""
        count = 0

        def heading(found: re.Match[str]) -> str:
            nonlocal count
            count += 1
            return f"{found.group()}[{self.chapter_number(chapter)}.{count}]{{.section-number}} "

        return re.sub(rf"^#{{{level}}} ", heading, text, flags=re.MULTILINE)
