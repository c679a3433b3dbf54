"""What the chapter about shortcuts that an attacker can take chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.results import Results


@dataclass(frozen=True)
class ShortcutsView:
    """One study as this chapter sees it."""

    results: Results
