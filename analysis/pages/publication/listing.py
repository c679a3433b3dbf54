"""Which files a site and its inputs consist of, for its RO-Crate."""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from analysis.errors import InputError
from analysis.pages.engines.sources import Source, front_matter

FORMATS = {
    ".cff": "application/yaml", ".css": "text/css", ".csv": "text/csv", ".flac": "audio/flac", ".html": "text/html",
    ".js": "text/javascript", ".json": "application/json", ".md": "text/markdown", ".npy": "application/octet-stream",
    ".npz": "application/zip", ".parquet": "application/vnd.apache.parquet", ".pdf": "application/pdf",
    ".svg": "image/svg+xml", ".toml": "application/toml", ".ttf": "font/ttf", ".txt": "text/plain",
    ".wav": "audio/vnd.wave",
}  # fmt: skip
"""Media types as IANA registers them."""
_LEDGER = "Every number of the report: value, interval, tag, source, method and count, or why it is missing."
DESCRIPTIONS = {
    "CITATION.cff": "How to cite the report.",
    "assets/NotoSansKhmer-LICENSE.txt": "Licence of the font.",
    "report/inputs.csv": "Digest and size of every input file.",
    "report/ledger.csv": _LEDGER,
    "report/ledger.json": _LEDGER,
}
KINDS = {
    ".css": "Style sheet of the pages.", ".csv": "Table of the report.", ".html": "Page of the report.",
    ".js": "Script of the pages, which they also work without.", ".md": "Table of the report.",
    ".pdf": "Document of the report.", ".svg": "Figure of the report.", ".ttf": "Font of the pages.",
}  # fmt: skip
INPUT_COLUMNS = ["path", "sha256", "bytes"]


@dataclass(frozen=True)
class Listed:
    """One file.

    Attributes:
        path: below the site, or of an input as `inputs.csv` names it.
        name: what it is called, for a reader; description: what it is, empty for an input.
        size: bytes; sha256: its digest. None and empty for pages and PDFs, whose bytes depend on the engine.
    """

    path: str
    name: str
    size: int | None = None
    sha256: str = ""
    description: str = ""

    @property
    def media_type(self) -> str:
        """Return the media type; empty where the file's name does not tell it."""
        return FORMATS.get(PurePosixPath(self.path).suffix.lower(), "")


def site_files(sources: Iterable[Source], content: Mapping[str, bytes]) -> list[Listed]:
    """Return the files of a site by path: pages and PDFs by their sources, everything else by its content."""
    found = []
    for source in sources:
        title = _title(source)
        if "html" in source.formats:
            page = f"report/{source.name.removesuffix('.qmd')}.html"
            found.append(Listed(page, title, description=KINDS[".html"]))
        if source.pdf:
            folder = PurePosixPath("report", source.name).parent
            found.append(Listed(f"{folder}/{source.pdf}", f"{title}, as PDF", description=KINDS[".pdf"]))
    for path, data in content.items():
        if not PurePosixPath(path).name.startswith("."):
            said = DESCRIPTIONS.get(path) or KINDS.get(PurePosixPath(path).suffix, "")
            digest = hashlib.sha256(data).hexdigest()
            found.append(Listed(path, path.removeprefix("report/"), len(data), digest, said))
    return sorted(found, key=lambda listed: listed.path)


def read_inputs(path: Path) -> tuple[Listed, ...]:
    """Return the files that `inputs.csv` names.

    Raises:
        InputError: it is not what a build writes.
    """
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream, strict=True)
            rows = [
                Listed(row["path"], row["path"], int(row["bytes"]), row["sha256"])
                for row in reader
                if reader.fieldnames == INPUT_COLUMNS
            ]
            if reader.fieldnames != INPUT_COLUMNS:
                raise ValueError(f"its columns are {', '.join(reader.fieldnames or ())}")
    except (csv.Error, TypeError, ValueError) as error:
        raise InputError(f"{path} is damaged: {error}", advice="run `vpreport build` again") from error
    return tuple(rows)


def _title(source: Source) -> str:
    """Return a page's title and what it is a page of, without their mark-up."""
    front = front_matter(source.path)
    parts = [_shown(str(front.get(name, ""))) for name in ("title", "running")]
    return " · ".join(part for part in parts if part) or source.name


def _shown(markdown: str) -> str:
    """Return the text that a page's metadata shows: spans without their attributes, escaped signs by themselves.

    >>> _shown(r"[A1]{.section-number} What \\_x\\_ is")
    'A1 What _x_ is'
    """
    spans = re.sub(r"(?<!\\)\[((?:\\.|[^\\\]])*)\]\{[^}]*\}", r"\1", markdown.replace("[]{}", ""))
    return re.sub(r"\\(.)", r"\1", spans)
