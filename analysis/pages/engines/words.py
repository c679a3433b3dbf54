"""What a screen reader says of a number, as `known.lua` says it."""

from __future__ import annotations

_UNITS = {
    "percent": " percent", "points": " points", "percentage points": " percentage points", "Hz": " hertz",
    "dB": " decibels", "hours": " hours",
}  # fmt: skip
_PARTS = {"ci_low": ", lower edge", "ci_high": ", upper edge", "n": ", counted"}


def spoken(digits: str, unit: str, part: str, tag: str) -> str:
    """Return digits with their unit, the part of a ledger row that they are, and their tag.

    >>> spoken("43.5", "percent", "ci_low", "recomputed")
    '43.5 percent, lower edge, recomputed'
    """
    return f"{digits}{_UNITS.get(unit, '') if part != 'n' else ''}{_PARTS.get(part, '')}, {tag}"
