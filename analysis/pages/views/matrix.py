"""What the chapter about all three measures at once chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.pages.views.chapter import ChapterView


@dataclass(frozen=True)
class MatrixView(ChapterView):
    """One study as this chapter sees it."""
