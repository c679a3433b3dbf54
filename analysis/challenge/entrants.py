"""The systems of a challenge with their printed cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from analysis.results import System
from analysis.study.cells import Cell
from analysis.study.challenge import Challenge
from analysis.study.soundness import NO_NUMBER

SPLITS = ("dev", "test")
HALVES = ("female", "male")
ATTACKER = "semi_informed"
RANKED_ROLES = ("baseline", "submitted")

NO_ROW = "not in the results table"
NO_COLUMN = "no such column in the results table"
EMPTY_CELL = "empty in the results table"


def average_of_halves(female: float, male: float) -> float:
    """Return the mean of two printed values, in their unit, exact in decimals.

    Binary noise then decides neither a rounding nor whether a minimum is reached.

    >>> average_of_halves(28.43, 22.04), average_of_halves(39.99, 40.01)
    (25.235, 40.0)
    """
    return float((Decimal(repr(female)) + Decimal(repr(male))) / 2)


@dataclass(frozen=True)
class Entrant:
    """One system with its printed cells, column → cell; no cells where the results table has no row for it.

    `unreadable` are the columns in which its cell holds something else than a number.
    """

    system: System
    cells: Mapping[str, Cell]
    unreadable: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """Return the system's id."""
        return self.system.id

    @property
    def ranked(self) -> bool:
        """Say whether the system stands in ranks, counts by category and fronts."""
        return self.system.role in RANKED_ROLES and bool(self.cells)

    def cell(self, column: str) -> Cell:
        """Return the printed cell; a missing one where there is none."""
        return self.cells.get(column, Cell())

    def average(self, split: str) -> float | None:
        """Return the recomputed average EER in percent; None where a half is missing."""
        return self._averages.get(split)

    @cached_property
    def _averages(self) -> dict[str, float]:
        halves = {split: [self.cell(f"{split}_eer_{half}").value for half in HALVES] for split in SPLITS}
        return {
            split: average_of_halves(female, male)
            for split, (female, male) in halves.items()
            if female is not None and male is not None
        }

    def reaches(self, minimum: int, split: str = "test") -> bool:
        """Say whether the recomputed average EER of a split is at least `minimum` percent."""
        average = self.average(split)
        return average is not None and average >= minimum

    def missing(self, *columns: str) -> str:
        """Return why a value that rests on these columns is missing; empty where all of them hold a number."""
        if self.unreadable.intersection(columns):
            return NO_NUMBER
        if not self.cells:
            return NO_ROW
        if not all(column in self.cells for column in columns):
            return NO_COLUMN
        return EMPTY_CELL if any(self.cells[column].value is None for column in columns) else ""


def read_entrants(challenge: Challenge) -> tuple[Entrant, ...]:
    """Return the systems of a challenge in the order of its files, as pages know them, with their cells."""
    return tuple(
        Entrant(
            System(
                id=system.id,
                label=system.id,
                description=system.description,
                role=system.role,
                family=system.family,
                compliant=system.compliant is not False,
                recomputed=system.has_results,
            ),
            challenge.cells.get(system.id, {}),
            frozenset(column for name, column in challenge.unreadable if name == system.id),
        )
        for system in challenge.systems
    )
