"""Rules that count: systems, teams, and what share of systems, of pairs or of quantities something holds for."""

from __future__ import annotations

from itertools import combinations

from analysis.challenge.claims.answer import Answer, Unanswerable
from analysis.challenge.claims.arguments import AMONG, DIRECTED_LIST, DIRECTED_PAIR, METRIC, PERCENT, SELECTION, SPLIT
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


@rule("share", minimum=PERCENT, among=AMONG, split=SPLIT)
def reaching(roster: Roster, *, minimum: float, among: Selection, split: str) -> Answer:
    """How many systems have at least some average EER, in percent."""
    averages = [average for _, average in among.valued(roster, "eer", split)]
    return Answer(
        joined(source_of("eer", split), among.source(split)),
        f"number of {among.words} whose average EER is at least {minimum:g} %, {split} split",
        (float(sum(average >= minimum for average in averages)),), n=len(averages),
    )  # fmt: skip


@rule("share", metrics=DIRECTED_PAIR, among=AMONG, split=SPLIT)
def opposed(roster: Roster, *, metrics: tuple[str, str], among: Selection, split: str) -> Answer:
    """In how many pairs of systems the one with the higher first quantity has the lower second one."""
    first, second = ({e.id: value for e, value in among.valued(roster, name, split)} for name in metrics)
    pairs = list(combinations([name for name in first if name in second], 2))
    if not pairs:
        raise Unanswerable("fewer than two such systems have both values")
    turned = sum((first[a] - first[b]) * (second[a] - second[b]) < 0 for a, b in pairs)
    words = [QUANTITIES[name].words for name in metrics]
    return Answer(
        joined(*(source_of(name, split) for name in metrics), among.source(split)),
        f"pairs of {among.words} in which the higher {words[0]} goes with the lower {words[1]}, {split} split",
        (float(turned),), n=len(pairs),
    )  # fmt: skip


@rule("share", metrics=DIRECTED_LIST, among=SELECTION, than=SELECTION, split=SPLIT)
def leads(roster: Roster, *, metrics: tuple[str, ...], among: Selection, than: Selection, split: str) -> Answer:
    """On how many quantities the best of some systems is better than the best of others."""
    won = 0
    for name in metrics:
        sign = 1 if QUANTITIES[name].larger_is_better else -1
        own, other = (max(sign * value for _, value in side.valued(roster, name, split)) for side in (among, than))
        won += own > other
    words = ", ".join(QUANTITIES[name].words for name in metrics)
    return Answer(
        joined(*(source_of(name, split) for name in metrics), among.source(split), than.source(split)),
        f"number of quantities ({words}) on which the best of {among.words} is better than the best of {than.words}, "
        f"{split} split",
        (float(won),), n=len(metrics),
    )  # fmt: skip
