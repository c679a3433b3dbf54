"""A reader of a rendered HTML page: its texts with their places, its tagged numbers, its ids and its addresses.

The page is parsed as a browser parses it (Lexbor), so that mark-up which is not closed cannot hide a text here and
show it there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from analysis.audit.card import BLOCK
from analysis.audit.names import Place
from analysis.audit.styles import generated
from analysis.audit.tags import Tagged

# Attributes that a reader sees or hears.
SPOKEN = (
    "alt", "title", "aria-label", "aria-description", "aria-valuetext", "placeholder", "summary", "label", "abbr",
    "aria-valuenow", "aria-valuemin", "aria-valuemax", "aria-roledescription", "aria-placeholder", "aria-braillelabel",
    "aria-brailleroledescription", "aria-posinset", "aria-setsize", "alttext",
)  # fmt: skip
# Attributes of which an element makes a text or a bar.
SHOWN = {
    "input": ("value",), "button": ("value",), "ol": ("start",), "li": ("value",), "meter": ("value", "min", "max"),
    "progress": ("value", "max"),
}  # fmt: skip
# A script block with one of these types is data that programs read; the rows behind a page are held against the ledger.
SAID_TO_PROGRAMS = {"application/ld+json"}
# Pictures that hold no text a reader of pages could miss: what a raster draws is not read anywhere.
_RASTER = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif)[;,]", re.IGNORECASE)
UNREAD = {"script", "style", "template", "-comment", "-doctype", "!doctype"}
# Elements that do not end a line: a sign before one of them stands directly before what it holds.
INLINE = {
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "font", "i", "ins", "kbd", "label", "mark",
    "math", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
}  # fmt: skip
# Soft hyphens, zero-width signs and blanks that do not part: what they stand between still stands together.
_UNSEEN = re.compile("[\u00ad\u00a0\u2007-\u200f\u2028-\u202f\u2060-\u2064\ufeff]")
DESCRIPTIVE = {"description", "author", "keywords"}
_PLACES = {
    "section-number": Place.SECTION, "label": Place.LABEL, "ref": Place.LABEL, "citation": Place.CITATION,
    "csl-entry": Place.REFERENCES,
}  # fmt: skip
LOADING = {
    "img": ("src", "srcset"), "script": ("src",), "iframe": ("src",), "audio": ("src",), "video": ("src", "poster"),
    "source": ("src", "srcset"), "embed": ("src",), "track": ("src",), "input": ("src",), "object": ("data",),
    "image": ("href", "xlink:href"), "use": ("href", "xlink:href"), "frame": ("src",),
}  # fmt: skip
# What a `link` may name without anything being fetched.
QUIET_RELATIONS = {"canonical", "license", "next", "prev", "author", "help", "alternate", "bookmark", "cite-as"}


@dataclass(frozen=True)
class Text:
    """A text of the page and its place."""

    text: str
    place: Place


@dataclass(frozen=True)
class Number:
    """A tagged number, where its link leads, what it says of itself, and the words before it.

    Attributes:
        before: the words before it, across blocks, for people.
        label: what a screen reader says instead of it; None where nothing is set.
        inputs: what it says of its inputs; None where it says nothing.
        tail: the signs directly before it on its line, without those that show nothing.
    """

    tagged: Tagged
    href: str
    described: tuple[str, ...]
    children: bool
    before: str
    label: str | None = None
    inputs: str | None = None
    tail: str = ""


@dataclass(frozen=True)
class Row:
    """A row of the ledger on a page: its key, the keys of the values in it, and the reasons for missing ones."""

    key: str
    values: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Address:
    """An address that the page holds; `loads` where a browser fetches it by itself."""

    url: str
    loads: bool


@dataclass
class Page:
    """What stands in a page; `hidden` are the means by which it could show what nobody can read here."""

    texts: list[Text] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)
    data: set[str] = field(default_factory=set)
    missing: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)
    addresses: list[Address] = field(default_factory=list)
    styles: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)


def read_page(html: bytes) -> Page:
    """Read a page."""
    page = Page()
    root = LexborHTMLParser(html).root
    if root is not None:
        _Reader(page).read(root, Place.TEXT, in_data=False)
    return page


class _Reader:
    """Walks the tree once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.last = ""
        self.tail = ""

    def read(self, node: LexborNode, place: Place, *, in_data: bool) -> None:
        """Read an element, with all that it holds."""
        attributes = node.attributes
        classes = (attributes.get("class") or "").split()
        is_block = node.tag not in INLINE | UNREAD
        if is_block:
            self.tail = ""
        self._attributes(node, attributes, numbered="num" in classes)
        if node.tag in UNREAD:
            if node.tag == "style":
                self.page.styles.append(node.text() or "")
                self.page.hidden += generated(node.text() or "")
            elif node.tag == "template" and "shadowrootmode" in attributes:
                self.page.hidden.append("a template that the page shows")
            elif node.tag == "script":
                self._script(node, attributes)
            return
        if "row" in classes:
            self.page.rows.append(_row(node))
        if "num" in classes:
            self._number(node, attributes, classes)
            return
        if node.tag == "math":
            self._formula(node)
            return
        if not in_data and "data" in classes:
            self.page.data.add(_words(node))
            in_data = True
        elif not in_data and "missing" in classes:
            self.page.missing.append(_words(node))
            in_data = True
        place = next((_PLACES[name] for name in classes if name in _PLACES), place)
        if node.tag == "title":
            place = Place.ATTRIBUTE
        for child in _children(node):
            if child.is_text_node:
                text = child.text_content or ""
                self._passed(text)
                if not in_data:
                    self.page.texts.append(Text(text, place))
            elif child.is_element_node:
                self.read(child, place, in_data=in_data)
        if is_block:
            self.tail = ""

    def _passed(self, text: str) -> None:
        """Keep the end of what was read."""
        self.last = (self.last + text)[-60:]
        self.tail = (self.tail + _UNSEEN.sub("", text))[-60:]

    def _number(self, node: LexborNode, attributes: dict[str, str | None], classes: list[str]) -> None:
        shown = node.text() or ""
        tagged = Tagged(
            shown,
            tuple(name for name in classes if name != "num"),
            attributes.get("data-key") or "",
            attributes.get("data-part") or "value",
        )
        described = tuple(attributes[name] or "" for name in SPOKEN if name in attributes)
        children = any(child.is_element_node for child in _children(node))
        before = " ".join(self.last.split())[-32:]
        label, inputs = (
            (attributes[name] or "") if name in attributes else None for name in ("aria-label", "data-inputs")
        )
        href = attributes.get("href") or ""
        self.page.numbers.append(Number(tagged, href, described, children, before, label, inputs, self.tail))
        self._passed(shown)

    def _formula(self, node: LexborNode) -> None:
        """Take a formula as one text; its TeX, if it is there, repeats it and is one more."""
        annotation = node.css_first("annotation")
        spoken = _words(node)
        if annotation is not None:
            tex = _words(annotation)
            self.page.texts.append(Text(tex, Place.FORMULA))
            spoken = spoken.removesuffix(tex)
        self.page.texts.append(Text(spoken, Place.FORMULA))
        self._passed(spoken)

    def _script(self, node: LexborNode, attributes: dict[str, str | None]) -> None:
        kind, text = (attributes.get("type") or "").lower(), node.text() or ""
        if attributes.get("id") == BLOCK:
            self.page.cards.append(text)
        elif kind in SAID_TO_PROGRAMS:
            self.page.texts.append(Text(text, Place.ATTRIBUTE))
        elif text.strip() and not kind.endswith("json"):
            self.page.hidden.append(f"a script in the page: {' '.join(text.split())[:60]}")

    def _attributes(self, node: LexborNode, attributes: dict[str, str | None], *, numbered: bool) -> None:
        tag, page = node.tag or "", self.page
        if identifier := attributes.get("id"):
            page.ids.setdefault(identifier, node.text() or "" if "row" in (attributes.get("class") or "") else "")
        if tag == "a" and (name := attributes.get("name")):
            page.ids.setdefault(name, "")
        if not numbered:  # what a number says of itself is held against its row
            page.texts += [Text(text, Place.ATTRIBUTE) for name in SPOKEN if (text := attributes.get(name))]
        if tag == "meta":
            content = attributes.get("content") or ""
            if (attributes.get("name") or attributes.get("property") or "").split(":")[-1] in DESCRIPTIVE | {"title"}:
                page.texts.append(Text(content, Place.ATTRIBUTE))
            if (attributes.get("http-equiv") or "").lower() == "refresh" and "=" in content:
                page.addresses.append(Address(content.partition("=")[2].strip(" '\""), loads=False))
        page.texts += [Text(text, Place.ATTRIBUTE) for name in SHOWN.get(tag, ()) if (text := attributes.get(name))]
        if tag == "iframe" and "srcdoc" in attributes:
            page.hidden.append("srcdoc")
        page.hidden += [f"{name}={attributes[name] or ''}" for name in attributes if name.startswith("on")]
        for name in LOADING.get(tag, ()):
            address = (attributes.get(name) or "").strip()
            if address[:5].lower() == "data:" and not _RASTER.match(address):
                page.hidden.append(f"{name}={address[:60]}")
        if style := attributes.get("style"):
            page.styles.append(style)
            page.hidden += generated(style)
        page.addresses += _addresses(tag, attributes)


def _addresses(tag: str, attributes: dict[str, str | None]) -> Iterator[Address]:
    for name in LOADING.get(tag, ()):
        if value := attributes.get(name):
            urls = [part.split()[0] for part in value.split(",") if part.strip()] if name == "srcset" else [value]
            yield from (Address(url, loads=True) for url in urls)
    href = attributes.get("href")
    if href is not None and tag == "link":
        relations = set((attributes.get("rel") or "").lower().split())
        yield Address(href, loads=not relations <= QUIET_RELATIONS)
    elif href is not None and tag in ("a", "area", "base"):
        yield Address(href, loads=tag == "base")
    if (action := attributes.get("action")) and tag == "form":
        yield Address(action, loads=True)


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _words(node: LexborNode) -> str:
    return " ".join((node.text() or "").split())


def _row(node: LexborNode) -> Row:
    """Read the table row around a ledger key."""
    around: LexborNode | None = node
    while around is not None and around.tag != "tr":
        around = around.parent
    if around is None:
        return Row(node.text() or "", (), ())
    values = tuple(
        number.attributes.get("data-key") or ""
        for number in around.css(".num")
        if (number.attributes.get("data-part") or "value") == "value"
    )
    return Row(node.text() or "", values, tuple(_words(reason) for reason in around.css(".missing")))


_SVG_WORDS = re.compile(
    rb"<(title|desc|text|foreignObject|(?:svg|s):\w+)\b[^>]*>(.*?)</\1\s*>", re.DOTALL | re.IGNORECASE
)
_SVG_SPOKEN = re.compile(rb"""[\s"'](?:aria-[a-z]+|alt|title|xlink:title)\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)


def read_picture(svg: bytes) -> list[str]:
    """Return the words of a picture that a reader would see, or a screen reader read; its drawing is not read."""
    parts = [match.group(2) for match in _SVG_WORDS.finditer(svg)]
    parts += [match.group(1)[1:-1] for match in _SVG_SPOKEN.finditer(svg)]
    found = []
    for part in parts:
        root = LexborHTMLParser(b"<p>" + part.replace(b"<![CDATA[", b"").replace(b"]]>", b"") + b"</p>").root
        found.append(_words(root) if root is not None else "")
    return found
