"""EER under the three attackers."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import ATTACKERS, Chart, edges
from analysis.pages.figures import style
from analysis.pages.figures.ladder import LadderRow, Rung, ladder, ladder_alt
from analysis.results import Results


def charts(results: Results, *, half: bool = False) -> list[Chart]:
    """Return the ladder of attackers; with `half` also the narrow one that can stand beside another on the summary."""
    rows = [_rungs(results, system.id) for system in results.systems if system.recomputed]
    rows = [row for row in rows if any(rung.value is not None for rung in row.rungs)]
    if not rows:
        return []
    made = [Chart("ladder", ladder(rows), ladder_alt(rows))]
    if half:
        made.append(Chart("ladder_half", ladder(rows, width=style.HALF), ladder_alt(rows)))
    return made


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
