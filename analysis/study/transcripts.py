"""The transcripts of a benchmark: references and the hypotheses of a recogniser, one column a system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import polars

from analysis.study.corpora import corpus_slug
from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.ids import check_ids, id_fault, meant
from analysis.study.tables import Table, read_table
from analysis.study.text_signs import note_texts
from analysis.study.utterances import FILE as UTTERANCES_FILE
from analysis.study.utterances import Utterances

FILE = "meta/transcripts.csv"
COLUMNS = ("utt_id", "reference")
ALL_COLUMNS = ("utt_id", "corpus", "reference")
PREFIX = "hyp_"
UNEVEN, UNRESOLVED = "with more or fewer cells than the header", "of unknown ids"
CONTRADICTED, UNCLEAR = "that stand beside other texts of the same utterance", "of utterances that are in doubt"
"""Which transcripts are left out, in words that follow theirs."""


@dataclass(frozen=True, eq=False)
class Transcripts:
    """References and hypotheses.

    Attributes:
        frame: `utt_id`, `utterance` (row in the utterances' frame), `speaker` (index), `corpus` (index, -1 unknown),
            `reference`, and `hyp_<system>` for each system; in the order of the file.
        systems: the systems that have a column, in the order of the file.
        listed: how many utterances the file lists, with those that are left out.
        left_out: why utterances are left out that an error speaks of, in words → how many.
    """

    frame: polars.DataFrame = field(repr=False)
    systems: tuple[str, ...]
    listed: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)

    def hypotheses(self, system: str) -> list[str]:
        """Return a system's hypotheses, one a row; an empty text is a hypothesis without a word."""
        return self.frame[PREFIX + system].to_list()


def read_transcripts(folder: Path, utterances: Utterances, findings: Findings) -> Transcripts | None:
    """Read `meta/transcripts.csv`; None where errors leave nothing to work with. The file must exist.

    An utterance that an error speaks of is left out and counted.
    """
    table = read_table(folder, FILE, COLUMNS, findings)
    if table is None:
        return None
    if not table.rows:
        findings.note(
            "empty",
            FILE,
            "no transcript is listed",
            allowed="one row an utterance",
            advice="fill the table, or take it away",
        )
        return None
    check_ids(table, "utt_id", findings)
    table, left_out = _each_known_once(table, utterances, findings)
    systems = tuple(name.removeprefix(PREFIX) for name in table.frame.columns if name.startswith(PREFIX))
    for name in table.frame.columns:
        if name not in ALL_COLUMNS and not name.startswith(PREFIX):
            findings.note(
                "unused-column",
                FILE,
                f"the column {quoted(name)} is not used",
                allowed=f"{', '.join(ALL_COLUMNS)}, {PREFIX}<system>",
                advice=f"where it holds what a recognizer heard after {quoted(name)}, name it {PREFIX}{name}",
                column=name,
            )
    if not systems:
        findings.warning(
            "no-hypotheses", FILE, "there is no column hyp_<system>", allowed="hyp_original, hyp_<system>, …"
        )
    rows = [utterances.row[name] for name in table.column("utt_id")]
    frame = polars.DataFrame(
        {
            "utt_id": polars.Series(table.column("utt_id"), dtype=polars.String),
            "utterance": polars.Series(rows, dtype=polars.Int64),
            "speaker": polars.Series([utterances.frame["speaker_index"][row] for row in rows], dtype=polars.Int64),
            "corpus": polars.Series(_corpora(table, utterances, rows, findings), dtype=polars.Int64),
            "reference": polars.Series(table.column("reference"), dtype=polars.String),
            **{PREFIX + name: polars.Series(table.column(PREFIX + name), dtype=polars.String) for name in systems},
        }
    )
    _note_coverage(table, utterances, findings)
    for column in ("reference", *(PREFIX + name for name in systems)):
        note_texts(FILE, column, table.rows, table.column(column), findings)
    left_out = {why: count for why, count in {UNEVEN: len(table.uneven), **left_out}.items() if count}
    return Transcripts(frame, systems, frame.height + sum(left_out.values()), left_out)


def _each_known_once(table: Table, utterances: Utterances, findings: Findings) -> tuple[Table, dict[str, int]]:
    """Return the rows of known utterances, each once, and why rows with an error are left out."""
    ids = table.column("utt_id")
    unknown = [place for place, name in enumerate(ids) if name not in utterances.row]
    if unknown:
        findings.error(
            "unresolved",
            FILE,
            f"{named(ids[place] for place in unknown)} "
            f"{'is' if len(unknown) == 1 else 'are'} not among the utterances of {UTTERANCES_FILE} "
            f"({rows_named([table.rows[place] for place in unknown])})",
            allowed="ids exactly as in the list of utterances; all ids are text",
            advice="; ".join(
                filter(
                    None,
                    (meant([ids[place] for place in unknown], utterances.row), "correct the id, or take the row out"),
                )
            ),
            row=table.rows[unknown[0]],
            column="utt_id",
        )
    first: dict[str, int] = {}
    repeated: list[int] = []
    conflicts: list[int] = []
    cells = table.frame.rows()
    for place, name in enumerate(ids):
        earlier = first.setdefault(name, place)
        if earlier != place:
            (repeated if cells[earlier] == cells[place] else conflicts).append(place)
    if conflicts:
        findings.error(
            "conflict",
            FILE,
            f"{named(ids[place] for place in conflicts)} stand more than once with different texts "
            f"({rows_named([table.rows[place] for place in conflicts])})",
            allowed="each utterance once",
            row=table.rows[conflicts[0]],
            column="utt_id",
        )
    if repeated:
        rows = [table.rows[place] for place in repeated]
        findings.warning(
            "duplicate", FILE, f"{in_rows(rows)}the row repeats an earlier one and is left out", row=rows[0]
        )
    doubtful = {ids[place] for place in conflicts}
    conflicting = {place for place, name in enumerate(ids) if name in doubtful} - {*unknown, *repeated}
    # What such an utterance is, and so whose it is, is not known.
    unclear = {place for place, name in enumerate(ids) if name in utterances.doubtful or id_fault(name)}
    unclear -= {*unknown, *repeated, *conflicting}
    counts = {UNRESOLVED: len(unknown), CONTRADICTED: len(conflicting), UNCLEAR: len(unclear)}
    left_out = {*unknown, *repeated, *conflicting, *unclear}
    return table.keep([place not in left_out for place in range(len(ids))]), counts


def _corpora(table: Table, utterances: Utterances, rows: list[int], findings: Findings) -> list[int]:
    """Return each row's corpus index: that of the utterance, else the one that the transcripts name."""
    names = utterances.frame["corpus"].to_list()
    by_slug = {corpus_slug(corpus.name): index for index, corpus in enumerate(utterances.corpora)}
    found, other = [], []
    for place, (row, written) in enumerate(zip(rows, table.column("corpus"), strict=True)):
        here = written.strip()
        of_utterance = names[row]
        if here and of_utterance and corpus_slug(here) != corpus_slug(of_utterance):
            other.append(place)
        index = utterances.corpus_index.get(of_utterance)
        if index is None:
            index = utterances.corpus_index.get(here, by_slug.get(corpus_slug(here), -1) if here else -1)
        found.append(index)
    if other:
        first = other[0]
        findings.warning(
            "corpus",
            FILE,
            f"{in_rows([table.rows[place] for place in other])}the corpus is "
            f"{quoted(table.column('corpus')[first])}, but {UTTERANCES_FILE} says {quoted(names[rows[first]])}",
            advice="correct one of the two; the list of utterances is followed",
            row=table.rows[first],
            column="corpus",
        )
    return found


def _note_coverage(table: Table, utterances: Utterances, findings: Findings) -> None:
    trials = utterances.frame.filter(polars.col("role") == "trial")["utt_id"].to_list()
    here = set(table.column("utt_id"))
    absent = [name for name in trials if name not in here]
    if absent:
        findings.note(
            "coverage",
            FILE,
            f"{len(trials) - len(absent)} of {len(trials)} trial utterances have a transcript; "
            f"{named(absent)} have none",
            remark="Some trial utterances have no transcript; the error rates rest on the others.",
        )
