"""Whether the organisers' notice on mixed lists is about these scores, by the days that summaries in the tree tell."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

from analysis.importers.notices import ADVICE, MIXED_TRIALS
from analysis.importers.summary_text import read_sections
from analysis.importers.voiceprivacy.attacks import Attack
from analysis.importers.voiceprivacy.folders import Folder
from analysis.importers.voiceprivacy.names import ListName
from analysis.study.findings import Findings

RANKED = "result_for_rank"
HALVES = ("results_orig.txt", "results_anon.txt")


def warn_of_notice(
    found: Sequence[Folder], attacks: Mapping[Attack, Mapping[ListName, Folder]], findings: Findings
) -> None:
    """Warn where scores on mixed lists were made before the notice, or where nothing tells when they were made.

    The day is that of the line `---- Time: … ----` in the summaries; a file's own time changes with each copy and is
    not asked.
    """
    mixed = any(name.gender.startswith("mixed") for by_list in attacks.values() for name in by_list)
    if not mixed:
        return
    known = sorted(
        (day, folder.place(file))
        for folder in found
        for file in folder.files
        if _is_summary(file)
        for day in _days(folder, file)
        if day is not None
    )
    first, place = known[0] if known else (None, "sources")
    if first is not None and first >= MIXED_TRIALS.before:
        return
    when = f"run on {first}" if first else "no summary tells the day of the run"
    findings.warning(
        "notice", place,
        f"{when}; the organisers' notice is about runs before {MIXED_TRIALS.before}: {MIXED_TRIALS.text}",
        advice=ADVICE,
    )  # fmt: skip


def _is_summary(file: str) -> bool:
    return file in HALVES or (file.startswith(RANKED) and not file.endswith((".zip", ".csv")))


def _days(folder: Folder, file: str) -> list[datetime.date | None]:
    # What is wrong with a summary is no fault of the tree: its numbers are not read here.
    unheard = Findings()
    text = folder.text(file, unheard)
    return [] if text is None else [section.day for section in read_sections(text, file, unheard)]
