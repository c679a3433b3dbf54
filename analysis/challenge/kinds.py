"""Systems by kind: ranges and best members."""

from __future__ import annotations

from analysis.challenge.roster import Part, Roster


def kinds(roster: Roster) -> Part:
    """Systems by kind: ranges and best members."""
    return Part([])
