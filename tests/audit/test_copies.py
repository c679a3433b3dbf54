"""The files of a site beside its pages: the ledger as JSON, tables and pictures."""

import json

import pytest

from analysis.pages.publication.rows import ledger_json

from .handmade import EER, GONE, LEDGER, NUM, findings, told


def rows(**changed: object) -> list[dict]:
    found = json.loads(ledger_json(LEDGER))
    next(row for row in found if row["key"] == EER.key).update(changed)
    return found


def audited(tmp_path, data: object) -> list[tuple[str, str]]:
    return told(findings(tmp_path, NUM, {"ledger.json": json.dumps(data)}))


def test_the_rows_as_json_are_passed(tmp_path):
    """Numbers as numbers, what is missing as null."""
    assert [] == audited(tmp_path, rows())


@pytest.mark.parametrize(
    ("kind", "found", "changed"),
    [
        ("digits", "value 99", {"value": 99}), ("digits", "value None", {"value": None}),
        ("digits", "value 43.5", {"value": "43.5"}), ("digits", "ci_low 47.0", {"ci_low": 47.0}),
        ("digits", "n None", {"n": None}), ("digits", "decimals True", {"decimals": True}),
        ("tag", "tag shipped", {"tag": "shipped"}), ("tag", "inputs real", {"inputs": "real"}),
        ("copy", "unit points", {"unit": "points"}), ("copy", "missing gone", {"missing": "gone"}),
        ("copy", "more 1", {"more": 1}),
    ],
)  # fmt: skip
def test_each_changed_field_is_found(tmp_path, kind, found, changed):
    """Every column of the ledger, and one that it lacks."""
    assert [(kind, found)] == audited(tmp_path, rows(**changed))


def test_rows_that_are_gone_double_or_unknown_are_found(tmp_path):
    """Each row of the ledger once, and no other."""
    first, *rest = rows()
    data = [*rest, rest[0], first | {"key": "s/x"}]
    assert {("unknown key", "s/x"), ("row", f"{first['key']} 0 times"), ("row", f"{rest[0]['key']} 2 times")} == set(
        audited(tmp_path, data)
    )
    assert GONE.key in {first["key"], rest[0]["key"]} | {row["key"] for row in rest}


@pytest.mark.parametrize("data", [{"a": 1}, [1], 7, [{}], None])
def test_another_json_is_found(tmp_path, data):
    """What is no list of rows is a finding and no crash."""
    assert any(kind == "copy" and found.startswith("no rows") for kind, found in audited(tmp_path, data))


@pytest.mark.parametrize(
    "name", ["more.csv", "s/more.csv", "more.tsv", "more.md", "more.htm", "s/more.HTML", "more.png"]
)
def test_a_file_that_the_report_lacks_is_found(tmp_path, name):
    """Beside the report's own tables, pictures and pages stands nothing."""
    found = findings(tmp_path, NUM, {name: "a\n99\n"})
    assert [(f"report/{name}", "a file that the report lacks")] == [(one.file, one.found) for one in found]


def test_a_picture_with_lettering_is_found(tmp_path):
    """What a picture shows or says as text is read as the text of a page."""
    found = told(findings(tmp_path, NUM, {"s/f.svg": '<svg aria-label="EER 98"><text>99.9</text></svg>'}))
    assert {("bare number", "98"), ("bare number", "99.9"), ("copy", "a file that the report lacks")} == set(found)


@pytest.mark.parametrize(
    ("found", "body"),
    [
        ("7", '<ol start="7"><li>x</ol>'),
        ("7", "<meter value=7></meter>"),
        ("srcdoc", "<iframe srcdoc=7></iframe>"),
        ('content: " 99 %"', '<style>p::after{content: " 99 %"}</style>'),
        ("a template that the page shows", '<div><template shadowrootmode="open">7</template></div>'),
        ("a script in the page: document.write(7)", "<script>document.write(7)</script>"),
        ("onclick=this.textContent=7", '<p onclick="this.textContent=7">x</p>'),
        ("src=data:text/html,7", '<iframe src="data:text/html,7"></iframe>'),
        ("data=DATA:text/html,7", '<object data="DATA:text/html,7"></object>'),
        ("7", '<script type="application/ld+json">{"value": 7}</script>'),
    ],
)
def test_what_is_shown_without_being_text_is_found(tmp_path, found, body):
    """Starts of lists, bars, pages in an attribute, digits of a style."""
    assert [("bare number", found)] == told(findings(tmp_path, body))


def test_an_alternative_text_of_a_pdf_is_found(tmp_path):
    """A picture of a PDF says what a page may say, and no number."""
    source = '---\ntitle: x\nformat:\n  typst:\n    output-file: a.pdf\n---\n\n![a](x.svg){alt="up to 47.1 %"}\n'
    found = findings(tmp_path, NUM, source=source)
    assert ("report/index.qmd", "47.1") in [(one.file, one.found) for one in found]
