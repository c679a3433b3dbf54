"""The EER of every system under every attacker as grouped bars, with whiskers and the line of chance.

One group a system, one bar an attacker, from the one that knows least (light) to the one that knows most (dark). Groups
wrap into panels, so that fifty systems stay readable. Solid bars are recomputed; hollow ones, which follow in panels of
their own, are as shipped. Where a value is missing its reason stands in the bar's place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.ladder import ATTACKERS, Rung
from analysis.pages.figures.lettering import Lettering
from analysis.pages.figures.scale import Scale, known, tick_text
from analysis.pages.figures.text import ELLIPSIS, measure, one_line, shorten, wrap
from analysis.pages.figures.tradeoff_data import Numbered
from analysis.pages.figures.words import listed, named

MOST_GROUPS = 50
"""As many systems as one picture holds on a page; more go into a second one."""

_TITLE = "EER (%), more private ↑"
_CHANCE = 50.0
_AXIS = 24.0
_HEAD = 19.0
_LEADING = 9.4
_BELOW = 12.0
_BESIDE = 8.0
_GAP = 0.8


@dataclass(frozen=True)
class BarGroup:
    """One system.

    Attributes:
        label: its name; any text.
        rungs: one EER for each attacker of the picture, in the same order.
        shipped: nothing of this system is recomputed; its bars are hollow.
        emphasis: the system that the page speaks of; its name is in bold and teal.
        doubt: the first bar misleads, for informed attackers reach far lower; it is drawn in rust.
    """

    label: str
    rungs: tuple[Rung, ...]
    shipped: bool = False
    emphasis: bool = False
    doubt: bool = False


@dataclass(frozen=True)
class BarsDrawing(Drawing):
    """Drawn bars.

    Attributes:
        key: the systems whose names found no room and that carry a number instead.
        height: in inches.
        labels: the boxes of all words by what they say; obstacles: those of bars and whiskers.
    """

    key: tuple[Numbered, ...]
    height: float
    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def bars(groups: Sequence[BarGroup], attackers: Sequence[str] = ATTACKERS) -> str:
    """Return the bars as SVG; see `draw_bars`."""
    return draw_bars(groups, attackers).svg


def draw_bars(groups: Sequence[BarGroup], attackers: Sequence[str] = ATTACKERS) -> BarsDrawing:
    """Draw the groups; those without any value are left out.

    Raises ValueError where a group has not one rung for each attacker.
    """
    for group in groups:
        if len(group.rungs) != len(attackers):
            raise ValueError(f"group {group.label!r} has {len(group.rungs)} rungs for {len(attackers)} attackers")
    return _Bars([group for group in groups if _drawable(group)], attackers).draw()


def _drawable(group: BarGroup) -> bool:
    return any(known(rung.value) for rung in group.rungs)


def _columns(count: int, most: int) -> int:
    """Return how many groups each panel holds, so that panels of at most `most` are filled alike."""
    return math.ceil(count / math.ceil(count / most))


@dataclass(frozen=True)
class _Panel:
    """One row of groups: where its baseline lies and how high it is, in points."""

    groups: tuple[BarGroup, ...]
    heading: str
    lines: int
    base: float = 0.0


class _Bars(Lettering):
    def __init__(self, groups: Sequence[BarGroup], attackers: Sequence[str]) -> None:
        self.attackers = attackers
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        sections = [[group for group in groups if group.shipped == shipped] for shipped in (False, True)]
        count = len(groups)
        # Few systems stand in a narrow picture, whose words keep their size on a small screen; many in low panels, so
        # that the picture keeps to one page.
        most, width, self.lines, self.height = (
            (5, 5.6, 3, 108.0)
            if count <= 15
            else (8, style.FULL, 3, 84.0)
            if count <= 32
            else (10, style.FULL, 4, 56.0)
        )
        self.columns = max((_columns(len(one), most) for one in sections if one), default=1)
        self.left = style.MARGIN + _AXIS
        self.right = width * style.POINTS_PER_INCH - style.MARGIN
        self.pitch = (self.right - self.left) / self.columns
        self.bar = min((self.pitch - _BESIDE) / max(len(attackers), 1), 22.0)
        self.numbers: dict[int, Numbered] = {}
        self.names = {id(group): self._name(group) for group in groups}
        panels = [panel for one in sections for panel in self._panels(one)]
        if len(panels) > 2:  # a picture of many panels would leave half a page empty before it
            self.height = min(self.height, 96.0)
        body = sum(self.height + panel.lines * _LEADING + _BELOW for panel in panels)
        body += sum(_HEAD - 3.0 for panel in panels if panel.heading)
        self.sheet = Canvas(width * style.POINTS_PER_INCH, 2 * style.MARGIN + _HEAD + max(body, self.height))
        self.top = self.sheet.height - style.MARGIN
        self.panels = self._placed(panels)
        values = [
            value
            for group in groups
            for rung in group.rungs
            if known(rung.value)
            for value in (rung.value, rung.low, rung.high)
            if known(value)
        ]
        self.high = 1.03 * max([_CHANCE, *values])

    def _name(self, group: BarGroup) -> tuple[str, ...]:
        """Return the lines below a group: its name, or a number where the name has no room."""
        lines = wrap(group.label, self.pitch - 4.0, style.SMALL, group.emphasis, self.lines)
        whole = one_line(group.label)
        if " ".join(lines) == whole:
            return lines
        number = len(self.numbers) + 1
        self.numbers[id(group)] = Numbered(number, whole)
        return (f"({number})",)

    def _panels(self, groups: Sequence[BarGroup]) -> list[_Panel]:
        made = []
        columns = _columns(len(groups), self.columns) if groups else 1
        for start in range(0, len(groups), columns):
            some = tuple(groups[start : start + columns])
            heading = "as shipped; nothing of these is recomputed" if some[0].shipped and start == 0 else ""
            made.append(_Panel(some, heading, max(len(self.names[id(group)]) for group in some)))
        return made

    def _placed(self, panels: Sequence[_Panel]) -> list[_Panel]:
        at = self.top - _HEAD
        placed = []
        for panel in panels:
            at -= self.height + (_HEAD - 3.0 if panel.heading else 0.0)
            placed.append(_Panel(panel.groups, panel.heading, panel.lines, at))
            at -= panel.lines * _LEADING + _BELOW
        return placed

    def draw(self) -> BarsDrawing:
        self._write((style.MARGIN, self.top - 9.0), _TITLE)
        explained = self._group_that_explains()
        if explained is None:
            self._draw_key()
        for panel in self.panels:
            self._draw_panel(panel, explained)
        if self.panels:
            self._name_chance(self.panels[0])
        key = tuple(sorted(self.numbers.values(), key=lambda item: item.number))
        return BarsDrawing(
            self.sheet, key, self.sheet.height / style.POINTS_PER_INCH, tuple(self.labels), tuple(self.obstacles)
        )

    def _scale(self, panel: _Panel) -> Scale:
        return Scale(0.0, self.high, panel.base, panel.base + self.height)

    def _middle(self, place: int, bar: int) -> float:
        """Return where a bar stands: the group's place in its panel, and the bar's in its group."""
        first = self.left + (place + 0.5) * self.pitch - len(self.attackers) * self.bar / 2.0
        return first + (bar + 0.5) * self.bar

    def _group_that_explains(self) -> BarGroup | None:
        """Return the first group above whose bars the attackers' names have room, below the line of chance."""
        if self.bar < style.SMALL + 0.5:
            return None
        for panel in self.panels:
            y = self._scale(panel)
            for group in panel.groups:
                ends = [max(r.value, r.high) if known(r.high) else r.value for r in group.rungs if known(r.value)]
                room = [y(_CHANCE) - 4.0 - y(end) - 4.0 for end in ends]
                wanted = [measure(name, style.SMALL).width for name in self.attackers]
                if len(room) == len(wanted) and all(has >= need for has, need in zip(room, wanted, strict=True)):
                    return group
        return None

    def _name_chance(self, panel: _Panel) -> None:
        """Name the dotted line above the first group that leaves room there, else beside the axis' title."""
        y, width = self._scale(panel), measure("chance", style.SMALL).width
        above = y(_CHANCE) + 2.5
        for place in range(len(panel.groups)):
            centre = self.left + (place + 0.5) * self.pitch
            wanted = Box(centre - width / 2.0, above - 2.0, centre + width / 2.0, above + 6.5)
            if not any(wanted.overlaps(box, 1.0) for box in (*self.obstacles, *(box for _, box in self.labels))):
                self._write((wanted.left, above), "chance", style.SMALL, style.GREY)
                return
        beside = style.MARGIN + measure(_TITLE).width + 10.0
        self._write((beside, self.top - 9.0), "dotted: chance", style.SMALL, style.GREY)

    def _draw_key(self) -> None:
        """Name the attackers above the panels, for no group has room for them."""
        baseline = self.top - 9.0
        at = self.right - sum(measure(name, style.SMALL).width + 22.0 for name in self.attackers) + 10.0
        for number, name in enumerate(self.attackers):
            self.sheet.area([(at, baseline - 1.0), (at + 8.0, baseline - 1.0), (at + 8.0, baseline + 6.5),
                             (at, baseline + 6.5)], self._fill(number))  # fmt: skip
            self._write((at + 11.0, baseline), name, style.SMALL, style.GREY)
            at += measure(name, style.SMALL).width + 22.0

    def _fill(self, number: int) -> str:
        """Return a shade: light for who knows least, dark for who knows most."""
        if number == len(self.attackers) - 1:
            return style.INK
        return style.LIGHT if number == 0 else style.GREY

    def _draw_panel(self, panel: _Panel, explained: BarGroup | None) -> None:
        y, end = self._scale(panel), self.left + len(panel.groups) * self.pitch
        if panel.heading:
            self._write((self.left, panel.base + self.height + 5.0), panel.heading, style.SMALL, style.GREY)
        chance = y(_CHANCE)
        self.sheet.line([(self.left, chance), (end, chance)], style.GREY, 0.7, dashes=(1.0, 2.0))
        for place, group in enumerate(panel.groups):
            self._draw_group(group, place, y, group is explained)
        self.sheet.line([(self.left, panel.base), (end, panel.base)], style.INK, 0.7)
        self.sheet.line([(self.left, panel.base), (self.left, panel.base + self.height)], style.INK, 0.7)
        apart = 10 if self.height > 70.0 and self.high < 70.0 else 25
        for value in range(0, int(self.high) + 1, apart):
            at = y(value)
            self.sheet.line([(self.left - 3.0, at), (self.left, at)], style.INK, 0.7)
            beside = self.left - 5.0 - measure(tick_text(value), style.SMALL).width
            self._write((beside, at - 2.7), tick_text(value), style.SMALL)

    def _draw_group(self, group: BarGroup, place: int, y: Scale, explain: bool) -> None:
        for number, rung in enumerate(group.rungs):
            middle = self._middle(place, number)
            if not known(rung.value):
                self._say_missing(rung.missing, middle, y)
                continue
            self._draw_bar(group, rung, number, middle, y)
            if explain:
                end = y(max(rung.value, rung.high) if known(rung.high) else rung.value)
                self._write_upwards((middle, end + 4.0), self.attackers[number])
        centre = self.left + (place + 0.5) * self.pitch
        colour = style.TEAL if group.emphasis else style.INK
        for number, line in enumerate(self.names[id(group)]):
            extent = measure(line, style.SMALL, group.emphasis)
            self._write((centre - extent.width / 2.0, y.start - (number + 1) * _LEADING - 0.5), line, style.SMALL,
                        colour, group.emphasis)  # fmt: skip

    def _draw_bar(self, group: BarGroup, rung: Rung, number: int, middle: float, y: Scale) -> None:
        left, right = middle - self.bar / 2.0 + _GAP, middle + self.bar / 2.0 - _GAP
        base, top = y.start, max(y(rung.value), y.start + 0.8)  # an EER of zero is a value and shows as one
        doubt = group.doubt and number == 0
        fill = style.PAPER if group.shipped else style.RUST if doubt else self._fill(number)
        self.sheet.area([(left, base), (right, base), (right, top), (left, top)], fill, 0.55 if doubt else 1.0)
        if group.shipped:
            sides = (left + 0.3, right - 0.3)
            around = [(sides[0], base), (sides[0], top - 0.3), (sides[1], top - 0.3), (sides[1], base)]
            self.sheet.line(around, style.RUST if doubt else style.INK, 0.7)
        self.obstacles.append(Box(left, base, right, top))
        if known(rung.low) and known(rung.high):
            low, high = y(rung.low), y(rung.high)
            inside = style.PAPER if fill in (style.INK, style.GREY) else style.INK
            self.sheet.line([(middle, low), (middle, min(top, high))], inside, 0.9)
            if high > top:
                self.sheet.line([(middle, top), (middle, high)], style.INK, 0.9)
            self.obstacles.append(Box(middle - 0.5, low, middle + 0.5, high))

    def _say_missing(self, reason: str, middle: float, y: Scale) -> None:
        """Write why there is no bar in its place; a plain word where the reason has no room."""
        room = y(_CHANCE) - y.start - 7.0
        words = shorten(reason or "no value", room, style.SMALL)
        if words.endswith(ELLIPSIS):
            words = "no value"
        self._write_upwards((middle, y.start + 4.0), words)

    def _write_upwards(self, place: tuple[float, float], text: str) -> None:
        """Write quiet words from `place` upwards, which is the middle of their lower end."""
        extent = measure(text, style.SMALL)
        right = place[0] + 2.6
        self.sheet.text((right, place[1]), text, style.SMALL, style.GREY, upwards=True)
        self.labels.append(
            (text, Box(right - extent.ascent, place[1], right + extent.descent, place[1] + extent.width))
        )


def bars_alt(groups: Sequence[BarGroup], attackers: Sequence[str] = ATTACKERS) -> str:
    """Say in words what the bars show, without any figure."""
    drawn = [group for group in groups if _drawable(group)]
    if not drawn:
        return "Empty picture: no system has an EER."
    said = [
        f"Grouped bars: EER of each system under the attackers {listed(list(attackers))}, from light to dark; "
        "a higher bar is more private, and a dotted line marks chance."
    ]
    for number, attacker in enumerate(attackers):
        here = [g for g in drawn if not g.shipped and known(g.rungs[number].value)]
        if len(here) > 1:
            top = max(group.rungs[number].value for group in here)
            best = [group.label for group in here if group.rungs[number].value == top]
            said.append(f"Under the {attacker} attacker the highest bar is that of {listed(best)}.")
    doubtful = [group.label for group in drawn if group.doubt]
    if doubtful:
        said.append(f"Far lower once the attacker knows the system: {listed(doubtful)}.")
    for number, attacker in enumerate(attackers):
        missing = [group.label for group in drawn if not known(group.rungs[number].value)]
        if missing:
            said.append(f"No value under the {attacker} attacker: {listed(missing)}.")
    hollow = [group.label for group in drawn if group.shipped]
    if hollow:
        said.append(f"Hollow, for nothing is recomputed: {listed(hollow)}.")
    absent = [group.label for group in groups if not _drawable(group)]
    if absent:
        said.append(f"Not drawn, for no value is known: {listed(absent)}.")
    said += [f"The name of {named(group.label)} is set in bold." for group in drawn if group.emphasis]
    return " ".join(said)
