"""What anonymization costs, beyond the corpus error rate."""

from __future__ import annotations

from analysis.benchmark.measured import Measured, Part


def utility(measured: Measured) -> Part:
    """Return what this chapter adds to the study's results."""
    return Part()
