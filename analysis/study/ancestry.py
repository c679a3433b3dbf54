"""What a cell says about the systems that a system is built on, and whether some are said to be built on themselves."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence


def parents_in(text: str, ids: Collection[str]) -> tuple[str, ...]:
    """Take apart a cell that names one system or several, divided by blanks or semicolons; each is kept once.

    >>> parents_in("T8-1; T8-2 T8-1", ["T8-1", "T8-2"]), parents_in("a b", ["a b"])
    (('T8-1', 'T8-2'), ('a b',))
    """
    if text in ids:
        return (text,)
    return tuple(dict.fromkeys(name for name in re.split(r"[\s;]+", text) if name))


def cycles(parents: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Return ways that lead from a system over its parents back to itself, enough of them that cutting each ends all.

    Each begins with the system that the mapping names first; a parent that the mapping does not have leads nowhere.

    >>> cycles({"a": ["b"], "b": ["c"], "c": ["b", "x"], "d": ["d"]})
    [('b', 'c'), ('d',)]
    """
    left = {name: [parent for parent in dict.fromkeys(above) if parent in parents] for name, above in parents.items()}
    order = {name: place for place, name in enumerate(parents)}
    found: list[tuple[str, ...]] = []
    while left := _without_origins(left):
        way = [next(iter(left))]
        # Whoever is left has a parent that is left, so a walk upwards comes back to where it was.
        while (above := left[way[-1]][0]) not in way:
            way.append(above)
        left[way[-1]].remove(above)
        ring = way[way.index(above) :]
        first = ring.index(min(ring, key=order.__getitem__))
        found.append(tuple(ring[first:] + ring[:first]))
    return sorted(found, key=lambda ring: [order[name] for name in ring])


def _without_origins(parents: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Take away, again and again, the systems that are built on nothing that is left."""
    left = {name: list(above) for name, above in parents.items()}
    while any(not above for above in left.values()):
        left = {name: above for name, above in left.items() if above}
        left = {name: [parent for parent in above if parent in left] for name, above in left.items()}
    return left
