"""What a figure of the pages is, and the names and look-ups that all of them share."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.pages.figures.canvas import Canvas
from analysis.results import Results

ATTACKERS = ("ignorant", "lazy", "semi_informed")
ATTACKER_NAMES = {"ignorant": "ignorant", "lazy": "lazy-informed", "semi_informed": "semi-informed"}
METRIC_NAMES = {
    "eer_ignorant": "EER ignorant",
    "eer_lazy": "EER lazy-informed",
    "eer_semi_informed": "EER semi-informed",
    "cer": "CER",
}
ON_FRONT = "on the front"
SHIPPED_LIST = "same_gender"
"""The trial list in the keys of shipped EERs, whatever the headline list of a study is."""
CHAPTER_WIDTH, CHAPTER_HEIGHT = 5.6, 3.3  # inches


@dataclass(frozen=True)
class Chart:
    """One figure: the file name without ending, the sheet it is on, its alt text, and the key of numbered points.

    `nameless` says that some points found no room for a name or a number.
    """

    name: str
    sheet: Canvas
    alt: str
    numbered: tuple[tuple[int, str], ...] = ()
    nameless: bool = False

    @property
    def svg(self) -> str:
        """The picture; made anew at each call."""
        return self.sheet.svg()


def edges(results: Results, ledger_key: str) -> tuple[float | None, float | None, float | None]:
    """Return value, low and high of a ledger row; three times None where there is no such row."""
    entry = results.ledger.get(ledger_key)
    return (None, None, None) if entry is None else (entry.value, entry.ci_low, entry.ci_high)
