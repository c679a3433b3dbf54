"""The protocol as a drawing: who anonymizes what, what each attacker feeds its encoder, and the decision.

One lane an attacker, from the one that knows least. In each the enrollment utterances run above, the trial
utterance below, both through one encoder into one comparison. What the attacker has changed is drawn heavier. The
picture describes the protocol, so it holds no result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas, Drawing
from analysis.pages.figures.labels import Box
from analysis.pages.figures.text import measure
from analysis.pages.figures.words import listed

_WIDTH = 5.6
_TITLE = 16.0
_ROW = 36.0
_BETWEEN = 11.0
_LEADING = 10.8
_BOX = 29.0

# Left edges and right edges of the columns, in points from the left of the sheet.
_SYSTEM = (64.0, 138.0)
_ENCODER = (197.0, 284.0)
_JOINED = 322.0
_DECISION = 336.0


@dataclass(frozen=True)
class Lane:
    """One attacker.

    Attributes:
        name: its name for a reader; knows: what sets it apart, in a few words.
        anonymizes: whether it runs the system on the enrollment utterances.
        fine_tuned: whether its encoder has been trained further on anonymized speech.
        trained: whether its encoder has been trained on nothing but anonymized speech.
    """

    name: str
    knows: str
    anonymizes: bool
    fine_tuned: bool
    trained: bool = False

    @property
    def encoder(self) -> tuple[str, str]:
        """Return how its encoder came about, on two lines."""
        if self.trained:
            return "trained on", "anonymized speech"
        return ("fine-tuned on", "anonymized speech") if self.fine_tuned else ("trained on", "normal speech")


LANES = (
    Lane("ignorant", "does not know that trials are anonymized", anonymizes=False, fine_tuned=False),
    Lane("lazy-informed", "has the system, anonymizes enrollment as well", anonymizes=True, fine_tuned=False),
    Lane("semi-informed", "besides, trains the encoder on anonymized speech", anonymizes=True, fine_tuned=True),
)
CHALLENGE_LANES = (
    Lane("semi-informed", "has the system, anonymizes enrollment and training speech", anonymizes=True,
         fine_tuned=False, trained=True),
)  # fmt: skip
"""The one attacker of a challenge, whose encoder is trained anew for every system."""


@dataclass(frozen=True)
class ProtocolDrawing(Drawing):
    """The drawn protocol: the picture, and the boxes of its words by what they say."""

    labels: tuple[tuple[str, Box], ...]


def protocol(lanes: Sequence[Lane] = LANES) -> str:
    """Return the drawing as SVG; see `draw_protocol`."""
    return draw_protocol(lanes).svg


def draw_protocol(lanes: Sequence[Lane] = LANES) -> ProtocolDrawing:
    """Draw the lanes under each other, 5.6 inches wide."""
    return _Protocol(lanes).draw()


def protocol_alt(lanes: Sequence[Lane] = LANES) -> str:
    """Say in words what the drawing shows.

    >>> protocol_alt().startswith("Drawing of the protocol in three lanes")
    True
    """
    several = len(lanes) > 1
    said = [
        f"Drawing of the protocol{' in three lanes' if several else ''}, "
        f"for the {listed([lane.name for lane in lanes])} attacker.",
        f"{'In every lane the' if several else 'The'} user runs the system on the trial utterance, and one speaker "
        "encoder turns the enrollment utterances into a model of the speaker and the trial utterance into a vector; "
        "their cosine score decides whether both are one speaker.",
    ]
    for lane in lanes:
        enrolled = "runs the system on enrollment too" if lane.anonymizes else "enrolls original speech"
        encoder = " ".join(lane.encoder)
        said.append(f"The {lane.name} attacker {enrolled}, and its encoder is {encoder}.")
    return " ".join(said)


class _Protocol:
    def __init__(self, lanes: Sequence[Lane]) -> None:
        self.lanes = lanes
        self.lane_height = _TITLE + 2 * _ROW
        height = 2 * style.MARGIN + len(lanes) * self.lane_height + (len(lanes) - 1) * _BETWEEN
        self.sheet = Canvas(_WIDTH * style.POINTS_PER_INCH, height)
        self.labels: list[tuple[str, Box]] = []

    def draw(self) -> ProtocolDrawing:
        top = self.sheet.height - style.MARGIN
        right = self.sheet.width - style.MARGIN
        for number, lane in enumerate(self.lanes):
            if number:
                between = top + _BETWEEN / 2.0
                self.sheet.line([(style.MARGIN, between), (right, between)], style.LIGHT, 0.5)
            self._draw_lane(lane, top)
            top -= self.lane_height + _BETWEEN
        return ProtocolDrawing(self.sheet, tuple(self.labels))

    def _draw_lane(self, lane: Lane, top: float) -> None:
        baseline = top - 9.5
        self._write((style.MARGIN, baseline), lane.name, bold=True)
        beside = style.MARGIN + measure(lane.name, bold=True).width + 6.0
        self._write((beside, baseline), lane.knows, colour=style.GREY)
        enrollment, trial = top - _TITLE - _ROW / 2.0, top - _TITLE - 1.5 * _ROW
        self._lines((style.MARGIN, enrollment), ("enrollment", "utterances"))
        self._lines((style.MARGIN, trial), ("trial", "utterance"))
        self._draw_side(enrollment, "run by attacker" if lane.anonymizes else "", heavy=lane.anonymizes)
        self._draw_side(trial, "run by the user", heavy=False)
        self._draw_encoder(lane, enrollment, trial)
        self._draw_decision(enrollment, trial)

    def _draw_side(self, y: float, runs: str, heavy: bool) -> None:
        """Draw one side's way from the recording to the encoder; `runs` is empty where nothing is anonymized."""
        colour, width = (style.TEAL, 1.3) if runs else (style.GREY, 0.9)
        start = _SYSTEM[1] if runs else _SYSTEM[0] - 10.0
        if runs:
            self._arrow((_SYSTEM[0] - 10.0, y), (_SYSTEM[0], y), style.GREY, 0.9)
            self._frame(_SYSTEM, y + _BOX / 2.0, y - _BOX / 2.0, edge=style.INK if heavy else style.GREY,
                        width=1.6 if heavy else 0.7)  # fmt: skip
            self._lines((sum(_SYSTEM) / 2.0, y), ("system", runs), bold_first=heavy, centred=True)
        self._arrow((start, y), (_ENCODER[0], y), colour, width)
        said = "anonymized" if runs else "original"
        middle = (_SYSTEM[1] + _ENCODER[0] - 3.0) / 2.0
        self._write((middle - measure(said).width / 2.0, y + 3.4), said, colour)

    def _draw_encoder(self, lane: Lane, enrollment: float, trial: float) -> None:
        made = lane.fine_tuned or lane.trained
        fill, ink = (style.INK, style.PAPER) if made else (style.PAPER, style.INK)
        self._frame(_ENCODER, enrollment + _BOX / 2.0, trial - _BOX / 2.0, style.INK, 0.7, fill)
        middle = (enrollment + trial) / 2.0
        words = ("speaker encoder", *lane.encoder)
        self._lines((sum(_ENCODER) / 2.0, middle), words, ink, bold_first=True, centred=True)

    def _draw_decision(self, enrollment: float, trial: float) -> None:
        middle = (enrollment + trial) / 2.0
        for y, said in ((enrollment, "model"), (trial, "vector")):
            self.sheet.line([(_ENCODER[1], y), (_JOINED, y), (_JOINED, middle)], style.INK, 0.9)
            at = (_ENCODER[1] + _JOINED) / 2.0 - measure(said).width / 2.0
            self._write((at, y + 3.4), said)
        self._arrow((_JOINED, middle), (_DECISION, middle), style.INK, 0.9)
        self._lines((_DECISION + 3.0, middle), ("cosine score:", "the same", "speaker?"))

    def _lines(
        self, place: tuple[float, float], lines: tuple[str, ...], colour: str = style.INK, *, bold_first: bool = False,
        centred: bool = False,
    ) -> None:  # fmt: skip
        """Write several lines, their block in the middle of `place` upwards."""
        first = place[1] + (len(lines) - 1) * _LEADING / 2.0 - 3.0
        for number, line in enumerate(lines):
            bold = bold_first and number == 0
            left = place[0] - (measure(line, bold=bold).width / 2.0 if centred else 0.0)
            self._write((left, first - number * _LEADING), line, colour, bold)

    def _frame(
        self, across: tuple[float, float], top: float, bottom: float, edge: str, width: float, fill: str = style.PAPER
    ) -> None:
        corners = [(across[0], bottom), (across[1], bottom), (across[1], top), (across[0], top)]
        self.sheet.area(corners, fill)
        self.sheet.line([*corners, corners[0], corners[1]], edge, width)

    def _arrow(self, start: tuple[float, float], end: tuple[float, float], colour: str, width: float) -> None:
        """Draw a line that ends in a filled head; all arrows of this picture point to the right."""
        self.sheet.line([start, (end[0] - 4.0, end[1])], colour, width)
        self.sheet.area([(end[0] - 0.8, end[1]), (end[0] - 6.0, end[1] + 2.6), (end[0] - 6.0, end[1] - 2.6)], colour)

    def _write(self, place: tuple[float, float], text: str, colour: str = style.INK, bold: bool = False) -> None:
        extent = measure(text, bold=bold)
        self.sheet.text(place, text, colour=colour, bold=bold)
        self.labels.append(
            (text, Box(place[0], place[1] - extent.descent, place[0] + extent.width, place[1] + extent.ascent))
        )
