"""The order of the systems under each attacker, and what becomes of it under the next: ranks, leads, turned pairs.

Anonymizers are ranked by their average EER, the highest first; ties share a rank. Between two attackers the systems
that have an average under both are compared, and their leads only where whoever leads under one has an average under
the other: a lead that changes since a system is missing says nothing about attackers. These are all systems that there
are and no sample of others, and the table holds no spread of a value over speakers; so Kendall's tau describes them and
has no interval.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isnan

from analysis.attacks.panel import Panel, source, split_key
from analysis.ledger import Entry, key
from analysis.measures.rank_agreement import kendall_tau, turned_pairs
from analysis.measures.ranking import ranks
from analysis.rows import Part, defined, or_nan

SAME, SOME, ALL = "the same order", "some pairs turn", "every pair turns"
STAYS, CHANGES = "the lead stays", "the lead changes"
SAME_LEADERS, OTHER_LEADERS = "the same systems lead", "other systems lead"
NO_AVERAGE = "no average"
TOO_FEW, TIED = "fewer than two systems have both", "all systems are tied under an attacker"


def orders(panel: Panel) -> Part:
    """Ranks under each attacker on each split, and how they compare from attacker to attacker."""
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for split in panel.splits:
        for attacker in panel.attackers:
            entries += _ranks(panel, attacker, split)
            verdicts |= _ends(panel, attacker, split)
        leads: list[str] = []
        for pair in combinations(panel.attackers, 2):
            entries += _agreement(panel, pair, split)
            found = _turns(panel, pair, split)
            leads += [said for name, said in found.items() if name == panel.rows.key("lead", *pair, split_key(split))]
            verdicts |= found
        if leads:
            entries.append(
                panel.rows.recomputed(
                    ("count", "lead_changes", split_key(split)), leads.count(CHANGES), "count", source("eer"),
                    "pairs of attackers under which different systems have the highest average EER, of those whose "
                    "leads can be compared", n=len(leads),
                )
            )  # fmt: skip
        spans, widest = _spans(panel, split)
        entries += spans
        verdicts |= widest
    return Part(entries, verdicts | _between_splits(panel) | dict(_dataset_leaders(panel)))


def places(panel: Panel, attacker: str, split: str) -> list[int]:
    """Return the rank of each anonymizer, in their order; 0 where it has no average."""
    return ranks([or_nan(value) for value in panel.averages("eer", attacker, split)], larger_is_better=True).tolist()


def leaders(panel: Panel, attacker: str, split: str) -> list[str]:
    """Return who has the highest average EER; several where they tie, nobody where all do or only one has one."""
    return _with_rank(panel, places(panel, attacker, split), first=True)


def last_ones(panel: Panel, attacker: str, split: str) -> list[str]:
    """Return who has the lowest average EER; nobody where all are tied."""
    return _with_rank(panel, places(panel, attacker, split), first=False)


def _with_rank(panel: Panel, found: Sequence[int], *, first: bool) -> list[str]:
    known = [place for place in found if place]
    if len(known) < 2 or max(known) == 1:
        return []
    wanted = 1 if first else max(known)
    return [system for system, place in zip(panel.anonymizers, found, strict=True) if place == wanted]


def _ranks(panel: Panel, attacker: str, split: str) -> Iterator[Entry]:
    found = places(panel, attacker, split)
    for system, place in zip(panel.anonymizers, found, strict=True):
        yield panel.rows.recomputed(
            ("rank", "eer", system, attacker, split_key(split)), place or None, "rank", source("eer"),
            f"rank by the average EER of the {attacker.replace('_', '-')} attacker, highest first, ties equal",
            n=sum(map(bool, found)), missing=NO_AVERAGE,
        )  # fmt: skip


def _ends(panel: Panel, attacker: str, split: str) -> dict[str, str]:
    found = {"leader": leaders(panel, attacker, split), "last": last_ones(panel, attacker, split)}
    return {panel.rows.key(name, attacker, split_key(split)): key(*ids) for name, ids in found.items() if ids}


def _both(panel: Panel, pair: tuple[str, str], split: str) -> tuple[list[float], list[float]]:
    first, second = ([or_nan(value) for value in panel.averages("eer", attacker, split)] for attacker in pair)
    return first, second


def _agreement(panel: Panel, pair: tuple[str, str], split: str) -> Iterator[Entry]:
    names = (*pair, split_key(split))
    tau, n = kendall_tau(*_both(panel, pair, split))
    turned, pairs = turned_pairs(*_both(panel, pair, split))
    yield panel.rows.recomputed(
        ("tau", *names), defined(tau), "correlation", source("eer"),
        "Kendall's tau-b between the average EERs under the two attackers; of these systems, so without an interval",
        decimals=2, n=n, missing=TOO_FEW if n < 2 else TIED,
    )  # fmt: skip
    yield panel.rows.recomputed(
        ("count", "pairs_turned", *names), turned, "count", source("eer"),
        "pairs of systems that stand in the other order under the second attacker", n=pairs,
    )  # fmt: skip


def _turns(panel: Panel, pair: tuple[str, str], split: str) -> dict[str, str]:
    """Say whether the order and the lead stay, and who goes from one end to the other."""
    rows, names = panel.rows, (*pair, split_key(split))
    turned, pairs = turned_pairs(*_both(panel, pair, split))
    found: dict[str, str] = {}
    if pairs:
        found[rows.key("order", *names)] = SAME if not turned else ALL if turned == pairs else SOME
    lead = [leaders(panel, attacker, split) for attacker in pair]
    averages = zip(panel.anonymizers, *_both(panel, pair, split), strict=True)
    met = {system for system, x, y in averages if not isnan(x) and not isnan(y)}
    if not all(lead) or not met.issuperset(lead[0] + lead[1]):
        return found
    found[rows.key("lead", *names)] = STAYS if lead[0] == lead[1] else CHANGES
    for before, after in (pair, pair[::-1]):
        fallen = [s for s in leaders(panel, before, split) if s in last_ones(panel, after, split)]
        if fallen:
            found[rows.key("first_to_last", before, after, split_key(split))] = key(*fallen)
    return found


def _spans(panel: Panel, split: str) -> tuple[list[Entry], dict[str, str]]:
    """How far apart the ranks of a system lie under the attackers, and whose lie farthest."""
    by_attacker = [places(panel, attacker, split) for attacker in panel.attackers]
    if len(by_attacker) < 2:
        return [], {}
    entries, spans = [], {}
    for place, system in enumerate(panel.anonymizers):
        found = [row[place] for row in by_attacker]
        span = max(found) - min(found) if all(found) else None
        entries.append(
            panel.rows.recomputed(
                ("rank_span", system, split_key(split)), span, "rank", source("eer"),
                "largest minus smallest rank under the attackers", n=len(found), missing="no rank under some attacker",
            )
        )  # fmt: skip
        if span:
            spans[system] = span
    widest = [system for system, span in spans.items() if span == max(spans.values())]
    return entries, {panel.rows.key("rank_span_max", split_key(split)): key(*widest)} if widest else {}


def _between_splits(panel: Panel) -> dict[str, str]:
    """Say for each attacker whether the same systems lead on both splits."""
    found = {}
    if len(panel.splits) > 1:
        for attacker in panel.attackers:
            here, there = (leaders(panel, attacker, split) for split in panel.splits[:2])
            if here and there:
                found[panel.rows.key("lead_splits", attacker)] = SAME_LEADERS if here == there else OTHER_LEADERS
    return found


def _dataset_leaders(panel: Panel) -> Iterator[tuple[str, str]]:
    """Name for each dataset who has the highest EER under each attacker."""
    for attacker in panel.attackers:
        for dataset in panel.attacks.datasets:
            values = {s: panel.of_dataset("eer", s, attacker, dataset.id).value for s in panel.anonymizers}
            known = {system: value for system, value in values.items() if value is not None}
            if len(set(known.values())) > 1:
                best = [system for system, value in known.items() if value == max(known.values())]
                yield panel.rows.key("leader_dataset", attacker, dataset.id), key(*best)
