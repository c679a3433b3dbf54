"""The Lua filters that both engines run, through Pandoc, and through Typst where the page is what counts."""

import re
import subprocess
from itertools import pairwise
from pathlib import Path

import pypandoc
import pytest

from analysis.errors import EngineError
from analysis.pages.engines import assets, embedded, pandoc, workshop
from analysis.pages.markup import escape

from ..reading import MARKS, Page, pdf_fonts, pdf_pages, pieces
from ..results import KHMER, ROOT, TEMPLATES

FILTERS = [f"--lua-filter={TEMPLATES / 'assets' / name}" for name in ("ledger.lua", "report.lua")]
FRONT = '---\ntitle: "{title}"\nroot: "."\n{more}format:\n  html: default\n  typst: default\n---\n\n'


def through(markdown: str, to: str, folder: Path) -> str:
    command = [pypandoc.get_pandoc_path(), "-f", "markdown", "-t", to, "--wrap=none", *FILTERS]
    ran = subprocess.run(command, input=markdown.encode(), cwd=folder, capture_output=True, check=True)
    assert b"" == ran.stderr
    return ran.stdout.decode()


@pytest.fixture
def html(tmp_path):
    return lambda markdown: through(markdown, "html5", tmp_path)


@pytest.fixture
def typst(tmp_path):
    return lambda markdown: through(markdown, "typst", tmp_path)


@pytest.fixture
def pdf(tmp_path):
    """Give a function from the body of a page to its PDF; `set_page` is Typst's."""

    def make(body: str, title: str = "A page", set_page: str = "", more: str = "") -> Path:
        raw = f"```{{=typst}}\n{set_page}\n```\n\n" if set_page else ""
        page = FRONT.format(title=title, more=more) + raw + body
        source = pandoc.typst_source(page, tmp_path, TEMPLATES)
        made = tmp_path / f"{len(list(tmp_path.glob('*.pdf')))}.pdf"
        fonts = assets.put_font(tmp_path / "fonts")
        made.write_bytes(workshop.compile_typst(source, tmp_path, fonts, "page.qmd"))
        return made

    return make


def test_a_number_in_html(html):
    """The number links to its row on its study's ledger page, names key and part, and holds its digits only."""
    found = html('[12.3]{.num .recomputed key="my%20study/eer/a.b/all"} [9.0]{.num .shipped key="s/a" part="ci_low"}')
    first, second = re.findall(r"<a .*?</a>", found)
    assert first == (
        '<a class="num recomputed" href="./my%20study/90-ledger.html#row:my.2520study:eer:a.2eb:all" '
        'data-key="my%20study/eer/a.b/all" aria-label="12.3, recomputed">12.3</a>'
    )
    assert second.startswith(
        '<a class="num shipped" href="./s/90-ledger.html#row:s:a" data-key="s/a" data-part="ci_low"'
    )


def test_a_number_leads_to_its_own_page_where_rows_are_here(html):
    """On the ledger's own page the link stays on the page."""
    assert 'href="#row:s:a_b.2ec"' in html('---\nrows: here\n---\n\n[1]{.num .shipped key="s/a_b.c"}')


def test_no_two_keys_share_an_anchor(html):
    """Keys that differ in one sign only, be it an encoded one, have different anchors."""
    keys = ["s/a.b", "s/a%2Eb", "s/a-b", "s/a_b", "s/a/b", "s/a%2Fb", "s/a.2eb", "s/a~b", "s/A.b"]
    found = html(" ".join(f'[1]{{.num .shipped key="{key}"}}' for key in keys))
    assert len(keys) == len(set(re.findall(r'href="[^"#]*#([^"]+)"', found)))


def test_a_number_in_typst(typst):
    """A number is a call with tag and digits, and a target where the document holds the rows."""
    assert '#num("recomputed", "12.3");' in typst('[12.3]{.num .recomputed key="s/a"}')
    assert '#num("shipped", "1", simulated: true);' in typst('[1]{.num .shipped key="s/a" .simulated}')
    found = typst('---\nrows: here\n---\n\n[1]{.num .shipped key="s/a.b"}, then')
    assert '#num("shipped", "1", to: "row:s:a.2eb");, then' in found


@pytest.mark.parametrize("span", ["[9]{.num}", '[9]{.num .recomputed key=""}'])
def test_a_number_without_a_key_is_refused_in_one_sentence(tmp_path, span):
    """Who writes into a page by hand is told what is missing, and not the way through the filters."""
    for words in (pandoc.HTML, pandoc.TYPST):
        with pytest.raises(EngineError) as refused:
            pandoc.run(pandoc.arguments(TEMPLATES, *words), f"A {span}.\n".encode(), tmp_path, "page.qmd")
        assert refused.value.found.startswith(
            "Pandoc could not read page.qmd: a number names no ledger row: [9]{.num};"
        )
        assert "\n" not in refused.value.found


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("9\\. x", "9. x"), ("\\- x", "- x"), ("\\= x", "= x"), ("\\/ x: y", "/ x: y"), ("\\-\\-\\-", "---"),
        ("\\.\\.\\.", "..."), ("\\-9\\.5", "-9.5"), ("a\\-\\?b", "a-?b"), ("\\#x", "#x"), ("\\[\\]", "[]"),
        ("\\/\\/ x", "// x"), ("\\/\\* x \\*\\/", "/* x */"), ("\\\"x\\\"", '"x"'), ("http:\\/\\/x\\.y", "http://x.y"),
    ],
)  # fmt: skip
def test_text_is_literal_in_typst(typst, expected, text):
    """No sign of data makes a list, a dash, a minus, a comment, a link or a call, at the start of a bracket too."""
    assert f"#data[{expected}];" in typst(f"[{escape(text)}]{{.data}}")
    assert f"[#data[{expected}];]" in typst(f"| a |\n|---|\n| [{escape(text)}]{{.data}} |\n")


def test_a_short_name_stays_whole(html, typst):
    """No line ends after the hyphen of a short name, nor before its asterisk; prose and long names break as ever."""
    name, star = "[S3-p1]{.data}", "[\\*]{.quiet}"
    kept = '<span class="whole"><span class="data">S3-p1</span></span>'
    assert f"<p>{kept}, x</p>" in html(f"{name}, x").replace("\n", " ")
    starred = f"[{name}{star}]{{.starred}}"
    assert f'<p>{kept[:-7]}<span class="quiet">*</span></span></p>' in html(starred)
    long = "[a longer name]{.data}"
    assert '<p><span class="data">a longer name</span><span class="quiet">*</span></p>' in html(
        f"[{long}{star}]{{.starred}}"
    )
    assert '<span class="data"><span class="whole">S3-1:</span> well-made</span>' in html("[S3-1: well-made]{.data}")
    assert '<span class="whole">kNN-VC,</span> large' in html("[kNN-VC, large]{.data}")
    assert "whole" not in html("[a-name-that-is-too-long-for-a-cell-1]{.data} and 1-2 [-1]{.data}")
    assert "#box[#data[S3\\-p1];#quiet[\\*];];" in typst(starred)
    assert "#data[a longer name];#quiet[\\*];" in typst(f"[{long}{star}]{{.starred}}")
    assert "#data[#box[S3\\-1:]; well\\-made];" in typst("[S3-1: well-made]{.data}")
    assert "#box[#data[S3\\-p1];]" in typst(f"| a |\n|---|\n| {name} |\n")


@pytest.mark.parametrize("caption", ["", "A caption"])
def test_a_picture_has_alt_text_in_both_formats(html, typst, caption):
    """Alt text is kept with a caption and without, escaped for its format, with no mark of Quarto's left in it."""
    page = f'![{caption}](my%20study/f.svg){{alt="a \\"b\\" \\{{\\{{\\< c \\>\\}}\\}} \\& \\\\d"}}\n'
    assert 'src="my%20study/f.svg" alt="a &quot;b&quot; {{&lt; c &gt;}} &amp; \\d"' in html(page)
    found = typst(page)
    assert 'image("my study/f.svg", alt: "a \\"b\\" \\u{7b}\\u{7b}< c >}} & \\\\d")' in found
    assert "{{<" not in found


def test_the_row_of_the_leader_is_set_apart(html, typst):
    """A row whose first cell is in bold has a class in HTML and a ground in Typst."""
    table = "| a | b |\n|:--|--:|\n| [[x]{.data}]{.leader} | 1 |\n| y | 2 |\n"
    assert 1 == html(table).count('class="leader"') - html(table).count('<span class="leader"')
    assert 2 == typst(table).count("fill: tint")


def test_a_wide_table_scrolls_in_its_own_frame(html):
    """The table stands in a frame that the keyboard reaches; its caption stands outside."""
    found = html(": A caption\n\n| a |\n|---|\n| b |\n")
    order = [
        found.index(part)
        for part in ("<figcaption>", "</figcaption>", '<div class="table-frame" tabindex="0"', "<table")
    ]
    assert sorted(order) == order


def test_a_table_is_called_by_the_label_of_its_caption(html):
    """A screen reader hears which table it enters."""
    assert 'role="region" aria-labelledby="tbl-A-x">' in html(
        ": [Table A1.1.]{.label #tbl-A-x} What\n\n| a |\n|---|\n| b |\n"
    )
    assert 'role="region" aria-label="Table">' in html("| a |\n|---|\n| b |\n")


def test_long_text_takes_the_width_and_numbers_what_they_need(typst):
    """Columns of long words share the page; a column of numbers is as wide as its numbers."""
    words = "many words that go on for longer than a short column could ever hold"
    assert "columns: (auto, auto, 68fr,)" in typst(f"| a | n | w |\n|:--|--:|:--|\n| x | 1 | {words} |\n")
    assert "columns: (auto, 16fr, 16fr,)" in typst("| a | n | m |\n|:--|--:|--:|\n| x | 1 | 2 |\n")


def test_a_number_that_links_to_its_row_is_as_wide_as_one_that_does_not(typst):
    """In the appendix the address of the row, which no reader sees, claims no width of the table."""
    words = "some words that take their share"
    number = '[4]{.num .recomputed key="study/count/with/a/very/long/key/that/nobody/reads/here"}'
    table = f"| a | n |\n|:--|:--|\n| {words} | {number} {words} |\n"
    here = typst(f"---\nrows: here\n---\n\n{table}")
    assert "columns: (32fr, 34fr,)" in here
    assert "columns: (32fr, 34fr,)" in typst(table)


def row(place: int) -> str:
    """Return a table row with a name, a value, and the edges of its interval."""
    low, high = (f'[{place}.{edge}]{{.num .shipped key="s/{place}"}}' for edge in (1, 9))
    return (
        f'| [system {place}]{{.data}} | [{place}.5]{{.num .recomputed key="s/{place}"}} [{low}–{high}]{{.interval}} |\n'
    )


def test_ninety_rows(pdf):
    """A long table takes more than one page, repeats its header on each, and no two rows share a height."""
    path = pdf(": A long table\n\n| the system | value |\n|:--|--:|\n" + "".join(map(row, range(90))))
    pages = pdf_pages(path)
    assert len(pages) > 1
    assert [1] * len(pages) == [text.count("the system") for text in pages]
    text = "".join(pages)
    assert list(range(90)) == [int(number) for number in re.findall(r"system (\d+)\b(?! value)", text)]
    for page in range(len(pages)):
        heights = sorted({piece.y for piece in pieces(path) if piece.page == page and "system" in piece.text})
        assert len(heights) == len(re.findall(r"system \d", pages[page])) + 1
        assert min(b - a for a, b in pairwise(heights)) > 8


@pytest.mark.parametrize("width", ["2cm", "3cm", "5cm"])
def test_a_mark_stays_with_its_number_in_a_narrow_column(pdf, width):
    """However narrow the column, each mark is at the height of the digit before it, but for being raised."""
    number = "[1,234,567.8]{{.num .{tag}}}"
    tags = ('shipped key="s/a"', 'recomputed key="s/a" .simulated')
    line = " ".join(f"w{'o' * size}rd {number.format(tag=tag)}," for size in range(8) for tag in tags)
    body = f"{line}\n\n| a | b |\n|:--|--:|\n| {line} | {line} |\n"
    text = pieces(pdf(body, set_page=f"#set page(width: {width}, height: 40cm, margin: 2mm)"))
    pairs = [(before, mark) for before, mark in pairwise(text) if mark.text.strip() in MARKS]
    assert 48 == len(pairs)
    for before, mark in pairs:
        assert before.text[-1].isdigit() and before.page == mark.page
        assert before.x < mark.x and 0 < mark.y - before.y < 6


@pytest.mark.parametrize("width", ["15mm", "2cm", "5cm"])
def test_the_circle_of_a_simulated_number_takes_no_line(pdf, width):
    """Where a number is wider than its column the circle stays around its mark: the lines are as many as without it."""

    def lines(of: str) -> list[float]:
        number = f'[1,234,567.8]{{.num .recomputed key="s/a"{of}}}'
        text = pieces(
            pdf(f"word {number} word {number}", set_page=f"#set page(width: {width}, height: 9cm, margin: 2mm)")
        )
        return sorted({round(piece.y) for piece in text if piece.text.strip() not in {"", *MARKS}})

    assert lines("") == lines(" .simulated")


@pytest.mark.parametrize(
    ("rows", "words", "whole"), [(10, "x", True), (30, "x", False), (10, "many words " * 40, False)]
)
def test_a_short_table_stays_whole(pdf, rows, words, whole):
    """Where it does not fit on the rest of a page it begins on the next; a long or a tall one begins at once."""
    table = "".join(f"| row {place} | {words} |\n" for place in range(rows))
    body = f"```{{=typst}}\nHere #v(6cm)\n```\n\n| head | words |\n|:--|:--|\n{table}"
    pages = pdf_pages(pdf(body, set_page="#set page(width: 12cm, height: 14cm)"))
    start, first, last = (
        next(n for n, text in enumerate(pages) if words in text) for words in ("Here", "row 0", f"row {rows - 1}")
    )
    assert (whole, whole) == (first == last, first > start)


def test_khmer_in_heading_table_and_caption(pdf, tmp_path):
    """Khmer in each place is set with the embedded Noto Sans Khmer, and with that font only where Khmer is."""
    (tmp_path / "f.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', encoding="utf-8")
    places = {
        "title": ("x", KHMER), "heading": (f"## {KHMER}\n\nx", "x"), "cell": (f"| a |\n|---|\n| {KHMER} |\n", "x"),
        "caption": (f'![{KHMER}](f.svg){{alt="a"}}\n', "x"), "data": (f"[{KHMER}]{{.data}}", "x"),
    }  # fmt: skip
    for name, (body, title) in places.items():
        fonts = pdf_fonts(pdf(body, title=title))
        assert any(font.startswith("NotoSansKhmer") for font in fonts) and all(fonts.values()), name
    assert not any(font.startswith("NotoSansKhmer") for font in pdf_fonts(pdf("no Khmer")))


def test_a_pdf_without_alt_text_does_not_pass_for_accessible(typst, tmp_path):
    """Typst's own check of accessibility accepts figures and tables as the filter writes them."""
    import typst as compiler

    (tmp_path / "f.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', encoding="utf-8")
    body = '![c](f.svg){alt="a"}\n\n![](f.svg){alt="b"}\n\n: c\n\n| a |\n|---|\n| [1]{.num .shipped key="s/a"} |\n'
    page = FRONT.format(title="A page", more="") + body
    source = pandoc.typst_source(page, tmp_path, TEMPLATES)
    made = compiler.compile(source, root=str(tmp_path), format="pdf", timestamp=0, pdf_standards=["ua-1"])
    assert made.startswith(b"%PDF")


def test_a_whole_page_is_well_formed(tmp_path):
    """The template and the filter together make a page whose elements all end, with one heading and one main part."""
    (tmp_path / "index.qmd").write_text(
        FRONT.format(title="A *page*", more="") + "::: lead\nx\n:::\n", encoding="utf-8"
    )
    (tmp_path / "_quarto.yml").write_text((ROOT / "_quarto.yml").read_text(encoding="utf-8"), encoding="utf-8")
    embedded.render(ROOT, tmp_path, tmp_path / "site")
    page = Page(tmp_path / "site" / "report" / "index.html")
    assert [] == page.unbalanced
    assert ["A page"] == [e.text for e in page.all("h1")] and 1 == len(page.all("main"))
    assert next(e.attributes["href"][1:] for e in page.all("a", "skip")) in page.ids


def test_a_caption_begins_with_its_label(html, typst):
    """The label is bold and can be linked to, in a table's caption too."""
    source = ": [Table A1.1.]{.label #tbl-A-x} What.\n\n| a |\n|:-|\n| b |\n"
    assert '<strong><span id="tbl-A-x" class="label">Table A1.1.</span></strong> What.' in html(source)
    assert '#caption-label("Table A1.1.", "tbl-A-x"); What\\.' in typst(source)


def test_a_reference_is_an_address_or_a_label(html, typst):
    """On the web it leads to a page; in a document that holds its rows to the place; else it is words."""
    source = '[Table A1.1]{.ref href="01-data.html#tbl-A-x" to="tbl-A-x"}'
    assert '<a class="ref" href="01-data.html#tbl-A-x">Table A1.1</a>' in html(source)
    assert '#link(label("tbl-A-x"), "Table A1.1");' in typst("---\nrows: here\n---\n\n" + source)
    assert "Table A1\\.1" == typst(source).strip()


def test_an_untested_explanation_says_so(html, typst):
    """The words stand in the text itself, before its first sentence or alone."""
    for found in (html("::: untested\nIt leaks.\n:::"), html("::: untested\n- It leaks.\n:::")):
        assert 1 == found.count("<em>Explanation, not tested here.</em>")
        assert found.index("not tested here") < found.index("It leaks")
    assert "#untested([" in typst("::: untested\nIt leaks.\n:::")


def test_citations_are_filled_in(html, typst):
    """Name and year in the text, linked to the entry, the entry where the page has its place for it."""
    source = "Known [@holm1979].\n\n::: {#refs}\n:::\n"
    found = html(source)
    assert '<span class="citation">(<a href="#ref-holm1979">Holm 1979</a>)</span>' in found
    assert found.index("Known") < found.index('<div id="ref-holm1979"')
    assert "<ref-holm1979>" in typst(source) and "#link(<ref-holm1979>)" in typst(source)
    assert "#cite" not in typst(source)


def test_formulas_need_no_script(pdf, html):
    """On the web a formula is MathML, in the PDF it is set by Typst."""
    assert "𝜃" in pdf_pages(pdf("The threshold $\\theta$."))[0]


def test_a_name_without_a_blank_stays_on_the_page(pdf):
    """A name longer than a line is broken, none of its signs is lost, and no sign is put into its text."""
    name = "W" * 150
    found = pieces(pdf(f"[{name}]{{.data}} and [short-name]{{.data}}"))
    assert len({piece.y for piece in found if "W" in piece.text}) > 1
    assert f"Apage{name}" == "".join("".join(piece.text for piece in found).split()).partition("and")[0]


@pytest.mark.parametrize(
    "body",
    [
        "[" + "Z" * 10_000 + "]{.data}",
        "[" + f"{'Z' * 30} " * 700 + "]{.data}",
        f"{KHMER} a " * 700,
    ],
    ids=["one name of ten thousand signs", "many long names", "Khmer among other words"],
)
def test_no_text_is_too_long_for_typst(pdf, body):
    """Typst gives up after some hundreds of matches of one rule in a paragraph; no text of a study brings it there."""
    shown = re.sub(r"\{[^}]*\}|[\[\]\s]", "", body)
    pages = "".join("".join(piece.text for piece in pieces(pdf(body))).split())
    signs = [sign for sign in "Zka" if sign in shown]
    assert [shown.count(sign) for sign in signs] == [pages.removeprefix("Apage").count(sign) for sign in signs]


def test_long_khmer_is_not_cut_within_a_cluster(typst):
    """Khmer breaks between its words by itself; only what stands beside it may break anywhere."""
    found = typst(f"[{'x' * 30}{KHMER * 9}{'y' * 5}]{{.data}}")
    assert f'#data[#long("{"x" * 30}");#khmer[{KHMER * 9}];yyyyy];' == found.strip()
