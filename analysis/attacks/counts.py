"""How many systems, attackers, datasets and cells there are, and how many digits of a number are promised."""

from __future__ import annotations

from analysis.attacks.panel import MEASURES, Panel
from analysis.ledger import SIGNIFICANT_DIGITS
from analysis.rows import Part


def counts(panel: Panel) -> Part:
    """Return the counts of a study, and the setting of its digits."""
    cells = panel.attacks.cells.values()
    table = "results.csv"
    numbers = [
        (("systems",), len(panel.anonymizers), f"{table}, system", "anonymization systems with results"),
        (("attackers",), len(panel.attackers), f"{table}, attacker", "attackers of anonymized speech with an EER"),
        (("datasets",), len(panel.attacks.datasets), f"{table}, dataset", "datasets with results"),
        *(
            (("cells", name), sum(name in row for row in cells), f"{table}, {name}", "cells with a value")
            for name in MEASURES
            if panel.any_value(name)
        ),
    ]
    entries = [
        panel.rows.recomputed(("count", *name), number, "count", source, method)
        for name, number, source, method in numbers
    ]
    digits = panel.rows.shipped(
        ("setting", "significant_digits"), float(SIGNIFICANT_DIGITS), "count", "defaults",
        "significant digits of a number that the ledger keeps",
    )  # fmt: skip
    return Part([*entries, digits])
