"""Results by attacker: EERs as a ladder, ranks from attacker to attacker, privacy against utility under each."""

from __future__ import annotations

from dataclasses import replace

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, CHAPTER_HEIGHT, CHAPTER_WIDTH, ON_FRONT, Chart
from analysis.pages.charts.trade import key_lines
from analysis.pages.figures import style
from analysis.pages.figures.bump import BumpColumn, BumpItem, bump, bump_alt
from analysis.pages.figures.ladder import LadderRow, Rung, draw_ladder, ladder_alt
from analysis.pages.figures.protocol import draw_protocol, protocol_alt
from analysis.pages.figures.tradeoff import (
    EMOTION,
    PRIVACY,
    WORDS,
    TradeoffAxis,
    TradeoffPoint,
    draw_tradeoff,
    tradeoff_alt,
)
from analysis.pages.numbers import digits
from analysis.results import Results, System

MOST_ROWS = 24
"""Systems that a page of the PDF holds in a ladder of three attackers; the rest goes into a further one."""

RANKED_BY = "by average EER in percent, the highest first"
UTILITIES = (("wer", WORDS), ("uar", EMOTION))
SUMMARY_HEIGHT = 3.0  # inches


def charts(results: Results, *, lead: bool = False) -> list[Chart]:
    """Return the figures that the study can fill; those of the summary only for the lead study."""
    attackers = _attackers(results)
    made = [Chart("protocol", draw_protocol().sheet, protocol_alt())]
    made += _ladders(results, attackers, lead=lead) + _ranks(results, attackers)
    return made + _trades(results, attackers, lead=lead)


def _attackers(results: Results) -> list[str]:
    value = results.ledger.value
    return [name for name in ATTACKERS if value(key(results.study, "count", "above_chance", name)) is not None]


def _anonymizers(results: Results) -> list[System]:
    return [system for system in results.systems if system.recomputed and system.id != results.reference]


def _ladders(results: Results, attackers: list[str], *, lead: bool) -> list[Chart]:
    """Return the average EERs of each system, one rung an attacker; a narrow one for the summary."""
    rows = [
        LadderRow(
            system.label,
            tuple(_rung(results, system.id, attacker) for attacker in attackers),
            doubt=key(results.study, "trap", system.id) in results.verdicts,
        )
        for system in _anonymizers(results)
    ]
    rows = [row for row in rows if any(rung.value is not None for rung in row.rungs)]
    names = [ATTACKER_NAMES[attacker] for attacker in attackers]
    made = []
    for start in range(0, len(rows), MOST_ROWS):
        here = rows[start : start + MOST_ROWS]
        name = "ladder" if not start else f"ladder_{start // MOST_ROWS + 1}"
        made.append(Chart(name, draw_ladder(here, names).sheet, ladder_alt(here, names)))
    if rows and lead:
        first = rows[:MOST_ROWS]
        made.append(Chart("ladder_half", draw_ladder(first, names, style.HALF).sheet, ladder_alt(first, names)))
    return made


def _rung(results: Results, system: str, attacker: str) -> Rung:
    entry = results.ledger.get(key(results.study, "average", "eer", system, attacker, results.trial_list))
    return Rung(None, missing="not given") if entry is None else Rung(entry.value, missing=entry.missing)


def _ranks(results: Results, attackers: list[str]) -> list[Chart]:
    """Return the ranks, a column an attacker, where two attackers put the systems in an order."""
    ordering = [a for a in attackers if key(results.study, "leader", a, results.trial_list) in results.verdicts]
    columns = [_column(results, attacker) for attacker in ordering]
    if len(columns) < 2:
        return []
    return [Chart("ranks_attackers", bump(columns, RANKED_BY).sheet, bump_alt(columns, RANKED_BY))]


def _column(results: Results, attacker: str) -> BumpColumn:
    joined = results.verdicts.get(key(results.study, "rank_span_max", results.trial_list), "")
    widest = parts(joined) if joined else ()
    items = []
    for system in _anonymizers(results):
        rank = results.ledger.get(key(results.study, "rank", "eer", system.id, attacker, results.trial_list))
        average = results.ledger.get(key(results.study, "average", "eer", system.id, attacker, results.trial_list))
        if rank is None or average is None:
            continue
        items.append(
            BumpItem(
                system.id, system.label, None if rank.value is None else int(rank.value),
                "" if average.value is None else digits(average.value, average.decimals),
                emphasis=system.id in widest, missing=rank.missing,
            )
        )  # fmt: skip
    words = ATTACKER_NAMES[attacker]
    return BumpColumn(words, f"Under the {words} attacker", tuple(items))


def _trades(results: Results, attackers: list[str], *, lead: bool) -> list[Chart]:
    """Return privacy against each utility under each attacker, and the one of the summary."""
    made = []
    for name, axis in UTILITIES:
        for attacker in attackers:
            points = [_point(results, system, attacker, name) for system in results.systems if system.recomputed]
            if sum(point.x is not None and point.y is not None for point in points) < 2:
                continue
            across = replace(PRIVACY, name=f"{ATTACKER_NAMES[attacker]} EER")
            made.append(_scatter(f"tradeoff_{attacker}_{name}", points, across, axis, CHAPTER_WIDTH, CHAPTER_HEIGHT))
            if lead and attacker == attackers[-1] and not any(chart.name == "tradeoff_summary" for chart in made):
                made.append(_scatter("tradeoff_summary", points, across, axis, style.HALF, SUMMARY_HEIGHT))
    return made


def _scatter(
    name: str, points: list[TradeoffPoint], across: TradeoffAxis, axis: TradeoffAxis, width: float, height: float
) -> Chart:
    drawing = draw_tradeoff(points, across, axis, width, height)
    alt = tradeoff_alt(points, across, axis)
    return Chart(name, drawing.sheet, alt, key_lines(drawing), nameless=bool(drawing.unlabelled))


def _point(results: Results, system: System, attacker: str, utility: str) -> TradeoffPoint:
    original = system.id == results.reference
    study, value = results.study, results.ledger.value
    under = "unprotected" if original else attacker
    return TradeoffPoint(
        system.label,
        value(key(study, "average", "eer", system.id, under, results.trial_list)),
        value(key(study, "average", utility, system.id, results.trial_list)),
        on_front=results.verdicts.get(key(study, "front", attacker, utility, system.id)) == ON_FRONT,
        role="original" if original else "anonymizer",
        outside=original,
    )
