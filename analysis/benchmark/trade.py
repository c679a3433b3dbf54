"""Who dominates whom, and what pitch has to do with privacy."""

from __future__ import annotations

from analysis.benchmark.measured import Measured, Part


def trade(measured: Measured) -> Part:
    """Return what this chapter adds to the study's results."""
    return Part()
