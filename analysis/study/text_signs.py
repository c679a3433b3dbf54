"""What stands in transcripts and changes an error rate unseen: empty texts, other blanks, forms, signs, scripts."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from analysis.study.findings import Findings, quoted, rows_named

BLANK = " "
NO_BREAK_SPACES = "\u00a0\u202f"
# The same signs as those that the text policies of the measures take out, and those that no policy takes out.
ZERO_WIDTH = "\u200b\u2060\ufeff\u00ad"
JOINERS = "\u200c\u200d"
REPLACEMENT = "\ufffd"
DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
LOOK_ALIKE_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "GREEK"})
EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Written side by side in one text everywhere."""

NO_SCRIPTS = frozenset(
    {
        "MODIFIER", "FEMININE", "MASCULINE", "MICRO", "KELVIN", "ANGSTROM", "OHM", "MATHEMATICAL", "SUPERSCRIPT",
        "SUBSCRIPT", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER",
    }
)  # fmt: skip
"""First words of the names of letters that every script borrows."""


@dataclass(frozen=True)
class Oddity:
    """Something in a text: how severe it is, what a finding says of the texts that have it, what it does to a rate."""

    severity: Literal["warning", "note"]
    says: str
    effect: str


ODDITIES = {
    "blank-text": Oddity(
        "note", "hold nothing but blanks other than U+0020",
        "such blanks are compared as signs; leave the cell empty where nothing was said",
    ),
    "text-form": Oddity(
        "note", "are not in the composed Unicode form (NFC)",
        "a composed letter against a decomposed one counts as errors; the report gives the rate in NFC, too",
    ),
    "no-break-space": Oddity(
        "note", "hold a no-break space, which is compared as a sign",
        "only U+0020 is a blank: it counts as an error where the other text has a blank, and it divides no words",
    ),
    "other-blank": Oddity(
        "note", "hold a tab, a line end or another blank that is not U+0020, which is compared as a sign",
        "only U+0020 is a blank: it counts as an error where the other text has a blank, and it divides no words",
    ),
    "zero-width": Oddity(
        "note", "hold a zero-width sign, which is compared as a sign",
        "each counts as an error where the other text has none; the report gives the rate without them, too",
    ),
    "joiner": Oddity(
        "note", "hold a zero-width joiner or non-joiner, which shapes letters and is compared as a sign",
        "each counts as an error where the other text has none; no rate leaves them out",
    ),
    "direction-sign": Oddity(
        "note", "hold a sign for the direction of writing, which is compared as a sign",
        "each counts as an error where the other text has none; take the signs out",
    ),
    "control-sign": Oddity(
        "warning", "hold a control sign, which is compared as a sign",
        "each counts as an error; write the texts again without it",
    ),
    "replacement-sign": Oddity(
        "warning", "hold U+FFFD, which stands for a sign that was lost",
        "each counts as an error; convert the texts again from their source, with the right encoding",
    ),
    "mixed-scripts": Oddity(
        "note", "hold letters of several scripts",
        "a letter of another script is never equal, however alike it looks",
    ),
    "look-alike": Oddity(
        "warning", "hold a word with letters of several scripts that look alike",
        "each letter of the other script counts as an error; write the word in one script",
    ),
}  # fmt: skip
"""Code of the finding → what it is of."""


def oddities(text: str) -> set[str]:
    """Return the codes of all that is odd in a text.

    >>> sorted(oddities("p\\u0430y\\u00a0pal")), oddities("hello world")
    (['look-alike', 'mixed-scripts', 'no-break-space'], set())
    """
    if text.isascii() and text.isprintable():
        return set()
    signs = set(text)
    found = {code for sign in signs if (code := _code(sign))}
    if not unicodedata.is_normalized("NFC", text):
        found.add("text-form")
    if text.strip(BLANK) and not text.strip():
        found.add("blank-text")
    if len({script for sign in signs if (script := _script(sign))}) > 1:
        found.add("mixed-scripts")
        if look_alike(text):
            found.add("look-alike")
    return found


def look_alike(text: str) -> str:
    """Return the first word that mixes scripts with letters that look alike; empty where there is none."""
    for word in text.split():
        if len({_script(sign) for sign in set(word)} & LOOK_ALIKE_SCRIPTS) > 1:
            return word
    return ""


@cache
def _code(sign: str) -> str:
    """Return the code of a single sign's oddity; empty where it has none."""
    for code, signs in (
        ("no-break-space", NO_BREAK_SPACES), ("zero-width", ZERO_WIDTH), ("joiner", JOINERS),
        ("direction-sign", DIRECTION), ("replacement-sign", REPLACEMENT),
    ):  # fmt: skip
        if sign in signs:
            return code
    if sign.isspace():
        return "" if sign == BLANK else "other-blank"
    return "control-sign" if unicodedata.category(sign) == "Cc" else ""


@cache
def _script(sign: str) -> str:
    """Return the script of a letter, by its Unicode name; empty for other signs and for letters of every script."""
    if not unicodedata.category(sign).startswith("L"):
        return ""
    first, *rest = unicodedata.name(sign, "").split(" ")
    if first in ("FULLWIDTH", "HALFWIDTH") and rest:
        first = rest[0]
    script = first.partition("-")[0]
    return "" if first in NO_SCRIPTS else "EAST ASIAN" if script in EAST_ASIAN else script


def note_texts(file: str, column: str, rows: Sequence[int], texts: Sequence[str], findings: Findings) -> None:
    """Tell of the texts of one column, with their number and the first rows, and of what each oddity does to the rate.

    Args:
        file: the file, for the findings.
        column: `reference` or that of a system.
        rows: the row of each text.
        texts: one an utterance.
        findings: gets them.
    """
    empty = [row for row, text in zip(rows, texts, strict=True) if not text.strip(BLANK)]
    if empty:
        _tell_empty(file, column, empty, len(texts), findings)
    found: dict[str, list[tuple[int, str]]] = {}
    for row, text in zip(rows, texts, strict=True):
        for code in oddities(text):
            found.setdefault(code, []).append((row, text))
    for code, oddity in ODDITIES.items():
        if code not in found:
            continue
        where, example = [row for row, _ in found[code]], found[code][0][1]
        word = f", such as {quoted(look_alike(example))}" if code == "look-alike" else ""
        tell = findings.warning if oddity.severity == "warning" else findings.note
        tell(
            code, file, f"{len(where)} of {len(texts)} texts {oddity.says}{word} ({rows_named(where)})",
            advice=oddity.effect, row=where[0], column=column,
        )  # fmt: skip


def _tell_empty(file: str, column: str, empty: Sequence[int], count: int, findings: Findings) -> None:
    if column == "reference" and len(empty) == count:
        findings.warning(
            "empty-references", file, "every reference is empty, so that no error rate is defined",
            allowed="what was said, as text", advice="fill the column reference, or take the file away", column=column,
        )  # fmt: skip
    elif len(empty) == count:
        findings.warning(
            "empty-hypotheses", file, "every hypothesis is empty and counts as all deletions",
            advice="take the column out where the system was not transcribed", column=column,
        )  # fmt: skip
    else:
        findings.note(
            "empty-text", file, f"{len(empty)} of {count} texts are empty or blanks only ({rows_named(empty)})",
            advice=(
                "an empty reference has no rate of its own; its insertions count in the corpus rate"
                if column == "reference"
                else "an empty hypothesis counts as all deletions"
            ),
            row=empty[0], column=column,
        )  # fmt: skip
