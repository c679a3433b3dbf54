"""Reading the result files of webMUSHRA, which its server appends to: one file a kind of page.

The kind is known by the columns behind the questionnaire's. Traps that are told or refused here:

- The header is written once. When the questionnaire changes, later rows have more or fewer cells than the header, and
  every column behind it means something else. Such a file is refused with the first row that does not fit.
- Only `mushra` names a session. In the other kinds two raters cannot be told apart, so ratings are resampled over
  sentences alone, and the scores say so.
- Ratings of Likert pages stand between blanks, and an unanswered one is `NA`.
- The hidden reference has the stimulus name `reference`, the built-in anchors `anchor35` and `anchor70`.
- An answer of `paired_comparison` says whether the reference was chosen (`correct`) or the other (`incorrect`).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from pathlib import Path

from analysis.errors import InputError
from analysis.listening.answers import INVALID, MISSING, VALID, Answers, Choice, Rating
from analysis.listening.design import ANCHOR, ANONYMIZER, REFERENCE
from analysis.study.cells import MISSING_WORDS, number_cell
from analysis.study.findings import Findings, quoted
from analysis.study.texts import read_text

FIRST = "session_test_id"
MUSHRA = ("session_uuid", "trial_id", "rating_stimulus", "rating_score", "rating_time", "rating_comment")
OLD_MUSHRA = MUSHRA[1:]
PAIRED = ("trial_id", "choice_reference", "choice_non_reference", "choice_answer", "choice_time", "choice_comment")
BS1116 = (
    "trial_id", "rating_reference", "rating_non_reference", "rating_reference_score", "rating_non_reference_score",
    "rating_time", "choice_comment",
)  # fmt: skip
LIKERT = ("trial_id", "stimuli_rating", "stimuli", "rating_time")
NUMBERED = re.compile(r"stimuli_rating[0-9]+\Z")
ALLOWED = "a file of webMUSHRA of the kind mushra, paired_comparison, bs1116, lms or lss, with its header"
SCALES = {"mushra": (0.0, 100.0), "bs1116": (1.0, 5.0)}
Row = dict[str, str]


def read_webmushra(path: Path) -> Answers:
    """Read one result file.

    Raises:
        InputError: it is of no known kind, a row does not fit the header, or a session rates one thing twice.
    """
    findings = Findings()
    text = read_text(path.parent, path.name, findings)
    findings.stop_on_errors(str(path.parent))
    try:
        rows = list(csv.reader(io.StringIO(text or "", newline=""), strict=True))
    except csv.Error as error:
        raise InputError(f"{path}: the quotes are broken: {error}", allowed=ALLOWED) from error
    rows = [cells for cells in rows if cells]
    header = [name.strip() for name in rows[0]] if rows else []
    kind, columns = _kind(header)
    if not kind:
        raise InputError(f"{path} has the columns {', '.join(header)}", allowed=ALLOWED)
    for number, cells in enumerate(rows[1:], 2):
        if len(cells) != len(header):
            raise InputError(
                f"{path}, row {number}: {len(cells)} cells where the header has {len(header)}",
                allowed="one questionnaire a file: webMUSHRA writes the header once, and when the questionnaire "
                "changes, the later columns mean something else",
                advice="cut the file before this row, and give each part the header of its own questionnaire",
            )
    # The kind's columns are the last ones; a question of the questionnaire may have any name, also one of these.
    first = len(header) - len(columns)
    body = [dict(zip(columns, (cell.strip() for cell in cells[first:]), strict=True)) for cells in rows[1:]]
    answers = Answers()
    _READERS[kind](path, columns, body, answers)
    if len(tests := {cells[0].strip() for cells in rows[1:]}) > 1:
        answers.notes.append(f"{path.name} holds {len(tests)} tests; their answers are taken together.")
    return answers


def _kind(header: list[str]) -> tuple[str, tuple[str, ...]]:
    if not header or header[0] != FIRST:
        return "", ()
    for kind, columns in (
        ("mushra", MUSHRA),
        ("mushra", OLD_MUSHRA),
        ("paired_comparison", PAIRED),
        ("bs1116", BS1116),
    ):
        if tuple(header[-len(columns) :]) == columns:
            return kind, columns
    if tuple(header[-4:]) == LIKERT:
        return "likert", LIKERT
    if header[-2:] == list(LIKERT[2:]):
        numbered = 0
        while NUMBERED.match(header[-3 - numbered]):
            numbered += 1
        columns = tuple(header[-3 - numbered :])
        if numbered and columns[0] == "trial_id":
            return "likert", columns
    return "", ()


def _value(text: str, scale: tuple[float, float] | None) -> float | None:
    """Return a rating; None where it is none."""
    try:
        value = number_cell(text).value
    except ValueError:
        return None
    return value if value is not None and (scale is None or scale[0] <= value <= scale[1]) else None


def _role(stimulus: str) -> str:
    if stimulus == "reference":
        return REFERENCE
    return ANCHOR if re.fullmatch(r"anchor[0-9]*", stimulus) else ANONYMIZER


def _one_rating(
    answers: Answers, question: str, listener: str, row: Row, stimulus: str, text: str,
    scale: tuple[float, float] | None,
) -> None:  # fmt: skip
    value = _value(text, scale)
    if text.lower() in MISSING_WORDS:
        answers.count(listener, question, MISSING)
    elif value is None:
        answers.count(listener, question, INVALID)
    else:
        answers.count(listener, question, VALID)
        answers.ratings.append(Rating(question, listener, row["trial_id"], stimulus, value, _role(stimulus)))


def _mushra(path: Path, columns: tuple[str, ...], body: list[Row], answers: Answers) -> None:
    question = "mushra"
    answers.scales[question] = SCALES["mushra"]
    seen: dict[tuple[str, str, str], int] = {}
    for number, row in enumerate(body, 2):
        listener = row.get("session_uuid", "")
        place = (listener, row["trial_id"], row["rating_stimulus"])
        if listener and place in seen:
            raise InputError(
                f"{path}, rows {seen[place]} and {number}: the session {listener} rates {row['rating_stimulus']} of "
                f"{row['trial_id']} twice",
                allowed="each stimulus of a trial once a session",
                advice="keep the row that is meant",
            )
        seen[place] = number
        _one_rating(answers, question, listener, row, row["rating_stimulus"], row["rating_score"], SCALES["mushra"])
    if "session_uuid" not in columns or any(not row["session_uuid"] for row in body):
        answers.notes.append(_apart(path))


def _likert(path: Path, columns: tuple[str, ...], body: list[Row], answers: Answers) -> None:
    scored = [name for name in columns if name.startswith("stimuli_rating")]
    for name in scored:
        question = "likert" if len(scored) == 1 else f"likert {name.removeprefix('stimuli_rating')}"
        answers.scales[question] = None
        for row in body:
            _one_rating(answers, question, "", row, row["stimuli"], row[name], None)
    answers.notes.append(_apart(path))


def _bs1116(path: Path, _columns: tuple[str, ...], body: list[Row], answers: Answers) -> None:
    question, scale = "bs1116, difference to the reference", SCALES["bs1116"]
    answers.scales[question] = (scale[0] - scale[1], scale[1] - scale[0])
    for row in body:
        texts = (row["rating_reference_score"], row["rating_non_reference_score"])
        reference, other = (_value(text, scale) for text in texts)
        if any(text.lower() in MISSING_WORDS for text in texts):
            answers.count("", question, MISSING)
        elif reference is None or other is None:
            answers.count("", question, INVALID)
        else:
            answers.count("", question, VALID)
            answers.ratings.append(
                Rating(question, "", row["trial_id"], row["rating_non_reference"], other - reference)
            )
    answers.notes.append(_apart(path))


def _paired(path: Path, _columns: tuple[str, ...], body: list[Row], answers: Answers) -> None:
    question = "paired_comparison"
    undecided = 0
    for number, row in enumerate(body, 2):
        reference, other, answer = row["choice_reference"], row["choice_non_reference"], row["choice_answer"].lower()
        if reference == other:
            raise InputError(
                f"{path}, row {number}: {quoted(reference)} is compared with itself", allowed="two stimuli"
            )
        if answer in ("correct", "incorrect"):
            answers.count("", question, VALID)
            winner, loser = (reference, other) if answer == "correct" else (other, reference)
            answers.choices.append(Choice(question, "", row["trial_id"], winner, loser))
        elif answer in MISSING_WORDS or answer == "unknown":
            answers.count("", question, MISSING)
        else:
            undecided += answer == "undecided"
            answers.count("", question, INVALID)
    if undecided:
        answers.notes.append(
            f"{path.name}: {undecided} answer{' is' if undecided == 1 else 's are'} undecided; such an answer "
            "counts for neither side and as invalid."
        )
    answers.notes.append(_apart(path))


def _apart(path: Path) -> str:
    return (
        f"{path.name}: raters cannot be told apart, so ratings are resampled over sentences alone, and answers of one "
        "rater count as if they were of several."
    )


Reader = Callable[[Path, tuple[str, ...], list[Row], Answers], None]
_READERS: dict[str, Reader] = {
    "mushra": _mushra, "likert": _likert, "bs1116": _bs1116, "paired_comparison": _paired,
}  # fmt: skip


def is_webmushra(header: set[str]) -> bool:
    """Tell whether a file is one of webMUSHRA's by the names in its first row."""
    return FIRST in header
