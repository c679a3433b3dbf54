"""Text that is safe inside a page source, whatever a data file put into it.

Two kinds of string reach a template. `Markup` is Markdown that this project wrote. Everything else is data: it is
escaped sign by sign, so that it means itself in Pandoc and in Quarto, and never a link, a code cell or a shortcode.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from markupsafe import Markup

ALWAYS = set("\\`*_{}[]#!|<>$~^@=:'\"&+")
_SHORTCODE = re.compile(r"(?<=\\\{)(?=\\\{\\<)|(?<=\\>)(?=\\\}\\\})")
_DOUBLED = re.compile(r"(?<=-)-|-(?=-)|(?<=\.)\.|\.(?=\.)")


def plain(text: str) -> str:
    """Fold what breaks a line or controls a terminal into blanks; leave out what no file can hold or turns the writing.

    >>> plain("two\\nlines, \\u202eone way\\u202c")
    'two lines, one way'
    """
    if text.isprintable():  # so nearly every text is
        return re.sub(r" {2,}", " ", text).strip(" ")
    kept = []
    for sign in text:
        category = unicodedata.category(sign)
        if category == "Cc" or sign in "\u2028\u2029":
            kept.append(" ")
        elif category == "Cs" or "\u202a" <= sign <= "\u202e" or "\u2066" <= sign <= "\u2069":
            continue
        elif "\ufdd0" <= sign <= "\ufdef" or ord(sign) & 0xFFFE == 0xFFFE or sign == "\ufeff":
            continue  # no characters at all; YAML refuses them
        else:
            kept.append(sign)
    return re.sub(r" {2,}", " ", "".join(kept)).strip(" ")


@lru_cache(maxsize=65_536)  # the ledger's page alone has thousands of keys, and the appendix shows them again
def escape(text: str) -> Markup:
    """Return Markdown that shows `text` literally.

    >>> str(escape("a|b [x](y) {{< include f >}}"))
    'a\\\\|b \\\\[x\\\\](y) \\\\{\\\\{\\\\< include f \\\\>\\\\}\\\\}'
    """
    text = plain(text)
    out = "".join(f"\\{sign}" if sign in ALWAYS else sign for sign in text)
    out = _DOUBLED.sub(lambda found: "\\" + found.group(), out)
    # A list, a heading or an example begins only at the start of a line.
    out = re.sub(r"^(\d+|[A-Za-z]+|[#ivxlcIVXLC]+)([.)])", r"\1\\\2", out)
    out = re.sub(r"^([-(%])", r"\\\1", out)
    return Markup(out)


def data(text: str) -> Markup:
    """Return a span that shows `text` literally and says that it comes from a data file."""
    return Markup("[{}]{{.data}}").format(Markup(escape(text)))


def yaml_string(text: str) -> str:
    """Return a YAML double-quoted string; Pandoc reads what it holds as Markdown, so pass escaped text.

    Quarto looks for its shortcodes in metadata after Pandoc has read it, so an empty span parts their signs.

    >>> yaml_string('say "a"')
    '"say \\\\"a\\\\""'
    """
    text = _SHORTCODE.sub("[]{}", str(text))
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'
