"""Units of work that start from the scores of an attack: one system under one attacker."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy

from analysis.benchmark.cosine import trial_scores
from analysis.benchmark.ranked import Ranked
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.cache import Arrays
from analysis.study.benchmark import Benchmark
from analysis.study.trials import FILE as TRIALS
from analysis.study.utterances import FILE as UTTERANCES
from analysis.work import Unit

MODULES = (
    "analysis.benchmark.attack_units", "analysis.benchmark.cosine", "analysis.benchmark.ranked",
    "analysis.measures.bootstrap", "analysis.measures.eer", "analysis.measures.score_blocks",
    "analysis.measures.sorted_trials", "analysis.measures.weighers", "analysis.study.embedding_stores",
    "analysis.study.embeddings", "analysis.study.enrolling", "analysis.study.parquet", "analysis.study.parquet_pages",
    "analysis.study.scores", "analysis.study.stored_rows", "analysis.study.texts", "analysis.study.thrift",
    "analysis.study.ties", "analysis.study.trial_columns", "analysis.study.trial_faults", "analysis.study.trial_lists",
    "analysis.study.trials", "analysis.study.utterances",
)  # fmt: skip
"""What scores and their EERs are made by."""


def attacker_files(benchmark: Benchmark, system: str, attacker: str) -> tuple[str, ...] | None:
    """Return the files that an attack rests on, its scores or the embeddings of both sides; None where absent."""
    return benchmark.attack_files.of(system, attacker)


def attacked(benchmark: Benchmark) -> Iterator[tuple[str, str]]:
    """Return every system and attacker that has files."""
    for system in benchmark.systems:
        for attacker in ATTACKERS:
            if attacker_files(benchmark, system.id, attacker) is not None:
                yield system.id, attacker


def attack_unit(
    bench: Workbench, measure: str, system: str, attacker: str, compute: Callable[..., Arrays], *modules: str,
    drawn: bool = True, **parameters: object,
) -> Unit:  # fmt: skip
    """Describe what `compute(bench, system, attacker)` makes of the scores of an attack.

    Args:
        bench: the study.
        measure: names the result.
        system: whose speech is attacked.
        attacker: who attacks it.
        compute: a function of a module, which asks for scores by `attack_scores`.
        modules: what takes part beside `MODULES`, with the module of `compute`.
        drawn: whether the draws of the speakers take part.
        parameters: what else changes the result.

    Raises:
        ValueError: the attack has no files.
    """
    files, given = attacker_files(bench.benchmark, system, attacker), bench.benchmark.settings
    if files is None:
        raise ValueError(f"{system} has no files for the {attacker} attacker")
    draws = {"draws": given.draws, "seed": given.seed} if drawn else {}
    return bench.unit(
        f"{measure}/{system}/{attacker}",
        (*files, UTTERANCES, TRIALS),
        (*MODULES, *modules),
        compute,
        (system, attacker),
        parameters={"attacker": attacker, "sides": list(files), **draws, **parameters},
        group=f"{system}/{attacker}",
    )


def ranked(bench: Workbench, system: str, attacker: str) -> Ranked:
    """Return `attack_scores` for a unit: those of the last attack are kept, for the next unit of its group."""
    latest = bench.latest
    if latest is None or (latest.system, latest.attacker) != (system, attacker):
        scores = attack_scores(bench.benchmark, system, attacker)
        scores.flags.writeable = False
        latest = bench.latest = Ranked(system, attacker, scores, bench.benchmark.trials.frame)
    return latest


def attack_scores(benchmark: Benchmark, system: str, attacker: str) -> numpy.ndarray:
    """Return the score that an attacker gives every trial of a system: (trials,), as its file has it or by cosine.

    Raises:
        ValueError: the system has no file for this attacker.
        InputError: a file of scores or embeddings cannot be used.
    """
    given = benchmark.scores(system, attacker)
    if given is not None:
        return given
    trial = benchmark.embeddings(system, semi_informed=attacker == "semi_informed")
    enrollment = benchmark.embeddings(benchmark.reference) if attacker == "ignorant" else trial
    if trial is None or enrollment is None:
        raise ValueError(f"{system} has no files for the {attacker} attacker")
    return trial_scores(benchmark, enrollment, trial)
