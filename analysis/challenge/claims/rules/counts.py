"""Rules that count: systems, teams, systems with a lower value on the test split."""

from __future__ import annotations

from analysis.challenge.claims.answer import Answer, Unanswerable
from analysis.challenge.claims.arguments import AMONG, METRIC, SPLIT
from analysis.challenge.claims.rules.rule import rule
from analysis.challenge.claims.selection import Selection, joined
from analysis.challenge.quantities import QUANTITIES, quantity, source_of
from analysis.challenge.roster import Roster

ROWS = "results.csv, system"


@rule("number", among=AMONG, split=SPLIT)
def count(roster: Roster, *, among: Selection, split: str) -> Answer:
    """How many systems with results there are."""
    return Answer(
        joined(ROWS, among.source(split)), f"number of {among.words}, {split} split",
        (float(len(among.pick(roster, split))),),
    )  # fmt: skip


@rule("number", among=AMONG, split=SPLIT)
def teams(roster: Roster, *, among: Selection, split: str) -> Answer:
    """How many teams the systems with results come from."""
    named = {roster.challenge.system(entrant.id).team for entrant in among.pick(roster, split)} - {""}
    if not named:
        raise Unanswerable("no team is named")
    return Answer(
        joined("systems.csv, team", ROWS, among.source(split)), f"number of teams of {among.words}, {split} split",
        (float(len(named)),),
    )  # fmt: skip


@rule("number", among=AMONG, split=SPLIT)
def countries(roster: Roster, *, among: Selection, split: str) -> Answer:
    """How many countries the teams of the systems with results come from."""
    teams_here = {roster.challenge.system(entrant.id).team for entrant in among.pick(roster, split)}
    named = {name for team in roster.challenge.protocol.teams if team.id in teams_here for name in team.countries}
    if not named:
        raise Unanswerable("no country of a team is named")
    return Answer(
        joined("teams.csv, countries", "systems.csv, team", ROWS, among.source(split)),
        f"number of countries of the teams of {among.words}, {split} split", (float(len(named)),),
    )  # fmt: skip


@rule("share", metric=METRIC, among=AMONG)
def lower_on_test(roster: Roster, *, metric: str, among: Selection) -> Answer:
    """How many systems have a lower value on the test split than on the development split."""
    pairs = [
        (before, after)
        for entrant in among.pick(roster, "test")
        if (before := quantity(roster, entrant, metric, "dev")) is not None
        and (after := quantity(roster, entrant, metric, "test")) is not None
    ]
    if not pairs:
        raise Unanswerable(f"no such system has a value of {QUANTITIES[metric].words} on both splits")
    return Answer(
        joined(source_of(metric, "dev"), source_of(metric, "test"), among.source("test")),
        f"number of {among.words} whose {QUANTITIES[metric].words} is lower on the test split",
        (float(sum(after < before for before, after in pairs)),), n=len(pairs),
    )  # fmt: skip
