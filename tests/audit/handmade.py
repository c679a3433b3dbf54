"""A site of a few lines, written by hand, with the report that it would come from."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from analysis.audit import audit
from analysis.audit.findings import Finding
from analysis.ledger import Entry, Ledger

EER = Entry(
    "s/eer/a", 43.5, "percent", 1, "recomputed", "a.npz", "nearest rule", ci_low=40.0, ci_high=47.0, n=1200,
    inputs="simulated",
)  # fmt: skip
OLD = Entry("s/shipped/eer/a", 43.1, "percent", 1, "shipped", "board.csv, eer", "as printed")
MOVE = Entry("s/paired/b/a/eer", 3.3, "points", 2, "recomputed", "a.npz", "difference")
GONE = Entry("s/cer/a", None, "percent", 1, "shipped", "board.csv, cer", "as printed", missing="no transcripts")
LEDGER = Ledger([EER, OLD, MOVE, GONE])


def link(
    key: str, shown: str, said: str, tag: str = "recomputed", more: str = "", page: str = "s/90-ledger.html"
) -> str:
    anchor = f"row:{key.replace('/', ':')}"
    return f'<a class="num {tag}" href="{page}#{anchor}" data-key="{key}"{more} aria-label="{said}">{shown}</a>'


SIMULATED = ' data-inputs="simulated"'
NUM = link(EER.key, "43.5", "43.5 percent, recomputed", more=SIMULATED)
SHIPPED = link(OLD.key, "43.1", "43.1 percent, shipped", "shipped")


def ledger_page() -> str:
    shown = {
        EER.key: link(EER.key, "43.5", "43.5 percent, recomputed", more=SIMULATED, page=""),
        OLD.key: link(OLD.key, "43.1", "43.1 percent, shipped", "shipped", page=""),
        MOVE.key: link(MOVE.key, "+3.30", "+3.30 points, recomputed", page=""),
        GONE.key: f'<span class="missing">{GONE.missing}</span>',
    }
    return "<table>" + "".join(
        f'<tr><td><span class="row data" id="row:{key.replace("/", ":")}">{key}</span></td><td>{cell}</td></tr>'
        for key, cell in shown.items()
    )


def findings(folder: Path, body: str = "", files: dict[str, str] | None = None, source: str = "") -> list[Finding]:
    """Audit a site whose one page has this text; `files` stand in the site's `report` beside the page."""
    report, site = folder / "report", folder / "_site"
    (site / "report" / "s").mkdir(parents=True)
    report.mkdir()
    (report / "ledger.csv").write_text(LEDGER.to_csv(), encoding="utf-8")
    (report / "inputs.csv").write_text("path,sha256,bytes\n", encoding="utf-8")
    if files and "names.csv" in files:
        (report / "names.csv").write_text(files["names.csv"], encoding="utf-8")
    for name in ("ledger.csv", "inputs.csv"):
        shutil.copy(report / name, site / "report" / name)
    if source:
        (report / "index.qmd").write_text(source, encoding="utf-8")
    made = {"index.html": f"<!doctype html><html><body>{body}", "s/90-ledger.html": ledger_page(), **(files or {})}
    for name, text in made.items():
        (site / "report" / name).write_text(text, encoding="utf-8")
    return list(audit(folder, site, report).findings)


def told(found: list[Finding]) -> list[tuple[str, str]]:
    return [(one.kind, one.found) for one in found]


def card(**changed: object) -> dict:
    """Give what stands behind a page for the card of its numbers, with some fields of the first row changed."""
    row = {
        "what": 0, "value": "43.5", "ci_low": "40.0", "ci_high": "47.0", "tag": "recomputed", "unit": 1,
        "simulated": True, "source": 2, "method": 3, "n": "1,200", "twin": OLD.key,
    }  # fmt: skip
    row = {name: value for name, value in (row | changed).items() if value is not None}
    old = {"what": 0, "value": "43.1", "tag": "shipped", "unit": 1, "source": 4, "method": 5, "twin": EER.key}
    gone = {"what": 0, "tag": "shipped", "unit": 1, "source": 6, "method": 5, "missing": 7}
    move = {"what": 0, "value": "+3.30", "tag": "recomputed", "unit": 8, "source": 2, "method": 9}
    texts = ["EER · a", "percent", "a.npz", "nearest rule", "board.csv, eer", "as printed", "board.csv, cer",
             "no transcripts", "points", "difference"]  # fmt: skip
    return {
        "texts": texts, "attackers": {"lazy": "lazy-informed"},
        "rows": {EER.key: row, OLD.key: old, GONE.key: gone, MOVE.key: move},
    }  # fmt: skip


def script(data: object) -> str:
    return f'<script type="application/json" id="ledger-rows">{json.dumps(data, ensure_ascii=False)}</script>'
