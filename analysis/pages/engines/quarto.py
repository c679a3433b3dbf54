"""Quarto as the engine, where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from analysis.errors import EngineError, UsageError
from analysis.pages.engines import Progress, Rendered, silent
from analysis.pages.engines.sources import page_sources

LOWEST = (1, 9)
# Tells the pre-render step that the report is built already.
BUILT = "VPREPORT_BUILT"


def version() -> tuple[int, ...] | None:
    """Return the version of the Quarto on PATH; None where there is none that answers."""
    program = shutil.which("quarto")
    if program is None:
        return None
    try:
        ran = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    numbers = ran.stdout.strip().split(".")
    if ran.returncode != 0 or not all(part.isdigit() for part in numbers[:2]) or len(numbers) < 2:
        return None
    return tuple(int(part) for part in numbers if part.isdigit())


def usable() -> bool:
    """Tell whether a Quarto that is new enough is on PATH."""
    found = version()
    return found is not None and found[:2] >= LOWEST


def render(root: Path, *, progress: Progress = silent) -> Rendered:
    """Run `quarto render` at the root of a clone whose report is built.

    Raises:
        UsageError: there is no Quarto, or it is too old.
        EngineError: Quarto failed; the message holds what it said.
    """
    found = version()
    needed = ".".join(map(str, LOWEST))
    if found is None:
        raise UsageError("Quarto is not on PATH", advice=f"install Quarto {needed} or newer, or use --engine pandoc")
    if found[:2] < LOWEST:
        shown = ".".join(map(str, found))
        raise UsageError(f"Quarto {shown} is on PATH", allowed=f"{needed} or newer", advice="or use --engine pandoc")
    sources = page_sources(root, root / "report")
    progress("quarto render", 0, 0)
    ran = subprocess.run(
        [shutil.which("quarto") or "quarto", "render", "--quiet"],
        cwd=root, env={**os.environ, BUILT: "1", "SOURCE_DATE_EPOCH": "0"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if ran.returncode != 0:
        raise EngineError(f"quarto render failed: {(ran.stderr or ran.stdout).strip()}")
    site = root / "_site"
    pdfs = tuple(site / "report" / Path(source.name).parent / source.pdf for source in sources if source.pdf)
    return Rendered("quarto", site, len(sources), pdfs, len(sources))
