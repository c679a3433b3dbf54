"""Who took part: the teams, how many systems each described, and the resources of the systems."""

from __future__ import annotations

from analysis.challenge.roster import Roster
from analysis.rows import Part
from analysis.study.protocol import Team

OUTSIDE = ("original", "baseline")


def teams(roster: Roster) -> Part:
    """Count the systems of each team, in the order of `teams.csv`, then of `systems.csv`; nothing without teams."""
    challenge, rows = roster.challenge, roster.rows
    listed = {team.id: team for team in challenge.protocol.teams}
    listed |= {name: Team(name, name) for name in (system.team for system in challenge.systems)
               if name and name not in listed}  # fmt: skip
    words = {
        "systems": tuple(
            {"system": system.id, "team": system.team, "training": system.training} for system in challenge.systems
        )
    }
    told = [system for system in challenge.systems if system.training or system.parameters]
    entries = [
        rows.recomputed(
            ("protocol", "resources"), len(told), "count", "systems.csv, training, parameters",
            "systems whose resources or design parameters are listed",
        )
    ] if told else []  # fmt: skip
    if not listed:
        return Part(entries, words=words)
    source = "teams.csv, team; systems.csv, team"
    entries.append(rows.recomputed(("protocol", "teams"), len(listed), "count", source, "teams that took part"))
    if countries := {country for team in listed.values() for country in team.countries}:
        entries.append(
            rows.recomputed(
                ("protocol", "countries"), len(countries), "count", "teams.csv, countries", "countries of the teams"
            )
        )
    for team in listed:
        own = [system for system in challenge.systems if system.team == team and system.role not in OUTSIDE]
        described = [system for system in own if system.role == "submitted"]
        for name, number, method in (
            ("described", len(described), "submitted systems that are described"),
            ("printed", sum(s.has_results for s in described), "submitted systems with a row of results"),
            ("later", sum(s.role == "post-evaluation" for s in own), "post-evaluation systems"),
            ("noncompliant", sum(s.compliant is False for s in described),
             "submitted systems that are marked as not following the rules"),
        ):  # fmt: skip
            source = "systems.csv, team, role" + {
                "printed": "; results.csv, system",
                "noncompliant": ", compliant",
            }.get(name, "")
            entries.append(rows.recomputed(("protocol", "team_systems", team, name), number, "count", source, method))
    for name, method in (
        ("described", "submitted systems that are described"),
        ("printed", "submitted systems with a row of results"),
    ):
        submitted = [s for s in challenge.systems if s.role == "submitted" and (s.has_results or name == "described")]
        entries.append(
            rows.recomputed(
                ("protocol", "submitted", name),
                len(submitted),
                "count",
                "systems.csv, role; results.csv, system",
                method,
            )
        )
    words["teams"] = tuple(
        {
            "team": team.id,
            "name": "" if team.name == team.id else team.name,
            "affiliations": "; ".join(team.affiliations),
            "countries": ", ".join(team.countries),
            "reference": team.reference,
        }
        for team in listed.values()
    )  # fmt: skip
    return Part(entries, words=words)
