"""Ledger rows of a protocol as they are made, and how an added total agrees with the printed one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from analysis.challenge.roster import Roster
from analysis.ledger import Entry
from analysis.measures.agreement import agreement
from analysis.study.cells import Cell

NOT_PRINTED = "not printed"


@dataclass
class Gathered:
    """Ledger rows and verdicts as they are made, and a total that was added beside each printed one."""

    roster: Roster
    entries: list[Entry] = field(default_factory=list)
    verdicts: dict[str, str] = field(default_factory=dict)
    compared: list[str] = field(default_factory=list)

    def print(self, names: Sequence[str], cell: Cell, source: str, unit: str = "count") -> None:
        """Add a printed cell."""
        self.entries.append(
            self.roster.rows.shipped(
                ("shipped", "protocol", *names), cell.value, unit, source, "as printed",
                decimals=cell.decimals, missing=NOT_PRINTED,
            )
        )  # fmt: skip

    def add(
        self, names: Sequence[str], value: float | None, source: str, method: str, *, unit: str = "count",
        decimals: int = 0, missing: str = NOT_PRINTED, printed: Cell | None = None,
    ) -> None:  # fmt: skip
        """Add a recomputed number, and how it agrees with the printed one where there is one."""
        place = ("protocol", *names)
        self.entries.append(
            self.roster.rows.recomputed(place, value, unit, source, method, decimals=decimals, missing=missing)
        )
        if value is not None and printed is not None and printed.value is not None:
            said = agreement(value, printed.value, printed.decimals).verdict
            self.verdicts[self.roster.rows.key("agreement", *place)] = said
            self.compared.append(said)
