"""Relative change of EER, UAR and WER against the original, and the three fronts over the changes."""

from __future__ import annotations

from analysis.challenge.roster import Part, Roster


def change(roster: Roster) -> Part:
    """Relative change of EER, UAR and WER against the original, and the three fronts over the changes."""
    return Part([])
