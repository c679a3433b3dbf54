"""What every step of a study of attacks starts from: who was attacked by whom on what, and every value of it.

A dataset's value is the mean over the genders in which the study has the measure there; a split's value the average
over the datasets in which the study has it, by their weights. Where one of these is missing for a system, the value is
missing: it is never made from the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from analysis.results import System
from analysis.rows import Rows
from analysis.study.attack_rows import ATTACKERS, DISTINCTIVENESS, OF_ATTACKER, OF_DATASET, PITCH, UNPROTECTED
from analysis.study.attacks import Attacks, Place
from analysis.study.cells import Cell
from analysis.study.datasets import SPLITS, Dataset
from analysis.study.soundness import NO_NUMBER

INFORMED = ("lazy", "semi_informed")
WHOLE = "all"
"""In keys: the gender where a row names none, and the split where datasets name none."""

NO_CELL = "not in the results table"
NO_GENDER = "not printed for every gender"
NO_DATASET = "not printed for every dataset"


@dataclass(frozen=True)
class Measure:
    """A measure of the results table: what a reader calls it, its unit, how pages show means, which way is better."""

    name: str
    words: str
    unit: str
    decimals: int
    larger_is_better: bool | None = None


MEASURES: Mapping[str, Measure] = {
    measure.name: measure
    for measure in (
        Measure("eer", "EER", "percent", 2, True),
        Measure("linkability", "linkability", "ratio", 3, False),
        Measure("wer", "WER", "percent", 2, False),
        Measure("uar", "UAR", "percent", 2, True),
        Measure(PITCH, "pitch correlation", "correlation", 3),
        Measure(DISTINCTIVENESS, "gain of voice distinctiveness", "dB", 2),
    )
}


@dataclass(frozen=True)
class Value:
    """A value that follows from cells.

    Attributes:
        value: None where it is missing, and `missing` says why.
        cell: the one cell that it is, where nothing is averaged.
        made: the genders or datasets that it is made from.
    """

    value: float | None
    missing: str = ""
    cell: Cell | None = None
    made: tuple[str, ...] = ()


@dataclass(frozen=True)
class Panel:
    """The systems, attackers and datasets of a study with their printed cells, and the maker of its ledger rows."""

    attacks: Attacks

    @cached_property
    def rows(self) -> Rows:
        """Return what makes the study's ledger rows."""
        settings = self.attacks.settings
        return Rows(settings.study, settings.inputs)

    @cached_property
    def systems(self) -> tuple[System, ...]:
        """Return all systems as pages know them, in the study's order."""
        return tuple(
            System(
                system.id, system.name, system.description, recomputed=system.has_results,
                role="reference" if system.id == self.attacks.reference else "anonymizer",
            )
            for system in self.attacks.systems
        )  # fmt: skip

    @cached_property
    def anonymizers(self) -> tuple[str, ...]:
        """Return the systems that are ranked and compared: those with results, without the unprotected speech."""
        return tuple(s.id for s in self.systems if s.recomputed and s.id != self.attacks.reference)

    @cached_property
    def attackers(self) -> tuple[str, ...]:
        """Return the attackers of anonymized speech under which some system has an EER, from who knows least."""
        found = {attacker for _, _, _, attacker in self._places("eer")}
        return tuple(name for name in ATTACKERS if name in found and name != UNPROTECTED)

    def attackers_of(self, system: str) -> tuple[str, ...]:
        """Return the attackers that can have a value for a system."""
        if system != self.attacks.reference:
            return self.attackers
        return (UNPROTECTED,) if any(a == UNPROTECTED for *_, a in self._places("eer")) else ()

    @cached_property
    def splits(self) -> tuple[str, ...]:
        """Return the splits that have results, the headline one first."""
        found = {dataset.split for dataset in self.attacks.datasets}
        with_eer = {d.split for d in self.attacks.datasets if self.genders("eer", d.id)}
        return tuple(sorted(
            (split for split in (*SPLITS, "") if split in found), key=lambda split: split not in with_eer
        ))  # fmt: skip

    @property
    def split(self) -> str:
        """Return the headline split."""
        return self.splits[0]

    def _places(self, measure: str) -> list[Place]:
        return self._by_measure.get(measure, [])

    @cached_property
    def _by_measure(self) -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = {}
        for place, cells in self.attacks.cells.items():
            for measure in cells:
                found.setdefault(measure, []).append(place)
        # Where a value is printed that cannot be read, it is missing: no mean passes over it.
        for place, measures in self.attacks.unreadable.items():
            for measure in measures:
                found.setdefault(measure, []).append(place)
        return found

    @cached_property
    def _genders(self) -> dict[tuple[str, str], tuple[str, ...]]:
        found: dict[tuple[str, str], dict[str, None]] = {}
        for measure in MEASURES:
            for _, dataset, gender, _ in self._places(measure):
                found.setdefault((measure, dataset), {})[gender] = None
        return {place: tuple(genders) for place, genders in found.items()}

    def printed_genders(self, measure: str, dataset: str) -> tuple[str, ...]:
        """Return the genders for which some system has a measure in a dataset; the empty text is no gender."""
        return self._genders.get((measure, dataset), ())

    def genders(self, measure: str, dataset: str) -> tuple[str, ...]:
        """Return the genders whose mean is the dataset's value: female and male where printed, else the one printed.

        A value over both genders at once stands beside the mean of the two and is no part of it.
        """
        printed = self.printed_genders(measure, dataset)
        apart = tuple(gender for gender in ("female", "male") if gender in printed)
        return apart or tuple(gender for gender in ("", "mixed") if gender in printed)[:1]

    def datasets(self, measure: str, split: str) -> tuple[Dataset, ...]:
        """Return the datasets of a split over which a measure is averaged: those that have it, and a weight if any has.

        A dataset of weight zero, or without a weight beside others that have one, stands outside.
        """
        found = [d for d in self.attacks.datasets if d.split == split and self.genders(measure, d.id)]
        if any(d.weight.value is not None for d in found):
            found = [d for d in found if d.weight.value]
        return tuple(found)

    def weighted(self, measure: str, split: str) -> bool:
        """Say whether the average of a measure over a split goes by weights that the study gives."""
        return any(d.weight.value is not None for d in self.datasets(measure, split))

    def cell(self, measure: str, system: str, attacker: str, dataset: str, gender: str) -> Cell:
        """Return a printed cell; one without a value where nothing is printed."""
        return self.attacks.cells.get((system, dataset, gender, attacker), {}).get(measure, Cell())

    def _unreadable(self, measure: str, system: str, attacker: str, dataset: str, gender: str) -> bool:
        return measure in self.attacks.unreadable.get((system, dataset, gender, attacker), ())

    def missing(self, measure: str, system: str, attacker: str, dataset: str, gender: str) -> str:
        """Return why a printed cell has no value."""
        return NO_NUMBER if self._unreadable(measure, system, attacker, dataset, gender) else NO_CELL

    def of_dataset(self, measure: str, system: str, attacker: str, dataset: str) -> Value:
        """Return the value of a system in a dataset, in the measure's unit."""
        genders = self.genders(measure, dataset)
        cells = [self.cell(measure, system, attacker, dataset, gender) for gender in genders]
        known = [cell for cell in cells if cell.value is not None]
        if any(self._unreadable(measure, system, attacker, dataset, gender) for gender in genders):
            return Value(None, NO_NUMBER, made=genders)
        if not known:
            return Value(None, NO_CELL, made=genders)
        if len(known) < len(cells):
            return Value(None, NO_GENDER, made=genders)
        if len(cells) == 1:
            return Value(cells[0].value, cell=cells[0], made=genders)
        return Value(float(sum(map(_exact, cells)) / len(cells)), made=genders)

    def of_split(self, measure: str, system: str, attacker: str, split: str) -> Value:
        """Return the average of a system over the datasets of a split, in the measure's unit."""
        datasets = self.datasets(measure, split)
        values = [self.of_dataset(measure, system, attacker, d.id) for d in datasets]
        made = tuple(d.id for d in datasets)
        reasons = {value.missing for value in values if value.value is None}
        if NO_NUMBER in reasons:
            return Value(None, NO_NUMBER, made=made)
        if not values:
            return Value(None, NO_CELL, made=made)
        if reasons:
            whole = len(reasons) == 1 and all(value.value is None for value in values)
            return Value(None, reasons.pop() if whole else NO_DATASET, made=made)
        if len(values) == 1:
            return Value(values[0].value, cell=values[0].cell, made=made)
        weights = [_exact(d.weight) if d.weight.value else Decimal(1) for d in datasets]
        parts = [self._exact(measure, system, attacker, d.id) for d in datasets]
        return Value(float(sum(w * part for w, part in zip(weights, parts, strict=True)) / sum(weights)), made=made)

    def _exact(self, measure: str, system: str, attacker: str, dataset: str) -> Decimal:
        cells = [self.cell(measure, system, attacker, dataset, g) for g in self.genders(measure, dataset)]
        return sum(map(_exact, cells), Decimal(0)) / len(cells)

    def averages(self, measure: str, attacker: str, split: str) -> list[float | None]:
        """Return the averages of the anonymizers, in their order."""
        return [self.of_split(measure, system, attacker, split).value for system in self.anonymizers]

    @cached_property
    def _printed_decimals(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for cells in self.attacks.averages.values():
            for measure, cell in cells.items():
                found[measure] = max(found.get(measure, 0), cell.decimals)
        return found

    def decimals(self, measure: str) -> int:
        """Return with how many decimals a mean is shown: those of the printed averages, to be set beside them."""
        return self._printed_decimals.get(measure, MEASURES[measure].decimals)

    def any_value(self, measure: str) -> bool:
        """Say whether some cell of the table holds the measure."""
        return bool(self._places(measure))


def by_attacker(measure: str) -> bool:
    """Say whether a measure has a value for each attacker."""
    return measure in OF_ATTACKER


def by_gender(measure: str) -> bool:
    """Say whether a measure can have a value for each gender."""
    return measure not in OF_DATASET


def split_key(split: str) -> str:
    """Return a split as it stands in keys."""
    return split or WHOLE


def source(measure: str) -> str:
    """Return what a row that rests on the cells of a measure names as its source."""
    return f"results.csv, {measure}"


def _exact(cell: Cell) -> Decimal:
    """Return a cell's number exact in decimals, so that binary noise decides no rounding and no rank."""
    return Decimal(repr(cell.value))
