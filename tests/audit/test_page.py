"""The reader of HTML: what a reader sees or hears, as a browser would build it."""

import pytest

from analysis.audit.names import Place
from analysis.audit.page import Address, read_page, read_picture


def texts(html: str) -> list[tuple[str, Place]]:
    return [(one.text.strip(), one.place) for one in read_page(html.encode()).texts if one.text.strip()]


@pytest.mark.parametrize(
    ("expected", "html"),
    [
        (Place.TEXT, "<p>7</p>"),
        (Place.TEXT, "<table><caption>7</caption></table>"),
        (Place.TEXT, "<figure><figcaption>7</figcaption></figure>"),
        (Place.TEXT, "<table><tr><td>7</td></tr></table>"),
        (Place.TEXT, "<h2>7</h2>"),
        (Place.TEXT, "<noscript><p>7</p></noscript>"),
        (Place.TEXT, "<p>&#55;</p>"),
        (Place.TEXT, "<svg><text>7</text></svg>"),
        (Place.SECTION, '<h2><span class="section-number">7</span></h2>'),
        (Place.LABEL, '<strong><span id="x" class="label">7</span></strong>'),
        (Place.CITATION, '<span class="citation"><a href="#x">7</a></span>'),
        (Place.REFERENCES, '<div class="csl-entry"><em>7</em></div>'),
        (Place.FORMULA, "<math><mn>7</mn></math>"),
        (Place.ATTRIBUTE, "<title>7</title>"),
        (Place.ATTRIBUTE, '<img alt="7">'),
        (Place.ATTRIBUTE, '<p aria-label="7"></p>'),
        (Place.ATTRIBUTE, '<abbr title="7"></abbr>'),
        (Place.ATTRIBUTE, '<meta name="description" content="7">'),
        (Place.ATTRIBUTE, '<span class="data" title="7"></span>'),
        (Place.ATTRIBUTE, '<input type="button" value="7">'),
        (Place.ATTRIBUTE, '<ol start="7"></ol>'),
        (Place.ATTRIBUTE, '<ul><li value="7"></ul>'),
        (Place.ATTRIBUTE, '<meter value="7"></meter>'),
        (Place.ATTRIBUTE, '<progress value="7"></progress>'),
        (Place.ATTRIBUTE, '<p aria-valuenow="7"></p>'),
        (Place.ATTRIBUTE, '<p aria-roledescription="7"></p>'),
        (Place.ATTRIBUTE, '<p aria-placeholder="7"></p>'),
        (Place.ATTRIBUTE, '<table><tr><th abbr="7"></table>'),
        (Place.ATTRIBUTE, '<math alttext="7"></math>'),
    ],
)
def test_every_text_is_read_in_its_place(expected, html):
    """Prose, captions, cells, headings, entities, attributes that are spoken, formulas."""
    assert [("7", expected)] == texts(html)


@pytest.mark.parametrize(
    "html",
    [
        '<span class="data">7</span>', '<span class="row data"><b>7</b></span>', "<script>7</script>",
        "<style>7</style>", "<!-- 7 -->", '<meta name="viewport" content="7">', '<a class="num shipped">7</a>',
        '<span class="missing">7</span>',
    ],
)  # fmt: skip
def test_what_is_data_or_not_shown_is_passed_over(html):
    """Marked data, scripts, styles and comments are no text; tagged numbers and reasons are read apart."""
    assert [] == texts(html)


def test_data_that_is_not_closed_hides_no_more_than_its_block():
    """The page is read as a browser builds it: an open span ends with its paragraph's cell or list."""
    assert "8" in [text for text, _ in texts('<ul><li><span class="data">7</li><li>8</li></ul>')]


def test_a_number_is_read_with_all_that_it_says():
    """Digits, classes, key, part, address, description and the words before."""
    page = read_page(
        b'<p>It is <a class="num shipped" data-key="s/a" data-part="n" href="x.html#r" title="t">4<b>3</b></a> %</p>'
    )
    (number,) = page.numbers
    assert ("43", ("shipped",), "s/a", "n") == (
        number.tagged.shown, number.tagged.tags, number.tagged.key, number.tagged.part,
    )  # fmt: skip
    assert ("x.html#r", ("t",), True, "It is") == (number.href, number.described, number.children, number.before)


def test_a_row_has_its_values_and_reasons():
    """The table row around a key is read with it."""
    row = '<tr><td><span id="row:s:a" class="row data">s/a</span></td><td>{}</td></tr>'
    shown = row.format('<a class="num shipped" data-key="s/a">1</a> <a class="num shipped" data-part="n">2</a>')
    gone = row.format('<span class="missing">no  file</span>')
    page = read_page(f"<table>{shown}{gone}</table>".encode())
    assert [("s/a", ("s/a",), ()), ("s/a", (), ("no file",))] == [(r.key, r.values, r.missing) for r in page.rows]
    assert {"row:s:a": "s/a"} == page.ids


@pytest.mark.parametrize(
    ("expected", "html"),
    [
        (Address("x.html", False), '<a href="x.html">x</a>'),
        (Address("x.png", True), '<img src="x.png">'),
        (Address("x.css", True), '<link rel="stylesheet" href="x.css">'),
        (Address("https://x.y", False), '<link rel="canonical" href="https://x.y">'),
        (Address("x.js", True), '<script src="x.js"></script>'),
        (Address("x.html", False), '<meta http-equiv="refresh" content="0; url=x.html">'),
        (Address("x.html", False), '<meta http-equiv="refresh" content="0;URL=\'x.html\'">'),
        (Address("x.html", True), '<iframe src="x.html"></iframe>'),
    ],
)
def test_addresses_are_known_as_loaded_or_not(expected, html):
    """What a browser fetches by itself is told from what a reader may follow."""
    assert [expected] == read_page(html.encode()).addresses


@pytest.mark.parametrize(
    ("expected", "html"),
    [
        (["srcdoc"], '<iframe srcdoc="7"></iframe>'),
        (["content:' 7 %'"], "<style>p::after{content:' 7 %'}</style>"),
        (['content : "7"'], r'<style>p::after { c\6fntent/**/: "\37 "; }</style>'),
        (["content: attr(x)"], "<style>p::after { content: attr(x) }</style>"),
        (["counter-reset: x 7"], '<p style="counter-reset: x 7"></p>'),
        ([], '<style>p::after { content: "" } p { margin: 7px; justify-content: center; width: 7px }</style>'),
        ([], r'<style>p::after { content: "\2191" }</style>'),
        (['content: "a;7"'], '<style>p::after { content: "a;7" }</style>'),
        (['content: "} 7"'], '<style>p::after { content: "}\\"7" }</style>'),
        (['content: "/*7*/"'], '<style>p::after { content: "/*7*/" }</style>'),
        (['quotes: "7" "8"'], '<style>q { quotes: "7" "8" }</style>'),
        ([], '<style>p::before { content: "/*" } p { width: 7px } p::after { content: "*/" }</style>'),
    ],
)
def test_what_is_shown_beside_the_text_is_known(expected, html):
    """Digits that a style writes, pages inside an attribute; no digit is in the code of an arrow."""
    assert expected == read_page(html.encode()).hidden


@pytest.mark.parametrize(
    ("expected", "svg"),
    [
        (["EER 7", "A & B"], b'<svg><title>EER 7</title><desc>A &amp; B</desc><path d="9"/></svg>'),
        (["EER 7"], b"<svg><text x='9'>EER <tspan>7</tspan></text></svg>"),
        (["EER 7"], b"<svg><svg:text>EER 7</svg:text></svg>"),
        (["7"], b"<svg><text><![CDATA[7]]></text></svg>"),
        (["EER 7"], b"<svg aria-label='EER 7'/>"),
        ([], b'<svg><metadata><dc:title>9</dc:title></metadata><path id="text9"/></svg>'),
    ],
)
def test_a_picture_speaks_by_its_words(expected, svg):
    """Title, description, label and lettering of an SVG; its drawing is not read."""
    assert expected == read_picture(svg)
