"""What follows from the numbers, as words: fronts, best trade, rates beyond the reference.

Each is a verdict under a key of its own; sentences are chosen by them. A number that a sentence needs beside them, such
as how many systems a front has, is a ledger row.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy

from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry, Ledger
from analysis.measures import knee, pareto_front

ON_FRONT, DOMINATED = "on the front", "dominated"
BEYOND_REFERENCE = 100.0


@dataclass
class Facts:
    """Verdicts by key, and the ledger rows that belong to them."""

    verdicts: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)


def facts(bench: Workbench, ledger: Ledger) -> Facts:
    """Derive everything that is chosen, not measured, from the ledger's EERs and error rates."""
    found = Facts()
    fronts = {attacker: _front(bench, ledger, attacker, found) for attacker in ATTACKERS}
    _best_trade(bench, ledger, fronts, found)
    for system in bench.benchmark.systems:
        rate = ledger.value(bench.key("cer", system.id, "all"))
        if rate is not None and rate > BEYOND_REFERENCE:
            found.verdicts[bench.key("beyond_reference", system.id)] = "more errors than reference signs"
    return found


def _eer(bench: Workbench, ledger: Ledger, system: str, attacker: str) -> Entry | None:
    entry = ledger.get(bench.key("eer", system, attacker, bench.headline))
    return entry if entry is not None and entry.value is not None else None


def _front(bench: Workbench, ledger: Ledger, attacker: str, found: Facts) -> dict[str, str]:
    """Return system → verdict for the systems that have both an EER under this attacker and an error rate."""
    places = []
    for system in bench.benchmark.systems:
        eer = _eer(bench, ledger, system.id, attacker)
        rate = ledger.value(bench.key("cer", system.id, "all"))
        if eer is not None and rate is not None:
            places.append((system.id, eer.value, rate))
    if len(places) < 2:
        return {}
    x, y = numpy.array([place[1] for place in places], float), numpy.array([place[2] for place in places], float)
    mask = pareto_front(x, y)
    verdicts = {name: ON_FRONT if kept else DOMINATED for (name, _, _), kept in zip(places, mask, strict=True)}
    for name, verdict in verdicts.items():
        found.verdicts[bench.key("front", attacker, name)] = verdict
    bend = knee(x, y, mask)
    if bend is not None:
        found.verdicts[bench.key("knee", attacker)] = places[bend][0]
    found.entries.append(
        bench.recomputed(
            ("count", "front", attacker),
            int(mask.sum()),
            "count",
            0,
            "EER and error rate of every system",
            "systems on the Pareto front",
            n=len(places),
        )
    )
    return verdicts


def _best_trade(bench: Workbench, ledger: Ledger, fronts: dict[str, dict[str, str]], found: Facts) -> None:
    """On the front under every attacker it was measured with, semi-informed among them; the highest such EER.

    The unprotected reference stands on every front and trades nothing; it is never the answer.
    """
    candidates = []
    for system in bench.benchmark.systems:
        if system.id == bench.benchmark.reference:
            continue
        standing = [fronts[attacker][system.id] for attacker in ATTACKERS if system.id in fronts[attacker]]
        semi = _eer(bench, ledger, system.id, "semi_informed")
        if system.id in fronts["semi_informed"] and set(standing) == {ON_FRONT} and semi is not None:
            candidates.append((semi.value or 0.0, system.id))
    if candidates:
        highest = max(value for value, _ in candidates)
        best = [name for value, name in candidates if value == highest]
        if len(best) == 1:
            found.verdicts[bench.key("best_trade")] = best[0]
