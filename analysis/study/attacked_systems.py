"""The systems of results by attacker: what the files say about each, and whether it has results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analysis.study import settings as settings_file
from analysis.study.columns import check_each_once
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import check_ids
from analysis.study.settings import Settings
from analysis.study.tables import Table, read_table
from analysis.study.texts import is_there

FILE = "systems.csv"
RESULTS_FILE = "results.csv"
COLUMNS = ("name", "description")


@dataclass(frozen=True)
class AttackedSystem:
    """What is said about one system: its id, the name for a reader, one line about it, and whether it has results."""

    id: str
    name: str
    description: str = ""
    has_results: bool = True


def read_systems(
    folder: Path, given: Settings, ids: Sequence[str], reference: str, findings: Findings, described: bool = True
) -> tuple[AttackedSystem, ...]:
    """Return the systems in listing order: as in `study.toml`, then `systems.csv`, then the results.

    Args:
        folder: the study's folder.
        given: its settings.
        ids: the systems that the results name, in their order.
        reference: the id of the unprotected speech.
        findings: gets an error for each fault, and is told of systems that only one of the files names.
        described: whether to read what `systems.csv` says.
    """
    about_all = _described(folder, findings) if described else {}
    said = {system.id: system for system in given.systems}
    found = list(dict.fromkeys([*about_all, *ids]))
    unknown = [name for name in said if name not in found]
    if unknown:
        findings.error(
            "unresolved", settings_file.FILE,
            f"systems names {named(unknown)}, which neither {RESULTS_FILE} nor {FILE} has",
            allowed="ids of the column system", advice="correct the id or take the table out", column="systems",
        )  # fmt: skip
    if "reference" in given.given and reference not in found:
        findings.error(
            "unresolved", settings_file.FILE, f"reference is {quoted(reference)}, which no file has",
            allowed="an id of the column system", advice="correct the id or take the line out", column="reference",
        )  # fmt: skip
    absent = [name for name in about_all if name not in ids]
    if absent:
        findings.note(
            "no-results", RESULTS_FILE, f"no row for {named(absent, 20)}, which {FILE} describes",
            remark=f"No results were printed for {', '.join(absent)}.",
        )  # fmt: skip
    undescribed = [name for name in ids if name not in about_all]
    if about_all and undescribed:
        findings.warning(
            "not-described", FILE, f"no row for {named(undescribed, 20)}, which {RESULTS_FILE} has",
            advice="add their rows, with a name and a description",
            remark=f"Nothing describes {', '.join(undescribed)}.",
        )  # fmt: skip
    systems = []
    for name in [*(name for name in said if name in found), *(name for name in found if name not in said)]:
        about, here = about_all.get(name, AttackedSystem(name, name)), said.get(name)
        systems.append(
            AttackedSystem(
                id=name,
                name=(here.label if here else "") or about.name,
                description=(here.description if here else "") or about.description,
                has_results=name in ids,
            )
        )
    return tuple(systems)


def _described(folder: Path, findings: Findings) -> dict[str, AttackedSystem]:
    """Return what `systems.csv` says, in its order; nothing where there is no such file."""
    if not is_there(folder, FILE):
        return {}
    table = read_table(folder, FILE, ("system",), findings)
    if table is None:
        return {}
    check_ids(table, "system", findings)
    note_unused(table, ("system", *COLUMNS), findings)
    ids = table.column("system")
    check_each_once(table, ("system",), [ids], findings)
    texts = {column: table.column(column) for column in COLUMNS}
    systems: dict[str, AttackedSystem] = {}
    for place, name in enumerate(ids):
        label, description = (texts[column][place].strip() for column in COLUMNS)
        systems.setdefault(name, AttackedSystem(name, label or name, description))
    return systems


def note_unused(table: Table, known: Sequence[str], findings: Findings) -> None:
    """Note each column of a table that nothing is read from."""
    for column in table.frame.columns:
        if column not in known:
            findings.note("unused-column", table.file, "the column is not used", ", ".join(known), column=column)
