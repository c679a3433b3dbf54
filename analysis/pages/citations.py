"""Citations: a page that cites ends with a list of what it cites, which Pandoc fills from `references.bib`."""

from __future__ import annotations

import re

# In text from data every @ is escaped, so a citation was written in a template.


def cited(text: str) -> list[str]:
    """Return the keys that a page source cites, in order of first appearance.

    >>> cited("as before [@efron1993; @holm1979], data \\\\@nobody")
    ['efron1993', 'holm1979']
    """
    found: dict[str, None] = {}
    for group in re.findall(r"\[[^\]\n]*?(?<!\\)@[^\]\n]*\]", text):
        for key in re.findall(r"(?<![\\\w])@([A-Za-z][\w-]*)", group):
            found.setdefault(key)
    return list(found)


def citing(text: str, level: int) -> str:
    """Return the text, with a place for its references at the end where it cites any."""
    if not cited(text):
        return text
    return f"{text}\n{'#' * level} References\n\n::: {{#refs}}\n:::\n"


def entries(bibliography: str, text: str) -> str:
    """Return the entries of a bibliography that a page source may cite: those whose keys stand behind an @ in it.

    >>> entries("@book{a, year = {1}}\\n@misc{b, year = {2}}", "as in [@b]")
    '@misc{b, year = {2}}'
    """
    named = {name for found in re.findall(r"@([\w:.-]+)", text) for name in (found, found.rstrip(".:-"))}
    found = re.split(r"^(?=@)", bibliography, flags=re.MULTILINE)
    return "".join(entry for entry in found if (key := re.match(r"@\w+\{([^,\s]+)", entry)) and key[1] in named)
