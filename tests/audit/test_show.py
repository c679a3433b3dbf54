"""The audit for people and for scripts."""

import json

from analysis.audit.findings import Coverage, Finding
from analysis.audit.run import Audit
from analysis.audit.show import as_json, as_markdown, as_text

FOUND = Finding("report/a b.html", "bare number", "12.3", "a tag", "is 12.3 | *here*")
AUDIT = Audit((FOUND,), (Coverage("web pages", 3, 1999, 1), Coverage("PDFs")))
CLEAN = Audit((), (Coverage("web pages", 3, 2000, 0),))


def test_a_table_for_people():
    """Headings, the finding, the coverage with its share, and how many findings there are."""
    text = as_text(AUDIT)
    assert all(words in text for words in ("report/a b.html", "bare number", "12.3", "a tag", "is 12.3 | *here*"))
    assert "web pages: 1,999 of 2,000 numbers tagged (99.9 %) in 3 files\n" in text
    assert text.endswith("\n1 finding")
    assert "web pages: 2,000 of 2,000 numbers tagged (100.0 %) in 3 files\n0 findings" == as_text(CLEAN)


def test_markdown_escapes_what_would_break_it():
    """A pipe or a star of a page is no table and no emphasis."""
    text = as_markdown(AUDIT)
    assert text.startswith("**1 finding**\n") and "is 12.3 \\| \\*here\\*" in text
    assert 1 == len([line for line in text.split("\n") if "a b.html" in line])


def test_json_says_the_same():
    """Every field of every finding, and the counts as numbers."""
    read = json.loads(as_json(AUDIT))
    assert [FOUND.as_dict()] == read["findings"]
    assert {"output": "web pages", "files": 3, "tagged": 1999, "all": 2000} == read["coverage"][0]
