"""Orders and sides that keep a rule by construction: nothing twice in a row, nobody favoured."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

import numpy

Name = TypeVar("Name", bound=Hashable)


def can_be_arranged(counts: Sequence[int], before: int | None = None) -> bool:
    """Tell whether items can be put in a row so that no two neighbours are of one kind.

    counts: how many items there are of each kind; before: the kind that stands before the row, None for none.
    It can be done exactly when no kind holds more than every second place, and the kind `before` no more than every
    second place from the second on.

    >>> can_be_arranged([2, 1]), can_be_arranged([2, 1], before=0), can_be_arranged([3, 1])
    (True, False, False)
    """
    total = sum(counts)
    return all(count <= (total // 2 if kind == before else (total + 1) // 2) for kind, count in enumerate(counts))


def arranged(counts: Sequence[int], generator: numpy.random.Generator, before: int | None = None) -> list[int]:
    """Return the kinds in a random order in which no two neighbours are of one kind.

    Each place is drawn with the weights of what is left, among the kinds after which the rest can still be arranged;
    so the rule holds by construction and no draw is ever thrown away.

    Raises:
        ValueError: no such order exists.

    >>> arranged([1, 2], numpy.random.default_rng(0))
    [1, 0, 1]
    """
    if not can_be_arranged(counts, before):
        raise ValueError(f"{list(counts)} cannot be arranged without equal neighbours")
    left = numpy.array(counts, dtype=numpy.int64)
    order: list[int] = []
    for rest in reversed(range(sum(counts))):  # how many are left when this place is taken
        # `can_be_arranged` for every kind at once: only a kind that holds too much may go before such a kind.
        crowded = left > (rest + 1) // 2
        fits = (left > 0) & (left - 1 <= rest // 2) & (crowded if crowded.any() else True)
        if before is not None:
            fits[before] = False
        before = _drawn(numpy.where(fits, left, 0), generator)
        left[before] -= 1
        order.append(before)
    return order


def _drawn(weights: numpy.ndarray, generator: numpy.random.Generator) -> int:
    """Return one place, drawn with whole-number weights."""
    edges = numpy.cumsum(weights)
    return int(numpy.searchsorted(edges, generator.integers(int(edges[-1])), side="right"))


def pair_rounds(items: int) -> list[tuple[int, int]]:
    """Return every pair of `items` things once, so that after any number of them no thing is two pairs ahead.

    An even number is paired round by round (the circle method). An odd one follows closed tours through all things
    (Walecki's), every second step of a tour first.
    Source: B. Alspach, The wonderful Walecki construction, Bulletin of the ICA 52, 2008.

    >>> pair_rounds(4)
    [(3, 0), (1, 2), (3, 1), (2, 0), (3, 2), (0, 1)]
    """
    pairs: list[tuple[int, int]] = []
    if items < 2:
        return pairs
    if items % 2 == 0:
        wheel = items - 1
        for turn in range(wheel):
            pairs.append((wheel, turn))
            pairs += [((turn + step) % wheel, (turn - step) % wheel) for step in range(1, items // 2)]
        return pairs
    wheel = items - 1
    for turn in range(wheel // 2):
        tour = [wheel, turn]
        for step in range(1, wheel // 2):
            tour += [(turn + step) % wheel, (turn - step) % wheel]
        tour.append((turn + wheel // 2) % wheel)
        steps = [(tour[place], tour[(place + 1) % items]) for place in range(items)]
        pairs += [*steps[0 : items - 2 : 2], steps[items - 2], *steps[1 : items - 2 : 2], steps[items - 1]]
    return pairs


def balanced_sides(pairs: Sequence[tuple[Name, Name]], generator: numpy.random.Generator) -> list[tuple[Name, Name]]:
    """Return the pairs, each turned so that every thing stands first as often as second, give or take one.

    The pairs are the lines of a graph. Where an odd number of lines meets, one more line to a common point is added;
    then every line lies on a closed walk, and turning the lines along the walks gives each thing as many lines out as
    in. Each walk starts at random, takes random lines, and is turned round at random.
    Source: the orientation of an Eulerian graph, see any book on graphs.
    """
    names = list(dict.fromkeys(name for pair in pairs for name in pair))
    number = {name: place for place, name in enumerate(names)}
    ends = [(number[a], number[b]) for a, b in pairs]
    degree = [sum(place in pair for pair in ends) for place in range(len(names))]
    ends += [(len(names), place) for place, count in enumerate(degree) if count % 2]
    lines: list[list[int]] = [[] for _ in range(len(names) + 1)]
    for line, (a, b) in enumerate(ends):
        lines[a].append(line)
        lines[b].append(line)
    for meeting in lines:
        generator.shuffle(meeting)
    turned: dict[int, bool] = {}
    for start in generator.permutation(len(lines)).tolist():
        while any(line not in turned for line in lines[start]):
            walk: list[tuple[int, bool]] = []
            here = start
            while (line := next((line for line in lines[here] if line not in turned), None)) is not None:
                turned[line] = here != ends[line][0]
                walk.append((line, turned[line]))
                here = sum(ends[line]) - here
            if generator.integers(2):
                turned.update((line, not side) for line, side in walk)
    return [(b, a) if turned[line] else (a, b) for line, (a, b) in enumerate(pairs)]
