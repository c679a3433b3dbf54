"""Registered differences held against the smallest that a study of this size detects, from each pair's own parts.

Keys and verdicts: `plan_seen/...`, `count/plan/too_small` and `plan/seen/...`, as `planning.py` says.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy

from analysis.benchmark.attack_units import attacker_files
from analysis.benchmark.foretelling import POWER
from analysis.benchmark.measured import Measured
from analysis.benchmark.registered import Row
from analysis.benchmark.spreads import Spread, Spreads
from analysis.benchmark.workbench import Workbench, percent_text
from analysis.ledger import Entry
from analysis.measures import ratio_influence, smallest_difference, utterance_components
from analysis.study.transcripts import FILE as TRANSCRIPTS

TOO_SMALL, LARGE_ENOUGH = "too small", "large enough"


def held(
    bench: Workbench, rows: list[Row], spread_of: dict[tuple[str, str, str], Spread | None]
) -> tuple[list[Entry], dict[str, str]]:
    """Return what every registered difference is held against, and the verdicts whether it is too small for that."""
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for row in rows:
        spread = spread_of[row.names]
        if spread is not None and spread.varies:
            entry = _seen(bench, row, spread)
            entries.append(entry)
            small = abs(row.ours.value or 0.0) < (entry.value or 0.0)
            verdicts[bench.key("plan", "seen", *row.names)] = TOO_SMALL if small else LARGE_ENOUGH
    if entries:
        small = [word for word in verdicts.values() if word == TOO_SMALL]
        entries.append(
            bench.recomputed(
                ("count", "plan", "too_small"), len(small), "count", 0, "registered pairs",
                "registered differences that are smaller than the smallest that this study detects", n=len(entries),
            )
        )  # fmt: skip
    return entries, verdicts


def of_pair(measured: Measured, found: Spreads, row: Row) -> Spread | None:
    """Return the spread of a registered difference; None where a side lacks what it takes."""
    b, a, metric = row.names
    if metric != "cer":
        return found.difference(b, a, metric.removeprefix("eer_"))
    texts = measured.bench.benchmark.transcripts
    if texts is None:
        return None
    edits = [measured.texts.edits[system]["as_is"] for system in (b, a)]
    try:
        shares = [ratio_influence(one[:, :3].sum(axis=1), one[:, 3]) for one in edits]
        parts = utterance_components(numpy.subtract(*shares), texts.frame["speaker"].to_numpy())
    except ValueError as error:
        return Spread(None, str(error), 0.0)
    return Spread(parts, "", 0.0)


def _seen(bench: Workbench, row: Row, spread: Spread) -> Entry:
    """Return the smallest difference of a pair that the study detects at its own size."""
    parts, level = spread.parts, bench.benchmark.settings.level
    value = smallest_difference(parts, parts.speakers, parts.utterances, POWER, level)
    files = ", ".join(dict.fromkeys(_files(bench, row)))
    return bench.recomputed(
        ("plan_seen", *row.names), value, "percentage points", 1, files,
        f"smallest difference that is detected with {percent_text(POWER)} % power at {percent_text(level)} %, from the "
        "pair's own components of variance between and within speakers", n=parts.speakers,
    )  # fmt: skip


def _files(bench: Workbench, row: Row) -> Iterator[str]:
    b, a, metric = row.names
    if metric == "cer":
        yield TRANSCRIPTS
        return
    for system in (b, a):
        yield from attacker_files(bench.benchmark, system, metric.removeprefix("eer_")) or ()
