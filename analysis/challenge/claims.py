"""The paper's claims, each recomputed by its rule from the study's tables."""

from __future__ import annotations

from analysis.challenge.roster import Part, Roster


def claims(roster: Roster) -> Part:
    """The paper's claims, each recomputed by its rule from the study's tables."""
    return Part([])
