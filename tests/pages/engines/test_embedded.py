"""The embedded engine: the same bytes everywhere, nothing half done, nothing of a person's own taken away."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pypandoc
import pytest

from analysis.errors import EngineError, InputError
from analysis.ledger import Entry, Ledger
from analysis.pages.engines import assets, choice, embedded, pandoc
from analysis.together import UNFINISHED, replace_together

from ..results import ROOT

RENDER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.pages.results import HOSTILE, ROOT, benchmark, challenge, write_report
from analysis.pages.engines import embedded
folder = Path(sys.argv[2])
write_report(folder / "report", benchmark(3, names=HOSTILE[:3], questions=HOSTILE[:1]), challenge(3))
embedded.render(ROOT, folder / "report", folder / "_site")
"""


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def times(folder: Path) -> dict[str, int]:
    return {path.relative_to(folder).as_posix(): path.stat().st_mtime_ns for path in folder.rglob("*")}


@pytest.fixture(scope="module")
def twice(tmp_path_factory):
    """Give two folders, one with a blank in its name, in each of which another process rendered the same report."""
    folders = [tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("another place")]
    processes = []
    for folder, seed, threads in zip(folders, ("1", "77"), ("1", "4"), strict=True):
        environment = {
            **os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads, "POLARS_MAX_THREADS": threads,
            "TZ": f"UTC{seed}", "LC_ALL": "C", "SOURCE_DATE_EPOCH": seed,
        }  # fmt: skip
        command = [sys.executable, "-c", RENDER, str(ROOT), str(folder)]
        processes.append(subprocess.Popen(command, cwd=folder, env=environment))
    assert [0, 0] == [process.wait() for process in processes]
    return folders


def test_what_a_user_has_set_for_pandoc_changes_no_page(tmp_path, monkeypatch):
    """A list of abbreviations of the user's own binds no word to the next one."""
    (tmp_path / "pandoc").mkdir()
    (tmp_path / "pandoc" / "abbreviations").write_text("speakers.\n", encoding="utf-8")
    plain = pandoc.typst_source("All speakers. All words.\n", tmp_path, ROOT / "templates")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert plain == pandoc.typst_source("All speakers. All words.\n", tmp_path, ROOT / "templates")


def test_two_renders_give_the_same_bytes(twice):
    """Another folder, hash seed, time zone and clock change no byte of any file, PDFs included."""
    first, second = (content(folder) for folder in twice)
    assert sorted(first) == sorted(second)
    assert [] == [name for name in first if first[name] != second[name]]
    assert 2 == sum(name.endswith(".pdf") for name in first)


def test_no_path_of_the_machine_is_in_a_site(twice):
    """No page, figure or PDF names the folder that it was made in."""
    for folder in twice:
        names = [str(folder).encode(), str(ROOT).encode()]
        assert [] == [path for path, data in content(folder).items() for name in names if name in data]


PAGE = """---
title: "A page"
engine: markdown
root: "{root}"
format:
  html: default
{more}---

Text with [12.3]{{.num .recomputed key="a/b"}} and a picture.

![A caption]({root}/study/figures/f.svg){{alt="a square"}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>\n'


@pytest.fixture
def report(tmp_path):
    """Give the smallest report: a summary with a PDF, two chapters, a ledger, a figure."""
    made = tmp_path / "my results"
    ledger = Ledger([Entry("a/b", 12.34, "percent", 1, "recomputed", "f.csv", "m")])
    files = {
        "_metadata.yml": 'chapters:\n  - title: "S"\n    pages: []\n',
        "index.qmd": PAGE.format(root=".", more="  typst:\n    output-file: summary.pdf\n"),
        "study/01-data.qmd": PAGE.format(root="..", more=""),
        "study/figures/f.svg": SVG,
        "study/table.md": "| a |\n",
        "gone/02-old.qmd": PAGE.format(root="..", more=""),
        "ledger.csv": ledger.to_csv(),
    }
    for name, text in files.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text, encoding="utf-8")
    return made


def test_a_second_render_writes_nothing(report, tmp_path):
    """What is current is not touched, and the count says so."""
    site = tmp_path / "site"
    assert embedded.render(ROOT, report, site).written == 14
    before = times(site)
    again = embedded.render(ROOT, report, site)
    assert (0, "pandoc") == (again.written, again.engine)
    assert before == times(site)
    assert all(pdf.read_bytes().startswith(b"%PDF") for pdf in again.pdfs)


def test_the_tables_stand_beside_the_pages(report, tmp_path):
    """The ledger and the figures can be downloaded from the site."""
    embedded.render(ROOT, report, tmp_path / "site")
    site = content(tmp_path / "site" / "report")
    assert {"ledger.csv", "study/table.md", "study/figures/f.svg"} <= set(site)
    assert (report / "ledger.csv").read_bytes() == site["ledger.csv"]


def test_stale_files_go_and_own_files_stay(report, tmp_path):
    """Pages that are no longer made leave the site with their folder; what a person put there stays."""
    site = tmp_path / "site"
    embedded.render(ROOT, report, site)
    own = [site / "report" / "study" / "own.html", site / "CNAME"]
    for path in own:
        path.write_text("mine", encoding="utf-8")
    (report / "gone" / "02-old.qmd").unlink()
    embedded.render(ROOT, report, site)
    assert not (site / "report" / "gone").exists()
    assert ["mine", "mine"] == [path.read_text(encoding="utf-8") for path in own]


def test_nothing_outside_the_site_is_taken_away(report, tmp_path):
    """A list of earlier files that was tampered with removes nothing elsewhere."""
    site = tmp_path / "site"
    embedded.render(ROOT, report, site)
    mine = tmp_path / "mine.txt"
    mine.write_text("mine", encoding="utf-8")
    with (site / ".vpreport-files").open("a", encoding="utf-8") as stream:
        stream.write(f"../mine.txt\n{mine}\nreport\n\n")
    embedded.render(ROOT, report, site)
    assert "mine" == mine.read_text(encoding="utf-8")


@pytest.mark.parametrize("what", ["Typst could not set index.qmd", "Pandoc could not read"])
def test_a_failure_leaves_everything_as_it_was(report, tmp_path, what):
    """A page that an engine refuses ends with what it said; site and source folder are as before."""
    site = tmp_path / "site"
    embedded.render(ROOT, report, site)
    if what.startswith("Typst"):
        (report / "study" / "figures" / "f.svg").write_text("no picture", encoding="utf-8")
    else:
        (report / "_metadata.yml").write_text("a: [1", encoding="utf-8")
    before = (times(site), times(report))
    with pytest.raises(EngineError, match=what):
        embedded.render(ROOT, report, site)
    assert before == (times(site), times(report))


def test_a_pandoc_that_cannot_start_is_told(report, tmp_path, monkeypatch):
    """Without the program the advice is to install it."""
    monkeypatch.setattr(pypandoc, "get_pandoc_path", lambda: str(tmp_path / "no-pandoc"))
    with pytest.raises(EngineError, match="could not be started"):
        embedded.render(ROOT, report, tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_the_licence_of_the_font_travels_with_it(report, tmp_path):
    """The Khmer font stands in the site beside the text of its licence, whole."""
    embedded.render(ROOT, report, tmp_path / "site")
    text = (tmp_path / "site" / "assets" / "NotoSansKhmer-LICENSE.txt").read_text(encoding="utf-8")
    assert (tmp_path / "site" / "assets" / "NotoSansKhmer.ttf").is_file()
    assert "SIL OPEN FONT LICENSE Version 1.1" in text and "TERMINATION" in text


def test_a_font_that_is_not_installed_is_told(report, tmp_path, monkeypatch):
    """Khmer without its font would be boxes, so nothing is rendered, and the advice names the package."""
    monkeypatch.setattr(assets, "FONT_PACKAGE", "no_such_font_package")
    with pytest.raises(EngineError, match="fontpkg-noto-sans-khmer"):
        embedded.render(ROOT, report, tmp_path / "site")


def test_progress_counts_up_in_the_calling_thread(report, tmp_path):
    """Each page is reported once, from the thread that asked, so that a progress bar may be simple."""
    seen = []
    embedded.render(
        ROOT, report, tmp_path / "site",
        progress=lambda step, done, total: seen.append((done, total, threading.current_thread())),
    )  # fmt: skip
    total = seen[0][1]
    assert [*range(1, total + 1), total] == [done for done, _, _ in seen]
    assert {threading.current_thread()} == {thread for _, _, thread in seen}


def another(name: str, text: str):
    return lambda report: replace_together(report, {name: text}, [])


@pytest.mark.parametrize("change", [
    another("study/01-data.qmd", PAGE.format(root="..", more="").replace("Text", "Word")),
    another("study/table.md", "| b |\n"),
    another("study/03-new.qmd", PAGE.format(root="..", more="")),
    lambda report: replace_together(report, {}, ["gone/02-old.qmd"]),
    lambda report: (report / UNFINISHED).touch(),
], ids=["page", "as large as before", "new", "gone", "a build in the midst"])  # fmt: skip
def test_a_build_while_a_render_runs_is_told(report, tmp_path, monkeypatch, change):
    """Whatever it replaces, nothing of a site is written or changed, and the next render is as if nothing had been."""
    site = tmp_path / "site"
    embedded.render(ROOT, report, site)
    before, run = times(site), pandoc.run
    begun = threading.Lock()

    def built(*given):
        if begun.acquire(blocking=False):
            change(report)
        return run(*given)

    monkeypatch.setattr(pandoc, "run", built)
    with pytest.raises(InputError, match="written anew while it was rendered") as told:
        embedded.render(ROOT, report, site)
    assert (1, True) == (told.value.exit_code, "run `vpreport render` again" in str(told.value))
    assert before == times(site)
    (report / UNFINISHED).unlink(missing_ok=True)
    embedded.render(ROOT, report, site)
    assert (report / "study" / "table.md").read_bytes() == (site / "report" / "study" / "table.md").read_bytes()


def test_a_build_that_changes_nothing_disturbs_no_render(report, tmp_path, monkeypatch):
    """The same bytes are not written anew, and what waits for its place has taken none."""
    run = pandoc.run

    def built(*given):
        replace_together(report, {"study/table.md": "| a |\n"}, [])
        (report / ".ledger.csv.abcdefgh.part").touch()
        return run(*given)

    monkeypatch.setattr(pandoc, "run", built)
    assert embedded.render(ROOT, report, tmp_path / "site").written == 14


@pytest.mark.parametrize("absent", ["ledger.csv", "names.csv"])
def test_pages_without_what_they_rest_on_are_refused(report, tmp_path, absent):
    """A report that lost its ledger or its names makes no site of numbers without words."""
    (report / "names.csv").write_text("study,kind,id,words\n", encoding="utf-8")
    (report / absent).unlink()
    with pytest.raises(InputError, match=f"but no {absent}") as told:
        choice.render(ROOT, report, tmp_path / "site", "pandoc")
    assert (1, True) == (told.value.exit_code, "run `vpreport build` again" in str(told.value))
    assert not (tmp_path / "site").exists()
