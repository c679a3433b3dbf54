"""Ranks on the development set against those on the test set."""

from __future__ import annotations

from analysis.ledger import Entry, key, parts
from analysis.pages.charts.chart import Chart
from analysis.pages.figures import style
from analysis.pages.figures.bump import BumpColumn, BumpItem, bump, bump_alt
from analysis.pages.numbers import digits
from analysis.results import Results, System

BLOCKS = (
    ("privacy", (("eer", "EER"), ("mfdr", "mFDR")), "by average EER, the highest first, and by mFDR, the lowest first"),
    ("utility", (("uar", "UAR"), ("wer", "WER")), "by UAR, the highest first, and by WER, the lowest first"),
)
"""The pictures: what stands side by side in each, and what the ranks go by."""
SPLITS = (("dev", "development"), ("test", "test"))
NOT_COMPLIANT = "non-compliant"
NARROW = 4.6  # inches, where one metric stands alone


def charts(results: Results) -> list[Chart]:
    """Return the pictures of the metrics that rank at least two systems on both splits."""
    made = []
    for name, metrics, ranked_by in BLOCKS:
        columns: list[BumpColumn] = []
        for metric, title in metrics:
            pair = _pair(results, metric, title)
            if all(len(column.ranked) >= 2 for column in pair):
                columns += pair
        if columns:
            drawing = bump(columns, ranked_by, NOT_COMPLIANT, style.FULL if len(columns) > 2 else NARROW)
            made.append(Chart(f"splits_{name}", drawing.sheet, bump_alt(columns, ranked_by)))
    return made


def _pair(results: Results, metric: str, title: str) -> list[BumpColumn]:
    joined = results.verdicts.get(key(results.study, "rank_move_max", metric), "")
    largest = tuple(parts(joined)) if joined else ()
    return [
        BumpColumn(
            f"{title}, {words}", f"{title} on {words}", tuple(_items(results, metric, split, largest)),
            last=split == "test",
        )
        for split, words in SPLITS
    ]  # fmt: skip


def _items(results: Results, metric: str, split: str, largest: tuple[str, ...]) -> list[BumpItem]:
    items = []
    for system in results.systems:
        rank = results.ledger.get(key(results.study, "rank_split", metric, system.id, split))
        if rank is None:
            continue
        cell = _cell(results, metric, system, split)
        items.append(
            BumpItem(
                system.id, system.label, None if rank.value is None else int(rank.value),
                "" if cell is None or cell.value is None else digits(cell.value, cell.decimals),
                role=system.role, hollow=not system.compliant, emphasis=system.id in largest, missing=rank.missing,
            )
        )  # fmt: skip
    return items


def _cell(results: Results, metric: str, system: System, split: str) -> Entry | None:
    """Return what the system is ranked by: the recomputed average EER or mFDR, or the printed UAR or WER."""
    if metric == "mfdr":
        return results.ledger.get(key(results.study, "mfdr", system.id, split))
    if metric == "eer":
        return results.ledger.get(key(results.study, "eer", system.id, "semi_informed", f"{split}_average"))
    return results.ledger.get(key(results.study, "shipped", metric, system.id, split))
