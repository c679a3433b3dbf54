"""Rows of a table as the HTML and the Typst that Pandoc makes of them with `ledger.lua` and `report.lua`.

The filters are what a page means, for both engines; what stands here is the same for the rows of tables alone, which
Pandoc would take most of its time for. The tests put every kind of cell through both ways and want the same bytes.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from analysis.pages.engines.cells import SPACE, STRONG, Inline, Span, has_class, keep_names, text_of
from analysis.pages.engines.words import spoken

Row = Sequence[tuple[Inline, ...]]
_NOT_IN_ANCHOR = re.compile(rb"[^A-Za-z0-9/_-]")
_ALIGNED = {side: f' style="text-align: {side};"' for side in ("left", "right", "center")} | {"": ""}


@lru_cache(maxsize=65536)
def anchor(key: str) -> str:
    """Return the id of a key's ledger row.

    >>> anchor("my%20study/a.b")
    'row:my.2520study:a.2eb'
    """
    coded = _NOT_IN_ANCHOR.sub(lambda found: b".%02x" % found[0][0], key.encode())
    return "row:" + coded.decode().replace("/", ":")


def _tag(span: Span) -> str:
    return "shipped" if "shipped" in span.classes else "recomputed"


def _attribute(text: str) -> str:
    return html.escape(text, quote=True).replace("&#x27;", "&#39;")


@dataclass(frozen=True)
class HtmlRows:
    """Rows as HTML.

    Attributes:
        units: ledger key → unit, of the numbers that the page shows.
        root: the way to the report folder.
        rows_here: the page holds the ledger rows itself.
    """

    units: Mapping[str, str]
    root: str
    rows_here: bool

    def row(self, cells: Row, aligned: Sequence[str]) -> str:
        """Return one row with the line end behind it."""
        leads = ' class="leader"' if has_class(cells[0], "leader") else ""
        made = [
            f"<td{_ALIGNED[side]}>{self._inlines(keep_names(cell))}</td>\n"
            for cell, side in zip(cells, aligned, strict=True)
        ]
        return f"<tr{leads}>\n{''.join(made)}</tr>\n"

    def _inlines(self, inlines: tuple[Inline, ...]) -> str:
        return "".join(
            self._span(inline) if isinstance(inline, Span) else html.escape(inline, quote=False) for inline in inlines
        )

    def _span(self, span: Span) -> str:
        if "num" in span.classes:
            return self._number(span)
        if STRONG in span.classes:
            return f"<strong>{self._inlines(span.content)}</strong>"
        return f'<span class="{" ".join(span.classes)}">{self._inlines(span.content)}</span>'

    def _number(self, span: Span) -> str:
        digits, tag, key = text_of(span.content), _tag(span), span.key
        page = "" if self.rows_here else f"{self.root}/{key.partition('/')[0]}/90-ledger.html"
        of = f' data-part="{_attribute(span.part)}"' if span.part else ""
        if "simulated" in span.classes:
            of += ' data-inputs="simulated"'
        said = spoken(digits, self.units.get(key, ""), span.part, tag)
        to = f"{_attribute(page)}#{_attribute(anchor(key))}"
        return (
            f'<a class="num {tag}" href="{to}" data-key="{_attribute(key)}"{of} '
            f'aria-label="{_attribute(said)}">{_attribute(digits)}</a>'
        )


_CALLS = {
    "whole": "box", "below": "below", "beside": "quiet", "missing": "missing", "interval": "interval", "data": "data",
    "quiet": "quiet", "standing": "quiet", "leader": "leader",
    "simulated": "ringed",
}  # fmt: skip
"""What a span is in Typst, by its class; as `inline_calls` of report.lua."""
_TYPST_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\#$%&*_`<>@=+/~.;'\"[]{}|^!?-"} | {"\u00a0": "~"})
_KHMER = re.compile("[\u1780-\u17ff\u19e0-\u19ff]+")
_KHMER_APART = re.compile(f"({_KHMER.pattern})")
_UNBROKEN = 28
_BRIEF = 9


def typst_string(text: str) -> str:
    """Return a string of Typst; as `typst_string` of marks.lua."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "\\u{7b}") + '"'


def typst_words(text: str) -> str:
    """Return text that Typst shows sign by sign, with Khmer in its own font; as `typst_words` of marks.lua."""
    return _KHMER.sub(lambda found: f"#khmer[{found[0]}];", text.translate(_TYPST_SIGNS))


@dataclass
class _Cell:
    """What a cell shows, as `cell_text` of report.lua counts it, and the calls that are made in it."""

    words: list[str] = field(default_factory=list)
    calls: set[str] = field(default_factory=set)

    def shown(self, text: str) -> str:
        self.words.append(text)
        return text

    @property
    def width(self) -> int:
        wide = sum(map(len, self.words)) + max(len(self.words) - 1, 0)
        return 0 if "missing" in self.calls and wide > _BRIEF else wide


@dataclass(frozen=True)
class TypstRows:
    """Rows as Typst.

    Attributes:
        rows_here: the document holds the ledger rows that it cites.
    """

    rows_here: bool

    def row(self, cells: Row) -> tuple[str, list[int]]:
        """Return one row with the line end behind it, and how wide each cell counts."""
        seen = [_Cell() for _ in cells]
        texts = [self._inlines(keep_names(cell), of, in_data=False) for cell, of in zip(cells, seen, strict=True)]
        fill = "table.cell(fill: tint)" if "leader" in seen[0].calls else ""
        return "    " + " ".join(f"{fill}[{text}]," for text in texts) + "\n", [of.width for of in seen]

    def _inlines(self, inlines: tuple[Inline, ...], of: _Cell, *, in_data: bool) -> str:
        made = (self._span if isinstance(inline, Span) else self._text for inline in inlines)
        return "".join(make(inline, of, in_data=in_data) for make, inline in zip(made, inlines, strict=True))

    def _span(self, span: Span, of: _Cell, *, in_data: bool) -> str:
        if "num" in span.classes:
            digits = typst_string(text_of(span.content))
            of.shown(digits[1:-1])
            to = f", to: {typst_string(anchor(span.key))}" if self.rows_here else ""
            of_what = ", simulated: true" if "simulated" in span.classes else ""
            return f"#num({typst_string(_tag(span))}, {digits}{of_what}{to});"
        if STRONG in span.classes:
            return f"#strong[{self._inlines(span.content, of, in_data=in_data)}]"
        called = next((name for name in span.classes if name in _CALLS), "")
        of.calls.add(called)
        content = self._inlines(span.content, of, in_data=in_data or called == "data")
        return f"#{_CALLS[called]}[{content}];" if called else content

    @staticmethod
    def _text(text: str, of: _Cell, *, in_data: bool) -> str:
        if text == SPACE:
            return text
        if not in_data or len(text.encode()) < _UNBROKEN:
            return typst_words(of.shown(text))
        out = []
        for part in _KHMER_APART.split(text):
            if len(part) < _UNBROKEN or _KHMER_APART.match(part):
                out.append(typst_words(of.shown(part)) if part else "")
            else:
                shown = typst_string(part)
                of.shown(shown[1:-1])
                out.append(f"#long({shown});")
        return "".join(out)
