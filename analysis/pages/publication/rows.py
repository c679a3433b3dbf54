"""`ledger.json`: the rows of `ledger.csv` for those who read JSON."""

from __future__ import annotations

import json

from analysis.ledger import COLUMNS, Entry, Ledger


def ledger_json(ledger: Ledger) -> str:
    """Return the rows as a JSON list, one a line, sorted by key; numbers are numbers, and what is missing is null.

    The ledger is handed over as `ledger.csv` has it, so both files hold the same digits.
    """
    return "[\n" + ",\n".join(json.dumps(_row(entry), ensure_ascii=False) for entry in ledger) + "\n]\n"


def _row(entry: Entry) -> dict[str, object]:
    row = {name: getattr(entry, name) for name in COLUMNS}
    for name in ("value", "ci_low", "ci_high"):
        # 44, not 44.0: as the CSV has it.
        if row[name] is not None and row[name].is_integer():
            row[name] = int(row[name])
    return row
