"""The three relative changes scaled to one range, their mean, and the order that it gives."""

from __future__ import annotations

from analysis.challenge.roster import Part, Roster


def matrix(roster: Roster) -> Part:
    """The three relative changes scaled to one range, their mean, and the order that it gives."""
    return Part([])
