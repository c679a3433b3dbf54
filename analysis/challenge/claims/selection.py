"""Which systems a rule looks at: by role, family, compliance, minimum EER, or by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from analysis.challenge.claims.answer import Unanswerable
from analysis.challenge.entrants import RANKED_ROLES, Entrant
from analysis.challenge.quantities import QUANTITIES, quantity, why_missing
from analysis.challenge.roster import Roster
from analysis.study.challenge_systems import ChallengeSystem


@dataclass(frozen=True)
class Selection:
    """Systems that have all of these marks; a mark that is not given keeps nobody out.

    Without `roles` and `ids` these are the baselines and submitted systems, as in ranks and counts.

    Attributes:
        roles, families: what a system's role and family may be.
        compliant: whether it follows the rules of the challenge.
        attacked: whether stronger attackers were later tried on it.
        parents: systems of which it is built on at least one.
        at_least: the least average EER, in percent, on the split that the rule looks at.
        ids: the only systems that may be in it.
    """

    roles: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    compliant: bool | None = None
    attacked: bool | None = None
    parents: tuple[str, ...] = ()
    at_least: float | None = None
    ids: tuple[str, ...] = ()

    def pick(self, roster: Roster, split: str) -> tuple[Entrant, ...]:
        """Return the systems with results, in the study's order."""
        return tuple(
            entrant
            for entrant, about in _described(roster)
            if entrant.cells and self._matches(entrant, about) and self._reaches(entrant, split)
        )

    def described(self, roster: Roster, split: str) -> tuple[Entrant, ...]:
        """Return the systems that are described, with results or without; none of these reaches a minimum EER."""
        return tuple(e for e, about in _described(roster) if self._matches(e, about) and self._reaches(e, split))

    def without_results(self, roster: Roster) -> tuple[str, ...]:
        """Return the ids of described systems that have no results and otherwise match; their EER is not known."""
        return tuple(
            entrant.id for entrant, about in _described(roster) if not entrant.cells and self._matches(entrant, about)
        )

    def just_short(self, roster: Roster, split: str) -> str:
        """Return the id of the system that comes nearest to the minimum EER from below; empty where there is none."""
        if self.at_least is None:
            return ""
        below = [
            (average, entrant.id)
            for entrant, about in _described(roster)
            if entrant.cells and self._matches(entrant, about)
            and (average := entrant.average(split)) is not None and average < self.at_least
        ]  # fmt: skip
        return max(below, key=lambda pair: pair[0])[1] if below else ""

    def valued(self, roster: Roster, metric: str, split: str) -> list[tuple[Entrant, float]]:
        """Return the systems with their quantity, those without one left out.

        Raises:
            Unanswerable: a system that is named has no such value, or nobody has.
        """
        if self.ids:
            for name in self.ids:
                if reason := why_missing(roster, roster.entrant(name), metric, split):
                    raise Unanswerable(f"{name}: {reason}")
        found = [
            (e, value) for e in self.pick(roster, split) if (value := quantity(roster, e, metric, split)) is not None
        ]
        if not found:
            raise Unanswerable(f"no such system has a value of {QUANTITIES[metric].words}")
        return found

    @property
    def words(self) -> str:
        """Say in words which systems these are."""
        said = [", ".join(self.ids)] if self.ids else [", ".join(self.roles or RANKED_ROLES) + " systems"]
        if self.families:
            said.append(f"of kind {' or '.join(self.families)}")
        if self.compliant is not None:
            said.append("that follow the rules" if self.compliant else "marked as not following the rules")
        if self.attacked is not None:
            said.append("attacked again later" if self.attacked else "not attacked again")
        if self.parents:
            said.append(f"built on {' or '.join(self.parents)}")
        if self.at_least is not None:
            said.append(f"with an average EER of at least {self.at_least:g} %")
        return " ".join(said)

    def source(self, split: str) -> str:
        """Return the columns that decide who is in it."""
        columns = [
            name
            for name, used in (
                ("role", not self.ids), ("family", bool(self.families)), ("compliant", self.compliant is not None),
                ("attacked", self.attacked is not None), ("parent", bool(self.parents)),
            )
            if used
        ]  # fmt: skip
        described = [f"systems.csv, {', '.join(columns)}"] if columns else []
        if self.at_least is not None:
            described.append(f"results.csv, {', '.join(QUANTITIES['eer'].columns(split))}")
        return "; ".join(described)

    def _matches(self, entrant: Entrant, about: ChallengeSystem) -> bool:
        """Everything but the minimum EER."""
        roles = self.roles or (() if self.ids else RANKED_ROLES)
        return (
            (not roles or about.role in roles)
            and (not self.families or about.family in self.families)
            and (self.compliant is None or entrant.system.compliant == self.compliant)
            and (self.attacked is None or bool(about.attacked) == self.attacked)
            and (not self.parents or not set(self.parents).isdisjoint(about.parents))
            and (not self.ids or entrant.id in self.ids)
        )

    def _reaches(self, entrant: Entrant, split: str) -> bool:
        if self.at_least is None:
            return True
        average = entrant.average(split)
        return average is not None and average >= self.at_least


def _described(roster: Roster) -> Iterator[tuple[Entrant, ChallengeSystem]]:
    """Yield every system with what is said about it; both stand in the study's order."""
    return zip(roster.entrants, roster.challenge.systems, strict=True)


def joined(*sources: str) -> str:
    """Join the sources of a ledger row, each file once for the same columns.

    >>> joined("a.csv, x; b.csv, y", "", "a.csv, x")
    'a.csv, x; b.csv, y'
    """
    return "; ".join(dict.fromkeys(chain.from_iterable(source.split("; ") for source in sources if source)))
