"""What the systems keep of the speech, and what privacy costs under each attacker: fronts, changes, extremes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import product

from analysis.attacks.panel import MEASURES, Panel, source, split_key
from analysis.ledger import Entry, key
from analysis.measures.fronts import dominators, pareto_front
from analysis.rows import Part, or_nan
from analysis.study.attack_rows import DISTINCTIVENESS, PITCH

UTILITIES = ("wer", "uar")
KEPT = (PITCH, DISTINCTIVENESS)
ON_FRONT, DOMINATED = "on the front", "dominated"
NO_ORIGINAL = "no value of the original"


def utility(panel: Panel) -> Part:
    """Fronts of the headline split, changes against the unprotected speech, and the ends of each measure."""
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for name in UTILITIES:
        if not panel.any_value(name):
            continue
        for attacker in panel.attackers:
            found = _front(panel, attacker, name)
            verdicts |= found
            if found:
                entries.append(_front_count(panel, attacker, name, found))
            verdicts |= _dominated(panel, attacker, name)
        best = _best_trade(panel, name, verdicts)
        if best:
            verdicts[panel.rows.key("best_trade", name)] = key(*best)
        for split in panel.splits:
            entries += _changes(panel, name, split)
    for name, split in product((*UTILITIES, *KEPT), panel.splits):
        verdicts |= dict(_ends(panel, name, split))
    return Part(entries, verdicts)


def _points(panel: Panel, attacker: str, name: str) -> tuple[list[float], list[float]]:
    eers = [or_nan(value) for value in panel.averages("eer", attacker, panel.split)]
    return eers, [or_nan(value) for value in panel.averages(name, "", panel.split)]


def _larger(name: str) -> tuple[bool, bool]:
    return True, bool(MEASURES[name].larger_is_better)


def _front(panel: Panel, attacker: str, name: str) -> dict[str, str]:
    eers, values = _points(panel, attacker, name)
    kept = pareto_front(eers, values, _larger(name))
    drawn = [system for system, x, y in zip(panel.anonymizers, eers, values, strict=True) if x == x and y == y]
    standing = dict(zip(panel.anonymizers, kept, strict=True))
    return {
        panel.rows.key("front", attacker, name, system): ON_FRONT if standing[system] else DOMINATED
        for system in drawn
    }  # fmt: skip


def _front_count(panel: Panel, attacker: str, name: str, found: Mapping[str, str]) -> Entry:
    return panel.rows.recomputed(
        ("count", "front", attacker, name), list(found.values()).count(ON_FRONT), "count",
        "; ".join((source("eer"), source(name))),
        f"systems on the front of average EER and average {MEASURES[name].words}", n=len(found),
    )  # fmt: skip


def _dominated(panel: Panel, attacker: str, name: str) -> dict[str, str]:
    who = dominators(*_points(panel, attacker, name), _larger(name))
    found = {}
    for place, system in enumerate(panel.anonymizers):
        above = [other for other, beats in zip(panel.anonymizers, who[place], strict=True) if beats]
        if above:
            found[panel.rows.key("dominated_by", attacker, name, system)] = key(*above)
    return found


def _best_trade(panel: Panel, name: str, verdicts: Mapping[str, str]) -> list[str]:
    """Return who is on the front under every attacker, the semi-informed one among them, with the highest EER there."""
    found: dict[str, float] = {}
    for system in panel.anonymizers:
        standing = {a: verdicts.get(panel.rows.key("front", a, name, system)) for a in panel.attackers}
        measured = {a: said for a, said in standing.items() if said is not None}
        value = panel.of_split("eer", system, "semi_informed", panel.split).value
        if "semi_informed" in measured and set(measured.values()) == {ON_FRONT} and value is not None:
            found[system] = value
    return [system for system, value in found.items() if value == max(found.values())]


def _changes(panel: Panel, name: str, split: str) -> Iterator[Entry]:
    """Give the difference to the unprotected speech, and how many systems are better than it."""
    if not panel.datasets(name, split):
        return
    own = panel.of_split(name, panel.attacks.reference, "", split).value
    better = compared = 0
    for system in panel.anonymizers:
        value = panel.of_split(name, system, "", split)
        change = None
        if own is not None and value.value is not None:
            exact = Decimal(repr(value.value)) - Decimal(repr(own))
            compared += 1
            better += exact > 0 if MEASURES[name].larger_is_better else exact < 0
            change = float(exact)
        yield panel.rows.recomputed(
            ("change", name, system, split_key(split)), change, "points", source(name),
            f"average {MEASURES[name].words} minus that of the unprotected speech", decimals=2,
            missing=value.missing or NO_ORIGINAL,
        )  # fmt: skip
    if compared:
        yield panel.rows.recomputed(
            ("count", "better_than_original", name, split_key(split)), better, "count", source(name),
            f"systems with a better average {MEASURES[name].words} than the unprotected speech", n=compared,
        )  # fmt: skip


def _ends(panel: Panel, name: str, split: str) -> Iterator[tuple[str, str]]:
    """Name who has the highest and the lowest average of a measure; nobody where all are equal."""
    if not panel.datasets(name, split):
        return
    values = dict(zip(panel.anonymizers, panel.averages(name, "", split), strict=True))
    known = {system: value for system, value in values.items() if value is not None}
    if len(set(known.values())) < 2:
        return
    for end, choose in (("highest", max), ("lowest", min)):
        extreme = choose(known.values())
        yield panel.rows.key(end, name, split_key(split)), key(*(s for s, value in known.items() if value == extreme))
