"""What a web page carries for its numbers: the rows it cites, their words, what a screen reader says."""

import csv
import json
import re
import subprocess
from dataclasses import replace

import pypandoc
import pytest

from analysis.ledger import Entry, Ledger
from analysis.pages.engines import embedded
from analysis.pages.engines.sources import Source
from analysis.pages.names import names_csv
from analysis.pages.numbers import digits

from ..results import HOSTILE, TEMPLATES, benchmark

EER = Entry(
    "s/eer/a/lazy/same_gender", 43.456, "percent", 1, "recomputed", "meta/x.csv, column", "EER; seed 0",
    ci_low=-1.0, ci_high=50.04, inputs="simulated", n=18490,
)  # fmt: skip
SHIPPED = Entry("s/shipped/eer/a/lazy/same_gender", 43.46, "percent", 2, "shipped", "meta/x.csv, eer", "as published")
OTHER = Entry("s/cer/a/all", None, "percent", 1, "recomputed", "meta/x.csv, column", "CER", missing="no transcripts")


@pytest.fixture
def page(tmp_path):
    """Give a function from ledger rows and the body of a page to its HTML."""

    def make(entries, body, *studies, more="", root="."):
        (tmp_path / "ledger.csv").write_text(Ledger(entries).to_csv(), encoding="utf-8", newline="\n")
        (tmp_path / "names.csv").write_text(names_csv(studies), encoding="utf-8", newline="\n")
        path = tmp_path / "page.qmd"
        path.write_text(f'---\ntitle: "x"\nroot: "{root}"\n{more}---\n\n{body}\n', encoding="utf-8")
        return embedded.html(Source(path, path.name, ("html",)), tmp_path, TEMPLATES).decode()

    return make


def carried(html: str):
    found = re.findall(r'<script type="application/json" id="ledger-rows">(.*?)</script>', html, flags=re.S)
    assert 1 == len(found)
    return json.loads(found[0])


def test_a_page_carries_the_rows_that_it_cites_and_their_twins(page):
    """Each row stands once, with digits as a page prints them; so does each text; no other row is there."""
    mark = f'[43.5]{{.num .recomputed key="{EER.key}"}}'
    made = carried(page([EER, SHIPPED, OTHER], f"{mark} and {mark}"))
    assert [EER.key, SHIPPED.key] == list(made["rows"])
    row, twin = made["rows"].values()
    assert ("43.5", "\u22121.0", "50.0", "18,490") == (row["value"], row["ci_low"], row["ci_high"], row["n"])
    assert ("recomputed", True, SHIPPED.key) == (row["tag"], row["simulated"], row["twin"])
    assert ("43.46", "shipped", EER.key) == (twin["value"], twin["tag"], twin["twin"])
    assert "simulated" not in twin and row["what"] == twin["what"]
    assert "meta/x.csv, column" == made["texts"][row["source"]] and "EER; seed 0" == made["texts"][row["method"]]
    assert len(set(made["texts"])) == len(made["texts"])


def test_a_missing_number_keeps_its_reason(page):
    """A row without a value has its reason, and no digits."""
    made = carried(page([OTHER], f'[x]{{.num .recomputed key="{OTHER.key}"}}'))
    row = made["rows"][OTHER.key]
    assert "no transcripts" == made["texts"][row["missing"]] and "value" not in row


@pytest.mark.parametrize(
    ("value", "decimals", "unit"),
    [(18490.0, 0, "count"), (-0.04, 1, "points"), (-3.27, 1, "points"), (3.25, 1, "points"),
     (1234567.891, 2, "percent"), (999.5, 0, "count"), (0.125, 2, "ratio"),
     (2.675, 2, "score"), (1e-9, 3, "probability"), (100000.0, 0, "count")],
)  # fmt: skip
def test_the_digits_of_the_card_are_those_of_the_page(page, value, decimals, unit):
    """Lua prints a value as Python does: rounded alike, thousands apart, a true minus, a plus on a difference."""
    entry = Entry("s/x", value, unit, decimals, "recomputed", "f", "m")
    made = carried(page([entry], '[0]{.num .recomputed key="s/x"}'))
    assert digits(value, decimals, signed=unit == "points") == made["rows"]["s/x"]["value"]


@pytest.mark.parametrize(
    ("expected", "attributes"),
    [
        ("43.5 percent, recomputed", ".num .recomputed"),
        ("43.5 percent, lower edge, recomputed", '.num .recomputed part="ci_low"'),
        ("43.5, counted, recomputed", '.num .recomputed part="n"'),
    ],
)
def test_a_screen_reader_hears_unit_and_tag(page, expected, attributes):
    """The name of a number is its digits, its unit, its part and its tag."""
    found = page([EER], f'[43.5]{{{attributes} key="{EER.key}"}}')
    assert f'aria-label="{expected}">43.5</a>' in found and "data-inputs" not in found


def test_simulated_inputs_are_an_attribute(page):
    """The style sheet draws a circle around the mark of such a number, and the script can highlight it."""
    found = page([EER], f'[43.5]{{.num .recomputed key="{EER.key}" .simulated}}')
    assert f'class="num recomputed" href="./s/90-ledger.html#row:{EER.key.replace("/", ":")}"' in found
    assert 'data-inputs="simulated" aria-label="43.5 percent, recomputed">43.5</a>' in found


def test_the_words_of_a_key(page):
    """Measure, system, attacker and list by their names; two systems side by side are a difference."""
    study = replace(benchmark(3, study="s", names=("a", "b/c"), labels=("System A", "System B")), title="The study")
    keys = {
        "s/eer/a/lazy/same_gender": "EER · System A · lazy-informed attacker · trials: same gender",
        "s/shipped/cer/b%2Fc/all": "CER · System B · all",
        "s/paired/b%2Fc/a/eer_lazy": "paired difference · System B minus System A · EER lazy-informed",
        "s/front_step/lazy/a/b%2Fc/cer": "step along the front · lazy-informed attacker · System A to System B · CER",
        "s/new_measure/else%20where": "new measure · else where",
    }
    entries = [Entry(key, 1.0, "count", 0, "shipped" if "shipped" in key else "recomputed", "f", "m") for key in keys]
    made = carried(page(entries, " ".join(f'[1]{{.num .shipped key="{key}"}}' for key in keys), study))
    assert keys == {key: made["texts"][row["what"]] for key, row in made["rows"].items()}
    assert "study" not in next(iter(made["rows"].values()))


@pytest.mark.parametrize(
    ("here", "shipped", "twins"),
    [("duration_ratio/a/demo", "duration_ratio/a", True), ("rho_f0/a/demo", "rho_f0_demo/a", True),
     ("rho_f0/a/demo", "rho_f0/a", False), ("median_f0/a/demo", "median_f0/a", True), ("cer/a/all", "cer/a", False)],
)  # fmt: skip
def test_shipped_values_of_the_clips_are_twins(page, here, shipped, twins):
    """They leave out the list in their keys; what is of all utterances stands beside nothing of the clips."""
    entries = [Entry(f"s/{here}", 1.0, "ratio", 2, "recomputed", "f", "m")]
    entries.append(Entry(f"s/shipped/{shipped}", 1.1, "ratio", 2, "shipped", "f", "m"))
    for key in (entries[0].key, entries[1].key):
        rows = carried(page(entries, f'[1]{{.num .recomputed key="{key}"}}'))["rows"]
        assert (2 if twins else 1) == len(rows)
        assert {entry.key for entry in entries} - {key} == {rows[key].get("twin")} or not twins


def test_a_page_with_two_studies_names_them(page):
    """Where rows of several studies are cited, each says whose it is."""
    studies = [benchmark(2, study=name, title=f"The {name} one") for name in ("s", "t")]
    entries = [Entry(f"{name}/x", 1.0, "count", 0, "recomputed", "f", "m") for name in ("s", "t")]
    made = carried(page(entries, '[1]{.num .recomputed key="s/x"} [1]{.num .recomputed key="t/x"}', *studies))
    assert ["The s one", "The t one"] == [made["texts"][row["study"]] for row in made["rows"].values()]


@pytest.mark.parametrize("text", [*HOSTILE, "</script><script>alert(9)</script>", "<!--<script>", "{{< meta x >}}"])
def test_hostile_text_stays_in_its_string(page, text):
    """No text of the ledger ends the block, begins a comment, or shows a sign that an engine runs."""
    entry = Entry("s/x", 1.0, "count", 0, "recomputed", text, text)
    html = page([entry], '[1]{.num .recomputed key="s/x"}', benchmark(2, study="s", names=(text,)))
    made = carried(html)
    assert " ".join(text.splitlines()) == made["texts"][made["rows"]["s/x"]["method"]]
    inside = html.partition('id="ledger-rows">')[2].partition("</script>")[0]
    assert "<" not in inside and "{{" not in inside


def test_a_page_without_numbers_carries_nothing(page):
    """No block stands on a page that cites no row."""
    assert "ledger-rows" not in page([EER], "Words.")


def test_a_number_without_a_ledger_is_still_a_link(tmp_path):
    """Where no ledger is at hand, the number has its tag and leads to its row."""
    command = [pypandoc.get_pandoc_path(), "-f", "markdown", "-t", "html5"]
    command += [f"--lua-filter={TEMPLATES / 'assets' / name}" for name in ("ledger.lua", "report.lua")]
    body = b'[1]{.num .shipped key="s/a"}'
    found = subprocess.run(command, input=body, cwd=tmp_path, capture_output=True, check=True).stdout.decode()
    assert (
        '<a class="num shipped" href="./s/90-ledger.html#row:s:a" data-key="s/a" aria-label="1, shipped">1</a>' in found
    )


@pytest.mark.parametrize("label", ["=1+1", "+a", "-x", "@SUM(A1)", "'=1", "''@x", "'quoted'", "plain = a"])
def test_labels_that_a_spreadsheet_would_run_are_inert_in_the_table_and_whole_on_the_page(page, tmp_path, label):
    """In names.csv a quote stands in front of them; the card says them as they are."""
    made = benchmark(2, study="s", names=("original", "a"), labels=("Original", label))
    shown = carried(page([EER], f'[43.5]{{.num .recomputed key="{EER.key}"}}', made))
    assert f"EER · {label} · " in shown["texts"][shown["rows"][EER.key]["what"]]
    with (tmp_path / "names.csv").open(encoding="utf-8", newline="") as stream:
        assert [] == [cell for row in csv.reader(stream) for cell in row if cell.startswith(tuple("=+-@"))]
