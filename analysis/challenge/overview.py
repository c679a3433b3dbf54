"""A challenge as a study: every step in its order, and the table that is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import polars

from analysis.challenge.averages import averages, printed_cells
from analysis.challenge.categories import CATEGORIES, LARGER_IS_BETTER, categories, category_name, counts, fronts
from analysis.challenge.entrants import ATTACKER, Entrant, Rows, read_entrants
from analysis.challenge.remarks import remarks
from analysis.ledger import Ledger
from analysis.results import Results
from analysis.study.challenge import Challenge


def challenge_results(challenge: Challenge) -> Results:
    """Return everything that the pages of a challenge are made from.

    All systems that the challenge describes or has results of are there, in the order of its files, those without
    results last, with rows that say so.
    """
    settings = challenge.settings
    entrants = read_entrants(challenge)
    rows = Rows(settings.study, "simulated" if settings.simulated else "real")
    ledger = Ledger()
    verdicts: dict[str, str] = {}
    for entries, words in (
        printed_cells(rows, entrants),
        averages(rows, entrants),
        counts(rows, entrants),
        categories(rows, entrants),
        fronts(rows, entrants),
    ):
        ledger.extend(entries)
        verdicts |= words
    return Results(
        study=settings.study,
        kind="challenge",
        title=settings.title,
        ledger=ledger,
        authors=settings.authors,
        date=settings.date,
        simulated=settings.simulated,
        reference=challenge.reference,
        unit_of_text="words",
        systems=tuple(entrant.system for entrant in entrants),
        verdicts=dict(sorted(verdicts.items())),
        remarks=remarks(challenge, entrants),
        tables={"categories.csv": table(rows, entrants, ledger, verdicts)},
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
            "eer_average": None if average is None else f"{average:.3f}",
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
