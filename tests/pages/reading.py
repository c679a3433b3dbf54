"""Readers of rendered pages, for tests: what stands in an HTML page and in a PDF."""

from __future__ import annotations

import ctypes
import functools
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pypdf
import pypdfium2
import pypdfium2.raw as pdfium

MARKS = "•◦"
EMPTY_ICON = "data:,"
"""An icon of no bytes, which keeps a browser from looking for one at the root of the host: it leads nowhere."""
VOID = {"meta", "link", "img", "br", "hr", "col", "input"}


@dataclass
class Element:
    """One element: its attributes, its text with that of its children, and its children's names."""

    name: str
    attributes: dict[str, str]
    text: str = ""
    children: list[str] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)

    def has_class(self, name: str) -> bool:
        return name in self.attributes.get("class", "").split()


class Page(HTMLParser):
    """An HTML page as a list of its elements, in the order in which they begin."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.elements: list[Element] = []
        self.unbalanced: list[str] = []
        self._open: list[Element] = []
        self.feed(path.read_text(encoding="utf-8"))
        self.unbalanced += [element.name for element in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        for outer in self._open:
            outer.children.append(tag)
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1].name == tag:
            self._open.pop()
        else:
            self.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, name: str = "", of_class: str = "") -> list[Element]:
        return [e for e in self.elements if (not name or e.name == name) and (not of_class or e.has_class(of_class))]

    @property
    def ids(self) -> list[str]:
        return [element.attributes["id"] for element in self.elements if "id" in element.attributes]

    def tables(self) -> list[list[int]]:
        """Return, for each table, how many cells each row has."""
        found: list[list[int]] = []
        for element in self.elements:
            if element.name == "table":
                found.append([])
            elif element.name == "tr":
                found[-1].append(sum(child in ("td", "th") for child in element.children))
        return found


def well_drawn(*drawn: object) -> bool:
    """Draw drawings or charts, which makes no picture before somebody asks; say whether each is a well-formed SVG."""
    return all(ElementTree.fromstring(one.svg).tag.endswith("}svg") for one in drawn)  # type: ignore[attr-defined]


@functools.cache
def pages(site: Path) -> tuple[Page, ...]:
    """Return every page of a site, by path."""
    return tuple(Page(path) for path in sorted((site / "report").rglob("*.html")))


@dataclass(frozen=True)
class Piece:
    """A piece of text in a PDF: its page (from 0) and where it begins."""

    page: int
    x: float
    y: float
    text: str


@functools.cache
def _read(pdf: Path) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    """Return the pieces of a PDF and the text of each page, from one reading."""
    found: list[Piece] = []
    texts: list[str] = []
    with pypdfium2.PdfDocument(pdf) as document:
        for number, page in enumerate(document):
            words = page.get_textpage()
            pieces = [(piece, _text_of(piece, words)) for piece in page.get_objects([pdfium.FPDF_PAGEOBJ_TEXT])]
            found += [Piece(number, *piece.get_matrix().get()[4:], text) for piece, text in pieces if text.strip()]
            # In the order in which they are drawn: a raised mark follows its number.
            texts.append("".join(text for _, text in pieces))
    return tuple(found), tuple(texts)


def _text_of(piece: pypdfium2.PdfObject, words: pypdfium2.PdfTextPage) -> str:
    size = pdfium.FPDFTextObj_GetText(piece, words, None, 0)
    signs = ctypes.create_string_buffer(size * 2)
    pdfium.FPDFTextObj_GetText(piece, words, ctypes.cast(signs, ctypes.POINTER(pdfium.FPDF_WCHAR)), size * 2)
    return signs.raw[: size * 2].decode("utf-16-le").rstrip("\0")


def pieces(pdf: Path) -> tuple[Piece, ...]:
    """Return the text of a PDF in its own order, with places."""
    return _read(pdf)[0]


def pdf_pages(pdf: Path) -> tuple[str, ...]:
    """Return the text of each page of a PDF."""
    return _read(pdf)[1]


def pdf_text(pdf: Path) -> str:
    """Return the text of a PDF without blanks, line ends and zero-width signs, which a layout may change."""
    return solid("".join(pdf_pages(pdf)))


def solid(text: str) -> str:
    return re.sub(r"[\s\u200b-\u200d\u2060\u00ad]", "", text)


def pdf_fonts(pdf: Path) -> dict[str, bool]:
    """Return the fonts of a PDF's pages: name without its subset tag → whether all of the font is embedded."""
    found: dict[str, bool] = {}
    for page in pypdf.PdfReader(pdf).pages:
        for font in (page["/Resources"].get("/Font") or {}).values():
            font = font.get_object()
            inner = font["/DescendantFonts"][0].get_object() if "/DescendantFonts" in font else font
            descriptor = inner.get("/FontDescriptor", {})
            name = re.sub(r"^/?([A-Z]{6}\+)?", "", font["/BaseFont"])
            found[name] = any(f"/FontFile{kind}" in descriptor for kind in ("", "2", "3"))
    return found


def addresses(page: Page) -> list[str]:
    """Return where the links, pictures, scripts and style sheets of a page lead."""
    found = [element.attributes.get(name, "") for element in page.elements for name in ("href", "src")]
    return [address for address in found if address and address != EMPTY_ICON]


def astray(site: Path) -> list[tuple[str, str]]:
    """Return (page, address) of everything that leads out of the site's folder or to a place that is not there."""
    found, ids = [], {}
    for page in pages(site):
        ids[page.path.resolve()] = set(page.ids)
    for page in pages(site):
        for address in set(addresses(page)):
            parts = urlsplit(address)
            target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path.resolve()
            inside = target.is_file() and target.is_relative_to(site.resolve())
            held = not parts.fragment or unquote(parts.fragment) in ids.get(target, ())
            if parts.scheme or parts.netloc or address.startswith("/") or not inside or not held:
                found.append((page.path.relative_to(site).as_posix(), address))
    return sorted(found)
