"""What a rule is, and the marks that make a function one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from analysis.challenge.claims.answer import Answer, Kind, Unanswerable
from analysis.challenge.claims.arguments import Argument
from analysis.challenge.quantities import quantity, why_missing
from analysis.challenge.roster import Roster
from analysis.measures.thresholds import CATEGORIES


@dataclass(frozen=True)
class Rule:
    """One way to recompute a statement from the tables.

    Attributes:
        name: what `claims.toml` calls it.
        answers: what it finds; this says what must be printed in a claim that names it.
        find: the function: a roster and the arguments by their names → an answer.
        arguments: what it takes, by name.
    """

    name: str
    answers: Kind
    find: Callable[..., Answer]
    arguments: Mapping[str, Argument]

    @property
    def words(self) -> str:
        """Return what it does, in a sentence."""
        return (self.find.__doc__ or "").strip().split("\n")[0]


def rule(answers: Kind, **arguments: Argument) -> Callable[[Callable[..., Answer]], Rule]:
    """Make a rule of a function, under the function's name."""
    return lambda find: Rule(find.__name__, answers, find, arguments)


def sized(value: float, unsigned: bool) -> float:
    """Return a value, or its size where the sign is not asked for."""
    return abs(value) if unsigned else value


def size_of(words: str, unsigned: bool) -> str:
    """Say in words what `sized` gives."""
    return f"{words}, without its sign" if unsigned else words


def known(roster: Roster, name: str, metric: str, split: str) -> float:
    """Return a quantity of a system.

    Raises:
        Unanswerable: it has none.
    """
    entrant = roster.entrant(name)
    found = quantity(roster, entrant, metric, split)
    if found is None:
        raise Unanswerable(f"{name}: {why_missing(roster, entrant, metric, split)}")
    return found


def highest_minimum(average: float) -> int:
    """Return the minimum EER of the highest privacy category that an average EER reaches, both in percent; else 0."""
    return max((minimum for minimum in CATEGORIES if average >= minimum), default=0)
