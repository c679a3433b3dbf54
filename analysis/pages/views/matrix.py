"""What the chapter about all three measures at once chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.matrix import ordered
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

MEASURES = {"change_eer": "EER", "change_uar": "UAR", "change_wer": "WER"}
CHOICES = {
    "mean_of_ranks": "the mean of the ranks in the three measures",
    "privacy_half": "a mean in which the EER weighs as much as UAR and WER together",
    "left_out": "one row left out of the ranges",
}


@dataclass(frozen=True)
class MatrixView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def measures(self) -> list[tuple[str, Markup]]:
        """Return the scaled changes as (name in keys, measure for a reader)."""
        return [(name, Markup(words)) for name, words in MEASURES.items()]

    @property
    def rows(self) -> list[System]:
        """Return the systems of the matrix, the best mean first."""
        return ordered(self.results)

    @property
    def ranked(self) -> list[System]:
        """Return the systems that have a rank, the best first."""
        return [one for one in self.rows if self._value("matrix_rank", one.id) is not None]

    @property
    def spanned(self) -> list[tuple[str, Markup]]:
        """Return the changes that have a range."""
        return [one for one in self.measures if self._verdict("matrix_end", one[0], "best")]

    def end(self, name: str, which: str) -> list[System]:
        """Return the systems at the `best` or `worst` end of a range."""
        return self._of("matrix_end", name, which)

    @property
    def leaders(self) -> list[System]:
        """Return who is first by the mean."""
        return self._of("matrix_leader")

    @property
    def choices(self) -> list[tuple[str, Markup]]:
        """Return the other ways to an order as (name in keys, words for a reader)."""
        return [(name, Markup(words)) for name, words in CHOICES.items()]

    def leads(self, choice: str) -> list[System]:
        """Return who is first under another choice; for `left_out` everybody who is first in some turn."""
        return self._of("matrix_leader", choice)

    def same_leader(self, choice: str) -> bool:
        """Say whether another choice leaves the first place as it is."""
        return self.leads(choice) == self.leaders

    def movers(self, choice: str) -> list[System]:
        """Return the systems that move most under another choice; nobody where none moves."""
        return self._of("matrix_move", choice)

    @property
    def figures(self) -> list[str]:
        """Return the names that the figures of the matrix can have, in their order."""
        return ["matrix", *(f"matrix_{page}" for page in range(2, 2 + len(self.results.systems)))]

    def _of(self, *names: str) -> list[System]:
        joined = self.results.verdicts.get(key(self.results.study, *names), "")
        chosen = parts(joined) if joined else ()
        return [one for one in self.results.systems if one.id in chosen]
