"""What stands behind a page for the card of its numbers: the rows of the ledger again, as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from analysis.audit.findings import Finding
from analysis.audit.tags import shown_as
from analysis.ledger import Entry, Ledger

BLOCK = "ledger-rows"
"""The id of the script block."""
_WORDS = ("unit", "source", "method", "missing")
_FIELDS = {"what", "study", "value", "ci_low", "ci_high", "n", "tag", "simulated", "twin", *_WORDS}
_FIGURES = re.compile(r"\d+")
_FORM = "rows of the ledger as JSON; run `vpreport render` again"


def card_faults(name: str, block: str, ledger: Ledger, known: frozenset[str]) -> Iterator[Finding]:
    """Hold the rows behind a page against the ledger.

    Args:
        name: the page.
        block: the text of its script block.
        ledger: the ledger of the report.
        known: the figures that names of the report hold; a number is in no name.
    """
    try:
        data = json.loads(block)
        texts, attackers, rows = data["texts"], data["attackers"], data["rows"]
        if not (set(data) == {"texts", "attackers", "rows"} and all(isinstance(text, str) for text in texts)):
            raise ValueError("other fields")
        found = [one for key, row in rows.items() for one in _row(name, key, row, texts, ledger, known)]
        found += [one for id_, words in attackers.items() for one in _name(name, f"attacker {id_}", words, known, id_)]
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        yield Finding(name, "row", f"a card that cannot be read: {error}", _FORM, BLOCK)
        return
    yield from found


def _row(
    name: str, key: str, row: dict[str, Any], texts: list[str], ledger: Ledger, known: frozenset[str]
) -> Iterator[Finding]:
    entry = ledger.get(key)
    if entry is None:
        yield Finding(name, "unknown key", f"a card of {key}", "a key that the ledger has", BLOCK)
        return
    where = f"card of {key}"
    for part in ("value", "ci_low", "ci_high", "n"):
        allowed = shown_as(entry, part)
        said = row.get(part)
        if said not in (allowed or (None,)):
            yield Finding(name, "digits", f"{part} {said}", " or ".join(allowed) or f"no {part}", where)
    if row["tag"] != entry.tag:
        yield Finding(name, "tag", f"card as {row['tag']}", f"{entry.tag}, as the ledger has {key}", where)
    if row.get("simulated", False) is not (entry.inputs == "simulated"):
        yield Finding(name, "tag", "a card with other inputs", f"{entry.inputs}, as the ledger has {key}", where)
    for part in _WORDS:
        wanted, said = getattr(entry, part), _text(texts, row[part]) if part in row else ""
        if said != wanted:
            yield Finding(name, "row", f"{part} {said or 'gone'}", wanted or f"no {part}", where)
    for part in ("what", "study"):
        if part in row:
            yield from _name(name, where, _text(texts, row[part]), known, key)
    if "twin" in row and not _are_twins(ledger, entry, row["twin"]):
        yield Finding(name, "unknown key", f"{row['twin']} as the twin", "a row of the other tag", where)
    for more in sorted(set(row) - _FIELDS):
        yield Finding(name, "row", f"{more} on a card", "what a row of the ledger has", where)


def _text(texts: list[str], place: int) -> str:
    if place < 0 or isinstance(place, bool):
        raise ValueError(f"no text {place}")
    return texts[place]


def _are_twins(ledger: Ledger, entry: Entry, twin: str) -> bool:
    other = ledger.get(twin)
    return other is not None and other.tag != entry.tag and other.key.partition("/")[0] == entry.key.partition("/")[0]


def _name(name: str, where: str, words: str, known: frozenset[str], key: str) -> Iterator[Finding]:
    """Refuse figures in the words for a row that neither its key nor a name of the report has."""
    for figure in dict.fromkeys(_FIGURES.findall(words)):
        if figure not in known and figure not in _FIGURES.findall(unquote(key)):
            yield Finding(name, "bare number", figure, "figures of the key or of a name only", where)
