"""Registered comparisons: paired differences on the same draws, beside the published ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy

from analysis.benchmark.content import Content
from analysis.benchmark.privacy import Privacy
from analysis.benchmark.workbench import ATTACKERS, TOO_FEW_DRAWS, Workbench
from analysis.ledger import Entry
from analysis.measures import Interval, paired_difference
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
            found = sides(bench, privacy, content, pair.b, pair.a, metric)
            if found is None:
                if shipped is not None:
                    comparisons.append(Comparison(pair.b, pair.a, metric, name, None, None, None, "", shipped.text))
                continue
            point_b, point_a, samples_b, samples_a, source = found
            difference = paired_difference(point_b, point_a, samples_b, samples_a, bench.benchmark.settings.level)
            names = ("paired", pair.b, pair.a, metric)
            usable = difference.interval if numpy.isfinite(difference.interval.low) else None
            resampled = bench.resampled(usable, "undefined for a side")
            entries.append(
                bench.recomputed(
                    names,
                    difference.delta,
                    "points",
                    2,
                    source,
                    f"difference of the two {bench.rate if metric == 'cer' else 'EER'}s on the same draws; {resampled}",
                    interval=usable,
                    n=len(bench.benchmark.speakers),
                )
            )
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
                    difference.interval.low if usable else None,
                    difference.interval.high if usable else None,
                    difference.verdict,
                    shipped.text if shipped else "",
                )
            )
    return Pairs(tuple(comparisons), tuple(entries), verdicts)


def sides(
    bench: Workbench, privacy: Privacy, content: Content, b: str, a: str, metric: str
) -> tuple[float, float, numpy.ndarray, numpy.ndarray, str] | None:
    """Return both points, both sets of draws and the source; None where a side lacks the metric.

    Raises:
        ValueError: a metric of another name.
    """
    if metric == "cer":
        if b not in content.samples or a not in content.samples:
            return None
        points = content.points[b, "all"], content.points[a, "all"]
        found = (*points, content.samples[b], content.samples[a], f"{TRANSCRIPTS}, hyp_{b}, hyp_{a}")
    else:
        attacker = metric.removeprefix("eer_")
        if attacker not in ATTACKERS:
            raise ValueError(f"unknown metric {metric}")
        side_b, side_a = (b, attacker, bench.headline), (a, attacker, bench.headline)
        if side_b not in privacy.points or side_a not in privacy.points:
            return None
        files = [bench.benchmark.attack_files.trial_file(side, attacker) for side in (b, a)]
        source = ", ".join(file for file in files if file)
        points = privacy.points[side_b], privacy.points[side_a]
        found = (*points, privacy.samples[side_b], privacy.samples[side_a], source)
    return found if numpy.isfinite(points).all() else None


def _edge_error(bench: Workbench, names: tuple[str, ...], interval: Interval, source: str) -> Entry:
    """How far the edge that lies nearer to 0 may move with other draws."""
    nearer = bench.edge_error(interval, "low" if abs(interval.low) <= abs(interval.high) else "high")
    return bench.recomputed(
        ("edge_error", *names), nearer, "percentage points", 2, source,
        "Monte-Carlo error of the edge nearer to 0, half the distance of two order statistics", n=interval.draws,
        missing=TOO_FEW_DRAWS,
    )  # fmt: skip


def _shipped(bench: Workbench, shipped: ShippedDifference, metric: str) -> Entry:
    draws = f", {shipped.draws:,} draws" if shipped.draws else ""
    return bench.shipped(
        ("paired", shipped.b, shipped.a, metric), shipped.observed, "points",
        f"{COMPARISONS}, {shipped.key}", f"paired difference as published{draws}", low=shipped.low, high=shipped.high,
    )  # fmt: skip
