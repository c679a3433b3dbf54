"""What every step of a challenge starts from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from analysis.challenge.entrants import Entrant, read_entrants
from analysis.rows import Rows
from analysis.study.challenge import Challenge
from analysis.study.ids import with_id


@dataclass(frozen=True)
class Roster:
    """The systems of a challenge with their cells, and the maker of its ledger rows."""

    challenge: Challenge

    @cached_property
    def rows(self) -> Rows:
        """Return what makes the study's ledger rows."""
        settings = self.challenge.settings
        return Rows(settings.study, settings.inputs)

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
        return with_id(self.entrants, name)
