"""What an emotion recognizer heard: the true emotion of each utterance and one column of predictions a system.

Layout: `meta/emotions.csv` with utt_id, emotion, predicted_<system>… and, where the utterances were split for
cross-validation, fold. Everything is text. An utterance can stand in several folds, once in each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import polars

from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.ids import check_ids, id_fault
from analysis.study.tables import Table, read_table
from analysis.study.utterances import FILE as UTTERANCES_FILE
from analysis.study.utterances import Utterances

FILE = "meta/emotions.csv"
COLUMNS = ("utt_id", "emotion")
PREFIX = "predicted_"


@dataclass(frozen=True, eq=False)
class Emotions:
    """True emotions and predictions.

    Attributes:
        frame: `utt_id`, `speaker` (index, -1 where the list of utterances does not have it), `fold` (empty where there
            are none), `emotion`, and `predicted_<system>` for each system; in the order of the file.
        systems: the systems that have a column, in the order of the file.
    """

    frame: polars.DataFrame = field(repr=False)
    systems: tuple[str, ...]

    @cached_property
    def folds(self) -> tuple[str, ...]:
        """Return the folds, sorted; none where the file has none."""
        return tuple(sorted(set(self.frame["fold"].to_list()) - {""}))

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """Return the emotions that are true of some utterance, sorted."""
        return tuple(sorted(set(self.frame["emotion"].to_list())))

    @cached_property
    def unknown_speakers(self) -> int:
        """Return how many rows are of nobody that the list of utterances knows."""
        return int((self.frame["speaker"] < 0).sum())

    def predictions(self, system: str) -> list[str]:
        """Return a system's predictions, one a row."""
        return self.frame[PREFIX + system].to_list()


def read_emotions(folder: Path, utterances: Utterances, findings: Findings) -> Emotions | None:
    """Read `meta/emotions.csv`; None where errors leave nothing to work with. The file must exist.

    A row that an error speaks of is left out.
    """
    table = read_table(folder, FILE, COLUMNS, findings)
    if table is None:
        return None
    if not table.rows:
        findings.note("empty", FILE, "no utterance is listed", allowed="one row an utterance",
                      advice="fill the table, or take it away")  # fmt: skip
        return None
    check_ids(table, "utt_id", findings)
    systems = tuple(
        name.removeprefix(PREFIX) for name in table.frame.columns if name.startswith(PREFIX) and name != PREFIX
    )
    if not systems:
        findings.warning(
            "no-predictions", FILE, f"there is no column {PREFIX}<system>",
            allowed=f"{PREFIX}original, {PREFIX}<system>, …", advice="add a column for each system",
        )  # fmt: skip
    needed = ["emotion", *(PREFIX + name for name in systems)]
    if any(text.strip() for text in table.column("fold")):
        needed.append("fold")
    clear = [not id_fault(name) and name not in utterances.doubtful for name in table.column("utt_id")]
    table = _without_blanks(table.keep(clear), needed, findings)
    table = _each_once(table, findings)
    if not table.rows:
        return None
    speakers = utterances.frame["speaker_index"]
    rows = [utterances.row.get(name) for name in table.column("utt_id")]
    frame = polars.DataFrame(
        {
            "utt_id": polars.Series(table.column("utt_id"), dtype=polars.String),
            "speaker": polars.Series([-1 if row is None else speakers[row] for row in rows], dtype=polars.Int64),
            **{
                name: polars.Series([text.strip() for text in table.column(name)], dtype=polars.String)
                for name in dict.fromkeys(("fold", *needed))
            },
        }
    )
    found = Emotions(frame, systems)
    _note_speakers(table, found, findings)
    _note_classes(table, found, findings)
    return found


def _without_blanks(table: Table, columns: Sequence[str], findings: Findings) -> Table:
    """Return the rows in which each of these cells holds something; an error for each column in which one does not."""
    sound = [True] * len(table.rows)
    for column in columns:
        blank = [place for place, text in enumerate(table.column(column)) if not text.strip()]
        for place in blank:
            sound[place] = False
        if blank:
            rows = [table.rows[place] for place in blank]
            findings.error(
                "value", FILE, f"{in_rows(rows)}the cell is blank", allowed="a word in each row",
                advice="write what was predicted; an utterance that was not recognized by all systems is taken out"
                if column.startswith(PREFIX) else f"fill the column {column}, or take the row out",
                row=rows[0], column=column,
            )  # fmt: skip
    return table.keep(sound)


def _each_once(table: Table, findings: Findings) -> Table:
    """Return the rows in which each utterance of a fold stands first; later ones are repeats, or an error."""
    first: dict[tuple[str, str], int] = {}
    repeated: list[int] = []
    conflicts: list[int] = []
    cells = table.frame.rows()
    for place, names in enumerate(zip(table.column("utt_id"), table.column("fold"), strict=True)):
        earlier = first.setdefault(names, place)
        if earlier != place:
            (repeated if cells[earlier] == cells[place] else conflicts).append(place)
    if conflicts:
        rows = [table.rows[place] for place in conflicts]
        findings.error(
            "conflict", FILE, f"{in_rows(rows)}{quoted(table.column('utt_id')[conflicts[0]])} stands in an earlier row "
            "of the same fold with other words", allowed="each utterance once in a fold",
            advice="keep the row that is right; utterances of several folds name their fold", row=rows[0],
            column="utt_id",
        )  # fmt: skip
    if repeated:
        rows = [table.rows[place] for place in repeated]
        findings.warning(
            "duplicate", FILE, f"{in_rows(rows)}the row repeats an earlier one and is left out", row=rows[0]
        )
    doubtful = {table.column("utt_id")[place] for place in conflicts}
    return table.keep(
        [name not in doubtful and place not in set(repeated) for place, name in enumerate(table.column("utt_id"))]
    )


def _note_speakers(table: Table, found: Emotions, findings: Findings) -> None:
    if found.unknown_speakers:
        rows = [row for row, speaker in zip(table.rows, found.frame["speaker"], strict=True) if speaker < 0]
        ids = [name for name, speaker in zip(found.frame["utt_id"], found.frame["speaker"], strict=True) if speaker < 0]
        findings.note(
            "unknown-speaker",
            FILE,
            f"{named(dict.fromkeys(ids))} not among the utterances of {UTTERANCES_FILE} ({rows_named(rows)}); without "
            "their speakers the recall has no interval",
            advice=f"list them in {UTTERANCES_FILE} to get one",
            row=rows[0],
            column="utt_id",
            remark="The speakers of some utterances with an emotion are not known, so that the recall of emotions has "
            "no interval.",
        )


def _note_classes(table: Table, found: Emotions, findings: Findings) -> None:
    """Tell of predictions that are never right because no utterance has that emotion."""
    by_case = {name.casefold(): name for name in found.classes}
    for system in found.systems:
        texts = found.predictions(system)
        never = sorted(set(texts) - set(found.classes))
        if not never:
            continue
        place = next(place for place, text in enumerate(texts) if text in never)
        alike = [name for name in never if name.casefold() in by_case]
        said = f"{named(never)} {'is' if len(never) == 1 else 'are'} predicted and never true; it counts as an error"
        if alike:
            findings.warning(
                "class", FILE, said, allowed=", ".join(found.classes),
                advice=f"write {quoted(alike[0])} as {quoted(by_case[alike[0].casefold()])} where the same is meant",
                row=table.rows[place], column=PREFIX + system,
                remark="Some predicted emotions are spelled otherwise than the true ones and count as errors.",
            )  # fmt: skip
        else:
            findings.note("class", FILE, said, row=table.rows[place], column=PREFIX + system)
