"""The test utterances of a benchmark: who speaks, in which role, of which gender and corpus."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import polars

from analysis.results import Corpus
from analysis.study.cells import MISSING_WORDS
from analysis.study.corpora import corpora_of, share_a_slug
from analysis.study.findings import Findings, in_rows, named, rows_named
from analysis.study.ids import check_ids, id_fault
from analysis.study.tables import Table, parse_column, read_table, word_parser

FILE = "meta/test_utts.csv"
COLUMNS = ("utt_id", "speaker", "role")
ROLES = {"enroll": "enroll", "enrol": "enroll", "enrollment": "enroll", "enrolment": "enroll", "trial": "trial"}
GENDERS = {"f": "female", "female": "female", "m": "male", "male": "male", **dict.fromkeys(MISSING_WORDS, "")}
FEW_SPEAKERS = 10
"""Fewer speakers than this make a speaker bootstrap doubtful; a warning says so."""


@dataclass(frozen=True, eq=False)
class Utterances:
    """The utterances of `test_utts.csv`.

    Attributes:
        frame: utt_id, speaker, role (`enroll` | `trial`), gender (`female` | `male` | empty), corpus (empty: unknown),
            and `speaker_index` into `speakers`; in the order of the file.
        speakers: all speakers, sorted by code point, which is the order that the draws use.
        genders: the gender of each speaker (`female` | `male` | empty).
        corpora: the corpora, sorted by name.
        doubtful: utterances whose rows contradict each other or cannot be read; what they are is not known.
        unusable: utterances that a partial build leaves out of every speaker's model.
    """

    frame: polars.DataFrame = field(repr=False)
    speakers: tuple[str, ...] = field(repr=False)
    genders: tuple[str, ...] = field(repr=False)
    corpora: tuple[Corpus, ...]
    doubtful: frozenset[str] = field(default=frozenset(), repr=False)
    unusable: frozenset[str] = field(default=frozenset(), repr=False)

    @cached_property
    def row(self) -> dict[str, int]:
        """Return utterance id → row of `frame`."""
        return {name: row for row, name in enumerate(self.frame["utt_id"].to_list())}

    @cached_property
    def speaker_index(self) -> dict[str, int]:
        """Return speaker → index in `speakers`."""
        return {name: index for index, name in enumerate(self.speakers)}

    @cached_property
    def corpus_index(self) -> dict[str, int]:
        """Return corpus name → index in `corpora`."""
        return {corpus.name: index for index, corpus in enumerate(self.corpora)}

    @cached_property
    def enrollment(self) -> tuple[tuple[str, ...], ...]:
        """Return for each speaker the ids of the usable enrollment utterances, in the order of the file."""
        lists: list[list[str]] = [[] for _ in self.speakers]
        enroll = self.frame.filter(polars.col("role") == "enroll")
        for utterance, index in zip(enroll["utt_id"].to_list(), enroll["speaker_index"].to_list(), strict=True):
            if utterance not in self.unusable:
                lists[index].append(utterance)
        return tuple(tuple(ids) for ids in lists)


def read_utterances(folder: Path, findings: Findings) -> Utterances | None:
    """Read `meta/test_utts.csv`; None where errors leave nothing to work with."""
    table = read_table(folder, FILE, COLUMNS, findings)
    if table is None or table.uneven:  # whatever names an utterance of such a row would be told as wrong, too
        return None
    if not table.rows:
        findings.error("empty", FILE, "no utterances are listed", allowed="one row an utterance")
        return None
    check_ids(table, "utt_id", findings)
    check_ids(table, "speaker", findings)
    roles = parse_column(table, "role", word_parser(ROLES), "trial", "enroll, trial", findings)
    genders = parse_column(
        table, "gender", word_parser(GENDERS), "", "f, m, female, male in any case, or blank where unknown", findings
    )
    corpora = [name.strip() for name in table.column("corpus")]
    frame = polars.DataFrame(
        {
            "utt_id": table.column("utt_id"),
            "speaker": table.column("speaker"),
            "role": roles,
            "gender": genders,
            "corpus": corpora,
        },
        schema_overrides=dict.fromkeys(("utt_id", "speaker", "role", "gender", "corpus"), polars.String),
    )
    frame, doubtful = _each_once(frame, table, findings)
    faulty = {name for name in set(table.column("speaker")) if id_fault(name)}
    unknown = {name for name in set(table.column("role")) if name.strip().lower() not in ROLES}
    doubtful |= {
        name
        for name, speaker, role in zip(*(table.column(column) for column in COLUMNS), strict=True)
        if speaker in faulty or role in unknown or id_fault(name)
    }
    speakers = tuple(sorted(frame["speaker"].unique().to_list()))
    index = {name: place for place, name in enumerate(speakers)}
    frame = frame.with_columns(
        polars.Series("speaker_index", [index[name] for name in frame["speaker"].to_list()], dtype=polars.Int64)
    )
    _note_absent_columns(table, findings)
    if len(speakers) < FEW_SPEAKERS:
        findings.warning(
            "few-speakers",
            FILE,
            f"{len(speakers)} speakers are few to resample",
            advice=f"read the intervals with care; with fewer than {FEW_SPEAKERS} speakers they are rough",
            remark="There are few speakers to resample, so that the intervals are rough.",
        )
    of_speakers = _genders(frame, speakers, findings)
    return Utterances(frame, speakers, of_speakers, _corpora(frame, findings), frozenset(doubtful))


def _each_once(frame: polars.DataFrame, table: Table, findings: Findings) -> tuple[polars.DataFrame, set[str]]:
    """Drop rows that repeat an earlier row; two different rows for one utterance are an error.

    Returns:
        The frame with one row an utterance, and the utterances that have different rows.
    """
    first: dict[str, int] = {}
    repeated: list[int] = []
    doubtful: set[str] = set()
    keep = [True] * frame.height
    rows = frame.rows()
    for place, row in enumerate(rows):
        earlier = first.setdefault(row[0], place)
        if earlier == place:
            continue
        keep[place] = False
        if rows[earlier] == row:
            repeated.append(table.rows[place])
        else:
            doubtful.add(row[0])
            findings.error(
                "conflict",
                FILE,
                f"{named([row[0]])} stands in row {table.rows[earlier]} with other values",
                allowed="each utterance once, in one role",
                advice="keep the row that is right",
                row=table.rows[place],
                column="utt_id",
            )
    if repeated:
        findings.warning(
            "duplicate", FILE, f"{in_rows(repeated)}the row repeats an earlier one and is left out", row=repeated[0]
        )
    return frame.filter(polars.Series(values=keep, dtype=polars.Boolean)), doubtful


def _genders(frame: polars.DataFrame, speakers: tuple[str, ...], findings: Findings) -> tuple[str, ...]:
    known: dict[str, set[str]] = {}
    for speaker, gender in zip(frame["speaker"].to_list(), frame["gender"].to_list(), strict=True):
        known.setdefault(speaker, set()).update({gender} - {""})
    for speaker in speakers:
        if len(known[speaker]) > 1:
            findings.error(
                "conflict",
                FILE,
                f"the speaker {named([speaker])} is female in one row and male in another",
                allowed="one gender a speaker",
                advice="correct the column gender",
                column="gender",
            )
    return tuple(next(iter(known[speaker])) if len(known[speaker]) == 1 else "" for speaker in speakers)


def _corpora(frame: polars.DataFrame, findings: Findings) -> tuple[Corpus, ...]:
    names = frame["corpus"].unique().to_list()
    shared = share_a_slug(names)
    corpora = corpora_of(names)
    if shared:
        findings.note(
            "corpus-slug",
            FILE,
            f"the corpora {named(shared)} would share a short name; they are called "
            + named(corpus.slug for corpus in corpora if corpus.name in shared),
            advice="a leaderboard column cer_… must use these names",
            column="corpus",
        )
    return corpora


def _note_absent_columns(table: Table, findings: Findings) -> None:
    for column, what in (("gender", "gender"), ("corpus", "corpus")):
        # Cells that could not be read are blank in the frame, but told as errors; here the file's own blanks count.
        # A corpus may be called as it likes; a gender has few words, and the usual ones for nothing are blanks.
        blanks = MISSING_WORDS if column == "gender" else {""}
        rows = [
            row for row, text in zip(table.rows, table.column(column), strict=True) if text.strip().lower() in blanks
        ]
        if len(rows) == len(table.rows):
            findings.note(
                f"no-{what}",
                FILE,
                f"no {what} is given",
                advice=f"add the column {column} to get the trial lists that need it",
                column=column,
                remark=f"The test utterances name no {what}, so that the trial lists that need it are missing.",
            )
        elif rows:
            findings.note(
                f"blank-{what}",
                FILE,
                f"{len(rows)} of {len(table.rows)} utterances have no {what} ({rows_named(rows)})",
                advice=f"trials with such an utterance stand outside the lists that need the {what}",
                column=column,
                row=rows[0],
                remark=f"Some test utterances have no {what}; their trials stand outside the lists that need it.",
            )
