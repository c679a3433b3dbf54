"""The widths of every kind of interval, drawn."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, Chart
from analysis.pages.figures.widths import WidthCell, WidthRow, draw_widths, widths_alt
from analysis.pages.kinds_of_interval import NAMES, QUOTABLE, quoted
from analysis.results import Results


def charts(results: Results) -> list[Chart]:
    """Return the widths of every system's EERs by kind, the quoted kind filled; nothing where there are none."""
    if key(results.study, "interval") not in results.verdicts:
        return []
    kinds = sorted(QUOTABLE, key=lambda kind: kind != quoted(results))
    systems = [system for system in results.systems if system.recomputed]
    panels = [
        attacker for attacker in ATTACKERS if any(_cell(results, s.id, attacker, kinds).widths[0] for s in systems)
    ]
    if not panels:
        return []
    best = results.verdicts.get(key(results.study, "best_trade"))
    rows = [
        WidthRow(
            results.label(system.id),
            tuple(_cell(results, system.id, attacker, kinds) for attacker in panels),
            emphasis=system.id == best,
        )
        for system in systems
    ]
    names, titles = tuple(NAMES[kind] for kind in kinds), [ATTACKER_NAMES[attacker] for attacker in panels]
    return [Chart("interval_kinds", draw_widths(rows, titles, names).sheet, widths_alt(rows, titles, names))]


def _cell(results: Results, system: str, attacker: str, kinds: list[str]) -> WidthCell:
    rows = [results.ledger.get(key(results.study, "width", kind, system, attacker)) for kind in kinds]
    missing = next((row.missing for row in rows if row is not None and row.missing), "")
    return WidthCell(tuple(None if row is None else row.value for row in rows), missing)
