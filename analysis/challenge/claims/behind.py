"""What lies behind a claim that is not reproduced, as far as the tables tell."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from analysis.challenge.claims.judgement import CONTRADICTED, UNCHECKABLE, Judgement, judge
from analysis.challenge.claims.question import OTHER_SPLIT, Question
from analysis.challenge.claims.selection import joined
from analysis.challenge.quantities import QUANTITIES, quantity, source_of
from analysis.challenge.roster import Roster
from analysis.ledger import rounded


@dataclass(frozen=True)
class Bound:
    """How far the others go on one quantity, and which printed systems do not lie beyond it.

    Attributes:
        metric: the quantity.
        value: the value of the others that had to be passed.
        end: which of theirs that is: `lowest`, `highest` or `mean`.
        short: ids of the printed systems that do not pass it.
        past: ids of the systems that are not printed and pass it.
        source, method: for the ledger.
    """

    metric: str
    value: float
    end: str
    short: tuple[str, ...]
    past: tuple[str, ...]
    source: str
    method: str

    @property
    def words(self) -> str:
        """Return what the value is, for a reader."""
        return f"{QUANTITIES[self.metric].words}, {self.end} of the others"


@dataclass(frozen=True)
class Means:
    """The means of a quantity over the systems that a claim is about and over the others.

    Attributes:
        metric: the quantity.
        named, others: the means.
        of: whose means these are, in words, by `named` and `others`.
        source: for the ledger.
    """

    metric: str
    named: float
    others: float
    of: Mapping[str, str]
    source: str


@dataclass(frozen=True)
class Behind:
    """Facts beside a claim that is not reproduced.

    Attributes:
        other: the judgement on the other split, where the claim holds there; else None.
        other_split: that split.
        without_results: systems that a count would take in, had they results.
        just_short: the system nearest to the minimum EER from below, for a count by a minimum.
        below: printed systems whose average EER is below the minimum.
        marks: printed systems that carry the other mark of compliance than is asked for.
        elsewhere: printed systems that reach another privacy category than the claim says.
        bounds: for a comparison with others, what they reach, who does not pass it, and who does without being printed.
        means: for a comparison with most of the others, the means of both sides.
    """

    other: Judgement | None = None
    other_split: str = ""
    without_results: tuple[str, ...] = ()
    just_short: str = ""
    below: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    bounds: tuple[Bound, ...] = ()
    means: tuple[Means, ...] = ()


def behind(roster: Roster, question: Question, judgement: Judgement) -> Behind:
    """Return what can be said about a claim that is not reproduced; nothing about another one."""
    if judgement.verdict != CONTRADICTED or question.rule is None:
        return Behind()
    facts = Behind(**_on_the_other_split(roster, question))
    name, among = question.rule.name, question.arguments.get("among")
    if name == "count" and among is not None:
        without, short = among.without_results(roster), among.just_short(roster, question.split)
        return replace(facts, without_results=without, just_short=short)
    if name == "members" and among is not None:
        absent = [roster.entrant(system) for system in judgement.absent]
        return replace(
            facts,
            below=tuple(
                e.id
                for e in absent
                if among.at_least is not None
                and (average := e.average(question.split)) is not None and average < among.at_least
            ),
            marks=tuple(e.id for e in absent if among.compliant not in (None, e.system.compliant)),
        )  # fmt: skip
    if name in ("better", "worse"):
        return replace(facts, bounds=tuple(_bounds(roster, question, judgement)), means=tuple(_means(roster, question)))
    if name == "same_category":
        return replace(facts, elsewhere=judgement.absent)
    return facts


def _on_the_other_split(roster: Roster, question: Question) -> dict[str, Any]:
    split = OTHER_SPLIT.get(question.split, "")
    if not split:
        return {}
    other = judge(roster, question, split=split)
    return {} if other.verdict in (CONTRADICTED, UNCHECKABLE) else {"other": other, "other_split": split}


def _bounds(roster: Roster, question: Question, judgement: Judgement) -> Iterator[Bound]:
    """Yield what the others reach on each quantity on which a printed system does not pass them."""
    asked, worse = question.arguments, question.rule is not None and question.rule.name == "worse"
    if asked["of"] == "most":
        return
    than, split = asked["than"], asked["split"]
    for metric in asked["metrics"]:
        about = QUANTITIES[metric]
        others = {entrant.id: value for entrant, value in than.valued(roster, metric, split)}
        sign = 1 if bool(about.larger_is_better) != worse else -1
        if asked["of"] == "mean":
            end, value, known = "mean", math.fsum(others.values()) / len(others), frozenset[str]()
        else:
            end = "highest" if sign > 0 else "lowest"
            value = sign * max(sign * other for other in others.values())
            known = frozenset(others)
        own = {
            name: quantity(roster, roster.entrant(name), metric, split)
            for name in (*judgement.absent, *judgement.extra) if name not in known
        }  # fmt: skip
        beaten = [name for name, found in own.items() if found is not None and sign * found <= sign * value]
        short = tuple(name for name in judgement.absent if name in beaten)
        past = tuple(name for name in judgement.extra if own.get(name) is not None and name not in beaten)
        if short or past:
            source = joined(source_of(metric, split), than.source(split))
            method = f"{end} {about.words} of {than.words}, {split} split"
            yield Bound(metric, value, end, short, past, source, method)


def _means(roster: Roster, question: Question) -> Iterator[Means]:
    """Yield the mean of each quantity on both sides of a comparison with most of the others."""
    among, than, split = (question.arguments[name] for name in ("among", "than", "split"))
    if question.arguments["of"] != "most":
        return
    for metric in question.arguments["metrics"]:
        own, others = ([value for _, value in side.valued(roster, metric, split)] for side in (among, than))
        if len(own) > 1 and len(others) > 1:
            source = joined(source_of(metric, split), among.source(split), than.source(split))
            yield Means(
                metric, math.fsum(own) / len(own), math.fsum(others) / len(others),
                {"named": among.words, "others": than.words}, source,
            )  # fmt: skip


def in_words(question: Question, judgement: Judgement, facts: Behind) -> str:
    """Return the reason for a verdict as one text, for a table."""
    return "; ".join(_reasons(question, judgement, facts))


def _reasons(question: Question, judgement: Judgement, facts: Behind) -> Iterator[str]:
    if judgement.missing:
        yield judgement.missing
    if judgement.absent:
        yield f"printed and not found: {', '.join(judgement.absent)}"
    if judgement.extra:
        yield f"found and not printed: {', '.join(judgement.extra)}"
    if judgement.slipped:
        yield "less than one unit of the last printed digit away, as after rounding twice"
    if facts.other is not None:
        yield f"holds on the {facts.other_split} split"
    if facts.without_results:
        yield f"described without results: {', '.join(facts.without_results)}"
    if facts.marks:
        yield f"marked otherwise: {', '.join(facts.marks)}"
    if facts.below:
        yield f"below the minimum: {', '.join(facts.below)}"
    if facts.elsewhere:
        yield f"in another category: {', '.join(facts.elsewhere)}"
    for bound in facts.bounds:
        about = QUANTITIES[bound.metric]
        yield f"{bound.words} {rounded(bound.value, about.decimals)}: {', '.join((*bound.short, *bound.past))}"
    for mean in facts.means:
        shown = (rounded(value, QUANTITIES[mean.metric].decimals) for value in (mean.named, mean.others))
        yield f"mean {QUANTITIES[mean.metric].words}: {' against '.join(shown)} of the others"
    if facts.just_short:
        yield f"nearest to the minimum from below: {facts.just_short}"
    if question.claim.against:
        yield f"contradicts {', '.join(question.claim.against)}"
