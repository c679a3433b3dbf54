"""What the chapter about development against test chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import parts
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

METRICS = {"eer": "average EER", "uar": "UAR", "wer": "WER", "mfdr": "mFDR"}
MOST_NAMED = 4


@dataclass(frozen=True)
class SplitsView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def metrics(self) -> list[tuple[str, Markup]]:
        """Quantities that some system has on both splits, as (name in keys, name for a reader)."""
        return [
            (name, Markup(words)) for name, words in METRICS.items() if self._value("rank_move_max", name) is not None
        ]

    def extreme(self, steady: bool) -> tuple[str, Markup] | None:
        """The quantity whose order is steadiest, or least steady; None where two share that place or one is alone."""
        taus = {name: tau for name in METRICS if (tau := self._value("tau", name)) is not None}
        ordered = sorted(taus, key=lambda name: taus[name], reverse=steady)
        if len(ordered) < 2 or taus[ordered[0]] == taus[ordered[1]]:
            return None
        return ordered[0], Markup(METRICS[ordered[0]])

    def farthest(self, metric: str) -> list[System]:
        """Systems that move over the most ranks; nobody where all keep their ranks."""
        joined = self._verdict("rank_move_max", metric)
        return [system for system in self.results.systems if joined and system.id in parts(joined)]

    def names(self, systems: list[System]) -> bool:
        """Tell whether a sentence can name all of them."""
        return 0 < len(systems) <= MOST_NAMED

    def moved(self, way: str) -> list[System]:
        """Systems that reach a `higher`, a `lower` or the `same` privacy category on test, in the study's order."""
        return [system for system in self.results.systems if self._verdict("category_move", system.id) == way]

    @property
    def changed(self) -> list[System]:
        """Systems that reach another privacy category on test, highest EER there first."""
        found = [*self.moved("higher"), *self.moved("lower")]
        return sorted(found, key=lambda system: (self._rank("eer", system), system.id))

    @property
    def rows(self) -> list[System]:
        """Ranked systems, best average EER on test first, those without a rank last."""
        keys = {parts(entry.key)[3] for entry in self.results.ledger.below(self.results.study, "rank_split")}
        found = [system for system in self.results.systems if system.id in keys]
        return sorted(found, key=lambda system: self._rank("eer", system))

    def _rank(self, metric: str, system: System) -> float:
        place = self._value("rank_split", metric, system.id, "test")
        return float("inf") if place is None else place

    def category(self, system: System, split: str) -> str:
        """The numeral of the highest category that a system reaches on a split, as in keys; empty for none."""
        said = self._verdict("category" if split == "test" else "category_dev", system.id)
        return said.removeprefix("eer_") if said != "none" else ""

    def direction(self, metric: str) -> str:
        """Whether most systems are better on test, worse, or neither."""
        return self._verdict("split_direction", metric)
