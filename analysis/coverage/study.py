"""The whole study: every setting in parallel, and its four tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.cache import Recipe
from analysis.console import Progress
from analysis.coverage import data_sets
from analysis.coverage.design import CELLS, PAIRED_CELLS, Cell, Size
from analysis.coverage.foretold import (
    ORIGIN,
    ForetoldRow,
    PowerRow,
    foretold_powers,
    foretold_widths,
    rows_of_powers,
    rows_of_widths,
    sizes_of,
)
from analysis.coverage.summary import difference_rows, interval_rows
from analysis.coverage.table import Study
from analysis.work import Unit, Workers

TRUTH, SINGLE, PAIRED, FORETOLD, POWERS = "truth", "single", "paired", "foretold", "foretold power"


@dataclass(frozen=True)
class Run:
    """What one run of the study found: its tables, and the widths and powers that plans foretell for its settings."""

    tables: Study
    foretold: list[ForetoldRow]
    powers: list[PowerRow]


@dataclass(frozen=True)
class Task:
    """Some data sets of one setting; the truth of its EER; or what some studies of that EER foretell for `sizes`."""

    part: str
    cell: Cell
    first: int = 0
    last: int = 0
    sizes: tuple[int, ...] = ()

    def unit(self, size: Size, seed: int) -> Unit:
        """Return it as a unit that any process can compute."""
        recipe = Recipe(f"coverage/{self.part}/{self.cell.speakers}/{self.cell.eer}/{self.first}", {})
        if self.part == TRUTH:
            return Unit(recipe, data_sets.truth, (self.cell.eer, size, seed))
        if self.part in (FORETOLD, POWERS):
            numbers = (self.first, self.last, self.cell.speakers)
            foretell = foretold_widths if self.part == FORETOLD else foretold_powers
            return Unit(recipe, foretell, (self.cell.eer, self.sizes, seed, *numbers))
        compute = data_sets.single if self.part == SINGLE else data_sets.paired
        return Unit(recipe, compute, (self.cell, size, seed, self.first, self.last))


def coverage_study(
    size: Size, seed: int, crew: Workers, progress: Progress = lambda *_: None, cells: Sequence[Cell] = CELLS,
    paired_cells: Sequence[Cell] = PAIRED_CELLS,
) -> Run:  # fmt: skip
    """Run the study; its numbers depend on size and seed, not on who computes them.

    Raises:
        EngineError: processes died again and again.
    """
    tasks = tasks_of(size, cells, paired_cells)
    pieces: dict[Task, dict[str, np.ndarray]] = {}
    progress("starting", 0, len(tasks))
    for place, (found,) in crew.results([[task.unit(size, seed)] for task in tasks], None, None):
        task = tasks[place]
        pieces[task] = found
        said = "truth" if task.part == TRUTH else f"{task.cell.speakers} speakers, {task.part}"
        progress(f"{said}, EER {task.cell.eer} %", len(pieces), len(tasks))
    truths = {task.cell.eer: pieces[task]["truth"] for task in tasks if task.part == TRUTH}

    def gathered(part: str, cell: Cell, name: str) -> np.ndarray:
        return np.concatenate([pieces[task][name] for task in tasks if (task.part, task.cell) == (part, cell)])

    tables = Study(
        [row for cell in cells for row in interval_rows(
            cell, gathered(SINGLE, cell, "edges"), truths[cell.eer], size, seed)],
        [row for cell in paired_cells for row in difference_rows(
            cell, gathered(PAIRED, cell, "found"), gathered(PAIRED, cell, "holm"), size, seed)],
    )  # fmt: skip
    widths = {eer: gathered(FORETOLD, Cell(ORIGIN, eer), "widths") for eer in truths}
    powers = {eer: gathered(POWERS, Cell(ORIGIN, eer), "powers") for eer in sorted({cell.eer for cell in paired_cells})}
    return Run(tables, rows_of_widths(widths, seed, cells), rows_of_powers(powers, seed, paired_cells))


def tasks_of(size: Size, cells: Sequence[Cell], paired_cells: Sequence[Cell]) -> list[Task]:
    """Return everything that is to be done, the longest first, so that nobody is left alone with one at the end."""
    eers = sorted({cell.eer for cell in cells})
    tasks = [Task(TRUTH, Cell(0, eer)) for eer in eers]
    for part, chosen in ((FORETOLD, cells), (POWERS, paired_cells)):
        for eer in sorted({cell.eer for cell in chosen}):
            for first in range(0, size.plans, size.batch):
                last, sizes = min(first + size.batch, size.plans), tuple(sizes_of(eer, chosen))
                tasks.append(Task(part, Cell(ORIGIN, eer), first, last, sizes))
    for part, chosen in ((SINGLE, cells), (PAIRED, paired_cells)):
        for cell in chosen:
            sets = size.sets(cell) if part == SINGLE else size.paired_sets
            for first in range(0, sets, size.batch):
                tasks.append(Task(part, cell, first, min(first + size.batch, sets)))
    times = {PAIRED: 4, POWERS: 4}
    return sorted(tasks, key=lambda task: (-task.cell.speakers * times.get(task.part, 1), task.part))
