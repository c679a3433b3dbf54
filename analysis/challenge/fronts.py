"""Pareto fronts over two quantities: who is on them, what a step along them gives and costs, and who rests on whom.

Baselines and submitted systems are compared. A second front of the same two quantities leaves out the systems that the
challenge marks as not following its rules; its names end in `_compliant`. Systems outside the comparison are only
set beside the front.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from analysis.challenge.entrants import Entrant
from analysis.challenge.quantities import QUANTITIES, quantity, source_of
from analysis.challenge.roster import Roster
from analysis.ledger import Entry
from analysis.measures.fronts import dominators, pareto_front
from analysis.rows import Part, or_nan

ON_FRONT, DOMINATED = "on the front", "dominated"
BEYOND, BEHIND = "beyond the front", "behind the front"
FRONTS: Mapping[str, tuple[str, str]] = {"wer": ("eer", "wer"), "uar": ("eer", "uar")}
"""The fronts of privacy and utility: the name in keys, and the two quantities, the one to walk along first."""

_SPLIT = "test"


@dataclass(frozen=True)
class _Front:
    """One front: its words in keys, its two quantities, who is compared, and their values."""

    roster: Roster
    head: str
    name: str
    quantities: tuple[str, str]
    members: tuple[Entrant, ...]

    @property
    def larger(self) -> tuple[bool, bool]:
        first, second = (QUANTITIES[name].larger_is_better for name in self.quantities)
        return bool(first), bool(second)

    @property
    def source(self) -> str:
        return "; ".join((*(source_of(name, _SPLIT) for name in self.quantities), "systems.csv, role, compliant"))

    @property
    def words(self) -> str:
        return " and ".join(QUANTITIES[name].words for name in self.quantities)

    def values(self, entrants: Sequence[Entrant]) -> tuple[list[float], list[float]]:
        """Return the two quantities of some systems; NaN where one is missing."""
        columns = [[quantity(self.roster, one, name, _SPLIT) for one in entrants] for name in self.quantities]
        first, second = ([or_nan(value) for value in column] for column in columns)
        return first, second


def fronts(roster: Roster) -> Part:
    """Who is on the Pareto front of privacy against each utility, with the marked systems and without them."""
    return fronts_of(roster, "front", FRONTS, steps=True)


def fronts_of(roster: Roster, head: str, which: Mapping[str, tuple[str, str]], *, steps: bool = False) -> Part:
    """Return fronts, counts and, if asked for, steps; keys begin with `head`, `which` has each front's quantities.

    Rows: `count/<head>/<name>`, `<head>_step/<name>/<before>/<after>/<quantity>`, and both with `_compliant` after
    `<head>` for the fronts without the marked systems.

    Verdicts: `<head>/<name>/<system>` and `<head>_compliant/<name>/<system>` → `on the front` | `dominated`;
    `<head>_outside/<name>/<system>` → `beyond the front` | `behind the front` for post-evaluation systems.
    """
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    compliant = tuple(entrant for entrant in roster.ranked if entrant.system.compliant)
    for name, quantities in which.items():
        whole = _Front(roster, head, name, quantities, roster.ranked)
        for front in (whole, _Front(roster, f"{head}_compliant", name, quantities, compliant)):
            kept, found = _verdicts(front)
            verdicts |= found
            entries += [_count(front, len(kept), len(found)), *(_steps(front, kept) if steps else [])]
        verdicts |= _outside(whole)
    return Part(entries, verdicts)


def _verdicts(front: _Front) -> tuple[list[Entrant], dict[str, str]]:
    """Return who is on the front, and the verdicts; a system with a missing value has none."""
    first, second = front.values(front.members)
    mask = pareto_front(first, second, larger_is_better=front.larger)
    verdicts = {}
    for entrant, x, y, on_it in zip(front.members, first, second, mask, strict=True):
        if x == x and y == y:  # NaN is not equal to itself
            verdicts[front.roster.rows.key(front.head, front.name, entrant.id)] = ON_FRONT if on_it else DOMINATED
    return [entrant for entrant, on_it in zip(front.members, mask, strict=True) if on_it], verdicts


def _count(front: _Front, on_it: int, compared: int) -> Entry:
    who = "baselines and submitted systems"
    if front.head.endswith("_compliant"):
        who += " not marked as breaking the rules"
    return front.roster.rows.recomputed(
        ("count", front.head, front.name), on_it, "count", front.source,
        f"{who} on the Pareto front of {front.words}, {_SPLIT} split", n=compared,
    )  # fmt: skip


def _steps(front: _Front, kept: Sequence[Entrant]) -> Iterator[Entry]:
    """Yield what each step along the front changes, from the least of the first quantity; equal points make none."""
    first, second = front.values(kept)
    stops = sorted(zip(first, second, kept, strict=True), key=lambda stop: stop[0])
    different = [stop for place, stop in enumerate(stops) if not place or stop[0] != stops[place - 1][0]]
    for before, after in pairwise(different):
        for which, name in enumerate(front.quantities):
            yield front.roster.rows.recomputed(
                (f"{front.head}_step", front.name, before[2].id, after[2].id, name),
                float(Decimal(repr(after[which])) - Decimal(repr(before[which]))), "points", source_of(name, _SPLIT),
                f"{QUANTITIES[name].words}: difference of neighbours on the front",
                decimals=QUANTITIES[name].decimals,
            )  # fmt: skip


def _outside(front: _Front) -> dict[str, str]:
    """Say of systems that came after the evaluation whether a compared system dominates them."""
    later = [entrant for entrant in front.roster.entrants if entrant.system.role == "post-evaluation"]
    verdicts = {}
    for entrant in later:
        first, second = front.values([*front.members, entrant])
        if first[-1] == first[-1] and second[-1] == second[-1]:
            beaten = dominators(first, second, larger_is_better=front.larger)[-1].any()
            verdicts[front.roster.rows.key(f"{front.head}_outside", front.name, entrant.id)] = (
                BEHIND if beaten else BEYOND
            )
    return verdicts
