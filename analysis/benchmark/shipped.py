"""The published values as rows of the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry
from analysis.study.leaderboard import FILE as LEADERBOARD
from analysis.study.published import FILE as PUBLISHED
from analysis.study.published import UNITS
from analysis.study.soundness import NO_NUMBER


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
    yield Column("uar", "uar", (), "percent")
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
                f"{LEADERBOARD}, {board.in_file(column.name)}",
                "as published",
                low=board.cell(system, f"{column.name}_ci_low"),
                high=board.cell(system, f"{column.name}_ci_high"),
                missing=NO_NUMBER if (system, column.name) in board.unreadable else "not given",
            )
