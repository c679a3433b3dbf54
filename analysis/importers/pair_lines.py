"""Lines of lists and scores over pairs of utterances, taken apart all at once instead of one by one."""

from __future__ import annotations

import polars

from analysis.importers.keyed_lines import (
    KEY,
    LABELLED,
    LABELS,
    LONGEST,
    ORDERED,
    PAIRS,
    SCORE_FIRST,
    SCORES,
)
from analysis.importers.tree import Tree
from analysis.study.findings import Findings, in_rows, quoted

CELLS = {
    PAIRS: ("label", "enroll_utt", "trial_utt"),
    KEY: ("enroll_utt", "trial_utt", "label"),
    SCORES: ("enroll_utt", "trial_utt", "score"),
    SCORE_FIRST: ("score", "enroll_utt", "trial_utt"),
    LABELLED: ("enroll_utt", "trial_utt", "score", "label"),
    ORDERED: ("score",),
}
"""Kind of file → what stands in a line, from left to right."""

WORDS = {"enroll_utt": "enrolled", "trial_utt": "trial", "score": "score", "label": "target|nontarget"}
NUMBER = r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?$"


def read_cells(tree: Tree, name: str, kind: str, findings: Findings) -> polars.DataFrame | None:
    """Read a file of a kind; None where lines of another shape made an error, which names them.

    Returns:
        `row` (its line in the file, the first is 1) and the cells of `CELLS` as texts, `label` as `target` or
        `nontarget`, `score` as a finite float.
    """
    cells = CELLS[kind]
    lines = polars.DataFrame({"line": polars.Series(tree.read_text(name).split("\n"), dtype=polars.String)})
    lines = lines.with_row_index("row", 1).with_columns(polars.col("line").str.strip_chars())
    lines = lines.filter(polars.col("line") != "")
    pattern = r"^" + r"\s+".join(rf"(?<{cell}>\S+)" for cell in cells) + "$"
    frame = lines.with_columns(polars.col("line").str.extract_groups(pattern).alias("cells")).unnest("cells")
    labels = {"1": "target", "0": "nontarget"} if kind == PAIRS else LABELS
    read = [polars.col("row").cast(polars.Int64)]
    if "label" in cells:
        label = polars.col("label").str.to_lowercase()
        read.append(label.replace_strict(list(labels), list(labels.values()), default=None, return_dtype=polars.String))
    if "score" in cells:
        score = polars.col("score")
        fits = score.str.contains(NUMBER) & (score.str.len_chars() <= LONGEST)
        number = polars.when(fits).then(score).cast(polars.Float64, strict=False)
        read.append(polars.when(number.is_finite()).then(number).alias("score"))
    frame = frame.with_columns(read)
    faults = frame.filter(polars.any_horizontal(polars.col(cells).is_null()))
    if not faults.height:
        return frame.drop("line")
    shape = " ".join("1|0" if kind == PAIRS and cell == "label" else WORDS[cell] for cell in cells)
    findings.error(
        "line", tree.place(name),
        f"{in_rows(faults['row'].to_list())}{quoted(faults['line'][0])} is not of the form of the file",
        allowed=f"{shape}, divided by blanks" + ("; a score is a finite number" if "score" in cells else ""),
        advice="correct the line, or take it out", row=faults["row"][0],
    )  # fmt: skip
    return None
