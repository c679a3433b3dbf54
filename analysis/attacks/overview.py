"""Results by attacker as a study: every step in its order, and the table that is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars

from analysis.attacks.above import above
from analysis.attacks.averages import averages, means, printed_averages, printed_cells, weights
from analysis.attacks.categories import categories
from analysis.attacks.counts import counts
from analysis.attacks.falls import falls
from analysis.attacks.linkability import linkability
from analysis.attacks.orders import orders
from analysis.attacks.panel import MEASURES, Panel, by_attacker, split_key
from analysis.attacks.remarks import remarks
from analysis.attacks.utility import utility
from analysis.ledger import Ledger, rounded
from analysis.results import Corpus, Results
from analysis.rows import Part
from analysis.study.attacks import Attacks

STEPS: tuple[Callable[[Panel], Part], ...] = (
    counts,
    printed_cells,
    means,
    weights,
    averages,
    printed_averages,
    orders,
    falls,
    above,
    categories,
    linkability,
    utility,
)
"""What is computed, in the order of the chapters; a step that finds nothing to work on adds nothing."""

SPLIT_WORDS = {"test": "test set", "dev": "development set", "": "all datasets"}


def attacks_results(attacks: Attacks) -> Results:
    """Return everything that the pages of a study of attacks are made from."""
    settings, panel = attacks.settings, Panel(attacks)
    ledger = Ledger()
    verdicts: dict[str, str] = {}
    for step in STEPS:
        part = step(panel)
        ledger.extend(part.entries)
        verdicts |= part.verdicts
    return Results(
        **settings.of_results,
        kind="attacks",
        ledger=ledger,
        reference=attacks.reference,
        unit_of_text="words",
        systems=panel.systems,
        corpora=tuple(Corpus(dataset.id, dataset.name) for dataset in attacks.datasets),
        trial_list=split_key(panel.split),
        lists=tuple((split_key(split), SPLIT_WORDS[split]) for split in panel.splits),
        verdicts=dict(sorted(verdicts.items())),
        remarks=remarks(panel),
        tables={"averages.csv": table(panel, ledger)},
        words={"datasets": _datasets(panel)},
    )


def _datasets(panel: Panel) -> tuple[Mapping[str, str], ...]:
    """Return what is said of each dataset, and for which measures it has values of which genders."""
    return tuple(
        {
            "dataset": dataset.id, "split": split_key(dataset.split), "description": dataset.description,
            **{name: " ".join(g or "all" for g in panel.printed_genders(name, dataset.id)) for name in MEASURES},
        }
        for dataset in panel.attacks.datasets
    )  # fmt: skip


def table(panel: Panel, ledger: Ledger) -> polars.DataFrame:
    """One row a system, split and attacker: averages and ranks with three decimals; what has no attacker has a row."""
    records = []
    for system in panel.systems:
        for split in panel.splits:
            for attacker in (*panel.attackers_of(system.id), "") if system.recomputed else ():
                record: dict[str, str | None] = {
                    "system": system.id, "split": split_key(split), "attacker": attacker or None,
                }  # fmt: skip
                for name in MEASURES:
                    own = bool(attacker) == by_attacker(name)
                    value = panel.of_split(name, system.id, attacker, split).value if own else None
                    record[name] = None if value is None else rounded(value, 3)
                place = ledger.value(panel.rows.key("rank", "eer", system.id, attacker, split_key(split)))
                record["rank"] = None if place is None else f"{place:.0f}"
                if any(cell is not None for name, cell in record.items() if name in (*MEASURES, "rank")):
                    records.append(record)
    columns = ("system", "split", "attacker", *MEASURES, "rank")
    return polars.DataFrame(records, schema=dict.fromkeys(columns, polars.String))
