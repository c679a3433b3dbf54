"""The rows of a ledger where a page source has a place for them: what the PDF must show there, written by the audit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from analysis.audit.source import Piece
from analysis.audit.tags import Tagged, shown_as
from analysis.ledger import Entry, Ledger

_EDGES = ("ci_low", "ci_high")


def with_rows(pieces: Iterable[Piece], ledger: Ledger, cited: Collection[str]) -> list[Piece]:
    """Return the pieces of a source with the rows of the ledger in their place.

    They are all rows of a study, or those that the source has `cited`; both in the order of the ledger.
    """
    filled: list[Piece] = []
    for piece in pieces:
        if piece.kind != "rows":
            filled.append(piece)
            continue
        for entry in ledger:
            if entry.key.startswith(f"{piece.text}/") if piece.text else entry.key in cited:
                filled += _row(entry, piece.line)
    return filled


def _row(entry: Entry, line: int) -> Iterator[Piece]:
    """Yield key, value with its interval or the reason for its absence, n, unit, method and source."""

    def text(words: str) -> Piece:
        return Piece(f"\n{words}\n", line, classes={"data"})

    def number(part: str) -> Piece:
        ways = shown_as(entry, part)
        shown = ways[-1] if entry.unit == "points" else ways[0]  # a difference says its direction
        return Piece(shown, line, "number", number=Tagged(shown, (entry.tag,), entry.key, part))

    yield text(entry.key)
    yield text(entry.missing) if entry.value is None else number("value")
    if entry.value is not None and entry.ci_low is not None and entry.ci_high is not None:
        yield from map(number, _EDGES)
    if entry.n is not None:
        yield number("n")
    yield from map(text, (entry.unit, f"{entry.method}; {entry.source}"))
