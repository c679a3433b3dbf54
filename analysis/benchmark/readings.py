"""Two further readings of every attack's scores on the headline list: by the line rule, and without each speaker."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy

from analysis.benchmark.attack_units import attack_unit, attacked, ranked
from analysis.benchmark.workbench import Workbench
from analysis.measures import eer_draws, equal_error_rate, without_each
from analysis.work import Unit


@dataclass(frozen=True)
class Readings:
    """EERs in percent by (system, attacker).

    Attributes:
        line: by the line rule, NaN where undefined.
        without: by the nearest rule with each speaker left out in turn, (speakers that some trial enrolls,) in the
            order of the speakers.
    """

    line: dict[tuple[str, str], float]
    without: dict[tuple[str, str], numpy.ndarray]


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe both readings of every attack, where something is published or registered that is held against them."""
    benchmark = bench.benchmark
    asked = benchmark.leaderboard is not None or any(pair.recomputed for pair in benchmark.pairs)
    return (_unit(bench, *names) for names in (attacked(benchmark) if asked else ()))


def _unit(bench: Workbench, system: str, attacker: str) -> Unit:
    return attack_unit(
        bench, "readings", system, attacker, _compute, "analysis.benchmark.readings", "analysis.measures.permutation",
        drawn=False, list=bench.headline,
    )  # fmt: skip


def readings(bench: Workbench) -> Readings:
    """Compute or fetch both readings of every attack that the study has files for.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    found = Readings({}, {})
    for names in attacked(bench.benchmark):
        made = bench.result(_unit(bench, *names))
        found.line[names] = float(made["line"][0])
        found.without[names] = made["without"]
    return found


def _compute(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    attack = ranked(bench, system, attacker)
    scores, is_target, enrolled, _ = attack.of(bench.benchmark.lists[bench.headline].mask)
    speakers, place = numpy.unique(enrolled, return_inverse=True)
    without = numpy.zeros(0)
    if len(speakers):
        without = eer_draws(scores, is_target, place, without_each(len(speakers)))
    return {
        "line": numpy.asarray([equal_error_rate(scores, is_target, rule="line").value]),
        "without": without,
    }
