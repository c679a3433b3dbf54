"""Figures as a challenge study: one row a system, with `dev_` and `test_` columns."""

from __future__ import annotations

from collections.abc import Mapping

from analysis.importers.attackers import UNPROTECTED
from analysis.importers.draft import Draft
from analysis.importers.figures import SPLITS, Figure, Figures, What
from analysis.importers.originals import ORIGINAL_ID, tell_differences
from analysis.importers.wishes import Wishes
from analysis.study.findings import named, quoted

COLUMNS: Mapping[str, tuple[str, str]] = {
    "eer_female": ("eer", "female"),
    "eer_male": ("eer", "male"),
    "uar": ("uar", ""),
    "wer": ("wer", ""),
}


def fits_challenge(figures: Figures) -> bool:
    """Say whether the figures fit into one row a system: one attacker, two genders, one dataset a measure and split."""
    datasets: dict[tuple[str, str], set[str]] = {}
    for figure in figures.all():
        datasets.setdefault((figure.measure, figure.split), set()).add(figure.dataset)
        if figure.split not in SPLITS or (figure.measure, figure.gender) not in COLUMNS.values():
            return False
        if figure.attacker not in ("", UNPROTECTED, "semi_informed"):
            return False
    return all(len(names) == 1 for names in datasets.values())


def draft_challenge(figures: Figures, wishes: Wishes, draft: Draft) -> None:
    """Add the files of a challenge study to a draft.

    The original has a row for each run that measured it otherwise than the others; no other row is made up, and no
    average is written that was not printed.
    """
    references = figures.references()
    reference = wishes.system(ORIGINAL_ID)
    rows: dict[str, dict[str, Figure]] = {}
    about: dict[str, tuple[str, str]] = {}
    for place, original in enumerate(references):
        name = reference if place == 0 else f"{reference}_{original.runs[0]}"
        if name in figures.systems:
            figures.findings.error(
                "id",
                "",
                f"the system {quoted(name)} is called as the original is",
                advice="give it another name with --name",
            )
        rows[name] = _row(original.figures)
        about[name] = (
            "original",
            "" if len(references) == 1 else f"As measured in the run of {_listed(original.runs)}.",
        )
    tell_differences(
        figures, references, f"it has a row of its own, named {reference}_ and the run; systems are compared with the "
        f"row {reference}",
    )  # fmt: skip
    for run, found in figures.systems.items():
        rows[run] = _row(found)
        about[run] = ("submitted", "")
    columns = [f"{split}_{name}" for split in SPLITS for name in COLUMNS]
    columns = [column for column in columns if any(column in row for row in rows.values())]
    _note_missing(figures, rows, columns)
    draft.table(
        "results.csv", ["system", *columns],
        [[name, *(row[column].text if column in row else None for column in columns)] for name, row in rows.items()],
    )  # fmt: skip
    draft.table(
        "systems.csv", ["system", "name", "role", "description"],
        [[name, name, role, description] for name, (role, description) in about.items()],
    )  # fmt: skip
    figures.findings.note(
        "roles", "systems.csv", "no file says who is a baseline; all systems are written as submitted",
        advice="correct the column role: original, baseline, submitted, post-evaluation",
    )  # fmt: skip
    draft.settings(kind="challenge", title=wishes.title, reference=reference if references else "")


def _row(figures: Mapping[What, Figure]) -> dict[str, Figure]:
    names = {what: name for name, what in COLUMNS.items()}
    return {f"{f.split}_{names[f.measure, f.gender]}": f for f in figures.values()}


def _note_missing(figures: Figures, rows: Mapping[str, Mapping[str, Figure]], columns: list[str]) -> None:
    for name, row in rows.items():
        if missing := [column for column in columns if column not in row]:
            figures.findings.warning("missing", "results.csv", f"nothing gives {named(missing, 20)} of {quoted(name)}")
    absent = [f"{split}_{name}" for split in SPLITS for name in COLUMNS if f"{split}_{name}" not in columns]
    if absent:
        figures.findings.warning("missing", "results.csv", f"nothing gives {named(absent, 20)} of any system")
    if not figures.references():
        figures.findings.warning("missing", "results.csv", "nothing gives the original speech")


def _listed(runs: tuple[str, ...]) -> str:
    return ", ".join(runs)
