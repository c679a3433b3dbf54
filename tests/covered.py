"""Tables of a coverage study that was never run, and a benchmark that reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace

import pytest

from analysis.benchmark.measured import Measured
from analysis.benchmark.simulated_coverage import simulated_coverage
from analysis.benchmark.workbench import Workbench
from analysis.coverage.kinds import KINDS, TESTS
from analysis.coverage.table import FALSE_FAMILY, FALSE_POSITIVE, POWER, DifferenceRow, IntervalRow, Study
from analysis.ledger import Ledger, key
from analysis.results import Results

SETTINGS = ((10, 3), (10, 40), (43, 3), (43, 40))


def coverage_tables(coverage: Mapping[tuple, float] | None = None, alarms: Mapping[str, float] | None = None) -> Study:
    """Return tables in which every kind covers 95 %, apart from `coverage`: (kind,) or (kind, speakers, EER) → percent.

    `alarms`: test → percent of equal systems that are called different, 5 where it is not named.
    """
    given = coverage or {}
    intervals = []
    for speakers, eer in SETTINGS:
        for kind in KINDS:
            share = given.get((kind, speakers, eer), given.get((kind,), 95.0))
            intervals.append(
                IntervalRow(
                    speakers, eer, kind, eer + 0.04, 0.03, share, 1.5, 2.0, 98.0 - share, 0.0, 6.5, 0.12, 200, 100,
                    speakers**2 * 10, 0, 1,
                )
            )  # fmt: skip
    differences = []
    for speakers in (10, 43):
        for test in TESTS:
            held = 1.5 if test == "permutation" else None
            error = None if held is None else 0.5
            false = (alarms or {}).get(test, 5.0)
            for what, difference, share in ((FALSE_POSITIVE, 0, false), (FALSE_FAMILY, 0, 30.0), (POWER, 3, 61.0)):
                differences.append(
                    DifferenceRow(
                        speakers, 40, test, what, difference, share, 1.0, held, error, 11, 80, 100, 0, 1,
                    )
                )  # fmt: skip
    return Study(intervals, differences)


def with_coverage(
    results: Results, study: Study, monkeypatch: pytest.MonkeyPatch, speakers: int = 40, interval: str = "speaker"
) -> Results:
    """Return a benchmark's results with the rows and verdicts that it would have from these tables."""
    monkeypatch.setattr("analysis.benchmark.simulated_coverage.committed", lambda: study)
    settings = SimpleNamespace(inputs="simulated" if results.simulated else "real")
    benchmark = SimpleNamespace(
        study=results.study, settings=settings, systems=results.systems, reference=results.reference,
        speakers=["s"] * speakers, lists=dict(results.lists),
    )  # fmt: skip
    bench = Workbench(benchmark, None, {})  # type: ignore[arg-type]
    part = simulated_coverage(Measured(bench, None, None, results.ledger, {}))  # type: ignore[arg-type]
    return replace(
        results,
        ledger=Ledger([*results.ledger, *part.entries]),
        verdicts={**results.verdicts, **part.verdicts, key(results.study, "interval"): interval},
    )
