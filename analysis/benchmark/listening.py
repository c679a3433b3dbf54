"""How sure a listening test of a given size can be, and its blank sheets."""

from __future__ import annotations

from analysis.benchmark.measured import Measured, Part


def listening(measured: Measured) -> Part:
    """Return what this chapter adds to the study's results."""
    return Part()
