"""Whether a PDF shows the numbers and marks of its page source, in order, and no digit beside them.

Every tagged number ends with a mark, so a document is a
chain of marked numbers with words between them: the chain must be the source's, and between two numbers stand the
digits that stand there in the source. Three things have no digits in the source: a citation shows years of the
bibliography, the contents show pages, and the bibliography is filled in; each is held against what it is made from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rapidfuzz.distance import LCSseq

from analysis.audit.findings import Finding
from analysis.audit.names import Names, Place
from analysis.audit.numerals import DIGIT, around, figures, numerals
from analysis.audit.rows import with_rows
from analysis.audit.source import Piece, Source
from analysis.audit.tags import MARKS
from analysis.audit.text_layer import PART, PdfPage, read_pdf, reading_order
from analysis.ledger import Ledger

_MARKED = re.compile(rf"([+\u2212]?\d[\d.,]*){PART}?([{''.join(MARKS.values())}])")
_FOOT = re.compile(r"(\d+) / (\d+)\s*$")
_MOST = 20
# Signs of a private plane stand for pieces that have no digits of their own.
_FIRST = 0xF0000
_STANDS = re.compile(r"[\U000f0000-\U000fffff]")


@dataclass(frozen=True)
class Link:
    """A marked number of a chain, with the words before it."""

    before: str
    shown: str
    mark: str


@dataclass(frozen=True)
class Comparison:
    """A PDF beside its source.

    Attributes:
        path: the PDF.
        file: its name, for findings.
        source: what it must show.
        names: what may hold digits.
        ledger: whose rows the source may have a place for.
    """

    path: Path
    file: str
    source: Source
    names: Names
    ledger: Ledger = field(default_factory=Ledger)

    @cached_property
    def pages(self) -> list[PdfPage]:
        """The pages of the PDF."""
        return read_pdf(self.path)

    def faults(self) -> list[Finding]:
        """Return where the PDF and its source part.

        Raises:
            OSError: there is no such file.
            ValueError: it is no PDF.
        """
        found = list(self._content(PART.join(page.content for page in self.pages)))
        if found:  # drawn in another order than it is read
            found = min(found, list(self._content(reading_order(self.path, self.pages))), key=len)
        return [*found, *self._surroundings()]

    @cached_property
    def _expected(self) -> tuple[str, dict[str, Piece]]:
        """The source as one text, with the rows of the ledger in it."""
        cited = {piece.number.key for piece in self.source.pieces if piece.number is not None}
        pieces = with_rows(self.source.head + self.source.body, self.ledger, cited)
        return _flat([piece for piece in pieces if piece.text or piece.kind != "text"])

    def _content(self, text: str) -> Iterator[Finding]:
        flat, stands = self._expected
        expected, found = _chain(flat), _chain(text)
        left, right = ([(link.shown, link.mark) for link in chain] for chain in (expected, found))
        told = 0
        for step in LCSseq.opcodes(left, right):
            if step.tag == "equal":
                for one, other in zip(
                    expected[step.src_start : step.src_end], found[step.dest_start : step.dest_end], strict=True
                ):
                    for finding in self._between(one.before, other.before, stands):
                        told += 1
                        if told <= _MOST:
                            yield finding
            else:
                told += 1
                if told <= _MOST:
                    yield self._parted(expected[step.src_start : step.src_end], found[step.dest_start : step.dest_end])
        if told > _MOST:
            yield Finding(self.file, "source of a PDF", f"{told - _MOST} more differences", "none")

    def _parted(self, expected: Sequence[Link], found: Sequence[Link]) -> Finding:
        where = (found or expected)[0].before[-48:]
        return Finding(
            self.file, "source of a PDF", _listed(found), f"{_listed(expected)}, as the page source has",
            " ".join(where.replace(PART, "").split()),
        )  # fmt: skip

    def _between(self, expected: str, found: str, stands: dict[str, Piece]) -> Iterator[Finding]:
        """Hold the digits between two marked numbers against the source's."""
        have = figures(found)
        if have == figures(expected) and not _STANDS.search(expected):
            return
        pattern, filled = self._pattern(expected, stands)
        match = re.fullmatch(pattern, have)
        if match is None:
            cited = [key for sign in expected if sign in stands for key in stands[sign].text.split()]
            plain = figures(expected) + "".join(self.names.year(key) for key in cited)
            strange = [one for one in numerals(found) if figures(one.text) not in plain] or numerals(found)
            words = ", ".join(one.text for one in strange[:5]) or "no digit"
            where = around(found, strange[0].start, strange[0].end).replace(PART, "") if strange else ""
            yield Finding(
                self.file, "bare number", words, "the digits that the page source has there, and no others", where
            )
        elif filled:
            places = [one.start() for one in DIGIT.finditer(found)]
            for group in match.groups():
                start = match.start(match.groups().index(group) + 1)
                if group:
                    text = found[places[start] : places[start + len(group) - 1] + 1]
                    for one in self.names.bare(text.replace(PART, ""), Place.REFERENCES):
                        yield Finding(self.file, "bare number", one.text, "digits of the bibliography", "bibliography")

    def _pattern(self, expected: str, stands: dict[str, Piece]) -> tuple[str, bool]:
        """Return the pattern of the digits that the source asks for, and whether it leaves a bibliography open."""
        parts, filled, plain = [], False, []
        for sign in expected:
            piece = stands.get(sign)
            if piece is None:
                plain.append(sign)
                continue
            parts.append(re.escape(figures("".join(plain))))
            plain = []
            if piece.kind == "citation":
                years = [year for key in piece.text.split() if (year := self.names.year(key))]
                parts.append(f"(?:{'|'.join(years)}){{{len(years)}}}" if years else "")
            elif piece.kind == "contents":
                # A heading has at most one line in the contents, and after it the page.
                parts += [re.escape(figures(heading)) + r"\d{1,4}" for heading in self.source.headings]
            else:
                parts.append(r"(\d*)")
                filled = True
        parts.append(re.escape(figures("".join(plain))))
        return "".join(parts), filled

    def _surroundings(self) -> Iterator[Finding]:
        """Hold what repeats on each page against the legend and the number of the page."""
        flat, _ = _flat(self.source.legend)
        legend = [(link.shown, link.mark) for link in _chain(flat) if link.mark]
        for number, page in enumerate(self.pages, start=1):
            text = page.around
            foot = _FOOT.search(text)
            if foot and (foot[1], foot[2]) == (str(number), str(len(self.pages))):
                text = text[: foot.start()]
            text = self._without_table_head(text)
            chain = _chain(text)
            if (found := [(link.shown, link.mark) for link in chain if link.mark]) != legend:
                shown = " ".join(shown + mark for shown, mark in found) or "no number"
                wanted = " ".join(shown + mark for shown, mark in legend) or "none"
                yield Finding(
                    self.file, "source of a PDF", shown, f"{wanted}, as the legend has", f"foot of page {number}"
                )
            for link in chain:
                for one in self.names.bare(link.before.replace(PART, ""), Place.ATTRIBUTE):
                    yield Finding(
                        self.file,
                        "bare number",
                        one.text,
                        "no number outside a tag",
                        f"around the text of page {number}",
                    )

    def _without_table_head(self, text: str) -> str:
        """Cut the head of a table that goes on from a page before; its digits were held against the source there."""
        heads = {digits for head in self.source.table_heads if (digits := figures(head))}
        repeated = max((head for head in heads if figures(text).startswith(head)), key=len, default="")
        return text[[one.end() for one in DIGIT.finditer(text)][len(repeated) - 1] :] if repeated else text

    @property
    def tagged(self) -> int:
        """Return how many marked numbers the PDF shows."""
        return sum(len(_MARKED.findall(page.content)) + len(_MARKED.findall(page.around)) for page in self.pages)


def _flat(pieces: Sequence[Piece]) -> tuple[str, dict[str, Piece]]:
    """Write pieces as one text, a private sign for each that has no digits of its own; and what those stand for."""
    stands: dict[str, Piece] = {}
    out = []
    for piece in pieces:
        if piece.kind == "number" and piece.number is not None:
            out.append(PART + piece.text + MARKS.get(next(iter(piece.number.tags), ""), ""))
        elif piece.kind in ("text", "formula"):
            out.append(piece.text)
        else:
            sign = chr(_FIRST + len(stands))
            stands[sign] = piece
            out.append(sign)
    return "".join(out), stands


def _chain(text: str) -> list[Link]:
    """Part a text at its marked numbers; what follows the last ends the chain with an empty number."""
    ends = [0, *(found.end() for found in _MARKED.finditer(text))]
    links = [
        Link(text[start : found.start()], found[1], found[2])
        for start, found in zip(ends, _MARKED.finditer(text), strict=False)
    ]
    return [*links, Link(text[ends[-1] :], "", "")]


def _listed(links: Sequence[Link]) -> str:
    shown = [link.shown + link.mark for link in links if link.mark]
    if not shown:
        return "no number"
    return ", ".join(shown[:5]) + (f" and {len(shown) - 5} more" if len(shown) > 5 else "")
