"""The three relative changes scaled to one range, their mean, the order that it gives, and how firm that order is.

Each change is scaled between the worst and the best of the baselines and submitted systems. The reference of a change
cancels out there: EER, UAR and WER themselves would give the same matrix.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from analysis.challenge.change import CHANGES
from analysis.challenge.entrants import Entrant
from analysis.challenge.quantities import QUANTITIES, quantity, source_of, why_missing
from analysis.challenge.roster import Roster
from analysis.ledger import Entry, key
from analysis.measures.scaling import mean_of_ranks, mean_of_scaled, order, rank_ranges, unit_scale
from analysis.rows import Part, defined, or_nan

ALL_EQUAL = "all systems are equal"
CHOICES = ("mean_of_ranks", "privacy_half")
"""Other ways to one number that a reader could have chosen: ranks instead of shares, privacy as half of the mean."""
LEFT_OUT = ("left_out_best", "left_out_worst")
PRIVACY_HALF = (2.0, 1.0, 1.0)
"""Weights of EER, UAR and WER when privacy weighs as much as both utilities together."""

_SOURCE = "; ".join((*(source_of(name) for name in CHANGES), "systems.csv, role"))
_METHODS = {
    "mean_of_ranks": "rank by the mean of the ranks in the three changes, ties at the middle of their places",
    "privacy_half": "rank by a mean in which the EER weighs as much as UAR and WER together, ties equal",
    "left_out_best": "best rank when any one row is left out of the ranges",
    "left_out_worst": "worst rank when any one row is left out of the ranges",
}


def matrix(roster: Roster) -> Part:
    """Return scaled changes, their mean, ranks by it and by other choices; nothing where no change is known.

    Rows: `matrix/<system>/<change>` and `matrix/<system>/mean` (1 best, 0 worst; n: the rows that span the range),
    `matrix_rank/<system>` and `matrix_rank/<system>/<choice>`, choices `mean_of_ranks`, `privacy_half`,
    `left_out_best`, `left_out_worst`; `count/matrix/ranked`; `count/matrix_move/<choice>`, how many systems have
    another rank there, and `matrix_move/<choice>`, by how many places the one that moves most; the same for
    `left_out`, where the places are those between best and worst.

    Verdicts, all of them ids, joined: `matrix_end/<change>/<best|worst>`; `matrix_leader`, `matrix_leader/<choice>`,
    and `matrix_leader/left_out`, who leads when some row is left out; `matrix_move/<choice>`, who moves most.
    """
    members = roster.ranked
    columns = [_column(roster, members, name) for name in CHANGES]
    larger = [bool(QUANTITIES[name].larger_is_better) for name in CHANGES]
    if not members or all(np.isnan(column).all() for column in columns):
        return Part([])
    scaled = [unit_scale(column, way) for column, way in zip(columns, larger, strict=True)]
    means = mean_of_scaled(columns, larger)
    found = Part(_cells(roster, members, scaled, means), _ends(roster, members, columns, larger))
    if np.isnan(means).all():
        return found
    places = {"": order(means)}
    # The choices rank the systems that have a mean, and no others.
    comparable = [np.where(np.isnan(means), nan, column) for column in columns]
    places["mean_of_ranks"] = order(mean_of_ranks(comparable, larger), larger_is_better=False)
    places["privacy_half"] = order(mean_of_scaled(columns, larger, weights=PRIVACY_HALF))
    places |= dict(zip(LEFT_OUT, rank_ranges(columns, larger), strict=True))
    firm = _firmness(roster, members, places)
    return Part(
        [*found.entries, *_ranks(roster, members, places, means), *firm.entries], {**found.verdicts, **firm.verdicts}
    )


def _column(roster: Roster, members: Sequence[Entrant], name: str) -> NDArray[np.float64]:
    values = [quantity(roster, entrant, name) for entrant in members]
    return np.array([or_nan(value) for value in values])


def _cells(
    roster: Roster, members: Sequence[Entrant], scaled: Sequence[NDArray[np.float64]], means: NDArray[np.float64]
) -> list[Entry]:
    entries = []
    for place, entrant in enumerate(members):
        reasons = []
        for name, column in zip(CHANGES, scaled, strict=True):
            reason = why_missing(roster, entrant, name) or (ALL_EQUAL if isnan(column[place]) else "")
            reasons.append(reason)
            source = f"{source_of(name)}; systems.csv, role"
            entries.append(
                roster.rows.recomputed(
                    ("matrix", entrant.id, name), defined(column[place]), "ratio", source,
                    "(x − worst) / (best − worst) over the baselines and submitted systems, test split",
                    decimals=2, n=int((~np.isnan(column)).sum()), missing=reason,
                )
            )  # fmt: skip
        entries.append(
            roster.rows.recomputed(
                ("matrix", entrant.id, "mean"), defined(means[place]), "ratio", _SOURCE,
                "mean of the three scaled changes, test split",
                decimals=3, n=int((~np.isnan(means)).sum()), missing=next(filter(None, reasons), ""),
            )
        )  # fmt: skip
    return entries


def _ranks(
    roster: Roster, members: Sequence[Entrant], places: dict[str, NDArray[np.int64]], means: NDArray[np.float64]
) -> list[Entry]:
    ranked = int((~np.isnan(means)).sum())
    entries = []
    for choice, column in places.items():
        method = _METHODS.get(choice, "rank by the mean of the three scaled changes, largest first, ties equal")
        for entrant, place in zip(members, column, strict=True):
            if place:
                parts = ("matrix_rank", entrant.id, *([choice] if choice else []))
                entries.append(roster.rows.recomputed(parts, int(place), "rank", _SOURCE, method, n=ranked))
    return entries


def _firmness(roster: Roster, members: Sequence[Entrant], places: dict[str, NDArray[np.int64]]) -> Part:
    """Who leads under each choice, how many systems move, and whose rank depends most on a single row."""
    rows, usual = roster.rows, places[""]
    ranked = usual > 0
    best, worst = (places[name] for name in LEFT_OUT)
    moves = {choice: np.abs(usual - places[choice]) for choice in CHOICES} | {"left_out": worst - best}
    entries = [
        rows.recomputed(
            ("count", "matrix", "ranked"), int(ranked.sum()), "count", _SOURCE,
            "systems with a mean of the three scaled changes",
        )
    ]  # fmt: skip
    leaders = {("matrix_leader",): usual == 1, ("matrix_leader", "left_out"): best == 1}
    leaders |= {("matrix_leader", choice): places[choice] == 1 for choice in CHOICES}
    for choice, move in moves.items():
        what = "when any one row is left out of the ranges" if choice == "left_out" else _METHODS[choice]
        for parts, number, method in (
            (("count", "matrix_move", choice), int((move > 0).sum()), "systems whose rank moves"),
            (("matrix_move", choice), int(move.max()), "most places that a system moves"),
        ):
            entries.append(rows.recomputed(parts, number, "count", _SOURCE, f"{method}: {what}", n=int(ranked.sum())))
        if move.max():
            leaders["matrix_move", choice] = move == move.max()
    return Part(entries, {rows.key(*parts): _ids(members, who) for parts, who in leaders.items()})


def _ends(
    roster: Roster, members: Sequence[Entrant], columns: Sequence[NDArray[np.float64]], larger: Sequence[bool]
) -> dict[str, str]:
    """Name the systems at both ends of each range; none where there is no range."""
    verdicts = {}
    for name, column, way in zip(CHANGES, columns, larger, strict=True):
        known = column[~np.isnan(column)]
        if known.size and known.min() < known.max():
            ends = (known.max(), known.min()) if way else (known.min(), known.max())
            for end, value in zip(("best", "worst"), ends, strict=True):
                verdicts[roster.rows.key("matrix_end", name, end)] = _ids(members, column == value)
    return verdicts


def _ids(members: Sequence[Entrant], chosen: NDArray[np.bool_]) -> str:
    return key(*(entrant.id for entrant, one in zip(members, chosen, strict=True) if one))
