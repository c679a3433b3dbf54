"""Tables past Pandoc: the bytes are those that Pandoc makes of the whole page, whatever stands in the cells."""

import random
import re
from pathlib import Path

import pytest

from analysis.ledger import Entry, Ledger
from analysis.pages.citations import entries
from analysis.pages.engines import pandoc
from analysis.pages.engines.facts import Facts, family
from analysis.pages.engines.kept import Kept
from analysis.pages.engines.rows import HtmlRows, TypstRows
from analysis.pages.engines.shortcut import STAND_IN, Shortened, Unlike, shorten
from analysis.pages.engines.sources import Source
from analysis.pages.engines.workshop import Workshop
from analysis.pages.markup import escape
from analysis.pages.names import names_csv

from ..results import HOSTILE, KHMER, TEMPLATES, benchmark

KEYS = (
    "s/eer/a/lazy/all", "s/shipped/eer/a/lazy/all", "s/median_f0/a/demo", "s/shipped/median_f0/a",
    "other%20s/cer/b%2Fc", "s/paired/a/b", "s/p/1.5%25",
)  # fmt: skip
# fmt: off
PLAIN = (
    "", "all", "two words", "a-b", "mcadams-0.8", "kNN-VC", "T8-1", "B3.", "1.", "(a)", "-1", "--", "...", "a..b",
    "e.g. x", "et al. 2024", "et al. [2024]{.data}", "p. 3", "No. 5", "100 %", "x=1", "5 × 3", "−0.3", "a:b", ":x:",
    "it's", '"q"', "\u2018q\u2019", "a\u00a0b", "a_b", "*a*", "**a b**", "***", "**a** b", "~a~", "H^2^O", "$x$",
    "<b>", "a&amp;b", "@key", "[@efron1993]", "`code`", "`a|b`", "\\|", "\\\\", "\\a", "a\\ b", "http://a.org",
    "[x](y)", "[x]", "![x](y)", "{=html}", "[^1]", "a  b", "word" * 9, KHMER, KHMER + "-" + "x" * 30,
    "[a]{.data} \\*", "[[T8-1]{.data}[\\*]{.quiet}]{.starred}", "[T8-1]{.data}[\\*]{.quiet}",
    "[[two words]{.data}[\\*]{.quiet}]{.starred}", "[[two-T8 words]{.data}[\\*]{.quiet}]{.starred}",
    "[x]{}", "[x]{#id .data}", "[x]{.data key=\"k\"}", "[]{.data}",
    "[ x]{.data}", "[x ]{.quiet}", "[x]{.data .quiet}", "[x]{.whole}", "[x]{.leader}", "[[x]{.data}]{.leader}",
    "[•]{.sign .simulated}",
    "[why not]{.missing}", "[ab]{.below}", "[said `so`]{.data}", '[x]{.num .shipped key="a&amp;b"}', "#", "-", "+",
    "|",
)
# fmt: on


def specimens(seed: int, count: int) -> list[str]:
    """Return cells: every plain one, what data files hold, and spans of one another at random."""
    chance = random.Random(seed)
    texts = [*PLAIN, *(str(escape(text)) for text in HOSTILE if "\n" not in text)]

    def made(depth: int) -> str:
        kind = chance.choice(("text", "text", "num", "num", "span", "two") if depth else ("text", "num"))
        key = chance.choice(KEYS)
        if kind == "text":
            return chance.choice(texts)
        if kind == "num":
            digits = chance.choice(("12.3", "−0.5", "+1,234", "10 090", "a-1"))
            part = chance.choice(("", "", ' part="ci_low"', ' part="n"'))
            of = chance.choice(("", " .simulated"))
            return f'[{digits}]{{.num .{chance.choice(("recomputed", "shipped"))} key="{key}"{part}{of}}}'
        if kind == "two":
            return made(depth - 1) + chance.choice(("", " ", "–", " · ")) + made(depth - 1)
        classes = (
            ".data",
            ".data .prose",
            ".interval",
            ".below",
            ".beside",
            ".quiet",
            ".missing",
            ".leader",
            ".prose",
            ".fact",
        )
        return f"[{made(depth - 1)}]{{{chance.choice(classes)}}}"

    return [*texts, *(made(3) for _ in range(count))]


def page(cells: list[str], rows_here: bool) -> str:
    """Return a page with a table a cell, and one that holds many of them."""
    more = "rows: here\n" if rows_here else ""
    front = f'---\ntitle: "x"\nroot: "."\n{more}format:\n  html: default\n  typst: default\n---\n'
    small = [f"| a | b |\n|:--|--:|\n| {cell} | {cell} |\n| x | |\n" for cell in cells]
    wide = "::: tiny\n| a | b | c |\n|---|:-:|---:|\n" + "".join(
        f"| {' | '.join(cells[n : n + 3])} |\n" for n in range(0, len(cells) - 2, 3)
    )
    return front + "\n" + "\n".join(small) + "\n" + wide + ":::\n"


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """Give a report folder with a ledger and names."""
    folder = tmp_path_factory.mktemp("report")
    entries = [
        Entry(key, 12.34, unit, 1, "shipped" if "shipped" in key else "recomputed", "f", "m", inputs=inputs, n=7)
        for key in KEYS
        for unit, inputs in [("percent", "simulated") if "eer" in key else ("Hz", "real")]
    ]
    (folder / "ledger.csv").write_text(Ledger(entries).to_csv(), encoding="utf-8", newline="\n")
    (folder / "names.csv").write_text(names_csv([benchmark(3, names=HOSTILE[:3])]), encoding="utf-8", newline="\n")
    return folder


def both_ways(report: Path, text: str, scratch: Path) -> dict[str, tuple[str, str]]:
    """Return kind → what comes out with the shortcut, and what Pandoc makes of the whole page."""
    path = report / "page.qmd"
    path.write_text(text, encoding="utf-8", newline="\n")
    source = Source(path, path.name, ("html", "typst"))
    made: dict[str, list[str]] = {"html": [], "typst": []}
    for whole in (False, True):
        shop = Workshop(report, TEMPLATES, scratch / f"{whole}", Kept(None), whole=whole)
        made["html"].append(shop.html(source).decode())
        made["typst"].append(shop.typst(source).decode())
    return {kind: tuple(found) for kind, found in made.items()}


@pytest.mark.parametrize("rows_here", [False, True])
def test_the_bytes_are_those_of_pandoc(report, tmp_path, rows_here):
    """Cells of every kind, hostile ones too, come out as Pandoc and its filters write them."""
    text = page(specimens(7, 150), rows_here)
    for shortcut, whole in both_ways(report, text, tmp_path).values():
        assert whole.split("\n") == shortcut.split("\n")


def test_most_rows_do_not_pass_pandoc(report, tmp_path):
    """Rows of numbers, names and data are made here; what is cited goes along with the row that stands for them."""
    first, second = (f'[{n}.0]{{.num .recomputed key="{KEYS[n]}"}}' for n in (0, 5))
    row = f"| [A-1]{{.data}} | {first} [{second}]{{.interval}} |"
    text = f"| a | b |\n|:--|--:|\n{row}\n{row}\n"
    short = shorten(text, HtmlRows({}, ".", False))
    assert f"| a | b |\n|:--|--:|\n| {STAND_IN} | |\n" == short.text
    assert (KEYS[0], KEYS[5]) == short.cited
    assert 2 == short.rows[0].count("<tr>")
    assert (KEYS[0], KEYS[5]) == shorten(text, TypstRows(True)).cited


def test_a_page_is_given_what_it_cites_and_looks_as_with_all_of_the_bibliography(report, tmp_path):
    """Years that are told apart by letters, and names with particles, stay as they are."""
    text = '---\ntitle: "x"\n---\n\nAs [@efron1993; @tomashenko2022] and by @pereira2022.\n\n::: {#refs}\n:::\n'
    bibliography = (TEMPLATES / "assets" / "references.bib").read_text(encoding="utf-8")
    in_order = ["pereira2022", "efron1993", "tomashenko2022"]
    assert in_order == re.findall(r"@\w+\{(\w+),", entries(bibliography, text))
    made = both_ways(report, text, tmp_path)
    for kind, words in (("html", pandoc.HTML), ("typst", pandoc.TYPST)):
        with_all = pandoc.run(pandoc.arguments(TEMPLATES, *words), text.encode(), report, "page").decode()
        assert "de Freitas Pereira" in with_all
        places = [with_all.index(f"{name}, ") for name in ("de Freitas Pereira", "Efron", "Tomashenko")]
        assert sorted(places) == places
        assert with_all == made[kind][0]


def test_a_column_counts_as_wide_as_its_longest_cell():
    """The row that stands for the others has as many signs in each column as the widest cell of the column."""
    text = '| a | b | c |\n|---|---|---|\n| one | [x]{.data} two | |\n| longer | [9.0]{.num .shipped key="a/b"} | |\n'
    assert f"| {STAND_IN * 6} | {STAND_IN * 5} |  |" == shorten(text, TypstRows(False)).text.split("\n")[2]


@pytest.mark.parametrize(
    "text",
    [
        "| a |\n|---|\n| *b* |\n",
        "```\n| a |\n|---|\n| b |\n```\n",
        "words\n| a |\n|---|\n| b |\n",
        "| a |\n|---|\n| b | c |\n",
        "| a |\n| b |\n",
        f"| a |\n|---|\n| {STAND_IN} |\n",
    ],
)
def test_what_is_not_known_is_left_alone(text):
    """Other marks, code, a table inside a paragraph and ragged rows go to Pandoc as they are."""
    for writer in (HtmlRows({}, ".", False), TypstRows(False)):
        assert (text, ()) == (shorten(text, writer).text, shorten(text, writer).rows)


def test_an_answer_without_the_row_is_refused():
    """Where Pandoc's answer does not hold what stands for the rows, nothing is put in by guess."""
    with pytest.raises(Unlike):
        Shortened("", ("<tr>\n",), "html").fill("<table>\n</table>\n")


def test_a_page_whose_answer_is_unlike_goes_through_whole(report, tmp_path, monkeypatch):
    """Such a page is still right."""
    text = page(['[1]{.num .shipped key="s/p/a"}'], rows_here=False)
    wanted = both_ways(report, text, tmp_path / "before")["html"][1]
    monkeypatch.setattr(Shortened, "fill", lambda *_: (_ for _ in ()).throw(Unlike))
    assert (wanted, wanted) == both_ways(report, text, tmp_path / "after")["html"]


def test_a_page_is_given_its_rows_and_their_twins():
    """Rows that a page neither names nor compares are not there; the ledger's order stays."""
    entries = [Entry(key, 1.0, "Hz", 1, "recomputed", "f", "m") for key in (*KEYS, "s/eer/other/lazy/all")]
    facts = Facts(Ledger(entries).to_csv())
    shown = facts.part(
        '[1]{.num .shipped key="s/shipped/median_f0/a"} and [2]{.num .recomputed key="s/eer/a/lazy/all"}'
    )
    given = [line.split(",")[0] for line in shown.splitlines()]
    assert [
        "key",
        "s/eer/a/lazy/all",
        "s/median_f0/a/demo",
        "s/shipped/eer/a/lazy/all",
        "s/shipped/median_f0/a",
    ] == given


def test_a_page_with_a_place_for_the_rows_of_a_study_is_given_all_of_them():
    """Studies whose names begin alike are told apart; another attribute of the same name is none."""
    names = ("s/a", "s/b/c", "st/a", "other%20s/a")
    facts = Facts(Ledger(Entry(key, 1.0, "Hz", 1, "recomputed", "f", "m") for key in names).to_csv())
    given = {
        study: [line.split(",")[0] for line in facts.part(f':::: {{.ledger study="{study}"}}\n').splitlines()[1:]]
        for study in ("s", "st", "other%20s", "t")
    }
    assert {"s": ["s/a", "s/b/c"], "st": ["st/a"], "other%20s": ["other%20s/a"], "t": []} == given
    assert [] == facts.part('::: {.other study="s"}\n').splitlines()[1:]


@pytest.mark.parametrize(
    ("key", "twin"),
    [
        ("s/eer/a/lazy/all", "s/shipped/eer/a/lazy/all"),
        ("s/pitch/a/demo", "s/shipped/pitch_demo/a"),
        ("s/median_f0/a/demo", "s/shipped/median_f0/a"),
        ("s/duration_ratio/a/demo", "s/shipped/duration_ratio/a"),
    ],
)
def test_twins_are_one_family(key, twin):
    """Whatever ledger.lua may take for the row of the other tag goes with a row."""
    assert family(key) == family(twin)
