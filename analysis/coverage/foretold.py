"""How near a plan comes: widths foretold from data sets of one size, beside the mean widths that were simulated.

A plan reads from one study how far its speakers lie apart, and foretells the interval of a study of another size
(`measures/planning.py`). Here many studies of the model, all of one size, foretell the width for every setting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analysis.coverage.design import CELLS, LEVEL, STRENGTHS, Cell
from analysis.coverage.model import TRIAL, VERSION, embeddings, trials, voices
from analysis.coverage.table import FOLDER, read_rows, write_rows
from analysis.measures import Components, eer_influence, interval_width, trial_components

FILE = "foretold.csv"
ORIGIN = 43
"""Speakers of each study that a plan is made from, as many as published test sets have."""
DATA_SETS = 200
PART = 3
"""Second number of every seed, other than those of the study's parts."""
TENTH = 10.0


@dataclass(frozen=True)
class ForetoldRow:
    """The width that plans foretell for one setting.

    Attributes:
        speakers, eer: the setting. origin: speakers of each study that a plan was made from.
        width, width_error: the mean of what they foretell, in points, and its standard error.
        low, high: what a tenth of the studies foretells at most, and a tenth at least.
        data_sets: how many studies there were; seed, model: of the study, and the version of its model.
    """

    speakers: int
    eer: int
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
        return self.speakers, self.eer, "foretold"


def foretold_rows(
    seed: int, data_sets: int = DATA_SETS, cells: Sequence[Cell] = CELLS, origin: int = ORIGIN
) -> list[ForetoldRow]:
    """Return what so many studies of `origin` speakers foretell for each setting; the same numbers for one seed.

    A study without any wrong trial foretells nothing and is left out.
    """
    eers = sorted({cell.eer for cell in cells})
    widths = {eer: foretold_widths(eer, sizes_of(eer, cells), seed, 0, data_sets, origin)["widths"] for eer in eers}
    return rows_of_widths(widths, seed, cells, origin)


def sizes_of(eer: int, cells: Sequence[Cell]) -> list[int]:
    """Return the numbers of speakers of the settings with this EER."""
    return sorted({cell.speakers for cell in cells if cell.eer == eer})


def foretold_widths(
    eer: int, sizes: Sequence[int], seed: int, first: int, last: int, origin: int = ORIGIN
) -> dict[str, NDArray]:
    """Return `widths`: (studies, sizes), what the studies numbered from `first` to before `last` foretell.

    A row is NaN where a study foretells nothing.
    """
    parts = [_components(eer, seed, number, origin) for number in range(first, last)]
    nothing = [np.nan] * len(sizes)
    rows = [[interval_width(one, size, TRIAL, LEVEL) for size in sizes] if one else nothing for one in parts]
    return {"widths": np.array(rows).reshape(last - first, len(sizes))}


def rows_of_widths(
    widths: Mapping[int, NDArray[np.float64]], seed: int, cells: Sequence[Cell] = CELLS, origin: int = ORIGIN
) -> list[ForetoldRow]:
    """Return the row of each setting; widths by EER: (studies, sizes), as `foretold_widths` gives them."""
    rows = []
    for cell in cells:
        found = widths[cell.eer][:, sizes_of(cell.eer, cells).index(cell.speakers)]
        found = found[~np.isnan(found)]
        low, high = np.percentile(found, [TENTH, 100 - TENTH])
        error = found.std(ddof=1) / np.sqrt(len(found))
        numbers = (round(float(number), 3) for number in (found.mean(), error, low, high))
        rows.append(ForetoldRow(cell.speakers, cell.eer, origin, *numbers, len(found), seed, VERSION))
    return rows


def _components(eer: int, seed: int, number: int, origin: int) -> Components | None:
    """Return what a plan reads from one study; None where it has no wrong trial."""
    utterance = np.tile(np.arange(origin * TRIAL), origin)
    generator = np.random.default_rng([seed, PART, origin, eer, number])
    drawn = trials(*embeddings(voices(generator, origin), STRENGTHS[eer], generator))
    try:
        values = eer_influence(drawn.scores, drawn.is_target).values(drawn.is_target)
    except ValueError:
        return None
    return trial_components(values, drawn.is_target, drawn.enrolled, drawn.spoken, utterance)


def committed_foretold(folder: Path = FOLDER) -> list[ForetoldRow]:
    """Read the table.

    Raises:
        InputError: it is not there, or not such a table.
    """
    return [ForetoldRow(**values) for values in read_rows(folder / FILE, ForetoldRow)]


def write_foretold(rows: Sequence[ForetoldRow], folder: Path) -> Path:
    """Write the table and return its place.

    Raises:
        EngineError: the file system refused.
    """
    return write_rows(rows, folder / FILE)
