"""Differences of the registered pairs."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import METRIC_NAMES, Chart, edges
from analysis.pages.contested import contested
from analysis.pages.figures import style
from analysis.pages.figures.forest import ForestGroup, ForestRow, draw_forest, forest_alt
from analysis.pages.figures.words import named
from analysis.results import Results

MOST_ROWS = 36
"""More do not fit on a page; the rest goes into a further figure."""


def charts(results: Results) -> tuple[list[Chart], float | None]:
    """Return the forest plots of the registered pairs and the height in inches of the one on the summary.

    `forest` is the summary's; `pairs`, `pairs_2` and so on are the chapter's, wider and with the published differences.
    Nothing where no pair is compared.
    """
    groups = [group for pair in results.pairs if (group := _group(results, pair.b, pair.a)).rows]
    if not groups:
        return [], None
    drawn = draw_forest(groups)
    made = [Chart("forest", drawn.sheet, forest_alt(groups))]
    beside = [_group(results, pair.b, pair.a, shipped=True) for pair in results.pairs]
    for place, page in enumerate(_pages([group for group in beside if group.rows]), start=1):
        name = "pairs" if place == 1 else f"pairs_{place}"
        made.append(Chart(name, draw_forest(page, style.FULL).sheet, forest_alt(page)))
    return made, drawn.height


def _pages(groups: list[ForestGroup]) -> list[list[ForestGroup]]:
    """Return the groups page by page, none parted."""
    pages: list[list[ForestGroup]] = [[]]
    for group in groups:
        if pages[-1] and sum(len(one.rows) + 1 for one in (*pages[-1], group)) > MOST_ROWS:
            pages.append([])
        pages[-1].append(group)
    return pages


def _group(results: Results, b: str, a: str, *, shipped: bool = False) -> ForestGroup:
    rows = []
    for metric, name in METRIC_NAMES.items():
        ledger_key = key(results.study, "paired", b, a, metric)
        value, low, high = edges(results, ledger_key)
        published = edges(results, key(results.study, "shipped", "paired", b, a, metric)) if shipped else (None,) * 3
        if value is None and published[0] is None:
            continue
        rows.append(
            ForestRow(
                "WER" if metric == "cer" and results.unit_of_text == "words" else name,
                value,
                low,
                high,
                verdict=results.verdicts.get(ledger_key, "no evidence"),
                better="lower" if metric == "cer" else "higher",
                missing="not recomputed",
                contested=bool(contested(results, b, a, metric)),
                shipped=(published[0], published[1], published[2]) if published[0] is not None else None,
            )
        )
    both = results.label(b), results.label(a)
    return ForestGroup(" \N{MINUS SIGN} ".join(both), tuple(rows), " \N{MINUS SIGN} ".join(map(named, both)))
