"""How much gender and corpus help an attacker, drawn."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, Chart
from analysis.pages.figures.steps import Step, StepRow, draw_steps, steps_alt
from analysis.results import Results

KINDS = {"gender": "gender step", "corpus": "corpus step"}
_ROWS = 16
"""So many systems stand in one picture, which then fits on an A4 page."""


def charts(results: Results) -> list[Chart]:
    """Return the steps between trial lists as dots with their intervals: `steps`, for many systems also `steps_2`, …"""
    kinds = [kind for kind in KINDS if _any(results, kind)]
    attackers = [attacker for attacker in ATTACKERS if any(_any(results, kind, attacker) for kind in kinds)]
    rows = [
        StepRow(
            results.label(system.id),
            tuple(tuple(_step(results, kind, system.id, attacker) for attacker in attackers) for kind in kinds),
            emphasis=results.verdicts.get(key(results.study, "best_trade")) == system.id,
        )
        for system in results.systems
        if any(key(results.study, "step", kind, system.id, a) in results.ledger for kind in kinds for a in attackers)
    ]
    panels, names = [KINDS[kind] for kind in kinds], [ATTACKER_NAMES[attacker] for attacker in attackers]
    made = []
    for start in range(0, len(rows), _ROWS):
        part = rows[start : start + _ROWS]
        name = "steps" if start == 0 else f"steps_{start // _ROWS + 1}"
        made.append(Chart(name, draw_steps(part, panels, names).sheet, steps_alt(part, panels, names)))
    return made


def _any(results: Results, kind: str, attacker: str = "") -> bool:
    return any(
        results.ledger.value(key(results.study, "step", kind, system.id, name)) is not None
        for system in results.systems
        for name in ([attacker] if attacker else ATTACKERS)
    )


def _step(results: Results, kind: str, system: str, attacker: str) -> Step:
    ledger_key = key(results.study, "step", kind, system, attacker)
    entry = results.ledger.get(ledger_key)
    if entry is None:
        return Step(None, missing="not computed")
    return Step(entry.value, entry.ci_low, entry.ci_high, results.verdicts.get(ledger_key, ""), entry.missing)
