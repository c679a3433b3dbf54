"""Made-up rows and verdicts of the chapters about shortcuts and the two-EERs trap, for `results.benchmark`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analysis.ledger import key
from analysis.results import Corpus

ATTACKERS = ("ignorant", "lazy", "semi_informed")
VERDICTS = ("CI excludes 0", "no evidence", "not established", "CI excludes 0", "no difference")
STEPS = (5.6, 0.4, 0.2, -3.3, 0.0)


def shortcut_rows(
    rows: Any, ids: Sequence[str], few: Sequence[Corpus], lists: Sequence[tuple[str, str]], verdicts: dict[str, str]
) -> None:
    """Add what both chapters read: steps with every verdict, EERs by gender, drops, and the corpora of few speakers."""
    rows.add("setting", "trap_points", value=20, unit="percentage points", decimals=0)
    for name in ids:
        verdicts[key(rows.study, "line", name)] = "recomputed"
        rows.add("drop", "eer", name, value=40.9, unit="points")
        rows.add("drop_semi", name, value=15.4, unit="points", edges=(10.7, 19.6), n=43)
        rows.add("drop_semi_shipped", name, value=15.4, unit="points")
    rows.count("trap", value=1, n=len(ids))
    if "all" not in dict(lists) or not ids:
        return
    for name, value in (("few_speakers", 20), ("no_finding", 3)):
        rows.add("setting", name, value=value, unit="percentage points", decimals=0)
    rows.count("nontargets_cross_gender", value=8400)
    rows.add("share", "nontargets_cross_gender", value=46.5, n=18060)
    for name, _ in lists:
        rows.add("width_median", name, value=5.7, unit="percentage points", n=23)
    for gender in ("female", "male"):
        rows.count("trials_gender", gender, value=5000)
    for attacker in ATTACKERS:
        for place, name in enumerate(ids):
            _step(rows, "gender", name, attacker, place % len(STEPS), verdicts)
            for gender in ("female", "male"):
                rows.add("eer_gender", name, attacker, gender, value=30.0, edges=(28.0, 32.0), n=5000)
            verdicts[key(rows.study, "eer_gender", name, attacker)] = "intervals overlap"
        for end, place in (("smallest", 3), ("largest", 0)):
            rows.add("step_range", "gender", attacker, end, value=STEPS[place], unit="points", decimals=2, n=len(ids))
            verdicts[key(rows.study, "step_range", "gender", attacker, end)] = ids[place % len(ids)]
        for end in ("above", "below"):
            rows.count("steps", "gender", attacker, end, value=1, n=len(ids))
    if len(ids) > 1:
        verdicts[key(rows.study, "step_example", "gender")] = key(ids[1], "lazy")
    for slug in (corpus.slug for corpus in few):
        verdicts[key(rows.study, "few_speakers", slug)] = "few speakers"
        rows.count("targets", f"same_gender_{slug}", value=110)
        rows.add("width_median", f"same_gender_{slug}", value=10.8, unit="percentage points", n=23)


def _step(rows: Any, kind: str, name: str, attacker: str, turn: int, verdicts: dict[str, str]) -> None:
    value = STEPS[turn]
    edges = (value - 0.5, value + 0.5) if value else (0.0, 0.0)
    rows.add("step", kind, name, attacker, value=value, unit="points", decimals=2, edges=edges, n=43)
    verdicts[key(rows.study, "step", kind, name, attacker)] = VERDICTS[turn]
