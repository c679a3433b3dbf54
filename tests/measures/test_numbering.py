"""Whole numbers renumbered, against sorting them."""

import numpy as np
import pytest

from analysis.measures.numbering import renumbered


@pytest.mark.parametrize("numbers", [[], [0], [5, 5, 5], [3, 0, 9, 3], [10**12, 4, 10**12], list(range(50, 0, -1))])
def test_numbers_lose_their_gaps_and_keep_their_order(numbers):
    """Few numbers or far apart ones, one number again and again, none: as by sorting."""
    expected = np.unique(np.array(numbers, dtype=np.int64), return_inverse=True)
    for one, other in zip(expected, renumbered(np.array(numbers, dtype=np.int64)), strict=True):
        np.testing.assert_array_equal(one, other)
