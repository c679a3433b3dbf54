"""A comparison as JSON: the same order and the same digits as for people, with the names as the files have them."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from analysis.diff.found import Because, Difference


def as_json(found: Difference) -> str:
    """Return the comparison as JSON text."""
    told: dict[str, Any] = {"old": found.old, "new": found.new, "changed": found.changed, "counts": found.counts()}
    told["gaps"] = [f"{side} {gap}" for side, gap in found.gaps]
    for title, name in (("verdicts", "flips"), ("details", "details"), ("numbers", "numbers"), ("below", "below")):
        told[title] = [{**asdict(one), "because": _because(one.because)} for one in getattr(found, name)]
    for name in ("added", "gone", "verdicts_added", "verdicts_gone", "reworded"):
        told[name] = [{"measure": one.measure, "count": one.count, **asdict(one)} for one in getattr(found, name)]
    for name in ("figures", "things"):
        told[name] = [asdict(one) for one in getattr(found, name)]
    text = json.dumps(told, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "backslashreplace").decode("utf-8")  # a file name may hold what is no text


def _because(because: Because) -> dict[str, Any]:
    told = {name: [f"{thing.kind} {thing.name}" for thing in getattr(because, name)] for name in ("things", "perhaps")}
    return {"sure": because.sure, **told}
