"""Ranked systems in columns, best on top, with lines that join a system from column to column.

The mark says the role: a triangle is a baseline, a circle a submitted system; a hollow mark is set apart by the study.
Systems that tie have one rank: the number and the value stand once, at one height, beside a bracket around their names,
and their lines meet at that height. A column shows as many systems as a page of the PDF holds, whole ties where they
fit, and says that there are more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from analysis.pages.figures import style
from analysis.pages.figures.bump_data import BumpColumn, BumpDrawing, BumpItem
from analysis.pages.figures.canvas import Canvas, Shape
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lettering import Lettering
from analysis.pages.figures.text import measure, shorten, wrap
from analysis.pages.figures.words import listed, named

__all__ = ["BumpColumn", "BumpDrawing", "BumpItem", "bump", "bump_alt"]

TALLEST = 530.0
"""How tall a column may be, in points, so that a page of the PDF holds the picture and its caption."""
MORE = "more in the table"
NOBODY = "nobody"

_SHAPES: dict[str, Shape] = {"baseline": "triangle", "submitted": "circle"}
_PITCH = 11.0
_AIR = 0.6
_HEAD = 34.0
_MARK = 4.6
_LEAST_GAP, _MOST_GAP = 22.0, 190.0
_LONGEST_NAME = 120.0
_HIGHEST = int(TALLEST // _PITCH)
# Within a column, from the left: rank, bracket and mark, name, bracket, value.
_AFTER_RANK, _BEFORE_NAME, _AFTER_NAME = 5.0, 6.5, 7.0


def bump(
    columns: Sequence[BumpColumn], ranked_by: str, hollow_words: str = "", width: float = style.FULL
) -> BumpDrawing:
    """Draw the columns, `width` inches wide; the height follows from the longest column.

    `ranked_by` says in words what the ranks go by and which way is better; `hollow_words` what a hollow mark means.
    """
    return _Bump(columns, ranked_by, hollow_words, width).draw()


def _shown(column: BumpColumn, most: int) -> list[list[BumpItem]]:
    """Return the groups that are drawn: as many whole ties as fit, and the head of the first where none does."""
    kept: list[list[BumpItem]] = []
    room = most
    for group in column.groups:
        if len(group) > room:
            return kept or [group[:room]]
        kept.append(group)
        room -= len(group)
    return kept


def _pitch(columns: Sequence[BumpColumn]) -> float:
    """Return the distance of two rows in points: the usual one, or more where a script is taller."""
    head = [item.label for column in columns for item in [*column.ranked[:_HIGHEST], *column.items[:_HIGHEST]]]
    extents = [measure(_line(label), bold=bold) for label in dict.fromkeys(head) for bold in (False, True)]
    tallest = max((one.ascent for one in extents), default=0.0) + max((one.descent for one in extents), default=0.0)
    return max(_PITCH, tallest + _AIR)


class _Bump(Lettering):
    def __init__(self, columns: Sequence[BumpColumn], ranked_by: str, hollow_words: str, width: float) -> None:
        self.columns, self.ranked_by, self.hollow_words = columns, ranked_by, hollow_words
        self.labels: list[tuple[str, Box]] = []
        self.marks: list[Box] = []
        self.pitch = _pitch(columns)
        self.groups = [_shown(column, int(TALLEST // self.pitch)) for column in columns]
        self.width = width * style.POINTS_PER_INCH
        self._lay_columns()
        self.notes = [
            [line for words in _notes(column, groups) for line in wrap(words, self.column_width, style.SMALL)]
            for column, groups in zip(columns, self.groups, strict=True)
        ]
        rows = [sum(map(len, groups)) + len(notes) for groups, notes in zip(self.groups, self.notes, strict=True)]
        height = 2 * style.MARGIN + _HEAD + max([*rows, 1]) * self.pitch
        self.sheet = Canvas(self.width, height)
        self.top = height - style.MARGIN - _HEAD

    def _lay_columns(self) -> None:
        shown = [item for groups in self.groups for group in groups for item in group]
        self.rank_width = max((measure(str(item.rank)).width for item in shown), default=0.0)
        value_width = max((measure(item.value, style.SMALL).width for item in shown), default=0.0)
        fixed = self.rank_width + _AFTER_RANK + _MARK + _BEFORE_NAME + _AFTER_NAME + value_width
        free = self.width - 2 * style.MARGIN
        count = max(len(self.columns), 1)
        room = (free - (count - 1) * _LEAST_GAP) / count - fixed
        longest = max((measure(_line(item.label), bold=item.emphasis).width for item in shown), default=0.0)
        self.name_width = max(min(longest, room, _LONGEST_NAME), 12.0)
        self.column_width = fixed + self.name_width
        # Lines need the room between columns; between two blocks there are none.
        parted = sum(column.last for column in self.columns[:-1])
        joins = count - 1 - parted
        spare = free - count * self.column_width - parted * _LEAST_GAP
        gap = min(spare / joins, _MOST_GAP) if joins else _LEAST_GAP
        self.lefts = [style.MARGIN]
        for column in self.columns[:-1]:
            self.lefts.append(self.lefts[-1] + self.column_width + (_LEAST_GAP if column.last else gap))

    def draw(self) -> BumpDrawing:
        heights = [self._heights(groups) for groups in self.groups]
        joined = self._join(heights)
        self._draw_key()
        for column, groups, notes, left in zip(self.columns, self.groups, self.notes, self.lefts, strict=False):
            title = shorten(column.title, self.column_width + _LEAST_GAP - 6.0, bold=True)
            self._write((left, self.top + 7.0), title, bold=True)
            y = self.top
            for group in groups:
                self._draw_group(group, left, y)
                y -= len(group) * self.pitch
            for words in notes:
                y -= self.pitch
                self._write((left, y + 3.2), words, style.SMALL, style.GREY)
        return BumpDrawing(
            self.sheet, tuple(self.labels), tuple(self.marks), tuple(heights), tuple(joined)
        )  # fmt: skip

    def _heights(self, groups: list[list[BumpItem]]) -> dict[str, float]:
        heights: dict[str, float] = {}
        y = self.top
        for group in groups:
            heights |= dict.fromkeys((item.key for item in group), y - len(group) * self.pitch / 2.0)
            y -= len(group) * self.pitch
        return heights

    def _join(self, heights: list[dict[str, float]]) -> list[tuple[int, str]]:
        """Draw the lines between neighbouring columns, those of emphasised systems on top."""
        strong = {
            (place, item.key) for place, column in enumerate(self.columns) for item in column.items if item.emphasis
        }
        found = [
            (place, key)
            for place, (before, after) in enumerate(pairwise(heights))
            for key in before
            if key in after and not self.columns[place].last
        ]
        for place, key in sorted(found, key=lambda line: line in strong):
            start, end = self.lefts[place] + self.column_width + 3.0, self.lefts[place + 1] - 3.0
            colour, width = (style.TEAL, 1.3) if (place, key) in strong else (style.GREY, 0.5)
            self.sheet.line([(start, heights[place][key]), (end, heights[place + 1][key])], colour, width)
        return found

    def _draw_key(self) -> None:
        """Say on the first line what the ranks go by, and what the marks mean where there is more than one."""
        items = [item for groups in self.groups for group in groups for item in group]
        roles = sorted({item.role for item in items}, key=lambda role: (role != "baseline", role))
        marks = [(_SHAPES.get(role, "circle"), style.INK, role) for role in roles if len(roles) > 1]
        if self.hollow_words and any(item.hollow for item in items):
            marks.append(("circle", style.PAPER, self.hollow_words))
        y, right = self.top + 22.0, self.sheet.width - style.MARGIN
        said = [(shape, fill, shorten(words, 0.3 * self.sheet.width, style.SMALL)) for shape, fill, words in marks]
        at = right - sum(measure(words, style.SMALL).width + 20.0 for _, _, words in said) + 12.0
        self._write((style.MARGIN, y), shorten(self.ranked_by, max(at - style.MARGIN - 12.0, 60.0), style.SMALL),
                    style.SMALL, style.GREY)  # fmt: skip
        for shape, fill, words in said:
            self.sheet.mark((at + 2.5, y + 2.4), shape, 4.2, fill, style.INK, 0.9)
            self._write((at + 8.0, y), words, style.SMALL, style.GREY)
            at += measure(words, style.SMALL).width + 20.0

    def _draw_group(self, group: list[BumpItem], left: float, top: float) -> None:
        middle = top - len(group) * self.pitch / 2.0
        marks = left + self.rank_width + _AFTER_RANK + _MARK / 2.0
        names = marks + _MARK / 2.0 + _BEFORE_NAME - 2.5
        right = left + self.column_width
        strong = any(item.emphasis for item in group)
        rank, value = str(group[0].rank), group[0].value
        self._write((left + self.rank_width - measure(rank, bold=strong).width, middle - 3.1), rank, bold=strong)
        extent = measure(value, style.SMALL)
        self._write((right - extent.width, middle - 2.7), value, style.SMALL, style.GREY)
        if len(group) > 1:
            low, high = top - len(group) * self.pitch + 2.0, top - 2.0
            for at, inward in ((marks - 5.4, 2.0), (right - extent.width - 2.5, -2.0)):
                self.sheet.line([(at + inward, high), (at, high), (at, low), (at + inward, low)], style.INK, 0.6)
        for place, item in enumerate(group):
            y = top - (place + 0.5) * self.pitch
            ink = style.TEAL if item.emphasis else style.INK
            fill = style.PAPER if item.hollow else ink
            self.sheet.mark((marks, y), _SHAPES.get(item.role, "circle"), _MARK, fill, ink, 1.0)
            self.marks.append(Box(marks - 2.8, y - 2.8, marks + 2.8, y + 2.8))
            label = shorten(item.label, self.name_width + 0.1, bold=item.emphasis)
            self._write((names, y - 3.1), label, bold=item.emphasis)


def _line(label: str) -> str:
    """Return as much of a name as can claim width."""
    return shorten(label, _LONGEST_NAME)


def _notes(column: BumpColumn, groups: list[list[BumpItem]]) -> list[str]:
    """Return the quiet lines below a column: nobody, what is left out, and who has no rank for which reason."""
    notes = [] if groups else [NOBODY]
    if sum(map(len, groups)) < len(column.ranked):
        notes.append(MORE)
    for reason, items in column.reasons.items():
        notes.append(f"{reason}:")
        notes += [item.label for item in items[:3]] + (["and others"] if len(items) > 3 else [])
    return notes


def bump_alt(columns: Sequence[BumpColumn], ranked_by: str) -> str:
    """Say in words what the picture shows, without any number: who leads, who is last, and who ties, by column."""
    said = [f"Ranks in columns, best on top, {ranked_by}."]
    for column in columns:
        groups = column.groups
        if not groups:
            said.append(f"{column.words}: nobody.")
            continue
        clauses = [f"first {listed([item.label for item in groups[0]])}"]
        if len(groups) > 2:
            clauses.append(f"then {listed([item.label for item in groups[1]])}")
        if len(groups) > 1:
            clauses.append(f"last {listed([item.label for item in groups[-1]])}")
        ties = [" with ".join(named(item.label) for item in group[:4]) for group in groups if len(group) > 1]
        if ties:
            clauses.append(f"tied are {listed(ties)}")
        if column.reasons:
            apart = [item.label for items in column.reasons.values() for item in items]
            clauses.append(f"without a rank {listed(apart)}")
        said.append(f"{column.words}: {'; '.join(clauses)}.")
    strong = {item.key: item.label for column in columns for item in column.items if item.emphasis}
    if strong:
        said.append(f"Set off: {listed(list(strong.values()))}.")
    return " ".join(said)
