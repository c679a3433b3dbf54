"""The claims of a publication as ledger rows, verdicts, statements and a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import polars

from analysis.challenge.claims.answer import Answer
from analysis.challenge.claims.behind import Behind, behind, in_words
from analysis.challenge.claims.judgement import VERDICTS, Judgement, judge, verdict_slug
from analysis.challenge.claims.question import SHARES, Question, questions
from analysis.challenge.claims.selection import joined
from analysis.challenge.quantities import QUANTITIES
from analysis.challenge.roster import Roster
from analysis.ledger import Entry, format_number, key, rounded
from analysis.results import Statement
from analysis.rows import Part
from analysis.study.cells import Cell
from analysis.study.claims import FILE
from analysis.study.findings import Findings

TABLE = "claims.csv"
MOST_DECIMALS = 8


@dataclass(frozen=True)
class _Checked:
    question: Question
    judgement: Judgement
    facts: Behind

    @property
    def id(self) -> str:
        return self.question.claim.id

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """Return the last part of the keys of its numbers."""
        answer = self.judgement.answer
        number = len(answer.values) if answer is not None else len(self.question.printed)
        return value_parts(number, self.question.rule is not None)


def value_parts(number: int, ends: bool) -> tuple[tuple[str, ...], ...]:
    """Return the last parts of the keys of several numbers: none for one, `low` and `high`, or their places.

    >>> value_parts(1, True), value_parts(2, True), value_parts(2, False)
    (((),), (('low',), ('high',)), (('1',), ('2',)))
    """
    if number == 1:
        return ((),)
    if number == 2 and ends:
        return (("low",), ("high",))
    return tuple((str(place),) for place in range(1, number + 1))


def shown_decimals(value: float, decimals: int, printed: Cell | None = None) -> int:
    """Return how many decimals show a value so that a reader comes to its verdict.

    One more where that shows it whole, as the mean of two printed values; and as many as it takes to see on which side
    of the printed value it lies, and of half a unit of that value's last digit.

    >>> shown_decimals(49.525, 2), shown_decimals(60.8, 2), shown_decimals(28.1081081, 1)
    (3, 2, 1)
    >>> shown_decimals(14.4866385, 1, Cell("14", 14.0)), shown_decimals(4.9996, 2, Cell("5", 5.0))
    (2, 4)
    """
    exact = Decimal(format_number(value))
    enough = decimals
    if decimals and round(exact, decimals + 1) == exact != round(exact, decimals):
        enough += 1
    if printed is None or printed.value is None:
        return enough
    bound, unit = Decimal(repr(printed.value)), Decimal(1).scaleb(-printed.decimals)

    def side(number: Decimal) -> tuple[int, int]:
        return _sign(number - bound), _sign(2 * abs(number - bound) - unit)

    while enough < MOST_DECIMALS and side(round(exact, enough)) != side(exact):
        enough += 1
    return enough


def _sign(number: Decimal) -> int:
    return (number > 0) - (number < 0)


def claims(roster: Roster) -> Part:
    """The claims of the publication, each recomputed by its rule from the study's tables.

    Raises:
        InputError: claims name what the study or the rules do not have; the message holds all such faults.
    """
    if not roster.challenge.claims:
        return Part([])
    findings = Findings()
    asked = questions(roster, findings)
    findings.stop_on_errors(roster.challenge.study)
    checked = []
    for question in asked:
        judgement = judge(roster, question)
        checked.append(_Checked(question, judgement, behind(roster, question, judgement)))
    entries = [entry for one in checked for entry in _rows(roster, one)]
    verdicts: dict[str, str] = {}
    for one in checked:
        verdicts |= _verdicts(roster, one)
    return Part(
        [*entries, *_counts(roster, checked)],
        verdicts,
        {TABLE: _table(checked)},
        statements=tuple(map(_statement, checked)),
    )


def _rows(roster: Roster, one: _Checked) -> Iterator[Entry]:
    rows, question, answer = roster.rows, one.question, one.judgement.answer
    place = f"section {question.claim.section}" + (f", {question.claim.figure}" if question.claim.figure else "")
    for part, cell in zip(one.parts, question.printed, strict=False):
        yield rows.shipped(
            ("shipped", "claim", one.id, *part), cell.value, _unit(question, answer), f"{FILE}, printed",
            f"as printed in {place} of the publication", decimals=cell.decimals,
        )  # fmt: skip
    if answer is None:
        if question.rule is not None:
            for part in one.parts:
                yield rows.recomputed(
                    ("claim", one.id, *part), None, _unit(question, None), FILE, f"rule {question.rule.name}",
                    missing=one.judgement.missing,
                )  # fmt: skip
        return
    rule, facts = f"{FILE}, rule {question.claim.rule}", one.facts
    yield from _answered(roster, ("claim", one.id), answer, one, rule)
    if facts.other is not None and facts.other.answer is not None:
        yield from _answered(roster, ("claim_other_split", one.id), facts.other.answer, one, rule)
    if facts.without_results and answer.values:
        yield rows.recomputed(
            ("claim_with_unlisted", one.id), answer.values[0] + len(facts.without_results), "count",
            joined(FILE, answer.source), f"{answer.method}, and described systems without results",
        )  # fmt: skip

    for bound in facts.bounds:
        about = QUANTITIES[bound.metric]
        yield rows.recomputed(
            ("claim_bound", one.id, bound.metric), bound.value, about.unit, joined(FILE, bound.source), bound.method,
            decimals=about.decimals,
        )  # fmt: skip
    for mean in facts.means:
        about = QUANTITIES[mean.metric]
        for whose, value in (("named", mean.named), ("others", mean.others)):
            yield rows.recomputed(
                ("claim_mean", one.id, mean.metric, whose), value, about.unit, joined(FILE, mean.source),
                f"mean {about.words} of {mean.of[whose]}, {question.split} split", decimals=about.decimals,
            )  # fmt: skip


def _unit(question: Question, answer: Answer | None) -> str:
    """Return the unit of what is printed, also where the tables hold nothing beside it."""
    if answer is not None:
        return answer.unit
    if question.rule is None:
        return question.claim.unit
    metric = question.arguments.get("metric")
    if question.rule.name in ("difference", "spread"):
        return "points"
    return {"category": "percent", "rank": "rank"}.get(question.rule.name) or (
        QUANTITIES[metric].unit if metric and question.rule.answers != "share" else "count"
    )


def _answered(roster: Roster, start: tuple[str, str], answer: Answer, one: _Checked, rule: str) -> Iterator[Entry]:
    for place, (part, value) in enumerate(zip(one.parts, answer.values, strict=True)):
        ends = f", the {part[0]} end" if part else ""
        yield roster.rows.recomputed(
            (*start, *part), value, answer.unit, joined(rule, answer.source), answer.method + ends,
            decimals=_decimals(answer, place, one.question), n=answer.n,
        )  # fmt: skip


def _decimals(answer: Answer, place: int, question: Question) -> int:
    printed = question.printed[place] if place < len(question.printed) else None
    return shown_decimals(answer.values[place], answer.decimals, printed)


def _verdicts(roster: Roster, one: _Checked) -> dict[str, str]:
    judgement, facts = one.judgement, one.facts
    lists: Mapping[str, Sequence[str]] = {
        "claim_absent": judgement.absent, "claim_extra": judgement.extra, "claim_below": facts.below,
        "claim_marks": facts.marks,
        "claim_elsewhere": facts.elsewhere,
        "claim_without_results": facts.without_results,
        "claim_just_short": (facts.just_short,) if facts.just_short else (),
    }  # fmt: skip
    found = {"claim": judgement.verdict} | {name: key(*ids) for name, ids in lists.items() if ids}
    if judgement.slipped:
        found["claim_slipped"] = "less than one unit of the last printed digit"
    if facts.other is not None:
        found["claim_other_split"] = facts.other_split
    keyed = {roster.rows.key(name, one.id): words for name, words in found.items()}
    for bound in facts.bounds:
        keyed[roster.rows.key("claim_bound", one.id, bound.metric)] = bound.words
        for name, ids in (("claim_short", bound.short), ("claim_past", bound.past)):
            if ids:
                keyed[roster.rows.key(name, one.id, bound.metric)] = key(*ids)
    for mean in facts.means:
        keyed[roster.rows.key("claim_mean", one.id, mean.metric)] = QUANTITIES[mean.metric].words
    return keyed


def _counts(roster: Roster, checked: Sequence[_Checked]) -> Iterator[Entry]:
    all_of_them = [one.judgement.verdict for one in checked]
    source = f"{FILE}; results.csv; systems.csv"
    yield roster.rows.recomputed(
        ("count", "claims", "all"), len(all_of_them), "count", FILE, "claims of the publication"
    )
    for verdict in VERDICTS:
        yield roster.rows.recomputed(
            ("count", "claims", verdict_slug(verdict)), all_of_them.count(verdict), "count", source,
            f"claims whose verdict is {verdict}", n=len(all_of_them),
        )  # fmt: skip


def _statement(one: _Checked) -> Statement:
    claim, judgement, rule = one.question.claim, one.judgement, one.question.rule
    listed = rule is not None and rule.answers == "systems"
    return Statement(
        claim.id, claim.section, claim.says, judgement.verdict,
        figure=claim.figure, comparison=claim.comparison, parts=one.parts, listed=listed,
        printed=claim.printed if listed else (),
        found=judgement.answer.systems if judgement.answer is not None else (),
        absent=judgement.absent, extra=judgement.extra, missing=judgement.missing, against=claim.against,
        note=claim.note, split=one.question.split,
    )  # fmt: skip


def _table(checked: Sequence[_Checked]) -> polars.DataFrame:
    records = [_record(one) for one in checked]
    return polars.DataFrame(records, schema=dict.fromkeys(records[0], polars.String) if records else None)


def _record(one: _Checked) -> dict[str, str | None]:
    claim, answer = one.question.claim, one.judgement.answer
    record = {
        "id": claim.id,
        "section": claim.section,
        "figure": claim.figure,
        "says": claim.says,
        "comparison": claim.comparison,
        "printed": claim.comparison
        if claim.comparison in SHARES
        else ", ".join(claim.printed) or ("none" if claim.listed else ""),
        "recomputed": "" if answer is None else _shown(answer, one.question),
        "verdict": one.judgement.verdict,
        "why": in_words(one.question, one.judgement, one.facts),
        "note": claim.note,
    }
    return {name: text or None for name, text in record.items()}


def _shown(answer: Answer, question: Question) -> str:
    """Write an answer as a page shows it."""
    if answer.values:
        return ", ".join(
            rounded(value, _decimals(answer, place, question)) for place, value in enumerate(answer.values)
        )
    return ", ".join(answer.systems) or "none"
