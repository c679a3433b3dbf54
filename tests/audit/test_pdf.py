"""PDFs against their page sources: real ones, set by Typst from sources with one fault each."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from analysis.audit.findings import Finding
from analysis.audit.names import Names
from analysis.audit.pdf import Comparison
from analysis.audit.source import read_source
from analysis.audit.text_layer import PART, read_pdf, reading_order
from analysis.ledger import Entry, Ledger
from analysis.pages.engines import embedded, workshop
from analysis.pages.engines.sources import Source
from tests.pages.results import TEMPLATES

PAGE = """---
title: "[Study 7]{.data}"
running: "a page"
rows: here
format:
  typst:
    output-file: x.pdf
---

::: contents
:::

# [A1]{.section-number} First

Between [40.9]{.num .recomputed key="s/a" part="ci_low"}–[46.3]{.num .recomputed key="s/a" part="ci_high"} lies
[43.5]{.num .recomputed key="s/a"} % of [B5]{.data}, not [−0.47]{.num .shipped key="s/b"} [@holm1979; @owen2007].

| system | EER |
|:--|--:|
| [T10-1]{.data} | [12.3]{.num .shipped key="s/c"} |

# Second

With $\\frac{1}{n-1}$ and *more*, [1,000]{.num .shipped key="s/d"} draws.

# References

::: {#refs}
:::

# Rows

::: tiny
::: {.ledger}
| key | value | n | unit | how |
|:----|-----:|-----:|:----|:------|
:::
:::

::: legend
Ranges: [95]{.num .shipped key="s/d"} %.
:::
"""
LEDGER = Ledger([
    Entry("s/a", 43.5, "percent", 1, "recomputed", "f.csv", "of 9 draws", ci_low=40.9, ci_high=46.3, n=1200),
    Entry("s/b", -0.47, "points", 2, "shipped", "f.csv", "as published"),
    Entry("s/c", None, "percent", 1, "shipped", "f.csv", "as published", missing="fewer than 3"),
    Entry("s/d", 1000.0, "count", 0, "shipped", "study.toml", "a setting"),
    Entry("s/e", 7.0, "count", 0, "shipped", "study.toml", "cited nowhere"),
])  # fmt: skip
NAMES = Names(bibliography=(TEMPLATES / "assets" / "references.bib").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def faults(tmp_path_factory):
    """Give a function: the PDF of a source in which something is replaced, beside the source as it was."""
    folder = tmp_path_factory.mktemp("pdf")
    (folder / "ledger.csv").write_text(LEDGER.to_csv(), encoding="utf-8", newline="\n")

    def compare(pattern: str = "", by: str = "") -> list[Finding]:
        text, changed = re.subn(pattern, by, PAGE, count=1) if pattern else (PAGE, 1)
        assert 1 == changed
        path = folder / "x.qmd"
        path.write_text(text, encoding="utf-8")
        content = embedded.pdf(Source(path, "x.qmd", ("typst",), "x.pdf"), folder, TEMPLATES)
        (folder / "x.pdf").write_bytes(content)
        path.write_text(PAGE, encoding="utf-8")
        return Comparison(folder / "x.pdf", "x.pdf", read_source(path), NAMES, LEDGER).faults()

    return compare


def test_a_pdf_of_its_source_is_not_accused(faults):
    """Numbers, contents with page numbers, citations, a formula, a bibliography and the foot of the page."""
    assert [] == faults()


@pytest.mark.parametrize(
    ("kind", "found", "pattern", "by"),
    [
        ("source of a PDF", "43.6•", r"\[43\.5\]", "[43.6]"),
        ("source of a PDF", "43.5◦", r"43\.5\]\{\.num \.recomputed", "43.5]{.num .shipped"),
        ("source of a PDF", "0.47◦", "−0", "0"),
        ("source of a PDF", "no number", r"\[43\.5\]\{[^}]*\}", "43.5"),
        ("source of a PDF", "9◦", r"\| \[12\.3\]", '| [9]{.num .shipped key="s/c"} [12.3]'),
        ("source of a PDF", "90◦", r"\[95\]", "[90]"),
        ("bare number", "13.1", r"\*more\*", "*13.1*"),
        ("bare number", "3", "not \\[", "not 3 of ["),
        ("bare number", "11", "T10-1", "T11-1"),
        ("bare number", "1993", "owen2007", "efron1993"),
        ("bare number", "2", "n-1", "n-2"),
        ("bare number", "77", "# References", "# References\n\nUp to 77."),
        ("bare number", "88", "Ranges:", "Ranges 88:"),
    ],
)
def test_each_fault_is_found(faults, kind, found, pattern, by):
    """A digit, a mark, a sign, a number without its mark, one too many, another legend, digits in the text."""
    assert found in " ".join(one.found for one in faults(pattern, by) if one.kind == kind)


LEFTWARDS = ["קול 2", "נוסח B57-8 (גרסה 1.23)", "12 34 קול 5 (6) 7-8 ועוד B9", "نظام ٥٧ الصوت 71 (1.2) B34-9"]
ROWS = """| [{0}]{{.data}} | [12.3]{{.num .shipped key="s/c"}} |

[{0}]{{.data}} minus [{0}]{{.data}}: [−0.47]{{.num .shipped key="s/b"}}, [{0}]{{.data}} ([40.9]{{.num .recomputed
key="s/a" part="ci_low"}}–[46.3]{{.num .recomputed key="s/a" part="ci_high"}}).
"""


@pytest.mark.parametrize("name", LEFTWARDS)
def test_names_from_right_to_left_are_read_as_they_stand(tmp_path, name):
    """Digits of such names, and numbers and marks beside them, are in order; another digit or mark is found."""
    row = '| [T10-1]{.data} | [12.3]{.num .shipped key="s/c"} |\n'
    text = PAGE.replace(row, ROWS.format(name))
    assert text != PAGE
    path, pdf = tmp_path / "x.qmd", tmp_path / "x.pdf"
    (tmp_path / "ledger.csv").write_text(LEDGER.to_csv(), encoding="utf-8", newline="\n")
    path.write_text(text, encoding="utf-8")
    pdf.write_bytes(embedded.pdf(Source(path, "x.qmd", ("typst",), "x.pdf"), tmp_path, TEMPLATES))
    found = lambda: Comparison(pdf, "x.pdf", read_source(path), NAMES, LEDGER).faults()  # noqa: E731
    assert [] == found()
    last = re.findall(r"\d", name)[-1]
    other = name[: name.rindex(last)] + ("8" if last != "8" else "3") + name[name.rindex(last) + 1 :]
    for old, new in ((name, other), ("[12.3]", "[13.2]"), ("−0.47]{.num .shipped", "−0.47]{.num .recomputed")):
        path.write_text(text.replace(old, new), encoding="utf-8")
        assert [] != found()
    path.write_text(text.replace("[40.9]", "[46.3]", 1), encoding="utf-8")
    assert [] != found()


def test_a_turned_line_is_read_along_itself(tmp_path):
    """The digits of a line that runs upwards or downwards beside a name from right to left are in order."""
    lines = "".join(f"#rotate({turn}deg, reflow: true)[B57-8 of 1.23 קול]" for turn in (0, 90, 180, 270))
    path = tmp_path / "x.pdf"
    path.write_bytes(workshop.compile_typst(lines.encode(), tmp_path, tmp_path, "x"))
    [page] = read_pdf(path)
    assert ["5781", "23"] * 4 == re.findall(r"5781|23", re.sub(r"\D", "", page.content))


def test_the_head_of_a_table_that_goes_on_is_no_number(tmp_path):
    """Editions in the head of a long table stand again on its second page; another digit beside them is found."""
    rows = "".join('| a word | [12.3]{.num .shipped key="s/c"} |\n' for _ in range(90))
    table = f"| [2020]{{.data}} | [2022]{{.data}} |\n|:--|--:|\n{rows}"
    text = PAGE.replace("| system | EER |\n|:--|--:|\n", table)
    assert text != PAGE
    path, pdf = tmp_path / "x.qmd", tmp_path / "x.pdf"
    (tmp_path / "ledger.csv").write_text(LEDGER.to_csv(), encoding="utf-8", newline="\n")
    path.write_text(text, encoding="utf-8")
    pdf.write_bytes(embedded.pdf(Source(path, "x.qmd", ("typst",), "x.pdf"), tmp_path, TEMPLATES))
    assert len(read_pdf(pdf)) > 1
    assert [] == [
        one for one in Comparison(pdf, "x.pdf", read_source(path), NAMES, LEDGER).faults() if "page" in one.where
    ]
    path.write_text(text.replace("[2022]", "[2024]"), encoding="utf-8")
    assert ["2020", "2022"] == [
        one.found for one in Comparison(pdf, "x.pdf", read_source(path), NAMES, LEDGER).faults()
        if one.where == "around the text of page 2"
    ]  # fmt: skip


def test_the_rows_of_the_ledger_are_those_of_the_ledger(faults, tmp_path):
    """Values, edges, n and the digits of words and reasons are held against the ledger, and each row must be there."""
    path = tmp_path / "x.qmd"
    path.write_text(PAGE, encoding="utf-8")
    (tmp_path / "ledger.csv").write_text(LEDGER.to_csv(), encoding="utf-8", newline="\n")
    pdf = tmp_path / "x.pdf"
    pdf.write_bytes(embedded.pdf(Source(path, "x.qmd", ("typst",), "x.pdf"), tmp_path, TEMPLATES))
    entries = {entry.key: entry for entry in LEDGER}
    for key, change, kind in [
        ("s/a", {"value": 43.6}, "source of a PDF"), ("s/a", {"ci_high": 46.4}, "source of a PDF"),
        ("s/a", {"n": 1201}, "source of a PDF"), ("s/b", {"tag": "recomputed"}, "source of a PDF"),
        ("s/a", {"method": "of 8 draws"}, "bare number"), ("s/c", {"missing": "fewer than 4"}, "bare number"),
    ]:  # fmt: skip
        other = Ledger({**entries, key: replace(entries[key], **change)}.values())
        assert {kind} == {one.kind for one in Comparison(pdf, "x.pdf", read_source(path), NAMES, other).faults()}
    without = Ledger(entry for entry in LEDGER if entry.key != "s/b")
    assert [] != Comparison(pdf, "x.pdf", read_source(path), NAMES, without).faults()
    assert [] == faults()


def test_an_order_is_held(faults):
    """Two numbers that change places are found, though each is there."""
    assert [] != faults(r"(\[12\.3\]\{[^}]*\})([^§]*?)(\[1,000\]\{[^}]*\})", r"\3\2\1")


def test_columns_are_read_to_their_ends(tmp_path):
    """Where a page ends, the first of two columns goes on before the second begins."""
    cells = [" \\ ".join(f"{name}{place}" for place in range(6)) for name in "ab"]
    source = f"#set page(width: 100pt, height: 60pt, margin: 8pt)\n#grid(columns: 2, [{cells[0]}], [{cells[1]}])"
    path = tmp_path / "x.pdf"
    path.write_bytes(workshop.compile_typst(source.encode(), tmp_path, tmp_path, "x"))
    pages = read_pdf(path)
    assert len(pages) > 1
    drawn = "".join(page.content for page in pages).replace(PART, "").replace(" ", "")
    assert "a0a1a2a3a4a5b0b1b2b3b4b5" != drawn
    assert "a0a1a2a3a4a5b0b1b2b3b4b5" == reading_order(path, pages).replace(PART, "").replace(" ", "")


def test_a_file_that_is_no_pdf_is_told(tmp_path):
    """Damage is an error in words, and so is a file that is not there."""
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.7\n")
    with pytest.raises(ValueError, match="PDF"):
        read_pdf(tmp_path / "x.pdf")
    with pytest.raises(OSError, match="gone"):
        read_pdf(tmp_path / "gone.pdf")
