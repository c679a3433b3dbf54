"""Systems of a challenge by kind."""

from __future__ import annotations

from analysis.ledger import key, parts
from analysis.pages.charts.chart import Chart
from analysis.pages.figures.strips import SHAPES, StripMark, StripRow, draw_strips, strips_alt
from analysis.pages.figures.tradeoff import EMOTION, WORDS, TradeoffAxis
from analysis.results import Results, System

AXES = {
    "eer": TradeoffAxis("average EER", "more private", larger_is_better=True),
    "uar": EMOTION,
    "wer": WORDS,
}
PLACES = {
    "eer": lambda system, split: ("eer", system, "semi_informed", f"{split}_average"),
    "uar": lambda system, split: ("shipped", "uar", system, split),
    "wer": lambda system, split: ("shipped", "wer", system, split),
}
"""Where the ledger keeps the three measures of a system."""

MOST_ROWS = 14


def charts(results: Results) -> list[Chart]:
    """Return the figures of this chapter that the study can fill."""
    families = drawn_kinds(results)
    rows = [
        StripRow(
            family.replace("_", " "),
            tuple(
                tuple(
                    _mark(results, system, metric)
                    for system in results.systems
                    if system.family == family and system.role in SHAPES
                )
                for metric in AXES
            ),
        )
        for family in families
    ]
    if not any(mark.value is not None for row in rows for marks in row.cells for mark in marks):
        return []
    axes = tuple(AXES.values())
    return [Chart("kinds", draw_strips(rows, axes).sheet, strips_alt(rows, axes))]


def kinds_in_order(results: Results) -> list[str]:
    """Return the kinds that have rows in the ledger: those with most submitted systems first, then as in the files."""
    found = [family for family in dict.fromkeys(s.family for s in results.systems) if _members(results, family) >= 0]
    return sorted(found, key=lambda family: -_members(results, family))


def drawn_kinds(results: Results) -> list[str]:
    """Return the kinds that have room in the picture."""
    return kinds_in_order(results)[:MOST_ROWS]


def _members(results: Results, family: str) -> float:
    counts = [
        results.ledger.value(key(results.study, "kinds", family, role, "count", "members")) if family else None
        for role in ("submitted", "baseline")
    ]
    return -1.0 if counts == [None, None] else counts[0] or 0.0


def _mark(results: Results, system: System, metric: str) -> StripMark:
    """Return a system's mark; the best submitted member is named, or the best baseline where none is submitted."""
    roles = ("submitted", "baseline")
    bests = [
        results.verdicts.get(key(results.study, "kinds_best", system.family, r, metric, "test"), "") for r in roles
    ]
    return StripMark(
        system.label,
        results.ledger.value(key(results.study, *PLACES[metric](system.id, "test"))),
        system.role,
        hollow=system.role == "post-evaluation" or not system.compliant,
        best=system.id in parts(bests[0] or bests[1]) and system.role in roles,
    )
