"""The attacker of a challenge, drawn, and who trains and who is evaluated in which fold of the emotion data."""

from __future__ import annotations

from analysis.pages.chapters import chapters_of
from analysis.pages.charts.chart import CHAPTER_WIDTH, Chart
from analysis.pages.figures.folds import FoldRow, draw_folds, fits, folds_alt
from analysis.pages.figures.protocol import CHALLENGE_LANES, draw_protocol, protocol_alt
from analysis.pages.views.protocol import fold_uses
from analysis.results import Results


def charts(results: Results) -> list[Chart]:
    """Return the figures of this chapter that the study can fill."""
    if not any(chapter.short == "protocol" for chapter in chapters_of(results)):
        return []
    made = [Chart("attacker", draw_protocol(CHALLENGE_LANES).sheet, protocol_alt(CHALLENGE_LANES))]
    rows = [FoldRow(row["session"], row["gender"], fold_uses(row)) for row in results.words.get("folds", ())]
    if fits(rows):
        made.append(Chart("folds", draw_folds(rows, CHAPTER_WIDTH).sheet, folds_alt(rows)))
    return made
