"""The sheets that a listener fills and the keys that say what was heard: their columns, and both as tables."""

from __future__ import annotations

import csv
import io

import polars

from analysis.listening.design import Design

RATING = "rating_1_to_5"
NATURAL, LIKE = "more_natural_A_or_B", "more_like_X_A_or_B"
QUESTIONS = {"natural": NATURAL, "like": LIKE}
"""The two questions of a trial: the name in results → the column of the sheet."""

QUESTION_WORDS = {"natural": "more natural", "like": "more like the original"}
MOS_COLUMNS = ("listener", "kit", "item", "path", RATING)
AB_COLUMNS = ("listener", "kit", "trial", "reference_X", "clip_A", "clip_B", NATURAL, LIKE)
MOS_KEY_COLUMNS = ("listener", "kit", "seed", "item", "utt_id", "system", "role")
AB_KEY_COLUMNS = ("listener", "kit", "seed", "trial", "utt_id", "system_A", "system_B")


def clip_path(plan: Design, name: str) -> str:
    """Return where a blind copy lies, seen from the sheets."""
    return f"clips/{plan.listener}/{name}.wav"


def mos_sheet(plan: Design) -> polars.DataFrame:
    """Return the empty sheet of ratings: one row an item, in the order in which they are heard."""
    rows = [(plan.listener, plan.kit, item.name, clip_path(plan, item.name), "") for item in plan.items]
    return _frame(MOS_COLUMNS, rows)


def ab_sheet(plan: Design) -> polars.DataFrame:
    """Return the empty sheet of comparisons: one row a trial; only the header where there is none."""
    rows = [
        (plan.listener, plan.kit, trial.name, *(clip_path(plan, f"{trial.name}_{side}") for side in "XAB"), "", "")
        for trial in plan.trials
    ]
    return _frame(AB_COLUMNS, rows)


def mos_key(plan: Design) -> polars.DataFrame:
    """Return what stands behind each item."""
    seed = str(plan.seed)
    rows = [(plan.listener, plan.kit, seed, item.name, item.sentence, item.system, item.role) for item in plan.items]
    return _frame(MOS_KEY_COLUMNS, rows)


def ab_key(plan: Design) -> polars.DataFrame:
    """Return what stands behind each trial."""
    seed = str(plan.seed)
    rows = [(plan.listener, plan.kit, seed, trial.name, trial.sentence, trial.a, trial.b) for trial in plan.trials]
    return _frame(AB_KEY_COLUMNS, rows)


def _frame(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> polars.DataFrame:
    return polars.DataFrame(rows, schema=dict.fromkeys(columns, polars.String), orient="row")


def csv_text(frame: polars.DataFrame) -> str:
    """Return a table as CSV."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(frame.columns)
    writer.writerows(frame.iter_rows())
    return buffer.getvalue()
