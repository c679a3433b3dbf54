"""What every step of a challenge starts from, and what it hands back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import polars

from analysis.challenge.entrants import Entrant, Rows, read_entrants
from analysis.ledger import Entry
from analysis.results import Statement
from analysis.study.challenge import Challenge


@dataclass(frozen=True)
class Part:
    """What one step adds to the results.

    Attributes:
        entries: ledger rows.
        verdicts: results that are no numbers.
        tables: files of `report/<study>/` by their names.
        words: tables of words that the pages show, as in `Results`.
        statements: checked statements of the publication.
    """

    entries: list[Entry]
    verdicts: dict[str, str] = field(default_factory=dict)
    tables: Mapping[str, polars.DataFrame] = field(default_factory=dict)
    words: Mapping[str, tuple[Mapping[str, str], ...]] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class Roster:
    """The systems of a challenge with their cells, and the maker of its ledger rows."""

    challenge: Challenge

    @cached_property
    def rows(self) -> Rows:
        """Return what makes the study's ledger rows."""
        settings = self.challenge.settings
        return Rows(settings.study, "simulated" if settings.simulated else "real")

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """Return all systems, in the order of the study's files."""
        return read_entrants(self.challenge)

    @cached_property
    def ranked(self) -> tuple[Entrant, ...]:
        """Return the baselines and submitted systems that have results; nobody else is counted, ranked or compared."""
        return tuple(entrant for entrant in self.entrants if entrant.ranked)

    @cached_property
    def original(self) -> Entrant | None:
        """Return the unprotected speech; None where the table has no row for it."""
        return next((e for e in self.entrants if e.id == self.challenge.reference and e.cells), None)

    def entrant(self, name: str) -> Entrant:
        """Return a system by its id.

        Raises:
            KeyError: no system has this id.
        """
        for entrant in self.entrants:
            if entrant.id == name:
                return entrant
        raise KeyError(name)
