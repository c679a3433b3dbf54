"""Measures: arrays in, values out. Nothing here knows a file, a format or a page."""

from analysis.measures.agreement import Agreement, agreement
from analysis.measures.alike import Alike, lowest_if_alike
from analysis.measures.bca import bca_interval, bca_paired_difference, fewest_bca_draws
from analysis.measures.binomial import binomial_interval, chance_of_as_many
from analysis.measures.bootstrap import distinct_resamples, eer_draws, ratio_draws, speaker_draws, too_few_speakers
from analysis.measures.concordance import Concordance, concordance
from analysis.measures.content import Edits, edit_counts, error_rate, mean_error_rate
from analysis.measures.correlation import off_the_line, pearson
from analysis.measures.eer import EqualErrorRate, equal_error_rate
from analysis.measures.fronts import dominators, knee, pareto_front
from analysis.measures.influence import Influence, eer_influence
from analysis.measures.intervals import (
    Interval,
    PairedDifference,
    difference_of_draws,
    difference_verdict,
    fewest_draws,
    paired_difference,
    percentile_interval,
)
from analysis.measures.jackknife import (
    average_recall_jackknife,
    eer_jackknife,
    one_sided_eer_jackknife,
    ratio_jackknife,
)
from analysis.measures.joint import joint_eer_draws, joint_weights
from analysis.measures.leave_one_out import (
    chance_of_largest_share,
    chance_of_so_even,
    interval_without,
    largest_share_by_chance,
    variance_shares,
)
from analysis.measures.log_scales import Scale, log_scale, odds_scale
from analysis.measures.multiplicity import expected_by_chance, holm
from analysis.measures.own_rates import OwnRates, own_rates
from analysis.measures.permutation import SignFlip, contributions, sign_flip_test, without_each
from analysis.measures.planning import (
    FEWEST_PLANNED,
    eer_factor,
    fewest_speakers,
    interval_width,
    power_of,
    rounded_speakers,
    smallest_difference,
    standard_error,
    standard_errors_apart,
    times_as_large,
)
from analysis.measures.prosody import Pitch, duration_ratio, median_pitch, rank_correlation, rank_correlation_error
from analysis.measures.rank_agreement import kendall_tau, turned_pairs
from analysis.measures.ranking import ranks
from analysis.measures.recall import ClassRecalls, average_recall_draws, class_recalls, recall_counts
from analysis.measures.rule_fit import Hits, RuleFit, rule_fit
from analysis.measures.scaling import mean_of_ranks, mean_of_scaled, order, rank_ranges, unit_scale
from analysis.measures.sorted_trials import best_first
from analysis.measures.student import jackknife_interval, student_interval, student_paired_difference
from analysis.measures.text_forms import TEXT_POLICIES, TextPolicy, UnseenSigns, text_form, unseen_signs
from analysis.measures.trial_weights import trial_draws, trial_eer_draws, two_sided_eer_draws
from analysis.measures.variance import (
    Components,
    ratio_components,
    ratio_influence,
    trial_components,
    utterance_components,
)

__all__ = [
    "FEWEST_PLANNED",
    "TEXT_POLICIES",
    "Agreement",
    "Alike",
    "ClassRecalls",
    "Components",
    "Concordance",
    "Edits",
    "EqualErrorRate",
    "Hits",
    "Influence",
    "Interval",
    "OwnRates",
    "PairedDifference",
    "Pitch",
    "RuleFit",
    "Scale",
    "SignFlip",
    "TextPolicy",
    "UnseenSigns",
    "agreement",
    "average_recall_draws",
    "average_recall_jackknife",
    "bca_interval",
    "bca_paired_difference",
    "best_first",
    "binomial_interval",
    "chance_of_as_many",
    "chance_of_largest_share",
    "chance_of_so_even",
    "class_recalls",
    "concordance",
    "contributions",
    "difference_of_draws",
    "difference_verdict",
    "distinct_resamples",
    "dominators",
    "duration_ratio",
    "edit_counts",
    "eer_draws",
    "eer_factor",
    "eer_influence",
    "eer_jackknife",
    "equal_error_rate",
    "error_rate",
    "expected_by_chance",
    "fewest_bca_draws",
    "fewest_draws",
    "fewest_speakers",
    "holm",
    "interval_width",
    "interval_without",
    "jackknife_interval",
    "joint_eer_draws",
    "joint_weights",
    "kendall_tau",
    "knee",
    "largest_share_by_chance",
    "log_scale",
    "lowest_if_alike",
    "mean_error_rate",
    "mean_of_ranks",
    "mean_of_scaled",
    "median_pitch",
    "odds_scale",
    "off_the_line",
    "one_sided_eer_jackknife",
    "order",
    "own_rates",
    "paired_difference",
    "pareto_front",
    "pearson",
    "percentile_interval",
    "power_of",
    "rank_correlation",
    "rank_correlation_error",
    "rank_ranges",
    "ranks",
    "ratio_components",
    "ratio_draws",
    "ratio_influence",
    "ratio_jackknife",
    "recall_counts",
    "rounded_speakers",
    "rule_fit",
    "sign_flip_test",
    "smallest_difference",
    "speaker_draws",
    "standard_error",
    "standard_errors_apart",
    "student_interval",
    "student_paired_difference",
    "text_form",
    "times_as_large",
    "too_few_speakers",
    "trial_components",
    "trial_draws",
    "trial_eer_draws",
    "turned_pairs",
    "two_sided_eer_draws",
    "unit_scale",
    "unseen_signs",
    "utterance_components",
    "variance_shares",
    "without_each",
]
