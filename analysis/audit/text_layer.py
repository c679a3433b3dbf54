"""The text layer of a PDF, read with PDFium object by object.

What Typst marks as an artifact (page numbers, the legend at the foot, the repeated head of a table) stands apart from
the content.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unicodedata import bidirectional

import pypdfium2
import pypdfium2.raw as pdfium

from analysis.audit.numerals import DIGIT

# Between two text objects; a number and its mark may be two.
PART = "\x1f"
_LONGEST = 1 << 15
_LEFTWARDS = ("R", "AL", "AN")
"""Unicode's classes of letters and digits that are written, or stand among those written, from right to left."""
_ARTIFACT = "Artifact".encode("utf-16-le")


@dataclass(frozen=True)
class PdfPage:
    """The text of a page.

    Attributes:
        parts: its content as (number of the marked content, text), in the order in which it is drawn.
        around: what repeats around the content.
    """

    parts: tuple[tuple[int, str], ...]
    around: str

    @property
    def content(self) -> str:
        """Return the content in the order in which it is drawn."""
        return PART.join(text for _, text in self.parts)


def read_pdf(path: Path) -> list[PdfPage]:
    """Read the text layer of a PDF.

    Raises:
        ValueError: it is no PDF.
    """
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise ValueError(str(error)) from error
    try:
        reader = _Reader()
        return [reader.read(document[number]) for number in range(len(document))]
    finally:
        document.close()


class _Reader:
    """Reads pages through PDFium's own calls, which know the marks around a text object."""

    def __init__(self) -> None:
        self.text = (pdfium.FPDF_WCHAR * _LONGEST)()
        self.text_size = ctypes.sizeof(self.text)
        self.name, self.length = (ctypes.c_ushort * 32)(), ctypes.c_ulong()
        self.name_size = ctypes.sizeof(self.name)

    def read(self, page: pypdfium2.PdfPage) -> PdfPage:
        """Return the text of a page."""
        texts = page.get_textpage()
        items = [
            item
            for place in range(pdfium.FPDFPage_CountObjects(page))
            if pdfium.FPDFPageObj_GetType(item := pdfium.FPDFPage_GetObject(page, place)) == pdfium.FPDF_PAGEOBJ_TEXT
        ]
        found = [self._text(item, texts) for item in items]
        if any(_to_the_left(text) for text in found):
            drawn = _drawn(texts, items)
            found = [
                text if _to_the_left(text) and not DIGIT.search(text) else one
                for one, text in zip(drawn, found, strict=True)
            ]
        content: list[tuple[int, str]] = []
        aside: list[str] = []
        for item, text in zip(items, found, strict=True):
            if self._is_artifact(item):
                aside.append(text)
            else:
                content.append((pdfium.FPDFPageObj_GetMarkedContentID(item), text))
        return PdfPage(tuple(content), PART.join(aside))

    def _text(self, item: object, texts: pypdfium2.PdfTextPage) -> str:
        size = pdfium.FPDFTextObj_GetText(item, texts, self.text, self.text_size)
        return ctypes.string_at(self.text, max(0, min(size, self.text_size) - 2)).decode("utf-16-le", "replace")

    def _is_artifact(self, item: object) -> bool:
        for number in range(pdfium.FPDFPageObj_CountMarks(item)):
            mark = pdfium.FPDFPageObj_GetMark(item, number)
            pdfium.FPDFPageObjMark_GetName(mark, self.name, self.name_size, self.length)
            if ctypes.string_at(self.name, max(0, self.length.value - 2)) == _ARTIFACT:
                return True
        return False


def _to_the_left(text: str) -> bool:
    """Tell whether some letter of a text is written from right to left."""
    return not text.isascii() and any(bidirectional(sign) in _LEFTWARDS for sign in set(text))


def _drawn(texts: pypdfium2.PdfTextPage, items: Sequence[object]) -> list[str]:
    """Return the signs of each text object as they lie on the page, from left to right.

    Where a line has a letter of another direction, PDFium guesses in which order it is read, turns round what lies
    beside that letter, and puts blanks where none are drawn. A text object has one direction, and a number lies from
    left to right in every script: its digits are in order as they are drawn. Letters of the other direction are not.
    """
    places: dict[int | None, list[int]] = {_address(item): [] for item in items}
    for place in range(pdfium.FPDFText_CountChars(texts)):
        held = places.get(_address(pdfium.FPDFText_GetTextObject(texts, place)))
        if held is not None and pdfium.FPDFText_IsGenerated(texts, place) != 1:
            held.append(place)
    return [_in_line(texts, item, places[_address(item)]) for item in items]


def _in_line(texts: pypdfium2.PdfTextPage, item: object, places: Sequence[int]) -> str:
    """Return the signs of a text object in the direction in which its line runs, which may be turned on the page."""
    matrix, x, y = pdfium.FS_MATRIX(), ctypes.c_double(), ctypes.c_double()
    pdfium.FPDFPageObj_GetMatrix(item, matrix)

    def along(place: int) -> float:
        pdfium.FPDFText_GetCharOrigin(texts, place, x, y)
        return matrix.a * x.value + matrix.b * y.value

    signs = (pdfium.FPDFText_GetUnicode(texts, place) for place in sorted(places, key=along))
    return "".join(map(chr, signs)).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _address(item: object) -> int | None:
    return ctypes.cast(item, ctypes.c_void_p).value  # type: ignore[arg-type]


def reading_order(path: Path, pages: Sequence[PdfPage]) -> str:
    """Return the content in the order in which it is to be read, by the tags of the PDF.

    It differs from the order of drawing where a page ends: of two columns, the first is read to its end on the next
    page before the second begins.
    """
    parts: dict[tuple[int, int], list[str]] = {}
    for number, page in enumerate(pages):
        for mark, text in page.parts:
            parts.setdefault((number, mark), []).append(text)
    ordered = [text for place in _tagged(path) for text in parts.pop(place, ())]
    return PART.join([*ordered, *(text for texts in parts.values() for text in texts)])


def _tagged(path: Path) -> Iterator[tuple[int, int]]:
    """Walk the structure of a PDF and return (page, number of the marked content), in order."""
    import pypdf
    from pypdf.generic import DictionaryObject

    reader = pypdf.PdfReader(path)
    numbers = {
        page.indirect_reference.idnum: number for number, page in enumerate(reader.pages) if page.indirect_reference
    }
    tree = reader.root_object.get("/StructTreeRoot", {})
    waiting = [(tree.get("/K"), -1)]
    while waiting:
        item, page = waiting.pop()
        item = item.get_object() if item is not None else None
        if isinstance(item, list):
            waiting += [(child, page) for child in reversed(item)]
        elif isinstance(item, int):
            yield page, int(item)
        elif isinstance(item, DictionaryObject):
            if "/Pg" in item:
                page = numbers.get(item.raw_get("/Pg").idnum, page)
            if item.get("/Type") == "/MCR":
                yield page, int(item["/MCID"])
            elif "/K" in item:
                waiting.append((item.raw_get("/K"), page))
