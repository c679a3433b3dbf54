"""Kinds of verdicts: every measure that has verdicts is told under its kind."""

import csv
from pathlib import Path

import pytest

from analysis.diff.kinds import ORDER, OTHER, is_detail, kind_of_verdict
from analysis.ledger import parts

COMMITTED = Path(__file__).parents[2] / "report" / "verdicts.csv"


def committed() -> dict[str, tuple[str, ...]]:
    """Return each measure that has verdicts in the committed report, with the parts of one of its keys."""
    with COMMITTED.open(encoding="utf-8", newline="") as file:
        keys = [parts(row["key"]) for row in csv.DictReader(file)]
    deeper = ("listening", "shipped")
    return {"/".join(names[1 : 3 if names[1] in deeper else 2]): tuple(names) for names in keys}


def test_every_verdict_of_the_committed_report_has_a_kind():
    """A verdict or a detail of one; nothing is left under what has no name."""
    found = committed()
    assert {"agreement", "claim", "claim_absent", "front", "shipped/paired"} <= set(found)
    assert [] == [measure for measure, names in found.items() if kind_of_verdict(names) == OTHER]


def test_every_kind_has_its_place():
    """So that flips can be put in order."""
    assert {kind_of_verdict(names) for names in committed().values()} <= set(ORDER)


@pytest.mark.parametrize(
    ("measure", "kind", "detail"),
    [
        ("agreement", "agreement", False),
        ("category_dev", "privacy category", False),
        ("category_move", "privacy category", False),
        ("dominated_by", "front", False),
        ("published_dominated_by", "front", False),
        ("doubt", "warning", False),
        ("lead_moves", "rank", False),
        ("order", "rank", False),
        ("first_to_last", "rank", True),
        ("above_chance", "attackers", False),
        ("lineage", "against a parent", False),
        ("claim_absent", "claim", True),
        ("claim_short", "claim", True),
        ("most_even", "female and male speakers", True),
        ("of tomorrow", "other verdict", False),
    ],
)
def test_the_kind_of_a_measure(measure, kind, detail):
    """A list beside a claim is no claim: it changes with one, or without its verdict."""
    names = ("s", measure, "x")
    assert (kind, detail) == (kind_of_verdict(names), is_detail(names))
