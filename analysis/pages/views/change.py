"""What the chapter about changes against the original chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.pages.views.chapter import ChapterView


@dataclass(frozen=True)
class ChangeView(ChapterView):
    """One study as this chapter sees it."""
