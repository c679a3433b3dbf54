"""The result tables of the VoicePrivacy evaluation and of VoicePAT (`results….csv`, no scores), as a study of attacks.

An EER table names enrollment and trial, and the folder that it lies in names the evaluator: `asv_anon…` or `asv_post…`
was trained on anonymized speech, `asv_orig…`, `asv_ori…`, `asv_pre…` and `asv_ssl…` on original speech. A table of
recalls has a second header row.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from analysis.importers.attackers import ORIGINAL, trained_on
from analysis.importers.attacks_draft import draft_attacks
from analysis.importers.draft import Draft
from analysis.importers.evaluation_rows import EvaluationRows
from analysis.importers.figures import Figures
from analysis.importers.notices import warn_of_notices
from analysis.importers.originals import ORIGINAL_ID
from analysis.importers.summaries import summary_days
from analysis.importers.summary_text import COLUMNS, SECOND_HEADER
from analysis.importers.titles import TITLES
from analysis.importers.tree import NoText, Tree
from analysis.importers.wishes import Wishes
from analysis.study.findings import Findings

TITLE = TITLES["result-csvs"]
NAME = re.compile(r"(?P<copy>asr_|asv_|ser_)?results(?P<folds>_folds)?(?P<suffix>.*)\.csv")
MAX_TABLE = 1 << 22


@dataclass(frozen=True)
class _Table:
    """One table: where it is, its kind, the system's name found, and its rows as (number, cells).

    `copy` says that it is a copy of the table of a pretrained evaluator, which is told by its name and not its folder.
    """

    tree: Tree
    name: str
    kind: str
    found: str
    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    copy: bool = False

    @property
    def place(self) -> str:
        return self.tree.place(self.name)

    @property
    def evaluator(self) -> str:
        """Return what the evaluator was trained on; empty where no folder says so."""
        if self.copy:
            return ORIGINAL
        parts = PurePosixPath(self.tree.shown, self.name).parts
        return next((evaluator for part in reversed(parts) if (evaluator := trained_on(part))), "")


def recognises_tables(tree: Tree) -> str:
    """Return the first table of EERs in a source of which a folder says what the evaluator was trained on."""
    return next((table.name for table in _tables(tree) if table.kind == "asv" and table.evaluator), "")


def resembles_tables(tree: Tree) -> str:
    """Return the first table of EERs in a source."""
    return next((table.name for table in _tables(tree) if table.kind == "asv"), "")


def read_tables(trees: Sequence[Tree], wishes: Wishes) -> Draft:
    """Draft a study of attacks from the result tables in some sources."""
    draft = Draft()
    findings = draft.findings
    figures = Figures(findings)
    rows = EvaluationRows(figures)
    tables = [table for tree in trees for table in _tables(tree)]
    wishes.check({table.found for table in tables} | {ORIGINAL_ID})
    emotional = {(table.found, row["dataset"]) for table in tables if table.kind == "ser"
                 for _, row in _fields(table, findings)}  # fmt: skip
    days_of = summary_days(trees)
    days: list[tuple[str, datetime.date | None]] = []
    for table in tables:
        run = wishes.system(table.found)
        if not figures.add_run(run, table.found, table.place):
            continue
        if table.kind == "asv":
            if not _add_attacks(table, run, rows, findings):
                continue
            days += [(table.place, day) for day in days_of.get(table.found) or [None]]
        else:
            for number, row in _fields(table, findings):
                if table.kind == "asr" and (table.found, row["dataset"]) in emotional:
                    why = "word error rates of the emotion data, which the evaluation's own summary leaves out, too"
                    rows.unused[table.place, why] += 1
                else:
                    rows.utility(run, table.kind, row, table.place, number)
        draft.said.append(f"{table.place}: {run}, {len(table.rows)} rows ({table.kind})")
    for tree in trees:
        if not any(table.tree is tree for table in tables):
            findings.error("missing", tree.shown, "no result table stands in it", allowed=TITLE)
    rows.note_unused()
    figures.note_repeats()
    warn_of_notices(figures, days)
    findings.stop_on_errors("import")
    draft_attacks(figures, wishes, draft)
    return draft


def _add_attacks(table: _Table, run: str, rows: EvaluationRows, findings: Findings) -> bool:
    evaluator = table.evaluator
    if not evaluator:
        findings.error(
            "evaluator", table.place, "nothing says what the evaluator behind these EERs was trained on",
            allowed="a folder asv_orig… (trained on original speech) or asv_anon… (on anonymized speech) around it",
            advice="name the folder above, exp/, or put the table into a folder with the right name",
        )  # fmt: skip
        return False
    for number, row in _fields(table, findings):
        rows.attack(run, evaluator, row, table.place, number)
    return True


def _tables(tree: Tree) -> Iterator[_Table]:
    for name in tree.names:
        match = NAME.fullmatch(PurePosixPath(name).name)
        if match is None or match["folds"]:
            continue
        try:
            text = tree.read_text(name) if len(tree.read_bytes(name)) <= MAX_TABLE else ""
        except NoText:  # whatever it is, it is no table of results
            continue
        records = _records(text)
        if not records:
            continue
        header = tuple(cell.strip() for cell in records[0][1])
        kind = next((kind for kind, wanted in COLUMNS.items() if set(wanted) <= set(header)), "")
        if kind:
            found = match["suffix"].lstrip("_-. ") or PurePosixPath(tree.shown).stem
            yield _Table(tree, name, kind, found, header, tuple(records[1:]), copy=match["copy"] == "asv_")


def _records(text: str) -> list[tuple[int, tuple[str, ...]]]:
    """Return (row, cells) of the lines that are not blank, cut at the sign that cuts the first line most often."""
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        read = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        return [(row, tuple(cells)) for row, cells in enumerate(read, 1) if any(cell.strip() for cell in cells)]
    except csv.Error:
        return []


def _fields(table: _Table, findings: Findings) -> Iterator[tuple[int, dict[str, str]]]:
    """Give the rows by the header's names; one of another width is an error."""
    for number, cells in table.rows:
        if {cell.strip() for cell in cells} - {""} <= SECOND_HEADER:
            continue
        if len(cells) != len(table.header):
            findings.error(
                "ragged", table.place, f"{len(cells)} cells where the header has {len(table.header)}",
                allowed="the same number of cells in every row", advice="hand in the table as the tool wrote it",
                row=number,
            )  # fmt: skip
            continue
        yield number, dict(zip(table.header, cells, strict=True))
