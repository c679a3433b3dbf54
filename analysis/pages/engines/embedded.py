"""The embedded engine: Pandoc and Typst, the two engines inside Quarto, from their wheels."""

from __future__ import annotations

import os
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from analysis.errors import EngineError
from analysis.files import write_if_changed
from analysis.pages.engines import Progress, Rendered, silent
from analysis.pages.engines.assets import put_font
from analysis.pages.engines.sources import Source, page_sources
from analysis.pages.publication import publication, tables

# Typst stamps its PDFs; a fixed time keeps two builds the same.
TIMESTAMP = 0
REDIRECT = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Report</title><link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0; url=report/index.html"></head>
<body><p><a href="report/index.html">To the report</a></p></body></html>
"""


def render(root: Path, report: Path, site: Path, *, progress: Progress = silent) -> Rendered:
    """Render every page source below `report` into `site/report/`.

    Everything is rendered into memory first; the site is written only when all of it is there.

    Raises:
        EngineError: Pandoc or Typst refused; the message holds what they said.
        InputError: there is no page.
    """
    templates = root / "templates"
    sources = page_sources(root, report)
    made: dict[str, bytes] = {"index.html": REDIRECT.encode()}
    jobs = [(source, kind) for source in sources for kind in source.formats if kind in ("html", "typst")]
    with tempfile.TemporaryDirectory(prefix="vpreport-") as scratch:
        fonts = put_font(Path(scratch) / "fonts")
        # The longest first; each job is a process or foreign code, so threads run side by side.
        jobs.sort(key=lambda job: -job[0].path.stat().st_size)
        with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
            rendered = [pool.submit(_one, source, kind, report, templates, fonts) for source, kind in jobs]
            try:
                for done, future in enumerate(as_completed(rendered), start=1):
                    name, content = future.result()
                    progress(f"render {name}", done, len(jobs))
                    made[name] = content
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    pdfs = [name for name in made if name.endswith(".pdf")]
    progress("write the site", len(jobs), len(jobs))
    made.update({f"report/{path.relative_to(report).as_posix()}": path.read_bytes() for path in tables(report)})
    made.update(publication(root, report))
    written = _write(site, made)
    return Rendered("pandoc", site, len(sources), tuple(site / name for name in sorted(pdfs)), written)


def _one(source: Source, kind: str, report: Path, templates: Path, fonts: Path) -> tuple[str, bytes]:
    """Render one page in one format, and return its name in the site with its bytes."""
    if kind == "typst":
        folder = f"report/{source.name}".rpartition("/")[0]
        return f"{folder}/{source.pdf}", pdf(source, report, templates, fonts)
    return f"report/{source.name.removesuffix('.qmd')}.html", html(source, report, templates)


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


def html(source: Source, report: Path, templates: Path) -> bytes:
    """Return one page as HTML."""
    return _pandoc(source, report, templates, "html5", "page.html")


def pdf(source: Source, report: Path, templates: Path, fonts: Path) -> bytes:
    """Return one page as PDF."""
    return compile_typst(
        _pandoc(source, report, templates, "typst", "embedded.typ"), source.path.parent, fonts, source.name
    )


def typst_source(markdown: str, folder: Path, templates: Path) -> bytes:
    """Return Typst for page text that is not yet on disk, as if it stood in `folder`."""
    return _run(_arguments(templates, "typst", "embedded.typ"), markdown.encode(), folder, "the page")


def compile_typst(source: bytes, folder: Path, fonts: Path, name: str) -> bytes:
    """Compile Typst whose pictures stand below `folder`.

    Raises:
        EngineError: Typst refused; the message is its own.
    """
    import typst

    try:
        return typst.compile(source, root=str(folder), font_paths=[str(fonts)], format="pdf", timestamp=TIMESTAMP)
    except typst.TypstError as error:
        raise EngineError(f"Typst could not set {name}: {error.diagnostic}") from error


def _arguments(templates: Path, to: str, template: str) -> list[str]:
    assets = templates / "assets"
    return [
        "-f", "markdown", "-t", to, "--wrap=none", "--columns=10000", "--no-highlight",
        "--template", str(assets / template), "--mathml",
        "--lua-filter", str(assets / "ledger.lua"), "--lua-filter", str(assets / "report.lua"),
    ]  # fmt: skip


def _pandoc(source: Source, report: Path, templates: Path, to: str, template: str) -> bytes:
    arguments = _arguments(templates, to, template)
    shared = report / "_metadata.yml"
    if shared.is_file():
        arguments += ["--metadata-file", str(shared.resolve())]
    return _run([*arguments, source.path.name], None, source.path.parent, source.name)


def pandoc_version() -> str:
    """Return the version of the Pandoc that renders.

    Raises:
        EngineError: there is none.
    """
    import pypandoc

    try:
        return pypandoc.get_pandoc_version()
    except OSError as error:
        raise _not_started(error) from error


def _not_started(error: OSError) -> EngineError:
    return EngineError(f"Pandoc could not be started: {error}", advice="install pypandoc_binary, or run `make report`")


def _run(arguments: list[str], text: bytes | None, folder: Path, name: str) -> bytes:
    import pypandoc

    try:
        command = [pypandoc.get_pandoc_path(), *arguments]
        ran = subprocess.run(command, input=text, cwd=folder, capture_output=True, check=False)
    except OSError as error:
        raise _not_started(error) from error
    if ran.returncode != 0:
        raise EngineError(f"Pandoc could not read {name}: {ran.stderr.decode(errors='replace').strip()}")
    return ran.stdout
