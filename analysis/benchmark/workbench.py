"""What every measure of a benchmark works with: the study, the shared draws, the cache, and rows for the ledger.

How a heavy stage is added:

1. In the module of the measure: a function `_compute(bench, system, …)` of the module, which returns arrays and asks
   `bench` for nothing but the study, its settings, the draws and scores; it may run in another process.
2. A function that describes one of its results as a `Unit`, with everything that it depends on: `bench.unit(…)`, or
   `attack_unit(bench, …)` where it starts from the scores of an attack.
3. A function `units(bench)` that yields all of them, and its name in `HEAVY` of `stages.py`.
4. Where the numbers are needed: `bench.result(unit)`.

All units are computed up front by whoever works for the build, then each module asks for its results in its order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy

from analysis.benchmark.kinds import KINDS, Drawn, Kind, otherwise
from analysis.benchmark.ranked import Ranked
from analysis.cache import Arrays, Cache, Recipe
from analysis.ledger import Entry, key, parts
from analysis.measures import Interval, PairedDifference, Scale, odds_scale, speaker_draws
from analysis.study.benchmark import Benchmark
from analysis.study.cells import Cell
from analysis.work import Unit

ATTACKERS = ("ignorant", "lazy", "semi_informed")
INFORMED = ("lazy", "semi_informed")
SHIPPED_LIST = "same_gender"
"""The trial list that a leaderboard reports, in the keys of shipped EERs whatever the headline list is."""
NUMERIC = ("numpy", "scipy")
TOO_FEW_DRAWS = "too few draws"
"""Why an edge has no Monte-Carlo error."""


def how_told(interval: Interval) -> str:
    """Say what the Monte-Carlo error of an edge is taken from."""
    if interval.of_spread:
        return "that of the standard deviation of the draws, carried over to the edge"
    return "half the distance between two order statistics"


def percent_text(level: float) -> str:
    """Write a level in percent with the digits that it has.

    >>> percent_text(0.95), percent_text(0.975), percent_text(0.57)
    ('95', '97.5', '57')
    """
    return f"{100 * level:.10g}"


def printed_decimals(cell: Cell, *edges: Cell) -> int:
    """Return with how many decimals a published number is shown, beside the edges of its interval where it has both.

    As many as the longest of them, but none that the ledger does not keep of one with more digits.
    """
    printed = (cell, *edges)
    return min([max(one.decimals for one in printed), *(one.decimals for one in printed if one.cut)])


@dataclass
class Workbench:
    """One benchmark while its numbers are computed.

    Attributes:
        benchmark: the study, read and checked.
        cache: where heavy results are kept.
        digests: file of the study → SHA-256 of its bytes.
        progress: called with a line of words at the end of each long step.
        overridden: names of the settings that the command line gave.
        steps: how many long steps there are, so that progress has an end.
        latest: the attack that was asked for last: one after the other is looked at.
        edges: key of a row → its interval and its source, of every row that has been made with one.
    """

    benchmark: Benchmark
    cache: Cache
    digests: Mapping[str, str]
    progress: Callable[[str], None] = lambda _step: None
    overridden: frozenset[str] = frozenset()
    steps: int = 0
    latest: Ranked | None = field(default=None, repr=False)
    edges: dict[str, tuple[Interval, str]] = field(default_factory=dict)

    @cached_property
    def counts(self) -> numpy.ndarray:
        """Return how often each speaker was drawn: (draws, speakers); the same for every system and measure."""
        given = self.benchmark.settings
        return speaker_draws(len(self.benchmark.speakers), given.draws, given.seed)

    @property
    def rate(self) -> str:
        """Return what the error rate of the transcripts is called: CER, or WER where words are counted."""
        return "CER" if self.benchmark.settings.text == "characters" else "WER"

    @property
    def no_reference(self) -> str:
        """Return why there is no such rate where the references are empty."""
        return "no reference signs" if self.benchmark.settings.text == "characters" else "no reference words"

    @property
    def headline(self) -> str:
        """Return the trial list of the headline EER: same gender where genders are known, else all trials."""
        return "same_gender" if "same_gender" in self.benchmark.lists else "all"

    def setting_source(self, name: str) -> str:
        """Say where a setting comes from: `study.toml`, `defaults`, or the command line."""
        return "command line" if name in self.overridden else self.benchmark.settings.source(name)

    @property
    def kind(self) -> Kind:
        """Return the kind of interval that the study quotes and that verdicts use."""
        return KINDS[self.benchmark.settings.interval]

    def eer_scale(self, mask: numpy.ndarray) -> Scale | None:
        """Return the scale of an EER over these trials, whose target trials it rests on; mask: (trials,) bool."""
        targets = int(self.benchmark.trials.frame["is_target"].to_numpy()[mask].sum())
        return odds_scale(targets) if targets else None

    def taking_part(self, name: str) -> numpy.ndarray:
        """Return which speakers some trial of a list enrolls or lets speak: (speakers,) bool."""
        return self.taking_part_in(self.benchmark.lists[name].mask)

    def taking_part_in(self, mask: numpy.ndarray) -> numpy.ndarray:
        """Return which speakers some of these trials enroll or let speak: (speakers,) bool; mask: (trials,) bool."""
        frame, here = self.benchmark.trials.frame, numpy.zeros(len(self.benchmark.speakers), dtype=bool)
        for role in ("enroll", "speaker"):
            here[frame[role].to_numpy()[mask]] = True
        return here

    def resampled(self, interval: Interval | None, undefined: str, scheme: str, draws: int | None = None) -> str:
        """Say how an interval was made and what a reader must know about its draws, for the method column.

        Args:
            interval: what the draws spanned; None where no draw could be used.
            undefined: when a draw has no value, such as `no target or no non-target trial`.
            scheme: what was resampled, such as the words of the kind of interval.
            draws: how many draws were made; None where they are the study's.
        """
        given = self.benchmark.settings
        said = f"{percent_text(given.level)} % {scheme}, {draws or given.draws:,} draws, seed {given.seed}"
        if interval is None:
            why = otherwise(scheme)
            return f"{said}; no interval: undefined in every draw ({undefined}){f', or {why}' if why else ''}"
        if interval.left_out:
            said += f"; {interval.left_out:,} draws left out ({undefined})"
        return f"{said}; degenerate: the interval has no width" if interval.degenerate else said

    def interval(self, drawn: Drawn, kind: Kind | None = None) -> Interval | None:
        """Return the interval of a measure, of the kind that the study quotes or another; None where there is none."""
        found = drawn.interval(kind or self.kind, self.benchmark.settings.level)
        return found if numpy.isfinite(found.low) else None

    def difference(self, b: Drawn, a: Drawn, kind: Kind | None = None) -> PairedDifference:
        """Return "b minus a" on the draws that both share, by the kind that the study quotes or another."""
        return b.minus_with_verdict(a, kind or self.kind, self.benchmark.settings.level)

    def edge_error(self, interval: Interval, edge: str) -> float | None:
        """Return the Monte-Carlo error of the edge `low` or `high`; None where too few draws were used to tell it."""
        if not interval.reached:
            return None
        return interval.low_error if edge == "low" else interval.high_error

    def edge_errors(self) -> Iterator[Entry]:
        """Yield the Monte-Carlo error of both edges of every interval so far, under the names of its row's key."""
        for name, (interval, source) in self.edges.items():
            for edge, side in (("low", "lower"), ("high", "upper")):
                yield self.recomputed(
                    ("edge_error", *parts(name)[1:], edge), self.edge_error(interval, edge), "percentage points", 2,
                    source, f"Monte-Carlo error of the {side} edge: {how_told(interval)}",
                    n=interval.used, missing=TOO_FEW_DRAWS,
                )  # fmt: skip

    def unit(
        self, stage: str, files: Sequence[str], modules: Sequence[str], compute: Callable[..., Arrays],
        arguments: tuple[object, ...] = (), *, libraries: Sequence[str] = NUMERIC,
        parameters: Mapping[str, object] | None = None, group: str = "",
    ) -> Unit:  # fmt: skip
        """Describe a heavy result that `compute(bench, *arguments)` makes, in this process or another.

        `files` and `parameters` must name everything that the result depends on, and nothing else: what is named too
        much makes a result be computed again for a change that cannot touch it.
        """
        recipe = Recipe(
            stage=f"{self.benchmark.study}/{stage}",
            inputs={file: self.digests[file] for file in sorted(set(files))},
            parameters={"stage": stage.split("/")[0], **(parameters or {}), **self._cut},
            modules=modules,
            libraries=libraries,
        )
        return Unit(recipe, compute, arguments, f"{self.benchmark.study}/{group}" if group else "")

    def result(self, unit: Unit) -> dict[str, numpy.ndarray]:
        """Return a heavy result: as it was prepared, from the cache, or computed now and kept."""

        def compute() -> Arrays:
            self.told(unit)
            return unit.compute(self, *unit.arguments)

        return self.cache.fetch(unit.recipe, compute)

    def told(self, unit: Unit) -> None:
        """Report that a result is there."""
        self.progress(unit.recipe.stage.removeprefix(f"{self.benchmark.study}/").replace("/", " "))

    @property
    def _cut(self) -> dict[str, str]:
        """Return what tells a result over a part of the lists from one over all of them; nothing where they are whole.

        What is left out can follow from errors in files that the result does not read.
        """
        coverage = self.benchmark.coverage
        return {"left out": coverage.cut} if coverage is not None and coverage.cut else {}

    def key(self, *names: str) -> str:
        """Return a ledger key of this study."""
        return key(self.benchmark.study, *names)

    def recomputed(
        self, names: Sequence[str], value: float | None, unit: str, decimals: int, source: str, method: str, *,
        interval: Interval | None = None, n: int | None = None, missing: str = "",
    ) -> Entry:  # fmt: skip
        """Return a row for a number that was computed here, or for its absence."""
        if value is not None and not numpy.isfinite(value):
            value, missing = None, missing or "undefined"
        edges = interval if value is not None else None
        if edges is not None:
            self.edges[self.key(*names)] = edges, source
        return Entry(
            key=self.key(*names),
            value=None if value is None else float(value),
            unit=unit,
            decimals=decimals,
            ci_low=None if edges is None else edges.low,
            ci_high=None if edges is None else edges.high,
            tag="recomputed",
            inputs=self.benchmark.settings.inputs,
            source=source,
            method=method,
            n=n,
            missing="" if value is not None else missing,
        )

    def shipped(
        self, names: Sequence[str], cell: Cell, unit: str, source: str, method: str, *,
        low: Cell | None = None, high: Cell | None = None, n: int | None = None, missing: str = "not given",
    ) -> Entry:  # fmt: skip
        """Return a row for a number as the study ships it, with the digits of its cell."""
        has_edges = cell.value is not None and low is not None and low.value is not None and high is not None
        decimals = printed_decimals(cell, *((low, high) if has_edges and low and high else ()))
        return Entry(
            key=self.key("shipped", *names),
            value=cell.value,
            unit=unit,
            decimals=decimals,
            ci_low=low.value if has_edges and low else None,
            ci_high=high.value if has_edges and high else None,
            tag="shipped",
            inputs="real",
            source=source,
            method=method,
            n=n,
            missing="" if cell.value is not None else missing,
        )
