"""How sure an EER is: three ways of resampling beside each other, and how far each interval depends on the draws."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.resamples import resamples
from analysis.benchmark.workbench import ATTACKERS, TOO_FEW_DRAWS, Workbench
from analysis.ledger import Entry
from analysis.measures import Interval, fewest_draws, too_few_speakers
from analysis.results import Histogram

HEADLINE = "speaker"
OTHERS = {"two_sided": "two-sided speaker bootstrap", "trials": "trial bootstrap"}
"""Kind of interval in keys → what the method column calls it."""
UNDEFINED = "no target or no non-target trial"
NO_WIDTH = "no width"
NO_INTERVAL = "no interval"
TOO_FEW, FEW = "too few to resample", "few to resample"
BARS = 25


@dataclass
class _Case:
    """One system under one attacker: its EER, its intervals by kind, and why it has none."""

    system: str
    attacker: str
    entry: Entry
    intervals: dict[str, Interval] = field(default_factory=dict)

    @property
    def compared(self) -> bool:
        return len(self.intervals) == 1 + len(OTHERS)

    def width(self, kind: str) -> float | None:
        found = self.intervals.get(kind)
        return None if found is None else found.high - found.low

    def error(self, bench: Workbench, kind: str) -> float:
        """Return the Monte-Carlo error of a width: both edges', as if they were independent.

        Infinite where too few draws were used to tell it.
        """
        found = _edge_errors(bench, self.intervals[kind])
        return math.hypot(*found) if found else math.inf

    def ratio(self, kind: str) -> float | None:
        width, headline = self.width(kind), self.width(HEADLINE)
        return None if width is None or not headline else width / headline


def certainty(measured: Measured) -> Part:
    """Return the two other intervals of every headline EER, all widths and ratios, and the draws of one system.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    bench = measured.bench
    entries: list[Entry] = []
    cases: list[_Case] = []
    for system in bench.benchmark.systems:
        if system.has_files:
            for attacker in ATTACKERS:
                case = _Case(
                    system.id, attacker, measured.ledger[bench.key("eer", system.id, attacker, bench.headline)]
                )
                entries += _intervals(measured, case)
                entries += _widths(bench, case)
                cases.append(case)
    entries += _summary(bench, cases)
    verdicts = {}
    if too_few_speakers(len(bench.benchmark.speakers), bench.benchmark.settings.draws):
        verdicts[bench.key("certainty", "speakers")] = TOO_FEW
    elif any(finding.code == "few-speakers" for finding in bench.benchmark.findings):
        verdicts[bench.key("certainty", "speakers")] = FEW
    if bench.benchmark.settings.draws < fewest_draws(bench.benchmark.settings.level):
        verdicts[bench.key("certainty", "draws")] = TOO_FEW
    return Part(tuple(entries), verdicts, histograms=_histograms(measured))


def _intervals(measured: Measured, case: _Case) -> Iterator[Entry]:
    """Yield the EER once more for each of the other two intervals, and note all three in the case."""
    bench = measured.bench
    found = resamples(bench, case.system, case.attacker)
    if found is not None and case.entry.value is not None:
        headline = bench.interval(measured.attacks.samples[case.system, case.attacker, bench.headline])
        if headline is not None:
            case.intervals[HEADLINE] = headline
    for kind, scheme in OTHERS.items():
        names = (f"eer_{kind}", case.system, case.attacker, bench.headline)
        interval = None if found is None else bench.interval(found[kind])
        if interval is not None and case.entry.value is not None:
            case.intervals[kind] = interval
        method = "EER, nearest rule"
        if found is not None:
            method += f"; {bench.resampled(interval, UNDEFINED, scheme)}"
        yield bench.recomputed(
            names, case.entry.value, "percent", 1, case.entry.source, method, interval=interval, n=case.entry.n,
            missing=case.entry.missing,
        )  # fmt: skip


def _widths(bench: Workbench, case: _Case) -> Iterator[Entry]:
    names, source = (case.system, case.attacker), case.entry.source
    absent = case.entry.missing or NO_INTERVAL
    for kind, scheme in {HEADLINE: "speaker bootstrap", **OTHERS}.items():
        yield bench.recomputed(
            ("width", kind, *names), case.width(kind), "percentage points", 1, source,
            f"upper minus lower edge of the EER's interval, {scheme}", missing=absent,
        )  # fmt: skip
    for kind, scheme in OTHERS.items():
        no_width = case.compared and not case.width(HEADLINE)
        yield bench.recomputed(
            ("width_ratio", kind, *names), case.ratio(kind), "ratio", 2, source,
            f"width by the {scheme} over the width by the speaker bootstrap", missing=NO_WIDTH if no_width else absent,
        )  # fmt: skip
    headline = case.intervals.get(HEADLINE)
    for edge in ("low", "high"):
        yield bench.recomputed(
            ("edge_error", edge, *names), None if headline is None else bench.edge_error(headline, edge),
            "percentage points", 2, source,
            "Monte-Carlo error of the edge: half the distance between two order statistics of the draws",
            missing=absent if headline is None else TOO_FEW_DRAWS,
        )  # fmt: skip


def _summary(bench: Workbench, cases: Sequence[_Case]) -> Iterator[Entry]:
    """Yield medians, extremes and counts over the systems, for each attacker and for all."""
    compared = [case for case in cases if case.compared]
    # What the ignorant and the lazy attacker do to the reference is the same, and counts once among all.
    same = bench.benchmark.reference, "lazy"
    once = [case for case in compared if (case.system, case.attacker) != same]
    for scope in ("all", *ATTACKERS):
        chosen = once if scope == "all" else [case for case in compared if case.attacker == scope]
        for kind in OTHERS:
            yield from _typical(bench, kind, scope, chosen)
            yield from _counted(bench, kind, scope, chosen)
    errors = [error for case in once for error in _edge_errors(bench, case.intervals[HEADLINE])]
    if errors:
        for name, value in (("edge_error_median", median(errors)), ("edge_error_max", max(errors))):
            yield bench.recomputed(
                (name, "all"), value, "percentage points", 2, "intervals of every system",
                f"{'median' if 'median' in name else 'largest'} Monte-Carlo error of an edge, speaker bootstrap",
                n=len(errors),
            )  # fmt: skip
    draws = bench.benchmark.settings.draws
    for kind in (HEADLINE, *OTHERS):
        left_out = [case.intervals[kind].left_out for case in compared]
        if left_out:
            yield bench.recomputed(
                ("count", "left_out", kind), max(left_out), "count", 0, "draws of every system",
                f"largest number of draws left out of an EER's interval ({UNDEFINED})", n=draws,
            )  # fmt: skip


def _edge_errors(bench: Workbench, interval: Interval) -> list[float]:
    """Return the errors of both edges; nothing where they cannot be told."""
    found = [bench.edge_error(interval, edge) for edge in ("low", "high")]
    return [error for error in found if error is not None]


def _typical(bench: Workbench, kind: str, scope: str, cases: Sequence[_Case]) -> Iterator[Entry]:
    ratios = [ratio for case in cases if (ratio := case.ratio(kind)) is not None]
    if not ratios:
        return
    for name, value in (("median", median(ratios)), ("lowest", min(ratios)), ("highest", max(ratios))):
        yield bench.recomputed(
            (f"width_ratio_{name}", kind, scope), value, "ratio", 2, "widths of every system",
            f"{name} ratio of the width by the {OTHERS[kind]} to the width by the speaker bootstrap", n=len(ratios),
        )  # fmt: skip


def _counted(bench: Workbench, kind: str, scope: str, cases: Sequence[_Case]) -> Iterator[Entry]:
    """Count the cases in which the interval is narrower or wider than the headline's, and those beyond chance."""
    if not cases:
        return
    gaps = [(case.width(kind) or 0.0) - (case.width(HEADLINE) or 0.0) for case in cases]
    errors = [math.hypot(case.error(bench, kind), case.error(bench, HEADLINE)) for case in cases]
    what = f"intervals by the {OTHERS[kind]} {{}} than the speaker bootstrap's"
    for word, sign in (("narrower", -1), ("wider", 1)):
        beyond = sum(sign * gap > error for gap, error in zip(gaps, errors, strict=True))
        for name, value, said in (
            (word, sum(sign * gap > 0 for gap in gaps), word),
            (f"{word}_beyond_error", beyond, f"{word} by more than the Monte-Carlo error of the difference"),
        ):
            yield bench.recomputed(
                ("count", name, kind, scope), value, "count", 0, "widths of every system",
                f"number of {what.format(said)}", n=len(cases),
            )  # fmt: skip


def _histograms(measured: Measured) -> tuple[Histogram, ...]:
    """Return the draws of the system that the page speaks of, binned alike for every attacker."""
    bench = measured.bench
    shown = _shown(measured.verdicts, bench)
    samples = {
        attacker: draws[numpy.isfinite(draws)]
        for attacker in ATTACKERS
        if (draws := measured.attacks.samples.get((shown, attacker, bench.headline))) is not None
    }
    samples = {attacker: draws for attacker, draws in samples.items() if len(draws)}
    if not samples:
        return ()
    step = bar_width(max(float(draws.max() - draws.min()) for draws in samples.values()))
    return tuple(
        _histogram(bench.key("eer", shown, attacker, bench.headline), draws, step)
        for attacker, draws in samples.items()
    )


def _shown(verdicts: Mapping[str, str], bench: Workbench) -> str:
    """Return the best trade, else the first anonymizer with files, else the reference."""
    best = verdicts.get(bench.key("best_trade"))
    here = [system.id for system in bench.benchmark.systems if system.has_files]
    anonymizers = [system for system in here if system != bench.benchmark.reference]
    return best or (anonymizers or here)[0]


def bar_width(extent: float) -> float:
    """Return the smallest of 1, 2, 5, 10, … (or 0.5, 0.2, …) that cuts the extent into at most `BARS` bars.

    >>> bar_width(6.3), bar_width(0.0)
    (0.5, 1.0)
    """
    if extent <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(extent / BARS))
    return next(power * factor for factor in (1.0, 2.0, 5.0, 10.0) if power * factor * BARS >= extent)


def _histogram(key: str, draws: numpy.ndarray, step: float) -> Histogram:
    # Bars are numbered by whole numbers, and a draw on an edge belongs to the bar above it.
    places = numpy.floor(draws / step + 1e-9).astype(numpy.int64)
    first, last = int(places.min()), int(places.max())
    counts = numpy.bincount(places - first, minlength=last - first + 1)
    edges = tuple(round(place * step, 9) for place in range(first, last + 2))
    return Histogram(key, edges, tuple(int(count) for count in counts))
