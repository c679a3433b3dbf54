"""How many families of systems a study shares with another one; their numbers are the two studies' own."""

from __future__ import annotations

from analysis.challenge.roster import Roster
from analysis.rows import Part


def bridge(roster: Roster) -> Part:
    """Count the families and the differences that `bridge.toml` lists; nothing where there is no such file."""
    shared = roster.challenge.bridge
    if shared is None or not shared.families:
        return Part([])
    counted = {
        "families": (len(shared.families), "families of systems that both studies have"),
        "differences": (len(shared.differences), "differences between the two protocols that are listed"),
    }
    return Part(
        [
            roster.rows.recomputed(("bridge", name), number, "count", "bridge.toml", method)
            for name, (number, method) in counted.items()
        ]
    )
