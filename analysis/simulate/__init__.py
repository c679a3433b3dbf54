"""Simulated data for the demo study, calibrated to published error rates and marked as simulated everywhere."""

from analysis.simulate.study import simulate_study
from analysis.simulate.table import DEFAULT_SEED

__all__ = ["DEFAULT_SEED", "simulate_study"]
