"""Lines of score files and keys, told apart by what stands in them and not by their names.

enrolled trial target|nontarget          a key, and Kaldi's `trials`
enrolled trial 0.83                      scores, such as zebra's
enrolled trial 0.83 target|nontarget     scores with their label, such as wespeaker's
claimed real trial 0.83                  scores with both speakers, such as bob's
1 enrolled trial                         a list of pairs of utterances, such as VoxCeleb's
0.83 enrolled trial                      scores of such pairs; so is 0.83 alone, in the order of a list
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from analysis.importers.tree import NoText, Tree
from analysis.study.findings import Findings, in_rows, quoted

LONGEST = 40
"""Signs that a number may have."""

LABELS = {"target": "target", "nontarget": "nontarget", "tgt": "target", "imp": "nontarget", "impostor": "nontarget"}
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?")
KEY, SCORES, LABELLED, CLAIMED, PAIRS, PLAIN = "key", "scores", "labelled", "claimed", "pairs", "plain"
SCORE_FIRST, ORDERED = "score first", "ordered"
FORMS = {KEY: "enrolled trial target|nontarget", SCORES: "enrolled trial score",
         LABELLED: "enrolled trial score target|nontarget", CLAIMED: "claimed real trial score"}  # fmt: skip
"""Kinds that `read_lines` reads → what stands in a line."""

BINARY = (".npz", ".npy", ".parquet", ".wav", ".flac", ".pt")
REFUSED = {
    PAIRS: (
        "trials of one utterance against another, which name no speakers",
        "say --format pair-scores, which reads them with the scores of such pairs",
    ),
    PLAIN: (
        "scores without ids: nothing says which trial each is of, so that no speaker can be resampled",
        "write them with ids, in four columns (claimed speaker, real speaker, utterance, score)",
    ),
}


@dataclass(frozen=True)
class Line:
    """One line: its number, the enrolled id, the trial utterance, and what else it holds; empty where it does not."""

    row: int
    enrolled: str
    trial: str
    score: str = ""
    label: str = ""
    speaker: str = ""


def kind_of(text: str) -> str:
    """Return the kind of a file by its first line that is not blank; empty where it is none of them."""
    fields = next((line.split() for line in io.StringIO(text) if line.strip()), [])
    numbers = [_is_number(field) for field in fields[:4]]
    if len(fields) == 3:
        if fields[2].lower() in LABELS:
            return KEY
        if fields[0] in ("0", "1") and not numbers[2] and ("/" in fields[1] or "." in fields[1]):
            return PAIRS
        return SCORES if numbers[2] else SCORE_FIRST if numbers[0] else ""
    if len(fields) == 4:
        if numbers[2] and fields[3].lower() in LABELS:
            return LABELLED
        return CLAIMED if numbers[3] else ""
    if len(fields) == 1:
        return ORDERED if numbers[0] else ""
    return PLAIN if len(fields) == 2 and fields[0] in ("1", "-1") and numbers[1] else ""


def file_kind(tree: Tree, name: str) -> str:
    """Return the kind of a file of a source; empty where it is none of them, or no text."""
    if PurePosixPath(name).suffix.lower() in BINARY:
        return ""
    try:
        return kind_of(tree.read_text(name))
    except NoText:  # whatever it is, it is no score file
        return ""


def read_lines(tree: Tree, name: str, kind: str, findings: Findings) -> list[Line]:
    """Read a file of a kind; lines of another shape are one error that names them."""
    place = tree.place(name)
    lines: list[Line] = []
    faults: list[tuple[int, str]] = []
    for row, text in enumerate(tree.read_text(name).split("\n"), 1):
        fields = text.split()
        if not fields:
            continue
        line = _line(row, fields, kind)
        if line is None:
            faults.append((row, text.strip()))
        else:
            lines.append(line)
    if faults:
        findings.error(
            "line", place,
            f"{in_rows([row for row, _ in faults])}{quoted(faults[0][1])} is not of the form of the file",
            allowed=f"{FORMS[kind]}, divided by blanks; a score is a finite number",
            advice="correct the line, or take it out", row=faults[0][0],
        )  # fmt: skip
    return lines


def _line(row: int, fields: Sequence[str], kind: str) -> Line | None:
    if len(fields) != (4 if kind in (LABELLED, CLAIMED) else 3):
        return None
    if kind == CLAIMED:
        claimed, real, trial, score = fields
        label = "target" if claimed == real else "nontarget"
        return Line(row, claimed, trial, score, label, real) if _is_number(score) else None
    enrolled, trial = fields[:2]
    score = "" if kind == KEY else fields[2]
    label = "" if kind == SCORES else LABELS.get(fields[-1].lower(), "?")
    if label == "?" or (score and not _is_number(score)):
        return None
    return Line(row, enrolled, trial, score, label)


def _is_number(text: str) -> bool:
    return len(text) <= LONGEST and NUMBER.fullmatch(text) is not None
