"""Which system builds on which, and what that changed: the difference of a system to each of its parents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product

from analysis.challenge.entrants import RANKED_ROLES, SPLITS, Entrant
from analysis.challenge.quantities import METRICS, QUANTITIES, quantity, source_of, why_missing
from analysis.challenge.roster import Roster
from analysis.ledger import Entry, key
from analysis.rows import Part

BETTER, WORSE, EQUAL = "better", "worse", "equal"
BETWEEN, ABOVE_ALL, BELOW_ALL = "between", "better than all", "worse than all"
_OTHER = {
    "lineage": "the system that it is built on",
    "lineage_chain": "the system at the beginning of its chain",
}

OUTCOMES = {
    "compared": "that can be compared on all three measures",
    "eer_better": "with a higher average EER than the parent",
    "uar_better": "with a higher UAR than the parent",
    "wer_better": "with a lower WER than the parent",
    "all_better": "better than the parent on all three measures",
    "all_worse": "worse than the parent on all three measures",
    "eer_and_utility": "with a higher average EER than the parent and a better UAR, WER or both",
}
"""What is counted among pairs with all three differences whose parents have one role; of one parent, a part of it."""

OUTCOMES_OF_ONE = ("eer_better", "uar_better", "wer_better", "all_better")


def lineage(roster: Roster) -> Part:
    """Which system builds on which, and what that changed.

    Counts take baselines and submitted systems with results, on the test split; post-evaluation systems have their
    differences and stand outside the counts.
    """
    parents = {system.id: system.parents for system in roster.challenge.systems if system.parents}
    pairs = [(child, parent) for child, above in parents.items() for parent in above]
    if not pairs:
        return Part([])
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for child, parent in pairs:
        entries += _differences(roster, "lineage", child, parent)
        verdicts |= _verdicts(roster, child, parent)
    for child, above in parents.items():
        way = _way_up(parents, child)
        if len(way) > 2:
            verdicts[roster.rows.key("lineage_chain", child)] = key(*way)
            entries += _differences(roster, "lineage_chain", child, way[-1])
        if roots := _roots(parents, child):
            verdicts[roster.rows.key("lineage_root", child)] = key(*roots)
        if len(above) > 1:
            verdicts |= _between(roster, child, above)
    return Part([*entries, *_counts(roster, pairs, parents, verdicts)], verdicts)


def difference(roster: Roster, child: Entrant, parent: Entrant, metric: str, split: str) -> float | None:
    """Return child minus parent in points, exact in decimals; None where either value is missing."""
    values = [quantity(roster, entrant, metric, split) for entrant in (child, parent)]
    own, base = (None if value is None else Decimal(repr(value)) for value in values)
    return None if own is None or base is None else float(own - base)


def _differences(roster: Roster, measure: str, child: str, parent: str) -> Iterator[Entry]:
    one, other = roster.entrant(child), roster.entrant(parent)
    for metric, split in product(METRICS, SPLITS):
        about = QUANTITIES[metric]
        why = why_missing(roster, one, metric, split)
        why_not = why_missing(roster, other, metric, split)
        yield roster.rows.recomputed(
            (measure, child, parent, metric, split), difference(roster, one, other, metric, split), "points",
            f"{source_of(metric, split)}; systems.csv, parent",
            f"{about.words} of the system minus that of {_OTHER[measure]}; "
            f"{'higher' if about.larger_is_better else 'lower'} is better",
            decimals=about.decimals, missing=why or (f"parent {why_not}" if why_not else ""),
        )  # fmt: skip


def _verdicts(roster: Roster, child: str, parent: str) -> dict[str, str]:
    found = {}
    for metric, split in product(METRICS, SPLITS):
        change = difference(roster, roster.entrant(child), roster.entrant(parent), metric, split)
        if change is not None:
            better = (change > 0) == QUANTITIES[metric].larger_is_better
            found[roster.rows.key("lineage", child, parent, metric, split)] = (
                EQUAL if change == 0 else BETTER if better else WORSE
            )
    return found


def _between(roster: Roster, child: str, above: Sequence[str]) -> dict[str, str]:
    """Say where a system with several parents lies among them; a value that equals a parent's lies between."""
    found = {}
    for metric, split in product(METRICS, SPLITS):
        own = quantity(roster, roster.entrant(child), metric, split)
        theirs = [quantity(roster, roster.entrant(parent), metric, split) for parent in above]
        known = [value for value in theirs if value is not None]
        if own is None or len(known) < len(theirs):
            continue
        larger = bool(QUANTITIES[metric].larger_is_better)
        words = BETWEEN
        if own > max(known):
            words = ABOVE_ALL if larger else BELOW_ALL
        elif own < min(known):
            words = BELOW_ALL if larger else ABOVE_ALL
        found[roster.rows.key("lineage_between", child, metric, split)] = words
    return found


def _way_up(parents: Mapping[str, Sequence[str]], child: str) -> list[str]:
    """Return the system, its parent, the parent of that and so on, as long as there is exactly one."""
    way = [child]
    while len(above := parents.get(way[-1], ())) == 1 and above[0] not in way:
        way.append(above[0])
    return way


def _roots(parents: Mapping[str, Sequence[str]], child: str) -> list[str]:
    """Return the systems without a parent to which all ways up lead, in the order in which they are met."""
    seen, waiting, roots = {child}, [child], []
    while waiting:
        name = waiting.pop(0)
        above = parents.get(name, ())
        if not above:
            roots.append(name)
        waiting += [parent for parent in above if parent not in seen]
        seen |= set(above)
    return roots


def _counts(
    roster: Roster,
    pairs: Sequence[tuple[str, str]],
    parents: Mapping[str, Sequence[str]],
    verdicts: Mapping[str, str],
) -> Iterator[Entry]:
    rows = roster.rows
    counted = [(child, parent) for child, parent in pairs if roster.entrant(child).ranked]
    role = {entrant.id: entrant.system.role for entrant in roster.entrants}
    source = "systems.csv, parent, role; results.csv, system"
    numbers = [
        (("pairs",), len(counted), "pairs of a baseline or submitted system with results and one that it is built on"),
        (
            ("children",),
            len({child for child, _ in counted}),
            "baselines and submitted systems with results that are built on another",
        ),
        (
            ("several_parents",),
            len({child for child, _ in counted if len(parents[child]) > 1}),
            "baselines and submitted systems with results that are built on several others",
        ),
    ]
    groups = {("on", of_role): [pair for pair in counted if role[pair[1]] == of_role] for of_role in RANKED_ROLES}
    for parent in dict.fromkeys(parent for _, parent in counted):
        groups["by", parent] = [pair for pair in counted if pair[1] == parent]
    for place, members in groups.items():
        by_role = place[0] == "on"
        whom = f"parents of role {place[1]}" if by_role else "the parent that the key names"
        numbers.append(((*place, "pairs"), len(members), f"pairs of a system with results and its parent: {whom}"))
        if by_role:
            numbers.append(((*place, "children"), len({c for c, _ in members}), f"systems that build on {whom}"))
            numbers.append(((*place, "parents"), len({p for _, p in members}), f"{whom} that others build on"))
        said = [[verdicts.get(rows.key("lineage", *pair, m, "test"), "") for m in METRICS] for pair in members]
        if by_role:
            said = [each for each in said if all(each)]
            whom += ", all three differences there"
        for outcome in OUTCOMES if by_role else OUTCOMES_OF_ONE:
            number = sum(_is(outcome, each) for each in said)
            numbers.append(((*place, outcome), number, f"pairs {OUTCOMES[outcome]}, test split: {whom}"))
    for metric in METRICS:
        said = [{verdicts.get(rows.key("lineage", *pair, metric, split), "") for split in SPLITS} for pair in counted]
        method = f"pairs whose {QUANTITIES[metric].words} is better than the parent's on one split, worse on the other"
        numbers.append((("turns", metric), said.count({BETTER, WORSE}), method))
    for place, number, method in numbers:
        yield rows.recomputed(("count", "lineage", *place), number, "count", source, method)


def _is(outcome: str, verdicts: Sequence[str]) -> bool:
    """Say whether a pair counts as this outcome; `verdicts` are those on EER, UAR and WER, empty where one is missing.

    >>> _is("eer_and_utility", ["better", "worse", "better"]), _is("all_better", ["better", "better", "equal"])
    (True, False)
    """
    if outcome == "compared":
        return all(verdicts)
    if outcome.startswith("all_"):
        return all(verdict == outcome.removeprefix("all_") for verdict in verdicts)
    if outcome == "eer_and_utility":
        return verdicts[0] == BETTER and BETTER in verdicts[1:]
    return verdicts[METRICS.index(outcome.removesuffix("_better"))] == BETTER
