"""An audit of the trial list: unknown ids, labels that the speakers contradict, repeats, and who is never tried."""

from __future__ import annotations

import numpy
import polars

from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.ids import meant
from analysis.study.tables import Table
from analysis.study.trial_columns import FILE, UNKNOWN, indices, rows_where
from analysis.study.utterances import FILE as UTTERANCES_FILE
from analysis.study.utterances import Utterances


def resolve(
    table: Table, utterances: Utterances, by_utterance: bool, findings: Findings
) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Return each row's enrolled speaker and utterance as indices, and whether its ids are known.

    Unknown ids are errors, and so are speakers without enrollment where trials do not name who enrolls.
    """
    enroll = indices(table.frame["enroll_speaker"], utterances.speaker_index)
    utterance = indices(table.frame["trial_utt"], utterances.row)
    has_enrollment = numpy.asarray([by_utterance or bool(ids) for ids in utterances.enrollment])
    for column, places, known, fault in (
        ("enroll_speaker", enroll == UNKNOWN, utterances.speakers, f"not among the speakers of {UTTERANCES_FILE}"),
        ("enroll_speaker", (enroll != UNKNOWN) & ~has_enrollment[enroll], (),
         f"without an enrollment utterance in {UTTERANCES_FILE}"),
        ("trial_utt", utterance == UNKNOWN, utterances.row, f"not among the utterances of {UTTERANCES_FILE}"),
    ):  # fmt: skip
        if not places.any():
            continue
        names = table.frame[column].filter(polars.Series(places)).unique().sort().to_list()
        rows = rows_where(table, places)
        advice = "correct the id, add the utterance, or take the trials out"
        findings.error(
            "unresolved",
            FILE,
            f"{named(names)} {'is' if len(names) == 1 else 'are'} {fault} ({rows_named(rows)})",
            allowed="ids exactly as in the list of utterances; all ids are text",
            advice="; ".join(filter(None, (meant(names, known), advice))),
            row=rows[0],
            column=column,
        )
    sound = (enroll != UNKNOWN) & has_enrollment[enroll] & (utterance != UNKNOWN)
    if table.has("trial_speaker"):
        true = utterances.frame["speaker_index"].to_numpy()[utterance]
        other = (utterance != UNKNOWN) & (indices(table.frame["trial_speaker"], utterances.speaker_index) != true)
        _refuse_other_speakers(table, utterances, other, true, findings)
        sound &= ~other
    return enroll, utterance, sound


def _refuse_other_speakers(
    table: Table, utterances: Utterances, other: numpy.ndarray, true: numpy.ndarray, findings: Findings
) -> None:
    if not other.any():
        return
    first = int(numpy.argmax(other))
    rows = rows_where(table, other)
    findings.error(
        "conflict",
        FILE,
        f"{in_rows(rows)}{quoted(table.frame['trial_utt'][first])} is said to be of "
        f"{quoted(table.frame['trial_speaker'][first])}; {UTTERANCES_FILE} says "
        f"{quoted(utterances.speakers[true[first]])}",
        allowed="the speaker that the list of utterances names",
        advice="correct one of the two files",
        row=rows[0],
        column="trial_speaker",
    )


def check_labels(
    table: Table, is_target: numpy.ndarray, enroll: numpy.ndarray, speaker: numpy.ndarray, findings: Findings
) -> numpy.ndarray:
    """Say of each trial whether its label speaks against its speakers, which is an error."""
    faults = numpy.zeros(len(is_target), dtype=bool)
    for fault, text, advice in (
        (is_target & (enroll != speaker), "marked target, but the two speakers differ", "mark it nontarget"),
        (~is_target & (enroll == speaker), "marked nontarget, but both sides are the same speaker", "mark it target"),
    ):
        faults |= fault
        if fault.any():
            first = int(numpy.argmax(fault))
            findings.error(
                "label",
                FILE,
                f"{in_rows(rows_where(table, fault))}{quoted(table.frame['trial_utt'][first])} "
                f"against {quoted(table.frame['enroll_speaker'][first])} is {text}",
                allowed="target where both sides are one speaker, nontarget elsewhere",
                advice=f"{advice}, or correct the speaker",
                row=table.rows[first],
                column="label",
            )
    return faults


def check_repeats(
    table: Table, is_target: numpy.ndarray, model: numpy.ndarray, utterance: numpy.ndarray, findings: Findings
) -> numpy.ndarray:
    """Say of each trial whether it stands with both labels, which is an error."""
    _, firsts, pair = numpy.unique(model * (utterance.max() + 1) + utterance, return_index=True, return_inverse=True)
    earlier = firsts[pair]
    repeated = earlier != numpy.arange(len(earlier))
    agrees = is_target == is_target[earlier]
    conflicting = repeated & ~agrees
    contradicted = numpy.zeros(len(firsts), dtype=bool)
    contradicted[pair[conflicting]] = True
    repeats, conflicts = rows_where(table, repeated & agrees), rows_where(table, conflicting)
    if conflicts:
        findings.error(
            "conflict",
            FILE,
            f"{in_rows(conflicts)}the same trial stands earlier with the other label",
            allowed="one label a trial",
            advice="keep the row that is right",
            row=conflicts[0],
            column="label",
        )
    if repeats:
        findings.warning(
            "duplicate",
            FILE,
            f"{in_rows(repeats)}the same trial stands earlier; it counts as often as it stands",
            advice="take the repeated rows out",
            row=repeats[0],
            remark="Some trials stand more than once in the trial list and count as often as they stand.",
        )
    return contradicted[pair]


def check_overlap(table: Table, utterances: Utterances, utterance: numpy.ndarray, findings: Findings) -> None:
    """Warn of enrollment utterances that are tried as well."""
    overlap = (utterances.frame["role"] == "enroll").to_numpy()[utterance]
    if overlap.any():
        ids = table.frame["trial_utt"].filter(polars.Series(overlap)).unique().sort().to_list()
        rows = rows_where(table, overlap)
        findings.warning(
            "overlap",
            FILE,
            f"{named(ids)} ({rows_named(rows)}) {'is an' if len(ids) == 1 else 'are'} enrollment "
            f"utterance{'' if len(ids) == 1 else 's'} and tried as well",
            allowed="utterances of the role trial",
            advice="an utterance that enrolled its own speaker makes the attacker look too strong; use another one",
            row=rows[0],
            column="trial_utt",
            remark="Some utterances both enroll a speaker and are tried, which makes the attacker look too strong.",
        )


def note_untried(frame: polars.DataFrame, utterances: Utterances, by_utterance: bool, findings: Findings) -> None:
    """Note who and what is listed and takes no part in the trials."""
    without = [name for name, ids in zip(utterances.speakers, utterances.enrollment, strict=True) if not ids]
    if without and not by_utterance:
        findings.note(
            "no-enrollment",
            UTTERANCES_FILE,
            f"{named(without)} {'has' if len(without) == 1 else 'have'} no enrollment utterance and no target trial",
            advice="give the role enroll to some of their utterances, if they are to be tried against themselves",
            column="role",
        )
    tried = numpy.zeros(utterances.frame.height, dtype=bool)
    tried[frame["utterance"].to_numpy()] = True
    if by_utterance:
        tried[frame["model"].to_numpy()] = True
    needed = by_utterance | (utterances.frame["role"] == "trial").to_numpy()
    idle = utterances.frame.filter(polars.Series(needed & ~tried))["utt_id"].to_list()
    if idle:
        count = int(needed.sum())
        findings.note(
            "untried",
            FILE,
            f"{count - len(idle)} of {count} {'' if by_utterance else 'trial '}utterances stand in a trial, not "
            f"{named(idle)}",
            column="trial_utt",
        )
    targets = set(frame.filter(polars.col("is_target"))["enroll"].unique().to_list())
    lonely = [utterances.speakers[index] for index in sorted(set(frame["enroll"].unique().to_list()) - targets)]
    if lonely and targets:
        findings.note(
            "no-target",
            FILE,
            f"{named(lonely)} {'is' if len(lonely) == 1 else 'are'} enrolled without a target trial",
            column="enroll_speaker",
        )
