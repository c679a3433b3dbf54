"""What a reader must know about a challenge's results, in sentences that its data choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analysis.challenge.entrants import Entrant
from analysis.results import Remark
from analysis.study.challenge import Challenge


def remarks(challenge: Challenge, entrants: Sequence[Entrant]) -> tuple[Remark, ...]:
    """Return what the files lack or leave in doubt, as their reader found it, and what the results need beside them."""
    found = [Remark(finding.severity, finding.remark) for finding in challenge.findings if finding.remark]
    return (*_standing(challenge, entrants), *found)


def _standing(challenge: Challenge, entrants: Sequence[Entrant]) -> Iterator[Remark]:
    yield Remark(
        "warning",
        "Every EER of this study is that of a semi-informed attacker: a verifier of one fixed design, trained on "
        "speech that the same system anonymized. A stronger attacker can lower it.",
    )
    attacked = [entrant.id for entrant in entrants if entrant.cells and challenge.system(entrant.id).attacked]
    if attacked:
        yield Remark(
            "warning",
            f"Stronger attackers were later tried on {_listed(attacked)}, and the EERs of all of them fell, says the "
            "report of the challenge. The EERs of the other systems have not met such attackers and are no safer.",
        )
    marked = [entrant.id for entrant in entrants if not entrant.system.compliant]
    if marked:
        yield Remark(
            "warning",
            f"The challenge calls {_listed(marked)} non-compliant with its rules. Their results stay in the table, "
            "with an asterisk; ranks and counts are given with these systems and without them.",
        )
    later = [entrant.id for entrant in entrants if entrant.system.role == "post-evaluation" and entrant.cells]
    if later:
        yield Remark(
            "note",
            f"{_listed(later)} came after the evaluation: in the results table, but outside ranks, counts by category "
            "and fronts.",
        )


def _listed(names: Sequence[str]) -> str:
    """Join names as a sentence does.

    >>> _listed(["T10-1", "T17", "T25-1"])
    'T10-1, T17 and T25-1'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
