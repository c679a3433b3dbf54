"""Words on a sheet that are remembered by their boxes, so that later ones find their place."""

from __future__ import annotations

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas
from analysis.pages.figures.labels import Box
from analysis.pages.figures.text import measure


class Lettering:
    """A drawing with words: `sheet` is what it is drawn on, `labels` are the words with the boxes that they fill."""

    sheet: Canvas
    labels: list[tuple[str, Box]]

    def _write(
        self, place: tuple[float, float], text: str, size: float = style.TEXT, colour: str = style.INK,
        bold: bool = False,
    ) -> None:  # fmt: skip
        extent = measure(text, size, bold)
        self.sheet.text(place, text, size, colour, bold)
        self.labels.append(
            (text, Box(place[0], place[1] - extent.descent, place[0] + extent.width, place[1] + extent.ascent))
        )
