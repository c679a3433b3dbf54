"""Scaling, means of scaled measures and of ranks, and how far one row moves an order; values worked out by hand."""

import numpy as np
import pytest

from analysis.measures.ranking import ranks
from analysis.measures.scaling import mean_of_ranks, mean_of_scaled, order, rank_ranges, unit_scale

NAN = float("nan")


def test_the_best_is_one_and_the_worst_is_zero_whichever_way_is_better():
    """Between them a value lies at its share of the range."""
    assert [0.0, 0.25, 1.0] == unit_scale([2.0, 4.0, 10.0], True).tolist()
    assert [1.0, 0.75, 0.0] == unit_scale([2.0, 4.0, 10.0], False).tolist()


def test_a_missing_value_stays_missing_and_spans_nothing():
    """The others are scaled as if it were not there."""
    scaled = unit_scale([2.0, NAN, 10.0], True)
    assert [0.0, 1.0] == [scaled[0], scaled[2]] and np.isnan(scaled[1])


@pytest.mark.parametrize("values", [[], [3.0], [3.0, 3.0], [NAN, NAN], [NAN, 3.0]])
def test_without_a_range_nothing_is_scaled(values):
    """No value, one, equal ones: undefined, never 0 or 1."""
    assert len(values) == len(unit_scale(values, True)) and np.isnan(unit_scale(values, True)).all()


def test_a_value_beyond_the_rows_that_span_lies_beyond_the_ends():
    """Only the rows that span set the two ends."""
    assert [-0.5, 0.0, 1.0, 2.5] == unit_scale([0.0, 2.0, 6.0, 12.0], True, [False, True, True, False]).tolist()


def test_the_reference_of_a_relative_change_cancels_out():
    """Scaling forgets what was subtracted and by what was divided."""
    values = np.array([6.08, 49.525, 36.9, 4.52])
    assert np.allclose(unit_scale(values, True), unit_scale(100 * (values - 4.59) / 4.59, True))


def test_the_mean_needs_every_measure():
    """(1 + 0.5) / 2, with weights 2 and 1 (2·1 + 0.5) / 3; a system with a gap has none."""
    columns = [[4.0, 2.0, 3.0], [20.0, 10.0, NAN]]
    assert [1.0, 0.0] == mean_of_scaled(columns, [True, True])[:2].tolist()
    columns = [[4.0, 2.0, 3.0], [15.0, 10.0, 20.0]]
    assert [0.75, 0.0, 0.75] == mean_of_scaled(columns, [True, True]).tolist()
    weighted = mean_of_scaled(columns, [True, True], weights=[2.0, 1.0])
    assert np.allclose([2.5 / 3, 0.0, 2 / 3], weighted)
    assert np.isnan(mean_of_scaled([[4.0, 2.0], [NAN, 1.0]], [True, True])).all()


def test_scores_that_are_equal_on_paper_are_tied():
    """Binary noise decides no rank."""
    assert 0.1 + 0.2 != 0.3
    assert [2, 2, 1, 0] == order([0.1 + 0.2, 0.3, 0.9, NAN]).tolist()


def test_ranks_are_averaged_with_ties_shared():
    """First column: ranks 1, 2.5, 2.5; second: 1, 3, 2; a system with a gap is not ranked."""
    means = mean_of_ranks([[2.0, 4.0, 4.0, 1.0], [50.0, 30.0, 40.0, NAN]], [False, True])
    assert [1.0, 2.75, 2.25] == means[:3].tolist() and np.isnan(means[3])
    assert np.isnan(mean_of_ranks([[NAN], [1.0]], [True, True])).all()


def test_one_far_row_can_turn_an_order():
    """A far row presses the others together; without it in the range, two of them change places.

    Means with all rows: a (1 + 0.9) / 2, b (0.5 + 1) / 2, far 0. Without `far` in the ranges the second measure runs
    from 9 to 10, so that a has (1 + 0) / 2 and b (0 + 1) / 2: the two tie. Without a: both measures run from b to far.
    """
    columns = [[2.0, 1.0, 0.0], [9.0, 10.0, 0.0]]
    assert [1, 2, 3] == order(mean_of_scaled(columns, [True, True])).tolist()
    best, worst = rank_ranges(columns, [True, True])
    assert [1, 1, 3] == best.tolist()
    assert [1, 2, 3] == worst.tolist()


def test_rank_ranges_agree_with_a_plain_loop():
    """A second route: scale by hand without each row, rank, take the extremes."""
    chance = np.random.default_rng(5)
    columns = chance.normal(size=(3, 12)) ** 3
    ways = [True, False, True]
    seen = []
    for left_out in [None, *range(12)]:
        total = np.zeros(12)
        for column, way in zip(columns, ways, strict=True):
            rest = column if left_out is None else np.delete(column, left_out)
            share = (column - rest.min()) / (rest.max() - rest.min())
            total += share if way else 1 - share
        seen.append(ranks(total, True))
    best, worst = rank_ranges(columns, ways)
    assert np.min(seen, axis=0).tolist() == best.tolist()
    assert np.max(seen, axis=0).tolist() == worst.tolist()


def test_turns_without_a_range_are_passed_over():
    """Of two rows, leaving out one leaves nothing to scale by; no row, one row, and gaps do no harm."""
    best, worst = rank_ranges([[1.0, 2.0], [3.0, 4.0]], [True, True])
    assert ([2, 1], [2, 1]) == (best.tolist(), worst.tolist())
    assert [[], []] == [found.tolist() for found in rank_ranges([[], []], [True, True])]
    best, worst = rank_ranges([[1.0, 2.0, 3.0, NAN], [3.0, 4.0, 9.0, 1.0]], [True, True])
    assert 0 == best[3] == worst[3]


def test_a_table_is_no_list_of_values():
    """A mistake of the caller is told."""
    with pytest.raises(ValueError, match="one list"):
        unit_scale([[1.0], [2.0]], True)
