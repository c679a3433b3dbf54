"""A challenge as a study: every step in its order, and the table that is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import polars

from analysis.challenge.attacked import attacked
from analysis.challenge.averages import averages, printed_cells
from analysis.challenge.bridge import bridge
from analysis.challenge.categories import LARGER_IS_BETTER, categories, category_name, counts
from analysis.challenge.change import change
from analysis.challenge.claims import claims
from analysis.challenge.digits import digits
from analysis.challenge.entrants import ATTACKER, Entrant
from analysis.challenge.fronts import fronts
from analysis.challenge.gender import gender
from analysis.challenge.kinds import kinds
from analysis.challenge.lineage import lineage
from analysis.challenge.matrix import matrix
from analysis.challenge.protocol import protocol
from analysis.challenge.remarks import remarks
from analysis.challenge.roster import Roster
from analysis.challenge.splits import splits
from analysis.ledger import Ledger, rounded
from analysis.measures.thresholds import CATEGORIES
from analysis.results import Results, Statement
from analysis.rows import Part, Rows
from analysis.study.challenge import Challenge

STEPS: tuple[Callable[[Roster], Part], ...] = (
    digits,
    printed_cells,
    averages,
    counts,
    categories,
    fronts,
    attacked,
    protocol,
    change,
    matrix,
    gender,
    splits,
    kinds,
    lineage,
    claims,
    bridge,
)
"""What is computed, in the order of the chapters; a step that finds nothing to work on adds nothing."""


def challenge_results(challenge: Challenge) -> Results:
    """Return everything that the pages of a challenge are made from.

    All systems that the challenge describes or has results of are there, in the order of its files, those without
    results last, with rows that say so.

    Raises:
        InputError: a claim asks for what the study does not have.
    """
    settings = challenge.settings
    roster = Roster(challenge)
    ledger = Ledger()
    verdicts: dict[str, str] = {}
    tables: dict[str, polars.DataFrame] = {}
    words: dict[str, tuple[Mapping[str, str], ...]] = {}
    statements: list[Statement] = []
    for step in STEPS:
        part = step(roster)
        ledger.extend(part.entries)
        verdicts |= part.verdicts
        tables |= part.tables
        words |= part.words
        statements += part.statements
    return Results(
        **settings.of_results,
        kind="challenge",
        ledger=ledger,
        reference=challenge.reference,
        unit_of_text="words",
        systems=tuple(entrant.system for entrant in roster.entrants),
        verdicts=dict(sorted(verdicts.items())),
        remarks=remarks(challenge, roster.entrants),
        tables={"categories.csv": table(roster.rows, roster.entrants, ledger, verdicts), **tables},
        words=words,
        bridge=challenge.bridge,
        statements=tuple(statements),
    )


def table(rows: Rows, entrants: Sequence[Entrant], ledger: Ledger, verdicts: Mapping[str, str]) -> polars.DataFrame:
    """One row a system, in the challenge's order: recomputed values with three decimals, printed ones as printed."""
    records = []
    for entrant in entrants:
        average = ledger.value(rows.key("eer", entrant.id, ATTACKER, "test_average"))
        record: dict[str, str | None] = {
            "system": entrant.id,
            "role": entrant.system.role,
            "family": entrant.system.family,
            "compliant": None if entrant.system.role not in ("submitted", "post-evaluation")
            else "yes" if entrant.system.compliant else "no",
            "eer_average": None if average is None else rounded(average, 3),
            "eer_average_shipped": entrant.cell("test_eer_average").text,
            "uar": entrant.cell("test_uar").text,
            "wer": entrant.cell("test_wer").text,
            "category": verdicts.get(rows.key("category", entrant.id)),
        }  # fmt: skip
        for metric, minimum in product(LARGER_IS_BETTER, CATEGORIES):
            place = ledger.value(rows.key("rank", metric, entrant.id, category_name(minimum)))
            record[f"rank_{metric}_{category_name(minimum)}"] = None if place is None else f"{place:.0f}"
        for metric in LARGER_IS_BETTER:
            record[f"front_{metric}"] = verdicts.get(rows.key("front", metric, entrant.id))
        records.append({name: cell or None for name, cell in record.items()})
    return polars.DataFrame(records, schema=dict.fromkeys(records[0], polars.String) if records else None)
