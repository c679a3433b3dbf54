"""Development against test: how much ranks, privacy categories and values move between the two.

Every system that was ranked is here; nobody was drawn from a larger crowd, and the tables hold no spread of a value
over speakers. Kendall's tau therefore describes these systems and has no interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import fsum, isnan

from analysis.challenge.categories import category_name
from analysis.challenge.entrants import HALVES, SPLITS, Entrant
from analysis.challenge.quantities import QUANTITIES, quantity, source_of, why_missing
from analysis.challenge.roster import Roster
from analysis.ledger import Entry, key
from analysis.measures.rank_agreement import kendall_tau, turned_pairs
from analysis.measures.ranking import ranks
from analysis.measures.thresholds import CATEGORIES
from analysis.rows import Part

SPLIT_METRICS = ("eer", "uar", "wer", "mfdr")

TOO_FEW = "fewer than two systems have both splits"
TIED = "all systems are tied on a split"

BETTER = "better on test for most"
WORSE = "worse on test for most"
NEITHER = "neither for most"
_WAYS = {"higher": "a higher", "lower": "a lower", "same": "the same"}


@dataclass(frozen=True)
class _Moves:
    """One quantity on both splits: of the systems that have both, the values and the ranks among each other."""

    name: str
    systems: tuple[Entrant, ...]
    values: tuple[tuple[float, float], ...]
    places: tuple[tuple[int, int], ...]

    @property
    def moves(self) -> list[int]:
        """Return by how many ranks each system stands better on test."""
        return [first - second for first, second in self.places]

    @property
    def differences(self) -> list[float]:
        """Return test minus development, exact in the decimals of the values."""
        return [float(Decimal(repr(test)) - Decimal(repr(dev))) for dev, test in self.values]


def splits(roster: Roster) -> Part:
    """Development against test: ranks, tau, moves, differences and changes of the privacy category.

    What no system has on both splits is left out.
    """
    parts = [_of_metric(roster, name) for name in SPLIT_METRICS] + [_category_changes(roster)]
    return Part(
        [entry for part in parts for entry in part.entries],
        {name: words for part in parts for name, words in part.verdicts.items()},
    )


def _moves(roster: Roster, name: str) -> _Moves:
    found = [(e, *(quantity(roster, e, name, split) for split in SPLITS)) for e in roster.ranked]
    both = [(e, dev, test) for e, dev, test in found if dev is not None and test is not None]
    larger = bool(QUANTITIES[name].larger_is_better)
    places = [ranks([row[side] for row in both], larger).tolist() for side in (1, 2)]
    return _Moves(
        name, tuple(e for e, _, _ in both), tuple((dev, test) for _, dev, test in both),
        tuple(zip(*places, strict=True)),
    )  # fmt: skip


def _of_metric(roster: Roster, name: str) -> Part:
    rows, about = roster.rows, QUANTITIES[name]
    moves = _moves(roster, name)
    if not moves.systems:
        return Part([])
    n, source = len(moves.systems), "; ".join(source_of(name, split) for split in SPLITS) + "; systems.csv, role"
    order = "largest" if about.larger_is_better else "smallest"
    entries = _ranks_of_systems(roster, moves, order)
    tau = kendall_tau(*_columns(moves))[0]
    entries.append(
        rows.recomputed(
            ("tau", name), None if isnan(tau) else tau, "correlation", source,
            f"Kendall's tau-b between development and test of the {about.words} of baselines and submitted systems; "
            "of these systems, so without an interval",
            decimals=2, n=n, missing=TOO_FEW if n < 2 else TIED,
        )
    )  # fmt: skip
    turned, pairs = turned_pairs(*_columns(moves))
    for parts, number, method, counted in (
        (("pairs", name), pairs, "pairs of systems that have both splits", None),
        (("pairs_turned", name), turned, "pairs of systems that stand in the other order on test", pairs),
        (("unmoved", name), moves.moves.count(0), "systems with the same rank on both splits", n),
    ):
        entries.append(rows.recomputed(("count", *parts), number, "count", source, method, n=counted))
    sizes = [abs(move) for move in moves.moves]
    for measure, value, method, decimals in (
        ("rank_move_mean", fsum(sizes) / n, "mean of the absolute moves of rank", 1),
        ("rank_move_max", max(sizes), "largest absolute move of rank", 0),
    ):
        entries.append(rows.recomputed((measure, name), value, "rank", source, method, decimals=decimals, n=n))
    differences = moves.differences
    entries.append(
        rows.recomputed(
            ("split_difference", name), fsum(differences) / n, "points", source,
            "mean over systems of test minus development", decimals=2, n=n,
        )
    )  # fmt: skip
    sign = 1 if about.larger_is_better else -1
    better, worse = (sum(sign * way * d > 0 for d in differences) for way in (1, -1))
    for way, number in (("better", better), ("worse", worse), ("equal", n - better - worse)):
        words = "equal on both splits" if way == "equal" else f"{way} on test than on development"
        entries.append(
            rows.recomputed(("count", f"split_{way}", name), number, "count", source,
                            f"systems whose {about.words} is {words}", n=n)
        )  # fmt: skip
    said = BETTER if 2 * better > n else WORSE if 2 * worse > n else NEITHER
    verdicts = {rows.key("split_direction", name): said}
    if max(sizes):
        largest = [e.id for e, size in zip(moves.systems, sizes, strict=True) if size == max(sizes)]
        verdicts[rows.key("rank_move_max", name)] = key(*largest)
    return Part(entries, verdicts)


def _columns(moves: _Moves) -> tuple[Sequence[float], Sequence[float]]:
    return [dev for dev, _ in moves.values], [test for _, test in moves.values]


def _ranks_of_systems(roster: Roster, moves: _Moves, order: str) -> list[Entry]:
    """Return each system's ranks on both splits, and its move, among those that have both."""
    rows, name, n = roster.rows, moves.name, len(moves.systems)
    places = {e.id: pair for e, pair in zip(moves.systems, moves.places, strict=True)}
    entries = []
    for entrant in roster.ranked:
        reason = next((why for split in SPLITS if (why := why_missing(roster, entrant, name, split))), "")
        pair = places.get(entrant.id)
        for side, split in enumerate(SPLITS):
            entries.append(
                rows.recomputed(
                    ("rank_split", name, entrant.id, split), pair[side] if pair else None, "rank",
                    f"{source_of(name, split)}; systems.csv, role",
                    f"rank by {QUANTITIES[name].words}, {order} first, ties equal; baselines and submitted systems "
                    "that have it on both splits",
                    n=n, missing=reason,
                )
            )  # fmt: skip
        entries.append(
            rows.recomputed(
                ("rank_move", name, entrant.id), pair[0] - pair[1] if pair else None, "rank",
                "; ".join(source_of(name, split) for split in SPLITS) + "; systems.csv, role",
                "rank on development minus rank on test: above zero where the system stands better on test",
                n=n, missing=reason,
            )
        )  # fmt: skip
    return entries


def _category_changes(roster: Roster) -> Part:
    """Return who reaches another privacy category on test than on development."""
    rows = roster.rows
    source = (
        f"results.csv, {', '.join(f'{split}_eer_{half}' for split in SPLITS for half in HALVES)}; systems.csv, role"
    )
    verdicts: dict[str, str] = {}
    ways: list[str] = []
    for entrant in roster.ranked:
        if any(entrant.average(split) is None for split in SPLITS):
            continue
        dev, test = (sum(entrant.reaches(minimum, split) for minimum in CATEGORIES) for split in SPLITS)
        verdicts[rows.key("category_dev", entrant.id)] = category_name(CATEGORIES[dev - 1]) if dev else "none"
        ways.append("same" if dev == test else "higher" if test > dev else "lower")
        verdicts[rows.key("category_move", entrant.id)] = ways[-1]
    if not ways:
        return Part([])
    entries = [
        rows.recomputed(
            ("count", "category_move", way), ways.count(way), "count", source,
            f"baselines and submitted systems that reach {words} privacy category on test than on development"
            if way != "same" else "baselines and submitted systems that reach the same privacy category on both splits",
            n=len(ways),
        )
        for way, words in _WAYS.items()
    ]  # fmt: skip
    entries.append(
        rows.recomputed(
            ("count", "category_move", "changed"), len(ways) - ways.count("same"), "count", source,
            "baselines and submitted systems whose privacy category differs between development and test", n=len(ways),
        )
    )  # fmt: skip
    return Part(entries, verdicts)
