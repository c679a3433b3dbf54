"""What a rule finds: a number, a lowest and a highest one, or a list of systems; or why it finds nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["number", "share", "range", "systems"]
"""`number`: one; `share`: how many of `n`; `range`: the lowest and the highest of several; `systems`: ids."""


class Unanswerable(Exception):
    """The tables do not hold what the rule needs; carries the reason, in a few words."""


@dataclass(frozen=True)
class Answer:
    """What a rule found in the tables.

    Attributes:
        source: file names and columns that it rests on.
        method: what was computed, in words.
        values: one number, or the lowest and the highest; empty for a list of systems.
        systems: ids in the order of the rule; empty for numbers.
        unit, decimals: of the values.
        n: how many systems were looked at; None where that says nothing.
    """

    source: str
    method: str
    values: tuple[float, ...] = ()
    systems: tuple[str, ...] = ()
    unit: str = "count"
    decimals: int = 0
    n: int | None = None
