"""The same systems under attackers who know more and more: one line a system, from left to right.

A filled point and a whole line stand for values that were computed here, a hollow point and a dashed line for values
that were shipped with the data. A line ends where the next value is missing, and says so; nothing is filled in.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box, Obstacles, Placed, Wanted, place
from analysis.pages.figures.scale import Scale, known, tick_text, ticks
from analysis.pages.figures.text import Extent, measure, shorten
from analysis.pages.figures.words import listed, named

_POINT = 5.0
_CHANCE = 50.0
_LEADING = 11.6
_LOWEST = 250.0
_NAMES = 0.36
_PIECE = 5.0
_ENDINGS = 6
_FURTHER = "Further lines end before the last attacker; the table names them."


@dataclass(frozen=True)
class Line:
    """One system.

    Attributes:
        label: its name; any text.
        values: one EER in percent for each attacker of the picture, None where there is none.
        shipped: the values were shipped, not computed here.
        ending: a word for the place where the line ends before the last attacker, such as `no semi-informed file`.
        doubt: the first value misleads; drawn thick and in rust.
        emphasis: the system that the page speaks of; in bold and teal.
    """

    label: str
    values: tuple[float | None, ...]
    shipped: bool = False
    ending: str = ""
    doubt: bool = False
    emphasis: bool = False


@dataclass(frozen=True)
class LinesDrawing(Drawing):
    """A drawn picture: its height in inches, the boxes of its words by what they say, those of points and lines.

    `unplaced` are the names of lines that end early and found no free place beside their end; a line of words says that
    there are such.
    """

    height: float
    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]
    unplaced: tuple[str, ...] = ()


def lines(rows: Sequence[Line], attackers: Sequence[str], width: float = style.FULL) -> str:
    """Return the picture as SVG; see `draw_lines`."""
    return draw_lines(rows, attackers, width).svg


def draw_lines(rows: Sequence[Line], attackers: Sequence[str], width: float = style.FULL) -> LinesDrawing:
    """Draw one line a system, `width` inches wide; the height grows with the names at the right end.

    Raises ValueError where a line has not one value for each attacker, or there are fewer than two attackers.
    """
    if len(attackers) < 2:
        raise ValueError(f"lines need two attackers or more, not {len(attackers)}")
    for row in rows:
        if len(row.values) != len(attackers):
            raise ValueError(f"line {row.label!r} has {len(row.values)} values for {len(attackers)} attackers")
    return _Lines(rows, attackers, width).draw()


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return places at least `gap` apart and as near as can be to the wanted ones, which rise; within the frame.

    Neighbours that come too near are moved together to the mean of what they want (pooling of adjacent violators),
    which makes the sum of squared moves least. Where the frame is too short for all, they fill it evenly.

    >>> spread([10.0, 11.0, 40.0], 4.0, 0.0, 50.0)
    [8.5, 12.5, 40.0]
    """
    if not wanted:
        return []
    if (len(wanted) - 1) * gap > high - low:
        distance = (high - low) / max(len(wanted) - 1, 1)
        return [low + index * distance for index in range(len(wanted))]
    # Without the gaps the places may not fall, which is what pooling gives.
    blocks: list[tuple[float, int]] = []
    for index, value in enumerate(wanted):
        mean, count = value - index * gap, 1
        while blocks and blocks[-1][0] > mean:
            before, earlier = blocks.pop()
            mean, count = (before * earlier + mean * count) / (earlier + count), earlier + count
        blocks.append((mean, count))
    levels = [mean for mean, count in blocks for _ in range(count)]
    last = high - (len(wanted) - 1) * gap
    return [min(max(level, low), last) + index * gap for index, level in enumerate(levels)]


class _Lines:
    def __init__(self, rows: Sequence[Line], attackers: Sequence[str], width: float) -> None:
        self.rows = [row for row in rows if any(known(value) for value in row.values)]
        self.attackers = attackers
        self.labels: list[tuple[str, Box]] = []
        self.points: list[Box] = []
        self.strokes: list[Box] = []
        self.middles: list[tuple[float, float]] = []
        margin = style.MARGIN
        self.at_end = [row for row in self.rows if known(row.values[-1])]
        height = max(_LOWEST, (len(self.at_end) + 1) * _LEADING + margin + 48.0)
        self.sheet = Canvas(width * style.POINTS_PER_INCH, height)
        ended = len(self.rows) - len(self.at_end)
        self.crowded = ended > _ENDINGS
        self.bottom, self.top = margin + (32.0 if self.crowded else 20.0), height - margin - 18.0
        values = [value for row in self.rows for value in row.values if known(value)]
        highest = max(values, default=_CHANCE)
        self.chance = highest > 0.75 * _CHANCE
        highest = max(highest, _CHANCE) if self.chance else highest
        lowest = min([0.0, *values])
        self.y = Scale(lowest, highest + 0.03 * (highest - lowest), self.bottom + 4.0, self.top)
        names = [measure(self._name(row), bold=self._is_bold(row)).width for row in self.at_end]
        self.names_width = min(max(names, default=0.0), _NAMES * self.sheet.width)
        left = margin + 34.0
        last = self.sheet.width - margin - self.names_width - 26.0
        self.columns = [
            left + 36.0 + index * (last - left - 36.0) / (len(attackers) - 1) for index in range(len(attackers))
        ]
        self.left = left

    def _name(self, row: Line) -> str:
        return shorten(row.label, _NAMES * self.sheet.width, bold=self._is_bold(row))

    @staticmethod
    def _is_bold(row: Line) -> bool:
        return row.doubt or row.emphasis

    @staticmethod
    def _colour(row: Line) -> str:
        return style.RUST if row.doubt else style.TEAL if row.emphasis else style.INK

    def draw(self) -> LinesDrawing:
        self._draw_axes()
        for row in self.rows:
            self._draw_strokes(row)
        for row in self.rows:
            self._draw_points(row)
        self._draw_names()
        unplaced = self._draw_endings()
        return LinesDrawing(
            self.sheet, self.sheet.height / style.POINTS_PER_INCH, tuple(self.labels),
            tuple(self.points), unplaced,
        )  # fmt: skip

    def _draw_axes(self) -> None:
        sheet = self.sheet
        sheet.line([(self.left, self.bottom), (self.left, self.top)], style.INK, 0.7)
        for value in ticks(self.y.low, self.y.high, 6):
            at = self.y(value)
            sheet.line([(self.left, at), (self.left - 3.0, at)], style.INK, 0.7)
            sheet.text((self.left - 5.0, at - 3.1), tick_text(value), align="right")
        title = "EER (%), more private ↑"
        self._write((style.MARGIN, self.top + 9.0), title, style.TEXT, style.INK, measure(title))
        for at, attacker in zip(self.columns, self.attackers, strict=True):
            sheet.line([(at, self.bottom), (at, self.top)], style.LIGHT, 0.5)
            sheet.text((at, self.bottom - 12.5), attacker, align="center")
        if self.chance:
            at = self.y(_CHANCE)
            sheet.line([(self.left, at), (self.columns[-1] + 6.0, at)], style.GREY, 0.7, dashes=(1.0, 2.0))
            extent = measure("chance", style.SMALL)
            self._write((self.left + 3.0, at + 2.0), "chance", style.SMALL, style.GREY, extent)

    def _draw_strokes(self, row: Line) -> None:
        dashes = (4.0, 2.5) if row.shipped else ()
        width = 1.5 if row.doubt else 1.2 if row.emphasis else 0.7
        for index in range(len(row.values) - 1):
            first, second = row.values[index], row.values[index + 1]
            if known(first) and known(second):  # a line never bridges a value that is not there
                ends = [(self.columns[index], self.y(first)), (self.columns[index + 1], self.y(second))]
                self.sheet.line(ends, self._colour(row), width, dashes, 1.0 if self._is_bold(row) else 0.6)
                self.strokes += _pieces(*ends)

    def _draw_points(self, row: Line) -> None:
        colour, reach = self._colour(row), _POINT / 2.0 + 0.5
        for at, value in zip(self.columns, row.values, strict=True):
            if known(value):
                y = self.y(value)
                self.sheet.mark((at, y), "circle", _POINT, style.PAPER if row.shipped else colour, colour, 1.0)
                self.points.append(Box(at - reach, y - reach, at + reach, y + reach))
                self.middles.append((at, y))

    def _draw_names(self) -> None:
        """Write the names at the right end, moved apart where they would touch, each joined to its point."""
        ordered = sorted(enumerate(self.at_end), key=lambda pair: (pair[1].values[-1] or 0.0, -pair[0]))
        wanted = [self.y(row.values[-1] or 0.0) for _, row in ordered]
        places = spread(wanted, _LEADING, self.bottom, self.top)
        at, text_at = self.columns[-1], self.columns[-1] + 22.0
        for (_, row), y, middle in zip(ordered, wanted, places, strict=True):
            start = at + _POINT / 2.0 + 1.5
            self.sheet.line([(start, y), (text_at - 3.0, middle)], style.GREY, 0.4)
            name = self._name(row)
            extent = measure(name, bold=self._is_bold(row))
            self._write((text_at, middle - 3.1), name, style.TEXT, self._colour(row), extent, self._is_bold(row))

    def _draw_endings(self) -> tuple[str, ...]:
        """Write name and reason beside the last point of lines that end early; return the names without a place."""
        wanted, texts = [], {}
        for index, row in enumerate(self.rows):
            if known(row.values[-1]):
                continue
            last = max(number for number, value in enumerate(row.values) if known(value))
            ending = f": {row.ending or 'ends here'}"
            room = 0.42 * self.sheet.width - measure(ending, style.SMALL).width
            words = shorten(row.label, max(room, 40.0), style.SMALL) + ending
            extent = measure(words, style.SMALL)
            texts[str(index)] = (words, extent)
            wanted.append(
                Wanted(str(index), self.columns[last], self.y(row.values[last] or 0.0), _POINT / 2.0 + 0.5,
                       extent.width, extent.height)
            )  # fmt: skip
        frame = Box(self.left + 2.0, self.bottom + 2.0, self.columns[-1] - 4.0, self.sheet.height - style.MARGIN)
        standing = [Placed(text, box, None) for text, box in self.labels]
        clear = Obstacles((*self.points, *self.strokes), (), tuple(self.middles))
        placed, rest = place(wanted, frame, clear, standing)
        if rest and not self.crowded:  # better across a line than nowhere
            again, rest = place(rest, frame, Obstacles(clear.hard[: len(self.points)], tuple(self.strokes),
                                                       clear.points), [*standing, *placed])  # fmt: skip
            placed += again
        for label in placed:
            words, extent = texts[label.name]
            box = label.box
            self.sheet.area([(box.left - 1, box.bottom - 1), (box.right + 1, box.bottom - 1),
                             (box.right + 1, box.top + 1), (box.left - 1, box.top + 1)], style.PAPER)  # fmt: skip
            if label.leader is not None:
                self.sheet.line(list(label.leader), style.GREY, 0.4)
            self._write((box.left, box.bottom + extent.descent), words, style.SMALL, style.GREY, extent)
        if rest:
            self._write((style.MARGIN, style.MARGIN + 3.0), _FURTHER, style.SMALL, style.GREY,
                        measure(_FURTHER, style.SMALL))  # fmt: skip
        return tuple(self.rows[int(label.name)].label for label in rest)

    def _write(
        self, at: tuple[float, float], text: str, size: float, colour: str, extent: Extent, bold: bool = False
    ) -> None:
        self.sheet.text(at, text, size, colour, bold)
        self.labels.append((text, Box(at[0], at[1] - extent.descent, at[0] + extent.width, at[1] + extent.ascent)))


def _pieces(start: tuple[float, float], end: tuple[float, float]) -> list[Box]:
    """Return small boxes along a line, for labels that keep off it."""
    count = max(int(math.hypot(end[0] - start[0], end[1] - start[1]) // _PIECE), 1)
    found = []
    for number in range(count + 1):
        share = number / count
        x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
        found.append(Box(x - 1.0, y - 1.0, x + 1.0, y + 1.0))
    return found


def lines_alt(rows: Sequence[Line], attackers: Sequence[str]) -> str:
    """Say in words what the picture shows, without any figure."""
    rows = [row for row in rows if any(known(value) for value in row.values)]
    if not rows:
        return "Empty picture: no system has an EER."
    said = [f"EER of each system as one line over the attackers {listed(list(attackers))}."]
    doubtful = [row.label for row in rows if row.doubt]
    if doubtful:
        said.append(f"Falling far once the attacker knows the system: {listed(doubtful)}.")
    shipped = [row.label for row in rows if row.shipped]
    if shipped:
        said.append(f"Dashed, from shipped values: {listed(shipped)}.")
    ended = [row.label for row in rows if not known(row.values[-1])]
    if ended:
        said.append(f"Ending before the {attackers[-1]} attacker: {listed(ended)}.")
    said += [f"{named(row.label)} is set in bold." for row in rows if row.emphasis]
    return " ".join(said)
