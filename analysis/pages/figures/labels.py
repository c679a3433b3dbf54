"""Places for direct labels, so that none lies on another, on a point or on a whisker.

Greedy with scoring: around its point a label tries rings of growing distance and takes the cheapest place that is
free; then every label is offered a better one, now that the others stand. Moved far, it gets a leader line. All
lengths are in points of the sheet. The order of the input decides ties, so the same input gives the same places.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

GAP = 2.0
LEADER_FROM = 9.0
_DISTANCES = (3.0, 5.0, 8.0, 12.0, 17.0, 23.0, 30.0, 39.0, 50.0, 64.0, 82.0, 105.0)
_DIRECTIONS = 16
_ROUNDS = 3


@dataclass(frozen=True)
class Box:
    """A rectangle on the sheet."""

    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: Box, gap: float = 0.0) -> bool:
        """Say whether the two share a place, or come nearer than `gap`."""
        return (
            self.left < other.right + gap
            and other.left < self.right + gap
            and self.bottom < other.top + gap
            and other.bottom < self.top + gap
        )

    def follows(self, other: Box, gap: float) -> bool:
        """Say whether the two stand on about the same line with less than `gap` between them."""
        shared = min(self.top, other.top) - max(self.bottom, other.bottom)
        apart = max(self.left, other.left) - min(self.right, other.right)
        return apart < gap and 2.0 * shared > min(self.top - self.bottom, other.top - other.bottom)

    def inside(self, frame: Box) -> bool:
        """Say whether the box lies wholly in `frame`."""
        return (
            self.left >= frame.left
            and self.right <= frame.right
            and self.bottom >= frame.bottom
            and self.top <= frame.top
        )

    def distance(self, x: float, y: float) -> float:
        """Return how far the place lies outside, 0 inside."""
        return math.hypot(max(self.left - x, 0.0, x - self.right), max(self.bottom - y, 0.0, y - self.top))

    def crossed_by(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Say whether the line between the two places touches the box (Liang and Barsky's clipping)."""
        enter, leave = 0.0, 1.0
        for delta, low, high in (
            (x1 - x0, self.left - x0, self.right - x0),
            (y1 - y0, self.bottom - y0, self.top - y0),
        ):
            if delta == 0.0:
                if low > 0.0 or high < 0.0:
                    return False
                continue
            near, far = sorted((low / delta, high / delta))
            enter, leave = max(enter, near), min(leave, far)
        return enter <= leave


@dataclass(frozen=True)
class Wanted:
    """A label that looks for a place.

    Attributes:
        name: what the caller knows it by.
        x, y: the middle of its point.
        reach: from the middle to the edge of the point.
        width, height: size of the text.
        arms: how far whiskers reach to the right, up, left and down from the middle; 0 where there is none.
    """

    name: str
    x: float
    y: float
    reach: float
    width: float
    height: float
    arms: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Placed:
    """A label with its place, and the leader line where it stands far from its point."""

    name: str
    box: Box
    leader: tuple[tuple[float, float], tuple[float, float]] | None


@dataclass(frozen=True)
class Obstacles:
    """What labels keep off.

    Attributes:
        hard: boxes that no label may touch: points, whiskers, words that already stand.
        soft: boxes that a label had better not touch: lines drawn for guidance.
        points: middles of all points, so that a label is not taken for its neighbour's.
    """

    hard: tuple[Box, ...]
    soft: tuple[Box, ...] = ()
    points: tuple[tuple[float, float], ...] = ()


def place(
    wanted: Sequence[Wanted],
    frame: Box,
    obstacles: Obstacles,
    standing: Sequence[Placed] = (),
    farthest: float = _DISTANCES[-1],
) -> tuple[list[Placed], list[Wanted]]:
    """Return the labels that found a place and those that did not.

    Labels in `standing` keep theirs. A label goes no farther than `farthest` points from its point.
    """
    placed: dict[int, Placed] = {}
    # Those with the most neighbours first: they have the fewest places.
    crowded = sorted(range(len(wanted)), key=lambda index: (-_neighbours(wanted[index], obstacles), index))
    for turn in range(_ROUNDS):
        moved = False
        for index in crowded:
            others = [*standing, *(label for at, label in placed.items() if at != index)]
            best = _cheapest(wanted[index], frame, obstacles, others, farthest)
            if best is not None and best != placed.get(index):
                placed[index] = best
                moved = True
        if not moved and turn:
            break
    return (
        [placed[index] for index in range(len(wanted)) if index in placed],
        [label for index, label in enumerate(wanted) if index not in placed],
    )


def _neighbours(label: Wanted, obstacles: Obstacles) -> int:
    reach = label.width + 20.0
    return sum(abs(x - label.x) < reach and abs(y - label.y) < reach / 2 for x, y in obstacles.points)


def _cheapest(
    label: Wanted, frame: Box, obstacles: Obstacles, others: Sequence[Placed], farthest: float
) -> Placed | None:
    best: Placed | None = None
    least = math.inf
    for candidate, extra in _beside_whiskers(label):
        if candidate.box.inside(frame) and not _blocked(label, candidate, obstacles, others):
            price = extra + _price(label, candidate, 0, obstacles, others)
            if price < least:
                best, least = candidate, price
    for distance in _DISTANCES:
        if distance > farthest or distance >= least:
            break
        for turn in range(_DIRECTIONS):
            candidate = _candidate(label, distance, turn)
            if not candidate.box.inside(frame) or _blocked(label, candidate, obstacles, others):
                continue
            price = distance + _price(label, candidate, turn, obstacles, others)
            if price < least:
                best, least = candidate, price
    return best


def _beside_whiskers(label: Wanted) -> list[tuple[Placed, float]]:
    """Return the places that whiskers leave: in the four corners of their cross, and past the tip of each."""
    if not any(label.arms):
        return []
    off = GAP + 1.0
    across, up = label.reach + off, off
    right, left = label.x + across, label.x - across - label.width
    above, below = label.y + up, label.y - up - label.height
    half_width, half_height = label.width / 2.0, label.height / 2.0
    arm_right, arm_up, arm_left, arm_down = (max(arm, label.reach) + off for arm in label.arms)
    corners = [
        (right, above, 3.0),
        (right, below, 3.6),
        (left, above, 3.8),
        (left, below, 4.0),
        (label.x + arm_right, label.y - half_height, 3.2 + 0.1 * arm_right),
        (label.x - arm_left - label.width, label.y - half_height, 3.9 + 0.1 * arm_left),
        (label.x - half_width, label.y + arm_up, 4.2 + 0.1 * arm_up),
        (label.x - half_width, label.y - arm_down - label.height, 4.4 + 0.1 * arm_down),
    ]
    return [(Placed(label.name, Box(x, y, x + label.width, y + label.height), None), price) for x, y, price in corners]


def _candidate(label: Wanted, distance: float, turn: int) -> Placed:
    angle = 2.0 * math.pi * turn / _DIRECTIONS
    across, up = round(math.cos(angle), 9), round(math.sin(angle), 9)
    reach = label.reach + distance
    left = label.x + across * reach - label.width * (1.0 - across) / 2.0
    bottom = label.y + up * reach - label.height * (1.0 - up) / 2.0
    box = Box(left, bottom, left + label.width, bottom + label.height)
    if distance < LEADER_FROM:
        return Placed(label.name, box, None)
    end = (min(max(label.x, box.left), box.right), min(max(label.y, box.bottom), box.top))
    length = math.hypot(end[0] - label.x, end[1] - label.y)
    share = (label.reach + 0.8) / length
    start = (label.x + (end[0] - label.x) * share, label.y + (end[1] - label.y) * share)
    return Placed(label.name, box, (start, end))


def _blocked(label: Wanted, candidate: Placed, obstacles: Obstacles, others: Sequence[Placed]) -> bool:
    if any(candidate.box.overlaps(box, GAP) for box in obstacles.hard):
        return True
    for other in others:
        if candidate.box.overlaps(other.box, GAP):
            return True
        if other.leader is not None and candidate.box.crossed_by(*other.leader[0], *other.leader[1]):
            return True
        if candidate.leader is not None:
            if other.box.crossed_by(*candidate.leader[0], *candidate.leader[1]):
                return True
            if other.leader is not None and _cross(candidate.leader, other.leader):
                return True
    if candidate.leader is not None:
        (x0, y0), (x1, y1) = candidate.leader
        return any(
            (x, y) != (label.x, label.y) and _distance_to_line(x, y, x0, y0, x1, y1) < label.reach + 1.0
            for x, y in obstacles.points
        )
    return False


def _price(label: Wanted, candidate: Placed, turn: int, obstacles: Obstacles, others: Sequence[Placed]) -> float:
    # To the right reads best, then to the left, then above and below; slanted places last.
    price = (0.0, 2.0, 2.0, 2.5, 1.5, 2.5, 2.0, 2.0, 0.7, 2.0, 2.5, 2.5, 1.7, 2.5, 2.5, 2.0)[turn]
    price += 22.0 * sum(candidate.box.overlaps(box, 1.5) for box in obstacles.soft)
    # Two names that follow each other on one line read as one.
    price += 5.0 * sum(candidate.box.follows(other.box, 7.0) for other in others)
    own = candidate.box.distance(label.x, label.y)
    if candidate.leader is None:
        for x, y in obstacles.points:
            if (x, y) != (label.x, label.y):
                other = candidate.box.distance(x, y)
                # As near to another point, a name can be read as that one's, the more so on its line.
                near = own + (5.0 if candidate.box.bottom < y < candidate.box.top else 1.5)
                price += 14.0 if other < own else 6.0 if other < near else 0.0
    else:
        price += 6.0
        (x0, y0), (x1, y1) = candidate.leader
        price += 3.0 * sum(box.crossed_by(x0, y0, x1, y1) for box in (*obstacles.hard, *obstacles.soft))
    return price


def _cross(
    first: tuple[tuple[float, float], tuple[float, float]], second: tuple[tuple[float, float], tuple[float, float]]
) -> bool:
    def side(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = first, second
    return side(a, b, c) * side(a, b, d) <= 0.0 and side(c, d, a) * side(c, d, b) <= 0.0


def _distance_to_line(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    length = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = 0.0 if length == 0.0 else min(max(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length, 0.0), 1.0)
    return math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0))
