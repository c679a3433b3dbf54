"""Who dominates whom on privacy and content, the way along each front, and what pitch has to do with privacy.

The fronts themselves and their knees are in `facts`; everything here starts from their verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy

from analysis.benchmark.facts import DOMINATED, ON_FRONT
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.workbench import ATTACKERS
from analysis.ledger import Entry, key
from analysis.measures import dominators, off_the_line, pareto_front, pearson, rank_correlation_error
from analysis.study.leaderboard import FILE as LEADERBOARD

TOO_FEW, NO_SPREAD = "too few systems have both", "no spread"
FALLS, RISES, CHANCE = "falls", "rises", "within chance"
LEAVES, STAYS, JOINS = "leaves", "stays", "joins"
WITHIN_CHANCE = 2.0
"""How many standard errors from zero a correlation has to be before a sentence calls it a pattern."""


@dataclass
class _Found:
    """Rows and verdicts as they come."""

    entries: list[Entry] = field(default_factory=list)
    verdicts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Placed:
    """The systems that have a place under one attacker: ids in the study's order, EER and error rate in percent.

    `prefix` stands before the names of verdicts and counts: empty for recomputed values, `published_` for published.
    """

    attacker: str
    systems: tuple[str, ...]
    eer: numpy.ndarray
    rate: numpy.ndarray
    prefix: str = ""


def trade(measured: Measured) -> Part:
    """Return dominance, steps along the fronts, moves between them, error bars, and the prosody leak.

    Verdicts:
        `dominated_by/<attacker>/<system>` → the ids that dominate it, as a key;
        `published_front/…`, `published_dominated_by/…` → the same from published values alone, where some system has
            no place otherwise;
        `front_move/<attacker>/<system>` → `leaves` | `joins` | `stays` against the ignorant attacker's front;
        `leak/<attacker>`, `leak_without_reference/<attacker>` → `falls` | `rises` | `within chance`;
        `leak_off_line/<attacker>/<system>` → `above` | `below`;
        `leak_base/<attacker>` → `other systems` where the published correlation rests on another number of systems;
        `leak_attacker` → the most informed attacker for which a leak can be computed.
    """
    found = _Found()
    placed = {attacker: _placed(measured, attacker) for attacker in ATTACKERS}
    for place in placed.values():
        if place.systems:
            _dominance(measured, place, found)
            _steps(measured, place, found)
            _error_bars(measured, place, found)
    for attacker in ATTACKERS:
        _published_dominance(measured, attacker, found)
    _moves(measured, placed, found)
    _leaks(measured, found)
    return Part(entries=tuple(found.entries), verdicts=found.verdicts)


def _placed(measured: Measured, attacker: str) -> _Placed:
    bench = measured.bench
    systems = tuple(
        system.id
        for system in bench.benchmark.systems
        if bench.key("front", attacker, system.id) in measured.verdicts
    )  # fmt: skip
    eers = [measured.ledger.value(bench.key("eer", system, attacker, bench.headline)) for system in systems]
    rates = [measured.ledger.value(bench.key("cer", system, "all")) for system in systems]
    return _Placed(attacker, systems, numpy.array(eers, float), numpy.array(rates, float))


def _dominance(measured: Measured, placed: _Placed, found: _Found) -> None:
    bench = measured.bench
    who = dominators(placed.eer, placed.rate)
    board = bench.benchmark.leaderboard
    published = f"{LEADERBOARD}, eer_{placed.attacker}, {board.in_file('cer') if board else 'cer'}"
    for place, system in enumerate(placed.systems):
        above = [other for other, beats in zip(placed.systems, who[place], strict=True) if beats]
        if above:
            found.verdicts[bench.key(f"{placed.prefix}dominated_by", placed.attacker, system)] = key(*above)
        for name, count, what in (
            ("dominated_by", len(above), "systems that dominate it"),
            ("dominates", int(who[:, place].sum()), "systems that it dominates"),
        ):
            entry = bench.recomputed(
                ("count", f"{placed.prefix}{name}", placed.attacker, system), count, "count", 0,
                published if placed.prefix else "EER and error rate of every system",
                what, n=len(placed.systems),
            )  # fmt: skip
            found.entries.append(replace(entry, inputs="real") if placed.prefix else entry)


def _published_dominance(measured: Measured, attacker: str, found: _Found) -> None:
    """Add fronts and dominance from published values alone, for the systems that have nothing else."""
    bench = measured.bench
    values = {}
    for system in bench.benchmark.systems:
        eer = measured.ledger.value(bench.key("shipped", "eer", system.id, attacker, "same_gender"))
        rate = measured.ledger.value(bench.key("shipped", "cer", system.id, "all"))
        if eer is not None and rate is not None:
            values[system.id] = (eer, rate)
    if len(values) < 2 or all(bench.key("front", attacker, system) in measured.verdicts for system in values):
        return
    eers, rates = (numpy.array(side, float) for side in zip(*values.values(), strict=True))
    placed = _Placed(attacker, tuple(values), eers, rates, prefix="published_")
    for system, kept in zip(placed.systems, pareto_front(eers, rates), strict=True):
        found.verdicts[bench.key("published_front", attacker, system)] = ON_FRONT if kept else DOMINATED
    _dominance(measured, placed, found)


def _steps(measured: Measured, placed: _Placed, found: _Found) -> None:
    """Add what each step along the front gives in EER and costs in error rate; equal points make no step."""
    bench = measured.bench
    front = [
        place
        for place, system in enumerate(placed.systems)
        if measured.verdicts[bench.key("front", placed.attacker, system)] == ON_FRONT
    ]
    front.sort(key=lambda place: (placed.eer[place], place))
    before: int | None = None
    for place in front:
        if before is not None and placed.eer[place] == placed.eer[before]:
            continue
        if before is not None:
            names = ("front_step", placed.attacker, placed.systems[before], placed.systems[place])
            for measure, values in (("eer", placed.eer), ("cer", placed.rate)):
                found.entries.append(
                    bench.recomputed(
                        (*names, measure), values[place] - values[before], "points", 1,
                        "EER and error rate of the two", "difference of neighbours on the front",
                    )
                )  # fmt: skip
        before = place


def _error_bars(measured: Measured, placed: _Placed, found: _Found) -> None:
    """Add the median half-width of the error bars, each way."""
    bench = measured.bench
    for measure, rest in (("eer", (placed.attacker, bench.headline)), ("cer", ("all",))):
        rows = [measured.ledger.get(bench.key(measure, system, *rest)) for system in placed.systems]
        halves = [
            (row.ci_high - row.ci_low) / 2
            for row in rows
            if row is not None and row.ci_low is not None and row.ci_high is not None
        ]
        if halves:
            found.entries.append(
                bench.recomputed(
                    ("half_width", measure, placed.attacker), float(numpy.median(halves)), "percentage points", 1,
                    "intervals of the placed systems", "median over systems of half the interval's width",
                    n=len(halves),
                )
            )  # fmt: skip


def _moves(measured: Measured, placed: dict[str, _Placed], found: _Found) -> None:
    """Say who leaves the ignorant attacker's front, who stays and who joins as the attacker learns more."""
    bench = measured.bench

    def standing(attacker: str, system: str) -> str | None:
        return measured.verdicts.get(bench.key("front", attacker, system))

    for attacker in ATTACKERS[1:]:
        for system in placed[attacker].systems:
            before, after = standing(ATTACKERS[0], system), standing(attacker, system)
            if before is None or ON_FRONT not in (before, after):
                continue
            move = STAYS if before == after else LEAVES if before == ON_FRONT else JOINS
            found.verdicts[bench.key("front_move", attacker, system)] = move


def _leaks(measured: Measured, found: _Found) -> None:
    """Add the correlation of published pitch correlation and published EER, over the systems that have both."""
    bench = measured.bench
    reference = bench.benchmark.reference
    shipped = {
        system.id: measured.ledger.value(bench.key("shipped", "rho_f0", system.id))
        for system in bench.benchmark.systems
    }  # fmt: skip
    if not any(value is not None for value in shipped.values()):
        return
    for attacker in ATTACKERS:
        eers = {
            system: measured.ledger.value(bench.key("shipped", "eer", system, attacker, "same_gender"))
            for system in shipped
        }
        for name, systems in (
            ("leak", list(shipped)),
            ("leak_without_reference", [system for system in shipped if system != reference]),
        ):
            pitch, eer = (numpy.array([side[s] for s in systems], float) for side in (shipped, eers))
            found.entries += _correlation(measured, name, attacker, pitch, eer)
            correlation, n = pearson(pitch, eer)
            if not numpy.isfinite(correlation):
                continue
            found.verdicts[bench.key(name, attacker)] = _pattern(correlation, n)
            if name != "leak":
                continue
            published = measured.ledger.get(bench.key("shipped", name, attacker))
            if published is not None and published.n not in (None, n):
                found.verdicts[bench.key("leak_base", attacker)] = "other systems"
            found.verdicts[bench.key("leak_attacker")] = attacker
            for system, off in zip(systems, off_the_line(pitch, eer), strict=True):
                if abs(off) > 1.0:  # NaN is not
                    side = "above" if off > 0 else "below"
                    found.verdicts[bench.key("leak_off_line", attacker, system)] = side


def _correlation(
    measured: Measured, name: str, attacker: str, pitch: numpy.ndarray, eer: numpy.ndarray
) -> Iterator[Entry]:
    """Return the correlation and its standard error; they rest on published values alone, and so on real inputs."""
    bench = measured.bench
    correlation, n = pearson(pitch, eer)
    known = numpy.isfinite(correlation)
    source = f"{LEADERBOARD}, rho_f0, eer_{attacker}"
    over = "" if name == "leak" else ", without the reference"
    yield replace(
        bench.recomputed(
            (name, attacker), correlation, "correlation", 2, source,
            f"Pearson correlation over the systems that have both{over}", n=n,
            missing=NO_SPREAD if n >= 3 else TOO_FEW,
        ),
        inputs="real",
    )  # fmt: skip
    if known:
        # The variance of a correlation under permutation is the same for values as for ranks.
        yield replace(
            bench.recomputed(
                (f"{name}_error", attacker), rank_correlation_error(n), "correlation", 2, source,
                "standard error of the correlation where nothing correlates", n=n,
            ),
            inputs="real",
        )  # fmt: skip


def _pattern(correlation: float, n: int) -> str:
    """Say which way a correlation goes, if it stands out of chance.

    >>> _pattern(-0.7, 11), _pattern(0.9, 11), _pattern(-0.5, 11)
    ('falls', 'rises', 'within chance')
    """
    if abs(correlation) <= WITHIN_CHANCE * rank_correlation_error(n):
        return CHANCE
    return FALLS if correlation < 0 else RISES
