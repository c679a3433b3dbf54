"""The arguments that a rule of `claims.toml` can take: how each is read, and what is said where it cannot be."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from analysis.challenge.claims.selection import Selection
from analysis.challenge.entrants import SPLITS
from analysis.challenge.quantities import QUANTITIES
from analysis.challenge.roster import Roster
from analysis.study.challenge_systems import ROLES
from analysis.study.findings import as_text, named, near, quoted

Parse = Callable[[Any, Roster], Any]


class Refused(Exception):
    """A value that a rule cannot take."""

    def __init__(self, found: str, allowed: str, advice: str = "") -> None:
        super().__init__(found, allowed, advice)
        self.found, self.allowed, self.advice = found, allowed, advice


@dataclass(frozen=True)
class Argument:
    """One argument of a rule: how it is read, and what stands for it where it is not given."""

    parse: Parse
    required: bool = True
    default: Any = None

    def optional(self, default: Any = None) -> Argument:
        """Return the same argument, not required."""
        return Argument(self.parse, False, default)


def _known(value: Any, words: Collection[str], what: str) -> str:
    if not isinstance(value, str) or value not in words:
        shown = [str(word) for word in words]
        allowed = ", ".join(shown[:60]) + (f" and {len(shown) - 60} more" if len(shown) > 60 else "")
        advice = near(value, shown) if isinstance(value, str) else ""
        raise Refused(f"{what} {quoted(value)}", allowed or "nothing: there is none", advice)
    return value


def _listed(value: Any) -> list[Any]:
    items = value if isinstance(value, list) else [value]
    if not items:
        raise Refused("an empty list", "one or more")
    if len({as_text(item) for item in items}) < len(items):
        raise Refused(f"{named(items)}", "each once")
    return items


def _metric(value: Any, _roster: Roster) -> str:
    return _known(value, QUANTITIES, "no metric")


def _directed(value: Any, _roster: Roster) -> str:
    """A metric of which one side is the better one."""
    return _known(
        value, [q.name for q in QUANTITIES.values() if q.larger_is_better is not None], "no metric to rank by"
    )


def _several(parse: Parse, count: int | None = None) -> Parse:
    def read(value: Any, roster: Roster) -> tuple[Any, ...]:
        items = _listed(value)
        if count is not None and len(items) != count:
            raise Refused(f"{len(items)} of them", f"{count}")
        return tuple(parse(item, roster) for item in items)

    return read


def _system(value: Any, roster: Roster) -> str:
    return _known(value, [entrant.id for entrant in roster.entrants], "no system")


def _split(value: Any, _roster: Roster) -> str:
    return _known(value, SPLITS, "no split")


def _flag(value: Any, _roster: Roster) -> bool:
    if not isinstance(value, bool):
        raise Refused(quoted(value), "true or false")
    return value


def _whole(value: Any, _roster: Roster) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise Refused(quoted(value), "a whole number from 1")
    return value


def _text(value: Any, _roster: Roster) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Refused(quoted(value), "a text in quotes")
    return value


def _word(*words: str) -> Parse:
    return lambda value, _roster: _known(value, words, "no such word:")


def _percent(value: Any, _roster: Roster) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise Refused(quoted(value), "a number of percent, from 0 to 100")
    return float(value)


def _role(value: Any, _roster: Roster) -> str:
    return _known(value, ROLES, "no role")


def _family(value: Any, roster: Roster) -> str:
    return _known(value, sorted({e.system.family for e in roster.entrants if e.system.family}), "no family")


_MARKS: dict[str, tuple[str, Parse]] = {
    "role": ("roles", _several(_role)),
    "family": ("families", _several(_family)),
    "compliant": ("compliant", _flag),
    "attacked": ("attacked", _flag),
    "parent": ("parents", _several(_system)),
    "at_least": ("at_least", _percent),
    "ids": ("ids", _several(_system)),
}


def _selection(value: Any, roster: Roster) -> Selection:
    if not isinstance(value, dict):
        raise Refused(quoted(value), f'a table of {", ".join(_MARKS)}, such as {{ role = "submitted" }}')
    marks: dict[str, Any] = {}
    for name, given in value.items():
        if name not in _MARKS:
            raise Refused(f"unknown key {quoted(name)}", ", ".join(_MARKS), near(name, _MARKS))
        field, parse = _MARKS[name]
        try:
            marks[field] = parse(given, roster)
        except Refused as refused:
            raise Refused(f"{name}: {refused.found}", refused.allowed, refused.advice) from refused
    return Selection(**marks)


METRIC = Argument(_metric)
DIRECTED = Argument(_directed)
DIRECTED_LIST = Argument(_several(_directed))
DIRECTED_PAIR = Argument(_several(_directed, 2))
SYSTEM = Argument(_system)
SPLIT = Argument(_split, required=False, default="test")
AMONG = Argument(_selection, required=False, default=Selection())
SELECTION = Argument(_selection)
UNSIGNED = Argument(_flag, required=False, default=False)
PERCENT = Argument(_percent)
PLACES = Argument(_whole)
NAME = Argument(_text)
NAMES = Argument(_several(_text, 2))


def word(*words: str) -> Argument:
    """Return an argument that is one of these words; the first where it is not given."""
    return Argument(_word(*words), required=False, default=words[0])
