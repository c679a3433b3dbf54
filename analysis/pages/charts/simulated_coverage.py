"""How often intervals hold the truth, drawn."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import Chart
from analysis.pages.figures.coverage import CoveragePanel, Dot, coverage_alt, draw_coverage
from analysis.pages.numbers import digits
from analysis.pages.views.simulated_coverage import NAMES, SimulatedCoverageView, number
from analysis.results import Results

SHOWN = ("trials", "speaker", "two_sided", "joint", "joint_bca", "joint_t")
"""The trial bootstrap and every kind that a study can quote; the rest stand in the table."""


def charts(results: Results) -> list[Chart]:
    """Return the picture of the coverage study; nothing where the study has no such numbers."""
    view = SimulatedCoverageView(results)
    promised = results.ledger.value(key(results.study, "covered_design", "nominal"))
    if promised is None or not view.settings:
        return []

    def dot(kind: str, speakers: str, eer: str) -> Dot:
        share = results.ledger.value(key(results.study, "covered", kind, speakers, eer))
        error = results.ledger.value(key(results.study, "covered_error", kind, speakers, eer))
        return Dot(share, error or 0.0)

    names = [NAMES[kind] for kind in SHOWN]
    panels = []
    for eer in view.eers:
        truth = results.ledger[key(results.study, "covered_truth", eer)]
        columns = tuple(tuple(dot(kind, size, eer) for kind in SHOWN) for size in view.speakers)
        panels.append(CoveragePanel(f"EER {digits(truth.value or 0.0, 0)} %", columns))
    drawn = draw_coverage(panels, names, [number(size) for size in view.speakers], promised, number(view.near[0]))
    return [Chart("coverage", drawn.sheet, coverage_alt(panels, names, promised))]
