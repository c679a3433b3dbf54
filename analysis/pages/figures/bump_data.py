"""What a picture of ranks is made from: systems in columns, and what is kept of the drawing."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.pages.figures.canvas import Drawing
from analysis.pages.figures.labels import Box


@dataclass(frozen=True)
class BumpItem:
    """One system in one column.

    Attributes:
        key: what it is joined by; unique in its column.
        label: its name; any text.
        rank: 1 is best, equal ranks tie; None where it has none, and `missing` says why.
        value: what it is ranked by, as written.
        role: `baseline`, or any other role.
        hollow: drawn hollow; `emphasis`: a system that the page speaks of, in bold with a strong line.
    """

    key: str
    label: str
    rank: int | None
    value: str = ""
    role: str = "submitted"
    hollow: bool = False
    emphasis: bool = False
    missing: str = ""


@dataclass(frozen=True)
class BumpColumn:
    """One column: what stands above it, what it is called in words without a numeral, and its systems.

    From the last column of a block no line runs to the next column.
    """

    title: str
    words: str
    items: tuple[BumpItem, ...]
    last: bool = False

    @property
    def ranked(self) -> list[BumpItem]:
        """Return the systems with a rank, best first, those that tie in the order given."""
        return sorted((item for item in self.items if item.rank is not None), key=lambda item: item.rank or 0)

    @property
    def groups(self) -> list[list[BumpItem]]:
        """Return the systems with a rank by their ranks, best first."""
        found: dict[int, list[BumpItem]] = {}
        for item in self.ranked:
            found.setdefault(item.rank or 0, []).append(item)
        return list(found.values())

    @property
    def reasons(self) -> dict[str, list[BumpItem]]:
        """Return the systems without a rank by why they have none."""
        found: dict[str, list[BumpItem]] = {}
        for item in self.items:
            if item.rank is None:
                found.setdefault(item.missing or "not ranked", []).append(item)
        return found


@dataclass(frozen=True)
class BumpDrawing(Drawing):
    """A drawn picture.

    Attributes:
        labels: the boxes of the words by what they say; marks: those of the marks.
        heights: for each column, the height at which the lines of a system end, by its key.
        joined: (column, key) of the lines, by the column that they come from.
    """

    labels: tuple[tuple[str, Box], ...]
    marks: tuple[Box, ...]
    heights: tuple[dict[str, float], ...]
    joined: tuple[tuple[int, str], ...]
