"""The list of chapters beside every page: made once, and the same as if each page had read it itself."""

import json

import pytest

from analysis.pages.engines import sidebar
from analysis.pages.engines.kept import Kept
from analysis.pages.engines.sources import Source
from analysis.pages.engines.workshop import Workshop
from analysis.pages.markup import data, yaml_string

from ..results import HOSTILE, KHMER, TEMPLATES

PAGE = '---\ntitle: "A page"\nroot: ".."\nformat:\n  html: default\n---\n\nWords.\n'


def shared(titles: list[str]) -> str:
    """Return a list of chapters in which each title is that of a study with one page."""
    lines = ["chapters:"]
    for place, title in enumerate(titles):
        lines.append(f"  - title: {yaml_string(data(title))}")
        lines += ["    open: true"] * (place == 1)
        page = yaml_string(f"[A1]{{.section-number}} {data(title)}")
        lines += ["    pages:", f"      - title: {page}", '        href: "s\\\\_1/01-data\\\\.html"']
    return "\n".join(lines) + "\n"


def page(folder, *, whole: bool) -> str:
    """Return the page of a report folder as HTML."""
    scratch = folder.parent / f"scratch-{whole}"
    source = Source(folder / "s_1" / "01-data.qmd", "s_1/01-data.qmd", ("html",), "")
    return Workshop(folder, TEMPLATES, scratch, Kept(None), whole=whole).html(source).decode()


@pytest.fixture
def report(tmp_path):
    """Give a report folder with one page and nothing else."""
    folder = tmp_path / "report"
    (folder / "s_1").mkdir(parents=True)
    (folder / "s_1" / "01-data.qmd").write_text(PAGE)
    return folder


def test_the_chapters_are_those_that_pandoc_reads(report):
    """Whatever a study is called, its name stands in the list as if the page had read the file itself."""
    titles = [
        "Two words",
        "kNN-VC",
        "S3-1*",
        'a "b" <c> & $d$ `e`',
        KHMER,
        *(text for text in HOSTILE if "\n" not in text),
    ]
    (report / "_metadata.yml").write_text(shared(titles), encoding="utf-8")
    made = page(report, whole=False)
    assert made == page(report, whole=True)
    assert len(titles) == made.count("<details")
    assert 1 == made.count("<details open>")
    assert 'href="../s_1/01-data.html"' in made


@pytest.mark.parametrize(
    "text",
    [
        "chapters:\n  - title: A\n    pages:\n      - title: B\n        href: c.html\nlang: de\n",
        "chapters: none\n",
        "chapters:\n  - title: A\n",
        "chapters:\n  - title: A\n    pages: b.html\n",
        "chapters:\n  - title: A\n    pages:\n      - title: B\n",
        "chapters:\n  - title: A\n    open: false\n    pages: []\n",
        "chapters:\n  - title: 3\n    pages: []\n",
        "chapters:\n  - title: A\ue002\n    pages: []\n",
        'chapters:\n  - title: "A\\uE001"\n    pages: []\n',
        "lang: de\n",
    ],
)
def test_a_list_of_another_form_goes_along_with_every_page(report, text):
    """What somebody wrote into the file by hand is left to Pandoc, as Quarto would leave it."""
    (report / "_metadata.yml").write_text(text, encoding="utf-8")
    assert not sidebar.alone(text)
    assert page(report, whole=True) == page(report, whole=False)


def test_a_file_that_is_no_yaml_is_told(report):
    """The message is Pandoc's own."""
    assert not sidebar.alone("chapters: [\n")
    assert not sidebar.alone("2020-99-99")


def test_what_the_template_wrote_is_read():
    """Titles keep their marks; a study without pages has an empty list."""
    made = "\ue001One\ue003open\ue002a.html\ue003<b>A</b>\ue002b.html\ue003B\ue001Two\ue003\n"
    one = {
        "title": "One",
        "open": "open",
        "pages": [{"href": "a.html", "title": "<b>A</b>"}, {"href": "b.html", "title": "B"}],
    }
    assert {"variables": {"chapters": [one, {"title": "Two", "pages": []}]}} == json.loads(sidebar.defaults(made))
