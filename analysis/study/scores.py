"""Score files of an attacker: one score a pair of enrolled speaker and trial utterance, joined to the trials by both.

Layout: `scores/<attacker>/<system>.csv` or `.parquet` with the columns enroll_speaker, trial_utt (text) and score (a
number; higher = more alike); with enroll_utt, too, where the trials name the utterance that enrolls, and then joined by
it as well. Rows stand in any order; pairs that are no trial are left out. A CSV file is read by the
rules of all tables, a Parquet file as far as these columns reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy
import polars

from analysis.errors import InputError
from analysis.study.cells import MISSING_WORDS, NUMBER
from analysis.study.enrolling import COLUMN as ENROLLING
from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.parquet import read_parquet
from analysis.study.plain_tables import plain_table
from analysis.study.tables import read_table
from analysis.study.texts import no_file
from analysis.study.trials import FILE as TRIALS_FILE
from analysis.study.trials import Trials
from analysis.study.utterances import Utterances

PAIR = ("enroll_speaker", "trial_utt")
PAIR_OF_UTTERANCES = ("enroll_speaker", ENROLLING, "trial_utt")
"""The columns by which scores are joined to trials that name the utterance that enrolls."""

COLUMNS = (*PAIR, "score")
MAX_TEXT = 2**30
"""Largest CSV file of scores in bytes: some twenty million rows."""

SHOWN = 1_000
"""Rows with a fault that are looked at one by one; a message names fewer."""

# The same numbers as in every table, in the words of polars' regular expressions.
NUMBER_PATTERN = "^" + NUMBER.pattern.removesuffix(r"\Z") + "$"


def read_scores(
    folder: Path, file: str, utterances: Utterances, trials: Trials, findings: Findings, sound_only: bool = False
) -> numpy.ndarray | None:
    """Read the score of every trial: (trials,) float64, in the order of the trials; None where an error was added.

    Args:
        folder: the study's folder.
        file: path below it, ending in `.csv` or `.parquet`.
        utterances: give the ids behind the trials.
        trials: the trials that need a score.
        findings: gets an error for what cannot be used (a score that is no finite number, two scores for a trial, a
            trial without one), a warning for repeated rows, and a note about pairs that are no trial.
        sound_only: a trial without a sound score has NaN; None only where the file cannot be read at all.
    """
    if what := no_file(folder / file):
        findings.error(
            "unreadable", file, f"the file cannot be read: it is {what}", allowed="a file of scores",
            advice="put the file there, or take away what stands in its place",
        )  # fmt: skip
        return None
    pair = PAIR_OF_UTTERANCES if trials.by_utterance else PAIR
    read = _parquet if file.endswith(".parquet") else _csv
    found = read(folder, file, pair, findings, sound_only)
    if found is None:
        return None
    if not found.height:
        findings.error("empty", file, "no scores are listed", allowed=f"one row a trial of {TRIALS_FILE}")
        return None
    ids = utterances.frame["utt_id"]
    wanted = polars.DataFrame(
        {
            "enroll_speaker": polars.Series(utterances.speakers, dtype=polars.String).gather(trials.frame["enroll"]),
            **({ENROLLING: ids.gather(trials.frame["model"])} if trials.by_utterance else {}),
            "trial_utt": ids.gather(trials.frame["utterance"]),
        }
    )
    if _is_the_list(found, wanted, trials):
        return numpy.ascontiguousarray(found["score"].to_numpy())
    pairs = wanted.unique(maintain_order=True)
    listed = found.join(pairs, on=pair, how="semi", maintain_order="left")
    if listed.height < found.height:
        _note_extras(file, found.join(pairs, on=pair, how="anti", maintain_order="left"), pair, findings)
    once = listed.unique(subset=pair, keep="first", maintain_order=True)
    conflict = once.height < listed.height and _check_repeats(file, listed, once, pair, findings)
    if sound_only and conflict:
        twice = listed.unique(subset=[*pair, "score"]).filter(polars.struct(pair).is_duplicated())
        once = once.join(twice, on=pair, how="anti", maintain_order="left")
    missing = pairs.join(once, on=pair, how="anti", maintain_order="left")
    if missing.height:
        _add_coverage(file, pairs, missing, found, pair, findings)
    if (conflict or missing.height) and not sound_only:
        return None
    scores = wanted.join(once, on=pair, how="left", maintain_order="left")["score"].fill_null(numpy.nan)
    scores = scores.to_numpy()
    return numpy.ascontiguousarray(scores)


def _is_the_list(found: polars.DataFrame, wanted: polars.DataFrame, trials: Trials) -> bool:
    """Say whether the rows are the trials in their order, none twice: then nothing is joined, which takes a while."""
    return found.height == wanted.height and found.select(wanted.columns).equals(wanted) and trials.each_once


def _csv(folder: Path, file: str, pair: Sequence[str], findings: Findings, sound_only: bool) -> polars.DataFrame | None:
    try:
        size = (folder / file).stat().st_size
    except OSError:
        size = 0  # the reader of tables says what is wrong with it
    if size > MAX_TEXT:
        findings.error(
            "size", file, f"the file has {size:,} bytes", allowed=f"at most {MAX_TEXT:,} bytes",
            advice="write it as Parquet, or write only the trials of the list",
        )  # fmt: skip
        return None
    columns = (*pair, "score")
    texts = _plain_table(folder / file, columns)
    if texts is None:
        table = read_table(folder, file, columns, findings)
        if table is None:
            return None
        texts = table.frame.select(columns).with_columns(polars.Series("row", table.rows, dtype=polars.Int64))
    plain = polars.col("score").str.strip_chars().str.replace_all("\N{MINUS SIGN}", "-", literal=True)
    frame = texts.select(
        *pair,
        "row",
        text="score",
        score=polars.when(plain.str.contains(NUMBER_PATTERN)).then(plain).cast(polars.Float64, strict=False),
    )
    return _finite(file, frame, pair, findings, sound_only)


def _plain_table(path: Path, columns: Sequence[str] = COLUMNS) -> polars.DataFrame | None:
    """Return the columns of a CSV file as texts with their rows in the file; None where it is not plain."""
    try:
        found = plain_table(path.read_bytes(), columns)
    except OSError:
        return None
    rows = polars.int_range(2, polars.len() + 2, dtype=polars.Int64)
    return None if found is None else found.select(columns).with_columns(row=rows)


def _parquet(
    folder: Path, file: str, pair: Sequence[str], findings: Findings, sound_only: bool
) -> polars.DataFrame | None:
    try:
        frame = read_parquet(folder / file, file, dict.fromkeys(pair, "text") | {"score": "number"})
    except InputError as error:
        findings.refused("unreadable", file, error)
        return None
    frame = frame.with_columns(
        polars.col("score").cast(polars.Float64),
        row=polars.int_range(1, polars.len() + 1, dtype=polars.Int64),
    )
    blank = frame.filter(polars.any_horizontal(polars.col(pair).is_null()))
    if blank.height:
        rows = blank["row"].head(SHOWN).to_list()
        findings.error(
            "id", file, f"{in_rows(rows)}an id is missing", allowed="a text in each row", row=rows[0],
            advice="write the speaker and the utterance of every score",
        )  # fmt: skip
        return None
    return _finite(file, frame, pair, findings, sound_only)


def _finite(
    file: str, frame: polars.DataFrame, pair: Sequence[str], findings: Findings, sound_only: bool
) -> polars.DataFrame | None:
    """Return the frame, or add an error that names the rows whose score is no finite number.

    With `sound_only` the other rows are returned then, else none.
    """
    bad = frame.filter(polars.col("score").is_null() | ~polars.col("score").is_finite())
    if not bad.height:
        return frame
    first = bad.head(SHOWN)
    # Of a CSV file the cells as they are written, of a Parquet file the numbers.
    written = first["text"] if "text" in first.columns else first["score"].cast(polars.String).fill_null("")
    rows, texts = first["row"].to_list(), written.to_list()
    values = sorted(set(texts))
    where = rows_named(rows) if bad.height <= SHOWN else f"{bad.height:,} rows from row {rows[0]} on"
    words = {text.strip().lower().lstrip("+-") for text in texts}
    if any("," in word for word in words):
        advice = "the decimal sign is a point"
    elif words <= MISSING_WORDS | {"inf", "infinity"}:
        advice = "score these trials again, or take the rows and their trials out; silent audio often causes this"
    else:
        advice = "correct the column score"
    findings.error(
        "score", file, f"{named(values)} in {where}", allowed="a finite number in each row, such as 0.731",
        advice=advice, row=rows[0], column="score",
    )  # fmt: skip
    # Of a trial whose score is no number in one row and a number in another neither is known to be right.
    return frame.join(bad, on=pair, how="anti", maintain_order="left") if sound_only else None


def _note_extras(file: str, extra: polars.DataFrame, pair: Sequence[str], findings: Findings) -> None:
    enroll, utterance = extra.select(pair[-2:]).row(0)
    findings.note(
        "extra-score",
        file,
        f"{extra.height:,} {'pair' if extra.height == 1 else 'pairs'} not among the trials "
        f"({quoted(enroll)} against {quoted(utterance)} first); left out",
        row=extra["row"][0],
    )


def _check_repeats(
    file: str, listed: polars.DataFrame, once: polars.DataFrame, pair: Sequence[str], findings: Findings
) -> bool:
    """Say whether a trial has two different scores; warn of rows that only repeat an earlier one."""
    later = listed.join(once.select("row"), on="row", how="anti", maintain_order="left")
    held = later.join(once.select(*pair, first="score", first_row="row"), on=pair, how="left", maintain_order="left")
    other = held.filter(polars.col("score") != polars.col("first"))
    if other.height:
        row = other.row(0, named=True)
        rows = other["row"].head(SHOWN).to_list()
        findings.error(
            "conflict",
            file,
            f"{in_rows(rows)}{quoted(row[pair[-2]])} against {quoted(row['trial_utt'])} has the score "
            f"{row['score']:g} here and {row['first']:g} in row {row['first_row']}",
            allowed="one score a trial",
            advice="keep the score that is meant",
            row=row["row"],
            column="score",
        )
    equal = held.height - other.height
    if equal:
        rows = held.filter(polars.col("score") == polars.col("first"))["row"].head(SHOWN).to_list()
        findings.warning(
            "duplicate",
            file,
            f"{equal:,} {'row repeats an earlier one' if equal == 1 else 'rows repeat earlier ones'} with the same "
            f"score ({rows_named(rows) if equal <= SHOWN else f'the first in row {rows[0]}'})",
            advice="take the repeated rows out",
            row=rows[0],
        )
    return bool(other.height)


def _add_coverage(
    file: str,
    pairs: polars.DataFrame,
    missing: polars.DataFrame,
    found: polars.DataFrame,
    pair: Sequence[str],
    findings: Findings,
) -> None:
    enroll, utterance = missing.select(pair[-2:]).row(0)
    here = pairs.height - missing.height
    findings.error(
        "coverage",
        file,
        f"no score for {quoted(enroll)} against {quoted(utterance)}"
        + (f" and {missing.height - 1:,} trials more" if missing.height > 1 else "")
        + f"; {here:,} of {pairs.height:,} trials have one",
        allowed=f"one score for each trial of {TRIALS_FILE}",
        advice=_advice(missing, found, pair, here),
    )


def _advice(missing: polars.DataFrame, found: polars.DataFrame, pair: Sequence[str], here: int) -> str:
    """Say what may have happened to the scores that are missing."""
    first, second = pair[-2:]
    turned = found.select(polars.col(first).alias(second), polars.col(second).alias(first))
    is_turned = missing.join(turned, on=[first, second], how="semi").height
    if len(pair) > len(PAIR):
        of_others = missing.join(found, on=[first, second], how="semi").height
        if of_others and of_others >= is_turned:
            return f"the scores of these pairs name other speakers in enroll_speaker than {TRIALS_FILE} does"
        if is_turned:
            return (
                "these pairs have scores in the other order, which is another trial; score them in the order of the "
                f"list, or exchange {first} and {second} where the columns were exchanged"
            )
    if here:
        return "add the missing scores, or take the trials out"
    if is_turned:
        return "the two id columns are exchanged; give each the other's name"
    named_so = f"{quoted(found[first][0])} against {quoted(found[second][0])}"
    if len(pair) > len(PAIR):
        return f"write utterances as {TRIALS_FILE} does; the first row here scores {named_so}"
    return (
        f"write speakers and utterances as {TRIALS_FILE} does; the first row here scores {named_so}, and a score "
        f"belongs to a speaker, not to one enrollment utterance, unless both files name it in {ENROLLING}"
    )
