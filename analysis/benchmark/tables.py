"""The tables of a benchmark that scripts read: `leaderboard_recomputed.csv` and `paired.csv`."""

from __future__ import annotations

from collections.abc import Sequence

import polars

from analysis.benchmark.pairs import Comparison
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry, Ledger, rounded


def leaderboard_recomputed(bench: Workbench, ledger: Ledger) -> polars.DataFrame:
    """Return one row a system that has files here, three decimals, empty where missing."""
    benchmark = bench.benchmark
    slugs = [corpus.slug for corpus in benchmark.corpora]
    same_gender = len(benchmark.lists["same_gender"]) if "same_gender" in benchmark.lists else None
    rows = []
    for system in benchmark.systems:
        if not system.has_files:
            continue
        row: dict[str, str | None] = {"system": system.id}
        for attacker in ATTACKERS:
            row |= _with_edges(f"eer_{attacker}", ledger.get(bench.key("eer", system.id, attacker, bench.headline)))
        row |= _with_edges("cer", ledger.get(bench.key("cer", system.id, "all")))
        for slug in slugs:
            row[f"cer_{slug}"] = three_decimals(ledger.value(bench.key("cer", system.id, slug)))
        if benchmark.emotions is not None and benchmark.emotions.systems:
            row |= _with_edges("uar", ledger.get(bench.key("uar", system.id, "pooled")))
            row["uar_mean_of_folds"] = three_decimals(ledger.value(bench.key("uar", system.id, "mean_of_folds")))
        row["rho_f0_demo"] = three_decimals(ledger.value(bench.key("rho_f0", system.id, "demo")))
        row["duration_ratio"] = three_decimals(ledger.value(bench.key("duration_ratio", system.id, "demo")))
        row["utmos_board"] = three_decimals(ledger.value(bench.key("shipped", "utmos", system.id)))
        row["rho_f0_board"] = three_decimals(ledger.value(bench.key("shipped", "rho_f0", system.id)))
        row["n_speakers"] = str(len(benchmark.speakers))
        row["n_same_gender_trials"] = None if same_gender is None else str(same_gender)
        row["n_boot"] = str(benchmark.settings.draws)
        rows.append(row)
    return polars.DataFrame(rows, schema=dict.fromkeys(rows[0], polars.String))


def _with_edges(name: str, entry: Entry | None) -> dict[str, str | None]:
    return {
        name: three_decimals(entry.value if entry else None),
        f"{name}_ci_low": three_decimals(entry.ci_low if entry else None),
        f"{name}_ci_high": three_decimals(entry.ci_high if entry else None),
    }


def three_decimals(value: float | None) -> str | None:
    """Write a number with three decimals, without a sign on zero; None stays what it is."""
    if value is None:
        return None
    text = rounded(value, 3)
    return text.removeprefix("-") if not text.strip("-0.") else text


def paired(comparisons: Sequence[Comparison]) -> polars.DataFrame:
    """Return one row a registered pair and metric; only the header where no pair is registered."""
    columns = ("comparison", "metric", "delta", "ci_low", "ci_high", "shipped", "evidence")
    rows = [
        (
            f"{row.b} minus {row.a}",
            row.name,
            three_decimals(row.delta),
            three_decimals(row.low),
            three_decimals(row.high),
            row.shipped or None,
            row.evidence or None,
        )
        for row in comparisons
    ]
    return polars.DataFrame(rows, schema=dict.fromkeys(columns, polars.String), orient="row")
