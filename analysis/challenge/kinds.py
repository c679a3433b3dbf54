"""Systems by kind: how many there are, ranges and best members; submitted systems and baselines apart.

No test compares kinds: a challenge's systems are whoever took part, no sample of their kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from statistics import median

from analysis.challenge.categories import category_name
from analysis.challenge.entrants import RANKED_ROLES, SPLITS, Entrant
from analysis.challenge.quantities import METRICS, QUANTITIES, quantity, source_of, why_missing
from analysis.challenge.roster import Roster
from analysis.ledger import Entry, key
from analysis.measures.thresholds import CATEGORIES
from analysis.rows import Part

NO_MEMBER = "no member has a value"
LISTS = ("", "_compliant")


def kinds(roster: Roster) -> Part:
    """Systems by kind: ranges and best members.

    A kind is the word of the column `family`; who has none stands in no kind. Counts and the highest category come
    from the test split.
    """
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    groups = _groups(roster)
    for (family, role), members in groups.items():
        place = ("kinds", family, role)
        entries += _counts(roster, place, members)
        reached = [minimum for minimum in CATEGORIES if any(member.reaches(minimum) for member in members)]
        verdicts[roster.rows.key("kinds_category", *place[1:])] = category_name(reached[-1]) if reached else "none"
        for metric, split in product(METRICS, SPLITS):
            entries += _range(roster, place, members, metric, split)
            verdicts |= _best(roster, place, members, metric, split)
    for role, metric in product(RANKED_ROLES, METRICS):
        verdicts |= _leading_kinds(roster, groups, role, metric)
    if groups:
        entries.append(
            roster.rows.recomputed(
                ("count", "kinds"), len({family for family, _ in groups}), "count", "systems.csv, family",
                "kinds that have a baseline or a submitted system with results",
            )
        )  # fmt: skip
    return Part(entries, verdicts)


def _groups(roster: Roster) -> dict[tuple[str, str], list[Entrant]]:
    """Return (family, role) → members with results, for baselines and submitted systems."""
    groups: dict[tuple[str, str], list[Entrant]] = {}
    for entrant in roster.ranked:
        if entrant.system.family:
            groups.setdefault((entrant.system.family, entrant.system.role), []).append(entrant)
    return groups


def _counts(roster: Roster, place: Sequence[str], members: Sequence[Entrant]) -> Iterator[Entry]:
    role, source = place[-1], "systems.csv, family, role; results.csv, system"
    numbers = [
        ("members", len(members), source, f"systems of this kind with results, role {role}"),
        (
            "noncompliant", sum(not member.system.compliant for member in members), f"systems.csv, compliant; {source}",
            f"systems of this kind that are marked as not following the rules, role {role}",
        ),
        *(
            (
                category_name(minimum), sum(member.reaches(minimum) for member in members),
                f"{source_of('eer')}; {source}",
                f"systems of this kind that reach an average EER of {minimum} %, test split, role {role}",
            )
            for minimum in CATEGORIES
        ),
    ]  # fmt: skip
    for name, number, rests_on, method in numbers:
        yield roster.rows.recomputed((*place, "count", name), number, "count", rests_on, method)


def _range(
    roster: Roster, place: Sequence[str], members: Sequence[Entrant], metric: str, split: str
) -> Iterator[Entry]:
    known = [Decimal(repr(value)) for value in _values(roster, members, metric, split).values()]
    found: dict[str, Decimal] = {}
    if known:
        found = {"low": min(known), "median": median(known), "high": max(known)}
    missing = NO_MEMBER if len(members) > 1 else next((why_missing(roster, m, metric, split) for m in members), "")
    for name, words in (("low", "smallest"), ("median", "median"), ("high", "largest")):
        value = found.get(name)
        yield roster.rows.recomputed(
            (*place, metric, split, name), None if value is None else float(value), QUANTITIES[metric].unit,
            f"{source_of(metric, split)}; systems.csv, family, role",
            f"{words} {QUANTITIES[metric].words} among the systems of this kind, role {place[-1]}",
            decimals=QUANTITIES[metric].decimals, n=len(known), missing=missing or NO_MEMBER,
        )  # fmt: skip


def _best(roster: Roster, place: Sequence[str], members: Sequence[Entrant], metric: str, split: str) -> dict[str, str]:
    """Name the best member, all of them where they tie, among all and among those that follow the rules."""
    found = {}
    for suffix in LISTS:
        values = _values(roster, [m for m in members if not suffix or m.system.compliant], metric, split)
        if values:
            best = _better(metric)(values.values())
            names = [name for name, value in values.items() if value == best]
            found[roster.rows.key(f"kinds_best{suffix}", *place[1:], metric, split)] = key(*names)
    return found


def _leading_kinds(
    roster: Roster, groups: Mapping[tuple[str, str], Sequence[Entrant]], role: str, metric: str
) -> dict[str, str]:
    """Name the kinds that hold the best value of a role, test split."""
    bests = {}
    for (family, of_role), members in groups.items():
        values = _values(roster, members, metric, "test").values()
        if of_role == role and values:
            bests[family] = _better(metric)(values)
    if len(bests) < 2:
        return {}
    best = _better(metric)(bests.values())
    return {roster.rows.key("kinds_leader", role, metric): key(*(f for f, value in bests.items() if value == best))}


def _better(metric: str):  # type: ignore[no-untyped-def]
    return max if QUANTITIES[metric].larger_is_better else min


def _values(roster: Roster, members: Sequence[Entrant], metric: str, split: str) -> dict[str, float]:
    values = {member.id: quantity(roster, member, metric, split) for member in members}
    return {name: value for name, value in values.items() if value is not None}
