"""The reader of page sources: what a PDF must show."""

import pytest

from analysis.audit.names import Place
from analysis.audit.source import makes_html, pdf_name, read_source
from analysis.errors import InputError

HEAD = '---\ntitle: "[Study 7]{.data}"\nrunning: "full\\\\_x"\nformat:\n  typst:\n    output-file: a.pdf\n---\n'


def source(tmp_path, body: str, head: str = HEAD):
    path = tmp_path / "x.qmd"
    path.write_text(head + body, encoding="utf-8")
    return read_source(path)


def test_numbers_are_read_with_key_part_and_line(tmp_path):
    """Also inside other spans, where digits are the span's own."""
    found = source(
        tmp_path,
        '\nIt is [43.5]{.num .recomputed key="s/a"}\n([[1]{.num .shipped key="s/b%2F" part="n"}]{.interval}).\n',
    )
    numbers = [(piece.number.shown, piece.number.tags, piece.number.key, piece.number.part, piece.line)
               for piece in found.body if piece.number]  # fmt: skip
    assert [("43.5", ("recomputed",), "s/a", "value", 9), ("1", ("shipped",), "s/b%2F", "n", 10)] == numbers


def test_escaped_signs_are_text(tmp_path):
    """What a data file holds opens no bracket, formula or citation."""
    found = source(tmp_path, "[\\[9\\]\\{.num\\} \\$5\\$ \\@x \\\\]{.data}")
    assert {"text"} == {piece.kind for piece in found.body}
    assert "[9]{.num} $5$ @x \\" == "".join(piece.text for piece in found.body if piece.is_data)


@pytest.mark.parametrize(
    ("expected", "kind", "place", "body"),
    [
        ("Table A1.2.", "text", Place.LABEL, "[Table A1.2.]{.label #tbl-x}"),
        ("A1", "text", Place.SECTION, "[A1]{.section-number}"),
        ("Chapter A4", "text", Place.LABEL, '[Chapter A4]{.ref href="a-1.html" to="ch-A4"}'),
        ("n-1", "formula", Place.FORMULA, "$n-1$"),
        ("\n50\n", "formula", Place.FORMULA, "$$\n50\n$$"),
        ("holm1979 owen2007", "citation", Place.TEXT, "[@holm1979; @owen2007]"),
        ("see 7", "text", Place.TEXT, "[see 7](x1.html)"),
        ("a 7", "text", Place.TEXT, '![a 7](x/9.svg){alt="8 \\"9\\" \\} 10"}'),
    ],
)
def test_each_piece_has_its_kind_and_place(tmp_path, expected, kind, place, body):
    """Labels, references, formulas, citations, links and pictures, without their attributes."""
    (piece,) = source(tmp_path, body).body
    assert (expected, kind, place) == (piece.text, piece.kind, piece.place)


def test_an_alternative_text_is_heard(tmp_path):
    """The words of a picture stand apart from what is set, with their line and without escapes."""
    found = source(tmp_path, '\n![a](x.svg){alt="8 \\"9\\" %" width="7"}\n\n[b]{.data alt="7"}\n')
    assert [('8 "9" %', 9, Place.ATTRIBUTE)] == [(piece.text, piece.line, piece.place) for piece in found.spoken]
    assert "8" not in "".join(piece.text for piece in found.body)


def test_legend_and_head_stand_apart(tmp_path):
    """The legend is set at the foot of each page, the head above the first; headings make the contents."""
    found = source(tmp_path, "\n::: contents\n:::\n\n# [A]{.section-number} X\n\n::: legend\n95\n:::\n\n## Y {#y9}\n\n"
                   "### Z\n\n::: {#refs}\n:::\n")  # fmt: skip
    assert "Study 7\nfull_x\n" == "".join(piece.text for piece in found.head)
    assert "95\n" == "".join(piece.text for piece in found.legend)
    assert ("A X", "Y ") == found.headings
    assert ["contents", "references"] == [piece.kind for piece in found.body if piece.kind != "text"]
    assert "95" not in "".join(piece.text for piece in found.body)


def test_formats_are_read(tmp_path):
    """Which pages and PDFs a source becomes stands in its front matter."""
    path = tmp_path / "x.qmd"
    for pdf, html, text in (
        ("a.pdf", False, HEAD), ("x.pdf", True, "---\nformat:\n  html: default\n  typst: default\n---\n"),
        ("", True, "---\ntitle: x\n---\n"), ("", True, "---\nformat:\n  html: default\n---\n"),
    ):  # fmt: skip
        path.write_text(text, encoding="utf-8")
        assert (pdf, html) == (pdf_name(path), makes_html(path))


@pytest.mark.parametrize("text", [b"", b"x", b"---\n- a\n---\n", b"---\na: [\n---\n", b"\xff"])
def test_what_no_build_wrote_is_refused(tmp_path, text):
    """The message names the file and what to run."""
    path = tmp_path / "x.qmd"
    path.write_bytes(text)
    with pytest.raises(InputError, match="vpreport build"):
        read_source(path)
