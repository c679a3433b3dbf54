"""The rows of a ledger on the page that has a place for them, made of `ledger.csv` when the page is rendered."""

import html as escapes
import re

import pypdf
import pytest

from analysis.ledger import Entry, Ledger
from analysis.pages.engines import assets, pandoc, workshop
from analysis.pages.engines.kept import Kept
from analysis.pages.engines.sources import Source
from analysis.pages.engines.workshop import Workshop
from analysis.pages.markup import escape
from analysis.pages.names import names_csv
from analysis.pages.numbers import digits

from ..reading import pieces
from ..results import HOSTILE, KHMER, TEMPLATES, benchmark

EER = Entry(
    "s/eer/a/lazy/same_gender", 43.456, "percent", 1, "recomputed", "meta/x.csv, column", "EER; seed 0",
    ci_low=-1.0, ci_high=50.04, inputs="simulated", n=18490,
)  # fmt: skip
DELTA = Entry("s/paired/a/b", 3.25, "points", 1, "recomputed", "t.csv", "A minus B", ci_low=0.5, ci_high=6.0)
BOARD = Entry("s/shipped/eer/a", 43.46, "percent", 2, "shipped", "b.csv, eer", "as published", ci_low=0.0, ci_high=50.0)
ABSENT = Entry("s/cer/a/all", None, "percent", 1, "recomputed", "meta/x.csv, column", "CER", missing="no transcripts")
OTHER = Entry("other/cer/a", 1.0, "percent", 1, "shipped", "f.csv", "as published")
PLACE = "::: tiny\n::: {{.ledger{of}}}\n| key | value | n | unit | how |\n|:--|--:|--:|:--|:--|\n:::\n:::\n"
EVERY, CITED = PLACE.format(of=' study="s"'), PLACE.format(of="")


@pytest.fixture
def made(tmp_path):
    """Give a function from ledger rows and the body of a page to what it becomes; `whole` is without the shortcut."""

    def make(kind, entries, body, *studies, whole=False):
        (tmp_path / "ledger.csv").write_text(Ledger(entries).to_csv(), encoding="utf-8", newline="\n")
        (tmp_path / "names.csv").write_text(names_csv(studies), encoding="utf-8", newline="\n")
        path = tmp_path / "page.qmd"
        path.write_text(f'---\ntitle: "x"\nroot: "."\nrows: here\n---\n\n{body}\n', encoding="utf-8", newline="\n")
        shop = Workshop(tmp_path, TEMPLATES, tmp_path / f"{kind}{whole}", Kept(None), whole=whole)
        return getattr(shop, kind)(Source(path, path.name, ("html", "typst"))).decode()

    return make


def rows_of(page: str) -> list[list[str]]:
    """Return the text of each cell of each row of an HTML page's last table."""
    body = page.rpartition("<tbody>")[2].partition("</tbody>")[0]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, flags=re.S) for row in re.findall(r"<tr>(.*?)</tr>", body, re.S)]
    return [[escapes.unescape(re.sub("<[^>]*>", "", cell)) for cell in row] for row in cells]


def test_a_row_in_html(made):
    """Key and words, value with its interval, n, unit, and how it was made; in a frame that scrolls."""
    page = made("html", [EER], EVERY)
    key, words = EER.key, "EER · a · lazy-informed attacker · same gender · recomputed, simulated inputs"
    anchor = key.replace("/", ":")

    def number(shown, said, part=""):
        of = f' data-part="{part}"' if part else ""
        return (
            f'<a class="num recomputed" href="#row:{anchor}" data-key="{key}"{of} data-inputs="simulated" '
            f'aria-label="{said}, recomputed">{shown}</a>'
        )

    low, high = (
        number("−1.0", "−1.0 percent, lower edge", "ci_low"),
        number("50.0", "50.0 percent, upper edge", "ci_high"),
    )
    expected = (
        f'<tr>\n<td style="text-align: left;"><span id="row:{anchor}" class="row data">{key}</span>'
        f'<span class="below data what">{words}</span></td>\n'
        f'<td style="text-align: right;">{number("43.5", "43.5 percent")} <span class="interval">{low} to {high}</span>'
        f'</td>\n<td style="text-align: right;">{number("18,490", "18,490, counted", "n")}</td>\n'
        '<td style="text-align: left;">percent</td>\n'
        '<td style="text-align: left;"><span class="data prose">EER; seed 0; meta/x.csv, column</span></td>\n</tr>\n'
    )
    assert expected in page
    frame = '<div class="table-frame" tabindex="0" role="region" aria-label="Table">\n<table class="ledger">\n<thead>'
    assert f'<div class="tiny">\n<figure class="tabled">\n{frame}' in page and 1 == page.count("<table")
    assert "ledger-rows" not in page  # the page's script reads the rows themselves


def test_a_row_in_typst(made):
    """An entry with the same content; its numbers lead nowhere, since they stand in their own rows."""
    page = made("typst", [EER, ABSENT], EVERY)
    number = '#num("recomputed", "{}", simulated: true);'
    interval = f"#interval[{number.format('−1.0')} to {number.format('50.0')}];"
    assert (
        f'#entry([#row("row:s:eer:a:lazy:same_gender", "{EER.key}");], [{number.format("43.5")} {interval}], '
        f"[{number.format('18,490')}], [percent], [#data[EER\\; seed 0\\; meta\\/x\\.csv, column];]);\n"
    ) in page
    assert '"s/cer/a/all");], [#missing[no transcripts];], [], [percent], [#data[CER' in page
    assert "table(" not in page.partition("#tiny(")[2]


def test_values_are_printed_as_on_every_page(made):
    """Differences have signs; a dash stands between edges that are not below zero, words between others."""
    values = {row[0].partition(" ")[0]: row[1] for row in rows_of(made("html", [EER, DELTA, BOARD, ABSENT], EVERY))}
    found = [
        next(value for key, value in values.items() if key.startswith(one.key)) for one in (EER, DELTA, BOARD, ABSENT)
    ]
    assert ["43.5 −1.0 to 50.0", "+3.3 +0.5 to +6.0", "43.46 0.00–50.00", "no transcripts"] == found


@pytest.mark.parametrize(("value", "decimals", "unit"), [(2.675, 2, "points"), (-0.04, 1, "Hz"), (1e7, 0, "count")])
def test_digits_are_those_of_python(made, value, decimals, unit):
    """Rounded alike, thousands apart, a true minus, a plus on a difference."""
    page = made("html", [Entry("s/x", value, unit, decimals, "recomputed", "f", "m")], EVERY)
    assert digits(value, decimals, signed=unit == "points") == rows_of(page)[0][1]


def test_all_rows_of_a_study_or_those_that_the_page_cites(made):
    """In the order of the ledger; numbers in tables count, which do not pass Pandoc."""
    entries = [EER, DELTA, BOARD, ABSENT, OTHER]
    keys = sorted(entry.key for entry in entries[:4])
    assert keys == re.findall(r'class="row data">([^<]*)<', made("html", entries, EVERY))
    body = (
        f'[3.3]{{.num .recomputed key="{DELTA.key}"}}\n\n| a |\n|--:|\n| [1.0]{{.num .shipped key="{OTHER.key}"}} |\n\n'
    )
    for whole in (False, True):
        page = made("html", entries, body + CITED, whole=whole)
        assert [OTHER.key, DELTA.key] == re.findall(r'class="row data">([^<]*)<', page)
        page = made("typst", entries, body + CITED, whole=whole)
        assert [OTHER.key, DELTA.key] == re.findall(r'^#entry\(\[#row\("[^"]*", "([^"]*)"', page, re.MULTILINE)


def test_a_cited_key_that_the_ledger_does_not_have_says_so(made):
    """A page that somebody wrote by hand can name one; the link to it leads to a row that tells it."""
    page = made("html", [EER], '[7]{.num .shipped key="s/none"}\n\n' + CITED)
    assert '<span id="row:s:none"' in page and "not in ledger.csv" == rows_of(page)[0][1]
    assert '"s/none");], [#missing[not in ledger\\.csv];]' in made(
        "typst", [EER], '[7]{.num .shipped key="s/none"}\n\n' + CITED
    )


@pytest.mark.parametrize(
    "text", [*HOSTILE, "</td></tr><script>alert(9)</script>", "{{< meta x >}}", KHMER, "S3-1 T8-1b"]
)
def test_hostile_text_stays_text(made, text):
    """Whatever method, source and reason hold is shown sign by sign, and nothing in it is run."""
    shown = " ".join(text.split())
    entries = [
        Entry("s/x", 1.0, "count", 0, "recomputed", text, text),
        Entry("s/y", None, "count", 0, "recomputed", "f", "m", missing=text),
    ]
    page = made("html", entries, EVERY, benchmark(2, study="s", names=(text,)))
    first, second = rows_of(page)
    said = " ".join(first[4].split()).replace(" ;", ";")
    assert (f"{shown}; {shown}", shown) == (said, " ".join(second[1].split()))
    assert "<script>alert" not in page
    typst = made("typst", entries, EVERY)
    assert 2 == typst.count("#entry(") and "{{<" not in typst


def test_every_row_of_hostile_text_is_set(made, tmp_path):
    """Typst sets them all; no sign of a key or a source is lost."""
    entries = [Entry(f"s/{n}", 1.0, "count", 0, "recomputed", text, "m") for n, text in enumerate(HOSTILE)]
    entries.append(Entry(f"s/{'%E1%9E%80' * 400}", 1.0, "count", 0, "recomputed", "Z" * 10_000, "m"))
    folder = tmp_path / "pdf"
    folder.mkdir()
    source = made("typst", entries, EVERY).encode()
    (tmp_path / "x.pdf").write_bytes(workshop.compile_typst(source, folder, assets.put_font(tmp_path / "f"), "x"))
    signs = "".join(piece.text for piece in pieces(tmp_path / "x.pdf"))
    others = "".join(HOSTILE)
    assert (10_000, 1200) == tuple(signs.count(sign) - others.count(sign) for sign in "Z%")


def test_a_number_of_the_text_leads_to_its_row_and_one_of_a_row_nowhere(tmp_path):
    """In the appendix a number is a link to the row with its key; in that row it would lead to where it stands."""
    body = f'[43.5]{{.num .recomputed key="{EER.key}"}} in the text.\n\n::: newpage\n:::\n\n{CITED}'
    (tmp_path / "ledger.csv").write_text(Ledger([EER]).to_csv(), encoding="utf-8", newline="\n")
    page = f'---\ntitle: "x"\nroot: "."\nrows: here\nformat:\n  typst: default\n---\n\n{body}'
    source = pandoc.typst_source(page, tmp_path, TEMPLATES)
    (tmp_path / "x.pdf").write_bytes(workshop.compile_typst(source, tmp_path, assets.put_font(tmp_path / "f"), "x"))
    pages = pypdf.PdfReader(tmp_path / "x.pdf").pages
    assert [["/Link"], []] == [[note["/Subtype"] for note in page.get("/Annots", [])] for page in pages]


def test_a_name_is_whole_and_a_long_word_breaks(made):
    """As in the text of a page: no line ends inside a short name, and anywhere in a long one."""
    entry = Entry("s/x", 1.0, "count", 0, "recomputed", "x" * 30, f"of T8-1 and {escape('a-b')}")
    assert '<span class="data prose">of <span class="whole">T8-1</span> and a-b; ' in made("html", [entry], EVERY)
    assert f'[#data[of #box[T8\\-1]; and a\\-b\\; #long("{"x" * 30}");];]' in made("typst", [entry], EVERY)


def test_a_page_of_an_empty_ledger_has_an_empty_table(made):
    """A study without numbers has a head without rows."""
    assert [] == rows_of(made("html", [], EVERY)) and "<th " in made("html", [], EVERY)
    assert "#entry(" not in made("typst", [], EVERY)
