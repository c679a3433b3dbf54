"""The normalised matrix of a challenge."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import Chart
from analysis.pages.figures.matrix import MOST_ROWS, HeatCell, HeatRow, draw_heat_map, heat_map_alt
from analysis.pages.numbers import digits
from analysis.results import Results, System

CELLS = ("change_eer", "change_uar", "change_wer", "mean")
COLUMNS = ("EER", "UAR", "WER", "mean")


def charts(results: Results) -> list[Chart]:
    """Return the matrix as one heat map, or as several under each other where a page cannot hold all rows.

    They are called `matrix`, `matrix_2`, `matrix_3`, …
    """
    rows = [_row(results, system) for system in ordered(results)]
    pages = -(-len(rows) // MOST_ROWS)
    each = -(-len(rows) // pages) if pages else 0  # about equally many on each
    made = []
    for page in range(pages):
        part = rows[page * each : (page + 1) * each]
        name = f"matrix_{page + 1}" if page else "matrix"
        made.append(Chart(name, draw_heat_map(part, COLUMNS).sheet, heat_map_alt(part, COLUMNS)))
    return made


def ordered(results: Results) -> list[System]:
    """Return the systems of the matrix, the best mean first; those without a mean last, in the study's order."""
    ledger, study = results.ledger, results.study
    rows = [s for s in results.systems if any(key(study, "matrix", s.id, cell) in ledger for cell in CELLS)]
    last = len(rows) + 1
    return sorted(rows, key=lambda system: ledger.value(key(study, "matrix_rank", system.id)) or last)


def _row(results: Results, system: System) -> HeatRow:
    cells = []
    for name in CELLS:
        entry = results.ledger.get(key(results.study, "matrix", system.id, name))
        if entry is None or entry.value is None:
            cells.append(HeatCell(None, missing=entry.missing if entry else ""))
        else:
            cells.append(HeatCell(entry.value, digits(entry.value, entry.decimals)))
    place = results.ledger.value(key(results.study, "matrix_rank", system.id))
    return HeatRow("" if place is None else digits(place, 0), system.label, tuple(cells), not system.compliant)
