"""How near a plan comes: widths foretold from data sets of one size, beside the mean widths that were simulated.

A plan reads from one study how far its speakers lie apart, and foretells the interval of a study of another size
(`measures/planning.py`). Here many studies of the model, all of one size, foretell the width for every setting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

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


def foretold_rows(
    seed: int, data_sets: int = DATA_SETS, cells: Sequence[Cell] = CELLS, origin: int = ORIGIN
) -> list[ForetoldRow]:
    """Return what so many studies of `origin` speakers foretell for each setting; the same numbers for one seed.

    A study without any wrong trial foretells nothing and is left out.
    """
    rows = []
    parts = {eer: _components(eer, seed, data_sets, origin) for eer in sorted({cell.eer for cell in cells})}
    for cell in cells:
        widths = np.array([interval_width(one, cell.speakers, TRIAL, LEVEL) for one in parts[cell.eer]])
        low, high = np.percentile(widths, [TENTH, 100 - TENTH])
        error = widths.std(ddof=1) / np.sqrt(len(widths))
        numbers = (round(float(number), 3) for number in (widths.mean(), error, low, high))
        rows.append(ForetoldRow(cell.speakers, cell.eer, origin, *numbers, len(widths), seed, VERSION))
    return rows


def _components(eer: int, seed: int, data_sets: int, origin: int) -> list[Components]:
    utterance = np.tile(np.arange(origin * TRIAL), origin)
    found = []
    for number in range(data_sets):
        generator = np.random.default_rng([seed, PART, origin, eer, number])
        drawn = trials(*embeddings(voices(generator, origin), STRENGTHS[eer], generator))
        try:
            values = eer_influence(drawn.scores, drawn.is_target).values(drawn.is_target)
        except ValueError:
            continue
        found.append(trial_components(values, drawn.is_target, drawn.enrolled, drawn.spoken, utterance))
    return found


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
