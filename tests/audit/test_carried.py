"""What a site carries for programs: the RO-Crate and the citation, in the clean site and spoilt."""

import json
import re
import shutil

import pytest

from analysis.audit.carried import carried_faults
from analysis.audit.inputs import input_files
from analysis.audit.known import Known
from analysis.audit.names import Names
from analysis.ledger import Ledger

CRATE = "ro-crate-metadata.json"


@pytest.fixture
def carried(clean, tmp_path):
    """Give a copy of the clean site, and a function that tells what is found in it."""
    site = tmp_path / "site"
    shutil.copytree(clean.site, site)
    ledger = Ledger.from_csv(clean.report / "ledger.csv")
    known = Known(clean.report, ledger, input_files(clean.root, clean.report, {}))
    return site, lambda: [(one.file, one.kind, one.found) for one in carried_faults(clean.report, site, known, Names())]


def test_what_a_render_writes_is_passed(carried):
    """Digests, sizes, versions, titles with numbers in them."""
    assert [] == carried[1]()


@pytest.mark.parametrize(
    ("file", "kind", "found", "pattern", "by"),
    [
        (CRATE, "copy", "software", r'"version": "2\.4', '"version": "2.9'),
        (CRATE, "copy", "not data/bench/meta/list.csv", r'("localPath": "data/bench/meta/)list', r"\1lost"),
        (CRATE, "bare number", "43.5", r'"description": "A report', '"description": "A report of 43.5 percent'),
        (CRATE, "copy", "date 1999", r'"license": \{', '"datePublished": "1999", "license": {'),
        ("report/ledger.csv", "copy", "other bytes", r'("@id": "report/ledger.csv",.*?"sha256": ")\w', r"\1x"),
        (CRATE, "file", "report/gone.html is not there", r'"@id": "report/index.html"', '"@id": "report/gone.html"'),
        (CRATE, "file", "cannot be read", r"\A", "["),
        (CRATE, "file", "cannot be read", r"\A.*\Z", "[]"),
        (CRATE, "file", "cannot be read", r"\A.*\Z", '{"@graph": [1]}'),
        ("CITATION.cff", "copy", "version 9.9", r"version: 0\.1\.0", "version: 9.9"),
        ("CITATION.cff", "copy", "date 2025-01-01", r"\Z", "date-released: 2025-01-01\n"),
        ("CITATION.cff", "bare number", "2025", "Contest 2024", "Contest 2025"),
        ("CITATION.cff", "file", "cannot be read", r"\A", "[ {"),
        ("CITATION.cff", "file", "cannot be read", r"\A.*\Z", "text"),
    ],
)  # fmt: skip
def test_each_change_is_found(carried, file, kind, found, pattern, by):
    """By the file, its kind and what stands there."""
    site, faults = carried
    path = site / (file if file == "CITATION.cff" else CRATE)
    text, changed = re.subn(pattern, by, path.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
    assert 1 == changed
    path.write_text(text, encoding="utf-8")
    assert [] != [one for one in faults() if one[:2] == (file, kind) and one[2].startswith(found)]


@pytest.mark.parametrize("name", ["search.json", "assets/more.css", "more.htm", "data/more.txt"])
def test_a_file_that_nobody_lists_is_found(carried, name):
    """Wherever it stands in the site."""
    site, faults = carried
    (site / name).parent.mkdir(exist_ok=True)
    (site / name).write_text("43.5", encoding="utf-8")
    assert [(name, "file", "a file that the crate does not list")] == faults()


@pytest.mark.parametrize("name", [CRATE, "CITATION.cff"])
def test_a_file_that_is_gone_is_found(carried, name):
    """A site carries both."""
    site, faults = carried
    (site / name).unlink()
    assert (name, "file", "no file") in faults()


def test_the_crate_lists_what_the_report_rests_on(carried):
    """An input that is listed twice, or not at all, is found."""
    site, faults = carried
    content = json.loads((site / CRATE).read_bytes())
    content["@graph"] = [one for one in content["@graph"] if "localPath" not in one]
    (site / CRATE).write_text(json.dumps(content), encoding="utf-8")
    assert {"copy"} == {kind for _, kind, _ in faults()} and 2 == len(faults())
