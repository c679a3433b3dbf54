"""The site as a whole: numbers lead to their rows, data is shown and never run, and PDFs hold what they must."""

import json
import re
from itertools import pairwise
from urllib.parse import unquote, urlsplit

import pypdf
import pytest
import yaml

from analysis.ledger import Ledger, parts
from analysis.pages.engines.kept import Kept
from analysis.pages.engines.sources import Source, front_matter, page_sources
from analysis.pages.engines.workshop import Workshop
from analysis.pages.markup import plain
from analysis.pages.numbers import digits

from .reading import MARKS, Page, addresses, astray, pages, pdf_fonts, pdf_pages, pdf_text, pieces, solid
from .results import HOSTILE, KHMER, ROOT, TEMPLATES, benchmark, challenge, write_report

BOTH = pytest.mark.parametrize("which", ["calm", "hostile"])
LEGEND = ("recomputed here", "computed from simulated", "shipped with the data")
ELEMENTS = {
    "html", "head", "meta", "title", "link", "script", "body", "a", "p", "nav", "details", "summary", "ol", "ul", "li",
    "main", "header", "h1", "h2", "h3", "div", "span", "strong", "em", "table", "colgroup", "col", "thead", "tbody",
    "tr", "th", "td", "figure", "figcaption", "img", "blockquote", "i", "code",
    # formulas
    "math", "semantics", "annotation", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msub", "msup", "msubsup",
    "munder", "mover", "munderover", "msqrt", "mtable", "mtr", "mtd", "mstyle",
}  # fmt: skip


@pytest.fixture
def report(which, request):
    return request.getfixturevalue(which)


def ledger_of(report) -> Ledger:
    return Ledger.from_csv(report.report / "ledger.csv")


@BOTH
def test_a_number_follows_the_contract(report):
    """A number is a link with two classes, its ledger key and digits only; what it shows is what the ledger says."""
    ledger = ledger_of(report)
    seen = 0
    for page in pages(report.site):
        for number in page.all("a", "num"):
            entry = ledger[number.attributes["data-key"]]
            part = number.attributes.get("data-part", "value")
            expected = digits(getattr(entry, part), 0 if part == "n" else entry.decimals)
            assert f"num {entry.tag}" == number.attributes["class"]
            assert [] == number.children
            assert expected == number.text.removeprefix("+")
            seen += 1
        assert [] == [e.name for e in page.all(of_class="num") if e.name != "a"]
    assert seen > 300


@BOTH
def test_edges_and_counts_are_numbers_of_their_own(report):
    """Both edges of an interval and an n are tagged, and say which part of their row they are."""
    found = {number.attributes.get("data-part") for page in pages(report.site) for number in page.all("a", "num")}
    assert {None, "ci_low", "ci_high", "n"} == found


@BOTH
def test_every_number_leads_to_its_row(report):
    """The link of a number ends at an id that the target page has, and that id's element shows the number's key."""
    site = {page.path.resolve(): page for page in pages(report.site)}
    rows = {path: {e.attributes["id"]: e.text for e in page.all("span", "row")} for path, page in site.items()}
    for path, page in site.items():
        for number in page.all("a", "num"):
            address = urlsplit(number.attributes["href"])
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            assert number.attributes["data-key"] == rows[target][unquote(address.fragment)]


@BOTH
def test_no_id_stands_twice(report):
    """An id names one element of its page."""
    for page in pages(report.site):
        assert sorted(set(page.ids)) == sorted(page.ids)


@BOTH
def test_every_address_of_the_site_exists(report):
    """Links, pictures, style sheet and script of every page are there."""
    for page in [*pages(report.site), Page(report.site / "index.html")]:
        for address in addresses(page):
            split = urlsplit(address)
            assert ("", "") == (split.scheme, split.netloc)
            if split.path:
                assert (page.path.parent / unquote(split.path)).is_file(), f"{page.path.name}: {address}"


@BOTH
def test_pictures_have_words(report):
    """Every figure has alt text in HTML, with a caption and without."""
    found = [e.attributes.get("alt", "") for page in pages(report.site) for e in page.all("img")]
    assert len(found) >= 7 and all(len(words) > 40 for words in found)


@BOTH
def test_pages_hold_no_element_of_data(report):
    """Nothing in data becomes an element, a script, an attribute or a link, and every element ends where it should."""
    for page in pages(report.site):
        assert set() == {element.name for element in page.elements} - ELEMENTS
        assert [] == page.unbalanced
        scripts = page.all("script")
        assert [True] == [not script.text for script in scripts if "src" in script.attributes]
        carried = [script for script in scripts if "src" not in script.attributes]
        assert {"application/json"} >= {script.attributes["type"] for script in carried}
        assert all(json.loads(script.text)["rows"] for script in carried)
        assert [] == [name for e in page.elements for name in e.attributes if name.startswith("on")]


@BOTH
def test_tables_keep_their_columns(report):
    """No sign in data adds a cell to a row or takes one away."""
    for page in pages(report.site):
        for rows in page.tables():
            assert len(rows) > 1 and 1 == len(set(rows)), f"{page.path.name}: {rows}"


def test_hostile_names_are_shown_literally_in_html(hostile):
    """Every name, whatever it holds, is a span of data with exactly its text."""
    shown = {e.text for page in pages(hostile.site) for e in page.all("span", "data")}
    assert [] == [text for text in HOSTILE if plain(text) not in shown]


def test_hostile_names_are_shown_literally_in_the_pdf(hostile):
    """Every name stands in the text of the appendix sign by sign: no list, no dash, no minus sign, no ellipsis.

    Khmer is left out: its signs stand in the order of their shapes.
    """
    shown = pdf_text(hostile.site / "report" / "appendix.pdf")
    assert [] == [text for text in HOSTILE if text != KHMER and solid(plain(text)) not in shown]


def test_titles_are_shown_literally(hostile):
    """A study's title with signs of every language is a heading, a page title and an entry of the chapter list."""
    index = Page(hostile.site / "report" / "index.html")
    title = hostile.studies[0].title
    assert [title] == [e.text for e in index.all("h1")] == [e.text for e in index.all("title")]
    assert title in [e.text for e in index.all("summary")]


def test_sources_hold_nothing_that_runs(hostile):
    """No page source has a shortcode, an executable cell or a raw block, even inside an attribute."""
    for path in hostile.report.rglob("*.qmd"):
        text = path.read_text(encoding="utf-8")
        assert [] == re.findall(r"\{\{<|^\s*```|^\s*~~~|\{=\w+\}", text, flags=re.M)


def test_front_matter_stays_valid(hostile):
    """Front matter and shared metadata are YAML, and every page says that nothing in it is executed."""
    for path in hostile.report.rglob("*.qmd"):
        assert "markdown" == front_matter(path)["engine"]
    shared = yaml.safe_load((hostile.report / "_metadata.yml").read_text(encoding="utf-8"))
    assert 2 == len(shared["chapters"])


@BOTH
def test_a_study_s_title_is_marked_as_data(report):
    """A title may hold digits: it is data in the list of chapters, in the head of each chapter and of the summary."""
    titles = [" ".join(plain(results.title).split()) for results in report.studies]
    for page in pages(report.site):
        assert titles == [" ".join(e.text.split()) for e in page.all("summary")]
        assert ["span", "span"] == [e.children[0] for e in page.all("summary")]
        running = page.all("p", "running")[0]
        assert running.text == "one-page summary" or running.children[0] == "span"


def test_no_address_in_the_shared_metadata_is_a_path(calm):
    """Quarto rewrites there what is the path of a file, such as a page that it has just rendered beside its source."""
    shared = yaml.safe_load((calm.report / "_metadata.yml").read_text(encoding="utf-8"))
    addresses = [page["href"] for chapter in shared["chapters"] for page in chapter["pages"]]
    assert len(addresses) > 10
    for address in addresses:
        assert (calm.site / "report" / address.replace("\\", "")).is_file()
        assert not (calm.site / "report" / address).exists()


def test_a_table_cell_of_a_source_is_one_line(hostile):
    """A row of a table is one line of the source, so that a diff shows it whole."""
    for path in hostile.report.rglob("*.qmd"):
        lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line.startswith("|")]
        assert [] == [line for line in lines if not line.endswith("|")]


@BOTH
def test_the_appendix_ends_with_the_rows_that_it_cites(report, tmp_path):
    """Every key that the appendix shows has its row there, and no other row is there."""
    path = report.report / "appendix.qmd"
    body, rows = path.read_text(encoding="utf-8").split("# Ledger rows cited here\n")
    assert "\n::: {.ledger}\n" in rows and "{.num" not in rows
    shop = Workshop(report.report, TEMPLATES, tmp_path, Kept(None))
    made = shop.typst(Source(path, path.name, ("typst",), "appendix.pdf")).decode()
    cited = set(re.findall(r'\{\.num \.\w+ key="([^"]+)"', body))
    assert sorted(cited) == re.findall(r'^#entry\(\[#row\("[^"]*", "([^"]*)"', made, re.MULTILINE)


@BOTH
def test_numbers_of_the_appendix_link_to_their_rows(report):
    """In the PDF each number of the text is a link whose target exists, and all targets stand in its last part."""
    path = report.site / "report" / "appendix.pdf"
    reader = pypdf.PdfReader(path)
    source = (report.report / "appendix.qmd").read_text(encoding="utf-8")
    first = next(n for n, text in enumerate(pdf_pages(path)) if "Ledger rows cited here" in text)
    numbers = {page.indirect_reference.idnum: n for n, page in enumerate(reader.pages)}
    links, places = 0, set()
    for page in reader.pages:
        for annotation in page.get("/Annots") or ():
            annotation = annotation.get_object()
            if "/URI" in annotation.get("/A", {}):
                continue
            target = annotation["/Dest"] if "/Dest" in annotation else annotation["/A"]["/D"]
            if isinstance(target, str):
                target = reader.named_destinations[target].dest_array
            links += 1
            places.add(numbers[target[0].idnum])
    assert min(places) >= first
    assert links >= source.partition("# Ledger rows cited here")[0].count("{.num ")


@BOTH
@pytest.mark.parametrize("name", ["summary", "appendix"])
def test_a_mark_stands_on_the_line_of_its_number(report, name):
    """In a PDF every mark follows a digit right away, at the same height but for being raised."""
    text = pieces(report.site / "report" / f"{name}.pdf")
    following = [*text[2:], text[-1]]
    marks = [
        (before, mark)
        for (before, mark), after in zip(pairwise(text), following, strict=True)
        if mark.text.strip() in MARKS and not after.text.strip().startswith(LEGEND)
    ]
    for before, mark in marks:
        assert before.text[-1].isdigit(), f"{before} {mark}"
        assert before.page == mark.page and before.x < mark.x and 0 < mark.y - before.y < 6, f"{before} {mark}"
    assert len(marks) > 60


@BOTH
def test_every_number_of_a_pdf_has_a_mark(report):
    """There are as many marks after digits as the source has numbers, those of the footer once a page."""
    source = (report.report / "index.qmd").read_text(encoding="utf-8")
    texts = pdf_pages(report.site / "report" / "summary.pdf")
    body, legend = source.split("::: legend\n")
    expected = body.count("{.num ") + len(texts) * legend.count("{.num ")
    assert expected == len(re.findall(rf"\d[{MARKS}]", "\n".join(texts)))


def test_a_pdf_can_be_searched(calm):
    """No sign is hidden between the digits of a number."""
    text = "".join(pdf_pages(calm.site / "report" / "appendix.pdf"))
    assert [] == re.findall("[\u200b-\u200f\u2060\u00ad\ufeff]", text)
    assert "18,490" in text


def test_khmer_has_its_font(hostile):
    """Noto Sans Khmer is inside both PDFs, whole for the signs used, and served with the site."""
    for name in ("summary", "appendix"):
        fonts = pdf_fonts(hostile.site / "report" / f"{name}.pdf")
        assert [True] == [embedded for font, embedded in fonts.items() if font.startswith("NotoSansKhmer")]
        assert all(fonts.values())
    style = (hostile.site / "assets" / "report.css").read_text(encoding="utf-8")
    assert 'src: url("NotoSansKhmer.ttf")' in style
    assert (hostile.site / "assets" / "NotoSansKhmer.ttf").read_bytes()[:4] == b"\x00\x01\x00\x00"


def test_hostile_ids_name_no_file(hostile):
    """Ids of systems and corpora stay inside pages: files are named after studies, chapters and figures only."""
    folders = {path.parent.name for path in hostile.site.rglob("*") if path.is_file()}
    assert {"_site", "assets", "report", "figures", *(results.study for results in hostile.studies)} == folders


def test_a_simulated_study_says_so_on_every_page(hostile):
    """Each page of a study with simulated inputs begins with the banner; a real study has none."""
    study = hostile.studies[0].study
    for page in pages(hostile.site):
        expected = 0 if page.path.parent.name == "contest" else 1
        assert expected == len(page.all("div", "banner")), page.path
    assert (hostile.site / "report" / study / "01-data.html").is_file()
    assert 2 == len(re.findall("::: banner", (hostile.report / "appendix.qmd").read_text(encoding="utf-8"))) + 1


def test_a_study_without_systems_has_its_pages(tmp_path):
    """An empty study makes pages, not an error."""
    report = write_report(tmp_path, benchmark(0, corpora=(), date=""))
    names = [source.name for source in page_sources(ROOT, report)]
    assert {"index.qmd", "appendix.qmd", "bench/01-data.qmd", "bench/90-ledger.qmd"} <= set(names)


def test_the_summary_is_about_the_lead(tmp_path):
    """The lead study fills the summary, and the others get one linked line each."""
    other = challenge(4)
    text = (write_report(tmp_path, other, benchmark(3), lead=other) / "index.qmd").read_text(encoding="utf-8")
    assert 'title: "[A contest]{.data}"' in text
    assert ["[[A made-up benchmark]{.data}](bench/01-data.html)."] == re.findall(r"\[\[A made.*", text)


def test_sources_do_not_depend_on_the_order_of_studies(tmp_path):
    """The same studies make the same files, in whichever order they come."""
    lead = benchmark(3)
    first = write_report(tmp_path / "a", lead, challenge(4), lead=lead)
    second = write_report(tmp_path / "b", challenge(4), lead, lead=lead)
    for path in first.rglob("*.qmd"):
        assert path.read_bytes() == (second / path.relative_to(first)).read_bytes()


NAMES_WITH_DIGITS = {
    "ρ?F0": "the fundamental frequency",
    "CI excludes 0": "a verdict, in the contract's words",
}
"""Names that hold digits outside data: they are words of the field, not numbers."""


def stripped(source: str) -> str:
    """Return a page source without front matter, numbers, data, reasons, attributes, addresses and declared names."""
    text = source.split("\n---\n", 1)[1]
    text = re.sub(r"\\.", "", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"\$\$?[^$]+\$\$?", "", text)  # formulas
    text = re.sub(r"\[@[^\]]*\]", "", text)  # citations
    inner = r"\[[^\[\]]*\]\{\.(?:num|data|missing|row|label|ref|section-number)\b[^{}]*\}"
    while re.search(inner, text):
        text = re.sub(inner, "", text)
    while re.search(r"\[([^\[\]]*)\]\{\.data[^{}]*\}", text):
        text = re.sub(r"\[([^\[\]]*)\]\{\.data[^{}]*\}", "", text)
    text = re.sub(r"\{[^{}]*\}", "", text)
    for name in NAMES_WITH_DIGITS:
        text = re.sub(rf"(?<!\w){name}(?!\w)", "", text)
    return text


def test_the_scan_sees_a_bare_number():
    """The scan below would find a number that no ledger row stands behind."""
    page = '---\na: 1\n---\n\n[1]{.num .shipped key="a/1"} [B1 \\[2\\]]{.data} F0 [x](y1.html) [no 3]{.missing} '
    page += "[Table A1.2.]{.label #t} [Table A1.2]{.ref to=t} [A1.1]{.section-number} $2x$ [@efron1993] "
    assert [] == re.findall(r"\d", stripped(page))
    assert ["7"] == re.findall(r"\d", stripped(page + "7 systems"))


@pytest.mark.parametrize(
    "path", sorted((ROOT / "report").rglob("*.qmd")), ids=lambda path: path.relative_to(ROOT / "report").as_posix()
)
def test_numbers_reach_committed_pages_through_the_ledger(path):
    """Law two: outside tagged numbers, data and reasons, no committed page source has a numeral."""
    text = stripped(path.read_text(encoding="utf-8"))
    found = [f"{line.strip()[:90]}" for line in text.split("\n") if re.search(r"\d", line)]
    assert [] == found


@pytest.mark.parametrize(
    "path", sorted((ROOT / "report").rglob("*.qmd")), ids=lambda path: path.parent.name + path.name
)
def test_committed_numbers_are_those_of_the_ledger(path):
    """Every number of a committed page shows its ledger row's value under its ledger row's tag."""
    ledger = Ledger.from_csv(ROOT / "report" / "ledger.csv")
    pattern = r'\[([^\[\]]+)\]\{\.num \.(\w+) key="([^"]+)"(?: part="(\w+)")?\}'
    for shown, tag, key, part in re.findall(pattern, path.read_text(encoding="utf-8")):
        entry = ledger[key]
        expected = digits(getattr(entry, part or "value"), 0 if part == "n" else entry.decimals)
        assert (expected, entry.tag) == (shown.removeprefix("+"), tag)
        assert parts(key)[0] == entry.key.split("/")[0]


@BOTH
def test_a_site_is_a_folder_that_works_anywhere(report):
    """Everything that a page names is relative and there, so it opens from disk and from any sub-path."""
    assert [] == astray(report.site)
    css = (report.site / "assets" / "report.css").read_text(encoding="utf-8")
    named = re.findall(r"url\(([^)]*)\)", css)
    assert named and [] == [name for name in named if not (report.site / "assets" / name.strip("\"'")).is_file()]
    assert "@import" not in css


@BOTH
def test_no_shared_text_is_taken_for_a_file(report):
    """Quarto rewrites a text of the shared metadata that names a file, and pages stand beside sources meanwhile."""
    shared = yaml.safe_load((report.report / "_metadata.yml").read_text(encoding="utf-8"))
    for part in shared["chapters"]:
        texts = [part["title"], *(text for page in part["pages"] for text in page.values())]
        folders = (report.report, report.site / "report")
        assert [] == [text for text in texts if any((folder / text).exists() for folder in folders)]
