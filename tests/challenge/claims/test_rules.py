"""Every rule on a small made-up challenge, against what can be worked out from its table by hand."""

from pathlib import Path

import pytest

from analysis.challenge.claims.answer import Unanswerable
from analysis.challenge.claims.question import questions
from analysis.challenge.claims.rules import RULES
from analysis.study.findings import Findings

from .contest import claim, roster

SUBMITTED = '{ role = "submitted" }'
NUMBERS = [
    ("value", {"metric": '"eer"', "system": '"S-1"'}, [42.0]),
    ("value", {"metric": '"eer"', "system": '"S-1"', "split": '"dev"'}, [30.0]),
    ("value", {"metric": '"change_uar"', "system": '"S-2"'}, [-25.0]),
    ("value", {"metric": '"change_uar"', "system": '"S-2"', "unsigned": "true"}, [25.0]),
    ("value", {"metric": '"wer"', "system": '"P"'}, [2.1]),
    ("difference", {"metric": '"wer"', "system": '"R-1"', "reference": '"orig"'}, [0.25]),
    ("difference", {"metric": '"uar"', "system": '"S-1"', "reference": '"orig"', "unsigned": "true"}, [30.0]),
    ("category", {"system": '"S-1"'}, [40.0]),
    ("category", {"system": '"S-2"'}, [30.0]),
    ("category", {"system": '"R-1"'}, [0.0]),
    ("category", {"system": '"R-1"', "split": '"dev"'}, [10.0]),
    ("rank", {"metric": '"wer"', "system": '"S-2"'}, [2.0]),
    ("rank", {"metric": '"uar"', "system": '"S-2"', "among": '{ at_least = 20 }'}, [1.0]),
    ("largest", {"metric": '"eer"'}, [42.0]),
    ("largest", {"metric": '"gender_gap"'}, [3.0]),
    ("largest", {"metric": '"gender_gap"', "unsigned": "true"}, [4.0]),
    ("smallest", {"metric": '"eer"', "among": '{ role = ["original", "baseline"] }'}, [5.0]),
    ("span", {"metric": '"wer"'}, [2.25, 4.0]),
    ("span", {"metric": '"wer"', "among": '{ ids = ["S-2", "R-1"] }'}, [2.25, 2.5]),
    ("spread", {"metric": '"uar"', "among": SUBMITTED}, [20.0]),
    ("count", {}, [4.0]),
    ("count", {"among": SUBMITTED}, [3.0]),
    ("count", {"among": '{ role = "submitted", at_least = 10 }'}, [2.0]),
    ("count", {"among": '{ role = "submitted", at_least = 10 }', "split": '"dev"'}, [3.0]),
    ("count", {"among": '{ compliant = false }'}, [1.0]),
    ("count", {"among": '{ role = "submitted", compliant = true, family = ["codec", "hybrid"] }'}, [2.0]),
    ("count", {"among": '{ attacked = true }'}, [1.0]),
    ("count", {"among": '{ at_least = 90 }'}, [0.0]),
    ("teams", {"among": SUBMITTED}, [2.0]),
    ("countries", {"among": SUBMITTED}, [3.0]),
    ("countries", {"among": '{ family = "hybrid" }'}, [2.0]),
    ("parameter", {"system": '"S-2"', "parameter": '"low"'}, [0.5]),
    ("parameters", {"system": '"S-2"', "parameters": '["low", "high"]'}, [0.5, 1.25]),
    ("lower_on_test", {"metric": '"mfdr"'}, [1.0]),
    ("lower_on_test", {"metric": '"eer"', "among": SUBMITTED}, [2.0]),
    ("reaching", {"minimum": "31.5"}, [2.0]),
    ("reaching", {"minimum": "10", "split": '"dev"', "among": '{ family = "codec" }'}, [2.0]),
    ("opposed", {"metrics": '["eer", "uar"]', "among": SUBMITTED}, [3.0]),
    ("opposed", {"metrics": '["eer", "uar"]'}, [4.0]),
    ("leads", {"metrics": '["eer", "wer"]', "among": SUBMITTED, "than": '{ role = "baseline" }'}, [2.0]),
    ("leads", {"metrics": '["eer", "uar", "wer"]', "among": '{ ids = ["S-1"] }', "than": SUBMITTED}, [0.0]),
    ("leads", {"metrics": '["eer", "uar"]', "among": '{ ids = ["S-1"] }', "than": '{ ids = ["R-1"] }'}, [1.0]),
]  # fmt: skip
LISTS = [
    ("members", {"among": "{ at_least = 30 }"}, ["S-1", "S-2"]),
    ("members", {"among": '{ role = ["submitted", "post-evaluation"], family = "codec" }'}, ["S-1", "R-1", "P"]),
    ("members", {"among": '{ parent = ["B1", "S-2"] }'}, ["S-1"]),
    ("described", {"among": '{ role = "submitted", family = "codec" }'}, ["S-1", "R-1", "S-3"]),
    ("described", {"among": '{ parent = "B1" }'}, ["S-1", "S-3"]),
    ("described", {"among": '{ family = "codec", at_least = 10 }'}, ["S-1"]),
    ("same_category", {"system": '"S-2"', "among": SUBMITTED}, ["S-2"]),
    ("same_category", {"system": '"B1"', "among": SUBMITTED, "split": '"dev"'}, ["R-1"]),
    ("bottom", {"metric": '"uar"', "places": "2"}, ["B1", "S-1"]),
    ("overall", {"metrics": '["eer", "uar"]'}, ["S-2"]),
    ("overall", {"metrics": '["eer", "uar", "wer"]', "among": "{ at_least = 40 }"}, ["S-1"]),
    ("overall", {"metrics": '["uar", "wer"]'}, ["R-1"]),
    ("best", {"metric": '"eer"'}, ["S-1"]),
    ("best", {"metric": '"wer"', "among": "{ at_least = 20 }"}, ["S-2"]),
    ("worst", {"metric": '"uar"'}, ["B1"]),
    ("top", {"metric": '"uar"', "places": "2"}, ["R-1", "S-2"]),
    ("largest_of", {"metric": '"gender_gap"', "places": "1"}, ["S-2"]),
    ("largest_of", {"metric": '"gender_gap"', "places": "2", "unsigned": "true"}, ["S-1", "S-2"]),
    ("best_on_all", {"metrics": '["wer", "uar"]'}, ["R-1"]),
    ("best_on_all", {"metrics": '["wer", "uar", "eer"]'}, []),
    ("front", {"metrics": '["eer", "uar"]'}, ["S-1", "S-2", "R-1"]),
    ("front", {"metrics": '["uar", "wer"]'}, ["R-1"]),
    ("better", {"metrics": '["wer", "uar"]', "among": SUBMITTED, "than": '{ ids = ["B1"] }'}, ["S-1", "S-2", "R-1"]),
    ("better", {"metrics": '["eer", "uar"]', "among": SUBMITTED, "than": '{ ids = ["B1"] }'}, ["S-1", "S-2"]),
    ("better", {"metrics": '["uar"]', "among": SUBMITTED, "than": "{ at_least = 0 }", "of": '"most"'}, ["S-2", "R-1"]),
    ("better", {"metrics": '["uar"]', "among": SUBMITTED, "than": SUBMITTED, "of": '"mean"'}, ["R-1"]),
    ("worse", {"metrics": '"wer"', "among": "{ at_least = 0 }", "than": '{ ids = ["S-2"] }'}, ["B1", "S-1"]),
]  # fmt: skip


def answer(folder, rule, keys):
    """Return what the rule finds, whatever is printed."""
    printed = {"number": '"1"', "share": '"1"', "range": '["1", "2"]', "systems": "[]"}[RULES[rule].answers]
    made = roster(folder, claim(printed, rule, **keys))
    findings = Findings()
    (question,) = questions(made, findings)
    assert [] == list(findings)
    return question.answer(made)


@pytest.mark.parametrize(("rule", "keys", "expected"), NUMBERS)
def test_a_rule_that_finds_numbers(tmp_path, rule, keys, expected):
    """By hand from the table of the small challenge."""
    assert expected == list(answer(tmp_path / "x", rule, keys).values)


@pytest.mark.parametrize(("rule", "keys", "expected"), LISTS)
def test_a_rule_that_finds_systems(tmp_path, rule, keys, expected):
    """By hand from the table of the small challenge; the order is the rule's."""
    assert expected == list(answer(tmp_path / "x", rule, keys).systems)


def test_every_rule_is_tested_and_says_what_it_does():
    """A new rule comes with a case here."""
    assert set(RULES) == {rule for rule, _, _ in [*NUMBERS, *LISTS]}
    assert all(rule.words.endswith(".") for rule in RULES.values())
    readme = (Path(__file__).parents[3] / "data" / "vpc2024" / "README.md").read_text(encoding="utf-8")
    assert [] == [name for name in RULES if f"`{name}`" not in readme]


@pytest.mark.parametrize(
    ("rule", "keys", "reason"),
    [
        ("value", {"metric": '"eer"', "system": '"S-3"'}, "S-3: not in the results table"),
        ("difference", {"metric": '"eer"', "system": '"S-1"', "reference": '"S-3"'}, "S-3: not in the results table"),
        ("category", {"system": '"S-3"'}, "S-3: not in the results table"),
        ("largest", {"metric": '"eer"', "among": '{ ids = ["S-1", "S-3"] }'}, "S-3: not in the results table"),
        ("best", {"metric": '"eer"', "among": "{ at_least = 99 }"}, "no such system has a value of average EER"),
        ("rank", {"metric": '"eer"', "system": '"P"'}, "P is not among the systems that are ranked"),
        ("teams", {"among": '{ role = "baseline" }'}, "no team is named"),
        ("countries", {"among": '{ role = "baseline" }'}, "no country of a team is named"),
        ("parameter", {"system": '"S-1"', "parameter": '"low"'}, "S-1: no low in the table of systems"),
        ("lower_on_test", {"metric": '"eer"', "among": "{ at_least = 99 }"}, "no such system has a value of"),
        ("reaching", {"minimum": "1", "among": "{ at_least = 99 }"}, "no such system has a value of average EER"),
        ("same_category", {"system": '"S-3"', "among": "{}"}, "S-3: not in the results table"),
        ("opposed", {"metrics": '["eer", "uar"]', "among": '{ ids = ["B1"] }'}, "fewer than two such systems"),
        ("overall", {"metrics": '["eer", "uar"]', "among": '{ role = "original" }'}, "no such system has a mean of"),
        (
            "better",
            {"metrics": '"eer"', "among": '{ ids = ["B1"] }', "than": '{ ids = ["B1"] }'},
            "nobody to compare with",
        ),
    ],
)
def test_a_rule_says_what_the_tables_do_not_hold(tmp_path, rule, keys, reason):
    """Never a crash, and never a zero in the place of what is not there."""
    with pytest.raises(Unanswerable, match=reason):
        answer(tmp_path / "x", rule, keys)


def test_methods_read_well_with_systems_by_name(tmp_path):
    """Named systems come without a word before them: among S-1, each of B1."""
    ids = '{ ids = ["S-1", "R-1"] }'
    assert (
        "largest average EER, among S-1, R-1, test split"
        == answer(tmp_path / "x", "largest", {"metric": '"eer"', "among": ids}).method
    )
    assert (
        "S-1, R-1 that are better than each of B1 on UAR, test split"
        == answer(tmp_path / "x", "better", {"metrics": '"uar"', "among": ids, "than": '{ ids = ["B1"] }'}).method
    )


def test_ties_share_a_place(tmp_path):
    """Two systems with the best value are both the best, and both on the first place of two."""
    tied = "system,test_uar\nA,50\nB,60\nC,60\n"
    made = roster(
        tmp_path / "x", claim("[]", "best", metric='"uar"'), results=tied, systems="system,role\nA,baseline\n"
    )
    (question,) = questions(made, Findings())
    assert ("B", "C") == question.answer(made).systems
