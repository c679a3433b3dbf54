"""How many listeners a test needs, drawn."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import Chart
from analysis.pages.figures.precision import Size, draw_precision, precision_alt
from analysis.pages.views.listening import ListeningView
from analysis.results import Results


def charts(results: Results) -> list[Chart]:
    """Return the figures of this chapter that the study has data for."""
    names = ListeningView(results).sizes
    wanted = results.ledger.value(key(results.study, "setting", "listening", "step"))
    if len(names) < 2 or wanted is None:
        return []

    def value(measure: str, name: str) -> float | None:
        return results.ledger.value(key(results.study, "listening", measure, name))

    sizes = []
    for name in names:
        one, least, most = (value(measure, name) for measure in ("half_width", "half_width_least", "half_width_most"))
        two, rule = value("difference", name), value("square_root", name)
        if one is not None and least is not None and most is not None and two is not None:
            sizes.append(Size(float(name), one, least, most, two, one if rule is None else rule))
    return [Chart("listeners", draw_precision(sizes, wanted).sheet, precision_alt(sizes, wanted))] if sizes else []
