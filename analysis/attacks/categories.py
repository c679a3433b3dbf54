"""Privacy categories: the minimum average EERs that each system reaches against the semi-informed attacker."""

from __future__ import annotations

from analysis.attacks.panel import Panel, source, split_key
from analysis.measures.thresholds import CATEGORIES
from analysis.rows import Part

ATTACKER = "semi_informed"
NONE = "none"


def categories(panel: Panel) -> Part:
    """The categories, who reaches them on each split, and the highest that each system reaches."""
    if ATTACKER not in panel.attackers:
        return Part([])
    rows = panel.rows
    entries = [
        rows.shipped(
            ("setting", f"category_{minimum}"), minimum, "percent", "defaults",
            "minimum average EER of a privacy category, semi-informed attacker",
        )
        for minimum in CATEGORIES
    ]  # fmt: skip
    verdicts: dict[str, str] = {}
    for split in panel.splits:
        averages = dict(zip(panel.anonymizers, panel.averages("eer", ATTACKER, split), strict=True))
        known = {system: value for system, value in averages.items() if value is not None}
        for minimum in CATEGORIES:
            entries.append(
                rows.recomputed(
                    ("count", f"eer_{minimum}", split_key(split)), sum(value >= minimum for value in known.values()),
                    "count", source("eer"), "systems that reach the category", n=len(known),
                )
            )  # fmt: skip
        for system, value in known.items():
            reached = [f"eer_{minimum}" for minimum in CATEGORIES if value >= minimum]
            verdicts[rows.key("category", system, split_key(split))] = reached[-1] if reached else NONE
    return Part(entries, verdicts)
