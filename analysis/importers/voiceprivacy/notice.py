"""Whether the organisers' notice on mixed lists is about these scores, by the days that summaries in the tree tell."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence

from analysis.importers.notices import ADVICE, MIXED_TRIALS
from analysis.importers.summaries import summary_days
from analysis.importers.tree import Tree
from analysis.importers.voiceprivacy.attacks import Attack
from analysis.importers.voiceprivacy.folders import Folder
from analysis.importers.voiceprivacy.names import ListName, bare, longest_end
from analysis.study.findings import Findings, named


def warn_of_notice(
    trees: Sequence[Tree], attacks: Mapping[Attack, Mapping[ListName, Folder]], findings: Findings
) -> None:
    """Warn of systems whose scores on mixed lists were made before the notice, or at a time that nothing tells.

    The day is that of the line `---- Time: … ----` in a system's own summaries; a file's own time changes with each
    copy and is not asked.
    """
    mixed = {
        bare(attack.suffix)
        for attack, by_list in attacks.items()
        if attack.suffix and any(name.gender.startswith("mixed") for name in by_list)
    }
    days = _days(trees, mixed)
    told: dict[str, list[str]] = {}
    for system in sorted(mixed):
        if said := MIXED_TRIALS.said_of(days.get(system, [])):
            told.setdefault(said, []).append(system)
    for said, systems in told.items():
        findings.warning("notice", "sources", f"{named(systems, 20)}: {said}", advice=ADVICE)


def _days(trees: Sequence[Tree], systems: Collection[str]) -> dict[str, list[datetime.date | None]]:
    """Return the days that summaries tell, by the system that they are of."""
    days: dict[str, list[datetime.date | None]] = {}
    for found, of_one in summary_days(trees).items():
        # A summary of one language has that in front of its system's name.
        days.setdefault(longest_end(found, systems), []).extend(of_one)
    return days
