"""Registered differences of which another kind of interval, or the permutation test, says otherwise."""

from __future__ import annotations

from analysis.ledger import key
from analysis.results import Results

BY_KIND, BY_TEST = "by_kind", "by_test"
_DOUBTS = {"test", "Holm", "interval"}
"""Doubts in which interval and test part: it is not found at all, not after Holm's adjustment, or by the test only."""


def contested(results: Results, *names: str) -> str:
    """Return what says otherwise of a difference (B, A, metric): `by_kind`, else `by_test`; empty where neither does.

    `by_kind` where one kind of interval excludes zero and another does not, whatever the test says.
    """
    if results.verdicts.get(key(results.study, "by_kind", *names)) == "excludes":
        return BY_KIND
    doubts = results.verdicts.get(key(results.study, "doubt", *names), "").split(", ")
    return BY_TEST if _DOUBTS.intersection(doubts) else ""
