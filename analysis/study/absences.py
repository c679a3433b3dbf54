"""What a benchmark lacks, told once each with a sentence for the reader of the report."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.results import Pair
from analysis.study import demo, leaderboard, settings, transcripts
from analysis.study.benchmark_systems import BenchmarkSystem
from analysis.study.demo import DemoClip
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import meant
from analysis.study.leaderboard import Leaderboard
from analysis.study.transcripts import Transcripts


def note_absences(
    systems: Sequence[BenchmarkSystem],
    texts: Transcripts | None,
    board: Leaderboard | None,
    clips: Sequence[DemoClip],
    pairs: Sequence[Pair],
    findings: Findings,
) -> None:
    """Note what is absent, once each, with a sentence for the reader of the report."""
    here = [system for system in systems if system.embeddings or system.scores]
    if texts is None:
        findings.note(
            "no-transcripts",
            transcripts.FILE,
            "there are no transcripts",
            remark="No transcripts are here, so that no error rate of the content can be recomputed.",
        )
    elif without := [system.id for system in here if not system.transcripts]:
        findings.note(
            "no-transcripts",
            transcripts.FILE,
            f"no column for {named(without, 50)}",
            advice=_other_names(without, [one.id for one in systems if one.transcripts and one not in here]),
            remark=f"No transcripts are here for {_labels(systems, without)}.",
        )
    if not clips:
        findings.note(
            "no-demo-clips",
            demo.FILE,
            "no demo clips are listed",
            remark="No demo clips are listed, so that pitch and duration are missing.",
        )
    elif without := [system.id for system in here if not system.audio]:
        findings.note(
            "no-audio",
            demo.ANONYMIZED,
            f"no clips of {named(without, 50)}",
            remark=f"No demo clips are here for {_labels(systems, without)}.",
        )
    if board is None:
        findings.note(
            "no-leaderboard",
            leaderboard.FILE,
            "there is no leaderboard",
            remark="No published values came with the data, so that nothing can be compared with them.",
        )
    else:
        shipped_only = [system.id for system in systems if not system.has_files]
        if shipped_only:
            findings.note(
                "shipped-only",
                leaderboard.FILE,
                f"{named(shipped_only, 50)} {'has' if len(shipped_only) == 1 else 'have'} published values only",
                advice=meant(shipped_only, [system.id for system in systems if system.has_files])
                or _other_names([one.id for one in systems if one.has_files and not one.leaderboard], shipped_only),
                remark="Some systems have published values only.",
            )
        unlisted = [system.id for system in systems if system.has_files and not system.leaderboard]
        if unlisted:
            findings.note(
                "not-on-leaderboard",
                leaderboard.FILE,
                f"no row for {named(unlisted, 50)}",
                remark=f"The leaderboard has no row for {_labels(systems, unlisted)}.",
            )
    if not pairs:
        findings.note(
            "no-pairs",
            settings.FILE,
            "no comparison is registered",
            advice="add [[pairs]] with b, a and the question",
            remark="No comparison of two systems was registered, so that none is tested.",
        )


def _other_names(missing: Sequence[str], found: Sequence[str]) -> str:
    """Return the advice that a system without a place may be one of another name; empty where there is no such name."""
    if not missing or not found:
        return ""
    return (
        f"where {quoted(found[0])} is the system of the files {quoted(missing[0])}, write {quoted(missing[0])}; "
        f"a name for readers goes into {settings.FILE}, as its label"
    )


def _labels(systems: Sequence[BenchmarkSystem], names: Sequence[str]) -> str:
    return "; ".join(system.label for system in systems if system.id in names)
