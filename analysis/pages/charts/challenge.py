"""Privacy against words and emotion of a challenge's systems, and what its other scatters share."""

from __future__ import annotations

from collections.abc import Callable

from analysis.ledger import key
from analysis.pages.charts.chart import ON_FRONT, Chart
from analysis.pages.charts.trade import key_lines
from analysis.pages.figures import style
from analysis.pages.figures.tradeoff import (
    EMOTION,
    PRIVACY,
    WORDS,
    TradeoffAxis,
    TradeoffPoint,
    draw_tradeoff,
    tradeoff_alt,
)
from analysis.results import Results

SUMMARY_HEIGHT = 3.2  # inches

Place = Callable[[str], tuple[str, ...]]
"""From a system's id to the names of the ledger row, below the study, that says where it lies on an axis."""


def charts(results: Results, *, lead: bool = False) -> list[Chart]:
    """Return the scatters that the study has; the summary's own only for the lead study."""
    made = []
    for measure, axis in (("wer", WORDS), ("uar", EMOTION)):

        def privacy(system: str) -> tuple[str, ...]:
            return ("eer", system, "semi_informed", "test_average")

        def utility(system: str, measure: str = measure) -> tuple[str, ...]:
            return ("shipped", measure, system, "test")

        points = front_points(results, "front", measure, privacy, utility)
        made += scatter(f"tradeoff_{measure}", points, PRIVACY, axis)
        if lead:
            made += scatter(f"summary_{measure}", points, PRIVACY, axis, SUMMARY_HEIGHT)
    return made


def front_points(results: Results, head: str, name: str, across: Place, upwards: Place) -> list[TradeoffPoint]:
    """Return all systems of a challenge as points, with their place on a front and on the one without marked systems.

    The second front is told only where it is another one.
    """

    def on_it(word: str) -> set[str]:
        verdicts, study = results.verdicts, results.study
        return {s.id for s in results.systems if verdicts.get(key(study, word, name, s.id)) == ON_FRONT}

    front, compliant = on_it(head), on_it(f"{head}_compliant")
    return [
        TradeoffPoint(
            system.label,
            results.ledger.value(key(results.study, *across(system.id))),
            results.ledger.value(key(results.study, *upwards(system.id))),
            on_front=system.id in front,
            role=system.role,  # type: ignore[arg-type]
            marked=not system.compliant,
            on_other_front=compliant != front and system.id in compliant,
        )
        for system in results.systems
    ]


def scatter(
    name: str, points: list[TradeoffPoint], x_axis: TradeoffAxis, y_axis: TradeoffAxis, height: float | None = None
) -> list[Chart]:
    """Return the scatter as a list of one; empty where fewer than two systems can be drawn."""
    if sum(point.x is not None and point.y is not None for point in points) < 2:
        return []
    drawing = draw_tradeoff(points, x_axis, y_axis, style.FULL, height)
    alt = tradeoff_alt(points, x_axis, y_axis)
    return [Chart(name, drawing.sheet, alt, key_lines(drawing), nameless=bool(drawing.unlabelled))]
