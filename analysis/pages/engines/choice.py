"""Which engine renders: the one that was asked for, or Quarto where it is on PATH, or the embedded one."""

from __future__ import annotations

from pathlib import Path

from analysis.errors import InputError, UsageError
from analysis.pages.engines import Progress, Rendered, embedded, quarto, silent
from analysis.pages.engines.facts import LEDGER, NAMES
from analysis.pages.engines.sources import AGAIN as BUILD
from analysis.pages.engines.sources import page_sources
from analysis.together import AGAIN, is_unfinished


def render(
    root: Path, report: Path, site: Path, engine: str = "auto", progress: Progress = silent, cache: Path | None = None
) -> Rendered:
    """Render a built report.

    Quarto renders the clone that it runs in, so another report folder or site goes to the embedded engine. That one
    keeps its pages in the cache folder; None keeps nothing.

    Raises:
        UsageError: Quarto was asked for and cannot do this.
        InputError: a build was cut off while it wrote the report, or the report lacks what its pages rest on.
        EngineError: the engine refused.
    """
    if is_unfinished(report):
        raise InputError(f"{report} holds files of two builds: one was cut off while it wrote", advice=AGAIN)
    elsewhere = report.resolve() != (root / "report").resolve() or site.resolve() != (root / "_site").resolve()
    if engine == "quarto" and elsewhere:
        raise UsageError(
            "Quarto renders report/ into _site/ of the clone",
            advice="leave --out and --site away, or use --engine pandoc",
        )
    _refuse_bare(root, report)
    if engine == "quarto" or (engine == "auto" and not elsewhere and quarto.usable()):
        return quarto.render(root, progress=progress)
    return embedded.render(root, report, site, cache=cache, progress=progress)


def _refuse_bare(root: Path, report: Path) -> None:
    """See that a report has the tables that words about its numbers come from; pages alone would say nothing of them.

    Raises:
        InputError: one is absent; where no page is there either, that is what is told.
    """
    absent = [name for name in (LEDGER, NAMES) if not (report / name).is_file()]
    if absent:
        page_sources(root, report)
        raise InputError(f"{report} holds pages, but no {' and no '.join(absent)}", advice=BUILD)
