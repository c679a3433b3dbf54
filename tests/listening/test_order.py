"""Rows without equal neighbours, and pairs and sides that favour nobody."""

import itertools
from collections import Counter

import numpy
import pytest

from analysis.listening.order import arranged, balanced_sides, can_be_arranged, pair_rounds

SMALL = [counts for counts in itertools.product(range(4), repeat=3) if sum(counts) <= 6]


def keeps_apart(order, before):
    return all(a != b for a, b in itertools.pairwise([before, *order]))


@pytest.mark.parametrize("before", [None, 0, 2])
def test_a_row_is_found_exactly_where_one_exists(before):
    """For every small set of things: what trying all orders finds, and no order that breaks the rule."""
    for counts in SMALL:
        things = [kind for kind, count in enumerate(counts) for _ in range(count)]
        exists = any(keeps_apart(order, before) for order in set(itertools.permutations(things)))
        assert exists == can_be_arranged(counts, before), counts
        if not exists:
            with pytest.raises(ValueError, match="arranged"):
                arranged(counts, numpy.random.default_rng(0), before)
            continue
        for seed in range(4):
            order = arranged(counts, numpy.random.default_rng(seed), before)
            assert list(counts) == [order.count(kind) for kind in range(3)]
            assert keeps_apart(order, before), (counts, order)


def test_every_order_that_keeps_the_rule_can_come():
    """Nothing is left out by the way in which the row is built."""
    things = [0, 0, 1, 1, 2]
    allowed = {order for order in itertools.permutations(things) if keeps_apart(order, None)}
    found = {tuple(arranged([2, 2, 1], numpy.random.default_rng(seed))) for seed in range(400)}
    assert allowed == found


@pytest.mark.parametrize("items", range(2, 12))
def test_pairs_come_once_and_nobody_is_ahead(items):
    """Every pair of things once, and after any number of pairs no thing has come two times more than another."""
    pairs = pair_rounds(items)
    assert set(itertools.combinations(range(items), 2)) == {tuple(sorted(pair)) for pair in pairs}
    assert items * (items - 1) // 2 == len(pairs)
    came = [0] * items
    for a, b in pairs:
        came[a] += 1
        came[b] += 1
        assert max(came) - min(came) <= 1


@pytest.mark.parametrize("seed", range(40))
def test_everybody_stands_first_as_often_as_second(seed):
    """Give or take one, whatever the pairs are; the pairs stay the same."""
    generator = numpy.random.default_rng(seed)
    pairs = [tuple(generator.choice(6, 2, replace=False).tolist()) for _ in range(int(generator.integers(1, 25)))]
    turned = balanced_sides(pairs, generator)
    assert [set(pair) for pair in pairs] == [set(pair) for pair in turned]
    first, second = Counter(a for a, _ in turned), Counter(b for _, b in turned)
    assert all(abs(first[name] - second[name]) <= 1 for name in range(6))


def test_sides_are_left_to_chance():
    """Of one pair alone, either thing comes first."""
    assert {("a", "b"), ("b", "a")} == {
        balanced_sides([("a", "b")], numpy.random.default_rng(seed))[0] for seed in range(20)
    }
