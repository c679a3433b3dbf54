"""Which engine renders, and what Quarto gets to do."""

import os
import shutil
from pathlib import Path
from urllib.parse import unquote

import pytest

from analysis.errors import EngineError, UsageError
from analysis.ledger import Ledger
from analysis.pages.engines import assets, choice, embedded, quarto

from ..reading import Page, astray, pages, pdf_text, solid
from ..results import ROOT, benchmark, challenge, write_report

FAKE = """#!/bin/sh
if [ "$1" = --version ]; then echo "{version}"; exit {status}; fi
echo "$@" >> "{log}"
echo "$VPREPORT_BUILT $SOURCE_DATE_EPOCH" >> "{log}"
{then}
"""


@pytest.fixture
def clone(tmp_path):
    """Give a clone with one page, in a folder with a blank in its name."""
    root = tmp_path / "my clone"
    (root / "report").mkdir(parents=True)
    (root / "_quarto.yml").write_text('project:\n  render: ["report/index.qmd"]\n', encoding="utf-8")
    (root / "report" / "index.qmd").write_text(
        '---\ntitle: "x"\nroot: "."\nformat:\n  html: default\n  typst:\n    output-file: summary.pdf\n---\n\nx\n',
        encoding="utf-8",
    )
    (root / "report" / "ledger.csv").write_text(Ledger().to_csv(), encoding="utf-8")
    (root / "report" / "names.csv").write_text("study,kind,id,words\n", encoding="utf-8")
    (root / "templates").symlink_to(ROOT / "templates", target_is_directory=True)
    return root


@pytest.fixture
def on_path(tmp_path, monkeypatch):
    """Give a function that puts a made-up Quarto on PATH, alone, and returns the file of what it was asked to do."""

    def put(version: str, *, status: int = 0, then: str = "exit 0") -> Path:
        folder, log = tmp_path / "bin", tmp_path / "log"
        folder.mkdir(exist_ok=True)
        program = folder / "quarto"
        program.write_text(FAKE.format(version=version, status=status, log=log, then=then), encoding="utf-8")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(folder))
        return log

    return put


def rendered(clone: Path, engine: str):
    return choice.render(clone, clone / "report", clone / "_site", engine)


def test_without_quarto_the_embedded_engine_renders(clone, monkeypatch):
    """No Quarto on PATH is no hindrance."""
    monkeypatch.setenv("PATH", "")
    found = rendered(clone, "auto")
    assert ("pandoc", 1) == (found.engine, found.pages)
    assert (clone / "_site" / "report" / "summary.pdf").is_file()


@pytest.mark.skipif(os.name == "nt", reason="the made-up Quarto is a shell script")
class TestMadeUpQuarto:
    """The choice between engines, with a script that says which version of Quarto it is."""

    def test_a_new_one_is_used(self, clone, on_path):
        """Version 1.10 is newer than 1.9: it renders once, quietly, and knows that the report is built."""
        log = on_path("1.10.18")
        found = rendered(clone, "auto")
        assert "quarto" == found.engine
        assert (clone / "_site" / "report" / "summary.pdf",) == found.pdfs
        assert ["render --quiet", "1 0"] == log.read_text(encoding="utf-8").splitlines()

    def test_an_old_one_is_left_alone(self, clone, on_path):
        """Version 1.8 would fetch packages, so the embedded engine renders."""
        log = on_path("1.8.25")
        assert "pandoc" == rendered(clone, "auto").engine
        assert not log.exists()

    def test_an_old_one_is_refused_when_forced(self, clone, on_path):
        """Whoever asks for Quarto hears which version is there, which is needed, and what else to do."""
        log = on_path("1.8.25")
        with pytest.raises(UsageError) as caught:
            rendered(clone, "quarto")
        assert all(words in str(caught.value) for words in ("Quarto 1.8.25", "1.9 or newer", "--engine pandoc"))
        assert not log.exists() and not (clone / "_site").exists()

    def test_none_is_refused_when_forced(self, clone, monkeypatch):
        """Without Quarto on PATH, asking for it is a mistake of the call."""
        monkeypatch.setenv("PATH", "")
        with pytest.raises(UsageError, match="Quarto is not on PATH"):
            rendered(clone, "quarto")

    def test_the_embedded_engine_can_be_forced(self, clone, on_path):
        """With a Quarto that would do, `pandoc` still means the embedded engine."""
        log = on_path("1.10.18")
        assert "pandoc" == rendered(clone, "pandoc").engine
        assert not log.exists()

    def test_another_folder_is_not_for_quarto(self, clone, on_path, tmp_path):
        """Quarto renders into `_site/` only: elsewhere `auto` takes the other engine, and force is refused."""
        on_path("1.10.18")
        elsewhere = tmp_path / "else where"
        assert "pandoc" == choice.render(clone, clone / "report", elsewhere, "auto").engine
        with pytest.raises(UsageError, match="of the clone"):
            choice.render(clone, clone / "report", elsewhere, "quarto")

    def test_a_failure_is_told_in_its_words(self, clone, on_path):
        """What Quarto said on its way out is the message."""
        on_path("1.10.18", then="echo 'ERROR: no such filter' >&2; exit 1")
        with pytest.raises(EngineError, match="ERROR: no such filter"):
            rendered(clone, "quarto")

    @pytest.mark.parametrize(
        ("expected", "version", "status"),
        [
            ((1, 9, 2), "1.9.2", 0), ((1, 10), "1.10", 0), ((99, 9, 9), "99.9.9", 0), (None, "1", 0), (None, "", 0),
            (None, "quarto: broken", 0), (None, "1.9.2", 1),
        ],
    )  # fmt: skip
    def test_the_version_is_read(self, on_path, expected, version, status):
        """A version is its numbers; a program that does not say one is no Quarto."""
        on_path(version, status=status)
        assert expected == quarto.version()
        assert quarto.usable() == (expected is not None)


def shown(page: Page, name: str, of_class: str) -> list[tuple[list[str], str]]:
    """Return text and address of some elements; Quarto writes the same address with fewer signs encoded."""
    return [(e.text.split(), unquote(e.attributes.get("href", ""))) for e in page.all(name, of_class)]


PROGRAM = shutil.which(os.environ.get("QUARTO", "quarto"))


@pytest.mark.quarto
@pytest.mark.skipif(PROGRAM is None, reason="no Quarto is on PATH, and QUARTO names none")
def test_quarto_and_the_embedded_engine_show_the_same(tmp_path, monkeypatch):
    """The same page sources give the same text, numbers, links and PDFs by either engine, with hostile names too."""
    monkeypatch.setenv("PATH", f"{Path(PROGRAM).parent}{os.pathsep}{os.environ['PATH']}")
    if not quarto.usable():
        pytest.skip(f"the Quarto at hand is {quarto.version()}, and {quarto.LOWEST} or newer is needed")
    root = tmp_path / "my clone"
    names = ("{{< env PATH >}}", "```{python} 1```", "<b>@x</b> $y$ 'a' -- ...", "9. a | b")
    lead = benchmark(5, study="my 'study' (1)", names=names, title="{{< env PATH >}} *a*", questions=names[:1])
    write_report(root / "report", lead, challenge(3))
    shutil.copytree(ROOT / "templates", root / "templates")
    shutil.copytree(ROOT / "analysis" / "quarto_steps", root / "analysis" / "quarto_steps")
    project = (ROOT / "_quarto.yml").read_text(encoding="utf-8")
    project = "\n".join(
        line for line in project.split("\n") if not line.strip().startswith(("pre-render", "post-render"))
    )
    (root / "_quarto.yml").write_text(project, encoding="utf-8")
    assets.put_font(root / ".cache" / "fonts")
    embedded.render(root, root / "report", tmp_path / "embedded")
    before = {path: path.read_bytes() for path in (root / "report").rglob("*") if path.is_file()}
    found = quarto.render(root)
    assert before == {path: path.read_bytes() for path in (root / "report").rglob("*") if path.is_file()}
    assert all(pdf.read_bytes().startswith(b"%PDF") for pdf in found.pdfs) and 2 == len(found.pdfs)
    for pdf in found.pdfs:
        assert pdf_text(tmp_path / "embedded" / pdf.relative_to(root / "_site")) == pdf_text(pdf)
    assert [] == [name for name in names if solid(name) not in pdf_text(root / "_site" / "report" / "appendix.pdf")]
    ours = {page.path.relative_to(tmp_path / "embedded"): page for page in pages(tmp_path / "embedded")}
    theirs = {page.path.relative_to(root / "_site"): page for page in pages(root / "_site")}
    assert sorted(ours) == sorted(theirs)
    assert [] == astray(tmp_path / "embedded")
    # The steps that put the assets there are left out here.
    assert [] == [found for found in astray(root / "_site") if "/assets/" not in found[1]]
    for name, page in ours.items():
        other = theirs[name]
        for kind in (("a", "num"), ("span", "data"), ("span", "missing"), ("h1", ""), ("td", ""), ("summary", "")):
            assert shown(page, *kind) == shown(other, *kind), name
        for said in ("aria-label", "data-inputs"):
            assert [e.attributes.get(said) for e in page.all("a", "num")] == [
                e.attributes.get(said) for e in other.all("a", "num")
            ]
        assert [e.text.strip() for e in page.all("script")] == [e.text.strip() for e in other.all("script")]
        assert [e.attributes["alt"] for e in page.all("img")] == [e.attributes["alt"] for e in other.all("img")]
