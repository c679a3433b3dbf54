"""Names of systems in a sentence or a cell, with the asterisk of those that do not follow a challenge's rules."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from analysis.pages.markup import data
from analysis.results import System

STAR = Markup(r"[\*]{.quiet}")


def starred(systems: Sequence[System], most: int = 12) -> Markup:
    """Return `a`, `a and b*`, `a, b* and c`; parted by `;` where a name holds a comma, cut after `most` names.

    >>> str(starred([System("a", "a"), System("b", "b", compliant=False)]))
    '[a]{.data} and [b]{.data}[\\\\*]{.quiet}'
    """
    names = [data(system.label) + (Markup("") if system.compliant else STAR) for system in systems]
    comma = Markup("; ") if any("," in system.label for system in systems) else Markup(", ")
    if len(names) > most:
        return comma.join(names[:most]) + Markup(" and others")
    if len(names) < 2:
        return Markup("").join(names)
    return comma.join(names[:-1]) + Markup(" and ") + names[-1]
