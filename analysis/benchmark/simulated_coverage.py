"""What the coverage study found, and which of its settings lies nearest to this benchmark.

The tables are made once, by `vpreport coverage`; here they become rows of the ledger. Their inputs are simulated,
whatever the inputs of the benchmark are. Only how many of the benchmark's own EERs lie near to a setting is as real as
these EERs are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.simulated_rows import (
    ERRORS,
    NEAR,
    NOMINAL,
    TOO_LITTLE,
    TOO_MUCH,
    Setting,
    design_rows,
    difference_rows,
    interval_rows,
    kind_rows,
    lack,
    level_with,
    nearness_rows,
    penalty,
    said,
    surplus,
    weight_row,
)
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.coverage.kinds import KINDS, TRIALS
from analysis.coverage.table import FALSE_POSITIVE, DifferenceRow, IntervalRow, committed
from analysis.study.settings import INTERVALS

CANDIDATES = tuple(kind for kind in KINDS if kind != TRIALS)
"""Kinds that could be quoted, if a report made them; those that it makes are `INTERVALS`."""

LEVEL, ANY = "level", "any"
"""Of a kind that cannot be told from the best one; of a best one that stays whatever more a missing point counts."""


def simulated_coverage(measured: Measured) -> Part:
    """Return the study's numbers, the setting nearest to the benchmark, and which kind of interval is best.

    Nothing where the benchmark has no EER.

    Raises:
        InputError: a table of the study cannot be read.
    """
    bench, eers = measured.bench, _eers(measured)
    if not eers:
        return Part()
    study = committed()
    settings = sorted({Setting(row.speakers, row.eer) for row in study.intervals})
    nearest, counts = nearest_setting(settings, len(bench.benchmark.speakers), eers)
    pairs = sorted({Setting(row.speakers, row.eer) for row in study.differences})
    nearest_pair, _ = nearest_setting(pairs, len(bench.benchmark.speakers), eers)
    entries = [*design_rows(bench, study, settings)]
    for row in study.intervals:
        entries += interval_rows(bench, row, row.speakers == nearest.speakers)
    entries += kind_rows(bench, study.intervals)
    entries += [
        entry
        for row in study.differences
        if row.speakers == nearest_pair.speakers
        for entry in difference_rows(bench, row)
    ]
    made = [kind for kind in INTERVALS if kind in KINDS]
    advised = best(study.intervals, made)
    verdicts = {
        bench.key("covered", "nearest_speakers"): nearest.names[0],
        bench.key("covered", "nearest_eer"): nearest.names[1],
        bench.key("covered", "nearest_pair_speakers"): nearest_pair.names[0],
        bench.key("covered", "nearest_pair_eer"): nearest_pair.names[1],
        bench.key("covered", "best"): best(study.intervals, CANDIDATES),
        bench.key("covered", "best_quotable"): advised,
        **{
            bench.key("covered", "level", kind): LEVEL
            for kind in made
            if kind != advised and level_with(study.intervals, advised, kind)
        },
        **({bench.key("covered", "weight"): ANY} if by_any_weight(study.intervals, advised, made) else {}),
        **_said(bench, study.intervals),
        **{
            bench.key("found", row.test, *Setting(row.speakers, row.eer).names): _alarms(row)
            for row in study.differences
            if row.what == FALSE_POSITIVE
        },
    }
    entries = [replace(entry, inputs="simulated") for entry in entries]
    return Part((*entries, *nearness_rows(bench, counts), weight_row(bench)), verdicts)


def nearest_setting(
    settings: Sequence[Setting], speakers: int, eers: Sequence[float]
) -> tuple[Setting, dict[int, int]]:
    """Return the setting nearest to a study, and how many of its EERs lie nearest to each EER of the settings.

    Numbers of speakers are as near as their ratio is to 1, EERs as their odds are. The EER of the setting is the one
    that most of the study's EERs lie nearest to, the lower one of two with as many.
    """
    size = min(sorted({one.speakers for one in settings}), key=lambda one: abs(math.log(one / max(speakers, 1))))
    levels = sorted({one.eer for one in settings if one.speakers == size})
    counts = dict.fromkeys(levels, 0)
    for eer in eers:
        counts[min(levels, key=lambda level: abs(_odds(level) - _odds(eer)))] += 1
    return Setting(size, max(levels, key=lambda level: counts[level])), counts


def _odds(percent: float) -> float:
    """Return the logarithm of the odds of a rate in percent; those at the ends of the scale have far away ones."""
    share = min(max(percent / 100, 1e-6), 1 - 1e-6)
    return math.log(share / (1 - share))


def best(rows: Sequence[IntervalRow], kinds: Sequence[str]) -> str:
    """Return the kind of interval with the least penalty over all settings."""
    return min(kinds, key=lambda kind: (penalty(rows, kind), KINDS.index(kind)))


def by_any_weight(rows: Sequence[IntervalRow], kind: str, others: Sequence[str]) -> bool:
    """Return whether a kind has the least penalty whatever a missing point counts, if only as much as one too many.

    The penalty is a line in that weight: who is least where the weight is 1, and lacks least, is least in between.
    """
    return all(
        lack(rows, kind) <= lack(rows, other)
        and lack(rows, kind) + surplus(rows, kind) <= lack(rows, other) + surplus(rows, other)
        for other in others
    )


def _alarms(row: DifferenceRow) -> str:
    """Return whether equal systems are called different more or less often than they may be, by more than chance."""
    away = row.share - (100 - NOMINAL)
    if abs(away) <= ERRORS * row.error:
        return NEAR
    return TOO_MUCH if away > 0 else TOO_LITTLE


def _eers(measured: Measured) -> list[float]:
    """Return every headline EER of the benchmark, the reference's under the lazy attacker once with the ignorant's."""
    bench = measured.bench
    found = []
    for system in bench.benchmark.systems:
        for attacker in ATTACKERS:
            value = measured.ledger.value(bench.key("eer", system.id, attacker, bench.headline))
            if value is not None and (system.id, attacker) != (bench.benchmark.reference, "lazy"):
                found.append(value)
    return found


def _said(bench: Workbench, rows: Sequence[IntervalRow]) -> dict[str, str]:
    """Return what is said of each coverage, and in which settings no kind reaches the nominal level."""
    found = {bench.key("covered", row.kind, *Setting(row.speakers, row.eer).names): said(row) for row in rows}
    for setting in sorted({Setting(row.speakers, row.eer) for row in rows}):
        words = [said(row) for row in rows if (row.speakers, row.eer) == (setting.speakers, setting.eer)]
        if set(words) == {TOO_LITTLE}:
            found[bench.key("covered", "none_holds", *setting.names)] = TOO_LITTLE
    return found
