"""Figures as a study of attacks: a long table by system, dataset, gender and attacker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from analysis.importers.attackers import ATTACKERS
from analysis.importers.draft import Draft
from analysis.importers.figures import MEASURES, Figure, Figures, Reference, told
from analysis.importers.originals import ORIGINAL_ID, tell_differences
from analysis.importers.wishes import Wishes
from analysis.study.findings import named, quoted

SHOWN = 10
"""Missing numbers that a message names one by one."""

IDS = ("system", "dataset", "gender", "attacker")


@dataclass(frozen=True)
class Average:
    """A printed average: of the original or of a run's system, over the datasets of a split."""

    run: str
    of_original: bool
    measure: str
    split: str
    attacker: str
    text: str
    value: float


def draft_attacks(
    figures: Figures,
    wishes: Wishes,
    draft: Draft,
    weights: Mapping[str, str] | None = None,
    averages: Sequence[Average] = (),
) -> None:
    """Add the files of a study of attacks to a draft.

    The reference's numbers are those of the run, or the runs, that most files agree on; a study has one unprotected
    speech, so that what other runs measured of it is told, in the study's notes too.

    Args:
        figures: the numbers.
        wishes: what the caller wants otherwise.
        draft: gets the files.
        weights: dataset → its weight in an average over the datasets of its split, as printed.
        averages: printed averages.
    """
    references = figures.references()
    reference = wishes.system(ORIGINAL_ID)
    if references and reference in figures.systems:
        figures.findings.error(
            "id", "", f"a system is called {quoted(reference)}, as the original is", advice="give it another name with "
            "--name FOUND=ID",
        )  # fmt: skip
    tell_differences(
        figures, references, f"the study has the numbers of {named(references[0].runs, 20)}" if references else ""
    )
    rows: dict[tuple[str, str, str, str], dict[str, str]] = {}
    groups = [(reference, references[0].figures.values())] if references else []
    groups += [(run, found.values()) for run, found in figures.systems.items()]
    for system, found in groups:
        for figure in found:
            rows.setdefault((system, figure.dataset, figure.gender, figure.attacker), {})[figure.measure] = figure.text
    # EERs, and so the column, are needed in any case.
    measures = [m for m in MEASURES if m == "eer" or any(m in cells for cells in rows.values())]
    draft.table(
        "results.csv", [*IDS, *measures],
        [[*ids, *(cells.get(measure) for measure in measures)] for ids, cells in rows.items()],
    )  # fmt: skip
    about = [[reference, reference, "The original speech."]] if references else []
    draft.table("systems.csv", ["system", "name", "description"], about + [[run, run, ""] for run in figures.systems])
    kept = [figure for _, found in groups for figure in found]
    _add_datasets(draft, kept, weights or {})
    _add_averages(draft, averages, references, reference)
    _note_missing(figures, references, measures)
    draft.settings(kind="attacks", title=wishes.title, reference=reference if references else "")


def _add_datasets(draft: Draft, figures: Iterable[Figure], weights: Mapping[str, str]) -> None:
    splits = dict(sorted({figure.dataset: figure.split for figure in figures}.items(), key=lambda pair: pair[1:]))
    columns = ["dataset", "split", *(["weight"] if weights else [])]
    draft.table(
        "datasets.csv", columns,
        [[name, split, *([weights.get(name)] if weights else [])] for name, split in splits.items()],
    )  # fmt: skip


def _add_averages(draft: Draft, averages: Sequence[Average], references: Sequence[Reference], reference: str) -> None:
    if not averages:
        return
    rows: dict[tuple[str, str, str], dict[str, str]] = {}
    for average in averages:
        # Averages of an original that is not the reference would be set against numbers of another run.
        if average.of_original and not (references and average.run in references[0].runs):
            continue
        system = reference if average.of_original else average.run
        rows.setdefault((system, average.split, average.attacker), {}).setdefault(average.measure, average.text)
    measures = [measure for measure in MEASURES if any(measure in cells for cells in rows.values())]
    draft.table(
        "averages.csv", ["system", "split", "attacker", *measures],
        [[*ids, *(cells.get(measure) for measure in measures)] for ids, cells in rows.items()],
    )  # fmt: skip


def _note_missing(figures: Figures, references: Sequence[Reference], measures: Sequence[str]) -> None:
    """Warn of what a system lacks though another system, or another attacker of its own, has it."""

    def warn(text: str) -> None:
        figures.findings.warning("missing", "results.csv", text)

    if not any(what[0] == "eer" for reference in references for what in reference.figures):
        warn("nothing gives an EER of the unprotected speech")
    lacked = {
        run: [attacker for attacker in ATTACKERS if not any(what[4] == attacker for what in found)]
        for run, found in figures.systems.items()
    }
    of_all = [attacker for attacker in ATTACKERS if all(attacker in lacking for lacking in lacked.values())]
    if of_all:
        warn(f"nothing gives the attacker {named(of_all)}")
    every = {what for found in figures.systems.values() for what in found}
    for run, found in figures.systems.items():
        if own := [attacker for attacker in lacked[run] if attacker not in of_all]:
            warn(f"{quoted(run)}: nothing gives the attacker {named(own)}")
        here = {what[1] for what in found}
        if absent := sorted({what[1] for what in every} - here):
            warn(f"{quoted(run)}: nothing gives a result on {named(absent, SHOWN)}, which other systems have")
        missing = sorted(w for w in every - found.keys() if w[4] not in lacked[run] and w[1] in here)
        if missing:
            shown = "; ".join(told(what) for what in missing[:SHOWN])
            more = f"; and {len(missing) - SHOWN} more" if len(missing) > SHOWN else ""
            warn(f"{quoted(run)}: nothing gives {shown}{more}")
    if absent := [measure.upper() for measure in ("wer", "uar") if measure not in measures]:
        figures.findings.note("missing", "results.csv", f"nothing gives {named(absent)}")
