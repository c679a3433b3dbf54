"""The EERs of single speakers, drawn."""

from __future__ import annotations

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, Chart
from analysis.pages.figures.exposures import ExposureCell, ExposureRow, draw_exposures, exposures_alt
from analysis.results import Results

HOLDS = "holds after Holm"
_ROWS = 16
"""So many systems stand in one picture, which then fits on an A4 page."""


def charts(results: Results) -> list[Chart]:
    """Return the EERs of every speaker by system and attacker: `speakers`, for many systems also `speakers_2`, …"""
    values = {spread.key: spread.values for spread in results.spreads}
    attackers = [
        attacker
        for attacker in ATTACKERS
        if any(key(results.study, "speaker_spread", system.id, attacker) in values for system in results.systems)
    ]
    rows = [
        ExposureRow(
            results.label(system.id),
            tuple(_cell(results, values, system.id, attacker) for attacker in attackers),
            emphasis=results.verdicts.get(key(results.study, "best_trade")) == system.id,
        )
        for system in results.systems
        if system.recomputed
    ]
    names = [ATTACKER_NAMES[attacker] for attacker in attackers]
    made = []
    for start in range(0, len(rows) if attackers else 0, _ROWS):
        part = rows[start : start + _ROWS]
        name = "speakers" if start == 0 else f"speakers_{start // _ROWS + 1}"
        made.append(Chart(name, draw_exposures(part, names).sheet, exposures_alt(part, names)))
    return made


def _cell(results: Results, values: dict[str, tuple[float, ...]], system: str, attacker: str) -> ExposureCell:
    def of(measure: str, *more: str) -> str:
        return key(results.study, measure, system, attacker, *more)

    pooled = results.ledger.get(of("eer", results.trial_list))
    if of("speaker_spread") not in values:
        return ExposureCell(missing=pooled.missing if pooled is not None else "")
    alike = results.ledger.get(of("speaker_lowest_alike"))
    # One who shares the lowest EER with others is not the lowest.
    alone = results.ledger.value(key(results.study, "count", "lowest_shared", system, attacker)) is None
    named = parts(results.verdicts.get(of("exposed"), ""))
    return ExposureCell(
        values[of("speaker_spread")],
        pooled.value if pooled is not None else None,
        lowest=named[0] if alone and named else "",
        alike=None if alike is None or alike.ci_low is None else (alike.ci_low, alike.ci_high),  # type: ignore[arg-type]
        beyond=results.verdicts.get(of("lowest_holds")) == HOLDS,
    )
