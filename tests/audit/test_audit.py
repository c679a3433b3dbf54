"""The audit of a whole site: the clean one is not accused, and each single fault in a spoilt one is found."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass

import pytest

from analysis.audit import audit
from analysis.audit.findings import Finding
from analysis.errors import EngineError, InputError, UsageError

from .conftest import Clone


@dataclass(frozen=True)
class Fault:
    """One fault: in which file what is replaced, once, and the finding that it must give."""

    file: str
    pattern: str
    by: str
    found_in: str
    kind: str
    found: str


NUM = r'<a class="num recomputed"[^>]*data-key="{}"[^>]*>'
BENCH = "report/bench"
GONE = "report/contest/04-trade.html"
FAULTS = {
    "a changed digit": Fault(
        "report/index.html", r">3\.0</a>", ">3.1</a>", "report/index.html", "digits", "3.1"
    ),
    "an untagged number": Fault(
        f"{BENCH}/02-attackers.html", NUM.format("bench/eer/original/ignorant/same_gender") + r"(3\.0)</a>", r"\1",
        f"{BENCH}/02-attackers.html", "bare number", "3.0",
    ),
    "a swapped tag": Fault(
        f"{BENCH}/05-utility.html", 'class="num recomputed"', 'class="num shipped"',
        f"{BENCH}/05-utility.html", "tag", "shipped",
    ),
    "an unknown key": Fault(
        f"{BENCH}/05-utility.html", r'data-key="bench/cer/kNN-VC%202/all" data-part="ci_low"',
        'data-key="bench/cer/nobody/all"', f"{BENCH}/05-utility.html", "unknown key", "bench/cer/nobody/all",
    ),
    "an edge for the other": Fault(
        f"{BENCH}/02-attackers.html", 'data-part="ci_low"', 'data-part="ci_high"',
        f"{BENCH}/02-attackers.html", "digits", "1.0",
    ),
    "a number with an element inside": Fault(
        f"{BENCH}/07-pairs.html", r"(<a class=\"num[^>]*>)(−3\.27)</a>", r"\1<b>\2</b></a>",
        f"{BENCH}/07-pairs.html", "tag", "an element inside",
    ),
    "a number in a description": Fault(
        f"{BENCH}/07-pairs.html", 'aria-label="−3.27', 'aria-label="43.5 instead of −3.27',
        f"{BENCH}/07-pairs.html", "digits", "43.5 in the description",
    ),
    "a number that leads to another row": Fault(
        f"{BENCH}/01-data.html", r"90-ledger\.html#row:bench:count:utterances:trial",
        "90-ledger.html#row:bench:count:utterances:enroll", f"{BENCH}/01-data.html", "link", "430 leads to",
    ),
    "a link to no file": Fault(
        f"{BENCH}/14-questions.html", 'href="04-shortcuts.html', 'href="04-short.html',
        f"{BENCH}/14-questions.html", "link", "04-short.html",
    ),
    "an anchor that is gone": Fault(
        f"{BENCH}/17-methods.html", 'id="page-text"', 'id="text"', f"{BENCH}/17-methods.html", "link", "#page-text"
    ),
    "a bare number in a caption": Fault(
        f"{BENCH}/02-attackers.html", "</figcaption>", " Up to 47.1 %.</figcaption>",
        f"{BENCH}/02-attackers.html", "bare number", "47.1",
    ),
    "a bare number in a cell": Fault(
        f"{BENCH}/06-trade.html", r"</td>", " .084</td>", f"{BENCH}/06-trade.html", "bare number", ".084"
    ),
    "a bare number in prose": Fault(
        f"{BENCH}/16-open.html", r"</p>\s*(?=<div|<p|<ul|</main)", " It is −0.3 points.</p>",
        f"{BENCH}/16-open.html", "bare number", "−0.3",
    ),
    "a bare number in a heading": Fault(
        f"{BENCH}/15-care.html", "</h1>", " of 3</h1>", f"{BENCH}/15-care.html", "bare number", "3"
    ),
    "a bare number in an alternative text": Fault(
        f"{BENCH}/05-utility.html", 'alt="', 'alt="12.3–13 ', f"{BENCH}/05-utility.html", "bare number", "12.3"
    ),
    "a bare number in the title": Fault(
        f"{BENCH}/03-certainty.html", "<title>", "<title>95 ", f"{BENCH}/03-certainty.html", "bare number", "95"
    ),
    "a year that nobody published in": Fault(
        f"{BENCH}/03-certainty.html", r"(class=\"citation\".*?) \d{4}", r"\1 1812",
        f"{BENCH}/03-certainty.html", "bare number", "1812",
    ),
    "a page of no reference": Fault(
        f"{BENCH}/01-data.html", r"(class=\"csl-entry\".*?\d)–\d+", r"\1–99999",
        f"{BENCH}/01-data.html", "bare number", "99999",
    ),
    "a number dressed as a formula": Fault(
        f"{BENCH}/17-methods.html", r"<mn>50</mn>", "<mn>51</mn>", f"{BENCH}/17-methods.html", "bare number", "51"
    ),
    "a number dressed as a section": Fault(
        f"{BENCH}/04-shortcuts.html", r'<span class="section-number">A4\.1', '<span class="section-number">4.1',
        f"{BENCH}/04-shortcuts.html", "bare number", "4.1",
    ),
    "a reason with a number": Fault(
        f"{BENCH}/08-trap.html", r'<span class="missing">[^<]*', '<span class="missing">below 5 clips',
        f"{BENCH}/08-trap.html", "bare number", "5",
    ),
    "a picture of the network": Fault(
        f"{BENCH}/08-trap.html", "<main", '<img src="https://example.org/x.svg" alt=""><main',
        f"{BENCH}/08-trap.html", "network", "https://example.org/x.svg",
    ),
    "a ledger row without its value": Fault(
        f"{BENCH}/90-ledger.html", NUM.format("bench/cer/original/all") + r"7\.0</a>", "",
        f"{BENCH}/90-ledger.html", "row", "bench/cer/original/all",
    ),
    "a ledger row with another reason": Fault(
        f"{BENCH}/90-ledger.html", "no semi-informed file", "forgotten", f"{BENCH}/90-ledger.html", "row", "forgotten"
    ),
    "a ledger row that is gone": Fault(
        "report/contest/90-ledger.html", r'<span id="[^"]*" class="row data">contest/agreement_max/eer</span>', "",
        "report/contest/90-ledger.html", "row", "contest/agreement_max/eer 0 times",
    ),
    "a number that a picture says": Fault(
        f"{BENCH}/figures/bars.svg", "</svg>", "<desc>up to 47.1</desc></svg>",
        f"{BENCH}/figures/bars.svg", "bare number", "47.1",
    ),
    "a table that is not the report's": Fault(
        "report/inputs.csv", "sha256", "sha1", "report/inputs.csv", "copy", "other bytes"
    ),
    "a digit that a style sheet writes": Fault(
        "assets/report.css", r"\Z", 'main::after { content: "43.5; more" }',
        "assets/report.css", "bare number", 'content: "43.5; more"',
    ),
    "another script": Fault(
        "assets/report.js", r"\Z", "document.body.append(43.5)", "assets/report.js", "copy", "other bytes",
    ),
    "a number dressed as data": Fault(
        f"{BENCH}/05-utility.html", "</h1>", ' <span class="data">47.1</span></h1>',
        f"{BENCH}/05-utility.html", "bare number", "47.1",
    ),
    "a number that nobody hears the tag of": Fault(
        f"{BENCH}/03-certainty.html", r'(<a class="num[^>]*?) aria-label="[^"]*"', r"\1",
        f"{BENCH}/03-certainty.html", "tag", "without its words for a screen reader",
    ),
    "another digest in the crate": Fault(
        "ro-crate-metadata.json", r'("sha256": )"[0-9a-f]', r'\1"x', "CITATION.cff", "copy", "the crate says"
    ),
    "a font of the network": Fault(
        "assets/report.css", r"\A", "@import 'https://example.org/x.css';",
        "assets/report.css", "network", "https://example.org/x.css",
    ),
}  # fmt: skip
# What a fault brings with it: a lost number is a lost row, an anchor is missed on one page only, a copy is another one.
ALSO = {
    ("row", "bench/cer/original/all"),
    ("copy", "other bytes than the report's"),
    ("copy", "other bytes than the crate says"),
    ("copy", "other bytes than the template's"),
    ("file", "a file that the crate does not list"),
    ("link", "leads to"),
    ("bare number", "13"),  # the second number of a range
    ("bare number", "3"),  # the chapter's number no longer begins the title
    ("link", "#row:contest:agreement_max:eer"),
}


@pytest.fixture(scope="module")
def spoilt(clean, tmp_path_factory) -> list[Finding]:
    """Give the findings in a copy of the clean site with every fault at once, and changed inputs."""
    clone = Clone(tmp_path_factory.mktemp("spoilt") / "clone")
    shutil.copytree(clean.root, clone.root, symlinks=True)
    for name, fault in FAULTS.items():
        path = clone.site / fault.file
        text, changed = re.subn(fault.pattern, fault.by, path.read_text(encoding="utf-8"), count=1, flags=re.DOTALL)
        assert 1 == changed, name
        path.write_text(text, encoding="utf-8")
    (clone.site / "report" / "summary.pdf").write_bytes(b"no PDF")
    (clone.site / "report" / "more.pdf").write_bytes(b"no PDF")
    (clone.site / GONE).unlink()
    (clone.root / "data/bench/meta/list.csv").write_bytes(b"changed")
    (clone.root / "data/bench/embeddings/a b.npz").unlink()
    return list(audit(clone.root, clone.site, clone.report).findings)


def test_the_clean_site_is_not_accused(clean):
    """Names of data with digits, dates, labels, citations, formulas and page numbers are no numbers."""
    result = audit(clean.root, clean.site, clean.report)
    assert () == result.findings
    assert [(one.tagged, one.bare) for one in result.coverage] == [(one.all, 0) for one in result.coverage]
    assert all(one.tagged > 300 for one in result.coverage)


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_found(spoilt, name):
    """By its kind, in its file, with what stands there."""
    fault = FAULTS[name]
    assert [] != [
        one for one in spoilt if (one.file, one.kind) == (fault.found_in, fault.kind) and fault.found in one.found
    ]


def test_nothing_else_is_found(spoilt):
    """No fault hides another or accuses a neighbour."""
    wanted = [(fault.found_in, fault.kind, fault.found) for fault in FAULTS.values()]
    more = [
        one for one in spoilt
        if not any((one.file, one.kind) == (file, kind) and found in one.found for file, kind, found in wanted)
        and not any(one.kind == kind and found in one.found for kind, found in ALSO)
        and one.kind not in ("file", "input") and GONE.rpartition("/")[2] not in one.found
    ]  # fmt: skip
    assert [] == [one.text() for one in more]


def test_damaged_and_missing_files_are_found(spoilt):
    """A PDF that is none, one that no source makes, a page that is not there; and every link to that page."""
    found = {(one.file, one.kind) for one in spoilt}
    files = {"report/summary.pdf", "report/more.pdf", GONE}
    assert {(file, "file") for file in files} <= found
    assert any(one.kind == "link" and GONE.rpartition("/")[2] in one.found for one in spoilt)


def test_changed_inputs_are_found(spoilt):
    """Other bytes, and no file."""
    found = {one.file: one.found for one in spoilt if one.kind == "input"}
    assert ["data/bench/embeddings/a b.npz", "data/bench/meta/list.csv"] == sorted(found)
    assert "no file" == found["data/bench/embeddings/a b.npz"]


def test_a_study_outside_the_clone_is_found_by_its_name(clean, tmp_path):
    """The list of inputs names such a study by its folder; whoever audits says where that is."""
    report = tmp_path / "report"
    shutil.copytree(clean.report, report)
    text = (report / "inputs.csv").read_text(encoding="utf-8").replace("data/bench/", "bench/")
    (report / "inputs.csv").write_text(text, encoding="utf-8")

    def inputs(**studies) -> list[str]:
        return [one.file for one in audit(clean.root, clean.site, report, studies).findings if one.kind == "input"]

    assert 2 == len(inputs())
    assert [] == inputs(bench=clean.root / "data" / "bench")


@pytest.mark.parametrize(
    ("error", "gone"),
    [(UsageError, "report/ledger.csv"), (UsageError, "report/inputs.csv"), (EngineError, "_site/report/index.html")],
)
def test_what_is_not_there_is_told(tmp_path, error, gone):
    """Without a report or a site the message says which command makes it."""
    for name in {"report/ledger.csv", "report/inputs.csv", "_site/report/index.html"} - {gone}:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    with pytest.raises(error, match=r"vpreport (build|render)"):
        audit(tmp_path, tmp_path / "_site", tmp_path / "report")


@pytest.mark.parametrize("text", ["", "path\n", "path,sha256,bytes\na,b\n", '"path,sha256,bytes'])
def test_a_damaged_list_of_inputs_is_told(clean, tmp_path, text):
    """A list that no build wrote is refused with what to do."""
    report = tmp_path / "report"
    report.mkdir()
    shutil.copy(clean.report / "ledger.csv", report)
    (report / "inputs.csv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="vpreport build"):
        audit(clean.root, clean.site, report)
