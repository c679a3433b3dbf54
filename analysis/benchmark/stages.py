"""All heavy results of a benchmark, before anybody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from analysis.benchmark import (
    content,
    gender_rates,
    list_rates,
    listening,
    privacy,
    prosody,
    readings,
    resamples,
    speaker_rates,
    spreads,
)
from analysis.benchmark.workbench import Workbench
from analysis.work import Begun, Unit, Workers
from analysis.work.unit import Source

HEAVY: tuple[Callable[[Workbench], Iterator[Unit]], ...] = (
    prosody.units, listening.units, privacy.units, resamples.units, gender_rates.units, readings.units,
    list_rates.units, content.units, speaker_rates.units, spreads.units,
)  # fmt: skip
"""What describes the heavy results of a measure, the longest first."""


def begin_all(bench: Workbench, workers: Workers, source: Source) -> Begun:
    """Let workers begin with every heavy result that the cache lacks."""
    units = [unit for of_measure in HEAVY for unit in of_measure(bench)]
    bench.steps = len(units)
    return Begun(units, bench.cache, workers, source, bench, bench.told)
