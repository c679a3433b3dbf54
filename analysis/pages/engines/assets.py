"""What a site needs beside its pages: style sheet, script, and a Khmer font taken from its wheel."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from analysis.errors import EngineError
from analysis.files import write_if_changed

FONT_PACKAGE = "fontpkg_noto_sans_khmer"
FONT_NAME = "NotoSansKhmer.ttf"
COPIED = ("report.css", "report.js")


def khmer_font() -> bytes:
    """Return the bytes of Noto Sans Khmer.

    Raises:
        EngineError: the wheel that carries the font is not installed.
    """
    try:
        folder = resources.files(FONT_PACKAGE) / "files"
    except ModuleNotFoundError as error:
        raise EngineError(
            "the Khmer font is not installed", advice="install fontpkg-noto-sans-khmer, or run `make report`"
        ) from error
    for item in sorted(folder.iterdir(), key=lambda found: found.name):
        if item.name.endswith(".ttf"):
            return item.read_bytes()
    raise EngineError("the wheel of the Khmer font holds no .ttf file", advice="reinstall fontpkg-noto-sans-khmer")


def put_font(folder: Path) -> Path:
    """Put the font where Typst looks for it, and return the folder."""
    write_if_changed(folder / FONT_NAME, khmer_font())
    return folder


def site_assets(templates: Path) -> dict[str, bytes]:
    """Return what stands in `assets/` of a site, by file name."""
    files = {name: (templates / "assets" / name).read_bytes() for name in COPIED}
    files[FONT_NAME] = khmer_font()
    return files
