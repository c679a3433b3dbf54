"""What stands around a tagged number and is said with it: a sign outside the tag, its description, its inputs."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.audit.findings import Finding
from analysis.audit.page import Number
from analysis.audit.tags import foreign
from analysis.ledger import Entry

SIGNS = "-+.,<>=~^*\N{MINUS SIGN}\N{NOT SIGN}\N{ALMOST EQUAL TO}\N{LESS-THAN OR EQUAL TO}\N{GREATER-THAN OR EQUAL TO}" \
    "‐‑‒—―⁃⁻₋﹣-+⁺,"  # fmt: skip
"""Signs that would change the number behind them; a plus-minus before the half of an interval changes none."""
RANGE = "\N{EN DASH}"
"""Between the edges of an interval, so right behind a number; elsewhere it is read as a minus."""
UNITS = {
    "percent": "percent", "points": "points", "percentage points": "percentage points", "Hz": "hertz",
    "dB": "decibels", "hours": "hours",
}  # fmt: skip
PARTS = {"ci_low": "lower edge", "ci_high": "upper edge", "n": "counted"}


def spoken(entry: Entry, shown: str, part: str) -> str:
    """Write what a screen reader says of a number: its digits, unit, part and tag."""
    unit = "" if part == "n" else UNITS.get(entry.unit, "")
    return ", ".join(words for words in (f"{shown} {unit}".strip(), PARTS.get(part, ""), entry.tag) if words)


def said_faults(name: str, number: Number, entry: Entry) -> Iterator[Finding]:
    """Return everything about a number, beside its own digits and tag, that would make it another one."""
    shown, where = number.tagged.shown, number.before
    if sign := sign_before(number.tail):
        yield Finding(name, "digits", f"{sign} outside the tag of {shown}", "a sign only inside a tag", where)
    for words in number.described:
        for numeral in foreign(entry, words):
            expected = f"what the row {entry.key} holds"
            yield Finding(name, "digits", f"{numeral} in the description of {shown}", expected, where)
    expected = spoken(entry, shown, number.tagged.part)
    if number.label is None:
        yield Finding(name, "tag", f"{shown} without its words for a screen reader", expected, where)
    elif number.label != expected and not foreign(entry, number.label):
        yield Finding(name, "digits", f"{number.label} as the description of {shown}", expected, where)
    wanted = "simulated" if entry.inputs == "simulated" else None
    if number.inputs != wanted:
        found = f"{shown} with {f'{number.inputs} inputs' if number.inputs is not None else 'no word on its inputs'}"
        yield Finding(name, "tag", found, f"{entry.inputs} inputs, as the ledger has {entry.key}", where)


def sign_before(tail: str) -> str:
    """Return the sign that stands directly before a number without being part of it; empty where none does.

    >>> [sign_before(tail) for tail in ("is −", "is ±", "43.5–", "to –", "of ")]
    ['−', '', '', '–', '']
    """
    last = tail[-1:]
    return last if last in SIGNS or (last == RANGE and not tail[-2:-1].isdigit()) else ""
