"""The systems on which stronger attackers were tried after the challenge."""

from __future__ import annotations

from analysis.challenge.roster import Roster
from analysis.rows import Part

ATTACKED = "attacked again"


def attacked(roster: Roster) -> Part:
    """Say which systems with results were attacked again, and how many they are."""
    names = [e.id for e in roster.entrants if e.cells and roster.challenge.system(e.id).attacked]
    verdicts = {roster.rows.key("attacked", name): ATTACKED for name in names}
    number = roster.rows.recomputed(
        ("count", "attacked"), len(names), "count", "systems.csv, attacked; results.csv, system",
        "rows of the results table on which stronger attackers were tried later",
    )  # fmt: skip
    return Part([number], verdicts)
