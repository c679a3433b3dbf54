"""How the intervals come about, drawn: the draws of one system, and the widths of all."""

from __future__ import annotations

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, Chart
from analysis.pages.figures.histogram import HistogramPanel, Span, draw_histogram, histogram_alt
from analysis.pages.figures.widths import WidthCell, WidthRow, draw_widths, widths_alt
from analysis.pages.figures.words import named
from analysis.pages.kinds_of_interval import NAMES, TRIALS, eer_measure, quoted, second
from analysis.results import Histogram, Results

AXIS = "EER (%), more private →"


def charts(results: Results) -> list[Chart]:
    """Return the histogram of draws and the widths of the intervals, where the study has them."""
    made = []
    panels = [panel for drawn in results.histograms if (panel := _panel(results, drawn)) is not None]
    if panels:
        lanes = tuple(_names(results))
        of = f"the draws of the EER of {named(results.label(parts(results.histograms[0].key)[2]))}"
        made.append(Chart("draws", draw_histogram(panels, lanes, AXIS).sheet, histogram_alt(panels, lanes, of)))
    attackers = [name for name in ATTACKERS if _any_width(results, name)]
    if attackers:
        rows = [_row(results, system.id, attackers) for system in results.systems if system.recomputed]
        names, kinds = [ATTACKER_NAMES[name] for name in attackers], tuple(_names(results))
        made.append(Chart("widths", draw_widths(rows, names, kinds).sheet, widths_alt(rows, names, kinds)))
    return made


def _kinds(results: Results) -> tuple[str, str, str]:
    return quoted(results), second(results), TRIALS


def _names(results: Results) -> list[str]:
    return [{**NAMES, TRIALS: "trials"}[kind] for kind in _kinds(results)]


def _panel(results: Results, drawn: Histogram) -> HistogramPanel | None:
    point = results.ledger.value(drawn.key)
    names = parts(drawn.key)
    if point is None or len(names) != 5:
        return None
    spans = []
    for kind in _kinds(results):
        entry = results.ledger.get(key(names[0], eer_measure(results, kind), *names[2:]))
        if entry is None:
            spans.append(Span(None, None))
        else:
            spans.append(Span(entry.ci_low, entry.ci_high, entry.missing))
    title = ATTACKER_NAMES.get(names[3], names[3])
    return HistogramPanel(title, drawn.edges, drawn.counts, point, tuple(spans))


def _any_width(results: Results, attacker: str) -> bool:
    return any(
        results.ledger.value(key(results.study, "width", kind, system.id, attacker)) is not None
        for system in results.systems
        for kind in _kinds(results)
    )


def _row(results: Results, system: str, attackers: list[str]) -> WidthRow:
    cells = []
    for attacker in attackers:
        keys = [key(results.study, "width", kind, system, attacker) for kind in _kinds(results)]
        entry = results.ledger.get(keys[0])
        widths = tuple(results.ledger.value(name) for name in keys)
        cells.append(WidthCell(widths, entry.missing if entry is not None else ""))
    best = results.verdicts.get(key(results.study, "best_trade")) == system
    return WidthRow(results.label(system), tuple(cells), emphasis=best)
