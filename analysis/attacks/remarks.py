"""What a reader must know about results by attacker, in sentences that the study's files choose."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.attacks.panel import Panel
from analysis.results import Remark

NO_INTERVALS = (
    "Every number here rests on published figures without their trials, so there are no intervals: how much of a "
    "difference between two systems is chance cannot be told."
)


def remarks(panel: Panel) -> tuple[Remark, ...]:
    """Return what holds for every study of this kind, what this one lacks, and what its reader found."""
    found = [Remark(finding.severity, finding.remark) for finding in panel.attacks.findings if finding.remark]
    return (*_standing(panel), *found)


def _standing(panel: Panel) -> Iterator[Remark]:
    yield Remark("warning", NO_INTERVALS)
    if "semi_informed" in panel.attackers:
        yield Remark(
            "warning",
            "The semi-informed attacker is a verifier of one fixed design, trained on speech that the same system "
            "anonymized. A stronger attacker can lower these EERs.",
        )
    else:
        yield Remark(
            "warning",
            "No EER of a semi-informed attacker is here; one who trains on the system's output can lower these EERs.",
        )
    if "ignorant" in panel.attackers and len(panel.attackers) == 1:
        yield Remark(
            "warning",
            "Only an ignorant attacker was tried, which says little about privacy: whoever owns the system knows more.",
        )
