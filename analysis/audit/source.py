r"""A reader of page sources: what a PDF must show, in order.

It reads the Markdown that the templates write and no more: bracketed spans with attributes, escapes, formulas,
citations, pictures. A text of a data file is escaped there sign by sign, so an unescaped sign is always the templates'.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from analysis.audit.names import Place
from analysis.audit.tags import Tagged
from analysis.errors import InputError

_MARKUP = re.compile(
    r"""
    \\(?P<escaped>.)
    | \$\$(?P<display>.+?)\$\$
    | \$(?P<formula>[^$\s](?:[^$\n]*[^$\s])?)\$
    | (?P<open>!?\[)
    | \](?P<address>\([^()\s]*\))?(?P<attributes>\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\})?
    | (?P<own>\{\#[^{}]*\})
    | (?P<contents>^:::\ contents\n:::$)
    | (?P<references>^:::\ \{\#refs\}\n:::$)
    | (?P<rows>^:::\ \{\.ledger(?:\ study="(?P<study>[^"]*)")?\}$)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_LEGEND = re.compile(r"^(:{3,}) legend\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(r'([\w-]+)="((?:[^"\\]|\\.)*)"')
# Attributes of a picture or a link that a reader of the PDF hears.
_SPOKEN = {"alt", "fig-alt", "title"}
_CLASS = re.compile(r"\.([\w-]+)")
_HEADING = re.compile(r"^#{1,2} (.+)$", re.MULTILINE)
# The row above the line of dashes; a page that goes on with a table repeats it.
_TABLE_HEAD = re.compile(r"^(\|.*\|)\n\|[:\-| ]+\|$", re.MULTILINE)
_CITED = re.compile(r"@([\w:.-]*\w)")
_PLACES = {"section-number": Place.SECTION, "label": Place.LABEL, "ref": Place.LABEL}


@dataclass
class Piece:
    """A piece of a page source.

    Attributes:
        text: what a reader sees; of a citation its keys, of rows the study whose they are, empty for those that the
            source cites.
        line: its line in the file, from 1.
        kind: `text`, `number`, `formula`, `citation`, `contents`, `references`, `rows` of the ledger; `spoken` is what
            is heard and not set.
        classes: of all the spans around it.
        number: the tagged number, where it is one.
    """

    text: str
    line: int
    kind: str = "text"
    classes: set[str] = field(default_factory=set)
    number: Tagged | None = None

    @property
    def place(self) -> Place:
        """Return the place for names that hold digits."""
        if self.kind == "formula":
            return Place.FORMULA
        if self.kind == "spoken":
            return Place.ATTRIBUTE
        return next((_PLACES[name] for name in self.classes if name in _PLACES), Place.TEXT)

    @property
    def is_data(self) -> bool:
        """Tell whether the text comes from a data file."""
        return "data" in self.classes


@dataclass(frozen=True)
class Source:
    """A page source that becomes a PDF.

    Attributes:
        head, body, legend: what stands above the text, the text, what stands at the foot of each page.
        headings: their texts.
        spoken: what is heard and not set.
        table_heads: the text of the head of each table.
    """

    head: tuple[Piece, ...]
    body: tuple[Piece, ...]
    legend: tuple[Piece, ...]
    headings: tuple[str, ...]
    spoken: tuple[Piece, ...] = ()
    table_heads: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Return everything that is read, then what is heard."""
        return self.head + self.body + self.legend + self.spoken


def pdf_name(path: Path) -> str:
    """Return the name of the PDF that a page source becomes; empty where it becomes none."""
    formats = _front(path)[0].get("format")
    if not isinstance(formats, dict) or "typst" not in formats:
        return ""
    settings = formats["typst"]
    return (settings.get("output-file", "") if isinstance(settings, dict) else "") or f"{path.stem}.pdf"


def makes_html(path: Path) -> bool:
    """Tell whether a page source becomes a web page."""
    formats = _front(path)[0].get("format", "html")
    return "html" in formats


def read_source(path: Path) -> Source:
    """Read a page source.

    Raises:
        InputError: it has no front matter.
    """
    front, body, line = _front(path)
    shown = [front.get("title"), front.get("running"), *(front.get("byline") or [])]
    head = [piece for text in shown if text for piece in _pieces(f"{text}\n", 1)]
    found = _LEGEND.search(body)
    legend: list[Piece] = []
    if found:
        legend = _pieces(found.group(2), line + body.count("\n", 0, found.start(2)))
        # The lines stay, so that what follows keeps its own.
        body = body[: found.start()] + "\n" * found.group().count("\n") + body[found.end() :]
    pieces = _pieces(body, line)
    headings, heads = (
        tuple("".join(p.text for p in _pieces(text, 1) if p.kind != "spoken") for text in pattern.findall(body))
        for pattern in (_HEADING, _TABLE_HEAD)
    )
    shown_parts = [tuple(one for one in part if one.kind != "spoken") for part in (head, pieces, legend)]
    spoken = tuple(one for one in head + pieces + legend if one.kind == "spoken")
    return Source(*shown_parts, headings, spoken, heads)


def _front(path: Path) -> tuple[dict[str, object], str, int]:
    """Return what the front matter says, the text after it, and the line where that begins."""
    again = "run `vpreport build` again"
    try:
        text = path.read_bytes().decode("utf-8")
        before, fence, body = text.removeprefix("---\n").partition("\n---\n")
        found = yaml.safe_load(before)
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise InputError(f"{path} is not a page source: {error}", advice=again) from error
    if not text.startswith("---\n") or not fence or not isinstance(found, dict):
        raise InputError(f"{path} has no front matter", advice=again)
    return found, body, before.count("\n") + 4


def _pieces(text: str, line: int) -> list[Piece]:
    pieces: list[Piece] = []
    opened: list[int] = []
    at = 0
    for found in _MARKUP.finditer(text):
        _add(pieces, text[at : found.start()], line)
        line += text.count("\n", at, found.start())
        at = found.end()
        if found["escaped"] is not None:
            _add(pieces, found["escaped"], line)
        elif found["display"] or found["formula"]:
            pieces.append(Piece(found["display"] or found["formula"], line, "formula"))
        elif found["open"]:
            opened.append(len(pieces))
        elif found["contents"] or found["references"]:
            pieces.append(Piece("", line, "contents" if found["contents"] else "references"))
        elif found["rows"]:
            pieces.append(Piece(found["study"] or "", line, "rows"))
        elif found.group().startswith("]") and opened:
            _close(pieces, opened.pop(), found["attributes"] or "", line, linked=bool(found["address"]))
        line += text.count("\n", found.start(), found.end())
    _add(pieces, text[at:], line)
    return pieces


def _add(pieces: list[Piece], text: str, line: int) -> None:
    if text:
        pieces.append(Piece(text, line))


def _close(pieces: list[Piece], start: int, attributes: str, line: int, *, linked: bool) -> None:
    """Give what stands between two brackets the classes that follow them."""
    inside = pieces[start:]
    if not attributes and not linked:
        words = "".join(piece.text for piece in inside)
        if words.startswith("@"):
            pieces[start:] = [Piece(" ".join(_CITED.findall(words)), inside[0].line, "citation")]
        return
    if linked:  # attributes of a picture or a link are no classes of a text
        line = inside[-1].line if inside else line
        said = [value for name, value in _QUOTED.findall(attributes) if name in _SPOKEN]
        pieces += [Piece(re.sub(r"\\(.)", r"\1", words), line, "spoken") for words in said]
        return
    classes = _CLASS.findall(_QUOTED.sub("", attributes))
    if "num" in classes:
        named = dict(_QUOTED.findall(attributes))
        shown = "".join(piece.text for piece in inside)
        tags = tuple(name for name in classes if name != "num")
        tagged = Tagged(shown, tags, named.get("key", ""), named.get("part", "value"))
        pieces[start:] = [Piece(shown, inside[0].line if inside else 0, "number", number=tagged)]
        return
    for piece in inside:
        piece.classes |= set(classes)
