"""How often each trial was drawn in each draw of the trials: a table that all systems of a study share.

To make the draws of a long list takes some twenty times as long as to use them, so that the last table is kept, up to a
size. Two draws share a byte: hardly ever is a trial drawn more than fifteen times, which four bits hold. A table in
which one is has whole numbers instead.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

KEPT = 600_000_000
"""Pairs of a trial and a draw, half a byte each, up to which the draws of a list are made once for all systems."""

AT_ONCE = 60_000_000
"""Such pairs of a longer list that are in memory at once: its draws are made in parts, for each system anew."""

MOST = 15
"""The largest count that half a byte holds, and its mask."""

MADE = 64
"""Draws that are brought into the order of the trials together."""

ROWS = 2048
"""Trials that are summed at once, so that they stay in the processor's cache."""


def drawn_trials(trials: int, draws: int, seed: int) -> Iterator["DrawnTrials"]:
    """Yield all draws in their order, most often as one table.

    One generator for all draws, one call `integers(0, trials, trials)` for each; a trial's row is its place in the
    list.
    """
    if trials * draws <= KEPT:
        yield _kept(trials, draws, seed)
        return
    generator, size = np.random.default_rng(seed), max(1, AT_ONCE // trials)
    for start in range(0, draws, size):
        yield DrawnTrials(trials, min(size, draws - start), generator)


def one_draw(trials: int, generator: np.random.Generator) -> NDArray[np.int64]:
    """Return how often each trial was drawn in the generator's next draw: (trials,)."""
    return np.bincount(generator.integers(0, trials, trials), minlength=trials)


@lru_cache(maxsize=1)
def _kept(trials: int, draws: int, seed: int) -> "DrawnTrials":
    """Return a table that the next system finds again."""
    return DrawnTrials(trials, draws, np.random.default_rng(seed))


class DrawnTrials:
    """The next draws of a generator, counted; a row for each trial."""

    def __init__(self, trials: int, draws: int, generator: np.random.Generator) -> None:
        """Make the draws."""
        self._draws, self._half = draws, -(-draws // 2)
        state = generator.bit_generator.state
        self._whole: NDArray[np.uint32] | None = None
        self._packed = np.zeros((trials, self._half), dtype=np.uint8)
        if self._fill(generator):
            return
        generator.bit_generator.state = state
        self._whole = np.empty((trials, draws), dtype=np.uint32)
        for place in range(draws):
            self._whole[:, place] = one_draw(trials, generator)

    def _fill(self, generator: np.random.Generator) -> bool:
        """Make and pack the draws; say whether they fit."""
        trials = len(self._packed)
        for first, last, shift in ((0, self._half, 0), (self._half, self._draws, 4)):
            for start in range(first, last, MADE):
                counts = np.empty((min(MADE, last - start), trials), dtype=np.uint8)
                for row in counts:
                    drawn = one_draw(trials, generator)
                    if drawn.max() > MOST:
                        return False
                    row[:] = drawn
                counts <<= shift
                # A tile after the other, since one of both goes through memory against the grain.
                bytes_ = self._packed[:, start - first : start - first + len(counts)]
                for tile in (slice(row, row + ROWS) for row in range(0, trials, ROWS)):
                    bytes_[tile] |= counts[:, tile].T
        return True

    def __len__(self) -> int:
        """Return how many draws there are."""
        return self._draws

    def sums(self, trials: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how often some trials were drawn together: (draws,)."""
        sums = np.zeros(self._draws, dtype=np.int64)
        for start in range(0, len(trials), ROWS):
            some = trials[start : start + ROWS]
            if self._whole is not None:
                sums += self._whole[some].sum(axis=0, dtype=np.int64)
                continue
            packed = np.take(self._packed, some, axis=0)
            # A row's halves are below 2**4 and the rows at once 2**11: 16 bits hold their sum.
            halves = [one.sum(axis=0, dtype=np.uint16) for one in (packed & MOST, packed >> 4)]
            sums += np.concatenate(halves)[: self._draws]
        return sums

    def looked_up(self, trials: NDArray[np.int64], draws: NDArray[np.int64]) -> NDArray[np.unsignedinteger]:
        """Return how often each trial was drawn in its draw: as `trials` and `draws` together, of any shape."""
        if self._whole is not None:
            return self._whole[trials, draws]
        second, place = np.divmod(draws, self._half)
        return self._packed[trials, place] >> (4 * second).astype(np.uint8) & MOST
