"""Which system builds on which, and what that changed."""

from __future__ import annotations

from analysis.challenge.roster import Part, Roster


def lineage(roster: Roster) -> Part:
    """Which system builds on which, and what that changed."""
    return Part([])
