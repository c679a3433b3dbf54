"""`meta/published.csv`: what is read, and what is refused with file, row, column, what was found and the remedy."""

import pytest

from analysis.errors import InputError
from analysis.study.benchmark import read_benchmark
from analysis.study.cells import Cell
from analysis.study.checks import check_study
from tests.studies import write_study

FILE = "meta/published.csv"
HEADER = "key,value,ci_low,ci_high,n,source\n"


def findings_of(folder, text):
    return [finding for finding in check_study(write_study(folder / "x", {FILE: text})) if finding.file == FILE]


def test_a_number_is_read_with_its_digits(tmp_path):
    """Value and edges keep their digits, n and source are taken, and the file is among the inputs."""
    rows = "leak/semi_informed,-0.610,-0.9,0,16,prosody leak\nwidth/trials/a%2Fb/lazy,5.1,,,,\n"
    benchmark = read_benchmark(write_study(tmp_path / "x", {FILE: HEADER + rows}))
    leak, width = benchmark.published
    assert (("leak", "semi_informed"), Cell("-0.610", -0.61, 3), 16, "prosody leak") == (
        leak.names, leak.value, leak.n, leak.source
    )  # fmt: skip
    assert ("-0.9", "0") == (leak.low.text, leak.high.text)
    assert (("width", "trials", "a/b", "lazy"), None, None, "") == (width.names, width.low.value, width.n, width.source)
    assert FILE in benchmark.inputs


def test_two_columns_are_enough(tmp_path):
    """Only key and value have to be there."""
    benchmark = read_benchmark(write_study(tmp_path / "x", {FILE: "key,value\ncer_mean/mcadams,39.02\n"}))
    assert [("cer_mean", "mcadams")] == [number.names for number in benchmark.published]


def test_without_the_file_nothing_is_said(study):
    """Most studies have no such file, and none of their findings is about it."""
    assert () == read_benchmark(study).published
    assert FILE not in read_benchmark(study).inputs
    assert [] == [finding for finding in check_study(study) if finding.file == FILE]


FAULTS = [
    # code, severity, row, column, the rows of the file, words of the message
    ("key", "error", 2, "key", "leak,1\n", ["'leak'", "name/name", "leak/semi_informed"]),
    ("key", "error", 2, "key", ",1\n", ["''", "name/name"]),
    ("key", "error", 2, "key", "leak//lazy,1\n", ["is blank"]),
    ("key", "error", 2, "key", "/lazy,1\n", ["is blank"]),
    ("key", "error", 2, "key", "leak/=1+1,1\n", ["formula"]),
    ("key", "error", 2, "key", "leak/a%0Ab,1\n", ["control sign"]),
    ("key", "error", 2, "key", "leak/kNN VC,1\n", ["write 'leak/kNN%20VC'"]),
    ("key", "error", 2, "key", " leak/lazy,1\n", ["write '%20leak/lazy'"]),
    ("key", "error", 2, "key", "leak/ខ,1\n", ["write 'leak/%E1%9E%81'"]),
    ("key", "error", 2, "key", "leak/100%,1\n", ["write 'leak/100%25'"]),
    ("key", "error", 2, "key", "eer/mcadams/lazy/same_gender,1\n", ["meta/leaderboard.csv", "take the row out"]),
    ("key", "error", 2, "key", "cer/mcadams/all,1\n", ["meta/leaderboard.csv"]),
    ("key", "error", 2, "key", "cer/mcadams/phone,1\n", ["meta/leaderboard.csv"]),
    ("key", "error", 2, "key", "utmos/mcadams,1\n", ["meta/leaderboard.csv"]),
    ("key", "error", 2, "key", "rho_f0/mcadams,1\n", ["meta/leaderboard.csv"]),
    ("key", "error", 2, "key", "paired/a/b/cer,1\n", ["meta/paired_comparisons.json"]),
    ("conflict", "error", 3, "key", "leak/lazy,1\nleak/lazy,2\n", ["'leak/lazy'", "row 2", "each key once"]),
    ("value", "error", 2, "value", "leak/lazy,\n", ["''", "decimal point", "take the row out"]),
    ("value", "error", 2, "value", "leak/lazy,NA\n", ["'NA'"]),
    ("value", "error", 2, "value", "leak/lazy,5 %\n", ["percent sign"]),
    ("value", "error", 2, "value", 'leak/lazy,"0,5"\n', ["has a comma"]),
    ("value", "error", 2, "ci_high", "leak/lazy,1,0,x\n", ["'x'", "or blank"]),
    ("value", "error", 2, "n", "leak/lazy,1,,,16.5\n", ["'16.5'", "a whole number"]),
    ("value", "error", 2, "n", "leak/lazy,1,,,-3\n", ["'-3'"]),
    ("interval", "error", 2, "ci_low", "leak/lazy,1,,2\n", ["ci_high is given", "both edges"]),
    ("interval", "error", 2, "ci_low", "leak/lazy,1,2,0\n", ["[2, 0]", "reversed"]),
    ("interval", "warning", 2, "value", "width/trials/a/lazy,5,0,2\n", ["outside its own interval"]),
    ("range", "warning", 2, "value", "leak/lazy,7\n", ["7 for 'leak/lazy', in correlation", "-1 to 1"]),
    ("range", "warning", 2, "value", "leak_without_reference/lazy,-1.01\n", ["-1 to 1"]),
    ("range", "warning", 2, "value", "rho_f0_demo/mcadams,2\n", ["-1 to 1"]),
    ("range", "warning", 2, "ci_high", "leak/lazy,0.9,0.8,1.2\n", ["1.2", "-1 to 1"]),
    ("range", "warning", 2, "value", "width/trials/a/lazy,-5\n", ["0 or more"]),
    ("range", "warning", 2, "value", "cer_mean/mcadams,-5\n", ["percent", "0 or more"]),
    ("range", "warning", 2, "value", "median_f0/mcadams,-5\n", ["Hz", "0 or more"]),
    ("unread-key", "warning", 2, "key", "foo/bar,1\n", ["no chapter reads", "'foo'", "leak", "width"]),
    ("unread-key", "warning", 2, "key", "shipped/eer/x,1\n", ["'shipped'"]),
    ("unread-key", "warning", 2, "key", "../x/y,1\n", ["'..'"]),
    ("unread-key", "warning", 2, "key", "count/systems/recomputed,99\n", ["'count'"]),
    ("digits", "note", 2, "value", "leak/lazy,0.12345678901234567890\n", ["9 decimals", "9 significant"]),
    ("value", "error", 2, "value", f"leak/lazy,0.{'0' * 400}1\n", ["more than 30 signs"]),
]  # fmt: skip


@pytest.mark.parametrize(("code", "severity", "row", "column", "rows", "words"), FAULTS)
def test_a_fault_is_named(tmp_path, code, severity, row, column, rows, words):
    """A fault is one finding with file, row and column, what was found, what is allowed and what to do."""
    lines = [line + "," * (5 - line.count(",") + line.count('"0,5"')) for line in rows.splitlines()]
    found = findings_of(tmp_path, HEADER + "\n".join(lines) + "\n")
    assert [(code, severity, row, column)] == [(f.code, f.severity, f.row, f.column) for f in found]
    for word in words:
        assert word in found[0].text()


def test_a_header_without_its_columns_is_an_error(tmp_path):
    """Without a column `value` the file is of no use, and the message says what is missing."""
    (found,) = findings_of(tmp_path, "key,values\nleak/lazy,1\n")
    assert ("header", 1) == (found.code, found.row)
    assert "'values' looks like value" in found.text()


def test_a_build_stops_on_an_error(tmp_path):
    """An error in the file stops a build like any other."""
    with pytest.raises(InputError, match="row 2, column key"):
        read_benchmark(write_study(tmp_path / "x", {FILE: "key,value\nleak,1\n"}))


def test_a_rate_by_another_rule_or_list_is_no_leaderboard_value(tmp_path):
    """An EER on another trial list, and any other measure, has no place in the leaderboard and is welcome here."""
    rows = "eer/mcadams/lazy/all,1\ncer/mcadams/nfc,1\nrho_f0/mcadams/demo,1\n"
    assert [] == findings_of(tmp_path, "key,value\n" + rows)
