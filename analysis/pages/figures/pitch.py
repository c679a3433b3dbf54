"""Two pitch correlations a system: the one that was published and the one on the few clips that are here.

They rest on different clips, so that no line joins them. A band around zero says how far an unrelated pitch gets by
chance on the clips that are here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lanes import Lanes
from analysis.pages.figures.scale import known
from analysis.pages.figures.text import measure, shorten
from analysis.pages.figures.words import listed, named

_SHIPPED, _HERE, _CHANCE = "shipped", "on the clips here", "within chance"


@dataclass(frozen=True)
class PitchRow:
    """One system.

    Attributes:
        label: its name; any text.
        shipped: the published correlation, None where there is none.
        here: the correlation on the clips that are here, None where there is none.
        chance: how far from zero an unrelated pitch seldom gets beyond on these clips; None where unknown.
        missing: why there is no correlation on clips.
        emphasis: the system that the page speaks of; in bold and teal.
    """

    label: str
    shipped: float | None
    here: float | None
    chance: float | None = None
    missing: str = ""
    emphasis: bool = False

    @property
    def beyond(self) -> bool:
        """Say whether the correlation on the clips lies beyond chance."""
        return known(self.here) and known(self.chance) and abs(self.here) > self.chance


@dataclass(frozen=True)
class PitchDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of points."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def draw_pitch(rows: Sequence[PitchRow], width: float = style.FULL) -> PitchDrawing:
    """Draw the rows under each other, `width` inches wide; the height follows.

    The axis runs from the lowest value or band, at most -1, to 1. A filled point lies beyond chance, a hollow one
    within; the published value is a diamond.
    """
    sheet = _sheet(rows, width, key=False)
    explained = _places_of_names(sheet, rows)
    if explained is None:
        sheet = _sheet(rows, width, key=True)
        sheet.key([("diamond", style.PAPER, style.GREY, _SHIPPED), ("circle", style.INK, style.INK, _HERE)])
    chance_said = False
    for place, row in enumerate(rows):
        ink = style.TEAL if row.emphasis else style.INK
        sheet.name(place, ink)
        upper, lower = sheet.heights(place)
        if known(row.chance):
            reach = min(row.chance, 1.0)
            left, right = sheet.x(max(-reach, sheet.x.low)), sheet.x(reach)
            band = [(left, lower - 3.4), (right, lower - 3.4), (right, lower + 3.4), (left, lower + 3.4)]
            sheet.sheet.area(band, style.LIGHT, 0.45)
            chance_said = chance_said or _name_band(sheet, row, left, lower)
        if known(row.shipped):
            sheet.point(row.shipped, upper, "diamond", style.PAPER, style.GREY, 4.6)
        if known(row.here):
            sheet.point(row.here, lower, "circle", ink if row.beyond else style.PAPER, ink)
        elif row.missing:
            said = shorten(row.missing, sheet.x.end - sheet.x(0.0) - 12.0, style.SMALL)
            sheet.write((sheet.x(0.0) + 5.0, lower - 2.6), said, style.SMALL, style.GREY)
        if explained is not None and place == explained[0]:
            for words, left, y in zip((_SHIPPED, _HERE), explained[1], (upper, lower), strict=True):
                sheet.write((left, y - 2.6), words, style.SMALL, style.GREY)
    return PitchDrawing(sheet.sheet, tuple(sheet.labels), tuple(sheet.obstacles))


def _sheet(rows: Sequence[PitchRow], width: float, key: bool) -> Lanes:
    sheet = Lanes([row.label for row in rows], [row.emphasis for row in rows], 2, width, key)
    lows = [value for row in rows for value in (row.shipped, row.here) if known(value)]
    lows += [-row.chance for row in rows if known(row.chance)]
    sheet.scale(max(-1.0, min([*lows, 0.0]) - 0.05), 1.03, "pitch correlation ρF0, more of the pitch is kept →")
    sheet.guide(0.0, "no relation")
    return sheet


def _places_of_names(sheet: Lanes, rows: Sequence[PitchRow]) -> tuple[int, list[float]] | None:
    """Return the first row that has room for the names of both its points beside them, and where they begin.

    A name stands to the right of its point or to the left, off the band and off the line at zero.
    """
    for place, row in enumerate(rows):
        if not (known(row.shipped) and known(row.here)):
            continue
        reach = min(row.chance or 0.0, 1.0)
        found = []
        for value, words, taken in ((row.shipped, _SHIPPED, 0.0), (row.here, _HERE, reach)):
            width = measure(words, style.SMALL).width
            keep_off = sheet.x(-taken) - 3.0, sheet.x(taken) + 3.0
            for left in (sheet.x(value) + 6.0, sheet.x(value) - 6.0 - width):
                inside = left >= sheet.x.start and left + width <= sheet.sheet.width - style.MARGIN
                if inside and (left >= keep_off[1] or left + width <= keep_off[0]):
                    found.append(left)
                    break
        if len(found) == 2:
            return place, found
    return None


def _name_band(sheet: Lanes, row: PitchRow, left: float, y: float) -> bool:
    """Say in the left half of a band what it is, where it has room and no point lies there."""
    width = measure(_CHANCE, style.SMALL).width
    end = sheet.x(0.0) - 5.0
    free = not known(row.here) or sheet.x(row.here) < left - 4.0 or sheet.x(row.here) > sheet.x(0.0)
    if not free or end - width < left + 2.0:
        return False
    sheet.write((end - width, y - 2.6), _CHANCE, style.SMALL, style.INK)
    return True


def pitch_alt(rows: Sequence[PitchRow]) -> str:
    """Say in words what the picture shows, without any figure."""
    said = ["Pitch correlation of each system, one row a system: the published one, and the one on the clips here."]
    beyond = [row.label for row in rows if row.beyond]
    within = [row.label for row in rows if known(row.here) and not row.beyond]
    if beyond:
        said.append(f"Beyond the grey band of chance: {listed(beyond)}.")
    if within:
        said.append(f"Within the band: {listed(within)}.")
    missing = [row.label for row in rows if not known(row.here)]
    if missing:
        said.append(f"No correlation on clips: {listed(missing)}.")
    said += [f"{named(row.label)} is set in bold." for row in rows if row.emphasis]
    return " ".join(said)
