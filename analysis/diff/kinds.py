"""Which kind of verdict a key names, and in which order kinds are told."""

from __future__ import annotations

from collections.abc import Sequence

PAIRED, FRONT, RANK, CATEGORY = "paired verdict", "front", "rank", "privacy category"
WARNING, CLAIM, BEST_TRADE, OTHER, NOTE = "warning", "claim", "best trade", "other verdict", "note"
ORDER = (PAIRED, FRONT, RANK, CATEGORY, WARNING, CLAIM, BEST_TRADE, OTHER, NOTE)

_BY_MEASURE = {
    **dict.fromkeys(("paired", "exploratory", "step", "drop_semi", "cer_ratio"), PAIRED),
    **dict.fromkeys(
        (
            "front", "published_front", "front_move", "knee", "front_compliant", "front_change",
            "front_change_compliant", "front_outside", "front_change_outside",
        ), FRONT,
    ),
    **dict.fromkeys(
        ("rank", "leader", "leader_change", "matrix_leader", "kinds_leader", "kinds_best", "kinds_best_compliant"), RANK
    ),
    **dict.fromkeys(("category", "kinds_category"), CATEGORY),
    **dict.fromkeys(
        ("warning", "trap", "trap_shipped", "few_speakers", "certainty", "beyond_reference", "attacked"), WARNING
    ),
    **dict.fromkeys(("claim", "claims"), CLAIM),
    "best_trade": BEST_TRADE,
    "note": NOTE,
}  # fmt: skip
_SAID_BY_BEING_THERE = (WARNING, BEST_TRADE, NOTE)


def kind_of_verdict(names: Sequence[str]) -> str:
    """Return the kind of a verdict by the names of its key.

    >>> kind_of_verdict(("study", "front", "lazy", "mcadams")), kind_of_verdict(("study", "listening", "claim"))
    ('front', 'claim')
    """
    measure = names[1] if len(names) > 1 else ""
    if measure == "listening" and len(names) > 2:
        return {"claim": CLAIM, "resamples": WARNING}.get(names[2], OTHER)
    return _BY_MEASURE.get(measure, OTHER)


def said_by_being_there(kind: str) -> bool:
    """Say whether the absence of such a verdict says something too: a warning that goes is a flip."""
    return kind in _SAID_BY_BEING_THERE
