"""The same families of systems in this study and in another one, and why their columns cannot be compared."""

from __future__ import annotations

from analysis.challenge.roster import Part, Roster


def bridge(roster: Roster) -> Part:
    """The same families of systems in this study and in another one, and why their columns cannot be compared."""
    return Part([])
