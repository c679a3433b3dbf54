"""Predicted emotions, a file a system, as the one table of a benchmark."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import PurePosixPath

from analysis.importers.draft import Draft
from analysis.importers.tree import Tree
from analysis.importers.wishes import Wishes
from analysis.study.findings import named, quoted

FOLDER = "emotions"
FILE = "meta/emotions.csv"
COLUMNS = ("utt_id", "emotion", "prediction")


def add_predictions(draft: Draft, trees: Sequence[Tree], wishes: Wishes) -> None:
    """Add `meta/emotions.csv` from files `emotions/<system>.csv` with utt_id, emotion, prediction and perhaps fold.

    All systems are about the same utterances: an emotion or a fold that differs between files is an error, and so is
    an utterance that a file lacks.
    """
    truth: dict[str, tuple[str, str]] = {}
    predicted: dict[str, dict[str, str]] = {}
    for tree in trees:
        for name in tree.names:
            path = PurePosixPath(tree.shown, name)
            if path.parent.name == FOLDER and path.suffix.lower() == ".csv":
                found = _read(tree, name, truth, draft)
                predicted[wishes.system(path.stem)] = found
                draft.said.append(f"{tree.place(name)}: {wishes.system(path.stem)}, {len(found):,} predicted emotions")
    if not predicted:
        return
    for system, found in predicted.items():
        missing = [name for name in truth if name not in found]
        if missing:
            draft.findings.error(
                "coverage", f"{FOLDER}/{system}.csv", f"{len(found)} of {len(truth)} utterances have a prediction; "
                f"{named(missing)} have none", allowed="the same utterances in the files of all systems",
                advice="predict them too, or take them out of the other files",
            )  # fmt: skip
    folds = any(fold for _, fold in truth.values())
    draft.table(
        FILE, ["utt_id", *(["fold"] if folds else []), "emotion", *(f"predicted_{system}" for system in predicted)],
        [[name, *([fold] if folds else []), emotion, *(found.get(name) for found in predicted.values())]
         for name, (emotion, fold) in truth.items()],
    )  # fmt: skip


def _read(tree: Tree, name: str, truth: dict[str, tuple[str, str]], draft: Draft) -> dict[str, str]:
    place = tree.place(name)
    text = tree.read_text(name)
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    found: dict[str, str] = {}
    try:
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
        header = [column.strip() for column in reader.fieldnames or ()]
        if missing := [column for column in COLUMNS if column not in header]:
            draft.findings.error(
                "header",
                place,
                f"no column {named(missing)}",
                allowed=", ".join(COLUMNS) + ", and fold where it is known",
            )
            return {}
        reader.fieldnames = header
        for row, cells in enumerate(reader, 2):
            utterance, emotion, prediction = ((cells[column] or "").strip() for column in COLUMNS)
            said = (emotion, (cells.get("fold") or "").strip())
            if not (utterance and emotion and prediction):
                draft.findings.error("value", place, "a blank cell", allowed="all three filled", row=row)
            elif utterance in found or truth.setdefault(utterance, said) != said:
                draft.findings.error(
                    "conflict", place, f"{quoted(utterance)} stands twice, or has another emotion or fold elsewhere",
                    allowed="each utterance once, with one emotion and one fold", row=row,
                )  # fmt: skip
            else:
                found[utterance] = prediction
    except csv.Error as error:
        draft.findings.error("unreadable", place, f"no table of comma-separated values: {error}")
    return found
