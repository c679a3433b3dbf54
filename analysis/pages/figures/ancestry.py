"""Arrows from systems to those built on them: one row a system, grouped by its parent, one panel a measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.panels import Panels
from analysis.pages.figures.scale import known
from analysis.pages.figures.strips import SHAPES
from analysis.pages.figures.text import measure, shorten
from analysis.pages.figures.tradeoff_data import TradeoffAxis
from analysis.pages.figures.words import listed, named

BETTER, WORSE, EQUAL = "better", "worse", "equal"
ROW, HEAD = 11.8, 12.8
_GAP, _APART = 4.4, 11.0
_INDENT = 9.0
_TIP = 4.6
_DASHES = (2.2, 1.6)
_LONGEST_NAME = 0.2


@dataclass(frozen=True)
class AncestryRow:
    """One system: its name (any text), its value in each panel (None: not drawn), better or worse than the parent."""

    label: str
    values: tuple[float | None, ...]
    verdicts: tuple[str, ...]


@dataclass(frozen=True)
class AncestryGroup:
    """One system that others build on: its name, its value in each panel, its role, and the others.

    `apart` groups stand below all others, under a line of words that say why.
    """

    label: str
    values: tuple[float | None, ...]
    role: str
    rows: tuple[AncestryRow, ...]
    apart: str = ""


@dataclass(frozen=True)
class AncestryDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of its arrows and marks."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_ancestry(
    groups: Sequence[AncestryGroup], axes: Sequence[TradeoffAxis], width: float = style.FULL
) -> AncestryDrawing:
    """Draw the groups under each other and the panels side by side, `width` inches wide.

    Raises ValueError where a system has not one value for each panel.
    """
    for group in groups:
        for one in (group, *group.rows):
            if len(one.values) != len(axes):
                raise ValueError(f"{one.label!r} has {len(one.values)} values for {len(axes)} panels")
    return _Ancestry(groups, axes, width).draw()


class _Ancestry:
    def __init__(self, groups: Sequence[AncestryGroup], axes: Sequence[TradeoffAxis], width: float) -> None:
        self.groups = sorted(groups, key=lambda group: group.apart)
        self.longest = _LONGEST_NAME * width * style.POINTS_PER_INCH
        names = [measure(self._name(group.label, True), bold=True).width for group in groups]
        names += [_INDENT + measure(self._name(row.label)).width for group in groups for row in group.rows]
        values = [[one.values[n] for group in groups for one in (group, *group.rows)] for n in range(len(axes))]
        body = sum(HEAD + ROW * len(group.rows) for group in groups) + _GAP * len(groups)
        body += _APART * len(self._reasons())
        self.panels = Panels(axes, values, max(names, default=0.0), body, width)

    def _reasons(self) -> set[str]:
        return {group.apart for group in self.groups if group.apart}

    def _name(self, label: str, bold: bool = False) -> str:
        return shorten(label, self.longest - (0.0 if bold else _INDENT), bold=bold)

    def draw(self) -> AncestryDrawing:
        panels = self.panels
        panels.draw_axes()
        self._draw_key()
        y = panels.top - _GAP / 2.0
        said = {""}
        for number, group in enumerate(self.groups):
            if group.apart not in said:
                said.add(group.apart)
                y -= _APART
                panels.write((style.MARGIN, y + 2.0), shorten(group.apart, self.longest * 2, style.SMALL), style.SMALL,
                              style.GREY)  # fmt: skip
            self._draw_group(group, y)
            y -= HEAD + ROW * len(group.rows) + _GAP
            if number + 1 < len(self.groups):
                end = panels.starts[-1] + panels.each
                panels.sheet.line([(style.MARGIN, y + _GAP / 2), (end, y + _GAP / 2)], style.LIGHT, 0.4, opacity=0.7)
        return AncestryDrawing(panels.sheet, tuple(panels.labels), tuple(panels.obstacles))

    def _draw_group(self, group: AncestryGroup, top: float) -> None:
        panels, middle = self.panels, top - HEAD / 2.0
        panels.write((style.MARGIN, middle - 3.1), self._name(group.label, True), bold=True)
        for number, value in enumerate(group.values):
            if not known(value):
                panels.say_missing(number, middle, "no value")
                continue
            at = panels.place(number, value)  # type: ignore[arg-type]
            panels.sheet.line([(at, middle), (at, middle - HEAD / 2 - ROW * len(group.rows) + 2)], style.GREY, 0.6)
            panels.sheet.mark((at, middle), SHAPES.get(group.role, "square"), 4.8, style.GREY, style.GREY, 0.9)
            panels.obstacles.append(Box(at - 2.8, middle - 2.8, at + 2.8, middle + 2.8))
        for place, row in enumerate(group.rows):
            y = top - HEAD - (place + 0.5) * ROW
            panels.write((style.MARGIN + _INDENT, y - 3.1), self._name(row.label))
            for number, (start, end) in enumerate(zip(group.values, row.values, strict=True)):
                if known(start) and known(end):
                    ends = panels.place(number, start), panels.place(number, end)  # type: ignore[arg-type]
                    self._draw_arrow(*ends, y, row.verdicts[number])
                elif known(start):
                    panels.say_missing(number, y, "no value")

    def _draw_arrow(self, start: float, end: float, y: float, verdict: str) -> None:
        """Draw a whole line and a filled head where better, a dashed line and a hollow head where worse."""
        sheet = self.panels.sheet
        ink = {BETTER: style.TEAL, WORSE: style.RUST}.get(verdict, style.GREY)
        if verdict == EQUAL or start == end:
            sheet.mark((end, y), "circle", 3.6, style.PAPER, ink, 1.0)
            self.panels.obstacles.append(Box(end - 2.3, y - 2.3, end + 2.3, y + 2.3))
            return
        way = 1.0 if end > start else -1.0
        back = end - way * _TIP
        if way * (back - start) > 0.0:
            sheet.line([(start, y), (back, y)], ink, 1.1, dashes=() if verdict == BETTER else _DASHES)
        corners = [(back, y - 2.5), (end, y), (back, y + 2.5)]
        sheet.area(corners, ink if verdict == BETTER else style.PAPER)
        if verdict != BETTER:
            sheet.line([*corners, corners[0]], ink, 0.9)
        self.panels.obstacles.append(Box(min(start, end, back), y - 2.6, max(start, end, back), y + 2.6))

    def _draw_key(self) -> None:
        panels = self.panels
        at, y = style.MARGIN, panels.sheet.height - style.MARGIN - 8.0
        verdicts = {verdict for group in self.groups for row in group.rows for verdict in row.verdicts}
        for verdict, words in ((BETTER, "better"), (WORSE, "worse"), (EQUAL, "equal")):
            if verdict in verdicts:
                self._draw_arrow(at, at + 14.0, y + 2.4, verdict)
                panels.write((at + 18.0, y), words, style.SMALL, style.GREY)
                at += 18.0 + measure(words, style.SMALL).width + 12.0
        for role in [role for role in SHAPES if any(group.role == role for group in self.groups)]:
            panels.sheet.mark((at + 2.5, y + 2.4), SHAPES[role], 4.4, style.GREY, style.GREY, 0.9)
            words = f"parent: {role}"
            panels.write((at + 8.0, y), words, style.SMALL, style.GREY)
            at += 8.0 + measure(words, style.SMALL).width + 12.0


def ancestry_alt(groups: Sequence[AncestryGroup], axes: Sequence[TradeoffAxis]) -> str:
    """Say in words what the picture shows, without any figure."""
    if not groups:
        return "Empty picture: no system is built on another."
    said = [
        "Arrows from each system to those that are built on it, one panel a measure: "
        f"{listed([axis.name for axis in axes])}."
    ]
    for group in groups:
        parts = []
        for number, axis in enumerate(axes):
            better = [row.label for row in group.rows if row.verdicts[number] == BETTER]
            if better:
                parts.append(f"better {axis.name} for {listed(better)}")
        told = "; ".join(parts) or "nothing better"
        said.append(f"Built on {named(group.label)}: {listed([row.label for row in group.rows])}; {told}.")
    return " ".join(said)
