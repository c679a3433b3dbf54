"""A headless Chromium and two sites, rendered once by the embedded engine: made-up studies, and the committed report.

Chromium is the one that `CHROMIUM` names, or that stands on PATH, or that Playwright has brought itself. Where there is
none, these tests are skipped and say why.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

from analysis.ledger import Entry, Ledger
from analysis.pages.engines import embedded
from analysis.pages.engines.assets import site_assets
from analysis.pages.engines.sources import page_sources
from analysis.pages.publication import tables

from ..pages.results import HOSTILE, ROOT, TEMPLATES, benchmark, challenge, write_report

PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 800}
ROWS = 5000
TABLE_PAGE = """---
title: "A table"
engine: markdown
root: ".."
format:
  html: default
---

Text with [7.1]{{.num .recomputed key="try/x/7"}} in it.

: [Table Z1.1.]{{.label #tbl-Z-made}} Made up.

| system | value | words |
|:---|---:|:---|
{rows}

[8.0]{{.num .shipped key="try/x/8"}}
"""
# Name, digits (empty: missing), words; the order is the table's own.
CELLS = (
    ("T10-1", "10.0", "b"), ("T9-1", "\u22123.3", "a"), ("T2-1", "", "c"), ("T1-1", "1,234.5", "B"),
    ("B1", "10.0", "a"), ("B2", "", "d"), ("B3", "+0.4", "C"),
)  # fmt: skip


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what stands in this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if "PYTEST_XDIST_WORKER" in os.environ:
                item.add_marker(pytest.mark.skip(reason="a browser wants the machine for itself: `make browser`"))


@pytest.fixture(scope="session")
def browser():
    """Give a headless Chromium."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ModuleNotFoundError:
        pytest.skip("Playwright is not installed: `make browser` installs it")
    with sync_playwright() as playwright:
        named = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
        program = named or playwright.chromium.executable_path
        if not Path(program).is_file():
            pytest.skip("no Chromium: install it with the system's packages, or name one by CHROMIUM=/path/to/it")
        try:
            # Root, as in a container, cannot have Chromium's sandbox; only pages made here are opened.
            started = playwright.chromium.launch(executable_path=program, chromium_sandbox=False)
        except Error as error:
            pytest.skip(f"{program} does not start: {str(error).splitlines()[0]}")
        yield started
        started.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Path:
    """Give the folder of a rendered site."""
    folder = tmp_path_factory.mktemp("a site")
    report, made = folder / "report", folder / "_site"
    studies = [benchmark(4, traps=1), challenge(14), benchmark(5, study="hostile", names=HOSTILE[:5], title=HOSTILE[0])]
    write_report(report, *studies, lead=studies[0])
    rows = "\n".join(
        f"| [{name}]{{.data}} | {_cell(number, shown)} | {words} |" for number, (name, shown, words) in enumerate(CELLS)
    )
    (report / "try").mkdir()
    (report / "try" / "01-table.qmd").write_text(TABLE_PAGE.format(rows=rows), encoding="utf-8")
    own = [Entry("try/x/7", 7.1, "percent", 1, "recomputed", "f.csv, column", HOSTILE_METHOD, n=12)]
    own.append(Entry("try/x/8", 8.0, "percent", 1, "shipped", HOSTILE_METHOD, HOSTILE_METHOD))
    every = [*own, *(entry for study in studies for entry in study.ledger)]
    (report / "ledger.csv").write_text(Ledger(every).to_csv(), encoding="utf-8", newline="\n")
    _write_site(report, made, lambda name: not name.startswith("hostile/") or name[8:10] in ("02", "06"))
    _long_ledger(made / "report" / "contest" / "90-ledger.html", made / "report" / "contest" / "91-long.html")
    return made


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    """Give the folder of the site of the committed report, without its PDFs; it stands in a folder of a host."""
    made = tmp_path_factory.mktemp("host") / "a group" / "_site"
    _write_site(ROOT / "report", made, lambda _name: True)
    return made


@pytest.fixture
def host(built):
    """Give the address of that site on a host of its own, below a path, and the list of what the host was asked for."""
    asked: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_said: object) -> None:
            asked.append(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=built.parents[1]))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    place = quote(built.relative_to(built.parents[1]).as_posix())
    yield f"http://127.0.0.1:{server.server_port}/{place}/", asked
    server.shutdown()
    server.server_close()


def _write_site(report: Path, made: Path, wanted) -> None:
    """Write the pages whose names are wanted, the figures and the assets of a report."""

    def write(source) -> None:
        path = made / "report" / (source.name.removesuffix(".qmd") + ".html")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(embedded.html(source, report, TEMPLATES))

    pages = [source for source in page_sources(ROOT, report) if "html" in source.formats and wanted(source.name)]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        list(pool.map(write, pages))
    files = {f"report/{path.relative_to(report).as_posix()}": path.read_bytes() for path in tables(report)}
    files |= {f"assets/{name}": content for name, content in site_assets(TEMPLATES).items()}
    files["index.html"] = embedded.REDIRECT.encode()
    for name, content in files.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_bytes(content)


HOSTILE_METHOD = "</script><img src=x onerror=alert(9)> \"quoted\" 'too' <!-- {{< meta x >}} & so on"


def _cell(number: int, shown: str) -> str:
    return f'[{shown}]{{.num .recomputed key="try/cell/{number}"}}' if shown else "[not run]{.missing}"


def _long_ledger(from_page: Path, to_page: Path) -> None:
    """Write a ledger page of 5,000 rows, each with a key of its own."""
    text = from_page.read_text(encoding="utf-8")
    head, body, rest = re.split(r"(?<=<tbody>)|(?=</tbody>)", text)
    row = next(
        row for row in re.findall(r"<tr.*?</tr>", body, flags=re.S) if "/shipped/eer/" in row and "a.num" not in row
    )
    key = re.search(r'id="row:([^"]*)"', row)[1]
    named = key.split(":")[3]
    rows = [row.replace(named, f"sys-{number}") for number in range(ROWS)]
    to_page.write_text(head + "\n".join(rows) + rest, encoding="utf-8")


@pytest.fixture
def open_page(browser, site):
    """Give a function that opens a page of the site; the page's problems are asserted when the test ends."""
    contexts, problems = [], []

    def make(name: str, *, size=WIDE, scheme="light", touch=False, script="", address="", **options):
        context = browser.new_context(viewport=size, color_scheme=scheme, has_touch=touch, **options)
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        inside = address or site.as_uri() + "/"
        page.on("console", lambda said: problems.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("dialog", lambda dialog: (problems.append(f"a dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: None if request.url.startswith(inside) else problems.append(request.url))
        page.on("requestfailed", lambda request: problems.append(f"not there: {request.url}"))
        page.on("response", lambda got: problems.append(f"{got.status}: {got.url}") if got.status >= 400 else None)
        page.goto(f"{inside}report/{name}")
        return page

    yield make
    for context in contexts:
        context.close()
    assert [] == problems


def box_inside(page, selector: str) -> bool:
    """Tell whether an element stands inside the window."""
    box, size = page.locator(selector).bounding_box(), page.viewport_size
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and (box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"])
    )
