"""Ranks: hand-ordered lists."""

import math

import pytest

from analysis.measures import ranks


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
