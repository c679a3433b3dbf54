"""Findings: each told once, values that cannot be written out, and what was probably meant."""

import time

from analysis.study.findings import Findings, near, quoted


def test_a_value_that_python_cannot_write_out_is_told_in_words():
    """A whole number of thousands of digits; tables within tables, thousands deep."""
    deep = {}
    for _ in range(20_000):
        deep = {"a": deep}
    assert "'a number of very many digits'" == quoted(16**5000)
    assert "'a value nested too deeply'" == quoted(deep)


def test_thousands_of_findings_are_gathered_in_a_moment():
    """Each once, in the order in which they came."""
    findings, start = Findings(), time.perf_counter()
    for _ in range(2):
        for number in range(5000):
            findings.error("claim", "claims.toml", f"claim {number}")
    assert 5000 == len(findings)
    assert "claim 0" == next(iter(findings)).found
    assert time.perf_counter() - start < 5


def test_a_word_is_not_compared_with_thousands():
    """That would take minutes where there are as many faults."""
    assert "did you mean c1?" == near("c1x", ["c1", "d"])
    assert "" == near("c1x", [f"c{number}" for number in range(5000)])


def test_an_error_always_says_what_to_do():
    """At least where to correct it; advice that is given stands as it is."""
    findings = Findings()
    findings.error("a", "x.csv", "one", row=2, column="c")
    findings.error("b", "x.csv", "two", row=3)
    findings.error("c", "x.toml", "three", column="setting")
    findings.error("d", "x.csv", "four", advice="leave it")
    found = {finding.code: finding.advice for finding in findings}
    assert {"a": "correct the cell", "b": "correct the row", "c": "correct x.toml", "d": "leave it"} == found
