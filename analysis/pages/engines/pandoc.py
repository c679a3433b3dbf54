"""Pandoc from its wheel, as a program that is given text and answers with text."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

from analysis.errors import EngineError

HTML, TYPST = ("html5", "page.html"), ("typst", "embedded.typ")
"""What Pandoc writes, and the template that goes around it."""


def arguments(templates: Path, to: str, template: str) -> list[str]:
    """Return how a page source is read and written; `templates` holds `assets/`.

    What a user has set for Pandoc, such as a list of abbreviations, is left alone: a page is the same for everybody.
    """
    assets = templates / "assets"
    return [
        "-f", "markdown", "-t", to, "--wrap=none", "--columns=10000", "--syntax-highlighting=none",
        "--data-dir", str(assets), "--template", str(assets / template), "--mathml",
        "--lua-filter", str(assets / "ledger.lua"), "--lua-filter", str(assets / "report.lua"),
    ]  # fmt: skip


def run(words: list[str], text: bytes, folder: Path, name: str) -> bytes:
    """Return what Pandoc makes of a text that stands in `folder`; `name` is what a message calls it.

    Raises:
        EngineError: Pandoc is not there, or refused; the message holds what it said.
    """
    import pypandoc

    try:
        command = [pypandoc.get_pandoc_path(), *words]
        ran = subprocess.run(command, input=text, cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise _not_started(error) from error
    if ran.returncode != 0:
        raise EngineError(f"Pandoc could not read {name}: {ran.stderr.decode(errors='replace').strip()}")
    return ran.stdout


def typst_source(markdown: str, folder: Path, templates: Path) -> bytes:
    """Return Typst for page text that is not yet on disk, as if it stood in `folder`."""
    return run(arguments(templates, *TYPST), markdown.encode(), folder, "the page")


def version() -> str:
    """Return the version of the Pandoc that renders.

    Raises:
        EngineError: there is none.
    """
    import pypandoc

    try:
        return _version_of(pypandoc.get_pandoc_path())
    except OSError as error:
        raise _not_started(error) from error


@cache
def _version_of(path: str) -> str:
    ran = subprocess.run([path, "--version"], capture_output=True, check=True)
    return ran.stdout.decode(errors="replace").split("\n", 1)[0].removeprefix("pandoc ").strip()


def _not_started(error: OSError) -> EngineError:
    return EngineError(f"Pandoc could not be started: {error}", advice="install pypandoc_binary, or run `make report`")
