"""A matrix of speakers by folds: who trains, who chooses the model, who is evaluated.

One row a speaker, one column a fold. Training cells are pale, the development cell has a heavy frame, the evaluation
cell is filled with ink; the words stand in the cells, so that the picture needs neither colour nor a key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lettering import Lettering
from analysis.pages.figures.text import measure, shorten
from analysis.pages.figures.words import listed, named

MOST_FOLDS, MOST_SPEAKERS = 12, 40
_ROW, _HEAD, _GAP, _BETWEEN = 13.5, 15.0, 2.0, 4.0
_PALE = "#e4e1d8"
_USES = ("train", "dev", "eval")
_WIDEST_CELL = 62.0


@dataclass(frozen=True)
class FoldRow:
    """One speaker: the conversation, the gender, and what each fold does with the speaker (empty: nothing)."""

    session: str
    gender: str
    uses: Mapping[str, str]


@dataclass(frozen=True)
class FoldDrawing(Drawing):
    """The picture, and the boxes of its words by what they say."""

    labels: tuple[tuple[str, Box], ...]


def fits(rows: Sequence[FoldRow]) -> bool:
    """Tell whether there is something to draw, and not more than a page can show."""
    return bool(rows) and 0 < len(rows[0].uses) <= MOST_FOLDS and len(rows) <= MOST_SPEAKERS


def draw_folds(rows: Sequence[FoldRow], width: float) -> FoldDrawing:
    """Draw the matrix, at most `width` inches wide.

    Raises:
        ValueError: `fits` says that it cannot be drawn.
    """
    if not fits(rows):
        raise ValueError(f"{len(rows)} speakers cannot be drawn")
    return _Matrix(rows, width).draw()


def folds_alt(rows: Sequence[FoldRow]) -> str:
    """Say in words what the picture shows.

    >>> folds_alt([FoldRow("A", "female", {"x": "dev"}), FoldRow("A", "male", {"x": "eval"})]).split(". ")[-1]
    'In fold x the development speaker is A, female, and the evaluation speaker is A, male.'
    """
    said = ["Matrix of the speakers of the emotion data by folds: in each fold a speaker trains, is development or is "
            "evaluated."]  # fmt: skip
    for fold in rows[0].uses if rows else ():
        who = {use: [f"{named(row.session)}, {row.gender}" for row in rows if row.uses[fold] == use]
               for use in ("dev", "eval")}  # fmt: skip
        parts = [
            f"the {word} speaker is {listed(who[use])}"
            for use, word in (("dev", "development"), ("eval", "evaluation"))
            if who[use]
        ]
        if parts:
            said.append(f"In fold {fold} {', and '.join(parts)}.")
    return " ".join(said)


class _Matrix(Lettering):
    def __init__(self, rows: Sequence[FoldRow], width: float) -> None:
        self.rows = rows
        self.folds = list(rows[0].uses)
        self.labels: list[tuple[str, Box]] = []
        sheet = width * style.POINTS_PER_INCH
        longest = 0.3 * sheet
        self.sessions = [shorten(row.session, longest) for row in rows]
        self.session_width = max(measure(name).width for name in self.sessions)
        names = self.session_width + 8.0 + max(measure(row.gender).width for row in rows) + 10.0
        self.left = style.MARGIN + names
        self.cell = min((sheet - self.left - style.MARGIN) / len(self.folds), _WIDEST_CELL)
        breaks = sum(self._begins(place) for place in range(1, len(rows)))
        height = 2 * style.MARGIN + _HEAD + len(rows) * _ROW + breaks * _BETWEEN
        self.sheet = Canvas(self.left + self.cell * len(self.folds) + style.MARGIN, height)

    def _begins(self, place: int) -> bool:
        """Say whether a conversation begins at this row."""
        return place == 0 or self.rows[place].session != self.rows[place - 1].session

    def draw(self) -> FoldDrawing:
        top = self.sheet.height - style.MARGIN
        for column, fold in enumerate(self.folds):
            said = shorten(f"fold {fold}", self.cell - 2.0, style.SMALL)
            middle = self.left + (column + 0.5) * self.cell
            self._write((middle - measure(said, style.SMALL).width / 2.0, top - 10.0), said, style.SMALL, style.GREY)
        top -= _HEAD
        for place, row in enumerate(self.rows):
            if place and self._begins(place):
                top -= _BETWEEN
            baseline = top - _ROW / 2.0 - 3.1
            if self._begins(place):
                self._write((style.MARGIN, baseline), self.sessions[place])
            self._write((style.MARGIN + self.session_width + 8.0, baseline), row.gender, colour=style.GREY)
            for column, fold in enumerate(self.folds):
                self._draw_cell(column, top, row.uses[fold])
            top -= _ROW
        return FoldDrawing(self.sheet, tuple(self.labels))

    def _draw_cell(self, column: int, top: float, use: str) -> None:
        left, right = self.left + column * self.cell + _GAP / 2.0, self.left + (column + 1) * self.cell - _GAP / 2.0
        high, low = top - _GAP / 2.0, top - _ROW + _GAP / 2.0
        corners = [(left, low), (right, low), (right, high), (left, high)]
        if use not in _USES:
            return
        fill = {"train": _PALE, "dev": style.PAPER, "eval": style.INK}[use]
        self.sheet.area(corners, fill)
        if use == "dev":
            inner = 0.6
            frame = [(left + inner, low + inner), (right - inner, low + inner), (right - inner, high - inner),
                     (left + inner, high - inner)]  # fmt: skip
            self.sheet.line([*frame, frame[0], frame[1]], style.TEAL, 1.2)
        extent = measure(use, style.SMALL, bold=use != "train")
        if extent.width > right - left - 2.0:
            return
        colour = {"train": style.GREY, "dev": style.TEAL, "eval": style.PAPER}[use]
        place = ((left + right - extent.width) / 2.0, top - _ROW / 2.0 - 2.7)
        self._write(place, use, style.SMALL, colour, bold=use != "train")
