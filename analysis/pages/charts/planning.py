"""What more speakers would gain, drawn."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import Chart
from analysis.pages.figures.planning import Line, Panel, draw_planning, planning_alt
from analysis.pages.figures.scale import tick_text
from analysis.pages.views.planning import OWN, PlanningView
from analysis.results import Results

TITLES = {"plan_width": "width of an EER's interval, points", "plan_difference": "smallest difference detected, points"}


def charts(results: Results) -> list[Chart]:
    """Return the figure of this chapter, where the study has what it shows."""
    view = PlanningView(results)
    if not view.attacker or len(view.sizes) < 2:
        return []
    panels = []
    for measure, title in TITLES.items():
        lines = [line for name in view.utterances if (line := _line(results, view, measure, name)) is not None]
        if lines:
            panels.append(Panel(title, tuple(lines)))
    if not panels:
        return []
    return [Chart("planning", draw_planning(panels, float(view.speakers)).sheet, planning_alt(panels))]


def _line(results: Results, view: PlanningView, measure: str, name: str) -> Line | None:
    def value(*names: str) -> float | None:
        return results.ledger.value(key(results.study, *names))

    each = value("setting", "plan", "utterances", name)
    found = ((float(size), value(measure, size, name)) for size in view.sizes)
    places = tuple((size, points) for size, points in found if points)
    if each is None or not places:
        return None
    return Line(f"{tick_text(round(each, 1))} each", places, own=name == OWN)
