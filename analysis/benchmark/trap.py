"""How far each system falls from an ignorant attacker to an informed one: drops, the two-EERs trap, flat lines.

Where a system has files here, all of this rests on recomputed EERs; where it has none, on the shipped ones. A system
whose files lack an informed attacker that the leaderboard has is warned about by its shipped values, too. A value that
neither has stays missing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from decimal import Context, Decimal, localcontext

import numpy

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.workbench import ATTACKERS, INFORMED, SHIPPED_LIST, Workbench
from analysis.ledger import Entry, Ledger
from analysis.measures.thresholds import TRAP_POINTS
from analysis.study.leaderboard import FILE as LEADERBOARD

_STEP = Decimal("0.000001")
_EVERY_DIGIT = Context(prec=320)
"""Wide enough for a millionth of the largest binary fraction, which the usual context refuses."""


@dataclass
class _Found:
    verdicts: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)


def trap(measured: Measured) -> Part:
    """Return the drops of every system, the verdicts of the trap, and which lines are flat or end early."""
    bench, ledger = measured.bench, measured.ledger
    found = _Found()
    found.entries.append(
        Entry(
            key=bench.key("setting", "trap_points"), value=float(TRAP_POINTS), unit="percentage points", decimals=0,
            tag="shipped", source="defaults",
            method="from this drop on, ignorant to lowest informed EER, a system is warned about",
        )
    )  # fmt: skip
    for system in bench.benchmark.systems:
        ours = _values(bench, ledger, system.id, shipped=False)
        theirs = _values(bench, ledger, system.id, shipped=True)
        if theirs:
            _shipped_drop(bench, system.id, theirs, found)
        if ours:
            found.verdicts[bench.key("line", system.id)] = "recomputed"
            _recomputed_drop(measured, system.id, ours, found)
            _recomputed_trap(bench, system.id, ours, found.entries, found.verdicts)
            _flat(bench, system.id, ours, found)
            only_shipped = any(attacker in theirs and attacker not in ours for attacker in INFORMED)
            if only_shipped and bench.key("trap", system.id) not in found.verdicts:
                _shipped_trap(bench, system.id, theirs, found)
        elif theirs:
            found.verdicts[bench.key("line", system.id)] = "shipped"
            _shipped_trap(bench, system.id, theirs, found)
            _flat(bench, system.id, theirs, found)
    _counts(bench, found)
    return Part(tuple(found.entries), found.verdicts)


def difference(minuend: float, subtrahend: float) -> Decimal:
    """Return the difference of two percentages in decimals, so that 32.05 minus 12.05 is 20 and not a little less.

    Both are first rounded to a millionth, far below what a page shows and far above what floats are off by.

    >>> 32.05 - 12.05 >= 20, difference(32.05, 12.05) >= 20
    (False, True)
    >>> 110 / 3 - 50 / 3 >= 20, difference(110 / 3, 50 / 3) >= 20
    (False, True)
    """
    with localcontext(_EVERY_DIGIT):
        return Decimal(repr(float(minuend))).quantize(_STEP) - Decimal(repr(float(subtrahend))).quantize(_STEP)


def _values(bench: Workbench, ledger: Ledger, system: str, *, shipped: bool) -> dict[str, Entry]:
    """Return attacker → EER for the attackers under which the system has one."""
    found = {}
    for attacker in ATTACKERS:
        ours = ("eer", system, attacker, bench.headline)
        entry = ledger.get(bench.key("shipped", "eer", system, attacker, SHIPPED_LIST) if shipped else bench.key(*ours))
        if entry is not None and entry.value is not None:
            found[attacker] = entry
    return found


def _lowest(eers: dict[str, Entry]) -> str:
    """Return the informed attacker with the lowest EER; empty where none has one."""
    informed = [name for name in INFORMED if name in eers]
    return min(informed, key=lambda name: eers[name].value or 0.0) if informed else ""


def _recomputed_trap(
    bench: Workbench, system: str, eers: dict[str, Entry], entries: list[Entry], verdicts: dict[str, str]
) -> None:
    """Add the drop to the lowest informed EER; a trap is a drop of 20 points or more with the two intervals apart."""
    attacker = _lowest(eers)
    if not attacker or "ignorant" not in eers:
        return
    ignorant, lowest = eers["ignorant"], eers[attacker]
    drop = difference(ignorant.value or 0.0, lowest.value or 0.0)
    entries.append(
        bench.recomputed(
            ("drop", "eer", system), (ignorant.value or 0.0) - (lowest.value or 0.0), "points", 1,
            f"{ignorant.source}; {lowest.source}", "ignorant EER minus the lowest informed EER",
        )
    )  # fmt: skip
    if drop >= TRAP_POINTS and _apart(ignorant, lowest):
        verdicts[bench.key("trap", system)] = attacker


def _apart(ignorant: Entry, informed: Entry) -> bool:
    """Say whether the informed interval lies wholly below the ignorant one."""
    return ignorant.ci_low is not None and informed.ci_high is not None and informed.ci_high < ignorant.ci_low


def _shipped_trap(bench: Workbench, system: str, eers: dict[str, Entry], found: _Found) -> None:
    """Mark a trap in shipped values: with intervals apart, or weaker, where not both intervals are published."""
    attacker = _lowest(eers)
    if not attacker or "ignorant" not in eers:
        return
    ignorant, lowest = eers["ignorant"], eers[attacker]
    names = ("drop_shipped", "eer", system)
    drop = difference(ignorant.value or 0.0, lowest.value or 0.0)
    found.entries.append(
        _of_shipped(bench, names, drop, ignorant, lowest, "ignorant EER minus the lowest informed EER")
    )
    far = {
        name: entry
        for name, entry in eers.items()
        if name in INFORMED and difference(ignorant.value or 0.0, entry.value or 0.0) >= TRAP_POINTS
    }
    apart = {name: entry for name, entry in far.items() if _apart(ignorant, entry)}
    unknown = {name: entry for name, entry in far.items() if ignorant.ci_low is None or entry.ci_high is None}
    if apart or unknown:
        found.verdicts[bench.key("trap_shipped", system)] = _lowest(apart or unknown)
        found.verdicts[bench.key("trap_intervals", system)] = "apart" if apart else "not published"


def _of_shipped(
    bench: Workbench, names: tuple[str, ...], drop: Decimal, a: Entry, b: Entry, method: str
) -> Entry:  # fmt: skip
    """Return a row that is computed here from two shipped cells, with the digits that both have."""
    columns = ", ".join(dict.fromkeys(entry.source.removeprefix(f"{LEADERBOARD}, ") for entry in (a, b)))
    row = bench.recomputed(
        names, float(drop), "points", 1, f"{LEADERBOARD}, {columns}", f"{method}, from shipped values"
    )
    return replace(row, inputs="real")  # the shipped cells are published ones, whatever the other inputs are


def _recomputed_drop(measured: Measured, system: str, eers: dict[str, Entry], found: _Found) -> None:
    """Add ignorant minus semi-informed EER with its paired interval; the reason where one of them is missing."""
    bench, attacks = measured.bench, measured.attacks
    names, method = ("drop_semi", system), "ignorant EER minus semi-informed EER"
    lacking = next((attacker for attacker in ("ignorant", "semi_informed") if attacker not in eers), "")
    if lacking:
        entry = measured.ledger.get(bench.key("eer", system, lacking, bench.headline))
        reason = entry.missing if entry is not None else "not computed"
        source = next(iter(eers.values())).source
        found.entries.append(bench.recomputed(names, None, "points", 1, source, method, missing=reason))
        return
    sides = [(system, attacker, bench.headline) for attacker in ("ignorant", "semi_informed")]
    ignorant, semi = eers["ignorant"], eers["semi_informed"]
    source = f"{ignorant.source}; {semi.source}"
    if any(side not in attacks.drawn for side in sides):
        drop = (ignorant.value or 0.0) - (semi.value or 0.0)
        found.entries.append(bench.recomputed(names, drop, "points", 1, source, method))
        return
    paired = bench.difference(*(attacks.drawn[side] for side in sides))
    interval = paired.interval if numpy.isfinite(paired.interval.low) else None
    resampled = bench.resampled(interval, "undefined under an attacker", bench.kind.of_trials)
    found.entries.append(
        bench.recomputed(
            names, paired.delta, "points", 1, source, f"{method}, on the same draws; {resampled}",
            interval=interval, n=len(bench.benchmark.speakers),
        )
    )  # fmt: skip
    found.verdicts[bench.key(*names)] = paired.verdict


def _shipped_drop(bench: Workbench, system: str, eers: dict[str, Entry], found: _Found) -> None:
    """Add ignorant minus semi-informed EER as the leaderboard has them; missing where one of them is."""
    names, method = ("drop_semi_shipped", system), "ignorant EER minus semi-informed EER"
    if "ignorant" in eers and "semi_informed" in eers:
        a, b = eers["ignorant"], eers["semi_informed"]
        found.entries.append(_of_shipped(bench, names, difference(a.value or 0.0, b.value or 0.0), a, b, method))
        return
    lacking = "semi-informed" if "semi_informed" not in eers else "ignorant"
    row = bench.recomputed(names, None, "points", 1, LEADERBOARD, method, missing=f"no {lacking} value")
    found.entries.append(replace(row, inputs="real"))


def _flat(bench: Workbench, system: str, eers: dict[str, Entry], found: _Found) -> None:
    """Mark an anonymizer whose ignorant and semi-informed intervals overlap."""
    if system == bench.benchmark.reference or "ignorant" not in eers or "semi_informed" not in eers:
        return
    (low, high), (other_low, other_high) = (
        (eers[attacker].ci_low, eers[attacker].ci_high) for attacker in ("ignorant", "semi_informed")
    )
    if low is None or high is None or other_low is None or other_high is None:
        return
    if low <= other_high and other_low <= high:
        found.verdicts[bench.key("flat", system)] = "intervals overlap"


def _counts(bench: Workbench, found: _Found) -> None:
    """Count the systems that the rule warns about, of those that have an EER."""
    systems = [system.id for system in bench.benchmark.systems]
    drawn = sum(bench.key("line", system) in found.verdicts for system in systems)
    warned = sum(bench.key(kind, system) in found.verdicts for system in systems for kind in ("trap", "trap_shipped"))
    if drawn:
        found.entries.append(
            bench.recomputed(
                ("count", "trap"), warned, "count", 0, "EER of every system",
                "systems that the rule of the two EERs warns about", n=drawn,
            )
        )  # fmt: skip
    unchecked = sum(found.verdicts.get(bench.key("trap_intervals", system)) == "not published" for system in systems)
    if unchecked:
        found.entries.append(
            bench.recomputed(
                ("count", "trap_unchecked"), unchecked, "count", 0, LEADERBOARD,
                "systems that are warned about though the intervals of the two EERs are not published", n=warned,
            )
        )  # fmt: skip
