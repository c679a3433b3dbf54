"""Paired permutation test over speakers: could the sign of a difference be chance?

The signs of the speakers' contributions are flipped, not their raw scores exchanged: the score scales of two systems
differ, so that a threshold over exchanged scores would mean nothing.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Contributions are summed as whole multiples of the ninth decimal place of the largest, so that ties are ties.
SIGNIFICANT_DIGITS = 9

# Flips are worked on in blocks of about this many (flip, speaker) pairs, so that memory stays flat.
BLOCK_PAIRS = 2_000_000

# Flips of up to so many pairs, a byte each, are drawn once for all tests of a study.
KEPT_PAIRS = 64_000_000


def without_each(speakers: int) -> NDArray[np.int64]:
    """Return counts in which each speaker in turn is left out: (speakers, speakers), for `eer_draws` and `ratio_draws`.

    >>> without_each(3)[0]
    array([0, 1, 1])
    """
    if speakers < 1:
        raise ValueError(f"{speakers} speakers cannot be left out one by one; at least 1 is needed")
    return 1 - np.eye(speakers, dtype=np.int64)


def contributions(difference: float, without: ArrayLike) -> NDArray[np.float64]:
    """Return what each speaker contributes to a difference: (speakers,), with the difference as their mean.

    difference: system B minus system A over all speakers; without: (speakers,), the same difference with each speaker
    left out. With n speakers the contribution of s is D + (n - 1) * (mean of the D without a speaker - D without s);
    where D is a mean of one value a speaker, that is exactly the speaker's own value.

    Source: the pseudo-values of J. Tukey, Annals of Mathematical Statistics 29, 1958, centred on D. His own mean is D
    after a correction for bias, which for a rate that moves in steps, as an EER does, is n - 1 times a rounding.

    Raises ValueError for fewer than 2 speakers or a value that is not finite.

    >>> contributions(2.0, [3.0, 1.0])
    array([1., 3.])
    """
    without = np.asarray(without, dtype=np.float64)
    if without.ndim != 1 or len(without) < 2:
        raise ValueError(f"differences without a speaker must be one list of at least 2, not of shape {without.shape}")
    if not math.isfinite(difference) or not np.isfinite(without).all():
        raise ValueError("a difference that is not finite has no contributions")
    if (without == difference).all():
        return np.full(len(without), float(difference))
    return difference + (len(without) - 1) * (without.mean() - without)


@dataclass(frozen=True)
class SignFlip:
    """The result of a sign-flip test.

    p: two-sided; as_large: counted choices of signs whose sum is at least as far from 0 as the observed one; flips:
    choices of signs that were counted; speakers: contributions whose sign was flipped; exact: whether every choice was
    counted once, the observed one among them, instead of choices drawn at random beside it.
    """

    p: float
    as_large: int
    flips: int
    speakers: int
    exact: bool

    @property
    def smallest(self) -> float:
        """The smallest p that so many choices can give: the observed one beside drawn ones, or it and its opposite."""
        return 2 / self.flips if self.exact else 1 / (1 + self.flips)


def sign_flip_test(values: ArrayLike, flips: int, seed: int) -> SignFlip:
    """Return how often the sum of the values is as far from 0 as observed when each sign is a toss of a coin.

    values: (speakers,), the contributions. T is their sum; T* is the sum with every sign kept or turned. Where all
    2^speakers choices of signs are no more than flips + 1, each is counted once: p = #{|T*| >= |T|} / 2^speakers, the
    observed choice included, and no p is below 2^(1 - speakers). Else choices are drawn, by one
    `integers(0, 2, speakers)` of `numpy.random.default_rng(seed)` for each flip (1 keeps):
    p = (1 + #{|T*| >= |T|}) / (1 + flips), and no p is below 1 / (1 + flips).
    A tie counts as at least as large, so that values that are all 0 give p = 1. The values are first rounded to the
    ninth significant digit of the largest and then summed as whole numbers, so that sums are exact and a tie does not
    hang on the last bit.

    p is that of contributions that are independent of each other and, where nothing differs, symmetric about 0.

    Source: R. Fisher, The Design of Experiments, 1935, section 21; the added 1, B. Phipson and G. Smyth, Statistical
    Applications in Genetics and Molecular Biology 9(1), 2010.

    Raises ValueError for no values, values that are not finite, or no flips.

    >>> sign_flip_test([1.0, 2.0, 3.0], flips=999, seed=0).p  # 1 + 2 + 3 and its opposite, of eight choices
    0.25
    >>> sign_flip_test([0.0] * 20, flips=99, seed=0).p
    1.0
    """
    values = np.asarray(values, dtype=np.float64)
    if values.ndim != 1 or not len(values):
        raise ValueError(f"values must be one list with at least one entry, not of shape {values.shape}")
    if not np.isfinite(values).all():
        raise ValueError("values must be finite")
    if flips < 1:
        raise ValueError(f"{flips} flips cannot be made; at least 1 is needed")
    whole = _whole(values)
    observed = abs(int(whole.sum()))
    # 2^n is at most flips + 1 where flips + 1 has more than n binary digits.
    exact = (flips + 1).bit_length() > len(whole)
    counted = 2 ** len(whole) if exact else flips
    choices = _every_choice(len(whole)) if exact else _drawn(len(whole), flips, seed)
    # In float64 the product is fast, and exact: of numbers of nine digits it holds the sum over millions of speakers.
    total, whole = float(whole.sum()), whole.astype(np.float64)
    as_large = sum(int((np.abs(2 * (kept.astype(np.float64) @ whole) - total) >= observed).sum()) for kept in choices)
    p = as_large / counted if exact else (1 + as_large) / (1 + counted)
    return SignFlip(p, as_large, counted, len(whole), exact)


def _every_choice(speakers: int) -> Iterator[NDArray[np.int64]]:
    """Return every choice of signs once, in blocks: (choices, speakers), 1 for a sign that is kept."""
    block = max(1, BLOCK_PAIRS // speakers)
    for start in range(0, 2**speakers, block):
        numbers = np.arange(start, min(start + block, 2**speakers), dtype=np.int64)
        yield numbers[:, None] >> np.arange(speakers) & 1


def _drawn(speakers: int, flips: int, seed: int) -> Iterator[NDArray[np.integer]]:
    """Return choices of signs drawn at random, in blocks: (choices, speakers), 1 for a sign that is kept."""
    if flips * speakers > KEPT_PAIRS:
        return _drawn_in_blocks(speakers, flips, seed)
    # The tests of a study over the same speakers have the same choices.
    kept, block = _whole_draw(speakers, flips, seed), max(1, BLOCK_PAIRS // speakers)
    return (kept[start : start + block] for start in range(0, flips, block))


@lru_cache(maxsize=2)
def _whole_draw(speakers: int, flips: int, seed: int) -> NDArray[np.uint8]:
    choices = np.concatenate(list(_drawn_in_blocks(speakers, flips, seed)))
    choices.flags.writeable = False
    return choices


def _drawn_in_blocks(speakers: int, flips: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    generator = np.random.default_rng(seed)
    block = max(1, BLOCK_PAIRS // speakers)
    for start in range(0, flips, block):
        choices = np.empty((min(block, flips - start), speakers), dtype=np.uint8)
        for row in choices:
            row[:] = generator.integers(0, 2, speakers)
        yield choices


def _whole(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the values in units of the ninth significant digit of the largest."""
    largest = float(np.abs(values).max())
    if largest == 0:
        return np.zeros(len(values), dtype=np.int64)
    places = SIGNIFICANT_DIGITS - 1 - math.floor(math.log10(largest))
    scaled = values * 10.0**places if places >= 0 else values / 10.0**-places
    return np.rint(scaled).astype(np.int64)
