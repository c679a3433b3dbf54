"""What a site needs beside its pages: style sheet, script, and a Khmer font with its licence, taken from its wheel."""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from analysis.errors import EngineError
from analysis.files import write_if_changed

FONT_PACKAGE = "fontpkg_noto_sans_khmer"
FONT_NAME = "NotoSansKhmer.ttf"
LICENCE_NAME = "NotoSansKhmer-LICENSE.txt"
COPIED = ("report.css", "report.js")


def khmer_font() -> bytes:
    """Return the bytes of Noto Sans Khmer.

    Raises:
        EngineError: the wheel that carries the font is not installed.
    """
    for item in sorted((_wheel() / "files").iterdir(), key=lambda found: found.name):
        if item.name.endswith(".ttf"):
            return item.read_bytes()
    raise EngineError("the wheel of the Khmer font holds no .ttf file", advice="reinstall fontpkg-noto-sans-khmer")


def khmer_font_licence() -> bytes:
    """Return the text of the font's licence, which asks to go wherever the font goes.

    Raises:
        EngineError: the wheel is not installed, or carries no licence.
    """
    item = _wheel() / "LICENSE"
    if not item.is_file():
        raise EngineError("the wheel of the Khmer font holds no licence", advice="reinstall fontpkg-noto-sans-khmer")
    return item.read_bytes()


def _wheel() -> Traversable:
    try:
        return resources.files(FONT_PACKAGE)
    except ModuleNotFoundError as error:
        raise EngineError(
            "the Khmer font is not installed", advice="install fontpkg-noto-sans-khmer, or run `make report`"
        ) from error


def put_font(folder: Path) -> Path:
    """Put the font where Typst looks for it, and return the folder."""
    write_if_changed(folder / FONT_NAME, khmer_font())
    return folder


def site_assets(templates: Path) -> dict[str, bytes]:
    """Return what stands in `assets/` of a site, by file name."""
    files = {name: (templates / "assets" / name).read_bytes() for name in COPIED}
    files[FONT_NAME] = khmer_font()
    files[LICENCE_NAME] = khmer_font_licence()
    return files
