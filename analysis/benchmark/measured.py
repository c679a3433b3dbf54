"""What the chapters of a benchmark start from, and what each adds to the study's results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import polars

from analysis.benchmark.content import Content
from analysis.benchmark.privacy import Privacy
from analysis.benchmark.readings import Readings, readings
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry, Ledger
from analysis.results import Histogram, Remark, Utterance


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


@dataclass(frozen=True)
class Part:
    """What one chapter adds: ledger rows, verdicts, remarks, tables, and what its figures and quotations need."""

    entries: tuple[Entry, ...] = ()
    verdicts: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    tables: Mapping[str, polars.DataFrame] = field(default_factory=dict)
    histograms: tuple[Histogram, ...] = ()
    utterances: tuple[Utterance, ...] = ()
