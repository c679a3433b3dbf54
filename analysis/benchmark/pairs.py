"""Registered comparisons: paired differences on the same draws, beside the published ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy

from analysis.benchmark.content import Content
from analysis.benchmark.kinds import Drawn, Kind
from analysis.benchmark.privacy import Privacy
from analysis.benchmark.workbench import ATTACKERS, TOO_FEW_DRAWS, Workbench, how_told
from analysis.ledger import Entry
from analysis.measures import Interval, PairedDifference
from analysis.study.comparisons import FILE as COMPARISONS
from analysis.study.comparisons import ShippedDifference
from analysis.study.transcripts import FILE as TRANSCRIPTS

METRICS = {
    "eer_ignorant": "EER ignorant",
    "eer_lazy": "EER lazy",
    "eer_semi_informed": "EER semi_informed",
    "cer": "CER",
}


@dataclass(frozen=True)
class Comparison:
    """One row of `paired.csv`: a registered pair on one metric; `delta` is None where only a shipped value is here."""

    b: str
    a: str
    metric: str
    name: str
    delta: float | None
    low: float | None
    high: float | None
    evidence: str
    shipped: str


@dataclass(frozen=True)
class Pairs:
    """All comparisons in registered order, their ledger rows and their verdicts."""

    comparisons: tuple[Comparison, ...]
    entries: tuple[Entry, ...]
    verdicts: dict[str, str]


def pairs(bench: Workbench, privacy: Privacy, content: Content) -> Pairs:
    """Compute the difference "b minus a" of every registered pair on every metric that both sides have."""
    comparisons: list[Comparison] = []
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for pair in bench.benchmark.pairs:
        for metric, name in METRICS.items():
            shipped = bench.benchmark.comparisons.find(pair.b, pair.a, name)
            if shipped is not None:
                entries.append(_shipped(bench, shipped, metric))
            found = sides(bench, privacy.drawn, content, pair.b, pair.a, metric)
            if found is None:
                if shipped is not None:
                    comparisons.append(Comparison(pair.b, pair.a, metric, name, None, None, None, "", shipped.text))
                continue
            *both, source = found
            names = ("paired", pair.b, pair.a, metric)
            difference, usable, row = difference_row(bench, names, both, source, bench.kind)
            entries.append(row)
            verdicts[bench.key(*names)] = difference.verdict
            if usable is not None:
                entries.append(_edge_error(bench, names, usable, source))
            comparisons.append(
                Comparison(
                    pair.b,
                    pair.a,
                    metric,
                    name,
                    difference.delta,
                    usable.low if usable else None,
                    usable.high if usable else None,
                    difference.verdict,
                    shipped.text if shipped else "",
                )
            )
    return Pairs(tuple(comparisons), tuple(entries), verdicts)


def difference_row(
    bench: Workbench, names: tuple[str, ...], both: Sequence[Drawn], source: str, kind: Kind
) -> tuple[PairedDifference, Interval | None, Entry]:
    """Return the difference of two sides by a kind of interval, the interval where there is one, and its row.

    names: of the row's key, the metric last; both: B and A.
    """
    difference = bench.difference(*both, kind)
    usable = difference.interval if numpy.isfinite(difference.interval.low) else None
    texts = names[-1] == "cer"
    resampled = bench.resampled(usable, "undefined for a side", kind.of_utterances if texts else kind.of_trials)
    row = bench.recomputed(
        names, difference.delta, "points", 2, source,
        f"difference of the two {bench.rate if texts else 'EER'}s on the same draws; {resampled}",
        interval=usable, n=len(bench.benchmark.speakers),
    )  # fmt: skip
    return difference, usable, row


def sides(
    bench: Workbench, attacks: Mapping[tuple[str, str, str], Drawn], content: Content, b: str, a: str, metric: str
) -> tuple[Drawn, Drawn, str] | None:
    """Return both sides in the draws and the source; None where a side lacks the metric.

    Args:
        bench: the study.
        attacks: (system, attacker, list) → EER in the draws of some kind of interval.
        content: the error rates.
        b: the system that is named first.
        a: the one that is subtracted.
        metric: `cer`, or `eer_` and an attacker.

    Raises:
        ValueError: a metric of another name.
    """
    if metric == "cer":
        found = [content.drawn.get((side, "all")) for side in (b, a)]
        source = f"{TRANSCRIPTS}, hyp_{b}, hyp_{a}"
    else:
        attacker = metric.removeprefix("eer_")
        if attacker not in ATTACKERS:
            raise ValueError(f"unknown metric {metric}")
        found = [attacks.get((side, attacker, bench.headline)) for side in (b, a)]
        files = [bench.benchmark.attack_files.trial_file(side, attacker) for side in (b, a)]
        source = ", ".join(file for file in files if file)
    of_b, of_a = found
    if of_b is None or of_a is None or not numpy.isfinite((of_b.point, of_a.point)).all():
        return None
    return of_b, of_a, source


def _edge_error(bench: Workbench, names: tuple[str, ...], interval: Interval, source: str) -> Entry:
    """How far the edge that lies nearer to 0 may move with other draws."""
    nearer = bench.edge_error(interval, "low" if abs(interval.low) <= abs(interval.high) else "high")
    return bench.recomputed(
        ("edge_error", *names), nearer, "percentage points", 2, source,
        f"Monte-Carlo error of the edge nearer to 0: {how_told(interval)}", n=interval.draws,
        missing=TOO_FEW_DRAWS,
    )  # fmt: skip


def _shipped(bench: Workbench, shipped: ShippedDifference, metric: str) -> Entry:
    draws = f", {shipped.draws:,} draws" if shipped.draws else ""
    return bench.shipped(
        ("paired", shipped.b, shipped.a, metric), shipped.observed, "points",
        f"{COMPARISONS}, {shipped.key}", f"paired difference as published{draws}", low=shipped.low, high=shipped.high,
    )  # fmt: skip
