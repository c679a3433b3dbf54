"""Changes against the original, and their fronts."""

from __future__ import annotations

from analysis.pages.charts.challenge import front_points, scatter
from analysis.pages.charts.chart import Chart
from analysis.pages.figures.tradeoff import TradeoffAxis
from analysis.results import Results

AXES = {
    "change_eer": TradeoffAxis("change of the EER", "more private", larger_is_better=True),
    "change_uar": TradeoffAxis("change of the UAR", "better emotion", larger_is_better=True),
    "change_wer": TradeoffAxis("change of the WER", "better content", larger_is_better=False),
}
PAIRS = {
    "eer_uar": ("change_eer", "change_uar"),
    "eer_wer": ("change_eer", "change_wer"),
    "uar_wer": ("change_uar", "change_wer"),
}
"""The fronts over changes: the name in verdicts, the change across and the change upwards."""
HEIGHTS = {"eer_uar": 3.6, "eer_wer": 3.6}
"""Inches of the pictures that stand two on a page; both utilities, whose points crowd, have a higher one."""


def charts(results: Results) -> list[Chart]:
    """Return one scatter a pair of changes; the original lies where both are zero."""
    made = []
    for pair, (across, upwards) in PAIRS.items():
        points = front_points(
            results, "front_change", pair,
            lambda system, name=across: (name, system, "test"), lambda system, name=upwards: (name, system, "test"),
        )  # fmt: skip
        made += scatter(f"change_{pair}", points, AXES[across], AXES[upwards], HEIGHTS.get(pair))
    return made
