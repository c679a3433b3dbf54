"""What gender and corpus give away: steps between trial lists, and EERs by gender."""

from __future__ import annotations

from analysis.benchmark.measured import Measured, Part


def shortcuts(measured: Measured) -> Part:
    """Return what this chapter adds to the study's results."""
    return Part()
