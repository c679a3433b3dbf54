"""Names in a sentence or a cell; those of systems that do not follow a challenge's rules with an asterisk."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from analysis.pages.markup import data
from analysis.results import System

STARRED = Markup(r"[{}[\*]{{.quiet}}]{{.starred}}")


def in_a_sentence(names: Sequence[Markup], most: int | None = None) -> Markup:
    """Return `a`, `a and b`, `a, b and c`; parted by `;` where a name holds a comma, cut after `most` names.

    >>> str(in_a_sentence([Markup("a"), Markup("b"), Markup("c")])), str(in_a_sentence([Markup("a"), Markup("b")], 1))
    ('a, b and c', 'a and others')
    """
    shown = names if most is None else names[:most]
    comma = Markup("; ") if any("," in name for name in shown) else Markup(", ")
    if len(shown) < len(names):
        return comma.join(shown) + Markup(" and others")
    if len(names) < 2:
        return Markup("").join(names)
    return comma.join(names[:-1]) + Markup(" and ") + names[-1]


def with_star(system: System) -> Markup:
    """Return the name of a system, with an asterisk where it does not follow its challenge's rules.

    >>> str(with_star(System("a", "a"))), str(with_star(System("b", "b", compliant=False)))
    ('[a]{.data}', '[[b]{.data}[\\\\*]{.quiet}]{.starred}')
    """
    shown = data(system.label)
    return shown if system.compliant else STARRED.format(shown)


def starred(systems: Sequence[System], most: int = 12) -> Markup:
    """Return the names of systems as `in_a_sentence` does, with an asterisk at the non-compliant ones.

    >>> str(starred([System("a", "a"), System("b", "b", compliant=False)]))
    '[a]{.data} and [[b]{.data}[\\\\*]{.quiet}]{.starred}'
    """
    return in_a_sentence([with_star(system) for system in systems], most)
