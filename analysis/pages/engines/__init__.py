"""The two ways from page sources to a site: Quarto where it is installed, else Pandoc and Typst from their wheels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Progress = Callable[[str, int, int], None]


def silent(_step: str, _done: int, _total: int) -> None:
    """Report no progress."""


@dataclass(frozen=True)
class Rendered:
    """What an engine made: its name, the pages and PDFs, files that were new or changed, outputs that were kept."""

    engine: str
    site: Path
    pages: int
    pdfs: tuple[Path, ...]
    written: int
    reused: int = 0
