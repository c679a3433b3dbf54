"""Which settings the coverage study looks at, and how hard."""

from __future__ import annotations

from dataclasses import dataclass, replace

LEVEL = 0.95
SPEAKERS = (10, 29, 43, 160)
"""Two sizes that test sets of this field have, one that is too small, and a large one."""
EERS = (3, 15, 40)
"""Percent: unprotected speech, a system that protects a little, and one that protects well."""
LARGE = 100
"""More speakers than this make a data set that takes as long as ten others."""
PAIRED_SPEAKERS = (10, 29, 43)
PAIRED_EERS = (15, 40)
DIFFERENCES = (1, 3, 5)
"""Points by which a system differs from the one that it is compared with."""
FAMILY = 11
"""Comparisons that are made together, each of one more system with the same first one."""

STRENGTHS = {
    3: 1.2102, 15: 0.54273, 16: 0.52034, 18: 0.48034, 20: 0.44463, 40: 0.1923, 41: 0.18044, 43: 0.15632, 45: 0.1302,
}  # fmt: skip
"""EER in percent → the strength of the model that gives it, found by halving; what it truly gives is measured anew."""


@dataclass(frozen=True, order=True)
class Cell:
    """One setting: how many speakers, and the EER in percent that their voices are set to have."""

    speakers: int
    eer: int


@dataclass(frozen=True)
class Size:
    """How much is drawn.

    Attributes:
        data_sets: of each setting, half as many of a `LARGE` one; `paired_sets` where systems are compared.
        draws: of the speakers in each data set.
        trial_sets, trial_draws: data sets (half as many of a large setting) and draws of the trial bootstrap, which is
            slow, and so far off that fewer show it.
        flips: choices of signs of a permutation test.
        plans: studies of one EER from which widths are foretold.
        population: speakers from which a true EER is taken.
        batch: data sets that a process works through at once.
    """

    data_sets: int
    paired_sets: int
    draws: int
    trial_sets: int
    trial_draws: int
    flips: int
    plans: int
    population: int
    batch: int = 20

    @property
    def reaches_holm(self) -> bool:
        """Tell whether the least p that so many choices of signs can give is found after Holm's adjustment."""
        return FAMILY / (self.flips + 1) <= 1 - LEVEL

    def sets(self, cell: Cell) -> int:
        """Return how many data sets of a setting are drawn."""
        return self.data_sets // 2 if cell.speakers > LARGE else self.data_sets

    def sets_by_trials(self, cell: Cell) -> int:
        """Return in how many of them trials are resampled."""
        return self.trial_sets // 2 if cell.speakers > LARGE else self.trial_sets


FULL = Size(
    data_sets=400, paired_sets=160, draws=600, trial_sets=100, trial_draws=200, flips=999, plans=200, population=100_000
)  # fmt: skip
QUICK = replace(FULL, data_sets=40, paired_sets=16, trial_sets=10, plans=20, batch=4)
"""A tenth of the data sets. Draws, signs and population stay, so that both give the same but for chance."""

CELLS = tuple(Cell(speakers, eer) for speakers in SPEAKERS for eer in EERS)
PAIRED_CELLS = tuple(Cell(speakers, eer) for speakers in PAIRED_SPEAKERS for eer in PAIRED_EERS)

AGAIN_CELLS = tuple(cell for cell in CELLS if cell.speakers <= 29)
AGAIN_PAIRED_CELLS = tuple(cell for cell in PAIRED_CELLS if cell.speakers <= 10)
"""Settings of which all data sets are drawn in a minute or two."""
