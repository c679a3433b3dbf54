"""How sure an EER is: three ways of resampling beside each other, and how far each interval depends on the draws."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

import numpy

from analysis.benchmark.kinds import KINDS, PUBLISHED, TRIALS
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.privacy import UNDEFINED
from analysis.benchmark.resamples import trial_draws
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry
from analysis.measures import Interval, fewest_bca_draws, fewest_draws, too_few_speakers
from analysis.results import Histogram

BY_TRIALS = "trial bootstrap"
NO_WIDTH = "no width"
NO_INTERVAL = "no interval"
TOO_FEW, FEW = "too few to resample", "few to resample"
BARS = 25


@dataclass
class _Case:
    """One system under one attacker: its EER, the kinds with their words, its intervals by kind; the headline first."""

    system: str
    attacker: str
    entry: Entry
    kinds: dict[str, str]
    intervals: dict[str, Interval] = field(default_factory=dict)

    @property
    def headline(self) -> str:
        return next(iter(self.kinds))

    @property
    def others(self) -> dict[str, str]:
        return {kind: words for kind, words in self.kinds.items() if kind != self.headline}

    @property
    def compared(self) -> bool:
        return len(self.intervals) == len(self.kinds)

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
        width, headline = self.width(kind), self.width(self.headline)
        return None if width is None or not headline else width / headline


def compared_kinds(bench: Workbench) -> dict[str, str]:
    """Return the kinds that this chapter compares → what the method column calls them.

    The one that the study quotes, the published one or, where that is the one, the two-sided one, and that by trials.
    """
    second = KINDS["two_sided"] if bench.kind == PUBLISHED else PUBLISHED
    return {kind.name: kind.of_trials for kind in (bench.kind, second)} | {TRIALS: BY_TRIALS}


def certainty(measured: Measured) -> Part:
    """Return the trial interval of every headline EER, its width and ratio, counts, and the draws of one system.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    bench = measured.bench
    entries: list[Entry] = []
    cases: list[_Case] = []
    kinds = compared_kinds(bench)
    for system in bench.benchmark.systems:
        if system.has_files:
            for attacker in ATTACKERS:
                case = _Case(
                    system.id, attacker, measured.ledger[bench.key("eer", system.id, attacker, bench.headline)], kinds
                )
                entries += _by_trials(measured, case)
                cases.append(case)
    entries += _summary(bench, cases, kinds)
    verdicts = {}
    if too_few_speakers(len(bench.benchmark.speakers)):
        verdicts[bench.key("certainty", "speakers")] = TOO_FEW
    elif any(finding.code == "few-speakers" for finding in bench.benchmark.findings):
        verdicts[bench.key("certainty", "speakers")] = FEW
    if bench.benchmark.settings.draws < _fewest_draws(bench):
        verdicts[bench.key("certainty", "draws")] = TOO_FEW
    return Part(tuple(entries), verdicts, histograms=_histograms(measured))


def _fewest_draws(bench: Workbench) -> int:
    """Return how many draws the quoted intervals need, so that one lies beyond either edge."""
    level, speakers = bench.benchmark.settings.level, len(bench.benchmark.speakers)
    return fewest_bca_draws(level, speakers) if bench.kind.edges == "bca" and speakers > 1 else fewest_draws(level)


def _by_trials(measured: Measured, case: _Case) -> Iterator[Entry]:
    """Yield the EER once more with its trial interval, width and ratio, and note every interval in the case."""
    bench = measured.bench
    drawn = measured.drawn(case.system, case.attacker)
    if case.entry.value is not None:
        for kind in case.kinds:
            found = bench.interval(drawn[kind], KINDS.get(kind, PUBLISHED)) if drawn else None
            if found is not None:
                case.intervals[kind] = found
    interval = case.intervals.get(TRIALS)
    names, source = (case.system, case.attacker), case.entry.source
    method = "EER, nearest rule"
    if drawn:
        method += f"; {bench.resampled(interval, UNDEFINED, BY_TRIALS, len(drawn[TRIALS].samples))}"
    yield bench.recomputed(
        (f"eer_{TRIALS}", *names, bench.headline), case.entry.value, "percent", 1, source, method, interval=interval,
        n=case.entry.n, missing=case.entry.missing,
    )  # fmt: skip
    absent = case.entry.missing or NO_INTERVAL
    yield bench.recomputed(
        ("width", TRIALS, *names), case.width(TRIALS), "percentage points", 1, source,
        f"upper minus lower edge of the EER's interval, {BY_TRIALS}", missing=absent,
    )  # fmt: skip
    no_width = case.compared and not case.width(case.headline)
    yield bench.recomputed(
        ("width_ratio", TRIALS, *names), case.ratio(TRIALS), "ratio", 2, source,
        f"width by the {BY_TRIALS} over the width by the {case.kinds[case.headline]}",
        missing=NO_WIDTH if no_width else absent,
    )  # fmt: skip


def _summary(bench: Workbench, cases: Sequence[_Case], kinds: Mapping[str, str]) -> Iterator[Entry]:
    """Yield medians, extremes and counts over the systems, for each attacker and for all."""
    compared = [case for case in cases if case.compared]
    # What the ignorant and the lazy attacker do to the reference is the same, and counts once among all.
    same = bench.benchmark.reference, "lazy"
    once = [case for case in compared if (case.system, case.attacker) != same]
    for scope in ("all", *ATTACKERS):
        chosen = once if scope == "all" else [case for case in compared if case.attacker == scope]
        for kind in (kind for kind in kinds if kind != bench.kind.name):
            yield from _typical(bench, kind, scope, chosen)
            yield from _counted(bench, kind, scope, chosen)
    errors = [error for case in once for error in _edge_errors(bench, case.intervals[case.headline])]
    if errors:
        for name, value in (("edge_error_median", median(errors)), ("edge_error_max", max(errors))):
            yield bench.recomputed(
                (name, "all"), value, "percentage points", 2, "intervals of every system",
                f"{'median' if 'median' in name else 'largest'} Monte-Carlo error of an edge, {bench.kind.of_trials}",
                n=len(errors),
            )  # fmt: skip
    draws = bench.benchmark.settings.draws
    if trial_draws(bench.benchmark.settings) < draws:
        yield Entry(
            key=bench.key("setting", "draws", TRIALS), value=float(trial_draws(bench.benchmark.settings)), unit="count",
            decimals=0, tag="shipped", source="defaults", method="draws of single trials, which only compare",
        )  # fmt: skip
    for kind in kinds if compared else ():
        found = [case.intervals[kind] for case in compared]
        yield bench.recomputed(
            ("count", "left_out", kind), max(interval.left_out for interval in found), "count", 0,
            "draws of every system", f"largest number of draws left out of an EER's interval ({UNDEFINED})",
            n=found[0].draws,
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
            f"{name} ratio of the width by the {cases[0].kinds[kind]} to the width by the {bench.kind.of_trials}",
            n=len(ratios),
        )  # fmt: skip


def _counted(bench: Workbench, kind: str, scope: str, cases: Sequence[_Case]) -> Iterator[Entry]:
    """Count the cases in which the interval is narrower or wider than the headline's, and those beyond chance."""
    if not cases:
        return
    gaps = [(case.width(kind) or 0.0) - (case.width(case.headline) or 0.0) for case in cases]
    errors = [math.hypot(case.error(bench, kind), case.error(bench, case.headline)) for case in cases]
    what = f"intervals by the {cases[0].kinds[kind]} {{}} than those by the {bench.kind.of_trials}"
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
        attacker: found.samples[numpy.isfinite(found.samples)]
        for attacker in ATTACKERS
        if (found := measured.attacks.drawn.get((shown, attacker, bench.headline))) is not None
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
