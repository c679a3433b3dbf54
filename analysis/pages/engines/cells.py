"""The cells of a pipe table as templates write them: words, escaped signs and spans; anything else is left to Pandoc.

A page source is Markdown, but nearly all of its bytes are rows of tables, and their cells use little of Markdown: text
whose signs are escaped, and spans such as `[12.3]{.num .recomputed key="..."}`. These are read here a hundred times as
fast. A cell that holds any other mark is refused, never guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

SPACE = " "
"""A blank between words; no word is empty or holds one."""


@dataclass(frozen=True, slots=True)
class Span:
    """A span: its classes in their order, its content, and the ledger key and part that a number names."""

    classes: tuple[str, ...]
    content: tuple[Inline, ...]
    key: str = ""
    part: str = ""


Inline = str | Span

STRONG = "**"
"""The class, which no span of a page can have, of strong text; it is read where it is all of a cell."""
# A sign that Markdown may read as a mark has no place here unless a backslash stands before it; quotes would be turned,
# two points or hyphens may become another sign, a backslash before a letter may begin TeX.
_TOKEN = re.compile(
    r"""(?P<text>(?:[A-Za-z0-9,;:()/%+=? ]+|[^\x00-\x9f\u2018-\u201f\ue000]+|[.](?![.])|-(?!-)|\\[!-/:-@\[-`{-~])+)
    | (?P<open>\[)
    | \]\{(?P<attributes>[^{}"]*(?:"[^"]*"[^{}"]*)*)\}""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)")
_BLANKS = re.compile("( +)")
_ATTRIBUTES = re.compile(r'\s*(?:\.(?P<name>[A-Za-z][A-Za-z_-]*)|(?P<key>key|part)="(?P<value>[^"\\&]*)")(?=\s|$)')
# Pandoc puts a blank that does not break behind these.
_ABBREVIATIONS = (
    "aet aetat al Apr Aug bk Bros c Capt cf ch chap chs Co col Corp cp d Dec Dr e.g ed eds esp f fasc Feb ff "
    "fig fl fol fols Fr Gen Gov Hon i.e ill Inc incl Jan Jr Jul Jun Ltd M.A M.D Mar Mr Mrs Ms n n.b nn No Nov "
    "Oct p Ph.D pp Pres Prof pt q.v Rep Rev s.v s.vv saec sec Sen Sep Sept Sgt Sr St univ viz vol vs"
)
_ABBREVIATION = re.compile(rf"(?<![\w.\\])(?:{'|'.join(map(re.escape, _ABBREVIATIONS.split()))})\.[ ]")
# Spans that the filters make, or that a table's caption has.
_ELSEWHERE = frozenset({"whole", "label", "ref", "citation"})
_PIPE = re.compile(r"(?<!\\)((?:\\\\)*)\|")


def cells_of(line: str) -> list[str] | None:
    """Return the cells of a table's line; None where it is not one that begins and ends with `|`.

    >>> cells_of("| a | b\\\\|c | |")
    ['a', 'b\\\\|c', '']
    """
    if not (line.startswith("|") and line.endswith("|")) or len(line) < 2 or "`" in line.replace("\\`", ""):
        return None
    if "\\|" not in line:
        *cells, rest = line[1:].split("|")
        return None if rest else [cell.strip(" ") for cell in cells]
    parts = _PIPE.split(line[1:])
    if parts[-1]:
        return None
    return [(parts[n] + parts[n + 1]).strip(" ") for n in range(0, len(parts) - 1, 2)]


@lru_cache(maxsize=32768)  # the appendix holds the tables of the chapters again
def inlines_of(cell: str) -> tuple[Inline, ...] | None:
    """Return what a cell holds; None where it holds marks that are not read here.

    >>> inlines_of('[12.3]{.num .shipped key="a/b"} \\\\*')
    (Span(classes=('num', 'shipped'), content=('12.3',), key='a/b', part=''), ' ', '*')
    >>> inlines_of("a *b*") is None
    True
    """
    if cell.startswith("**") and cell.endswith("**") and len(cell) > 4:
        inside = inlines_of(cell[2:-2])
        return (Span((STRONG,), inside),) if inside else None
    for found in _ABBREVIATION.finditer(cell):
        if not cell[found.end() : found.end() + 1].isalnum():
            return None
        cell = f"{cell[: found.end() - 1]}\u00a0{cell[found.end() :]}"
    above: list[list[Inline]] = []
    here: list[Inline] = []
    at = 0
    while at < len(cell):
        found = _TOKEN.match(cell, at)
        if found is None:
            return None
        at = found.end()
        if found.lastgroup == "text":
            here += _words(found["text"])
        elif found.lastgroup == "open":
            above.append(here)
            here = []
        else:
            span = _span(found["attributes"], here) if above else None
            if span is None:
                return None
            here = above.pop()
            here.append(span)
    return None if above or _blank_at_edge(here) else tuple(here)


def _words(text: str) -> Iterator[str]:
    """Yield the words of plain text and a blank for each space between them; escaped signs are none of either."""
    for place, part in enumerate(_BLANKS.split(text)):
        if place % 2:
            yield SPACE
        elif part:
            yield _ESCAPED.sub(r"\1", part) if "\\" in part else part


def _blank_at_edge(inlines: list[Inline]) -> bool:
    return bool(inlines) and (inlines[0] == SPACE or inlines[-1] == SPACE)


def _span(attributes: str, content: list[Inline]) -> Span | None:
    classes: list[str] = []
    named: dict[str, str] = {}
    at = 0
    while at < len(attributes):
        found = _ATTRIBUTES.match(attributes, at)
        if found is None or found["key"] in named:
            return None
        at = found.end()
        if found["name"]:
            classes.append(found["name"])
        else:
            named[found["key"]] = found["value"]
    span = Span(tuple(classes), tuple(content), named.get("key", ""), named.get("part", ""))
    keyed = "num" in classes
    sound = bool(classes) and bool(content) and not _blank_at_edge(content) and keyed == bool(span.key)
    return span if sound and not _ELSEWHERE.intersection(classes) and (keyed or not span.part) else None


def text_of(inlines: tuple[Inline, ...]) -> str:
    """Return the text without its marks."""
    return "".join(inline if isinstance(inline, str) else text_of(inline.content) for inline in inlines)


def has_class(inlines: tuple[Inline, ...], name: str) -> bool:
    """Tell whether a span of this class is anywhere inside."""
    return any(
        isinstance(inline, Span) and (name in inline.classes or has_class(inline.content, name)) for inline in inlines
    )


# As `named` of marks.lua, which says why.
_SHORT_NAME = 16
_HYPHEN = re.compile(r"[A-Za-z0-9\x80-\U0010ffff]-[A-Za-z0-9\x80-\U0010ffff]")
_DIGIT_OR_CAPITALS = re.compile(r"[0-9]|[A-Z]{2}")


def keep_names(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """Return the inlines with short hyphenated names of data, and asterisks behind them, in spans that stay whole."""
    if not any(isinstance(inline, Span) for inline in inlines):
        return inlines
    out: list[Inline] = []
    for inline in inlines:
        if isinstance(inline, str):
            out.append(inline)
            continue
        kept = Span(inline.classes, keep_names(inline.content), inline.key, inline.part)
        if "starred" in kept.classes:
            name, *star = kept.content
            whole = isinstance(name, Span) and name.classes == ("whole",)
            out += [Span(("whole",), (*name.content, *star))] if whole else kept.content
        elif "data" not in kept.classes:
            out.append(kept)
        elif len(kept.content) == 1 and _hyphenated(kept.content[0]):
            out.append(Span(("whole",), (kept,)))
        else:
            content = tuple(
                Span(("whole",), (part,)) if _hyphenated(part) and _DIGIT_OR_CAPITALS.search(str(part)) else part
                for part in kept.content
            )
            out.append(Span(kept.classes, content, kept.key, kept.part))
    return tuple(out)


def _hyphenated(inline: Inline) -> bool:
    return isinstance(inline, str) and len(inline) <= _SHORT_NAME and _HYPHEN.search(inline) is not None
