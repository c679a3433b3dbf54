"""EERs above one half: how many there are under each attacker, and whose. They are neither clipped nor turned round."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.attacks.panel import Panel, source
from analysis.ledger import Entry
from analysis.measures.thresholds import CHANCE
from analysis.rows import Part

ABOVE = "above one half"


def above(panel: Panel) -> Part:
    """Counts of printed EERs above one half, and the systems whose average on the headline split is."""
    rows = panel.rows
    entries = [
        rows.shipped(("setting", "chance"), CHANCE, "percent", "defaults", "the EER of an attacker who guesses"),
    ]
    verdicts: dict[str, str] = {}
    for attacker in panel.attackers:
        by_system = {system: list(_cells(panel, system, attacker)) for system in panel.anonymizers}
        entries.append(_count(panel, (attacker,), [value for values in by_system.values() for value in values]))
        for system, values in by_system.items():
            if values:
                entries.append(_count(panel, (attacker, system), values))
        averages = dict(zip(panel.anonymizers, panel.averages("eer", attacker, panel.split), strict=True))
        known = {system: value for system, value in averages.items() if value is not None}
        high = [system for system, value in known.items() if value > CHANCE]
        verdicts |= {rows.key("above_chance", attacker, system): ABOVE for system in high}
        entries.append(
            rows.recomputed(
                ("count", "above_chance_average", attacker), len(high), "count", source("eer"),
                "systems whose average EER is above that of guessing", n=len(known),
            )
        )  # fmt: skip
    return Part(entries, verdicts)


def _cells(panel: Panel, system: str, attacker: str) -> Iterator[float]:
    """Give every printed EER of a system under an attacker."""
    for dataset in panel.attacks.datasets:
        for gender in panel.printed_genders("eer", dataset.id):
            value = panel.cell("eer", system, attacker, dataset.id, gender).value
            if value is not None:
                yield value


def _count(panel: Panel, names: tuple[str, ...], values: list[float]) -> Entry:
    return panel.rows.recomputed(
        ("count", "above_chance", *names), sum(value > CHANCE for value in values), "count", source("eer"),
        "printed EERs above that of guessing", n=len(values),
    )  # fmt: skip
