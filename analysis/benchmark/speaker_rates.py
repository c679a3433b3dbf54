"""The trials of each enrolled speaker under each attack, on the headline list: the heavy part of the chapter."""

from __future__ import annotations

from collections.abc import Iterator

import numpy

from analysis.benchmark.attack_units import attack_unit, attacked, attacker_files, ranked
from analysis.benchmark.workbench import Workbench
from analysis.measures import equal_error_rate, own_rates
from analysis.work import Unit


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe the rates of single speakers under every attack."""
    return (_unit(bench, *names) for names in attacked(bench.benchmark))


def _unit(bench: Workbench, system: str, attacker: str) -> Unit:
    return attack_unit(
        bench, "speaker_rates", system, attacker, _compute, "analysis.benchmark.speaker_rates",
        "analysis.measures.binomial", "analysis.measures.intervals", "analysis.measures.own_rates", drawn=False,
        list=bench.headline, level=bench.benchmark.settings.level,
    )  # fmt: skip


def speaker_rates(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray] | None:
    """Return what `OwnRates` holds of one attack, and `accepted`; None where a file is absent.

    `accepted`, (speakers,): how many of the speaker's target trials reach the threshold of the headline EER, which is
    one for all speakers.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    if attacker_files(bench.benchmark, system, attacker) is None:
        return None
    return bench.result(_unit(bench, system, attacker))


def _compute(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    benchmark = bench.benchmark
    scores, is_target, enrolled, _ = ranked(bench, system, attacker).of(benchmark.lists[bench.headline].mask)
    speakers = len(benchmark.speakers)
    found = own_rates(scores, is_target, enrolled, speakers, benchmark.settings.level)
    # A threshold that is NaN, where the list has no EER, is reached by none.
    accepted = is_target & (scores >= equal_error_rate(scores, is_target).threshold)
    return {**vars(found), "accepted": numpy.bincount(enrolled[accepted], minlength=speakers)}
