"""Which attacker is strongest for which system, and whom the weakest one flatters."""

from __future__ import annotations

from analysis.benchmark.measured import Measured, Part


def attackers(measured: Measured) -> Part:
    """Return what this chapter adds to the study's results."""
    return Part()
