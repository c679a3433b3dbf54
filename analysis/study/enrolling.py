"""Trials of one utterance against another, as VoxCeleb lists them: the column `enroll_utt` of the trial list.

Such a trial is the pair (enrolling utterance, trial utterance). The two orders of a pair are two trials, since an
attacker who treats the sides differently gives them different scores. An utterance may enroll in one trial and be tried
in another; what it does is said by the trials, and its role in the list of utterances takes no part. Nobody is enrolled
by what is tried, as long as no trial sets an utterance against itself, which is an error.
"""

from __future__ import annotations

import numpy
import polars

from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.ids import meant
from analysis.study.tables import Table
from analysis.study.trial_columns import UNKNOWN
from analysis.study.utterances import FILE as UTTERANCES_FILE
from analysis.study.utterances import Utterances

COLUMN = "enroll_utt"


def name_enrolling(file: str, table: Table, findings: Findings) -> bool:
    """Say whether the trials name the utterances that enroll; a column that is blank throughout counts as absent."""
    if not table.has(COLUMN):
        return False
    if (table.frame[COLUMN].str.strip_chars() != "").any():
        return True
    findings.note(
        "blank-column", file, f"the column {COLUMN} is blank; speakers are enrolled by their utterances of the role",
        advice="take the column out, or name the utterance that enrolls in every row", column=COLUMN,
    )  # fmt: skip
    return False


def enrolling_utterances(
    file: str, table: Table, utterances: Utterances, enroll: numpy.ndarray, findings: Findings
) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return the row of the utterance that enrolls each trial, and whether it is known and of the enrolled speaker.

    Args:
        file: the trial list, for messages.
        table: its rows, with the column `enroll_utt`.
        utterances: all utterances.
        enroll: (trials,), the enrolled speaker of each trial, -1 where unknown.
        findings: gets an error for blank cells, for ids that are not known and for utterances of somebody else.
    """
    column, rows = table.frame[COLUMN], numpy.asarray(table.rows)
    index = utterances.row
    found = column.replace_strict(
        list(index), list(index.values()), default=UNKNOWN, return_dtype=polars.Int64
    ).to_numpy()  # fmt: skip
    blank = (column.str.strip_chars() == "").to_numpy()
    if blank.any():
        findings.error(
            "value", file, f"{in_rows(rows[blank].tolist())}the cell is blank, and others name an utterance",
            allowed=f"the one utterance that enrolls in every row, or no column {COLUMN}",
            advice="name it; a list enrolls by utterances or by speakers, not by both",
            row=int(rows[blank][0]), column=COLUMN,
        )  # fmt: skip
    absent = (found == UNKNOWN) & ~blank
    if absent.any():
        names = column.filter(polars.Series(absent)).unique().sort().to_list()
        advice = "correct the id, add the utterance, or take the trials out"
        findings.error(
            "unresolved", file,
            f"{named(names)} {'is' if len(names) == 1 else 'are'} not among the utterances of {UTTERANCES_FILE} "
            f"({rows_named(rows[absent].tolist())})",
            allowed="ids exactly as in the list of utterances; all ids are text",
            advice="; ".join(filter(None, (meant(names, index), advice))),
            row=int(rows[absent][0]), column=COLUMN,
        )  # fmt: skip
    speaker = utterances.frame["speaker_index"].to_numpy()[found]
    other = (found != UNKNOWN) & (enroll != UNKNOWN) & (speaker != enroll)
    if other.any():
        first = int(numpy.argmax(other))
        findings.error(
            "conflict", file,
            f"{in_rows(rows[other].tolist())}{quoted(column[first])} is said to enroll "
            f"{quoted(utterances.speakers[enroll[first]])}; {UTTERANCES_FILE} says "
            f"{quoted(utterances.speakers[speaker[first]])}",
            allowed="an utterance of the enrolled speaker", advice="correct enroll_speaker, or one of the two files",
            row=int(rows[other][0]), column=COLUMN,
        )  # fmt: skip
    return found, (found != UNKNOWN) & ~other


def sides(utterances: Utterances, trials: polars.DataFrame, by_utterance: bool) -> dict[str, numpy.ndarray]:
    """Say which utterances stand on the side of `enroll` and of `trial`: (utterances,) bool each.

    As the list of utterances has their roles; where trials name the utterances that enroll, as the trials do.

    Args:
        utterances: all utterances.
        trials: with `model` and `utterance`, as a benchmark has them.
        by_utterance: whether the trials name the utterances that enroll.
    """
    if not by_utterance:
        return {role: (utterances.frame["role"] == role).to_numpy() for role in ("enroll", "trial")}
    found = {role: numpy.zeros(utterances.frame.height, dtype=bool) for role in ("enroll", "trial")}
    found["enroll"][trials["model"].to_numpy()] = True
    found["trial"][trials["utterance"].to_numpy()] = True
    return found


def refuse_itself(file: str, table: Table, itself: numpy.ndarray, findings: Findings) -> None:
    """Add an error for the trials, (trials,) bool, that set an utterance against itself."""
    if not itself.any():
        return
    rows = numpy.asarray(table.rows)[itself].tolist()
    findings.error(
        "itself", file,
        f"{in_rows(rows)}{quoted(table.frame[COLUMN][int(numpy.argmax(itself))])} is set against itself",
        allowed="two different utterances in a trial",
        advice="take the rows out; what is tried must not enroll, since nothing is more alike", row=rows[0],
        column=COLUMN,
    )  # fmt: skip


def note_enrolling(file: str, model: numpy.ndarray, utterance: numpy.ndarray, findings: Findings) -> None:
    """Note that the trials say what an utterance does, and how many utterances and pairs serve both ways.

    Args:
        file: the trial list, for messages.
        model: (trials,), the row of the enrolling utterance.
        utterance: (trials,), the row of the trial utterance.
        findings: gets the notes.
    """
    base = int(max(model.max(), utterance.max())) + 1
    enrolls, tried = (numpy.bincount(side, minlength=base) > 0 for side in (model, utterance))
    both = int((enrolls & tried).sum())
    findings.note(
        "enroll-utt", file,
        f"each trial names the utterance that enrolls, so that the roles of {UTTERANCES_FILE} are not used"
        + (f"; {both:,} {'utterance enrolls' if both == 1 else 'utterances enroll'} in one trial and "
           f"{'is' if both == 1 else 'are'} tried in another" if both else ""),
        column=COLUMN,
    )  # fmt: skip
    pairs = polars.DataFrame({"model": model, "utterance": utterance}).unique()
    turned = pairs.join(
        pairs.select(model="utterance", utterance="model"), on=["model", "utterance"], how="semi"
    ).height
    if turned:
        findings.note(
            "both-orders", file, f"{turned // 2:,} {'pair stands' if turned == 2 else 'pairs stand'} in both orders, "
            "as two trials",
            advice="take one order out where the sides were treated alike: both then have one score, and count twice",
            column=COLUMN,
        )  # fmt: skip
