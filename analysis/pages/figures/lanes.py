"""A block of rows, each with a name at the left and a few lanes of points, above one axis.

What the pictures of rates and of pitch share; what stands in the lanes is theirs.
"""

from __future__ import annotations

from collections.abc import Sequence

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Place, Shape
from analysis.pages.figures.labels import Box
from analysis.pages.figures.scale import Scale, tick_text, ticks
from analysis.pages.figures.text import measure, shorten, wrap

_PITCH = 8.5
_BETWEEN = 7.0
_LEADING = 11.0


class Lanes:
    """The sheet, `width` inches wide, with room for `names` of which some are set in bold, and `lanes` a row.

    Above the rows one line of words has room, or two where a `key` stands above what guides say.

    Attributes:
        sheet: what is drawn on.
        x: from values to places; set by `scale` before anything else is drawn.
        labels: the boxes of the words that stand, by what they say; obstacles: those of points, whiskers, bands.
    """

    def __init__(self, names: Sequence[str], bold: Sequence[bool], lanes: int, width: float, key: bool = False) -> None:
        self.labels: list[tuple[str, Box]] = []
        self.obstacles: list[Box] = []
        self.lanes = lanes
        self.row_height = lanes * _PITCH + (_BETWEEN if lanes > 1 else 5.0)
        self.bottom = style.MARGIN + 30.0
        height = self.bottom + max(len(names), 1) * self.row_height + 18.0 + style.MARGIN + (_LEADING if key else 0.0)
        self.sheet = Canvas(width * style.POINTS_PER_INCH, height)
        self.top = height - style.MARGIN - 14.0 - (_LEADING if key else 0.0)
        longest = 0.36 * self.sheet.width
        lines = 2 if self.row_height >= 2 * _LEADING else 1
        self._names = [wrap(name, longest, bold=heavy, lines=lines) for name, heavy in zip(names, bold, strict=True)]
        self._bold = list(bold)
        widest = max(
            (
                measure(line, bold=heavy).width
                for said, heavy in zip(self._names, bold, strict=True)
                for line in said
            ),
            default=0.0,
        )  # fmt: skip
        self._start = style.MARGIN + widest + 12.0
        self.x = Scale(0.0, 1.0, self._start, self.sheet.width - style.MARGIN - 8.0)

    def scale(self, low: float, high: float, words: str, edge: float = 8.0) -> None:
        """Choose the scale and draw the axis below the rows; `edge` points at the right end stay outside it."""
        self.x = Scale(low, high, self._start, self.sheet.width - style.MARGIN - edge)
        sheet = self.sheet
        sheet.line([(self.x.start, self.bottom), (self.x.end, self.bottom)], style.INK, 0.7)
        for value in ticks(low, high, 6):
            at = self.x(value)
            sheet.line([(at, self.bottom), (at, self.bottom - 3.0)], style.INK, 0.7)
            sheet.text((at, self.bottom - 12.5), tick_text(value), align="center")
        sheet.text((self.x.end, style.MARGIN + 3.0), words, align="right")

    def guide(self, value: float, words: str) -> None:
        """Draw a dotted line at a value through all rows, and say above it what it stands for."""
        at = self.x(value)
        self.sheet.line([(at, self.bottom), (at, self.top)], style.GREY, 0.7, dashes=(1.0, 2.0))
        extent = measure(words, style.SMALL).width
        left = min(max(at - extent / 2.0, style.MARGIN), self.sheet.width - style.MARGIN - extent)
        self.write((left, self.top + 4.0), words, style.SMALL, style.GREY)

    def heights(self, row: int) -> list[float]:
        """Return the height of each lane of a row on the sheet, the first on top."""
        top = self.top - 6.0 - row * self.row_height
        return [top - (lane + 0.5) * _PITCH for lane in range(self.lanes)]

    def name(self, row: int, colour: str = style.INK) -> None:
        """Write the name of a row, and the thin line that parts it from the row above."""
        lanes = self.heights(row)
        if row and self.lanes > 1:
            between = lanes[0] + _PITCH / 2.0 + _BETWEEN / 2.0
            self.sheet.line([(style.MARGIN, between), (self.x.end, between)], style.LIGHT, 0.4, opacity=0.55)
        lines = self._names[row]
        first = (lanes[0] + lanes[-1]) / 2.0 - 3.1 + (len(lines) - 1) * _LEADING / 2.0
        for number, line in enumerate(lines):
            self.write((style.MARGIN, first - number * _LEADING), line, colour=colour, bold=self._bold[row])

    def key(self, marks: Sequence[tuple[Shape, str, str, str]]) -> None:
        """Name the points above everything: shape, fill, edge and words of each."""
        at, y = style.MARGIN, self.top + 4.0 + _LEADING
        room = (self.sheet.width - 2 * style.MARGIN) / max(len(marks), 1) - 18.0
        for shape, fill, edge, words in marks:
            said = shorten(words, room, style.SMALL)
            self.sheet.mark((at + 2.5, y + 2.4), shape, 4.2, fill, edge, 0.9)
            self.write((at + 8.0, y), said, style.SMALL, style.GREY)
            at += 8.0 + measure(said, style.SMALL).width + 10.0

    def point(self, value: float, y: float, shape: Shape, fill: str, edge: str, size: float = 4.8) -> None:
        """Draw a point at a value."""
        at = self.x(value)
        self.sheet.mark((at, y), shape, size, fill, edge, 1.0)
        reach = size / 2.0 + 0.5
        self.obstacles.append(Box(at - reach, y - reach, at + reach, y + reach))

    def whisker(self, low: float, high: float, y: float, colour: str) -> None:
        """Draw the line of an interval."""
        left, right = self.x(low), self.x(high)
        self.sheet.line([(left, y), (right, y)], colour, 0.8)
        self.obstacles.append(Box(left, y - 0.4, right, y + 0.4))

    def write(
        self, place: Place, text: str, size: float = style.TEXT, colour: str = style.INK, bold: bool = False
    ) -> None:
        """Write words and keep their box."""
        if not text:
            return
        extent = measure(text, size, bold)
        self.sheet.text(place, text, size, colour, bold)
        self.labels.append(
            (text, Box(place[0], place[1] - extent.descent, place[0] + extent.width, place[1] + extent.ascent))
        )
