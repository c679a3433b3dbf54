"""Links: inside the site, to what exists, and nothing from the network."""

import pytest

from analysis.audit.links import Links
from analysis.audit.page import read_page

OTHER = '<p id="here">x</p><a name="old">y</a>'


def kinds(tmp_path, html: str, **files: str) -> list[str]:
    """Return the kinds of the faults of a page in `report/`, beside a page `other one.html` with an anchor."""
    made = {"report/a.html": html, "report/other one.html": OTHER, "index.html": "", "report/sub/index.html": ""}
    made |= {name.replace("__", "."): text for name, text in files.items()}
    for name, text in made.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    pages = {name: read_page(text.encode()) for name, text in made.items() if name.endswith(".html")}
    return [finding.kind for finding in Links(tmp_path, frozenset(made), pages).faults()]


@pytest.mark.parametrize(
    "html",
    [
        '<a href="other%20one.html#here">x</a>', '<a href="other one.html#old">x</a>', '<a href="#top">x</a>',
        '<a href="#">x</a>', '<p id="ភា">x</p><a href="#%E1%9E%97%E1%9E%B6">x</a>', '<a href="../index.html">x</a>',
        '<a href="sub/">x</a>', '<a href="https://example.org/x">x</a>', '<a href="mailto:a@b.c">x</a>',
        '<img src="data:image/png;base64,AA">', '<a href="./other%20one.html?x=y">x</a>',
        '<link rel="canonical" href="https://example.org">', '<a>x</a>',
    ],
)  # fmt: skip
def test_a_link_that_leads_somewhere_is_passed(tmp_path, html):
    """Files, anchors, folders with an index, and addresses that a reader may follow out of the site."""
    assert [] == kinds(tmp_path, html)


@pytest.mark.parametrize(
    ("expected", "html"),
    [
        ("link", '<a href="gone.html">x</a>'),
        ("link", '<a href="Other%20one.html">x</a>'),
        ("link", '<a href="other%20one.html#gone">x</a>'),
        ("link", '<a href="#gone">x</a>'),
        ("link", '<a href="../../outside.html">x</a>'),
        ("link", '<a href="/report/a.html">x</a>'),
        ("link", '<a href="javascript:x()">x</a>'),
        ("link", '<a href="file:///etc/x">x</a>'),
        ("link", '<a href="http://[">x</a>'),
        ("link", '<img src="gone.png">'),
        ("link", '<meta http-equiv="refresh" content="0; url=gone.html">'),
        ("link", '<p style="background: url(gone.png)">x</p>'),
        ("network", '<img src="https://example.org/x.png">'),
        ("network", '<img srcset="//example.org/x.png 2x">'),
        ("network", '<script src="//example.org/x.js"></script>'),
        ("network", '<link rel="stylesheet" href="https://example.org/x.css">'),
        ("network", '<link rel="preconnect" href="https://example.org">'),
        ("network", "<style>@import 'https://example.org/x.css';</style>"),
        ("network", '<form action="https://example.org"></form>'),
    ],
)
def test_a_link_that_leads_nowhere_or_fetches_is_found(tmp_path, expected, html):
    """Each in its kind, once."""
    assert [expected] == kinds(tmp_path, html)


@pytest.mark.parametrize(
    ("expected", "name", "text"),
    [
        ([], "assets/x__css", "p { background: url(x.css) }"),
        (["link"], "assets/x__css", "@font-face { src: url('gone.ttf') }"),
        (["network"], "assets/x__css", "@import url(https://example.org/x.css);"),
        (["network"], "assets/x__js", "fetch('https://example.org/x.json')"),
        ([], "assets/x__js", "document.createElementNS('http://www.w3.org/2000/svg', 'svg')"),
        (["network"], "report/x__svg", '<svg><image xlink:href="http://example.org/x.png"/></svg>'),
        ([], "report/x__svg", '<svg xmlns="http://www.w3.org/2000/svg"><use xlink:href="#a"/></svg>'),
    ],
)
def test_style_sheets_scripts_and_pictures_are_read(tmp_path, expected, name, text):
    """What they would fetch is found; a namespace is no address."""
    assert expected == kinds(tmp_path, "", **{name: text})
