"""The organisers' notice on results of 2026: two faults of the toolkit that were mended after its release."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Mapping, Sequence

from analysis.importers.voiceprivacy.attacks import Attack
from analysis.importers.voiceprivacy.folders import Folder
from analysis.importers.voiceprivacy.names import ListName
from analysis.study.findings import Findings

DAY = datetime.date(2026, 9, 1)
"""The day of the notice; an evaluation of that day or later is taken to be made with the mended toolkit."""

TIME = re.compile(r"^---- Time: (\d{2})-(\d{2})-(\d{2})_\d{2}:\d{2} ----", re.MULTILINE)
"""The line with which the toolkit heads each summary: day, month, year, time."""

SUMMARIES = ("results_orig.txt", "results_anon.txt")
RANKED = "result_for_rank"

FAULTS = (
    "the embeddings of speakers may have been scaled along the wrong axis, which leaves only their signs and makes "
    "scores tie, and mixed lists may hold pairs with wrong labels"
)


def is_of_2026(attacks: Mapping[Attack, Mapping[ListName, Folder]]) -> bool:
    """Say whether the toolkit of 2026 made these scores: by its encoder's folder or its mixed lists."""
    return any(
        folder.above == "asv_ssl" or name.gender.startswith("mixed")
        for folders in attacks.values()
        for name, folder in folders.items()
    )


def days_of(found: Sequence[Folder], findings: Findings) -> list[datetime.date]:
    """Return the days of all summaries, from their own lines: a file's time changes with each copy."""
    days = []
    for folder in found:
        for file in folder.files:
            if file in SUMMARIES or (file.startswith(RANKED) and not file.endswith(".zip")):
                days += days_in(folder.text(file, findings) or "")
    return sorted(days)


def days_in(text: str) -> list[datetime.date]:
    """Return the days that a summary names, in its order.

    >>> days_in("---- Time: 13-06-26_05:45 ----")
    [datetime.date(2026, 6, 13)]
    """
    days = []
    for day, month, year in TIME.findall(text):
        try:
            days.append(datetime.date(2000 + int(year), int(month), int(day)))
        except ValueError:
            continue
    return days


def notice(days: Iterable[datetime.date]) -> str:
    """Return the notice in a sentence or two; empty where every summary is of its day or later."""
    known = list(days)
    if known and min(known) >= DAY:
        return ""
    when = (
        f"These results are of {min(known).isoformat()}, before the notice of the organisers of {DAY.isoformat()}"
        if known
        else f"No summary says when these results were made; if before {DAY.isoformat()}, the organisers' notice of "
        "that day applies"
    )
    return f"{when}: {FAULTS}. Evaluate again with the mended toolkit before you compare."
