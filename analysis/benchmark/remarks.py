"""What a reader must know about the data: the study's findings, and what only the numbers show."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.benchmark.privacy import Privacy
from analysis.benchmark.workbench import Workbench
from analysis.measures import too_few_speakers
from analysis.results import Remark


def remarks(bench: Workbench, attacks: Privacy) -> tuple[Remark, ...]:
    """Return each remark once, warnings first."""
    found = dict.fromkeys(_all(bench, attacks))
    return tuple(sorted(found, key=lambda remark: remark.severity != "warning"))


def _all(bench: Workbench, attacks: Privacy) -> Iterator[Remark]:
    benchmark = bench.benchmark
    too_few = too_few_speakers(len(benchmark.speakers))
    if too_few:
        yield Remark("warning", "There are too few speakers to resample: the intervals say little.")
    labels = {system.id: system.label for system in benchmark.systems}
    for system, attacker in attacks.inverted:
        yield Remark(
            "warning",
            f"{labels[system]}, {attacker.replace('_', '-')} attacker: on some trial list targets mostly score below "
            "non-targets. Are the scores inverted?",
        )
    for (system, attacker), ties in attacks.ties.items():
        if ties.high:
            yield Remark(
                "warning",
                f"{labels[system]}, {attacker.replace('_', '-')} attacker: most trials share their score with another "
                "one. Were the scores rounded, or the embeddings reduced to signs?",
            )
    for finding in benchmark.findings:
        if too_few and finding.code == "few-speakers":  # said more strongly above
            continue
        if finding.remark:
            yield Remark("warning" if finding.severity == "warning" else "note", finding.remark)
