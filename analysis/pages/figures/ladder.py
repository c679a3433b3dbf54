"""The EER of every system under every attacker: how far a system falls when the attacker knows more.

One row a system and, inside it, one rung an attacker, from the one that knows least to the one that knows most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lettering import Lettering
from analysis.pages.figures.scale import Scale, known, tick_text, ticks
from analysis.pages.figures.text import measure, shorten, wrap
from analysis.pages.figures.words import listed, named

_PITCH = 8.5
_BETWEEN = 8.0
_LEADING = 11.0
_POINT = 4.8
_CHANCE = 50.0


@dataclass(frozen=True)
class Rung:
    """An EER in percent with the edges of its interval; `value` None and `missing` says why where there is none."""

    value: float | None
    low: float | None = None
    high: float | None = None
    missing: str = ""


@dataclass(frozen=True)
class LadderRow:
    """One system.

    Attributes:
        label: its name; any text.
        rungs: one EER for each attacker of the picture, in the same order.
        emphasis: the system that the page speaks of; in bold and teal.
        doubt: the first rung misleads, for informed attackers reach far lower; it is drawn in rust.
    """

    label: str
    rungs: tuple[Rung, ...]
    emphasis: bool = False
    doubt: bool = False


@dataclass(frozen=True)
class LadderDrawing(Drawing):
    """A drawn ladder: the picture, the boxes of its words by what they say, and those of points and whiskers."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


ATTACKERS = ("ignorant", "lazy-informed", "semi-informed")


def ladder(rows: Sequence[LadderRow], attackers: Sequence[str] = ATTACKERS, width: float = style.FULL) -> str:
    """Return the ladder as SVG; see `draw_ladder`."""
    return draw_ladder(rows, attackers, width).svg


def draw_ladder(
    rows: Sequence[LadderRow], attackers: Sequence[str] = ATTACKERS, width: float = style.FULL
) -> LadderDrawing:
    """Draw the rows under each other, `width` inches wide; the height follows from rows and attackers.

    Raises ValueError where a row has not one rung for each attacker.
    """
    for row in rows:
        if len(row.rungs) != len(attackers):
            raise ValueError(f"row {row.label!r} has {len(row.rungs)} rungs for {len(attackers)} attackers")
    return _Ladder(rows, attackers, width).draw()


class _Ladder(Lettering):
    def __init__(self, rows: Sequence[LadderRow], attackers: Sequence[str], width: float) -> None:
        self.rows, self.attackers = rows, attackers
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        margin = style.MARGIN
        self.row_height = len(attackers) * _PITCH + (_BETWEEN if len(attackers) > 1 else 5.0)
        self.lines = 2 if len(attackers) > 2 else 1
        self.bottom = margin + 30.0
        self.sheet = Canvas(
            width * style.POINTS_PER_INCH, self.bottom + max(len(rows), 1) * self.row_height + 16.0 + margin
        )
        self.top = self.sheet.height - margin - 12.0
        self.longest = 0.36 * self.sheet.width
        widest = max((measure(line, bold=row.emphasis).width for row in rows for line in self._name(row)), default=0.0)
        values = [
            value
            for row in rows
            for rung in row.rungs
            if known(rung.value)
            for value in (rung.value, rung.low, rung.high)
            if known(value)
        ]
        high = max(values, default=_CHANCE)
        self.chance = high > 0.75 * _CHANCE
        high = max(high, _CHANCE) if self.chance else high
        low = min(0.0, *values) if values else 0.0
        self.x = Scale(low, high + 0.02 * (high - low), margin + widest + 12.0, self.sheet.width - margin - 8.0)

    def draw(self) -> LadderDrawing:
        self._draw_axis()
        explained = self._row_that_explains()
        if explained is None and len(self.attackers) > 1:
            self._draw_key()
        for index, row in enumerate(self.rows):
            top = self.top - 4.0 - index * self.row_height
            if index and len(self.attackers) > 1:
                between = top + _BETWEEN / 2.0 - 2.0
                self.sheet.line([(style.MARGIN, between), (self.x.end, between)], style.LIGHT, 0.4, opacity=0.55)
            self._draw_row(row, top - 2.0, index == explained)
        return LadderDrawing(self.sheet, tuple(self.labels), tuple(self.obstacles))

    def _draw_axis(self) -> None:
        sheet = self.sheet
        sheet.line([(self.x.start, self.bottom), (self.x.end, self.bottom)], style.INK, 0.7)
        for value in ticks(self.x.low, self.x.high, 6):
            at = self.x(value)
            sheet.line([(at, self.bottom), (at, self.bottom - 3.0)], style.INK, 0.7)
            sheet.text((at, self.bottom - 12.5), tick_text(value), align="center")
        sheet.text((self.x.end, style.MARGIN + 3.0), f"{self._measure()} (%), more private →", align="right")
        if self.chance:
            at = self.x(_CHANCE)
            sheet.line([(at, self.bottom), (at, self.top)], style.GREY, 0.7, dashes=(1.0, 2.0))
            half = measure("chance", style.SMALL).width / 2.0
            self._write((min(at, sheet.width - style.MARGIN - half) - half, self.top + 3.0), "chance", style.SMALL,
                        style.GREY)  # fmt: skip

    def _name(self, row: LadderRow) -> tuple[str, ...]:
        return wrap(row.label, self.longest, bold=row.emphasis, lines=self.lines)

    def _measure(self) -> str:
        return f"{self.attackers[0]} EER" if len(self.attackers) == 1 else "EER"

    def _row_that_explains(self) -> int | None:
        """Return the first row with a value for every attacker and room for their names beside the points."""
        if len(self.attackers) < 2:
            return None
        widest = max((measure(name, style.SMALL).width for name in self.attackers), default=0.0)
        whole = [i for i, row in enumerate(self.rows) if all(known(rung.value) for rung in row.rungs)]
        for index in whole:
            if self._end(self.rows[index]) + 6.0 + widest <= (self.x(_CHANCE) - 3.0 if self.chance else self.x.end):
                return index
        return None

    def _draw_key(self) -> None:
        """Name the attackers above the rows, for no row has room for them."""
        at, baseline = style.MARGIN, self.top + 3.0
        plain = LadderRow("", ())
        for number, attacker in enumerate(self.attackers):
            fill, edge = self._colours(plain, number)
            self.sheet.mark((at + 2.5, baseline + 2.4), "circle", _POINT - 0.4, fill, edge, 0.9)
            self._write((at + 8.0, baseline), attacker, style.SMALL, style.GREY)
            at += 8.0 + measure(attacker, style.SMALL).width + 10.0

    def _end(self, row: LadderRow) -> float:
        """Return how far to the right the points and whiskers of a row reach."""
        drawn = [rung for rung in row.rungs if known(rung.value)]
        return max(
            max(self.x(rung.value) + _POINT / 2.0 + 0.5, self.x(rung.high) if known(rung.high) else 0.0)
            for rung in drawn
        )

    def _colours(self, row: LadderRow, rung: int) -> tuple[str, str]:
        """Return fill and edge: hollow for who knows least, filled for who knows most, grey between."""
        ink = style.TEAL if row.emphasis else style.INK
        if rung == len(self.attackers) - 1:
            return ink, ink
        if rung == 0:
            return style.PAPER, style.RUST if row.doubt else ink
        return style.LIGHT, ink

    def _draw_row(self, row: LadderRow, top: float, explain: bool) -> None:
        middle = top - len(self.attackers) * _PITCH / 2.0
        colour = style.TEAL if row.emphasis else style.INK
        lines = self._name(row)
        first = middle - 3.1 + (len(lines) - 1) * _LEADING / 2.0
        for number, line in enumerate(lines):
            self._write((style.MARGIN, first - number * _LEADING), line, colour=colour, bold=row.emphasis)
        lanes = [top - (rung + 0.5) * _PITCH for rung in range(len(self.attackers))]
        steps = [(self.x(r.value), y) for r, y in zip(row.rungs, lanes, strict=True) if known(r.value)]
        if len(steps) > 1:
            self.sheet.line(steps, style.RUST if row.doubt else style.LIGHT, 0.7, opacity=0.7)
        for number, (rung, y) in enumerate(zip(row.rungs, lanes, strict=True)):
            self._draw_rung(row, rung, number, y)
            if explain:
                self._write((self._end(row) + 5.0, y - 2.6), self.attackers[number], style.SMALL, style.GREY)

    def _draw_rung(self, row: LadderRow, rung: Rung, number: int, y: float) -> None:
        fill, edge = self._colours(row, number)
        if not known(rung.value):
            if rung.missing:
                words = f"{self.attackers[number]}: {rung.missing}"
                words = shorten(words, self.x.end - self.x.start - 12.0, style.SMALL)
                self._write((self.x.start + 5.0, y - 2.6), words, style.SMALL, style.GREY)
            return
        x = self.x(rung.value)
        if known(rung.low) and known(rung.high):
            low, high = self.x(rung.low), self.x(rung.high)
            self.sheet.line([(low, y), (high, y)], edge, 0.8)
            self.obstacles.append(Box(low, y - 0.4, high, y + 0.4))
        self.sheet.mark((x, y), "circle", _POINT, fill, edge, 1.0)
        reach = _POINT / 2.0 + 0.5
        self.obstacles.append(Box(x - reach, y - reach, x + reach, y + reach))


def ladder_alt(rows: Sequence[LadderRow], attackers: Sequence[str] = ATTACKERS) -> str:
    """Say in words what the ladder shows, without any figure."""
    if not rows:
        return "Empty picture: no system has an EER."
    said = [f"EER of each system under the attackers {listed(list(attackers))}, one row a system."]
    last = [(row.rungs[-1].value, row.label) for row in rows if known(row.rungs[-1].value)]
    if last:
        top = max(value for value, _ in last)
        best = [label for value, label in last if value == top]
        lie = "lies" if len(best) == 1 else "lie"
        said.append(f"Under the {attackers[-1]} attacker {listed(best)} {lie} farthest to the right.")
    doubtful = [row.label for row in rows if row.doubt]
    if doubtful:
        said.append(f"Far lower once the attacker knows the system: {listed(doubtful)}.")
    for number, attacker in enumerate(attackers):
        missing = [row.label for row in rows if not known(row.rungs[number].value)]
        if missing and len(missing) < len(rows):
            said.append(f"No value under the {attacker} attacker: {listed(missing)}.")
    said += [f"{named(row.label)} is set in bold." for row in rows if row.emphasis]
    return " ".join(said)
