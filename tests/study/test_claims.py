"""The shape of `claims.toml`: what is read, and every fault at once, each under the name of its claim."""

import pytest

from analysis.study.claims import Claim, read_claims
from analysis.study.findings import Findings

WHOLE = """\
[[claims]]
id = "6.1-first"
section = "6.1"
figure = "Figure 8"
says = " submitted systems in the first category "
printed = "28"
comparison = "at least"
rule = "count"
among = { role = "submitted", at_least = 10 }
against = "6.2-open"
note = "A remark."

[[claims]]
id = "6.2-open"
section = "6.2"
says = "accuracies of two emotions"
printed = ["60", "70.50"]
unit = "percent"
missing = "no table"
"""


def read(folder, text):
    findings = Findings()
    (folder / "claims.toml").write_text(text, encoding="utf-8")
    return read_claims(folder, findings), [finding.text() for finding in findings.sorted()]


def test_a_claim_is_read_with_its_rule_and_its_arguments(tmp_path):
    """What is no key of a claim is an argument of its rule; printed digits stay as they are."""
    claims, errors = read(tmp_path, WHOLE)
    assert [] == errors
    assert (
        Claim(
            "6.1-first", "6.1", "submitted systems in the first category", ("28",), figure="Figure 8",
            comparison="at least", rule="count", arguments={"among": {"role": "submitted", "at_least": 10}},
            against=("6.2-open",), note="A remark.",
        ),
        Claim(
            "6.2-open", "6.2", "accuracies of two emotions", ("60", "70.50"), listed=True, missing="no table",
            unit="percent",
        ),
    ) == claims  # fmt: skip


def test_without_the_file_there_are_no_claims(tmp_path):
    """And nothing to complain of."""
    findings = Findings()
    assert ((), []) == (read_claims(tmp_path, findings), list(findings))


BASE = 'id = "a"\nsection = "1"\nsays = "s"\n'
RULE = BASE + 'rule = "count"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("claims = 3", ["claims is no list of tables"]),
        ("claim = []", ["unknown key 'claim'", "[[claims]]"]),
        ("[[claims]\n", ["not valid TOML"]),
        ("[[claims]]\n" + RULE + "printed = 28", ["claim 'a'", "printed = '28'", "in quotes, so that its digits stay"]),
        ("[[claims]]\n" + RULE + 'printed = ["1", 2]', ["claim 'a'", "printed"]),
        ("[[claims]]\n" + RULE + 'comparison = "about"', ["comparison = 'about'", "equals, below, at most"]),
        ("[[claims]]\n" + RULE + "since = 2024-01-01", ["since", "a text, a number, true or false"]),
        ("[[claims]]\n" + RULE + "among = { a = { b = 1 } }", ["among"]),
        ("[[claims]]\n" + RULE + "ids = [true]", ["ids"]),
        ("[[claims]]\n" + RULE + 'missing = "m"', ["has a rule and says what is missing"]),
        ("[[claims]]\n" + RULE + 'unit = "percent"', ["has a rule and a unit"]),
        ("[[claims]]\n" + BASE, ["has no rule and does not say what is missing"]),
        ("[[claims]]\n" + BASE + 'missing = "m"\nprinted = "3"', ["has no rule and no unit"]),
        ("[[claims]]\n" + BASE + 'missing = "m"\nprinted = "3 %"\nunit = "percent"', ["'3 %' has a percent sign"]),
        ("[[claims]]\n" + BASE + 'missing = "m"\nfigur = "F"', ["unknown key 'figur'", "did you mean figure?"]),
        ("[[claims]]\n" + BASE + 'missing = "m"\nunit = "km"', ["unit = 'km'", "percent, points"]),
        ("[[claims]]\n" + RULE + 'against = "b"', ["against names 'b', which is no claim here"]),
        ("[[claims]]\n" + RULE + 'against = ["a"]', ["claim 'a' stands against itself"]),
        ("[[claims]]\n" + RULE + "[[claims]]\n" + RULE, ["several claims have the id 'a'"]),
        ('[[claims]]\nid = ""\nsection = "1"\nsays = "s"\nrule = "count"', ["claim number 1", "id = ''"]),
        ('[[claims]]\nsection = "1"\nsays = 3\nrule = "count"', ["claim number 1: id missing", "says = '3'"]),
        ('[[claims]]\nid = "=1"\nsection = "1"\nsays = "s"\nrule = "count"', ["starts with '='"]),
    ],
)
def test_a_fault_of_the_file_names_the_claim_and_what_is_allowed(tmp_path, text, words):
    """Each fault is told; none is a traceback."""
    _, errors = read(tmp_path, text)
    shown = "\n".join(errors)
    assert errors and all(word in shown for word in words), shown


def test_all_faults_are_told_at_once(tmp_path):
    """Three claims, four faults."""
    text = "[[claims]]\n" + BASE + "[[claims]]\n" + RULE + 'printed = 3\ncomparison = "is"\n[[claims]]\nid = "c"\n'
    _, errors = read(tmp_path, text)
    # Two claims named a, one without a rule, printed, comparison, a claim without section, says and rule.
    assert 6 == len(errors), errors
