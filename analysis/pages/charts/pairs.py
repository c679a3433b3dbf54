"""Differences of the registered pairs."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import METRIC_NAMES, Chart
from analysis.pages.figures.forest import ForestGroup, ForestRow, draw_forest, forest_alt
from analysis.results import Results


def charts(results: Results) -> tuple[list[Chart], float | None]:
    """Return the forest plot of the registered pairs and its height in inches; nothing where no pair is compared."""
    groups = [group for pair in results.pairs if (group := _group(results, pair.b, pair.a)).rows]
    if not groups:
        return [], None
    drawn = draw_forest(groups)
    return [Chart("forest", drawn.svg, forest_alt(groups))], drawn.height


def _group(results: Results, b: str, a: str) -> ForestGroup:
    rows = []
    for metric, name in METRIC_NAMES.items():
        ledger_key = key(results.study, "paired", b, a, metric)
        entry = results.ledger.get(ledger_key)
        if entry is not None and entry.value is not None:
            if metric == "cer" and results.unit_of_text == "words":
                name = "WER"
            rows.append(
                ForestRow(
                    name,
                    entry.value,
                    entry.ci_low,
                    entry.ci_high,
                    verdict=results.verdicts.get(ledger_key, "no evidence"),
                    better="lower" if metric == "cer" else "higher",
                )
            )
    return ForestGroup(f"{results.label(b)} \N{MINUS SIGN} {results.label(a)}", tuple(rows))
