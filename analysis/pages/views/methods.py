"""What the chapters about methods and open questions choose from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.markup import escape
from analysis.pages.views.chapter import ChapterView

# What the method column of the ledger does not say in full.
SETTING_WORDS = {
    "draws": "draws of the bootstrap",
    "seed": "seed of the draws",
    "level": "level of the intervals, %",
    "flips": "random choices of signs in the permutation test",
    "near_edge": "farthest that two edges may lie apart to count as near, points",
}


@dataclass(frozen=True)
class MethodsView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def settings(self) -> list[tuple[str, Markup, Markup]]:
        """Every setting of the ledger: its key, what it is, and where it stands."""
        prefix = key(self.results.study, "setting") + "/"
        found = []
        for entry in self.results.ledger:
            if entry.key.startswith(prefix) and entry.value is not None:
                name = "/".join(parts(entry.key)[2:])
                words = SETTING_WORDS.get(name, entry.method)
                found.append((entry.key, Markup(escape(words)), Markup(escape(entry.source))))
        return found
