"""The reference of an imported study, and the runs that measured the original otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.importers.figures import Figures, Reference, differences, told
from analysis.study.findings import named

ORIGINAL_ID = "original"
SHOWN = 4
"""Differing numbers that a message tells one by one."""


def tell_differences(figures: Figures, references: Sequence[Reference], kept: str) -> None:
    """Warn where runs measured the original otherwise than the one that becomes the reference.

    Args:
        figures: get the findings.
        references: as `Figures.references` gives them.
        kept: what becomes of the others, as the end of a sentence.
    """
    for other in references[1:]:
        found = differences(references[0], other)
        shown = "; ".join(
            f"{told(figure.what)} {differing.text}, elsewhere {figure.text}" for figure, differing in found[:SHOWN]
        )
        more = f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
        figures.findings.warning(
            "originals", found[0][1].place if found else "",
            f"the original of {named(other.runs, 20)} is of another run: {shown}{more}; {kept}",
        )  # fmt: skip
