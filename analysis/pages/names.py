"""What the parts of a ledger key are called, for the card of a number and for the ledger page.

`report/names.csv` holds them: study (empty: every study), kind, id as it stands in keys, words, with a quote in front
where a spreadsheet would run them. The filter that both engines run puts the words of a key together; a part without
words is shown as it stands.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from urllib.parse import quote

from analysis.inert import inert
from analysis.pages.charts.chart import ATTACKER_NAMES, METRIC_NAMES
from analysis.pages.markup import plain
from analysis.results import Results

COLUMNS = ("study", "kind", "id", "words")
KINDS = ("study", "measure", "system", "attacker", "list", "part")

MEASURES = {
    "agreement": "recomputed minus published",
    "agreement_edge": "edge of the interval, recomputed minus published",
    "agreement_max": "largest difference from the published values",
    "average": "average over datasets",
    "bridge": "beside another study",
    "cer": "CER",
    "cer_joint_bca": "CER with a BCa interval",
    "cer_joint_t": "CER with a Student's t interval",
    "cer_mean": "mean of the CER over utterances",
    "cer_nfc": "CER after NFC",
    "cer_nfc_no_zero_width": "CER after NFC, without zero-width signs",
    "cer_no_zero_width": "CER without zero-width signs",
    "cer_ratio": "ratio of two corpora's CER",
    "cer_speaker": "CER with percentiles of the draws",
    "cer_utterance": "CER of one utterance",
    "change": "change against the original",
    "change_eer": "relative change of the EER",
    "change_uar": "relative change of the UAR",
    "change_wer": "relative change of the WER",
    "claim": "claim of the publication",
    "claim_bound": "bound of a claim",
    "claim_mean": "mean beside a claim",
    "claim_other_split": "claim, on the other split",
    "claim_with_unlisted": "claim, with unlisted systems",
    "corpus_gap": "difference between corpora",
    "count": "count",
    "covered": "share of simulated data sets whose interval holds the truth",
    "covered_above": "share of simulated data sets in which the truth lies above the interval",
    "covered_below": "share of simulated data sets in which the truth lies below the interval",
    "covered_design": "coverage study",
    "covered_error": "standard error of a share of simulated data sets",
    "covered_lack": "points by which the simulated coverage lies below the promise",
    "covered_none": "share of simulated data sets without an interval",
    "covered_penalty": "points that the simulated coverage is off the promise, those below counted more",
    "covered_surplus": "points by which the simulated coverage lies above the promise",
    "covered_truth": "true EER of the simulated population",
    "covered_truth_error": "standard error of the true EER of the simulated population",
    "covered_width": "mean width in simulated data sets",
    "covered_width_error": "standard error of a mean width in simulated data sets",
    "difference_max": "largest difference",
    "drop": "drop from the ignorant to the lowest informed EER",
    "drop_semi": "drop from the ignorant to the semi-informed EER",
    "drop_semi_shipped": "drop from the ignorant to the semi-informed EER, of shipped values",
    "drop_shipped": "drop from the ignorant to the lowest informed EER, of shipped values",
    "duration_ratio": "duration ratio",
    "edge_error": "Monte-Carlo error of an edge",
    "edge_error_max": "largest Monte-Carlo error of an edge",
    "edge_error_median": "median Monte-Carlo error of an edge",
    "edge_gap": "edge of the interval, recomputed minus published",
    "edge_gap_max": "largest difference of an edge from the published one",
    "edits": "errors",
    "edits_share": "share of the errors",
    "eer": "EER",
    "eer_gender": "EER by gender",
    "eer_joint": "EER with a joint bootstrap",
    "eer_joint_bca": "EER with a joint BCa interval",
    "eer_joint_t": "EER with a joint t interval",
    "eer_line": "EER, line rule",
    "eer_list": "EER of a published list",
    "eer_list_kaldi": "EER of a published list, rule of Kaldi",
    "eer_list_mean": "mean EER of the published lists",
    "eer_list_mean_shipped": "mean EER of the published lists, of shipped values",
    "eer_list_speechbrain": "EER of a published list, rule of SpeechBrain",
    "eer_nearest": "EER, nearest rule",
    "eer_rule_gap": "difference between the EER rules",
    "eer_speaker": "EER with a one-sided bootstrap",
    "eer_trials": "EER with a trial bootstrap",
    "eer_two_sided": "EER with a two-sided bootstrap",
    "expected": "expected by chance",
    "exploratory": "exploratory difference",
    "found": "share of simulated data sets in which a difference is found",
    "found_error": "standard error of a share of simulated data sets in which a difference is found",
    "found_holm": "share of simulated data sets in which a difference is found after Holm",
    "found_holm_error": "standard error of such a share after Holm",
    "front_step": "step along the front",
    "gain_of_voice_distinctiveness": "gain of voice distinctiveness",
    "gender_gap": "EER of male minus female speakers",
    "half_width": "half of an interval's width",
    "highest_f0": "highest F0",
    "interval_ratio": "ratio of the widths of two kinds of interval",
    "interval_width": "width of a kind of interval",
    "kinds": "kind of system",
    "lineage": "difference to the parent",
    "linkability": "linkability",
    "listening": "listening test",
    "lowest_f0": "lowest F0",
    "matrix": "all measures side by side",
    "matrix_move": "moves of rank by all measures",
    "matrix_rank": "rank by all measures",
    "median_f0": "median F0",
    "mfdr": "mFDR",
    "p": "p-value",
    "p_holm": "p-value after Holm",
    "p_smallest": "smallest p-value",
    "paired": "paired difference",
    "paired_joint": "paired difference, joint interval",
    "paired_joint_bca": "paired difference, joint BCa interval",
    "paired_joint_t": "paired difference, joint t interval",
    "paired_speaker": "paired difference, one-sided interval",
    "paired_two_sided": "paired difference, two-sided interval",
    "pitch_correlation": "pitch correlation",
    "protocol": "protocol",
    "rank": "rank",
    "rank_span": "span of ranks",
    "recall": "recall of one emotion",
    "rho_f0": "ρF0, correlation of pitch",
    "rho_f0_chance": "ρF0 by chance",
    "rho_f0_demo": "ρF0 on the demo clips",
    "rho_f0_error": "error of ρF0",
    "setting": "setting",
    "share": "share",
    "speaker_accepted": "target trials of one speaker accepted",
    "speaker_accepted_all": "target trials of all speakers accepted",
    "speaker_eer": "EER of one speaker",
    "speaker_eer_lowest": "lowest EER of a speaker",
    "speaker_lowest_alike": "lowest EER of a speaker, if all were alike",
    "speaker_lowest_chance": "probability of such a lowest EER by chance",
    "speaker_lowest_holm": "probability of such a lowest EER by chance, after Holm's adjustment",
    "speaker_moved": "largest move of an EER without one speaker",
    "speaker_narrowed": "largest narrowing of an interval without one speaker",
    "speaker_order": "how alike two systems order the speakers",
    "speaker_order_chance": "probability of orders so alike by chance",
    "speaker_share": "share of the variance",
    "speaker_share_equal": "share of the variance, if all were equal",
    "speaker_share_holm": "probability of such a share by chance, after Holm's adjustment",
    "speaker_share_limit": "largest share of the variance by chance",
    "speaker_spread": "spread of the EER over speakers",
    "speaker_spread_alike": "spread of the EER, if all speakers were alike",
    "speaker_spread_chance": "probability of such a spread by chance",
    "speaker_spread_holm": "probability of such a spread by chance, after Holm's adjustment",
    "speaker_width": "width of an interval without one speaker",
    "speaker_without": "EER without one speaker",
    "step": "step between trial lists",
    "step_range": "range of steps between trial lists",
    "tau": "Kendall's tau",
    "tau_linkability": "Kendall's tau of EER and linkability",
    "ties": "trials that bring no score of their own",
    "ties_max": "largest share of trials that bring no score of their own",
    "uar": "UAR",
    "uar_joint_bca": "UAR with a BCa interval",
    "uar_joint_t": "UAR with a Student's t interval",
    "uar_of_a_guess": "UAR of a guess",
    "uar_speaker": "UAR with percentiles of the draws",
    "utmos": "UTMOS, predicted naturalness",
    "weight": "weight",
    "wer": "WER",
    "width": "width of an interval",
    "width_median": "median width of an interval",
    "width_ratio": "ratio of two intervals' widths",
    "width_ratio_highest": "largest ratio of two intervals' widths",
    "width_ratio_lowest": "smallest ratio of two intervals' widths",
    "width_ratio_median": "median ratio of two intervals' widths",
}
PARTS = {
    **METRIC_NAMES,
    "low": "lower edge",
    "high": "upper edge",
    "speaker": "one-sided",
    "two_sided": "two-sided",
    "joint": "joint",
    "joint_bca": "joint BCa",
    "joint_bca_plain": "joint BCa, tails not widened",
    "joint_t": "joint t",
    "jackknife_t": "jackknife t",
    "trials": "by trials",
    "permutation": "permutation test",
    "false_positive": "equal systems called different",
    "false_in_the_family": "any two equal systems of a family called different",
    "median": "median",
    "lowest": "lowest",
    "highest": "highest",
    **{name: MEASURES[name] for name in ("change_eer", "change_uar", "change_wer", "gender_gap")},
    "eer": "EER",
    "uar": "UAR",
    "wer": "WER",
    "mfdr": "mFDR",
    "rho_f0": "ρF0",
    "utmos": "UTMOS",
    "pooled": "over all utterances",
    "mean_of_folds": "mean of the folds",
    "demo": "demo clips",
    "demo_female": "demo clips of female speakers",
    "demo_male": "demo clips of male speakers",
    "female": "female speakers",
    "male": "male speakers",
    "linkability": "linkability",
    "pitch_correlation": "pitch correlation",
    "gain_of_voice_distinctiveness": "gain of voice distinctiveness",
    "dev": "development set",
    "test": "test set",
    **{
        f"{split}_{part}": f"{words}, {rest}"
        for split, words in (("dev", "development set"), ("test", "test set"))
        for part, rest in (("female", "female speakers"), ("male", "male speakers"), ("average", "average of genders"))
    },
}
"""Words that a part has in every study."""


def names_csv(studies: Sequence[Results]) -> str:
    """Return the names of every study's key parts as CSV text, in a fixed order."""
    rows = [("", "measure", name, words) for name, words in sorted(MEASURES.items())]
    rows += [("", "attacker", name, f"{words} attacker") for name, words in ATTACKER_NAMES.items()]
    rows += [("", "part", name, words) for name, words in sorted(PARTS.items())]
    for results in studies:
        rows.append((results.study, "study", results.study, results.title))
        rows += [(results.study, "system", system.id, system.label) for system in results.systems]
        rows += [(results.study, "list", name, _trials(label)) for name, label in results.lists]
        rows += [(results.study, "part", corpus.slug, corpus.name) for corpus in results.corpora]
        if results.unit_of_text == "words":
            rows += [
                (results.study, kind, name, words.replace("CER", "WER"))
                for kind, known in (("measure", MEASURES), ("part", PARTS))
                for name, words in sorted(known.items())
                if "CER" in words
            ]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    for study, kind, name, words in rows:
        writer.writerow((quote(study, safe=""), kind, quote(name, safe=""), inert(plain(words))))
    return buffer.getvalue()


def _trials(label: str) -> str:
    return label if "trial" in label else f"trials: {label}"
