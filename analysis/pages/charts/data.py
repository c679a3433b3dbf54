"""The protocol of the benchmark, drawn."""

from __future__ import annotations

from analysis.pages.charts.chart import Chart
from analysis.pages.figures.protocol import draw_protocol, protocol_alt
from analysis.results import Results


def charts(results: Results) -> list[Chart]:
    """Return the drawing of the protocol, which is the same for every benchmark."""
    return [Chart("protocol", draw_protocol().sheet, protocol_alt())]
