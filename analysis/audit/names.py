"""The names that hold digits and are no numbers: one list, with a reason each.

A name is declared for the places where it may stand, and must stand there whole: a pattern never begins or ends inside
a longer word or number. Names that come from a study's data (ids of systems, corpora) are not in the list: pages mark
them as data, and what is marked is passed over. Only where no mark can stand (an alternative text, a title, the head of
a table that a PDF repeats) are they looked for, as the site marks them elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from analysis.audit.numerals import DIGIT, Numeral, numerals


class Place(Enum):
    """Where on a page a text stands."""

    TEXT = "text"
    SECTION = "the number of a heading"
    LABEL = "a caption's label, or a reference to one"
    CITATION = "a citation"
    REFERENCES = "the bibliography"
    FORMULA = "a formula"
    ATTRIBUTE = "an alternative text or title"


ANYWHERE = tuple(Place)


@dataclass(frozen=True)
class Name:
    """A name that holds digits: its pattern, why it is no number, and where it may stand."""

    pattern: str
    reason: str
    places: tuple[Place, ...] = ANYWHERE


DECLARED = (
    Name(r"ρ?F0", "the fundamental frequency, and the correlation of its contours: names of quantities"),
    Name(r"CI excludes 0", "the name of a verdict"),
    Name(r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])", "a date of a study, as ISO 8601 writes it"),
    Name(r"[A-Z]{1,2}\d+(?:\.\d+)*", "numbers of the report's own sections", (Place.SECTION,)),
    Name(r"^[A-Z]{1,2}\d+(?= )", "the chapter's number begins the title of its page", (Place.ATTRIBUTE,)),
    Name(r"fold \d{1,2}", "a fold by its name, where no mark can stand", (Place.ATTRIBUTE,)),
    Name(r"(?:Chapter|Table|Figure) [A-Z]{1,2}\d+(?:\.\d+)?", "the report's own places", (Place.LABEL,)),
)

CONSTANTS = {"0", "1", "2", "50", "100"}
"""Numbers of which a formula is made, where it has a variable: `EER = 50 (FAR + FRR)` defines and reports nothing."""

_MASK = "\ue000"
_CUT = re.compile("…")
_RANGE = re.compile(r"(\d+)–(\d+)")
_SHORTEST_CUT = 8


@dataclass(frozen=True)
class Names:
    """The declared names, with those of the data and of the bibliography.

    Attributes:
        data: texts that the site marks as data.
        missing: the ledger's reasons for missing values.
        bibliography: the text of the BibTeX file; its digits are those of references.
    """

    data: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    bibliography: str = ""
    _patterns: dict[Place, re.Pattern[str]] = field(default_factory=dict, repr=False, compare=False)

    def bare(self, text: str, place: Place) -> list[Numeral]:
        """Return the numerals of a text that are part of no name; places in the text stay as they are."""
        if not DIGIT.search(text):
            return []
        if place is Place.FORMULA:
            return _not_constant(text)
        text = self.without_declared(text, place)
        if place is Place.ATTRIBUTE:
            text = self._without_data(text)
        if place is Place.REFERENCES:
            text = _RANGE.sub(self._without_range, text)
        found = numerals(text)
        if place is Place.CITATION:
            return [one for one in found if one.text not in self._years]
        if place is Place.REFERENCES:
            return [one for one in found if not set(re.findall(r"\d+", one.text)) <= self._in_bibliography]
        return found

    def without_declared(self, text: str, place: Place) -> str:
        """Return a text whose declared names are put under signs that are no digits; places in it stay as they are."""
        return self._pattern(place).sub(lambda found: _MASK * len(found.group()), text)

    def _pattern(self, place: Place) -> re.Pattern[str]:
        if place not in self._patterns:
            either = "|".join(name.pattern for name in DECLARED if place in name.places)
            self._patterns[place] = re.compile(whole(either))
        return self._patterns[place]

    @cached_property
    def _given(self) -> re.Pattern[str] | None:
        """The names of the data that a text may hold without a mark: a bare number is one in quotation marks only."""
        named = {" ".join(name.split()) for name in self.data if DIGIT.search(name)}
        kept = {name if re.search(r"[^\W\d_]", name) else f"“{name}”" for name in named}
        either = "|".join(re.escape(name) for name in sorted(kept, key=len, reverse=True))
        return re.compile(whole(either)) if either else None

    def _without_data(self, text: str) -> str:
        if self._given is not None:
            text = self._given.sub(lambda found: _MASK * len(found.group()), text)
        for cut in _CUT.finditer(text):  # a long name may be cut where nobody would listen on
            for start in range(cut.start() - _SHORTEST_CUT, -1, -1):
                head = text[start : cut.start()].strip()
                if (start == 0 or not text[start - 1].isalnum()) and self._begins(head):
                    text = text[:start] + _MASK * (cut.start() - start) + text[cut.start() :]
        return text

    def _begins(self, head: str) -> bool:
        return len(head) >= _SHORTEST_CUT and any(" ".join(name.split()).startswith(head) for name in self.data)

    def year(self, key: str) -> str:
        """Return the year of an entry of the bibliography; empty where it has none."""
        found = re.search(rf"@\w+\{{{re.escape(key)},.*?\byear\s*=\s*[{{\"]?(\d{{4}})", self.bibliography, re.DOTALL)
        return found[1] if found else ""

    @cached_property
    def _years(self) -> set[str]:
        return set(re.findall(r"\byear\s*=\s*[{\"]?(\d{4})", self.bibliography))

    @cached_property
    def _in_bibliography(self) -> set[str]:
        return set(re.findall(r"\d+", self.bibliography))

    def _without_range(self, found: re.Match[str]) -> str:
        """Mask a range of pages of the bibliography, whose end may be cut: 2053--2057 becomes 2053–57."""
        known = re.findall(rf"(?<!\d){found[1]}--(\d+)", self.bibliography)
        return _MASK * len(found.group()) if any(end.endswith(found[2]) for end in known) else found.group()


def whole(either: str) -> str:
    """Return a pattern that matches these alternatives only where they stand whole."""
    return rf"(?<![\w.,])(?<![\d][-\u2212])(?:{either})(?!\w|[.,]\d)"


def _not_constant(formula: str) -> list[Numeral]:
    has_variable = re.search(r"[^\W\d_]", formula) is not None
    return [
        one for one in numerals(formula) if not has_variable or one.text.lstrip("+-\N{MINUS SIGN}") not in CONSTANTS
    ]


def known_as_data(texts: Iterable[str]) -> frozenset[str]:
    """Return the texts that can be names: those with a digit."""
    return frozenset(text for text in texts if DIGIT.search(text))
