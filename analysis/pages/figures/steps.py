"""Steps from one trial list to the next: how much of an attacker's success came from trials that the next list drops.

One panel a step, one row a system, inside a row one lane an attacker, around a line at zero. A filled point is a step
whose paired interval leaves zero out; a hollow one is not established or holds zero.
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
from analysis.pages.figures.words import listed

ESTABLISHED = "CI excludes 0"
NOT_ESTABLISHED = "not established"

_PITCH = 9.5
_ALONE = 13.0
_BETWEEN = 5.0
_LEADING = 11.0
_POINT = 5.0
_GAP = 16.0


@dataclass(frozen=True)
class Step:
    """One difference in points with the edges of its paired interval; `value` None and `missing` says why."""

    value: float | None
    low: float | None = None
    high: float | None = None
    verdict: str = ""
    missing: str = ""


@dataclass(frozen=True)
class StepRow:
    """One system.

    Attributes:
        label: its name; any text.
        panels: for each panel one step for each attacker of the picture, in the same order.
        emphasis: the system that the page speaks of; its name is in bold.
    """

    label: str
    panels: tuple[tuple[Step, ...], ...]
    emphasis: bool = False


@dataclass(frozen=True)
class StepsDrawing(Drawing):
    """A drawn picture, the boxes of its words by what they say, and those of points and whiskers."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def steps(
    rows: Sequence[StepRow], panels: Sequence[str], attackers: Sequence[str], width: float = style.FULL
) -> str:  # fmt: skip
    """Return the picture as SVG; see `draw_steps`."""
    return draw_steps(rows, panels, attackers, width).svg


def draw_steps(
    rows: Sequence[StepRow], panels: Sequence[str], attackers: Sequence[str], width: float = style.FULL
) -> StepsDrawing:
    """Draw the rows under each other, `width` inches wide; the height follows from rows and attackers.

    All panels share one scale in points, so that a step of one kind can be held against one of the other.

    Raises ValueError where a row has not one step for each panel and attacker.
    """
    for row in rows:
        if len(row.panels) != len(panels) or any(len(panel) != len(attackers) for panel in row.panels):
            raise ValueError(f"row {row.label!r} must have {len(attackers)} steps in each of {len(panels)} panels")
    return _Steps(rows, panels, attackers, width).draw()


class _Steps(Lettering):
    def __init__(
        self, rows: Sequence[StepRow], panels: Sequence[str], attackers: Sequence[str], width: float
    ) -> None:  # fmt: skip
        self.rows, self.panels, self.attackers = rows, panels, attackers
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        margin = style.MARGIN
        self.lanes = len(attackers)
        self.pitch = _PITCH if self.lanes > 1 else _ALONE
        self.row_height = self.lanes * self.pitch + (_BETWEEN if self.lanes > 1 else 0.0)
        self.lines = 2 if self.lanes > 1 else 1
        self.bottom = margin + 30.0
        self.sheet = Canvas(
            width * style.POINTS_PER_INCH, self.bottom + max(len(rows), 1) * self.row_height + 20.0 + margin
        )
        self.top = self.sheet.height - margin - 15.0
        self.longest = 0.28 * self.sheet.width
        names = [measure(line, bold=row.emphasis).width for row in rows for line in self._name(row)]
        self.lane_names = margin + max(names, default=0.0) + 10.0
        widest = max((measure(name, style.SMALL).width for name in attackers), default=0.0) if self.lanes > 1 else 0.0
        self.column = self.lane_names + widest
        self.scales = self._scales()

    def _scales(self) -> list[Scale]:
        every = [step for row in self.rows for panel in row.panels for step in panel if known(step.value)]
        values = [value for step in every for value in (step.value, step.low, step.high) if known(value)]
        low, high = min([0.0, *values]), max([0.0, *values])
        if low == high:
            low, high = -1.0, 1.0
        pad = 0.03 * (high - low)
        count = max(len(self.panels), 1)
        free = self.sheet.width - style.MARGIN - 4.0 - self.column - count * _GAP
        each = free / count
        starts = [self.column + _GAP + place * (each + _GAP) for place in range(len(self.panels))]
        return [Scale(low - pad, high + pad, start, start + each) for start in starts]

    def draw(self) -> StepsDrawing:
        for scale, title in zip(self.scales, self.panels, strict=True):
            self._draw_panel(scale, title)
        for index, row in enumerate(self.rows):
            self._draw_row(row, self.top - 4.0 - index * self.row_height, index)
        return StepsDrawing(self.sheet, tuple(self.labels), tuple(self.obstacles))

    def _draw_panel(self, scale: Scale, title: str) -> None:
        sheet, width = self.sheet, scale.end - scale.start
        sheet.line([(scale.start, self.bottom), (scale.end, self.bottom)], style.INK, 0.7)
        for value in ticks(scale.low, scale.high, max(int(width // 26.0), 2)):
            at = scale(value)
            sheet.line([(at, self.bottom), (at, self.bottom - 3.0)], style.INK, 0.7)
            sheet.text((at, self.bottom - 12.5), tick_text(value), align="center")
        sheet.text((scale.end, style.MARGIN + 3.0), shorten("points, hint helped →", width), align="right")
        sheet.line([(scale(0.0), self.bottom), (scale(0.0), self.top)], style.INK, 0.7)
        self._write((scale.start, self.top + 5.0), shorten(title, width, bold=True), bold=True)

    def _name(self, row: StepRow) -> tuple[str, ...]:
        return wrap(row.label, self.longest, bold=row.emphasis, lines=self.lines)

    def _draw_row(self, row: StepRow, top: float, index: int) -> None:
        if index and self.lanes > 1:
            between = top + _BETWEEN / 2.0 - 0.5
            self.sheet.line([(style.MARGIN, between), (self.scales[-1].end if self.scales else self.column, between)],
                            style.LIGHT, 0.4, opacity=0.55)  # fmt: skip
        middle = top - self.lanes * self.pitch / 2.0
        lines = self._name(row)
        first = middle - 3.1 + (len(lines) - 1) * _LEADING / 2.0
        for number, line in enumerate(lines):
            self._write((style.MARGIN, first - number * _LEADING), line, bold=row.emphasis)
        for lane, attacker in enumerate(self.attackers):
            y = top - (lane + 0.5) * self.pitch
            if self.lanes > 1:
                self._write((self.lane_names, y - 2.6), attacker, style.SMALL, style.GREY)
            for scale, panel in zip(self.scales, row.panels, strict=True):
                self._draw_step(panel[lane], scale, y)

    def _draw_step(self, step: Step, scale: Scale, y: float) -> None:
        if not known(step.value):
            words = shorten(step.missing or "not available", scale.end - scale.start, style.SMALL)
            extent = measure(words, style.SMALL)
            start = min(scale(0.0) + 5.0, scale.end - extent.width)
            if start < scale(0.0) + 2.0:  # the line at zero stops where words cross it
                low, high, right = y - 2.6 - extent.descent, y - 2.6 + extent.ascent, start + extent.width + 1.0
                self.sheet.area([(start - 1.0, low), (right, low), (right, high), (start - 1.0, high)], style.PAPER)
            self._write((start, y - 2.6), words, style.SMALL, style.GREY)
            return
        colour = {ESTABLISHED: style.TEAL, NOT_ESTABLISHED: style.RUST}.get(step.verdict, style.GREY)
        if known(step.low) and known(step.high):
            low, high = scale(step.low), scale(step.high)
            self.sheet.line([(low, y), (high, y)], colour, 0.9)
            self.obstacles.append(Box(low, y - 0.45, high, y + 0.45))
        x, reach = scale(step.value), _POINT / 2.0 + 0.5
        fill = colour if step.verdict == ESTABLISHED else style.PAPER
        self.sheet.mark((x, y), "circle", _POINT, fill, colour, 1.0)
        self.obstacles.append(Box(x - reach, y - reach, x + reach, y + reach))


def steps_alt(rows: Sequence[StepRow], panels: Sequence[str], attackers: Sequence[str]) -> str:
    """Say in words what the picture shows, without any figure."""
    if not rows or not panels:
        return "Empty picture: there is no step between trial lists."
    said = [f"Steps in EER from one trial list to the next around a line at zero: {listed(list(panels))}."]
    for place, panel in enumerate(panels):
        for number, attacker in enumerate(attackers):
            lane = [(row.label, row.panels[place][number]) for row in rows]
            up = [name for name, step in lane if step.verdict == ESTABLISHED and (step.value or 0.0) > 0.0]
            down = [name for name, step in lane if step.verdict == ESTABLISHED and (step.value or 0.0) < 0.0]
            clauses = [f"above zero for {listed(up)}"] if up else []
            clauses += [f"below zero for {listed(down)}"] if down else []
            clauses = clauses or ["established for no system"]
            said.append(f"{panel}, {attacker} attacker: {' and '.join(clauses)}.")
    missing = [row.label for row in rows if any(not known(step.value) for panel in row.panels for step in panel)]
    if missing:
        said.append(f"Not every step is known for {listed(missing)}.")
    return " ".join(said)
