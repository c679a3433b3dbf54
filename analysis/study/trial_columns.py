"""What each row of the trial list says, as arrays: ids as indices, genders, corpora, and the list that it stood in."""

from __future__ import annotations

from collections.abc import Mapping

import numpy
import polars

from analysis.study.findings import Findings, in_rows, named, quoted
from analysis.study.ids import id_fault
from analysis.study.tables import Table
from analysis.study.utterances import FILE as UTTERANCES_FILE
from analysis.study.utterances import Utterances

FILE = "meta/trials_test.csv"
UNKNOWN = -1
"""In arrays of indices and of truth values: there is none."""


def indices(names: polars.Series, index: Mapping[str, int]) -> numpy.ndarray:
    """Return the index of each name, `UNKNOWN` where it has none."""
    places = names.replace_strict(list(index), list(index.values()), default=UNKNOWN, return_dtype=polars.Int64)
    return places.to_numpy()


def truths_of(values: numpy.ndarray) -> polars.Series:
    """Return 1 as True, 0 as False and `UNKNOWN` as null."""
    known = polars.when(polars.col("value") != UNKNOWN).then(polars.col("value") == 1)
    return polars.DataFrame({"value": values}).select(known).to_series()


def rows_where(table: Table, mask: numpy.ndarray) -> list[int]:
    """Return the rows in the file of the trials where `mask` (trials,) is True."""
    return numpy.asarray(table.rows)[mask].tolist()


def published_lists(table: Table, findings: Findings) -> polars.Series:
    """Return the name of each trial's own list, empty where the column `list` is blank or absent."""
    if not table.has("list"):
        return polars.Series([""], dtype=polars.String).new_from_index(0, len(table.rows))
    names = table.frame["list"].str.strip_chars()
    for name in sorted(set(names.unique().to_list()) - {""}):
        if fault := id_fault(name):
            rows = rows_where(table, (names == name).to_numpy())
            findings.error(
                "id", FILE, f"{in_rows(rows)}the list {quoted(name)} {fault}",
                allowed="any text without control signs that does not start with = + - @, or blank",
                advice="give the list another name here and in the published values", row=rows[0], column="list",
            )  # fmt: skip
    unusable = [name for name in names.unique() if name and id_fault(name)]
    return names.replace(unusable, [""] * len(unusable))


def said_same(table: Table, truths: Mapping[str, bool | None]) -> numpy.ndarray:
    """Return what the column `same_gender` says of each trial, 1, 0 or `UNKNOWN`; `truths` says what its texts mean."""
    if not table.has("same_gender"):
        return numpy.full(len(table.rows), UNKNOWN, dtype=numpy.int8)
    values = [UNKNOWN if same is None else int(same) for same in truths.values()]
    return table.frame["same_gender"].replace_strict(list(truths), values, return_dtype=polars.Int8).to_numpy()


def same_genders(
    table: Table,
    utterances: Utterances,
    enroll: numpy.ndarray,
    speaker: numpy.ndarray,
    said: numpy.ndarray,
    findings: Findings,
) -> numpy.ndarray:
    """Return the column as given; blank cells, or the whole column where absent, follow from the speakers' genders."""
    genders = numpy.asarray(utterances.genders)
    both_known = (genders[enroll] != "") & (genders[speaker] != "")
    derived = numpy.where(both_known, genders[enroll] == genders[speaker], UNKNOWN)
    if not table.has("same_gender") and both_known.any():
        findings.note(
            "derived",
            FILE,
            "there is no column same_gender; it follows from the speakers' genders",
            column="same_gender",
        )
    wrong = (said != UNKNOWN) & both_known & (said != derived)
    if wrong.any():
        first = int(numpy.argmax(wrong))
        rows = rows_where(table, wrong)
        yes, no = (_word(table, said == same, usual) for same, usual in ((1, "True"), (0, "False")))
        findings.warning(
            "same-gender",
            FILE,
            f"{in_rows(rows)}same_gender is {quoted(table.frame['same_gender'][first])}, but "
            f"by {UTTERANCES_FILE} the speakers are {genders[enroll[first]]} and {genders[speaker[first]]}",
            allowed=f"{yes} where both speakers have one gender, {no} elsewhere",
            advice="correct one of the two; the lists use the column as it stands",
            row=rows[0],
            column="same_gender",
            remark="The trial list and the speakers' genders disagree in places; the trial list is followed.",
        )
    return numpy.where(said == UNKNOWN, derived, said)


def _word(table: Table, mask: numpy.ndarray, usual: str) -> str:
    """Return the file's own word for what the column `same_gender` says in these rows; the usual one without rows."""
    return quoted(table.frame["same_gender"][int(numpy.argmax(mask))]) if mask.any() else usual


def shared_corpora(
    utterances: Utterances,
    enroll: numpy.ndarray,
    utterance: numpy.ndarray,
    findings: Findings,
    enrolling: numpy.ndarray | None = None,
) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return the index of the corpus that both sides share (or -1), and whether they share one (or `UNKNOWN`).

    The enrolled side's corpus is that of the `enrolling` utterances, where trials name them, else the one that all of
    the speaker's enrollment utterances come from.
    """
    of_utterances = numpy.asarray([utterances.corpus_index.get(name, UNKNOWN) for name in utterances.frame["corpus"]])
    right = of_utterances[utterance]
    models = of_utterances if enrolling is not None else _of_speakers(utterances, of_utterances, findings)
    left = models[enroll if enrolling is None else enrolling]
    shared = numpy.where((left == right) & (left >= 0), left, -1)
    return shared, numpy.where((left == UNKNOWN) | (right == UNKNOWN), UNKNOWN, left == right)


def _of_speakers(utterances: Utterances, of_utterances: numpy.ndarray, findings: Findings) -> numpy.ndarray:
    """Return the index of the corpus of each speaker's enrollment: (speakers,); -2 where there are several."""
    mixed = -2
    by_speaker = numpy.full(len(utterances.speakers), UNKNOWN)
    mixed_speakers = []
    for index, ids in enumerate(utterances.enrollment):
        found = {int(of_utterances[utterances.row[name]]) for name in ids}
        if len(found) > 1:
            mixed_speakers.append(utterances.speakers[index])
            by_speaker[index] = mixed
        elif found:
            by_speaker[index] = found.pop()
    if mixed_speakers:
        findings.note(
            "mixed-corpora",
            UTTERANCES_FILE,
            f"the enrollment of {named(mixed_speakers)} comes from several corpora; their trials count as cross-corpus",
            column="corpus",
        )
    return by_speaker
