"""Ranks of a challenge within its privacy categories."""

from __future__ import annotations

from analysis.ledger import key, parts
from analysis.pages.charts.chart import Chart
from analysis.pages.figures.bump import BumpColumn, BumpItem, bump, bump_alt
from analysis.pages.numbers import digits
from analysis.results import Results

RANKED_BY = {"wer": "by WER in percent, the lowest first", "uar": "by UAR in percent, the highest first"}
NOT_COMPLIANT = "non-compliant"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def charts(results: Results) -> list[Chart]:
    """Return the ranks by WER and by UAR, of all systems and of those that follow the rules where some do not."""
    made = []
    for measure, ranked_by in RANKED_BY.items():
        everybody = _columns(results, measure)
        rules = _columns(results, measure, "_compliant") if _marked(everybody) else []
        for name, columns in ((f"ranks_{measure}", everybody), (f"ranks_{measure}_compliant", rules)):
            if any(column.ranked for column in columns):
                drawing = bump(columns, ranked_by, NOT_COMPLIANT)
                made.append(Chart(name, drawing.sheet, bump_alt(columns, ranked_by)))
    return made


def _marked(columns: list[BumpColumn]) -> bool:
    return any(item.hollow for column in columns for item in column.items)


def _columns(results: Results, measure: str, suffix: str = "") -> list[BumpColumn]:
    prefix = key(results.study, "setting", "category_")
    minima = sorted(
        ((entry.value, entry.key.removeprefix(prefix)) for entry in results.ledger if entry.key.startswith(prefix)),
        key=lambda pair: pair[0] or 0.0,
    )
    leaders = {
        leader
        for _, name in minima
        if (joined := results.verdicts.get(key(results.study, "leader", measure, f"eer_{name}{suffix}")))
        for leader in parts(joined)
    }
    columns = []
    for place, (minimum, name) in enumerate(minima):
        words = f"{_ORDINALS[place].capitalize()} category" if place < len(_ORDINALS) else "A further category"
        items = []
        for system in results.systems:
            rank = results.ledger.get(key(results.study, "rank", measure, system.id, f"eer_{name}{suffix}"))
            cell = results.ledger.get(key(results.study, "shipped", measure, system.id, "test"))
            if rank is None:
                continue
            items.append(
                BumpItem(
                    system.id, system.label, None if rank.value is None else int(rank.value),
                    "" if cell is None or cell.value is None else digits(cell.value, cell.decimals),
                    role=system.role, hollow=not system.compliant, emphasis=system.id in leaders, missing=rank.missing,
                )
            )  # fmt: skip
        columns.append(BumpColumn(f"EER ≥ {digits(minimum or 0.0, 0)} %", words, tuple(items)))
    return columns
