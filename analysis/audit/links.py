"""Whether every address of a site leads somewhere in it, and that nothing is fetched from elsewhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from analysis.audit.findings import Finding
from analysis.audit.page import Address, Page

_CSS_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
_SVG_HREF = re.compile(r"<(?:image|use|script|feImage)\b[^>]*?\b(?:xlink:)?href=['\"]([^'\"]+)")
# A script names a namespace without fetching it.
_SCRIPT_URL = re.compile(r"['\"`]((?:https?:)?//(?!www\.w3\.org/)[\w.-]+\.[^'\"`\s]*)")
HARMLESS = {"mailto", "tel"}
FETCHED = {"http", "https", "ws", "wss", "ftp"}


@dataclass(frozen=True)
class Links:
    """The addresses of a site.

    Attributes:
        site: the folder.
        files: every file in it, by its path with `/`.
        pages: the HTML pages among them, read.
    """

    site: Path
    files: frozenset[str]
    pages: Mapping[str, Page]

    def faults(self) -> Iterator[Finding]:
        """Return every address that leads nowhere, out of the site, or onto the network by itself."""
        for name, page in self.pages.items():
            for address in dict.fromkeys(page.addresses):
                yield from self._address(name, address)
            for style in page.styles:
                yield from self._styles(name, style)
        for name in sorted(self.files):
            suffix = posixpath.splitext(name)[1]
            if suffix not in (".css", ".svg", ".js"):
                continue
            text = (self.site / name).read_bytes().decode("utf-8", errors="replace")
            if suffix == ".css":
                yield from self._styles(name, text)
            elif suffix == ".svg":
                for url in dict.fromkeys(_SVG_HREF.findall(text)):
                    yield from self._address(name, Address(url, loads=True))
            else:
                for url in dict.fromkeys(_SCRIPT_URL.findall(text)):
                    yield _network(name, url)

    def target(self, name: str, href: str) -> tuple[str, str] | None:
        """Return the file and the fragment that an address inside the site leads to; None for another address."""
        split = urlsplit(href)
        if split.scheme or split.netloc:
            return None
        path = unquote(split.path)
        if not path:
            return name, unquote(split.fragment)
        found = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        if path.endswith("/") or found == ".":
            found = posixpath.normpath(posixpath.join(found, "index.html"))
        return found, unquote(split.fragment)

    def _styles(self, name: str, text: str) -> Iterator[Finding]:
        for pair in dict.fromkeys(_CSS_URL.findall(text)):
            yield from self._address(name, Address(pair[0] or pair[1], loads=True))

    def _address(self, name: str, address: Address) -> Iterator[Finding]:
        try:
            split = urlsplit(address.url)
            found = self.target(name, address.url)
        except ValueError:
            yield Finding(name, "link", address.url, "an address that can be read")
            return
        if found is None:
            if address.loads and (split.netloc or split.scheme in FETCHED):
                yield _network(name, address.url)
            elif split.scheme not in HARMLESS | FETCHED | {""} and not (split.scheme == "data" and address.loads):
                yield Finding(name, "link", address.url, "an address of a page, not a program or a file of a machine")
            return
        path, fragment = found
        if split.path.startswith("/") or path.startswith("../"):
            yield Finding(name, "link", address.url, "an address inside the site, which may stand in a sub-path")
        elif path not in self.files:
            yield Finding(name, "link", address.url, f"a file that exists; {path} does not")
        elif fragment and path in self.pages and fragment != "top" and fragment not in self.pages[path].ids:
            yield Finding(name, "link", address.url, f"an anchor that {path} has")


def _network(name: str, url: str) -> Finding:
    return Finding(name, "network", url, "a file of the site: no request may leave the page")
