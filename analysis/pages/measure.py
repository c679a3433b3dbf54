"""Whether the text of the summary fits on one A4 page, asked of Typst itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from analysis.errors import EngineError
from analysis.files import write_if_changed
from analysis.pages.engines.assets import put_font
from analysis.pages.engines.embedded import typst_source

# The page is measured a little short, so that another version of Typst finds room too.
SLACK = "5mm"
PAGE_COUNT = b"\n#context [#metadata(counter(page).final().first())<page-count>]\n"


class OnePage:
    """Callable on the text of a page source; the figures that it shows are laid out in a scratch folder."""

    def __init__(self, templates: Path, scratch: Path, figures: Mapping[str, str]) -> None:
        self._templates = templates.resolve()
        self._folder = scratch
        self._fonts = put_font(scratch / "fonts")
        for name, svg in figures.items():
            write_if_changed(scratch / name, svg)

    def __call__(self, page: str) -> bool:
        """Return whether the page source makes one page.

        Raises:
            EngineError: Typst refused the page.
        """
        import typst

        source = typst_source(page, self._folder, self._templates) + PAGE_COUNT
        try:
            compiler = typst.Compiler(
                source, root=str(self._folder), font_paths=[str(self._fonts)], sys_inputs={"slack": SLACK},
                ignore_system_fonts=True,  # what the summary holds must not depend on the machine
            )  # fmt: skip
            found = compiler.query("<page-count>", field="value", one=True)
        except RuntimeError as error:  # a query raises this, a compilation its subclass TypstError
            raise EngineError(f"Typst could not set the summary: {error}") from error
        return json.loads(found) == 1
