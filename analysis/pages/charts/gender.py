"""EER of female and male speakers of a challenge, and how the mFDR of its systems moves between the two splits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analysis.ledger import key
from analysis.pages.charts.chart import Chart
from analysis.pages.figures import style
from analysis.pages.figures.dumbbell import Band, DumbbellRow, Mark, draw_dumbbell, dumbbell_alt
from analysis.pages.figures.scale import known
from analysis.results import Results, System

MOST_ROWS = 46
"""Rows that a page of the PDF holds; the rest goes into a further figure."""

HALVES = (Mark("female", "square", style.TEAL), Mark("male", "circle", style.INK))
SPLITS = (Mark("development", "diamond", style.INK, filled=False), Mark("test", "circle", style.INK))
GROUPS = ("original", "", "post-evaluation")
"""Roles that stand apart, in the order of the picture; all others stand in the middle."""


def charts(results: Results) -> list[Chart]:
    """Return the figures of this chapter that the study can fill."""
    return [*_eers(results), *_mfdrs(results)]


def _eers(results: Results) -> list[Chart]:
    """Female and male EER, ordered by the male minus the female one, the largest first."""
    made = []
    for split in ("test", "dev"):
        found = []
        for system in results.systems:
            names = [("shipped", "eer", system.id, "semi_informed", f"{split}_{half.words}") for half in HALVES]
            found.append((system, _row(results, system, *names)))
        if any(_complete(row) for _, row in found):
            rows = _ordered(found, lambda row: row.values[0] - row.values[1])
            made += _pages("gender_eer", rows, HALVES, "EER (%), more private →", "EER of female and male speakers")
            break
    return made


def _mfdrs(results: Results) -> list[Chart]:
    """mFDR on the two splits, ordered by that of the test split, the most even first."""
    found = [
        (system, _row(results, system, ("mfdr", system.id, "dev"), ("mfdr", system.id, "test")))
        for system in results.systems
    ]
    if not any(_complete(row) for _, row in found):
        return []
    edge = results.ledger.value(key(results.study, "setting", "mfdr_band"))
    band = None if edge is None else Band(edge, "inside the band")
    rows = _ordered(found, lambda row: row.values[1])
    return _pages("gender_mfdr", rows, SPLITS, "mFDR (%), ← more even", "mFDR on the two splits", band)


def _row(results: Results, system: System, *names: tuple[str, ...]) -> DumbbellRow:
    entries = [results.ledger.get(key(results.study, *parts)) for parts in names]
    return DumbbellRow(
        system.label if system.compliant else f"{system.label}*",
        tuple(None if entry is None else entry.value for entry in entries),  # type: ignore[arg-type]
        tuple("" if entry is None else entry.missing for entry in entries),  # type: ignore[arg-type]
        note="" if system.role == "submitted" else system.role,
        group=system.role if system.role in GROUPS else "",
        outside=system.role == "post-evaluation",
    )


def _complete(row: DumbbellRow) -> bool:
    return known(row.values[0]) and known(row.values[1])


def _ordered(found: Sequence[tuple[System, DumbbellRow]], place: Callable[[DumbbellRow], float]) -> list[DumbbellRow]:
    """Return the rows with a value, group by group; those that lack one of the two stand last."""
    drawn = [(system.id, row) for system, row in found if known(row.values[0]) or known(row.values[1])]
    drawn.sort(key=lambda pair: (
        GROUPS.index(pair[1].group), not _complete(pair[1]), place(pair[1]) if _complete(pair[1]) else 0.0, pair[0],
    ))  # fmt: skip
    return [row for _, row in drawn]


def _pages(
    name: str, rows: Sequence[DumbbellRow], marks: tuple[Mark, Mark], axis: str, words: str, band: Band | None = None
) -> list[Chart]:
    made = []
    span = [value for row in rows for value in row.values if known(value)]
    for start in range(0, len(rows), MOST_ROWS):
        here = rows[start : start + MOST_ROWS]
        drawing = draw_dumbbell(here, marks, axis, band, span)
        number = start // MOST_ROWS + 1
        made.append(
            Chart(name if number == 1 else f"{name}_{number}", drawing.sheet, dumbbell_alt(here, marks, words, band))
        )
    return made
