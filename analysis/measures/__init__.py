"""Measures: arrays in, values out. Nothing here knows a file, a format or a page."""

from analysis.measures.bootstrap import (
    Interval,
    PairedDifference,
    distinct_resamples,
    eer_draws,
    paired_difference,
    percentile_interval,
    ratio_draws,
    speaker_draws,
    too_few_speakers,
)
from analysis.measures.content import Edits, edit_counts, error_rate, mean_error_rate, other_blanks
from analysis.measures.eer import EqualErrorRate, equal_error_rate
from analysis.measures.fronts import knee, pareto_front

__all__ = [
    "Edits",
    "EqualErrorRate",
    "Interval",
    "PairedDifference",
    "distinct_resamples",
    "edit_counts",
    "eer_draws",
    "equal_error_rate",
    "error_rate",
    "knee",
    "mean_error_rate",
    "other_blanks",
    "paired_difference",
    "pareto_front",
    "percentile_interval",
    "ratio_draws",
    "speaker_draws",
    "too_few_speakers",
]
