"""The two tables of the study: what their columns mean, and their committed files.

Write them anew with `vpreport coverage`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from analysis.errors import InputError
from analysis.files import write_if_changed

FOLDER = Path(__file__).parent
INTERVALS, DIFFERENCES = "intervals.csv", "differences.csv"

FALSE_POSITIVE, FALSE_FAMILY, POWER = "false positive", "false in the family", "power"


@dataclass(frozen=True)
class IntervalRow:
    """One kind of interval in one setting.

    Attributes:
        speakers, eer: the setting; the EER in percent that its voices are set to have.
        kind: of interval.
        truth, truth_error: the EER of the population in percent and its standard error.
        coverage, coverage_error: percent of the data sets whose interval holds the truth, and its standard error.
        truth_below, truth_above: percent of them whose interval lies wholly above the truth, and wholly below.
        no_interval: percent of them that have none.
        width, width_error: mean width of those that have one, in points, and its standard error.
        data_sets, draws, trials: how many there were; draws is 0 where none are needed; trials of all pairs.
        seed, model: of the study, and the version of its model.
    """

    speakers: int
    eer: int
    kind: str
    truth: float
    truth_error: float
    coverage: float
    coverage_error: float
    truth_below: float
    truth_above: float
    no_interval: float
    width: float
    width_error: float
    data_sets: int
    draws: int
    trials: int
    seed: int
    model: int

    @property
    def name(self) -> tuple[object, ...]:
        """Return what tells the row from others."""
        return self.speakers, self.eer, self.kind


@dataclass(frozen=True)
class DifferenceRow:
    """One way to call a difference of two systems found, in one setting.

    Attributes:
        speakers, eer: the setting; the EER of the first system.
        test: `permutation`, or the kind of interval that must exclude 0.
        what: `false positive`, the share of comparisons of two equal systems that are called different; `false in the
            family`, the share of data sets with at least one such among all; `power`, the share of data sets in which
            a true difference is found.
        difference: the true one, in points, as the voices are set.
        share, error: percent, and its standard error.
        holm, holm_error: the same after Holm's adjustment over the family; None where there is no p to adjust.
        family, data_sets: comparisons that are made together, and how many data sets there were.
        draws: of the speakers in each data set; of signs for the permutation test, which draws no speakers.
        seed, model: of the study, and the version of its model.
    """

    speakers: int
    eer: int
    test: str
    what: str
    difference: int
    share: float
    error: float
    holm: float | None
    holm_error: float | None
    family: int
    data_sets: int
    draws: int
    seed: int
    model: int

    @property
    def name(self) -> tuple[object, ...]:
        """Return what tells the row from others."""
        return self.speakers, self.eer, self.test, self.what, self.difference


Row = IntervalRow | DifferenceRow


@dataclass(frozen=True)
class Study:
    """What the study found."""

    intervals: list[IntervalRow]
    differences: list[DifferenceRow]


def as_csv(rows: Sequence[object]) -> str:
    """Return rows of one kind as text; a value that is None stays empty."""
    text = io.StringIO()
    names = [field.name for field in fields(rows[0])]
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([["" if (one := getattr(row, name)) is None else one for name in names] for row in rows])
    return text.getvalue()


def committed(folder: Path = FOLDER) -> Study:
    """Read both tables.

    Raises:
        InputError: one is not there, or not such a table.
    """
    return Study(
        [IntervalRow(**values) for values in read_rows(folder / INTERVALS, IntervalRow)],
        [DifferenceRow(**values) for values in read_rows(folder / DIFFERENCES, DifferenceRow)],
    )


def write(study: Study, folder: Path) -> list[Path]:
    """Write both tables and return their places.

    Raises:
        EngineError: the file system refused.
    """
    written = {folder / INTERVALS: study.intervals, folder / DIFFERENCES: study.differences}
    return [write_rows(rows, path) for path, rows in written.items()]


def write_rows(rows: Sequence[object], path: Path) -> Path:
    """Write rows of one kind as a table, and return its place.

    Raises:
        EngineError: the file system refused.
    """
    write_if_changed(path, as_csv(rows))
    return path


def read_rows(path: Path, kind: type) -> Iterable[dict]:
    """Read a table whose columns are the fields of `kind`; a row is its values by their names.

    Raises:
        InputError: it is not there, or not such a table.
    """
    types = {"int": int, "float": float, "str": str, "float | None": lambda text: float(text) if text else None}
    wanted = {field.name: types[str(field.type)] for field in fields(kind)}
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream)
            if reader.fieldnames != list(wanted):
                raise ValueError
            return [{name: wanted[name](text) for name, text in row.items()} for row in reader]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InputError(
            f"{path.name} is no table of the coverage study", f"the columns {', '.join(wanted)}",
            "write it anew with `vpreport coverage`, or take it back from the repository",
        ) from error  # fmt: skip
