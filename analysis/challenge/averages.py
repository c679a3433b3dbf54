"""The printed cells of a results table, the average EERs recomputed from their halves, and how the two agree."""

from __future__ import annotations

from itertools import product

from analysis.challenge.entrants import ATTACKER, HALVES, SPLITS
from analysis.challenge.roster import Roster
from analysis.ledger import Entry
from analysis.measures.agreement import agreement
from analysis.rows import Part

AGREES = "agrees at the printed precision"
ROUNDING = "differs by rounding only"
DIFFERS = "differs"


def printed_cells(roster: Roster) -> Part:
    """Every printed cell, as shipped."""
    rows = roster.rows
    places = {f"{split}_{metric}": (metric, None, split) for split, metric in product(SPLITS, ("uar", "wer"))}
    places |= {
        f"{split}_eer_{part}": ("eer", ATTACKER, f"{split}_{part}")
        for split, part in product(SPLITS, (*HALVES, "average"))
    }
    entries = []
    for entrant, (column, (metric, attacker, name)) in product(roster.entrants, places.items()):
        cell = entrant.cell(column)
        parts = ("shipped", metric, entrant.id, *([attacker] if attacker else []), name)
        entries.append(
            rows.shipped(
                parts, cell.value, "percent", f"results.csv, {column}", "as printed",
                decimals=cell.decimals, missing=entrant.missing(column),
            )
        )  # fmt: skip
    return Part(entries)


def averages(roster: Roster) -> Part:
    """The average EERs from their halves, and what they say about the printed ones."""
    rows = roster.rows
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    differences: list[float] = []
    for entrant, split in product(roster.entrants, SPLITS):
        place = ("eer", entrant.id, ATTACKER, f"{split}_average")
        halves = [f"{split}_eer_{half}" for half in HALVES]
        all_three = [*halves, f"{split}_eer_average"]
        average, printed = entrant.average(split), entrant.cell(all_three[-1])
        entries.append(
            rows.recomputed(
                place, average, "percent", f"results.csv, {', '.join(halves)}", "mean of the female and the male EER",
                decimals=2, missing=entrant.missing(*halves),
            )
        )  # fmt: skip
        difference = None
        if average is not None and printed.value is not None:
            compared = agreement(average, printed.value, printed.decimals)
            difference = compared.difference
            differences.append(difference)
            verdicts[rows.key("agreement", *place)] = compared.verdict
        entries.append(
            rows.recomputed(
                ("agreement", *place), difference, "points", f"results.csv, {', '.join(all_three)}",
                "recomputed average minus printed average",
                decimals=3, missing=entrant.missing(*all_three),
            )
        )  # fmt: skip
    source = "results.csv, the EER columns"
    entries.append(
        rows.recomputed(
            ("agreement_max", "eer"), max(map(abs, differences), default=None), "points", source,
            "largest absolute difference between recomputed and printed averages",
            decimals=3, n=len(differences), missing="no average to compare",
        )
    )  # fmt: skip
    counted = list(verdicts.values())
    for name, number in (
        ("compared", len(counted)),
        *((name, counted.count(words)) for name, words in
          (("agrees", AGREES), ("rounding", ROUNDING), ("differs", DIFFERS))),
    ):  # fmt: skip
        method = (
            "averages with this verdict on their agreement" if name != "compared" else "averages that were compared"
        )
        entries.append(rows.recomputed(("count", "agreement", name), number, "count", source, method))
    return Part(entries, verdicts)
