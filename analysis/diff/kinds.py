"""Which kind of verdict a key names, in which order kinds are told, and what is a detail of another verdict."""

from __future__ import annotations

from collections.abc import Sequence

PAIRED, FRONT, RANK, CATEGORY = "paired verdict", "front", "rank", "privacy category"
WARNING, CLAIM, BEST_TRADE, OTHER, NOTE = "warning", "claim", "best trade", "other verdict", "note"
AGREEMENT, ATTACKER, GENDER = "agreement", "attackers", "female and male speakers"
SPEAKERS = "single speakers"
ORIGINAL, PARENT, SPLITS = "against the original", "against a parent", "development against test"
PITCH, FILE = "pitch", "file"
ORDER = (
    PAIRED, FRONT, RANK, CATEGORY, WARNING, CLAIM, BEST_TRADE, AGREEMENT, ATTACKER, GENDER, SPEAKERS, ORIGINAL, PARENT,
    SPLITS, PITCH, FILE, OTHER, NOTE,
)  # fmt: skip

_MEASURES = {
    PAIRED: "paired exploratory step drop_semi cer_ratio holm standing same_verdict quoted_verdict by_kind",
    FRONT: "front published_front front_move knee front_compliant front_change front_change_compliant front_outside "
    "front_change_outside dominated_by published_dominated_by",
    RANK: "rank leader leader_change leader_dataset matrix_leader kinds_leader kinds_best kinds_best_compliant lead "
    "lead_moves lead_splits order tie",
    CATEGORY: "category kinds_category category_dev category_move",
    WARNING: "warning trap trap_shipped few_speakers certainty beyond_reference attacked doubt partial left_out",
    CLAIM: "claim claims",
    BEST_TRADE: "best_trade",
    AGREEMENT: "agreement eer_rule list_agreement list_rule",
    ATTACKER: "highest_eer lowest_eer shipped_highest_eer shipped_lowest_eer shipped_only_highest_eer "
    "shipped_only_lowest_eer flat leak leak_without_reference leak_off_line above_chance linkability_lead",
    GENDER: "gender_gap mfdr eer_gender original",
    SPEAKERS: "lowest_speaker lowest_holds largest_share share_even share_holds speaker_order most_often spread_holds",
    ORIGINAL: "change_worse",
    PARENT: "lineage lineage_between",
    SPLITS: "split_direction",
    PITCH: "rho_f0",
    FILE: "file",
    NOTE: "note",
}
_DETAILS = {
    PAIRED: "corpus_gap step_example step_range least_clear exploratory_attacker exploratory_focus paired_speaker "
    "paired_two_sided paired_joint paired_joint_bca paired_joint_t interval interval_from plan "
    "covered found",
    RANK: "rank_move_max rank_span_max first_to_last last highest lowest matrix_end matrix_move",
    WARNING: "worked_example trap_intervals quoted edits_largest",
    CLAIM: "claim_absent claim_extra claim_below claim_marks claim_without_results claim_just_short claim_short "
    "claim_past claim_elsewhere claim_mean claim_bound claim_other_split claim_slipped claim_with_unlisted",
    AGREEMENT: "edge_gap_max line",
    ATTACKER: "leak_attacker leak_base lowest_informed linkability_leader",
    GENDER: "genders_apart female_higher male_higher most_even least_even",
    SPEAKERS: "exposed exposed_most_often influential",
    PARENT: "lineage_root lineage_chain",
}
"""Kind → measures that name an example, an extreme or a list beside verdicts or numbers; they judge nothing."""
_KIND_OF = {measure: kind for kind, measures in _MEASURES.items() for measure in measures.split()}
_BESIDE = {measure: kind for kind, measures in _DETAILS.items() for measure in measures.split()}
_SAID_BY_BEING_THERE = (WARNING, BEST_TRADE, ORIGINAL, NOTE)


def kind_of_verdict(names: Sequence[str]) -> str:
    """Return the kind of a verdict by the names of its key; that of a detail is the kind that it stands beside.

    >>> kind_of_verdict(("study", "front", "lazy", "mcadams")), kind_of_verdict(("study", "listening", "claim"))
    ('front', 'claim')
    >>> kind_of_verdict(("study", "shipped", "paired", "b", "a", "cer"))
    'paired verdict'
    """
    if len(names) > 1 and names[1] == "shipped":
        names = names[1:]
    measure = names[1] if len(names) > 1 else ""
    if measure == "listening" and len(names) > 2:
        return {"claim": CLAIM, "resamples": WARNING}.get(names[2], OTHER)
    return _KIND_OF.get(measure) or _BESIDE.get(measure, OTHER)


def is_detail(names: Sequence[str]) -> bool:
    """Say whether a key names no verdict of its own but a detail of another: whom a claim lacks, who moved most.

    >>> is_detail(("study", "claim_absent", "one")), is_detail(("study", "claim", "one"))
    (True, False)
    """
    return len(names) > 1 and names[1] in _BESIDE


def said_by_being_there(kind: str) -> bool:
    """Say whether the absence of such a verdict says something too: a warning that goes is a flip."""
    return kind in _SAID_BY_BEING_THERE
