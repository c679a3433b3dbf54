"""Measures: arrays in, values out. Nothing here knows a file, a format or a page."""

from analysis.measures.agreement import Agreement, agreement
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
from analysis.measures.prosody import Pitch, duration_ratio, median_pitch, rank_correlation
from analysis.measures.ranking import ranks
from analysis.measures.trial_weights import trial_draws, trial_eer_draws, two_sided_eer_draws

__all__ = [
    "Agreement",
    "Edits",
    "EqualErrorRate",
    "Interval",
    "PairedDifference",
    "Pitch",
    "agreement",
    "distinct_resamples",
    "duration_ratio",
    "edit_counts",
    "eer_draws",
    "equal_error_rate",
    "error_rate",
    "knee",
    "mean_error_rate",
    "median_pitch",
    "other_blanks",
    "paired_difference",
    "pareto_front",
    "percentile_interval",
    "rank_correlation",
    "ranks",
    "ratio_draws",
    "speaker_draws",
    "too_few_speakers",
    "trial_draws",
    "trial_eer_draws",
    "two_sided_eer_draws",
]
