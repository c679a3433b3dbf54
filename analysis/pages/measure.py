"""Whether the text of the summary fits on one A4 page, asked of Typst itself."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy

from analysis.cache import Cache, Recipe
from analysis.errors import EngineError
from analysis.files import write_if_changed
from analysis.pages.engines.assets import khmer_font, put_font
from analysis.pages.engines.pandoc import typst_source
from analysis.pages.engines.pandoc import version as pandoc_version
from analysis.pages.engines.rows import TypstRows
from analysis.pages.engines.shortcut import shorten

# The page is measured a little short, so that another version of Typst finds room too.
SLACK = "5mm"
PAGE_COUNT = b"\n#context [#metadata(counter(page).final().first())<page-count>]\n"
MODULES = (
    "analysis.pages.measure", "analysis.pages.engines.pandoc", "analysis.pages.engines.shortcut",
    "analysis.pages.engines.fenced", "analysis.pages.engines.rows", "analysis.pages.engines.cells",
)  # fmt: skip
"""The code between a page source and the answer."""


class OnePage:
    """Callable on the text of a page source; the figures that it shows are laid out in a scratch folder."""

    def __init__(self, templates: Path, scratch: Path, figures: Mapping[str, str]) -> None:
        self._templates = templates.resolve()
        self._folder = scratch
        self._figures = figures
        self._fonts = put_font(scratch / "fonts")
        for name, svg in figures.items():
            write_if_changed(scratch / name, svg)

    def __call__(self, page: str) -> bool:
        """Return whether the page source makes one page.

        Raises:
            EngineError: Typst refused the page.
        """
        import typst

        source = self.typst(page) + PAGE_COUNT
        try:
            compiler = typst.Compiler(
                source, root=str(self._folder), font_paths=[str(self._fonts)], sys_inputs={"slack": SLACK},
                ignore_system_fonts=True,  # what the summary holds must not depend on the machine
            )  # fmt: skip
            found = compiler.query("<page-count>", field="value", one=True)
        except RuntimeError as error:  # a query raises this, a compilation its subclass TypstError
            raise EngineError(f"Typst could not set the summary: {error}") from error
        return json.loads(found) == 1

    def typst(self, page: str) -> bytes:
        """Return the page source as Typst; the rows of its tables do not pass Pandoc, which takes a build less time."""
        short = shorten(page, TypstRows(rows_here=False))
        return short.made_of(page, lambda given: typst_source(given, self._folder, self._templates))

    def ingredients(self, page: str) -> dict[str, str]:
        """Return what the answer for a page rests on, as name → SHA-256."""
        shown = [(name, svg.encode()) for name, svg in self._figures.items() if Path(name).name in page]
        assets = [(path.name, path.read_bytes()) for path in (self._templates / "assets").iterdir() if path.is_file()]
        return {
            "page": _digest([("", page.encode())]),
            "figures": _digest(shown),
            "templates/assets": _digest(assets),
            "Khmer face": _digest([("", khmer_font())]),
        }


def remembered(fits: OnePage, cache: Cache, study: str) -> Callable[[str], bool]:
    """Return `fits` that asks Typst only what the cache does not know; the questions of a build are numbered stages."""
    asked = 0

    def answer(page: str) -> bool:
        nonlocal asked
        asked += 1
        recipe = Recipe(
            f"{study}/summary fits/{asked}", fits.ingredients(page), {"pandoc": pandoc_version()},
            modules=MODULES, libraries=("typst",),
        )  # fmt: skip
        return bool(cache.fetch(recipe, lambda: {"fits": numpy.asarray(fits(page))})["fits"])

    return answer


def _digest(contents: Iterable[tuple[str, bytes]]) -> str:
    total = hashlib.sha256()
    for name, content in sorted(contents):
        total.update(f"{name}\0{len(content)}\0".encode() + content)
    return total.hexdigest()
