"""Differences that nobody registered: how many could be tested, and those that involve one system."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.pairs import METRICS, sides
from analysis.benchmark.workbench import ATTACKERS
from analysis.ledger import Entry
from analysis.measures import expected_by_chance


def exploratory(measured: Measured) -> Part:
    """Return the number of tests that can be computed and the differences of one system from all others.

    That system is the best trade, else the most private one, under the attacker that knows most; its registered
    differences stand elsewhere and are left out.
    """
    entries = list(_counts(measured))
    if not entries:
        return Part()
    bench = measured.bench
    focus, attacker = _focus(measured)
    if not focus:
        return Part(tuple(entries))
    verdicts = {bench.key("exploratory_focus"): focus, bench.key("exploratory_attacker"): attacker}
    registered = _registered(measured)
    for system in bench.benchmark.systems:
        if system.id != focus and frozenset((focus, system.id)) not in registered:
            entries += _differences(measured, focus, system.id, attacker)
    return Part(tuple(entries), verdicts)


def _registered(measured: Measured) -> set[frozenset[str]]:
    """Return the registered pairs of two systems, whichever of them is subtracted."""
    pairs = {frozenset((pair.b, pair.a)) for pair in measured.bench.benchmark.pairs}
    return {pair for pair in pairs if len(pair) == 2}


def _measured_systems(measured: Measured, metric: str) -> list[str]:
    bench = measured.bench
    if metric == "cer":
        return [name for (name, of), rate in measured.texts.drawn.items() if of == "all" and math.isfinite(rate.point)]
    attacker = metric.removeprefix("eer_")
    points = measured.attacks.points
    return [
        system.id
        for system in bench.benchmark.systems
        if math.isfinite(points.get((system.id, attacker, bench.headline), math.nan))
    ]


def _counts(measured: Measured) -> Iterator[Entry]:
    """Count the pairs of systems that have a metric, registered ones apart; nothing where no two systems have one."""
    bench = measured.bench
    systems = {metric: _measured_systems(measured, metric) for metric in METRICS}
    found = {metric: math.comb(len(names), 2) for metric, names in systems.items()}
    if not any(found.values()):
        return
    rates = sum(count for metric, count in found.items() if metric != "cer")
    registered = sum(pair <= set(names) for pair in _registered(measured) for names in systems.values())
    here = sum(system.attacked for system in bench.benchmark.systems)
    pairs = math.comb(here, 2)
    source = "file names"
    for name, count, what in (
        ("system_pairs", pairs, "pairs of systems with embeddings or scores"),
        ("eer_complete", len(ATTACKERS) * pairs, "EER differences if every system had every attacker's files"),
        ("eer", rates, "EER differences that can be computed"),
        ("cer", found["cer"], "error rate differences that can be computed"),
        ("all", rates + found["cer"], "differences that can be computed"),
        ("registered", registered, "differences that can be computed and are registered"),
        ("unregistered", rates + found["cer"] - registered, "differences that can be computed and are not registered"),
    ):
        yield bench.recomputed(("count", "tests", name), count, "count", 0, source, what)
    for name, count in (("eer", rates), ("all", rates + found["cer"])):
        yield bench.recomputed(
            ("expected", "tests", name), expected_by_chance(count, bench.benchmark.settings.level), "count", 1,
            source, "differences that exclude a true zero by chance, if they were independent", n=count,
        )  # fmt: skip


def _focus(measured: Measured) -> tuple[str, str]:
    """Return the system and the attacker: the best trade, else the most private system, where two can be compared."""
    bench = measured.bench
    for attacker in reversed(ATTACKERS):
        systems = _measured_systems(measured, f"eer_{attacker}")
        private = {
            name: measured.attacks.points[name, attacker, bench.headline]
            for name in systems
            if name != bench.benchmark.reference
        }
        if len(systems) > 1 and private:
            best = measured.verdicts.get(bench.key("best_trade"), "")
            return (best if best in private else min(private, key=lambda name: (-private[name], name))), attacker
    return "", ""


def _differences(measured: Measured, b: str, a: str, attacker: str) -> Iterator[Entry]:
    bench = measured.bench
    for metric in (f"eer_{attacker}", "cer"):
        found = sides(bench, measured.attacks.drawn, measured.texts, b, a, metric)
        if found is None:
            continue
        *both, source = found
        made = bench.difference(*both)
        usable = made.interval if numpy.isfinite(made.interval.low) else None
        scheme = bench.kind.of_utterances if metric == "cer" else bench.kind.of_trials
        yield bench.recomputed(
            ("exploratory", b, a, metric), made.delta, "points", 2, source,
            "difference on the same draws, not registered; " + bench.resampled(usable, "undefined for a side", scheme),
            interval=usable, n=len(bench.benchmark.speakers),
        )  # fmt: skip
