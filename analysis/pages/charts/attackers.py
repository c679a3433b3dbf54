"""EER under the three attackers."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import ATTACKERS, SHIPPED_LIST, Chart, edges
from analysis.pages.figures import style
from analysis.pages.figures.bars import MOST_GROUPS, BarGroup, bars_alt, draw_bars
from analysis.pages.figures.ladder import LadderRow, Rung, draw_ladder, ladder_alt
from analysis.results import Results, System


def charts(results: Results, *, lead: bool = True, half: bool = False) -> list[Chart]:
    """Return the bars of the chapter, and for the lead study the ladder of the summary.

    With `half` also the narrow ladder, which can stand beside another picture. Bars of more systems than a page holds
    go on in `bars_2` and so on.
    """
    made = _bars(results)
    rows = [_rungs(results, system.id) for system in results.systems if system.recomputed]
    rows = [row for row in rows if any(rung.value is not None for rung in row.rungs)]
    if rows and lead:
        made.append(Chart("ladder", draw_ladder(rows).sheet, ladder_alt(rows)))
        if half:
            made.append(Chart("ladder_half", draw_ladder(rows, width=style.HALF).sheet, ladder_alt(rows)))
    return made


def _bars(results: Results) -> list[Chart]:
    groups = [_group(results, system) for system in results.systems]
    groups = [group for group in groups if any(rung.value is not None for rung in group.rungs)]
    made = []
    for start in range(0, len(groups), MOST_GROUPS):
        some = groups[start : start + MOST_GROUPS]
        drawing = draw_bars(some)
        name = "bars" if start == 0 else f"bars_{start // MOST_GROUPS + 1}"
        numbered = tuple((item.number, item.label) for item in drawing.key)
        made.append(Chart(name, drawing.sheet, bars_alt(some), numbered))
    return made


def _group(results: Results, system: System) -> BarGroup:
    """Solid bars with whiskers where an EER is recomputed; bars of shipped EERs where nothing of the system is."""
    if system.recomputed:
        row = _rungs(results, system.id)
        return BarGroup(row.label, row.rungs, emphasis=row.emphasis, doubt=row.doubt)
    rungs = []
    for attacker in ATTACKERS:
        entry = results.ledger.get(key(results.study, "shipped", "eer", system.id, attacker, SHIPPED_LIST))
        rungs.append(Rung(entry.value if entry else None, missing=entry.missing if entry else "not given"))
    return BarGroup(results.label(system.id), tuple(rungs), shipped=True)


def _rungs(results: Results, system: str) -> LadderRow:
    rungs = []
    for attacker in ATTACKERS:
        ledger_key = key(results.study, "eer", system, attacker, results.trial_list)
        value, low, high = edges(results, ledger_key)
        entry = results.ledger.get(ledger_key)
        rungs.append(Rung(value, low, high, entry.missing if entry else ""))
    return LadderRow(
        results.label(system),
        tuple(rungs),
        emphasis=results.verdicts.get(key(results.study, "best_trade")) == system,
        doubt=key(results.study, "trap", system) in results.verdicts,
    )
