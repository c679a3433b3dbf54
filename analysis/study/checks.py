"""Everything that is wrong, doubtful or absent in a study's folder, of whatever kind, found in one go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from analysis.study.attacks import load_attacks
from analysis.study.benchmark import Benchmark, load_benchmark
from analysis.study.challenge import Challenge, load_challenge
from analysis.study.findings import Finding, Findings
from analysis.study.settings import read_settings


def check_study(
    folder: Path,
    further: Callable[[Challenge, Findings], None] | None = None,
    scored: Callable[[Benchmark, Findings], None] | None = None,
) -> list[Finding]:
    """Read a study's folder with everything in it and return all findings, errors first.

    Nothing is raised for what is wrong in the folder, and nothing is written there. A study without an error can be
    built.

    Args:
        folder: the study's folder.
        further: adds what only the rules over a challenge can find wrong with it.
        scored: adds what only the numbers of a benchmark show.
    """
    folder = Path(folder)
    findings = Findings()
    # The settings are read again by the reader of the kind; a finding counts once.
    kind = read_settings(folder, findings).kind
    if kind == "challenge":
        challenge = load_challenge(folder, findings)
        if challenge is not None and further is not None:
            further(challenge, findings)
    elif kind == "attacks":
        load_attacks(folder, findings)
    else:
        benchmark = load_benchmark(folder, findings)
        if benchmark is not None and scored is not None:
            scored(benchmark, findings)
    return findings.sorted()
