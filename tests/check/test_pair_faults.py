# ruff: noqa: E501 - a table of faults, one a line
"""Trials that name the utterance that enrolls: what their audit tells."""

from functools import partial

import pytest

from tests.check.faults import Fault, verify
from tests.pairs import score_text, write_pair_study
from tests.studies import parquet, replaced

TRIALS = "meta/trials_test.csv"
SCORES = "scores/lazy/mine.csv"
LAZY = score_text("mine", "mine")


def more(*rows: str):
    """Add rows at the end of the list, whose 11 trials end in row 12."""
    return lambda text: text + "".join(row + "\n" for row in rows)


def exchanged(text: str) -> str:
    """Exchange the two columns of utterances."""
    return text.replace("enroll_utt,trial_utt", "trial_utt,enroll_utt")


FAULTS = [
    Fault(
        "an enrolling utterance nobody knows",
        "error",
        "unresolved",
        TRIALS,
        2,
        "enroll_utt",
        ("'a/9' is not among the utterances of meta/test_utts.csv (row 2)", "all ids are text", "correct the id"),
        {TRIALS: replaced("a,a/1,a/2", "a,a/9,a/2")},
    ),
    Fault(
        "an enrolling utterance in another case",
        "error",
        "unresolved",
        TRIALS,
        2,
        "enroll_utt",
        ("'A/1' looks like 'a/1'",),
        {TRIALS: replaced("a,a/1,a/2", "a,A/1,a/2")},
    ),
    Fault(
        "an enrolling utterance of somebody else",
        "error",
        "conflict",
        TRIALS,
        2,
        "enroll_utt",
        ("'b/1' is said to enroll 'a'; meta/test_utts.csv says 'b'", "an utterance of the enrolled speaker", "correct"),
        {TRIALS: replaced("a,a/1,a/2", "a,b/1,a/2")},
    ),
    Fault(
        "a blank among them",
        "error",
        "value",
        TRIALS,
        3,
        "enroll_utt",
        (
            "rows 3, 4: the cell is blank, and others name an utterance",
            "in every row, or no column",
            "by utterances or by speakers",
        ),
        {TRIALS: lambda text: text.replace("a,a/2,a/1", "a,,a/1").replace("a,a/1,a/3", "a, ,a/3")},
    ),
    Fault(
        "an utterance against itself",
        "error",
        "itself",
        TRIALS,
        13,
        "enroll_utt",
        ("'b/2' is set against itself", "two different utterances", "take the rows out"),
        {TRIALS: more("b,b/2,b/2,b,target")},
    ),
    Fault(
        "a pair twice",
        "warning",
        "duplicate",
        TRIALS,
        13,
        "",
        ("the same trial stands earlier",),
        {TRIALS: more("a,a/1,a/2,a,target")},
    ),
    Fault(
        "a pair with both labels",
        "error",
        "conflict",
        TRIALS,
        13,
        "label",
        ("stands earlier with the other label",),
        {TRIALS: more("a,a/1,a/2,a,nontarget")},
    ),
    Fault(
        "pairs in both orders",
        "note",
        "both-orders",
        TRIALS,
        None,
        "enroll_utt",
        ("2 pairs stand in both orders, as two trials", "take one order out"),
        {},
    ),
    Fault(
        "utterances on both sides",
        "note",
        "enroll-utt",
        TRIALS,
        None,
        "enroll_utt",
        ("the roles of meta/test_utts.csv are not used; 6 utterances enroll in one trial and are tried in another",),
        {},
    ),
    Fault(
        "a blank column",
        "note",
        "blank-column",
        TRIALS,
        None,
        "enroll_utt",
        ("the column enroll_utt is blank", "take the column out"),
        {TRIALS: lambda text: "enroll_speaker,enroll_utt,trial_utt,label\na,,a/2,target\nc,,b/1,nontarget\n"},
    ),
]
SCORED = [
    Fault("scores without the column", "error", "header", SCORES, 1, "", ("the column enroll_utt is missing", "enroll_speaker, enroll_utt, trial_utt, score"), {SCORES: replaced("enroll_utt", "utt")}),
    Fault("no score for a pair", "error", "coverage", SCORES, None, "", ("no score for 'a/3' against 'c/2'; 10 of 11 trials have one", "add the missing scores"), {SCORES: lambda text: text.rsplit("\n", 2)[0] + "\n"}),
    Fault("a score in the other order", "error", "coverage", SCORES, None, "", ("no score for 'a/3' against 'c/2'; 10 of 11", "in the other order, which is another trial"), {SCORES: replaced("a,a/3,c/2", "a,c/2,a/3")}),
    Fault("columns exchanged", "error", "coverage", SCORES, None, "", ("'a/1' against 'a/3'", "exchange enroll_utt and trial_utt"), {SCORES: exchanged}),
    Fault("other speakers", "error", "coverage", SCORES, None, "", ("name other speakers in enroll_speaker",), {SCORES: replaced("b,b/1,b/2", "a,b/1,b/2")}),
    Fault("other ids", "error", "coverage", SCORES, None, "", ("0 of 11 trials have one", "the first row here scores 'x/a/1' against 'a/2'"), {SCORES: lambda text: text.replace(",a/1,", ",x/a/1,").replace(",a/2,a", ",x/a/2,a").replace(",a/2,b", ",x/a/2,b").replace(",a/3,c", ",x/a/3,c").replace(",b/", ",x/b/").replace(",c/", ",x/c/")}),
    Fault("two scores for a pair", "error", "conflict", SCORES, 13, "score", ("'a/1' against 'a/2' has the score 0.25 here", "one score a trial"), {SCORES: more("a,a/1,a/2,0.25")}),
    Fault("a score of another pair", "note", "extra-score", SCORES, 13, "", ("1 pair not among the trials ('c/1' against 'a/1' first)",), {SCORES: more("c,c/1,a/1,0.25")}),
    Fault("Parquet without the column", "error", "unreadable", "scores/lazy/mine.parquet", None, "", ("the column enroll_utt is missing",), {SCORES: None, "scores/lazy/mine.parquet": parquet(enroll_speaker=["a"], trial_utt=["a/2"], score=[0.5])}),
]  # fmt: skip


class Pairs(Fault):
    """A fault in the study of pairs instead of the tiny one."""

    scored = False

    def write(self, folder):
        """Write the study with the fault."""
        return write_pair_study(folder, self.changes, self.scored)


class ScoredPairs(Pairs):
    """A fault in the study of pairs with scores."""

    scored = True


def as_pairs(kind, fault):
    """Return the same fault in another study."""
    return kind(fault.says, fault.severity, fault.code, fault.file, fault.row, fault.column, fault.words, fault.changes)


CASES = [*map(partial(as_pairs, Pairs), FAULTS), *map(partial(as_pairs, ScoredPairs), SCORED)]


@pytest.mark.parametrize("fault", CASES, ids=lambda fault: fault.says)
def test_a_fault_is_told_with_place_and_remedy(fault, clone, capfd):
    """The finding names file, row and column, says what to do, and nothing is written."""
    verify(fault, clone, capfd)
