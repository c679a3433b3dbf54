"""Development against test: how much ranks move between the two."""

from __future__ import annotations

from analysis.challenge.roster import Part, Roster


def splits(roster: Roster) -> Part:
    """Development against test: how much ranks move between the two."""
    return Part([])
