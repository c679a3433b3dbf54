"""The line through a front: at every place the best of one side that the systems give at that much of the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from analysis.pages.figures.canvas import Place
from analysis.pages.figures.labels import Box

_NEAR = 1e-6


def corners(front: Sequence[Place], start: float | None, worst: float) -> list[Place]:
    """Return the corners of the line through the places of a front; none without a place.

    start: where the line begins to the left of the first place, or None where it begins there; worst: the height at
    which it ends, below or above the last place.

    >>> corners([(2.0, 5.0), (4.0, 3.0)], 0.0, 1.0)
    [(0.0, 5.0), (2.0, 5.0), (2.0, 3.0), (4.0, 3.0), (4.0, 1.0)]
    """
    ordered = sorted(front)
    if not ordered:
        return []
    found = [] if start is None else [(start, ordered[0][1])]
    for before, after in zip([None, *ordered], ordered, strict=False):
        if before is not None:
            found.append((before[0], after[1]))
        found.append(after)
    return [*found, (ordered[-1][0], worst)]


def uncovered(line: Sequence[Place], cover: Sequence[Place]) -> list[list[Place]]:
    """Return the pieces of a staircase that do not lie on another one.

    >>> uncovered([(0.0, 5.0), (4.0, 5.0)], [(0.0, 5.0), (3.0, 5.0), (3.0, 1.0)])
    [[(3.0, 5.0), (4.0, 5.0)]]
    """
    pieces: list[list[Place]] = []
    for start, end in pairwise(line):
        for piece in _parts(start, end, cover):
            if pieces and pieces[-1][-1] == piece[0]:
                pieces[-1].append(piece[1])
            else:
                pieces.append(list(piece))
    return pieces


def boxes(line: Sequence[Place]) -> list[Box]:
    """Return the boxes of the parts of a staircase."""
    return [Box(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in pairwise(line)]


def _parts(start: Place, end: Place, cover: Sequence[Place]) -> Iterator[tuple[Place, Place]]:
    """Yield what is left of one straight part, from its start to its end."""
    along = 1 if abs(start[0] - end[0]) < _NEAR else 0  # the axis that the part runs on
    low, high = sorted((start[along], end[along]))
    covered = sorted(
        (min(a[along], b[along]), max(a[along], b[along]))
        for a, b in pairwise(cover)
        if abs(a[1 - along] - start[1 - along]) < _NEAR and abs(b[1 - along] - start[1 - along]) < _NEAR
    )
    left: list[tuple[float, float]] = []
    for first, last in [*covered, (high, high)]:
        if min(first, high) - low > _NEAR:
            left.append((low, min(first, high)))
        low = max(low, last)
    forwards = start[along] <= end[along]
    for one, two in left if forwards else [(b, a) for a, b in reversed(left)]:
        yield (((one, start[1]), (two, start[1])) if along == 0 else ((start[0], one), (start[0], two)))
