"""Privacy categories: who reaches them, and who is ranked where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from analysis.challenge.entrants import RANKED_ROLES, Entrant
from analysis.challenge.roster import Roster
from analysis.ledger import Entry, key, parts
from analysis.measures.ranking import ranks
from analysis.measures.thresholds import CATEGORIES
from analysis.rows import Part, Rows, or_nan

LARGER_IS_BETTER = {"wer": False, "uar": True}
LISTS = ("", "_compliant")

NOBODY_LEAVES = "no system of the category is marked"
STAYS = "the lead stays"
CHANGES = "the lead changes"
NOBODY_LEFT = "nobody is left"


def category_name(minimum: int) -> str:
    """Return the name of a privacy category in keys and columns.

    >>> category_name(10)
    'eer_10'
    """
    return f"eer_{minimum}"


def counts(roster: Roster) -> Part:
    """How many systems there are, by role."""
    rows, entrants = roster.rows, roster.entrants
    listed = [entrant for entrant in entrants if entrant.cells]
    roles = sorted({entrant.system.role for entrant in entrants} | {"original", *RANKED_ROLES, "post-evaluation"})
    table, described = "results.csv, system", "systems.csv, role; results.csv, system"
    numbers = [
        (("systems",), len(listed), table, "rows of the results table"),
        (("without_results",), len(entrants) - len(listed), described, "described systems without a row of results"),
        (("ranked",), sum(entrant.ranked for entrant in entrants), described, "baselines and submitted systems"),
        (
            ("noncompliant",),
            sum(not entrant.system.compliant for entrant in listed),
            "systems.csv, compliant; results.csv, system",
            "rows of the results table that are marked as not following the rules",
        ),
        *(
            ((role.replace("-", "_"),), sum(e.system.role == role for e in listed), described,
             f"rows of the results table, role {role}")
            for role in roles
        ),
    ]  # fmt: skip
    return Part([rows.recomputed(("count", *name), number, "count", source, method)
                 for name, number, source, method in numbers])  # fmt: skip


def categories(roster: Roster) -> Part:
    """The privacy categories: their minimum, their members, ranks, ties and leaders."""
    rows, ranked = roster.rows, roster.ranked
    source = "results.csv, test_eer_female, test_eer_male; systems.csv, role, compliant"
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for minimum in CATEGORIES:
        entries.append(
            rows.shipped(
                ("setting", f"category_{minimum}"), minimum, "percent", "defaults",
                "minimum average EER of a privacy category, test split",
            )
        )  # fmt: skip
    for minimum, suffix in product(CATEGORIES, LISTS):
        name = category_name(minimum) + suffix
        members = [e for e in ranked if e.reaches(minimum) and (not suffix or e.system.compliant)]
        who = "that follow the rules" if suffix else "whether or not they follow the rules"
        for role in RANKED_ROLES:
            number = sum(entrant.system.role == role for entrant in members)
            method = f"systems of role {role} that reach the category, {who}"
            entries.append(rows.recomputed(("count", role, name), number, "count", source, method))
        for metric, larger in LARGER_IS_BETTER.items():
            places = _ranks([or_nan(e.cell(f"test_{metric}").value) for e in members], larger)
            best = "largest" if larger else "smallest"
            for entrant, place in zip(members, places, strict=True):
                entries.append(
                    rows.recomputed(
                        ("rank", metric, entrant.id, name), place, "rank", f"results.csv, test_{metric}; {source}",
                        f"rank by {metric.upper()}, {best} first, ties equal; baselines and submitted systems {who}",
                        n=sum(number is not None for number in places), missing=entrant.missing(f"test_{metric}"),
                    )
                )  # fmt: skip
            verdicts |= _leader(rows, ("leader", metric, name), members, places)
            verdicts |= _ties(rows, ("tie", metric, name), members, places)
    entries += _leads(roster, verdicts, source)
    for suffix in LISTS:
        members = [entrant for entrant in ranked if not suffix or entrant.system.compliant]
        places = _ranks([or_nan(entrant.average("test")) for entrant in members], True)
        verdicts |= _leader(rows, ("leader", f"eer{suffix}"), members, places)
    for entrant in roster.entrants:
        if entrant.average("test") is not None:
            reached = [category_name(minimum) for minimum in CATEGORIES if entrant.reaches(minimum)]
            verdicts[rows.key("category", entrant.id)] = reached[-1] if reached else "none"
    return Part(entries, verdicts | _lead_changes(roster, verdicts))


def _ranks(values: Sequence[float], larger_is_better: bool) -> list[int | None]:
    return [int(place) or None for place in ranks(values, larger_is_better)]


def _leader(
    rows: Rows, names: Sequence[str], members: Sequence[Entrant], places: Sequence[int | None]
) -> dict[str, str]:
    first = [entrant.id for entrant, place in zip(members, places, strict=True) if place == 1]
    return {rows.key(*names): key(*first)} if first else {}


def _ties(rows: Rows, names: Sequence[str], members: Sequence[Entrant], places: Sequence[int | None]) -> dict[str, str]:
    """Return who shares a rank, by the rank."""
    shared: dict[int, list[str]] = {}
    for entrant, place in zip(members, places, strict=True):
        if place is not None:
            shared.setdefault(place, []).append(entrant.id)
    return {rows.key(*names, str(place)): key(*ids) for place, ids in shared.items() if len(ids) > 1}


def _leads(roster: Roster, verdicts: Mapping[str, str], source: str) -> list[Entry]:
    """Count for each system the categories that it leads; a shared lead counts for all who share it."""
    entries = []
    for metric, suffix in product(LARGER_IS_BETTER, LISTS):
        names = [roster.rows.key("leader", metric, category_name(minimum) + suffix) for minimum in CATEGORIES]
        leaders = [parts(verdicts[name]) for name in names if name in verdicts]
        who = "systems that follow the rules" if suffix else "all systems of the category"
        for entrant in roster.ranked:
            number = sum(entrant.id in ids for ids in leaders)
            if number:
                entries.append(
                    roster.rows.recomputed(
                        ("count", f"leads{suffix}", metric, entrant.id), number, "count",
                        f"results.csv, test_{metric}; {source}",
                        f"privacy categories that the system leads by {metric.upper()}, alone or tied, among {who}",
                        n=len(leaders),
                    )
                )  # fmt: skip
    return entries


def _lead_changes(roster: Roster, verdicts: Mapping[str, str]) -> dict[str, str]:
    """Say for each category whether somebody else leads when the marked systems leave."""
    found = {}
    for metric, minimum in product(LARGER_IS_BETTER, CATEGORIES):
        name = category_name(minimum)
        before = verdicts.get(roster.rows.key("leader", metric, name))
        after = verdicts.get(roster.rows.key("leader", metric, f"{name}_compliant"))
        if before is None:
            continue
        marked = any(e.reaches(minimum) and not e.system.compliant for e in roster.ranked)
        said = STAYS if after == before else NOBODY_LEFT if after is None else CHANGES
        found[roster.rows.key("lead_moves", metric, name)] = said if marked else NOBODY_LEAVES
    return found
