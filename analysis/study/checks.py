"""Everything that is wrong, doubtful or absent in a study's folder, of either kind, found in one go."""

from __future__ import annotations

from pathlib import Path

from analysis.study.benchmark import load_benchmark
from analysis.study.challenge import load_challenge
from analysis.study.findings import Finding, Findings
from analysis.study.settings import read_settings


def check_study(folder: Path) -> list[Finding]:
    """Read a study's folder with everything in it and return all findings, errors first.

    Nothing is raised for what is wrong in the folder, and nothing is written there. A study without an error can be
    built.
    """
    folder = Path(folder)
    findings = Findings()
    # The settings are read again by the reader of the kind; a finding counts once.
    kind = read_settings(folder, findings).kind
    if kind == "challenge":
        load_challenge(folder, findings)
    else:
        load_benchmark(folder, findings)
    return findings.sorted()
