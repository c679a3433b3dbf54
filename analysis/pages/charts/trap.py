"""Each system as a line over the attackers, drawn."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, SHIPPED_LIST, Chart
from analysis.pages.figures.lines import Line, draw_lines, lines_alt
from analysis.results import Results


def charts(results: Results) -> list[Chart]:
    """Return the lines of all systems that have an EER, recomputed or shipped, where there are two attackers."""
    drawn = [
        (system, origin == "shipped")
        for system in results.systems
        if (origin := results.verdicts.get(key(results.study, "line", system.id)))
    ]
    attackers = [
        attacker
        for attacker in ATTACKERS
        if any(_value(results, system.id, attacker, shipped) is not None for system, shipped in drawn)
    ]
    if len(attackers) < 2:
        return []
    rows = [
        Line(
            results.label(system.id),
            tuple(_value(results, system.id, attacker, shipped) for attacker in attackers),
            shipped,
            _ending(results, system.id, attackers[-1], shipped),
            doubt=any(key(results.study, kind, system.id) in results.verdicts for kind in ("trap", "trap_shipped")),
            emphasis=results.verdicts.get(key(results.study, "best_trade")) == system.id,
        )
        for system, shipped in drawn
    ]
    names = [ATTACKER_NAMES[attacker] for attacker in attackers]
    return [Chart("lines", draw_lines(rows, names).sheet, lines_alt(rows, names))]


def eer_key(results: Results, system: str, attacker: str, shipped: bool) -> str:
    """Return the ledger key of the EER that a system's line shows."""
    if shipped:
        return key(results.study, "shipped", "eer", system, attacker, SHIPPED_LIST)
    return key(results.study, "eer", system, attacker, results.trial_list)


def _value(results: Results, system: str, attacker: str, shipped: bool) -> float | None:
    return results.ledger.value(eer_key(results, system, attacker, shipped))


def _ending(results: Results, system: str, attacker: str, shipped: bool) -> str:
    entry = results.ledger.get(eer_key(results, system, attacker, shipped))
    return entry.missing if entry is not None and not shipped else f"no {ATTACKER_NAMES[attacker]} value"
