"""How near a plan comes: what studies of one size foretell for others, beside what was simulated there.

A plan reads from one study how far its speakers lie apart, and foretells for a study of another size how wide the
interval of an EER is, and how often a difference of two systems is seen (`measures/planning.py`). Here many studies of
the model, all of one size, foretell both for every setting of the coverage study.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from analysis.coverage.design import CELLS, DIFFERENCES, LEVEL, PAIRED_CELLS, STRENGTHS, Cell
from analysis.coverage.model import TRIAL, VERSION, Trials, Voices, as_treated, embeddings, trials, voices
from analysis.coverage.table import FOLDER, read_rows, write_rows
from analysis.measures import Components, Influence, eer_influence, interval_width, power_of, trial_components

FILE, POWERS = "foretold.csv", "foretold_powers.csv"
ORIGIN = 43
"""Speakers of each study that a plan is made from, as many as published test sets have."""
PART, PAIRED_PART = 3, 4
"""Second number of every seed, other than those of the study's parts."""
TENTH = 10.0
KINDS = {"joint_bca": False, "joint_t": True}
"""The kinds of interval that plans are for, and whether that of an EER is made on its log-odds scale."""
Name = TypeVar("Name", str, int)


@dataclass(frozen=True)
class ForetoldRow:
    """The width that plans foretell for one setting.

    Attributes:
        speakers, eer: the setting. kind: of interval. origin: speakers of each study that a plan was made from.
        width, width_error: the mean of what they foretell, in points, and its standard error.
        low, high: what a tenth of the studies foretells at most, and a tenth at least.
        data_sets: how many studies there were; seed, model: of the study, and the version of its model.
    """

    speakers: int
    eer: int
    kind: str
    origin: int
    width: float
    width_error: float
    low: float
    high: float
    data_sets: int
    seed: int
    model: int

    @property
    def name(self) -> tuple[object, ...]:
        """Return what tells the row from others."""
        return self.speakers, self.eer, self.kind, "foretold"


@dataclass(frozen=True)
class PowerRow:
    """The power that plans foretell for a true difference of two systems in one setting, by either kind of interval.

    Attributes:
        speakers, eer: the setting; the EER of the first system. difference: the true one, in points.
        origin: speakers of each study that a plan was made from; it had the same two systems.
        power, power_error: the mean of what they foretell, in percent, and its standard error.
        low, high: what a tenth of the studies foretells at most, and a tenth at least.
        data_sets: how many studies there were; seed, model: of the study, and the version of its model.
    """

    speakers: int
    eer: int
    difference: int
    origin: int
    power: float
    power_error: float
    low: float
    high: float
    data_sets: int
    seed: int
    model: int

    @property
    def name(self) -> tuple[object, ...]:
        """Return what tells the row from others."""
        return self.speakers, self.eer, self.difference, "foretold"


def sizes_of(eer: int, cells: Sequence[Cell]) -> list[int]:
    """Return the numbers of speakers of the settings with this EER."""
    return sorted({cell.speakers for cell in cells if cell.eer == eer})


def foretold_widths(
    eer: int, sizes: Sequence[int], seed: int, first: int, last: int, origin: int = ORIGIN
) -> dict[str, NDArray]:
    """Return `widths`: (studies, kinds, sizes), what the studies numbered from `first` to before `last` foretell.

    They are NaN where a study foretells nothing.
    """
    widths = np.full((last - first, len(KINDS), len(sizes)), np.nan)
    for row, number in enumerate(range(first, last)):
        generator = np.random.default_rng([seed, PART, origin, eer, number])
        drawn, influence = _attacked(voices(generator, origin), eer, generator)
        if influence is not None:
            parts = _components(drawn, influence.values(drawn.is_target))
            for kind, on_odds in enumerate(KINDS.values()):
                at = influence.eer if on_odds else None
                widths[row, kind] = [interval_width(parts, size, TRIAL, LEVEL, at) for size in sizes]
    return {"widths": widths}


def foretold_powers(
    eer: int, sizes: Sequence[int], seed: int, first: int, last: int, origin: int = ORIGIN
) -> dict[str, NDArray]:
    """Return `powers`: (studies, differences, sizes) in percent, for systems that treat the same voices.

    They are NaN where a study foretells nothing.
    """
    powers = np.full((last - first, len(DIFFERENCES), len(sizes)), np.nan)
    for row, number in enumerate(range(first, last)):
        generator = np.random.default_rng([seed, PAIRED_PART, origin, eer, number])
        common = voices(generator, origin)
        drawn, one = _attacked(as_treated(common, generator), eer, generator)
        for place, difference in enumerate(DIFFERENCES):
            _, other = _attacked(as_treated(common, generator), eer + difference, generator)
            if one is not None and other is not None:
                parts = _components(drawn, other.values(drawn.is_target) - one.values(drawn.is_target))
                powers[row, place] = [100 * power_of(parts, difference, size, TRIAL, LEVEL) for size in sizes]
    return {"powers": powers}


def rows_of_widths(
    widths: Mapping[int, NDArray[np.float64]], seed: int, cells: Sequence[Cell] = CELLS, origin: int = ORIGIN
) -> list[ForetoldRow]:
    """Return the rows of each setting, one a kind; widths by EER, as `foretold_widths` gives them."""
    return [
        ForetoldRow(cell.speakers, cell.eer, kind, origin, *numbers, count, seed, VERSION)
        for cell, kind, numbers, count in _summaries(widths, cells, list(KINDS))
    ]


def rows_of_powers(
    powers: Mapping[int, NDArray[np.float64]], seed: int, cells: Sequence[Cell] = PAIRED_CELLS, origin: int = ORIGIN
) -> list[PowerRow]:
    """Return the rows of each setting, one a difference; powers by EER, as `foretold_powers` gives them."""
    return [
        PowerRow(cell.speakers, cell.eer, difference, origin, *numbers, count, seed, VERSION)
        for cell, difference, numbers, count in _summaries(powers, cells, DIFFERENCES)
    ]


def _summaries(
    values: Mapping[int, NDArray[np.float64]], cells: Sequence[Cell], names: Sequence[Name]
) -> Iterator[tuple[Cell, Name, tuple[float, float, float, float], int]]:
    """Yield each setting, each name of the second axis of its values, and their summary over the studies."""
    for cell in cells:
        size = sizes_of(cell.eer, cells).index(cell.speakers)
        for place, name in enumerate(names):
            yield cell, name, *_summary(values[cell.eer][:, place, size])


def _summary(values: NDArray[np.float64]) -> tuple[tuple[float, float, float, float], int]:
    """Return the mean, its standard error, and what a tenth lies below and a tenth above; and of how many studies."""
    found = values[~np.isnan(values)]
    low, high = np.percentile(found, [TENTH, 100 - TENTH])
    error = found.std(ddof=1) / np.sqrt(len(found))
    mean, error, low, high = (round(float(number), 3) for number in (found.mean(), error, low, high))
    return (mean, error, low, high), len(found)


def _attacked(spoken: Voices, eer: int, generator: np.random.Generator) -> tuple[Trials, Influence | None]:
    """Return the trials of a system, and what each contributes to its EER; None where no trial is wrong."""
    drawn = trials(*embeddings(spoken, STRENGTHS[eer], generator))
    try:
        return drawn, eer_influence(drawn.scores, drawn.is_target)
    except ValueError:
        return drawn, None


def _components(drawn: Trials, values: NDArray[np.float64]) -> Components:
    speakers = int(drawn.spoken.max()) + 1
    utterance = np.tile(np.arange(speakers * TRIAL), speakers)
    return trial_components(values, drawn.is_target, drawn.enrolled, drawn.spoken, utterance)


def committed_foretold(folder: Path = FOLDER) -> list[ForetoldRow]:
    """Read the table of widths.

    Raises:
        InputError: it is not there, or not such a table.
    """
    return [ForetoldRow(**values) for values in read_rows(folder / FILE, ForetoldRow)]


def committed_powers(folder: Path = FOLDER) -> list[PowerRow]:
    """Read the table of powers.

    Raises:
        InputError: it is not there, or not such a table.
    """
    return [PowerRow(**values) for values in read_rows(folder / POWERS, PowerRow)]


def write_foretold(widths: Sequence[ForetoldRow], powers: Sequence[PowerRow], folder: Path) -> list[Path]:
    """Write both tables and return their places.

    Raises:
        EngineError: the file system refused.
    """
    return [write_rows(widths, folder / FILE), write_rows(powers, folder / POWERS)]
