"""What one process does: some data sets of one setting, each from a generator of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analysis.coverage.design import DIFFERENCES, FAMILY, STRENGTHS, Cell, Size
from analysis.coverage.kinds import KINDS, TEST_LEVEL, TESTS, Attacked, compared, intervals
from analysis.coverage.model import Voices, as_treated, embeddings, trials, voices
from analysis.coverage.population import population_eer
from analysis.measures import holm, speaker_draws

TRUTH, SINGLE, PAIRED = 0, 1, 2
"""Second number of every seed, so that no two parts of the study share random numbers."""

Arrays = dict[str, NDArray]


def truth(eer: int, size: Size, seed: int) -> Arrays:
    """Return `truth`: (2,), the true EER of a system set to this one, and its standard error."""
    return {"truth": np.array(population_eer(STRENGTHS[eer], size.population, [seed, TRUTH, eer]))}


def single(cell: Cell, size: Size, seed: int, first: int, last: int) -> Arrays:
    """Return `edges`: (data sets, kinds, 2), NaN for an interval that is not there or was not asked for."""
    edges = np.full((last - first, len(KINDS), 2), np.nan)
    for row, number in enumerate(range(first, last)):
        generator = np.random.default_rng([seed, SINGLE, cell.speakers, cell.eer, number])
        drawn = trials(*embeddings(voices(generator, cell.speakers), STRENGTHS[cell.eer], generator))
        found = intervals(drawn, cell.speakers, size, _draws_seed(generator), number < size.sets_by_trials(cell))
        for kind, pair in found.items():
            edges[row, KINDS.index(kind)] = pair
    return {"edges": edges}


def paired(cell: Cell, size: Size, seed: int, first: int, last: int) -> Arrays:
    """Return whether each comparison was found, of `FAMILY` equal pairs and then one for each of `DIFFERENCES`.

    `found`: (data sets, tests, comparisons); `holm`: (data sets, comparisons), by the permutation test after Holm's
    adjustment over a family of `FAMILY`: the equal pairs; for a true difference, it and all but one of them.
    """
    comparisons = FAMILY + len(DIFFERENCES)
    found = np.zeros((last - first, len(TESTS), comparisons), dtype=bool)
    after = np.zeros((last - first, comparisons), dtype=bool)
    for row, number in enumerate(range(first, last)):
        generator = np.random.default_rng([seed, PAIRED, cell.speakers, cell.eer, number])
        common = voices(generator, cell.speakers)
        counts = speaker_draws(cell.speakers, size.draws, _draws_seed(generator))
        one = _system(common, cell.eer, generator, counts)
        p = np.zeros(comparisons)
        for place in range(comparisons):
            more = 0 if place < FAMILY else DIFFERENCES[place - FAMILY]
            other = _system(common, cell.eer + more, generator, counts)
            by, p[place] = compared(other, one, cell.speakers, size, _draws_seed(generator))
            found[row, :, place] = [by[test] for test in TESTS]
        after[row] = found_after_holm(p)
    return {"found": found, "holm": after}


def found_after_holm(p: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which comparisons hold after Holm's adjustment: the equal ones as one family, each true one in another.

    p: (comparisons,), of `FAMILY` equal pairs and then of true differences.
    """
    equal = p[:FAMILY]
    # A product such as 3 * .0167 must not miss the level by the noise of binary fractions.
    holds = [np.round(holm(equal), 12) <= TEST_LEVEL]
    holds += [np.round(holm([one, *equal[1:]])[:1], 12) <= TEST_LEVEL for one in p[FAMILY:]]
    return np.concatenate(holds)


def _system(common: Voices, eer: int, generator: np.random.Generator, counts: NDArray[np.int64]) -> Attacked:
    treated = as_treated(common, generator)
    drawn = trials(*embeddings(treated, STRENGTHS[eer], generator))
    return Attacked(drawn, len(common.gains), counts)


def _draws_seed(generator: np.random.Generator) -> int:
    return int(generator.integers(2**31))
