"""What the chapter about changes against the original chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import parts
from analysis.pages.charts.change import PAIRS
from analysis.pages.views.fronts import FrontsView
from analysis.results import System

NAMES = {"change_eer": "EER", "change_uar": "UAR", "change_wer": "WER"}
SPLITS = (("test", "test set"), ("dev", "development set"))


@dataclass(frozen=True)
class ChangeView(FrontsView):
    """One study as this chapter sees it."""

    head: str = "front_change"

    def value(self, name: str, system: str) -> float:
        """Return the change that a front is walked along."""
        return self._value(PAIRS[name][0], system, "test") or 0.0

    @property
    def names(self) -> list[tuple[str, Markup]]:
        """Return the changes as (name in keys, measure for a reader)."""
        return [(name, Markup(words)) for name, words in NAMES.items()]

    @property
    def pairs(self) -> list[tuple[str, tuple[str, Markup], tuple[str, Markup]]]:
        """Return the fronts that have a system: name, then both changes, each as in `names`."""
        named = [(pair, *((name, Markup(NAMES[name])) for name in both)) for pair, both in PAIRS.items()]
        return [one for one in named if self.compared(one[0])]  # type: ignore[misc]

    @property
    def splits(self) -> list[tuple[str, Markup]]:
        """Return the splits on which some system has a change."""
        return [
            (split, Markup(words))
            for split, words in SPLITS
            if any(self._value(name, one.id, split) is not None for name in NAMES for one in self.results.systems)
        ]

    @property
    def systems(self) -> list[System]:
        """Return the systems that have a change, without the original, whose changes are zero."""
        return [
            one
            for one in self.results.systems
            if one.id != self.results.reference
            and any(self._value(name, one.id, split) is not None for name in NAMES for split, _ in SPLITS)
        ]

    def leaders(self, name: str) -> list[System]:
        """Return who is best in a change; several where they tie."""
        return self._of(self._verdict("leader_change", name))

    def worse(self, name: str) -> list[System]:
        """Return the ranked systems that are worse than the original."""
        return [one for one in self.results.systems if self._verdict("change_worse", name, one.id)]

    @property
    def on_all(self) -> list[System]:
        """Return the systems on every front."""
        fronts = [self.on_it(pair) for pair, *_ in self.pairs]
        return [one for one in self.results.systems if all(one in front for front in fronts)]

    def _of(self, joined: str) -> list[System]:
        chosen = parts(joined) if joined else ()
        return [one for one in self.results.systems if one.id in chosen]
