"""How far the EER of each system falls from the ignorant attacker to the informed ones: drops and the two-EERs trap.

Published results by attacker hold no trials, so there are no intervals, and the half of the trap's rule that needs them
cannot be checked; the verdict says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from analysis.attacks.panel import INFORMED, Panel, source, split_key
from analysis.ledger import Entry
from analysis.measures.thresholds import TRAP_POINTS
from analysis.rows import Part

TIED = "tied"
UNPUBLISHED = "not published"
IGNORANT = "ignorant"
NO_IGNORANT, NO_INFORMED = "no ignorant EER", "no informed EER"


def falls(panel: Panel) -> Part:
    """Drops on each split, the verdicts of the trap, and under which attacker each EER is highest and lowest."""
    rows = panel.rows
    entries = [
        rows.shipped(
            ("setting", "trap_points"), float(TRAP_POINTS), "percentage points", "defaults",
            "from this drop on, ignorant to lowest informed average EER, a system is warned about",
        )
    ]  # fmt: skip
    verdicts: dict[str, str] = {}
    for split in panel.splits:
        entries += _drops(panel, split)
    checked = 0
    for system in panel.anonymizers:
        drop, attacker = drop_of(panel, system, panel.split)
        if drop is None:
            continue
        checked += 1
        verdicts[rows.key("lowest_informed", system)] = attacker
        if drop >= TRAP_POINTS:
            verdicts[rows.key("trap", system)] = attacker
            verdicts[rows.key("trap_intervals", system)] = UNPUBLISHED
    trapped = sum(rows.key("trap", system) in verdicts for system in panel.anonymizers)
    entries.append(
        rows.recomputed(
            ("count", "trap"), trapped, "count", source("eer"),
            "systems whose ignorant average EER lies that far above the lowest informed one", n=checked,
        )
    )  # fmt: skip
    for kind, choose in (("highest_eer", max), ("lowest_eer", min)):
        chosen = dict(_extremes(panel, choose))
        verdicts |= {rows.key(kind, system): attacker for system, attacker in chosen.items()}
        entries += _counts(panel, kind, list(chosen.values()))
    return Part(entries, verdicts)


def drop_of(panel: Panel, system: str, split: str) -> tuple[Decimal | None, str]:
    """Return by how many points the ignorant average lies above the lowest informed one, and whose that one is."""
    ignorant = panel.of_split("eer", system, IGNORANT, split).value
    informed = {
        attacker: value
        for attacker in INFORMED
        if attacker in panel.attackers and (value := panel.of_split("eer", system, attacker, split).value) is not None
    }
    if ignorant is None or not informed:
        return None, ""
    lowest = min(informed, key=lambda attacker: informed[attacker])
    return Decimal(repr(ignorant)) - Decimal(repr(informed[lowest])), lowest


def _drops(panel: Panel, split: str) -> Iterator[Entry]:
    if IGNORANT not in panel.attackers or len(panel.attackers) < 2:
        return
    for system in panel.anonymizers:
        drop, _ = drop_of(panel, system, split)
        known = panel.of_split("eer", system, IGNORANT, split).value is not None
        yield panel.rows.recomputed(
            ("drop", "eer", system, split_key(split)), None if drop is None else float(drop), "points", source("eer"),
            "ignorant average EER minus the lowest informed one", decimals=1,
            missing=NO_INFORMED if known else NO_IGNORANT,
        )  # fmt: skip


def _extremes(panel: Panel, choose) -> Iterator[tuple[str, str]]:  # type: ignore[no-untyped-def]
    """Give for each system with EERs under two attackers the one with its extreme EER on the headline split."""
    for system in panel.anonymizers:
        values = {a: panel.of_split("eer", system, a, panel.split).value for a in panel.attackers}
        known = {attacker: value for attacker, value in values.items() if value is not None}
        if len(known) > 1:
            found = [attacker for attacker, value in known.items() if value == choose(known.values())]
            yield system, found[0] if len(found) == 1 else TIED


def _counts(panel: Panel, kind: str, chosen: list[str]) -> Iterator[Entry]:
    if not chosen:
        return
    word = kind.partition("_")[0]
    for name in (*panel.attackers, TIED):
        yield panel.rows.recomputed(
            ("count", kind, name), chosen.count(name), "count", source("eer"),
            f"systems whose {word} average EER is that of two attackers at once" if name == TIED
            else f"systems whose average EER is {word} under the {name.replace('_', '-')} attacker",
            n=len(chosen),
        )  # fmt: skip
