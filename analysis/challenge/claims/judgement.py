"""Whether what the tables say is what was printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.challenge.claims.answer import Answer, Unanswerable
from analysis.challenge.claims.question import INCLUDES, SHARES, Question
from analysis.challenge.roster import Roster
from analysis.ledger import format_number
from analysis.measures.agreement import agreement
from analysis.study.cells import Cell

REPRODUCED = "reproduced"
ROUNDED = "reproduced after rounding"
CONTRADICTED = "not reproduced"
UNCHECKABLE = "not checkable"
VERDICTS = (REPRODUCED, ROUNDED, CONTRADICTED, UNCHECKABLE)

_SLIPS = "differs by rounding only"
"""A verdict of `agreement`: less than one unit of the last printed digit away, but not by rounding once."""


@dataclass(frozen=True)
class Judgement:
    """A verdict and what it rests on.

    Attributes:
        verdict: one of `VERDICTS`.
        answer: what the tables say; None where they say nothing.
        missing: what they lack, where the claim is not checkable.
        absent, extra: ids that are printed and not found, and the other way round.
        slipped: whether a number is less than one unit of its last printed digit away, but does not round to it.
    """

    verdict: str
    answer: Answer | None = None
    missing: str = ""
    absent: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    slipped: bool = False


def judge(roster: Roster, question: Question, **other: object) -> Judgement:
    """Return the verdict on one claim; `other` stands for some of its arguments."""
    if question.rule is None:
        return Judgement(UNCHECKABLE, missing=question.claim.missing)
    try:
        answer = question.answer(roster, **other)
    except Unanswerable as reason:
        return Judgement(UNCHECKABLE, missing=str(reason))
    if question.rule.answers == "systems":
        return _lists(question, answer)
    return _numbers(question, answer)


def _lists(question: Question, answer: Answer) -> Judgement:
    printed = question.claim.printed
    absent = tuple(name for name in printed if name not in answer.systems)
    extra = tuple(name for name in answer.systems if name not in printed)
    if question.claim.comparison == INCLUDES:
        extra = ()
    return Judgement(CONTRADICTED if absent or extra else REPRODUCED, answer, absent=absent, extra=extra)


def _numbers(question: Question, answer: Answer) -> Judgement:
    comparison = question.claim.comparison
    if comparison in SHARES:
        number, of = answer.values[0], answer.n or 0
        holds = {"most": 2 * number > of, "few": 2 * number < of, "all": 0 < of == number}[comparison]
        return Judgement(REPRODUCED if holds else CONTRADICTED, answer)
    if comparison != "equals":
        holds = _holds(comparison, answer.values[0], question.printed[0].value)
        return Judgement(REPRODUCED if holds else CONTRADICTED, answer)
    found = [_equal(value, cell) for value, cell in zip(answer.values, question.printed, strict=True)]
    return Judgement(_worst([words for words, _ in found]), answer, slipped=any(slipped for _, slipped in found))


def _worst(verdicts: Sequence[str]) -> str:
    return max(verdicts, key=VERDICTS.index)


def _holds(comparison: str, value: float, bound: float | None) -> bool:
    found, printed = Decimal(format_number(value)), Decimal(repr(bound))
    return {
        "below": found < printed, "at most": found <= printed, "above": found > printed, "at least": found >= printed,
    }[comparison]  # fmt: skip


def _equal(value: float, cell: Cell) -> tuple[str, bool]:
    """Return the verdict on one number, and whether it slips past its last digit."""
    printed = 0.0 if cell.value is None else cell.value
    if Decimal(format_number(value)) == Decimal(format_number(printed)):
        return REPRODUCED, False
    words = agreement(value, printed, cell.decimals).verdict
    if words == "agrees at the printed precision":
        return ROUNDED, False
    return CONTRADICTED, words == _SLIPS


def verdict_slug(verdict: str) -> str:
    """Return the name of a verdict in keys.

    >>> [verdict_slug(verdict) for verdict in VERDICTS]
    ['reproduced', 'rounding', 'not_reproduced', 'not_checkable']
    """
    return {ROUNDED: "rounding"}.get(verdict, verdict.replace(" ", "_"))
