"""What a comparison finds: flips, numbers, groups of keys, things that moved, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

How = Literal["changed", "added", "gone"]
Sure = Literal["these", "one of", "unknown"]
INSIDE, OUTSIDE = "inside", "outside"


@dataclass(frozen=True, slots=True)
class Thing:
    """An input, setting, module, library or figure that moved, with what it was and what it is; empty where it is not.

    Attributes:
        kind: `input`, `setting`, `code`, `library`, `figure`.
        name: a path, `<study>/<setting>`, a module, a distribution.
    """

    kind: str
    name: str
    how: How
    old: str = ""
    new: str = ""


@dataclass(frozen=True, slots=True)
class Because:
    """Why something differs.

    Attributes:
        sure: `these`: of what moved it rests on these things and no others; `one of`: which of them is not known;
            `unknown`: nothing that is recorded moved, or it is not recorded.
        things: what moved.
        perhaps: modules that moved and that no heavy result names; they may have worked on it.
    """

    sure: Sure
    things: tuple[Thing, ...] = ()
    perhaps: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """One number as pages print it; every part is text, empty where there is none."""

    value: str
    ci_low: str
    ci_high: str
    n: str
    unit: str
    tag: str
    inputs: str
    missing: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number that both reports have and show otherwise.

    Attributes:
        key: its ledger key.
        old, new: as the pages print them; with all kept digits where only those below the displayed ones moved.
        difference: new minus old, with as many more decimals as it takes not to be zero; empty where one is missing.
        against_interval: `inside` or `outside` the old interval; empty where there was none or the value stands.
        because: why.
    """

    key: str
    old: Shown
    new: Shown
    difference: str
    against_interval: str
    because: Because


@dataclass(frozen=True, slots=True)
class Flip:
    """A verdict or rank that is another one; empty on the side that does not have it."""

    kind: str
    key: str
    old: str
    new: str
    because: Because


@dataclass(frozen=True, slots=True)
class Member:
    """A key that only one report has, or whose digits stand, with what it says: its number or its verdict."""

    key: str
    said: Shown | str


@dataclass(frozen=True, slots=True)
class Group:
    """What stands under the keys of one measure, `<study>/<measure>`, by key: all of it."""

    measure: str
    members: tuple[Member, ...]

    @property
    def count(self) -> int:
        """Return how many there are."""
        return len(self.members)


@dataclass(frozen=True)
class Difference:
    """Everything that differs between two reports.

    Attributes:
        old, new: names of the two sides.
        flips: verdicts and ranks that flipped, by kind.
        details: what else is named otherwise beside the verdicts of a kind: an example, an extreme, a list.
        numbers: numbers whose displayed digits changed, by key.
        added, gone: numbers that only one side has; verdicts_added, verdicts_gone: verdicts.
        reworded: numbers whose source or method alone reads otherwise.
        figures: figures whose bytes differ.
        things: inputs, settings, code and libraries that moved.
        below: numbers that differ below the displayed digits; filled only when they were asked for.
        gaps: what cannot be told: the side that does not record it, and words that follow its name.
    """

    old: str
    new: str
    flips: tuple[Flip, ...] = ()
    details: tuple[Flip, ...] = ()
    numbers: tuple[Number, ...] = ()
    added: tuple[Group, ...] = ()
    gone: tuple[Group, ...] = ()
    verdicts_added: tuple[Group, ...] = ()
    verdicts_gone: tuple[Group, ...] = ()
    reworded: tuple[Group, ...] = ()
    figures: tuple[Thing, ...] = ()
    things: tuple[Thing, ...] = ()
    below: tuple[Number, ...] = ()
    gaps: tuple[tuple[str, str], ...] = ()

    def counts(self) -> dict[str, int]:
        """Return how many there are of each kind of difference."""
        found = {
            name: len(getattr(self, name)) for name in ("flips", "details", "numbers", "figures", "things", "below")
        }
        for name in ("added", "gone", "verdicts_added", "verdicts_gone", "reworded"):
            found[name] = sum(group.count for group in getattr(self, name))
        return found

    @property
    def changed(self) -> bool:
        """Say whether anything differs."""
        return any(self.counts().values())
