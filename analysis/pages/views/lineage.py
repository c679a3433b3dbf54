"""What the chapter about what builds on what chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.pages.views.chapter import ChapterView


@dataclass(frozen=True)
class LineageView(ChapterView):
    """One study as this chapter sees it."""
