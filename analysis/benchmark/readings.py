"""Two further readings of every attack's scores on the headline list: by the line rule, and without each speaker."""

from __future__ import annotations

from dataclasses import dataclass

import numpy

from analysis.benchmark.privacy import MODULES as PRIVACY_MODULES
from analysis.benchmark.privacy import attack_scores, attacker_files
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.measures import eer_draws, equal_error_rate, without_each
from analysis.study.trials import FILE as TRIALS
from analysis.study.utterances import FILE as UTTERANCES

MODULES = (*PRIVACY_MODULES, "analysis.benchmark.readings", "analysis.measures.permutation")


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


def readings(bench: Workbench) -> Readings:
    """Compute or fetch both readings of every attack that the study has files for.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    found = Readings({}, {})
    for system in bench.benchmark.systems:
        for attacker in ATTACKERS:
            files = attacker_files(bench.benchmark, system.id, attacker)
            if files is None:
                continue
            made = bench.fetch(
                f"readings/{system.id}/{attacker}",
                (*files, UTTERANCES, TRIALS),
                MODULES,
                lambda system=system.id, attacker=attacker: _compute(bench, system, attacker),
                parameters={"attacker": attacker, "sides": list(files), "list": bench.headline},
            )
            found.line[system.id, attacker] = float(made["line"][0])
            found.without[system.id, attacker] = made["without"]
    return found


def _compute(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    benchmark = bench.benchmark
    mask, frame = benchmark.lists[bench.headline].mask, benchmark.trials.frame
    scores = attack_scores(benchmark, system, attacker)[mask]
    is_target, enrolled = frame["is_target"].to_numpy()[mask], frame["enroll"].to_numpy()[mask]
    speakers, place = numpy.unique(enrolled, return_inverse=True)
    without = numpy.zeros(0)
    if len(speakers):
        without = eer_draws(scores, is_target, place, without_each(len(speakers)))
    return {
        "line": numpy.asarray([equal_error_rate(scores, is_target, rule="line").value]),
        "without": without,
    }
