"""Panels side by side above axes of their own, with names at the left that all of them share.

What the strips of kinds and the arrows between systems share; what stands in a row is theirs. Values far beyond the
others are set behind a broken end of their axis, as in the scatter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Place
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lettering import Lettering
from analysis.pages.figures.scale import Scale, known, tick_text, ticks
from analysis.pages.figures.text import measure, shorten
from analysis.pages.figures.tradeoff_data import TradeoffAxis, cap_for

_BETWEEN = 20.0
_BEYOND = 14.0
_TITLE = 17.0
_TICK_PITCH = 22.0


class PanelRow(Protocol):
    """What stands under one name at the left: one cell a panel."""

    @property
    def label(self) -> str: ...  # noqa: D102

    @property
    def cells(self) -> Sequence[object]: ...  # noqa: D102


def check_cells(rows: Sequence[PanelRow], panels: int) -> None:
    """Raise ValueError where a row has not one cell for each panel."""
    for row in rows:
        if len(row.cells) != panels:
            raise ValueError(f"row {row.label!r} has {len(row.cells)} cells for {panels} panels")


class Panels(Lettering):
    """A sheet of `width` inches with `axes` side by side, `body` points high, `left` points for names.

    Attributes:
        axes: what each panel measures.
        scales: from values to places, one a panel; `values` are all that will be drawn in each.
        caps: the value beyond which a panel's axis is broken, None where it is not.
        top, bottom: where the rows begin and end.
        obstacles: boxes of what is drawn and no word may touch.
    """

    def __init__(
        self,
        axes: Sequence[TradeoffAxis],
        values: Sequence[Sequence[float | None]],
        left: float,
        body: float,
        width: float,
        key: bool = True,
    ) -> None:
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        self.axes = list(axes)
        self.bottom = style.MARGIN + 29.0
        self.top = self.bottom + body
        height = self.top + _TITLE + (12.0 if key else 0.0) + style.MARGIN
        self.sheet = Canvas(width * style.POINTS_PER_INCH, height)
        start = style.MARGIN + left + 12.0
        count = max(len(axes), 1)
        self.each = (self.sheet.width - style.MARGIN - 6.0 - start - _BETWEEN * (count - 1)) / count
        self.starts = [start + number * (self.each + _BETWEEN) for number in range(len(axes))]
        drawn = [[value for value in panel if known(value)] for panel in values]
        self.empty = [not panel for panel in drawn]
        self.caps = [cap_for(panel) for panel in drawn]  # type: ignore[arg-type]
        self.scales = [self._scale(number, panel) for number, panel in enumerate(drawn)]  # type: ignore[arg-type]

    def _scale(self, number: int, values: Sequence[float]) -> Scale:
        cap, start = self.caps[number], self.starts[number]
        shown = [value for value in values if cap is None or value <= cap] or [0.0, 1.0]
        low, high = min(shown), max(shown)
        pad = 0.06 * (high - low) or 1.0
        return Scale(low - pad, high + pad, start, start + self.each - (0.0 if cap is None else _BEYOND))

    def beyond(self, number: int, value: float) -> bool:
        """Say whether a value lies behind the broken end of a panel's axis."""
        cap = self.caps[number]
        return cap is not None and value > cap

    def place(self, number: int, value: float) -> float:
        """Return where a value stands in a panel."""
        if self.beyond(number, value):
            return self.starts[number] + self.each - 5.0
        return self.scales[number](value)

    def draw_axes(self) -> None:
        """Draw titles above the panels; below them axes, and which way is better."""
        for number, axis in enumerate(self.axes):
            scale, start, sheet = self.scales[number], self.starts[number], self.sheet
            title = f"{axis.name} ({axis.unit})" if axis.unit else axis.name
            room = self.each + _BETWEEN - 6.0
            self._write((start, self.top + 6.0), shorten(title, room, bold=True), bold=True)
            sheet.line([(start, self.bottom), (scale.end, self.bottom)], style.INK, 0.7)
            if self.caps[number] is not None:
                for along in (2.5, 5.5):
                    at = scale.end + along
                    sheet.line([(at - 1.5, self.bottom - 3), (at + 1.5, self.bottom + 3)])
                sheet.line([(scale.end + 7, self.bottom), (start + self.each, self.bottom)], style.INK, 0.7)
            if self.empty[number]:
                continue
            for value in ticks(scale.low, scale.high, max(int(self.each // _TICK_PITCH), 2)):
                at = scale(value)
                sheet.line([(at, self.bottom), (at, self.top)], style.LIGHT, 0.4, opacity=0.5)
                sheet.line([(at, self.bottom), (at, self.bottom - 3.0)], style.INK, 0.7)
                sheet.text((at, self.bottom - 12.5), tick_text(value), align="center")
            words = f"{axis.better} →" if axis.larger_is_better else f"← {axis.better}"
            words = shorten(words, room, style.SMALL)
            across = measure(words, style.SMALL).width if axis.larger_is_better else self.each
            self._write((start + self.each - across, style.MARGIN + 1.0), words, style.SMALL, style.GREY)

    def write(
        self, place: Place, text: str, size: float = style.TEXT, colour: str = style.INK, bold: bool = False
    ) -> None:
        """Write words and keep their box."""
        self._write(place, text, size, colour, bold)

    def say_missing(self, number: int, y: float, words: str) -> None:
        """Write in a panel's row why nothing is drawn there."""
        self._write((self.starts[number] + 2.0, y - 2.6), shorten(words, self.each, style.SMALL), style.SMALL,
                    style.GREY)  # fmt: skip
