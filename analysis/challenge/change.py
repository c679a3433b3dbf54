"""Relative change of EER, UAR and WER against the original, and the three fronts over the changes.

A change is signed, 100 · (x − original) / original in percent: below zero where the value is smaller than that of the
original. The challenge's own report prints sizes without a sign.
"""

from __future__ import annotations

from itertools import product

from analysis.challenge.entrants import SPLITS
from analysis.challenge.fronts import fronts_of
from analysis.challenge.quantities import QUANTITIES, quantity, source_of, why_missing
from analysis.challenge.roster import Roster
from analysis.ledger import Entry, key
from analysis.measures.ranking import ranks
from analysis.rows import Part

CHANGES = ("change_eer", "change_uar", "change_wer")
FRONTS = {
    "eer_uar": ("change_eer", "change_uar"),
    "eer_wer": ("change_eer", "change_wer"),
    "uar_wer": ("change_uar", "change_wer"),
}
"""The fronts over changes: two of privacy against a utility, one of both utilities."""

WORSE = "worse than the original"


def change(roster: Roster) -> Part:
    """Return the changes of every system on both splits, who changes least, and the fronts over changes.

    Rows: `change_eer/<system>/<split>`, `change_uar/...`, `change_wer/...`; `count/<change>/worse`, how many ranked
    systems are worse than the original on the test split; those of `fronts_of` under `front_change`.

    Verdicts: `leader_change/<change>` → the ids of the best, joined; `change_worse/<change>/<system>` → `worse than
    the original`; the fronts.
    """
    rows = roster.rows
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for entrant, name, split in product(roster.entrants, CHANGES, SPLITS):
        if entrant.cells:
            entries.append(
                rows.recomputed(
                    (name, entrant.id, split), quantity(roster, entrant, name, split), "percent",
                    source_of(name, split), "100 · (value − original) / original, with its sign",
                    decimals=QUANTITIES[name].decimals, missing=why_missing(roster, entrant, name, split),
                )
            )  # fmt: skip
    for name in CHANGES:
        found = _against_the_original(roster, name)
        entries += found.entries
        verdicts |= found.verdicts
    if verdicts:  # without one change there is no front
        over_changes = fronts_of(roster, "front_change", FRONTS)
        entries += over_changes.entries
        verdicts |= over_changes.verdicts
    return Part(entries, verdicts)


def _against_the_original(roster: Roster, name: str) -> Part:
    """Who is best in a change, and who is worse than the original in it; nothing where no change is known."""
    about, rows = QUANTITIES[name], roster.rows
    larger = bool(about.larger_is_better)
    known = {entrant.id: quantity(roster, entrant, name) for entrant in roster.ranked}
    values = {system: value for system, value in known.items() if value is not None}
    if not values:
        return Part([])
    places = ranks(list(values.values()), larger)
    best = [system for system, place in zip(values, places, strict=True) if place == 1]
    worse = [system for system, value in values.items() if (value < 0 if larger else value > 0)]
    count = rows.recomputed(
        ("count", name, "worse"), len(worse), "count", f"{source_of(name)}; systems.csv, role",
        f"baselines and submitted systems whose {about.words} is for the worse, test split", n=len(values),
    )  # fmt: skip
    verdicts = {rows.key("leader_change", name): key(*best)}
    return Part([count], verdicts | {rows.key("change_worse", name, system): WORSE for system in worse})
