"""What the chapter about the listening test chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.ledger import key, parts
from analysis.pages.views.chapter import ChapterView


@dataclass(frozen=True)
class ListeningView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def sizes(self) -> list[str]:
        """The numbers of listeners that were tried, as they stand in keys, from the fewest."""
        found = self.results.ledger.below(self.results.study, "listening", "half_width")
        names = [parts(entry.key)[-1] for entry in found]
        return sorted(names, key=int)

    @property
    def too_few(self) -> str:
        """Why no half-width is given, `too few sentences` or `too few draws`; empty where they are given."""
        return self.results.verdicts.get(key(self.results.study, "listening", "resamples"), "")

    @property
    def rough(self) -> list[str]:
        """The numbers of listeners that are too few to resample, from the fewest."""
        named = (key(self.results.study, "listening", "resamples", size) for size in self.sizes)
        return [parts(name)[-1] for name in named if name in self.results.verdicts]

    def noun(self, one: str, several: str, *names: str) -> str:
        """Return the form of a noun that goes with a count of the ledger."""
        return one if self._value(*names) == 1 else several

    @property
    def alone(self) -> str:
        """`too wide` where one listener cannot show the difference that a test should show, else `fine`; or nothing.

        Nothing is said where intervals would say little.
        """
        width = self._value("listening", "difference", "1")
        wanted = self._value("setting", "listening", "step")
        if width is None or wanted is None:
            return ""
        return "too wide" if width > wanted else "fine"

    @property
    def rule(self) -> str:
        """`above` where the interval with most listeners is wider than the root rule promises, else `kept`."""
        if len(self.sizes) < 2:
            return ""
        width = self._value("listening", "half_width", self.sizes[-1])
        promised = self._value("listening", "square_root", self.sizes[-1])
        if width is None or promised is None:
            return ""
        return "above" if width > promised else "kept"
