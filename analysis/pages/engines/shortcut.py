"""A page's long tables past Pandoc: it is given one row in place of all, and the rows are put in afterwards.

Pandoc still makes everything else of a table: its caption, its head, the frame around it. What the rows would have told
the filters is told all the same: by the row that stands for them how wide each column is, by a file beside the ledger
which ledger rows they cite.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from analysis.pages.engines.cells import Inline, cells_of, inlines_of
from analysis.pages.engines.facts import KEYS
from analysis.pages.engines.fenced import fenced
from analysis.pages.engines.rows import HtmlRows, TypstRows

# Stands in no text: a page that holds it goes through Pandoc as a whole.
STAND_IN = "\ue000"
_WIDEST = 91
"""A column that is wider counts as this; above `LONGEST` of report.lua."""
_DELIMITER = re.compile(r"\|(?::?-+:?\|)+")
_STOOD_IN = {
    "html": re.compile(rf"<tr>\n<td[^>]*>{STAND_IN}</td>\n(?:<td[^>]*></td>\n)*</tr>\n"),
    "typst": re.compile(rf"^ *(?=[^\n]*{STAND_IN})(?:\[{STAND_IN}*\], ?)+\n", re.MULTILINE),
}
Cells = tuple[Inline, ...]


class Unlike(Exception):
    """Pandoc's answer does not hold the rows that stand for others; the page goes through it as a whole."""


@dataclass(frozen=True)
class Shortened:
    """A page source without the rows of its tables.

    Attributes:
        text: the page source that Pandoc is given.
        rows: what belongs where a row stands in, in the order of the page.
        kind: `html` or `typst`.
        cited: the ledger rows that these rows cite.
    """

    text: str
    rows: tuple[str, ...]
    kind: str
    cited: tuple[str, ...] = ()

    def fill(self, made: str) -> str:
        """Return what Pandoc made with the rows in their places.

        Raises:
            Unlike: it does not hold the rows that stand for them.
        """
        parts = _STOOD_IN[self.kind].split(made)
        if len(parts) != len(self.rows) + 1 or any(STAND_IN in part for part in parts):
            raise Unlike
        out = [parts[0]]
        for rows, part in zip(self.rows, parts[1:], strict=True):
            out += [rows, part]
        return "".join(out)

    def made_of(self, whole: str, pandoc: Callable[[str], bytes]) -> bytes:
        """Return what `pandoc` makes of a page source, `whole`, of which this is the short form."""
        made = pandoc(self.text)
        if not self.rows:
            return made
        try:
            return self.fill(made.decode()).encode()
        except Unlike:
            return pandoc(whole)


def shorten(text: str, writer: HtmlRows | TypstRows) -> Shortened:
    """Return a page source whose tables hold one row each, with what the rows become.

    A table that holds any mark that is not known here is left as it is.
    """
    kind = "html" if isinstance(writer, HtmlRows) else "typst"
    if STAND_IN in text:
        return Shortened(text, (), kind)
    lines = text.split("\n")
    out: list[str] = []
    made: list[str] = []
    cited: dict[str, None] = {}
    code, at = fenced(lines), 0
    while at < len(lines):
        end = at + 1
        if lines[at].startswith("|") and not code[at]:
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            alone = _ends(lines[at - 1] if at else "") and _ends(lines[end] if end < len(lines) else "")
            table = _table(lines[at:end], writer) if alone else None
            if table is not None:
                made.append(table[1])
                cited |= dict.fromkeys(KEYS.findall("\n".join(lines[at + 2 : end])))
                out += [*lines[at : at + 2], table[0]]
                at = end
                continue
        out += lines[at:end]
        at = end
    return Shortened("\n".join(out), tuple(made), kind, tuple(cited))


def _ends(line: str) -> bool:
    return not line.strip(" ") or line.startswith(":::")


def _table(lines: list[str], writer: HtmlRows | TypstRows) -> tuple[str, str] | None:
    """Return the row that stands for a table's rows and what these become; None where they are not all known."""
    if len(lines) < 3 or not _DELIMITER.fullmatch(lines[1]):
        return None
    columns = lines[1].strip("|").split("|")
    head = cells_of(lines[0])
    if head is None or len(head) != len(columns):
        return None
    rows = []
    for line in lines[2:]:
        row = _row(line, len(columns))
        if row is None:
            return None
        rows.append(row)
    if isinstance(writer, HtmlRows):
        made = "".join(writer.row(row, [_side(column) for column in columns]) for row in rows)
        return f"| {STAND_IN} |{' |' * (len(columns) - 1)}", made
    widest = [0] * len(columns)
    texts = []
    for row in rows:
        text, widths = writer.row(row)
        texts.append(text)
        widest = [max(pair) for pair in zip(widest, widths, strict=True)]
    if not any(widest):
        return None
    return "|" + "".join(f" {STAND_IN * min(wide, _WIDEST)} |" for wide in widest), "".join(texts)


def _row(line: str, columns: int) -> list[Cells] | None:
    cells = cells_of(line)
    if cells is None or len(cells) != columns:
        return None
    row = [inlines_of(cell) for cell in cells]
    return None if any(cell is None for cell in row) else row  # type: ignore[return-value]


def _side(column: str) -> str:
    ends = column.startswith(":"), column.endswith(":")
    return {(True, True): "center", (True, False): "left", (False, True): "right", (False, False): ""}[ends]
