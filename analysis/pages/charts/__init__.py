"""From a study's ledger to its pictures: which numbers stand in which figure, a module a chapter."""

from __future__ import annotations

from analysis.pages.charts import (
    agreement,
    attacked,
    attackers,
    certainty,
    challenge,
    change,
    data,
    gender,
    intervals,
    kinds,
    lineage,
    listening,
    matrix,
    pairs,
    planning,
    protocol,
    ranks,
    shortcuts,
    simulated_coverage,
    speakers,
    splits,
    trade,
    trap,
    utility,
)
from analysis.pages.charts.chart import Chart
from analysis.pages.figures import style
from analysis.results import Results

__all__ = ["Chart", "charts"]

LOWEST, HIGHEST = 2.6, 3.4  # inches
CHAPTERS = (
    data, certainty, shortcuts, utility, trap, agreement, listening, intervals, planning, simulated_coverage, speakers,
)  # fmt: skip
CHALLENGE_CHAPTERS = (protocol, ranks, change, matrix, gender, splits, kinds, lineage)


def charts(results: Results, lead: bool = True) -> dict[str, Chart]:
    """Return the study's figures by name; a figure that has nothing to show is not there.

    Those of the summary, which are smaller, belong to the lead study only.
    """
    with style.settings():  # once, not for every word that is measured
        made = _OF_KIND[results.kind](results, lead)
    return {chart.name: chart for chart in made}


def _benchmark(results: Results, lead: bool) -> list[Chart]:
    forest, height = pairs.charts(results)
    # The two stand side by side on the summary; without a forest plot the narrow ladder has its place.
    summary_height = None if height is None else min(max(height, LOWEST), HIGHEST)
    made = (
        forest
        + trade.charts(results, summary_height, lead=lead)
        + attackers.charts(results, lead=lead, half=lead and not forest)
    )
    return made + [chart for chapter in CHAPTERS for chart in chapter.charts(results)]


def _challenge(results: Results, lead: bool) -> list[Chart]:
    return challenge.charts(results, lead=lead) + [
        chart for chapter in CHALLENGE_CHAPTERS for chart in chapter.charts(results)
    ]


def _attacks(results: Results, lead: bool) -> list[Chart]:
    return attacked.charts(results, lead=lead)


_OF_KIND = {"benchmark": _benchmark, "challenge": _challenge, "attacks": _attacks}
