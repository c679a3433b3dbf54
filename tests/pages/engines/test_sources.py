"""Which files are pages, and what their front matter says."""

from pathlib import Path

import pytest

from analysis.errors import EngineError, InputError
from analysis.pages.engines.sources import front_matter, page_sources, read_project

PROJECT = 'project:\n  render:\n    - "report/index.qmd"\n    - "report/*/*.qmd"\n    - "!report/x.qmd"\n'


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def root(tmp_path):
    put(tmp_path / "_quarto.yml", PROJECT)
    put(
        tmp_path / "report" / "index.qmd", '---\nformat:\n  html: default\n  typst:\n    output-file: "s.pdf"\n---\n\nx'
    )
    put(tmp_path / "report" / "my study" / "02-b.qmd", "---\na: 1\n---\n")
    put(tmp_path / "report" / "my study" / "01-a.qmd", "---\nformat:\n  typst: default\n---\n")
    return tmp_path


def test_pages_are_those_that_the_globs_name(root):
    """Pages are found by glob, sorted by name, in folders with a blank too; other files are none."""
    put(root / "report" / "other.qmd", "---\na: 1\n---\n")
    put(root / "report" / "my study" / "notes.md", "x")
    put(root / "report" / "my study" / "_draft.qmd", "x")
    put(root / "report" / ".hidden" / "03.qmd", "x")
    found = page_sources(root, root / "report")
    assert ["index.qmd", "my study/01-a.qmd", "my study/02-b.qmd"] == [source.name for source in found]


def test_formats_and_pdf_names(root):
    """Formats come from the front matter; a PDF is named there or after its page; HTML is the default."""
    found = {source.name: (source.formats, source.pdf) for source in page_sources(root, root / "report")}
    assert (("html", "typst"), "s.pdf") == found["index.qmd"]
    assert (("typst",), "01-a.pdf") == found["my study/01-a.qmd"]
    assert (("html",), "") == found["my study/02-b.qmd"]


def test_the_report_may_stand_elsewhere(root, tmp_path):
    """The globs' `report/` stands for whichever folder was built."""
    put(tmp_path / "out" / "index.qmd", "---\na: 1\n---\n")
    assert ["index.qmd"] == [source.name for source in page_sources(root, tmp_path / "out")]


def test_no_page_is_told(root, tmp_path):
    """A folder without pages ends with what to run."""
    with pytest.raises(InputError, match="vpreport build"):
        page_sources(root, tmp_path / "empty")


def test_a_page_without_front_matter_is_told(root):
    """A file that no build wrote is refused with its name."""
    put(root / "report" / "index.qmd", "# Hello\n")
    with pytest.raises(InputError, match=r"index\.qmd has no front matter"):
        page_sources(root, root / "report")


@pytest.mark.parametrize("text", ["---\na: [1\n---\n", "---\na: 1\n", "---\n- a\n---\n", "---\nformat: [1\n"])
def test_front_matter_that_is_no_yaml_is_told(root, text):
    """Damaged front matter is an error with the page's name, not a traceback."""
    path = put(root / "report" / "index.qmd", text)
    with pytest.raises(InputError, match=r"index\.qmd"):
        front_matter(path)


def test_empty_front_matter_is_empty(root):
    """Two lines with nothing between them say nothing."""
    assert {} == front_matter(put(root / "report" / "index.qmd", "---\n\n---\nx"))


def test_a_folder_that_is_no_clone_is_told(tmp_path):
    """Without `_quarto.yml` the advice is to run inside a clone."""
    with pytest.raises(EngineError, match="inside a clone"):
        read_project(tmp_path)


@pytest.mark.parametrize("text", ["a: [1\n", "- a\n", "project: 3\n", "project:\n  render: 3\n"])
def test_a_project_file_that_cannot_be_used_is_told(tmp_path, text):
    """A damaged `_quarto.yml` is an error in words."""
    put(tmp_path / "_quarto.yml", text)
    with pytest.raises(EngineError, match=r"_quarto\.yml"):
        page_sources(tmp_path, tmp_path)
