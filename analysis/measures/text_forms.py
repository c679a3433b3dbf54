"""Ways to write the same text: which signs a text policy takes out or composes, and how many such signs there are.

An error rate compares code points. Two texts that look alike can differ in them, and a recogniser that writes another
form than the reference is then charged with errors that nobody can see.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Literal

BLANK = " "
# Zero-width space, word joiner, zero-width no-break space, soft hyphen: they say where a line may be broken, and no
# letter depends on them.
ZERO_WIDTH_SIGNS = "\u200b\u2060\ufeff\u00ad"
# Zero-width non-joiner and joiner: without width too, but they choose between shapes of letters (Khmer register
# shifters, Persian plurals, Indic conjuncts), so that no policy takes them out.
JOINERS = "\u200c\u200d"

TextPolicy = Literal["as_is", "nfc", "no_zero_width", "nfc_no_zero_width"]
TEXT_POLICIES: tuple[TextPolicy, ...] = ("as_is", "nfc", "no_zero_width", "nfc_no_zero_width")

_WITHOUT_ZERO_WIDTH = str.maketrans("", "", ZERO_WIDTH_SIGNS)


def text_form(text: str, policy: TextPolicy) -> str:
    """Return a text in the form that a policy compares; blanks stay.

    policy: "as_is"; "nfc" composes to the Unicode form NFC; "no_zero_width" takes out U+200B, U+2060, U+FEFF and
    U+00AD, and keeps the joiners U+200C and U+200D; "nfc_no_zero_width" takes out first, since a zero-width sign
    between a letter and its mark would keep the two from being composed.

    Source: Unicode Standard Annex 15 (NFC).
    Raises ValueError for an unknown policy.

    >>> len("cafe\\u200b\\u0301"), len(text_form("cafe\\u200b\\u0301", "nfc_no_zero_width"))
    (6, 4)
    """
    if policy not in TEXT_POLICIES:
        raise ValueError(f"unknown text policy {policy!r}; allowed: {', '.join(TEXT_POLICIES)}")
    if policy in ("no_zero_width", "nfc_no_zero_width"):
        text = text.translate(_WITHOUT_ZERO_WIDTH)
    return unicodedata.normalize("NFC", text) if policy in ("nfc", "nfc_no_zero_width") else text


@dataclass(frozen=True)
class UnseenSigns:
    """What a reader of some texts does not see, each sign counted once.

    zero_width: signs that the policies without zero-width signs take out.
    joiners: U+200C and U+200D, which every policy keeps.
    other_blanks: white space that is not U+0020, such as a no-break space or a tab; it is compared as a sign.
    other_forms: texts (not signs) that are not in the form NFC.
    """

    zero_width: int
    joiners: int
    other_blanks: int
    other_forms: int


def unseen_signs(texts: Iterable[str]) -> UnseenSigns:
    """Count the unseen signs of some texts.

    >>> unseen_signs(["hello\\u00a0world", "a\\u200bb"])
    UnseenSigns(zero_width=1, joiners=0, other_blanks=1, other_forms=0)
    """
    found = dict.fromkeys((field.name for field in fields(UnseenSigns)), 0)
    for text in texts:
        found["other_forms"] += not unicodedata.is_normalized("NFC", text)
        if text.isascii() and text.isprintable():
            continue
        for sign in text:
            found["zero_width"] += sign in ZERO_WIDTH_SIGNS
            found["joiners"] += sign in JOINERS
            found["other_blanks"] += sign != BLANK and sign.isspace()
    return UnseenSigns(**found)
