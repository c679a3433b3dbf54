"""EER of female against male speakers: the gap, the modified fairness discrepancy rate, and its band."""

from __future__ import annotations

from analysis.challenge.roster import Part, Roster


def gender(roster: Roster) -> Part:
    """EER of female against male speakers: the gap, the modified fairness discrepancy rate, and its band."""
    return Part([])
