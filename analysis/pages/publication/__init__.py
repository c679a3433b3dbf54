"""What a site carries beside its pages, by either engine: style sheet, script and font, and what others read of it.

`CITATION.cff` and `ro-crate-metadata.json` stand at the site's root, `ledger.json` beside `ledger.csv`. They are made
when a site is rendered, from what a build wrote: `about.json`, `ledger.csv`, `inputs.csv` and the page sources. Nothing
in them depends on the engine, the machine or the day.
"""

from __future__ import annotations

from pathlib import Path

from analysis.ledger import Ledger
from analysis.pages.engines.assets import site_assets
from analysis.pages.engines.sources import page_sources
from analysis.pages.publication.about import ABOUT, read_about
from analysis.pages.publication.citation import citation
from analysis.pages.publication.crate import crate
from analysis.pages.publication.listing import read_inputs, site_files
from analysis.pages.publication.rows import ledger_json

LEDGER, LEDGER_JSON, INPUTS = "ledger.csv", "ledger.json", "inputs.csv"
CITATION, CRATE, NO_JEKYLL = "CITATION.cff", "ro-crate-metadata.json", ".nojekyll"
TABLES = ("*.csv", "*/*.csv", "*/*.md", "*/figures/*.svg")
"""What of a report goes into the site as it is."""


def publication(root: Path, report: Path) -> dict[str, bytes]:
    """Return the files by their path below the site; a report that does not say what it is about has no citation.

    Raises:
        InputError: a file of the report is damaged, or it holds no page.
    """
    made = {f"assets/{name}": content for name, content in site_assets(root / "templates").items()}
    # GitHub Pages would leave out what begins with an underscore.
    made[NO_JEKYLL] = b""
    if (report / LEDGER).is_file():
        made[f"report/{LEDGER_JSON}"] = ledger_json(Ledger.from_csv(report / LEDGER)).encode()
    if (report / ABOUT).is_file():
        about = read_about(report / ABOUT)
        made[CITATION] = citation(about).encode()
        inputs = read_inputs(report / INPUTS) if (report / INPUTS).is_file() else ()
        copied = {f"report/{path.relative_to(report).as_posix()}": path.read_bytes() for path in tables(report)}
        listed = site_files(page_sources(root, report), {**copied, **made})
        made[CRATE] = crate(about, inputs, listed).encode()
    return made


def tables(report: Path) -> list[Path]:
    """Return the tables and figures of a report that go into the site as they are, in the order of their names."""
    return sorted({path for pattern in TABLES for path in report.glob(pattern) if path.is_file()})
