"""Whether a tagged number is the ledger's: key, tag, and the digits that its value has at its decimals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal

from analysis.audit.findings import Finding
from analysis.audit.numerals import numerals
from analysis.ledger import TAGS, Entry, Ledger, parts

PARTS = ("value", "ci_low", "ci_high", "n")
MARKS = {"recomputed": "•", "shipped": "◦"}
SIMULATED = "simulated"
"""The class of a number in a page source whose inputs are."""
CHANGES = ("change_", "rank_move")
"""How the measures of differences begin whose unit does not say that they are: their numbers may carry a plus."""
_MINUS = "\N{MINUS SIGN}"
_EXACT = Context(prec=800, rounding=ROUND_HALF_UP)  # more digits than any float has


@dataclass(frozen=True)
class Tagged:
    """A number as a page shows it: its digits, the classes or names that tag it, its ledger key, and the part shown."""

    shown: str
    tags: tuple[str, ...]
    key: str
    part: str = "value"


def printed(value: float, decimals: int) -> str:
    """Write a ledger value as a page must: its decimals, thousands apart, a true minus sign, none on a zero.

    The number is taken as it is written, not as its binary fraction; an exact half goes away from zero.

    >>> printed(18490.0, 0), printed(-0.04, 1), printed(-3.27, 1), printed(0.0845, 3)
    ('18,490', '0.0', '−3.3', '0.085')
    """
    rounded = Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), context=_EXACT)
    whole, point, rest = format(abs(rounded), "f").partition(".")
    groups = [whole[max(0, end - 3) : end] for end in range(len(whole), 0, -3)]
    return (_MINUS if rounded < 0 else "") + ",".join(reversed(groups)) + point + rest


def faults(ledger: Ledger, number: Tagged, file: str, where: str) -> list[Finding]:
    """Return everything that keeps a tagged number from being the ledger's."""
    entry = ledger.get(number.key)
    if entry is None:
        key = number.key or "none"
        return [Finding(file, "unknown key", f"{number.shown} with the key {key}", "a key that the ledger has", where)]
    found = []
    tags = [name for name in number.tags if name in TAGS]
    if tags != [entry.tag]:
        said = " and ".join(tags) or "no tag"
        found.append(
            Finding(file, "tag", f"{number.shown} as {said}", f"{entry.tag}, as the ledger has {entry.key}", where)
        )
    if number.part not in PARTS:
        found.append(
            Finding(file, "digits", f"{number.shown} as the part {number.part}", f"one of {', '.join(PARTS)}", where)
        )
    elif number.shown not in (allowed := shown_as(entry, number.part)):
        expected = " or ".join(allowed) if allowed else f"no number, but: {entry.missing or 'nothing'}"
        found.append(Finding(file, "digits", number.shown, f"{expected} for {entry.key}, {number.part}", where))
    return found


def inputs_faults(ledger: Ledger, number: Tagged, file: str, where: str) -> list[Finding]:
    """Return what keeps a number of a page source from saying whether its inputs are simulated."""
    entry = ledger.get(number.key)
    said = "simulated" if SIMULATED in number.tags else "real"
    if entry is None or said == entry.inputs:
        return []
    expected = f"{entry.inputs} inputs, as the ledger has {entry.key}"
    return [Finding(file, "tag", f"{number.shown} with {said} inputs", expected, where)]


def shown_as(entry: Entry, part: str) -> tuple[str, ...]:
    """Return the ways in which a page may write this part of a row; none where the row does not have it.

    A difference in points, a relative change and a move of rank may carry a plus.
    """
    value = getattr(entry, part)
    if value is None:
        return ()
    plain = printed(float(value), 0 if part == "n" else entry.decimals)
    is_change = entry.unit == "points" or any(name.startswith(CHANGES) for name in parts(entry.key)[1:3])
    signed = is_change and part != "n" and plain.strip("0.,") and not plain.startswith(_MINUS)
    return (plain, f"+{plain}") if signed else (plain,)


def foreign(entry: Entry, words: str) -> list[str]:
    """Return the numerals in a number's own description that its ledger row does not hold."""
    for text in sorted((entry.method, entry.source, entry.key, entry.missing), key=len, reverse=True):
        if text:
            words = words.replace(text, " ")
    own = {str(entry.n), *(way for part in PARTS for way in shown_as(entry, part))}
    return [one.text for one in numerals(words) if one.text not in own]
