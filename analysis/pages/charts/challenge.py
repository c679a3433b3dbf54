"""Privacy against words and emotion of a challenge's systems."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import ON_FRONT, Chart
from analysis.pages.charts.trade import key_lines
from analysis.pages.figures import style
from analysis.pages.figures.tradeoff import EMOTION, PRIVACY, WORDS, TradeoffPoint, draw_tradeoff, tradeoff_alt
from analysis.results import Results

SUMMARY_HEIGHT = 3.2  # inches


def charts(results: Results, *, lead: bool = False) -> list[Chart]:
    """Return the scatters that the study has; the summary's own only for the lead study."""
    made = []
    for measure, axis in (("wer", WORDS), ("uar", EMOTION)):
        points = []
        for system in results.systems:
            x = results.ledger.value(key(results.study, "eer", system.id, "semi_informed", "test_average"))
            y = results.ledger.value(key(results.study, "shipped", measure, system.id, "test"))
            front = results.verdicts.get(key(results.study, "front", measure, system.id)) == ON_FRONT
            points.append(TradeoffPoint(system.label, x, y, on_front=front, role=system.role))  # type: ignore[arg-type]
        if sum(point.x is not None and point.y is not None for point in points) >= 2:
            drawing = draw_tradeoff(points, PRIVACY, axis, style.FULL)
            alt = tradeoff_alt(points, PRIVACY, axis)
            made.append(Chart(f"tradeoff_{measure}", drawing.svg, alt, key_lines(drawing)))
            if lead:
                drawing = draw_tradeoff(points, PRIVACY, axis, style.FULL, SUMMARY_HEIGHT)
                made.append(Chart(f"summary_{measure}", drawing.svg, alt, key_lines(drawing)))
    return made
