"""Result files of webMUSHRA, with their traps."""

from collections import Counter

import pytest

from analysis.errors import InputError
from analysis.listening.answers import Tally
from analysis.listening.webmushra import read_webmushra

MUSHRA = (
    "session_test_id,email,age,session_uuid,trial_id,rating_stimulus,rating_score,rating_time,rating_comment\n"
    'test,a@b,30,u1,trial1,reference,100,5000,\ntest,a@b,30,u1,trial1,C1,40,5000,"too, dull"\n'
    "test,a@b,30,u1,trial1,anchor35,10,5000,\ntest,c@d,30,u2,trial1,C1,60,5000,\n"
)
PAIRED = (
    "session_test_id,age,trial_id,choice_reference,choice_non_reference,choice_answer,choice_time,choice_comment\n"
    "test,30,t1,reference,C1,correct,1,\ntest,30,t2,reference,C1,incorrect,1,\ntest,30,t3,C2,C1,undecided,1,\n"
    "test,30,t4,C2,C1,unknown,1,\n"
)
BS1116 = (
    "session_test_id,trial_id,rating_reference,rating_non_reference,rating_reference_score,"
    "rating_non_reference_score,rating_time,choice_comment\n"
    "test,t1,reference,C1,5,3.5,1,\ntest,t2,reference,C1,4,5,1,\ntest,t3,reference,C1,9,5,1,\n"
)
LMS = (
    "session_test_id,age,trial_id,stimuli_rating,stimuli,rating_time\n"
    'test,30,t1," 4 ",C1,10\ntest,30,t1," 2 ",reference,10\ntest,30,t2," NA ",C1,10\ntest,30,t2,"much",C2,10\n'
)
LSS = (
    "session_test_id,age,trial_id,stimuli_rating1,stimuli_rating2,stimuli,rating_time\n"
    'test,30,t1," 4 "," 1 ",C1,10\ntest,30,t2," 5 "," NA ",C1,10\n'
)


def read(folder, content, name="mushra"):
    path = folder / f"{name}.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return read_webmushra(path)


def test_mushra_tells_sessions_the_reference_and_the_anchors(tmp_path):
    """A rating stands under its session, trial and stimulus, from 0 to 100; the names give the roles."""
    answers = read(tmp_path, MUSHRA)
    assert [
        ("u1", "trial1", "reference", 100.0, "reference"), ("u1", "trial1", "C1", 40.0, "anonymizer"),
        ("u1", "trial1", "anchor35", 10.0, "anchor"), ("u2", "trial1", "C1", 60.0, "anonymizer"),
    ] == [(r.listener, r.sentence, r.system, r.value, r.role) for r in answers.ratings]  # fmt: skip
    assert ({"mushra": (0.0, 100.0)}, []) == (answers.scales, answers.notes)


def test_a_paired_comparison_says_whether_the_reference_was_chosen(tmp_path):
    """`correct` is a win of the reference; undecided counts for neither side, unknown is missing."""
    answers = read(tmp_path, PAIRED, "paired_comparison")
    assert [("reference", "C1"), ("C1", "reference")] == [(c.winner, c.loser) for c in answers.choices]
    assert {("", "paired_comparison"): Tally(valid=2, missing=1, invalid=1)} == answers.tallies
    assert any("1 answer is undecided" in note for note in answers.notes)


def test_bs1116_gives_the_difference_to_the_reference(tmp_path):
    """Below zero where the reference was rated better; a score off the scale is invalid."""
    answers = read(tmp_path, BS1116, "bs1116")
    assert [("C1", -1.5), ("C1", 1.0)] == [(r.system, r.value) for r in answers.ratings]
    assert [Tally(valid=2, invalid=1)] == list(answers.tallies.values())


def test_likert_ratings_stand_between_blanks(tmp_path):
    """` 4 ` is 4, ` NA ` is missing, a word is invalid."""
    answers = read(tmp_path, LMS, "lms")
    assert [("C1", 4.0), ("reference", 2.0)] == [(r.system, r.value) for r in answers.ratings]
    assert [Tally(valid=2, missing=1, invalid=1)] == list(answers.tallies.values())


def test_several_ratings_of_one_stimulus_are_several_questions(tmp_path):
    """`stimuli_rating1` and `stimuli_rating2` are never averaged with each other."""
    answers = read(tmp_path, LSS, "lss")
    assert {("likert 1", 4.0), ("likert 1", 5.0), ("likert 2", 1.0)} == {(r.question, r.value) for r in answers.ratings}
    assert {"likert 1": 2, "likert 2": 1} == Counter(r.question for r in answers.ratings)


@pytest.mark.parametrize("content", [PAIRED, BS1116, LMS, LSS, MUSHRA.replace("session_uuid,", "").replace("u1,", "")
                                     .replace("u2,", "")])  # fmt: skip
def test_raters_that_cannot_be_told_apart_are_one_and_it_is_said(tmp_path, content):
    """Only mushra names a session, and its older form does not either."""
    answers = read(tmp_path, content)
    assert {""} == {listener for listener, _ in answers.tallies}
    assert any("cannot be told apart" in note for note in answers.notes)


@pytest.mark.parametrize(
    "row", ["test,a@b,30,female,u3,trial1,C1,40,5000,\n", "test,a@b,u3,trial1,C1,40,5000,\n"], ids=["more", "fewer"]
)
def test_a_questionnaire_that_changed_is_refused_with_the_row(tmp_path, row):
    """The header is written once; also where the last cell is blank, so that nothing seems to be lost."""
    with pytest.raises(InputError, match=r"row 6: .* cells where the header has 9"):
        read(tmp_path, MUSHRA + row)


def test_a_questionnaire_may_ask_anything(tmp_path):
    """Also under a name that the file's own columns have."""
    content = MUSHRA.replace("email,age", "trial_id,rating_score")
    assert [100.0, 40.0, 10.0, 60.0] == [r.value for r in read(tmp_path, content).ratings]


def test_one_session_that_rates_a_stimulus_twice_is_refused(tmp_path):
    """Which of the two is meant is not guessed."""
    with pytest.raises(InputError, match="rows 3 and 6: the session u1 rates C1 of trial1 twice"):
        read(tmp_path, MUSHRA + "test,a@b,30,u1,trial1,C1,50,5000,\n")


def test_a_stimulus_compared_with_itself_is_refused(tmp_path):
    """It cannot win."""
    with pytest.raises(InputError, match="itself"):
        read(tmp_path, PAIRED + "test,30,t9,C1,C1,correct,1,\n", "paired_comparison")


@pytest.mark.parametrize(
    "content",
    ["", "session_test_id\n", "a,b\n1,2\n", MUSHRA.replace("rating_score", "score"), b"session_test_id\xff\n",
     LSS.replace("trial_id", "trial"), 'session_test_id,"open\n'],
)  # fmt: skip
def test_what_is_no_file_of_webmushra_is_refused(tmp_path, content):
    """Empty, other columns, another encoding, a broken quote."""
    with pytest.raises(InputError):
        read(tmp_path, content)
