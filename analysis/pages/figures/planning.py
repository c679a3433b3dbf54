"""What more speakers would gain: a number predicted for each number of speakers, a line for each number of utterances.

Both axes are logarithmic, so that what falls with the root of the number of speakers is a straight line. The thick line
has the study's own number of utterances, and the filled point on it is the study itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lines import spread
from analysis.pages.figures.scale import Scale, tick_text
from analysis.pages.figures.text import measure

HERE = "this study"
ACROSS = "speakers"
_ROUND = (0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 15.0, 20.0, 30.0, 50.0, 100.0)
_HEIGHT = 3.1
_LEADING = 11.6
_POINT = 6.0


@dataclass(frozen=True)
class Line:
    """One number of utterances: its name, and (speakers, predicted) from the fewest speakers on."""

    name: str
    places: tuple[tuple[float, float], ...]
    own: bool = False


@dataclass(frozen=True)
class Panel:
    """One picture of the two: what is predicted, and its lines, of which one is the study's own."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class PlanningDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of the study's own points."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_planning(panels: Sequence[Panel], speakers: float, width: float = 5.6) -> PlanningDrawing:
    """Draw the panels side by side, `width` inches together; `speakers` is the study's own number.

    Raises ValueError where a panel has no line with a place.
    """
    if not panels or not all(panel.lines and all(line.places for line in panel.lines) for panel in panels):
        raise ValueError("there is nothing predicted to draw")
    return _Planning(panels, speakers, width).draw()


class _Planning:
    def __init__(self, panels: Sequence[Panel], speakers: float, width: float) -> None:
        self.panels, self.speakers = panels, speakers
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        self.sheet = Canvas(width * style.POINTS_PER_INCH, _HEIGHT * style.POINTS_PER_INCH)

    def draw(self) -> PlanningDrawing:
        values = [value for panel in self.panels for line in panel.lines for _, value in line.places]
        low, high = math.log(min(values)) - 0.08, math.log(max(values)) + 0.08
        y = Scale(low, high, style.MARGIN + 32.0, self.sheet.height - style.MARGIN - 20.0)
        each = (self.sheet.width - 2 * style.MARGIN) / len(self.panels)
        for place, panel in enumerate(self.panels):
            self._panel(panel, y, style.MARGIN + place * each, each)
        return PlanningDrawing(self.sheet, tuple(self.labels), tuple(self.obstacles))

    def _panel(self, panel: Panel, y: Scale, left: float, width: float) -> None:
        across = sorted({speakers for line in panel.lines for speakers, _ in line.places})
        names = max(measure(line.name, style.TEXT, bold=line.own).width for line in panel.lines)
        x = Scale(math.log(across[0]), math.log(across[-1]), left + 22.0, left + width - names - 14.0)
        self._axes(panel, x, y, across, left)
        own = [line for line in panel.lines if line.own]
        for line in [line for line in panel.lines if not line.own] + own:
            places = [(x(math.log(speakers)), y(math.log(value))) for speakers, value in line.places]
            self.sheet.line(places, style.TEAL if line.own else style.GREY, 1.5 if line.own else 0.8)
        ordered = sorted(panel.lines, key=lambda line: line.places[-1][1])
        wanted = [y(math.log(line.places[-1][1])) - 3.0 for line in ordered]
        for line, at in zip(ordered, spread(wanted, _LEADING, y.start, y.end), strict=True):
            self._write((x.end + 6.0, at), line.name, style.TEAL if line.own else style.GREY, bold=line.own)
        for line in own:
            self._here(line, x, y)

    def _here(self, line: Line, x: Scale, y: Scale) -> None:
        value = dict(line.places).get(self.speakers)
        if value is None:
            return
        at = x(math.log(self.speakers)), y(math.log(value))
        self.sheet.mark(at, "circle", _POINT, style.TEAL, style.TEAL)
        reach = _POINT / 2 + 0.5
        self.obstacles.append(Box(at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach))
        # Lines fall to the right, so that there is room above a point, towards the right.
        higher = max(dict(other.places).get(self.speakers, value) for other in self._lines_of(line))
        extent = measure(HERE, style.TEXT)
        left = min(at[0] + 2.0, x.end - extent.width)
        self._write((left, max(y(math.log(higher)) + 5.0, at[1] + 7.0)), HERE, style.TEAL)

    def _lines_of(self, line: Line) -> Sequence[Line]:
        return next(panel.lines for panel in self.panels if line in panel.lines)

    def _axes(self, panel: Panel, x: Scale, y: Scale, across: Sequence[float], left: float) -> None:
        sheet = self.sheet
        sheet.line([(x.start, y.start), (x.end, y.start)], style.INK, 0.7)
        for value in _ROUND:
            if y.low <= math.log(value) <= y.high:
                place = y(math.log(value))
                sheet.line([(x.start, place), (x.end, place)], style.LIGHT, 0.4, opacity=0.7)
                sheet.text((x.start - 5.0, place - 3.0), tick_text(value), align="right")
        # The study's own number first: where two lie too near to each other, the other goes without.
        taken: list[tuple[float, float]] = []
        for value in sorted(across, key=lambda value: value != self.speakers):
            at, half = x(math.log(value)), measure(tick_text(value), style.TEXT).width / 2 + 2.0
            sheet.line([(at, y.start), (at, y.start - 3.0)], style.INK, 0.7)
            if all(at + half <= low or at - half >= high for low, high in taken):
                taken.append((at - half, at + half))
                own = value == self.speakers
                sheet.text(
                    (at, y.start - 13.0), tick_text(value), style.TEXT, style.TEAL if own else style.INK, own,
                    align="center",
                )  # fmt: skip
        sheet.text((x.end, style.MARGIN + 2.0), ACROSS, align="right")
        self._write((left, self.sheet.height - style.MARGIN - 8.0), panel.title)

    def _write(self, place: tuple[float, float], text: str, colour: str = style.INK, bold: bool = False) -> None:
        extent = measure(text, style.TEXT, bold=bold)
        self.sheet.text(place, text, style.TEXT, colour, bold)
        self.labels.append(
            (text, Box(place[0], place[1] - extent.descent, place[0] + extent.width, place[1] + extent.ascent))
        )


def planning_alt(panels: Sequence[Panel]) -> str:
    """Say in words what the picture shows, without any figure."""
    if not panels:
        return "Empty picture: nothing is predicted."
    titles = " and ".join(panel.title for panel in panels)
    said = [f"{titles[:1].upper()}{titles[1:]}, against the number of speakers."]
    if all(line.places[-1][1] < line.places[0][1] for panel in panels for line in panel.lines):
        said.append("Every line falls as speakers are added.")
    for panel in panels:
        ends = sorted(panel.lines, key=lambda line: line.places[-1][1])
        if len(ends) > 1 and ends[0].places[-1][1] < ends[-1].places[-1][1]:
            said.append("More trial utterances a speaker lie lower.")
            break
    return " ".join(said)
