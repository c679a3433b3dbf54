"""The embedded engine: Pandoc and Typst, the two engines inside Quarto, from their wheels."""

from __future__ import annotations

import os
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from analysis.errors import EngineError
from analysis.files import write_if_changed
from analysis.pages.engines import Progress, Rendered, silent
from analysis.pages.engines.kept import Kept
from analysis.pages.engines.sources import Source, page_sources
from analysis.pages.engines.workshop import Workshop
from analysis.pages.publication import publication, tables
from analysis.together import unreplaced

REDIRECT = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Report</title><link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url=report/index.html"></head>
<body><p><a href="report/index.html">To the report</a></p></body></html>
"""


def render(
    root: Path, report: Path, site: Path, *, cache: Path | None = None, workers: int | None = None,
    progress: Progress = silent,
) -> Rendered:  # fmt: skip
    """Render every page source below `report` into `site/report/`.

    Everything is rendered into memory first; the site is written only when all of it is there.

    Args:
        root: the clone; report: the built report; site: where the site goes.
        cache: the cache folder; what an earlier render made of the same things is taken from there. None keeps nothing.
        workers: how many pages are made at once; as many as the machine has processors.
        progress: is told each page.

    Raises:
        EngineError: Pandoc or Typst refused; the message holds what they said.
        InputError: there is no page, or a file of the report is damaged, or a build replaced the report meanwhile.
    """
    made: dict[str, bytes] = {"index.html": REDIRECT.encode()}
    kept = Kept(cache / "pages" if cache else None)
    with tempfile.TemporaryDirectory(prefix="vpreport-") as scratch, unreplaced(report):
        sources = page_sources(root, report)
        jobs = [(source, kind) for source in sources for kind in source.formats if kind in ("html", "typst")]
        project = (root / "_quarto.yml").read_bytes()
        workshop = Workshop(report, root / "templates", Path(scratch), kept, project)
        # The longest first; each job is mostly another process or foreign code, so threads run side by side.
        jobs.sort(key=lambda job: (job[1] != "typst", -job[0].path.stat().st_size))
        with ThreadPoolExecutor(max_workers=workers or os.cpu_count()) as pool:
            rendered = []
            for source, kind in jobs:
                if kind == "typst":  # its parts before any other page: Typst, which takes longest, waits for them
                    workshop.begin(source, pool)
                rendered.append(pool.submit(_one, workshop, source, kind))
            try:
                beside = publication(root, report)
                for done, future in enumerate(as_completed(rendered), start=1):
                    name, content = future.result()
                    progress(f"render {name}", done, len(jobs))
                    made[name] = content
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        made.update({f"report/{path.relative_to(report).as_posix()}": path.read_bytes() for path in tables(report)})
        made.update(beside)
    pdfs = [name for name in made if name.endswith(".pdf")]
    progress("write the site", len(jobs), len(jobs))
    written = _write(site, made)
    kept.sweep()
    return Rendered("pandoc", site, len(sources), tuple(site / name for name in sorted(pdfs)), written, kept.reused)


def _one(workshop: Workshop, source: Source, kind: str) -> tuple[str, bytes]:
    """Render one page in one format, and return its name in the site with its bytes."""
    if kind == "typst":
        folder = f"report/{source.name}".rpartition("/")[0]
        return f"{folder}/{source.pdf}", workshop.pdf(source)
    return f"report/{source.name.removesuffix('.qmd')}.html", workshop.html(source)


def _write(site: Path, made: dict[str, bytes]) -> int:
    """Write what changed, and take away what an earlier render wrote and this one did not."""
    manifest = site / ".vpreport-files"
    earlier = manifest.read_text(encoding="utf-8").splitlines() if manifest.is_file() else []
    written = sum(write_if_changed(site / name, content) for name, content in sorted(made.items()))
    for name in earlier:
        stale = site / name
        inside = ".." not in Path(name).parts and not Path(name).is_absolute()
        if name not in made and inside and stale.is_file():
            try:
                stale.unlink()
                _drop_empty(stale.parent, site)
            except OSError as error:
                raise EngineError(f"{stale} could not be removed: {error.strerror}") from error
    write_if_changed(manifest, "".join(f"{name}\n" for name in sorted(made)))
    return written


def _drop_empty(folder: Path, site: Path) -> None:
    """Take away the folders that a removed file leaves empty, up to the site."""
    while folder != site and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def html(source: Source, report: Path, templates: Path, *, whole: bool = False) -> bytes:
    """Return one page as HTML; `whole` gives all of it to Pandoc, which takes long and makes the same bytes."""
    with tempfile.TemporaryDirectory(prefix="vpreport-") as scratch:
        return Workshop(report, templates, Path(scratch), Kept(None), whole=whole).html(source)


def pdf(source: Source, report: Path, templates: Path) -> bytes:
    """Return one page as PDF."""
    with tempfile.TemporaryDirectory(prefix="vpreport-") as scratch:
        return Workshop(report, templates, Path(scratch), Kept(None)).pdf(source)
