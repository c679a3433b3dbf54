"""The published values as rows of the ledger, and how far the recomputed values agree with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry, Ledger
from analysis.measures import agreement
from analysis.study.leaderboard import FILE as LEADERBOARD
from analysis.study.published import FILE as PUBLISHED

UNITS = {
    "eer": "percent", "cer": "percent", "cer_mean": "percent",
    "width": "percentage points", "leak": "correlation", "leak_without_reference": "correlation",
    "rho_f0": "correlation", "rho_f0_demo": "correlation", "duration_ratio": "ratio", "median_f0": "Hz",
    "utmos": "score", "count": "count", "listening": "score",
}  # fmt: skip
"""Measure, the first part of a key → the unit of a further published number; others have none."""


@dataclass(frozen=True)
class Column:
    """One column of the leaderboard: its name, the rest of its key after the measure's system, its unit."""

    name: str
    measure: str
    rest: tuple[str, ...]
    unit: str


def columns(bench: Workbench) -> Iterator[Column]:
    """Return the leaderboard's columns that this study can have."""
    for attacker in ATTACKERS:
        yield Column(f"eer_{attacker}", "eer", (attacker, "same_gender"), "percent")
    yield Column("cer", "cer", ("all",), "percent")
    for corpus in bench.benchmark.corpora:
        yield Column(f"cer_{corpus.slug}", "cer", (corpus.slug,), "percent")
    yield Column("rho_f0", "rho_f0", (), "correlation")
    yield Column("utmos", "utmos", (), "score")


def shipped(bench: Workbench) -> tuple[Entry, ...]:
    """Return a row for every cell of the leaderboard, blank ones too, and for every further published number."""
    return (*_leaderboard(bench), *_further(bench))


def _further(bench: Workbench) -> Iterator[Entry]:
    for number in bench.benchmark.published:
        yield bench.shipped(
            number.names,
            number.value,
            UNITS.get(number.names[0], ""),
            f"{PUBLISHED}, {number.source}" if number.source else PUBLISHED,
            "as published",
            low=number.low,
            high=number.high,
            n=number.n,
        )


def _leaderboard(bench: Workbench) -> Iterator[Entry]:
    board = bench.benchmark.leaderboard
    if board is None:
        return
    for system in board.systems:
        for column in columns(bench):
            if column.name not in board.columns:
                continue
            yield bench.shipped(
                (column.measure, system, *column.rest),
                board.cell(system, column.name),
                column.unit,
                f"{LEADERBOARD}, {column.name}",
                "as published",
                low=board.cell(system, f"{column.name}_ci_low"),
                high=board.cell(system, f"{column.name}_ci_high"),
            )


def agreements(bench: Workbench, ledger: Ledger) -> tuple[list[Entry], dict[str, str]]:
    """Return recomputed minus shipped for every value that is both, the largest of each column, and the verdicts."""
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for column in columns(bench):
        if column.measure not in ("eer", "cer"):  # the shipped pitch correlation rests on other clips
            continue
        differences: list[float] = []
        edges: list[float] = []
        for system in bench.benchmark.systems:
            names = (column.measure, system.id, *column.rest)
            ours, theirs = ledger.get(bench.key(*names)), ledger.get(bench.key("shipped", *names))
            if ours is None or theirs is None or ours.value is None or theirs.value is None:
                continue
            found = agreement(ours.value, theirs.value, theirs.decimals)
            differences.append(abs(found.difference))
            edges += _edge_gaps(ours, theirs)
            verdicts[bench.key("agreement", *names)] = found.verdict
            entries.append(
                bench.recomputed(
                    ("agreement", *names),
                    found.difference,
                    "points",
                    2,
                    f"{LEADERBOARD}, {column.name}",
                    "recomputed minus shipped",
                )
            )
        for kind, gaps in (("values", differences), ("edges", edges)):
            if gaps:
                entries.append(
                    bench.recomputed(
                        ("agreement_max", column.name, kind),
                        max(gaps),
                        "percentage points",
                        2,
                        f"{LEADERBOARD}, {column.name}",
                        f"largest absolute difference of {kind}",
                        n=len(gaps),
                    )
                )
    entries += _counts(bench, verdicts)
    return entries, verdicts


def _edge_gaps(ours: Entry, theirs: Entry) -> list[float]:
    pairs = ((ours.ci_low, theirs.ci_low), (ours.ci_high, theirs.ci_high))
    return [abs(a - b) for a, b in pairs if a is not None and b is not None]


def _counts(bench: Workbench, verdicts: Mapping[str, str]) -> Iterator[Entry]:
    if not verdicts:
        return
    names = {
        "compared": None,
        "agrees": "agrees at the printed precision",
        "rounding": "differs by rounding only",
        "differs": "differs",
    }
    for name, verdict in names.items():
        count = sum(verdict is None or found == verdict for found in verdicts.values())
        yield bench.recomputed(
            ("count", "agreement", name), count, "count", 0, LEADERBOARD, "values that are both shipped and recomputed"
        )
