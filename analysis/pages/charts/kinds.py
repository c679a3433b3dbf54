"""Systems of a challenge by kind."""

from __future__ import annotations

from analysis.pages.charts.chart import Chart
from analysis.results import Results


def charts(results: Results) -> list[Chart]:
    """Return the figures of this chapter that the study can fill."""
    return []
