"""How wide the intervals are under other ways of resampling."""

from __future__ import annotations

from analysis.benchmark.measured import Measured, Part


def certainty(measured: Measured) -> Part:
    """Return what this chapter adds to the study's results."""
    return Part()
