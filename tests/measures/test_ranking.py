"""Ranks: hand-ordered lists, and scipy's mean ranks."""

import math

import numpy as np
import pytest
from scipy.stats import rankdata

from analysis.measures import ranks
from analysis.measures.ranking import mean_ranks


def test_equal_values_share_a_rank():
    """After two systems at rank 2 follows rank 4."""
    assert [2, 1, 4, 2] == ranks([5.0, 9.0, 1.0, 5.0], larger_is_better=True).tolist()
    assert [2, 4, 1, 2] == ranks([5.0, 9.0, 1.0, 5.0], larger_is_better=False).tolist()


def test_missing_values_have_no_rank():
    """A missing value gets 0 and takes no place from the others."""
    assert [0, 2, 1, 0] == ranks([math.nan, 1.0, 2.0, math.nan], larger_is_better=True).tolist()
    assert [0] == ranks([math.nan], larger_is_better=False).tolist()
    assert [] == ranks([], larger_is_better=True).tolist()


def test_one_list_is_ranked():
    """A table is refused."""
    with pytest.raises(ValueError, match="one list"):
        ranks([[1.0, 2.0]], larger_is_better=True)


def test_equal_values_share_the_mean_of_their_ranks():
    """Two values at ranks 2 and 3 both have 2.5; infinities are values like others."""
    assert [4.0, 2.5, 2.5, 1.0] == mean_ranks([30.0, 20.0, 20.0, -math.inf]).tolist()
    assert [] == mean_ranks([]).tolist()


@pytest.mark.parametrize("seed", range(3))
def test_mean_ranks_are_scipys(seed):
    """The same to the last bit, with few and with many ties."""
    values = np.random.default_rng(seed).integers(0, 3 ** (seed + 1), 200)
    assert rankdata(values).tolist() == mean_ranks(values).tolist()


def test_what_is_missing_has_no_mean_rank():
    """Nor has a table."""
    for values in ([1.0, math.nan], [[1.0, 2.0]]):
        with pytest.raises(ValueError, match="one list of known values"):
            mean_ranks(values)
