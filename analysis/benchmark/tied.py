"""Tied scores that embeddings make, for `vpreport check`; a build says the same on the page."""

from __future__ import annotations

from analysis.benchmark.privacy import attack_scores
from analysis.benchmark.workbench import ATTACKERS
from analysis.errors import InputError
from analysis.study.benchmark import Benchmark
from analysis.study.findings import Findings
from analysis.study.score_files import warn_of_ties
from analysis.study.ties import tied_scores


def check_ties(benchmark: Benchmark, findings: Findings) -> None:
    """Add a warning for each attack by embeddings in which most trials bring no score of their own.

    Score files are looked through where they are read; embeddings that cannot be used are told of elsewhere.
    """
    for system in benchmark.systems:
        for attacker in ATTACKERS:
            file = benchmark.attack_files.trial_file(system.id, attacker)
            if file is None or benchmark.attack_files.scores(system.id, attacker):
                continue
            try:
                ties = tied_scores(attack_scores(benchmark, system.id, attacker), benchmark.trials.frame)
            except (InputError, ValueError):
                continue
            if ties.high:
                warn_of_ties(ties, file, system.id, attacker, findings)
