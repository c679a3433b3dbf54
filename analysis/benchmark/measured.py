"""What the chapters of a benchmark start from, and what each adds to the study's results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy
import polars

from analysis.benchmark.content import Content
from analysis.benchmark.kinds import KINDS, PUBLISHED, TRIALS, Drawn
from analysis.benchmark.privacy import Privacy
from analysis.benchmark.readings import Readings, readings
from analysis.benchmark.resamples import resamples
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry, Ledger
from analysis.measures import Scale
from analysis.results import Histogram, Remark, Spread, Utterance


@dataclass(frozen=True)
class Measured:
    """Everything that is measured before chapters draw conclusions from it.

    Attributes:
        bench: the study, the shared draws, the cache.
        attacks: EERs with their draws, by (system, attacker, list).
        texts: error rates with their draws, by system.
        ledger: every row so far; a chapter reads it and adds to it by returning a `Part`.
        verdicts: every verdict so far.
    """

    bench: Workbench
    attacks: Privacy
    texts: Content
    ledger: Ledger
    verdicts: dict[str, str]

    @cached_property
    def readings(self) -> Readings:
        """Return the further readings of every attack's scores, computed when a chapter first asks for them."""
        return readings(self.bench)

    @cached_property
    def resamples(self) -> dict[tuple[str, str], dict[str, numpy.ndarray]]:
        """Return (system, attacker) → its headline EER by other ways of resampling, for those that have one.

        Computed when a chapter first asks for them; see `resamples`.
        """
        cases = [(s.id, attacker) for s in self.bench.benchmark.systems if s.has_files for attacker in ATTACKERS]
        found = {case: resamples(self.bench, *case) for case in cases}
        return {case: made for case, made in found.items() if made is not None}

    @cached_property
    def taking_part(self) -> numpy.ndarray:
        """Return which speakers take part in the headline list: (speakers,) bool."""
        return self.bench.taking_part(self.bench.headline)

    @cached_property
    def _scale(self) -> Scale | None:
        return self.bench.eer_scale(self.bench.benchmark.lists[self.bench.headline].mask)

    def as_published(self, *names: str) -> Entry | None:
        """Return a row with the interval of the kind that published intervals are of; None where there is no such row.

        names: as its key goes on after the study, such as `eer`, system, attacker and list.
        """
        measure, *rest = names
        beside = self.ledger.get(self.bench.key(f"{measure}_{PUBLISHED.name}", *rest))
        return beside if beside is not None else self.ledger.get(self.bench.key(*names))

    def drawn(self, system: str, attacker: str) -> dict[str, Drawn]:
        """Return kind of interval, or `trials` → the headline EER in its draws; nothing where a file is absent."""
        made = self.resamples.get((system, attacker))
        if made is None:
            return {}
        names = (system, attacker, self.bench.headline)
        point, here, scale = self.attacks.points[names], self.taking_part, self._scale
        found = {
            name: Drawn(point, made[kind.draws], made["without"], here, scale)
            for name, kind in KINDS.items()
            if kind.draws in made
        }
        return {**found, PUBLISHED.name: self.attacks.published[names], TRIALS: Drawn(point, made[TRIALS])}


@dataclass(frozen=True)
class Part:
    """What one chapter adds: ledger rows, verdicts, remarks, tables, and what its figures and quotations need."""

    entries: tuple[Entry, ...] = ()
    verdicts: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    tables: Mapping[str, polars.DataFrame] = field(default_factory=dict)
    histograms: tuple[Histogram, ...] = ()
    utterances: tuple[Utterance, ...] = ()
    spreads: tuple[Spread, ...] = ()
