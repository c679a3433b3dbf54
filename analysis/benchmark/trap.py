"""How far each system falls from an ignorant attacker to an informed one."""

from __future__ import annotations

from analysis.benchmark.measured import Measured, Part


def trap(measured: Measured) -> Part:
    """Return what this chapter adds to the study's results."""
    return Part()
