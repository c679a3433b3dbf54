"""The kinds of interval of a benchmark: which one is quoted, what a reader calls each, and where its rows stand."""

from __future__ import annotations

from analysis.ledger import key
from analysis.results import Results

SPEAKER, TRIALS = "speaker", "trials"
QUOTABLE = (SPEAKER, "two_sided", "joint", "joint_bca", "joint_t")
"""Kinds that a study can quote, in keys."""
NAMES = {
    SPEAKER: "one-sided",
    "two_sided": "two-sided",
    "joint": "joint",
    "joint_bca": "joint BCa",
    "joint_t": "joint t",
    TRIALS: "by trials",
}
"""Kind in keys → what sets it apart from the others, for a reader."""
OF_EERS = {
    SPEAKER: "speaker-bootstrap",
    "two_sided": "two-sided speaker-bootstrap",
    "joint": "joint speaker-bootstrap",
    "joint_bca": "joint BCa",
    "joint_t": "joint t",
}
"""Kind in keys → its word before `interval`, where one kind stands alone."""
OF_RATES = {SPEAKER: "speaker-bootstrap", "joint_bca": "speaker BCa", "joint_t": "speaker t"}
"""The same for an error rate or a UAR, for which the other kinds are the first."""

WEIGHING = {
    SPEAKER: "a trial counts as often as its enrolled speaker was drawn",
    "two_sided": "a trial counts as the product of how often its two speakers were drawn",
    "joint": "a target trial counts as often as its speaker was drawn, and any other as the product of how often its "
    "two speakers were",
}
WEIGHING["joint_bca"] = WEIGHING["joint"] + "; the edges are corrected for bias and widened for few speakers"
WEIGHING["joint_t"] = (
    WEIGHING["joint"] + "; the edges lie the standard deviation of the draws, times Student's t widened for few "
    "speakers, from the value, on a log scale for a rate"
)
"""Kind in keys → what is drawn, in one clause."""


OF_DRAWS = {**NAMES, "joint_bca": NAMES["joint"], "joint_t": NAMES["joint"]}
"""Kind in keys → what its draws are called."""
BY_SPREAD = "joint_t"
"""The kind whose edges come from the spread of the draws and not from single ones."""
FORETOLD = ("joint_bca", "joint_t")
"""The kinds that draw both roles of a speaker and allow for few of them, whose width a plan predicts."""


def quoted(results: Results) -> str:
    """Return the kind that the study quotes."""
    return results.verdicts.get(key(results.study, "interval"), SPEAKER)


def quoted_of_rates(results: Results) -> str:
    """Return the kind that the intervals of error rates are of."""
    return quoted(results) if quoted(results) in OF_RATES else SPEAKER


def second(results: Results) -> str:
    """Return the kind that stands beside the quoted one first: the published one, or where it is that, two-sided."""
    return "two_sided" if quoted(results) == SPEAKER else SPEAKER


def foretold(results: Results) -> str:
    """Return the kind whose width a plan predicts: the quoted one where it can be predicted, else the first."""
    return quoted(results) if quoted(results) in FORETOLD else FORETOLD[0]


def eer_measure(results: Results, kind: str) -> str:
    """Return the measure in the keys of EERs with an interval of this kind."""
    return "eer" if kind == quoted(results) else f"eer_{kind}"
