# ruff: noqa: E501 - a table of faults, one a line
"""The lists of a benchmark: what their audit tells of trials, speakers and utterances."""

import pytest

from tests.check.faults import Fault, verify
from tests.studies import replaced, study_files

TRIALS = "meta/trials_test.csv"
UTTERANCES = "meta/test_utts.csv"
TEXTS = "meta/transcripts.csv"


def more(*rows: str):
    """Add rows at the end of a table: 49 trials of a tiny study end in row 49, 20 utterances in row 21."""
    return lambda text: text + "".join(row + "\n" for row in rows)


def without(*words: str):
    """Leave out the rows that hold one of these words."""
    return lambda text: "".join(line + "\n" for line in text.splitlines() if not any(word in line for word in words))


FAULTS = [
    # Trials: duplicates, labels, speakers
    Fault("no trials", "error", "missing", TRIALS, None, "", ("the file is missing", "a benchmark needs its lists in meta/"), {TRIALS: None}),
    Fault("a trial twice", "warning", "duplicate", TRIALS, 50, "", ("the same trial stands earlier; it counts as often as it stands", "take the repeated rows out"), {TRIALS: more("0012,0012-t1,0012,target,True")}),
    Fault("trials twice", "warning", "duplicate", TRIALS, 50, "", ("rows 50, 51: ",), {TRIALS: more("0012,0012-t1,0012,target,True", "12,0012-t1,0012,nontarget,True")}),
    Fault("a trial with both labels", "error", "conflict", TRIALS, 50, "label", ("stands earlier with the other label", "one label a trial", "keep the row that is right"), {TRIALS: more("0012,0012-t1,0012,nontarget,True")}),
    Fault("one speaker, marked non-target", "error", "label", TRIALS, 2, "label", ("'0012-t1' against '0012' is marked nontarget, but both sides are the same speaker", "target where both sides are one speaker", "mark it target, or correct the speaker"), {TRIALS: replaced("0012,0012-t1,0012,target", "0012,0012-t1,0012,nontarget")}),
    Fault("two speakers, marked target", "error", "label", TRIALS, 5, "label", ("'12-t1' against '0012' is marked target, but the two speakers differ", "mark it nontarget"), {TRIALS: replaced("0012,12-t1,12,nontarget", "0012,12-t1,12,target")}),
    Fault("a label nobody knows", "error", "value", TRIALS, 2, "label", ("'tgt' in row 2", "target, nontarget", "correct the column label"), {TRIALS: replaced("target", "tgt", 1)}),
    Fault("a blank label", "error", "value", TRIALS, 2, "label", ("'' in row 2", "target, nontarget"), {TRIALS: replaced("target", "", 1)}),
    Fault("an enrolled speaker nobody knows", "error", "unresolved", TRIALS, 2, "enroll_speaker", ("'nobody' is not among the speakers of meta/test_utts.csv (row 2)", "all ids are text", "correct the id, add the utterance, or take the trials out"), {TRIALS: replaced("0012,0012-t1", "nobody,0012-t1", 1)}),
    Fault("a trial utterance nobody knows", "error", "unresolved", TRIALS, 2, "trial_utt", ("'0012-t9' is not among the utterances", "all ids are text", "correct the id"), {TRIALS: replaced("0012-t1,", "0012-t9,", 1)}),
    Fault("a trial utterance in another case", "error", "unresolved", TRIALS, 2, "trial_utt", ("'0012-T1' looks like '0012-t1'",), {TRIALS: replaced("0012-t1,", "0012-T1,", 1)}),
    Fault("a blank behind an id", "error", "unresolved", TRIALS, 2, "trial_utt", ("'0012-t1 ' looks like '0012-t1'",), {TRIALS: replaced("0012-t1,", "0012-t1 ,", 1)}),
    Fault("a trial utterance of somebody else", "error", "conflict", TRIALS, 2, "trial_speaker", ("'0012-t1' is said to be of '12'; meta/test_utts.csv says '0012'", "the speaker that the list of utterances names", "correct one of the two files"), {TRIALS: replaced("0012-t1,0012", "0012-t1,12", 1)}),
    Fault("an enrolled speaker without enrollment", "error", "unresolved", TRIALS, 38, "enroll_speaker", ("'a-b' is without an enrollment utterance", "add the utterance, or take the trials out"), {UTTERANCES: replaced("a-b,enroll", "a-b,trial")}),
    Fault("a speaker without enrollment who is only tried", "note", "no-enrollment", UTTERANCES, None, "role", ("'a-b' has no enrollment utterance and no target trial", "role enroll"), {UTTERANCES: replaced("a-b,enroll", "a-b,trial"), TRIALS: without("a-b,0012-", "a-b,12-", "a-b,1e5-", "a-b,a-b-")}),
    Fault("a speaker enrolled without a target trial", "note", "no-target", TRIALS, None, "enroll_speaker", ("'a-b' is enrolled without a target trial",), {TRIALS: without("a-b,a-b-")}),
    Fault("a trial utterance in no trial", "note", "untried", TRIALS, None, "trial_utt", ("11 of 12 trial utterances stand in a trial, not 'a-b-t3'",), {TRIALS: without("a-b-t3")}),
    Fault("an enrollment utterance that is tried", "warning", "overlap", TRIALS, 50, "trial_utt", ("'0012-e1' (row 50) is an enrollment utterance and tried as well", "utterances of the role trial", "makes the attacker look too strong; use another one"), {TRIALS: more("0012,0012-e1,0012,target,True")}),
    # Trials: genders and lists
    Fault("same_gender against the genders", "warning", "same-gender", TRIALS, 2, "same_gender", ("same_gender is 'False', but by meta/test_utts.csv the speakers are female and female", "'True' where both speakers have one gender, 'False' elsewhere", "the lists use the column as it stands"), {TRIALS: replaced("True", "False", 1)}),
    Fault("same_gender in other words against the genders", "warning", "same-gender", TRIALS, 2, "same_gender", ("same_gender is 'no', but by meta/test_utts.csv the speakers are female and female", "'Yes' where both speakers have one gender, 'no' elsewhere"), {TRIALS: lambda text: replaced("Yes", "no", 1)(text.replace("True", "Yes").replace("False", "no"))}),
    Fault("no column same_gender", "note", "derived", TRIALS, None, "same_gender", ("no column same_gender; it follows from the speakers' genders",), {TRIALS: lambda text: "".join(line.rsplit(",", 1)[0] + "\n" for line in text.splitlines())}),
    Fault("a list without targets", "warning", "one-sided-list", TRIALS, None, "", ("the list 'all' has no target trial; its EER is undefined",), {TRIALS: without(",target")}),
    Fault("a list without non-targets", "warning", "one-sided-list", TRIALS, None, "", ("the list 'same_gender' has no non-target trial",), {TRIALS: without("nontarget,True")}),
    # Utterances and speakers
    Fault("no utterances", "error", "missing", UTTERANCES, None, "", ("the file is missing", "a benchmark needs its lists in meta/"), {UTTERANCES: None}),
    Fault("a role nobody knows", "error", "value", UTTERANCES, 2, "role", ("'enrolled' in row 2", "enroll, trial", "correct the column role"), {UTTERANCES: replaced("enroll,F", "enrolled,F", 1)}),
    Fault("a gender nobody knows", "error", "value", UTTERANCES, 2, "gender", ("'woman' in row 2", "f, m, female, male in any case", "correct the column gender"), {UTTERANCES: replaced("enroll,F", "enroll,woman", 1)}),
    Fault("a speaker of two genders", "error", "conflict", UTTERANCES, None, "gender", ("the speaker '0012' is female in one row and male in another", "one gender a speaker", "correct the column gender"), {UTTERANCES: replaced("0012-e1,0012,enroll,F", "0012-e1,0012,enroll,M")}),
    Fault("an utterance of two speakers", "error", "conflict", UTTERANCES, 22, "utt_id", ("'0012-t1' stands in row 4 with other values", "each utterance once, in one role", "keep the row that is right"), {UTTERANCES: more("0012-t1,12,trial,f,studio")}),
    Fault("an utterance in both roles", "error", "conflict", UTTERANCES, 22, "utt_id", ("'0012-t1' stands in row 4 with other values", "in one role"), {UTTERANCES: more("0012-t1,0012,enroll,F,phone (iAny)")}),
    Fault("an utterance twice", "warning", "duplicate", UTTERANCES, 22, "", ("the row repeats an earlier one and is left out",), {UTTERANCES: more("a-b-t3,a-b,trial,m,studio")}),
    Fault("a blank gender", "note", "blank-gender", UTTERANCES, 2, "gender", ("1 of 20 utterances have no gender (row 2)", "outside the lists that need the gender"), {UTTERANCES: replaced("enroll,F", "enroll,", 1)}),
    Fault("a word for no gender", "note", "blank-gender", UTTERANCES, 2, "gender", ("1 of 20 utterances have no gender (row 2)",), {UTTERANCES: replaced("enroll,F", "enroll,NA", 1)}),
    Fault("no genders", "note", "no-gender", UTTERANCES, None, "gender", ("no gender is given", "add the column gender"), {UTTERANCES: lambda text: text.replace("gender", "sex")}),
    Fault("no corpora", "note", "no-corpus", UTTERANCES, None, "corpus", ("no corpus is given", "add the column corpus"), {UTTERANCES: lambda text: text.replace("corpus", "where"), TEXTS: None}),
    Fault("corpora that would share a short name", "note", "corpus-slug", UTTERANCES, None, "corpus", ("'phone_b', 'phone_iany'", "must use these names"), {UTTERANCES: replaced("studio", "phone (B)"), TEXTS: None}),
    Fault("enrollment from two corpora", "note", "mixed-corpora", UTTERANCES, None, "corpus", ("the enrollment of '0012' comes from several corpora", "cross-corpus"), {UTTERANCES: replaced("0012-e1,0012,enroll,F,phone (iAny)", "0012-e1,0012,enroll,F,studio")}),
    Fault("few speakers", "warning", "few-speakers", UTTERANCES, None, "", ("4 speakers are few to resample", "fewer than 10 speakers"), {}),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says)
def test_each_fault_is_told_with_its_place_and_remedy(fault, clone, capfd):
    """`check` names file, row, column, value and remedy; an error stops `build`; nothing is written."""
    verify(fault, clone, capfd)


def test_the_tiny_study_has_none_of_these_faults():
    """Its last trial stands in row 49, its last utterance in row 21."""
    files = study_files()
    assert (49, 21) == tuple(len(files[name].splitlines()) for name in (TRIALS, UTTERANCES))
