"""What a scatter of privacy against utility is told and what it tells back, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from analysis.pages.figures.canvas import Drawing
from analysis.pages.figures.labels import Box, Placed
from analysis.pages.figures.text import one_line

MARK = "*"
"""Ends the name of a marked system."""

Role = Literal["original", "baseline", "anonymizer", "submitted", "post-evaluation"]


@dataclass(frozen=True)
class TradeoffPoint:
    """One system: its place, the edges of its intervals where it has any, and what its mark says.

    Attributes:
        label: the name that stands beside the point; any text.
        x, y: the values; None or NaN where one is missing, and the system is then not drawn.
        x_low, x_high, y_low, y_high: edges of the intervals, or None.
        on_front: part of the staircase, and filled unless `filled` says otherwise.
        role: told by the shape.
        emphasis: the system that the page speaks of; its label is bold.
        filled: whether the mark is filled; None where the front decides.
        marked: its name ends with an asterisk.
        on_other_front: part of a second, dashed staircase.
        outside: compared with no other system, so that it is neither on a front nor behind one.
    """

    label: str
    x: float | None
    y: float | None
    x_low: float | None = None
    x_high: float | None = None
    y_low: float | None = None
    y_high: float | None = None
    on_front: bool = False
    role: Role = "anonymizer"
    emphasis: bool = False
    filled: bool | None = None
    marked: bool = False
    on_other_front: bool = False
    outside: bool = False


def name_of(point: TradeoffPoint) -> str:
    """Return a system's whole name on one line, with its mark."""
    return one_line(point.label) + (MARK if point.marked else "")


@dataclass(frozen=True)
class TradeoffAxis:
    """What an axis measures, which way is better, and the value that guessing gives, where there is one.

    >>> TradeoffAxis("CER", "better content", larger_is_better=False).title("down")
    'CER (%), better content ↓'
    """

    name: str
    better: str
    larger_is_better: bool = True
    unit: str = "%"
    chance: float | None = None

    def title(self, way: Literal["left", "right", "up", "down"]) -> str:
        """Return the words beside the axis, with an arrow that points the better `way`."""
        arrow = {"left": "←", "right": "→", "up": "↑", "down": "↓"}[way]
        unit = f" ({self.unit})" if self.unit else ""
        return f"{self.name}{unit}, {self.better} {arrow}"


PRIVACY = TradeoffAxis("semi-informed EER", "more private", larger_is_better=True, chance=50.0)
CONTENT = TradeoffAxis("CER", "better content", larger_is_better=False)
WORDS = TradeoffAxis("WER", "better content", larger_is_better=False)
EMOTION = TradeoffAxis("UAR", "better emotion", larger_is_better=True)


@dataclass(frozen=True)
class Numbered:
    """One line of the key: the number in the picture and the name it stands for."""

    number: int
    label: str


@dataclass(frozen=True)
class TradeoffDrawing(Drawing):
    """A drawn scatter.

    Attributes:
        key: the systems that carry a number, in the order of their numbers.
        unlabelled: systems that are drawn but found no place even for a number.
        absent: systems that are not drawn, for a value is missing.
        labels: the boxes of all labels and numbers, in points, origin at the lower left.
        obstacles: the boxes of points, whiskers and other words, which no label may touch.
    """

    key: tuple[Numbered, ...]
    unlabelled: tuple[str, ...]
    absent: tuple[str, ...]
    labels: tuple[Placed, ...]
    obstacles: tuple[Box, ...]


def cap_for(values: Sequence[float]) -> float | None:
    """Return where to cut an axis so that a few far values do not press the others together, None if nowhere.

    >>> cap_for([7.6, 24.4, 27.6, 29.6, 31.3, 38.4, 113.6])
    38.4
    """
    ordered = sorted(values)
    for index in range(len(ordered) - 1, 0, -1):
        beyond = len(ordered) - index
        if beyond * 4 > len(ordered):
            return None
        if ordered[index - 1] > 0.0 and ordered[index] > 2.0 * ordered[index - 1]:
            return ordered[index - 1]
    return None
