"""What the chapter about kinds of system chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.pages.views.chapter import ChapterView


@dataclass(frozen=True)
class KindsView(ChapterView):
    """One study as this chapter sees it."""
