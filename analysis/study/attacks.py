"""A study of attacks: published results by system, attacker, dataset and gender, and what is said about each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from analysis.study import attacked_systems
from analysis.study import datasets as datasets_file
from analysis.study import settings as settings_file
from analysis.study.attack_rows import MEASURES, UNPROTECTED, Row, read_rows
from analysis.study.attacked_systems import AttackedSystem, note_unused, read_systems
from analysis.study.cells import Cell
from analysis.study.columns import words_of
from analysis.study.datasets import SPLITS, Dataset, check_weights, read_datasets
from analysis.study.findings import Finding, Findings, named, quoted
from analysis.study.ids import check_ids
from analysis.study.reading import read_whole
from analysis.study.settings import Settings, read_settings
from analysis.study.soundness import Coverage
from analysis.study.tables import read_table
from analysis.study.texts import is_there

RESULTS_FILE = "results.csv"
AVERAGES_FILE = "averages.csv"
IDS = ("system", "dataset")
USUAL_REFERENCES = ("original", "orig")

Place = tuple[str, str, str, str]
"""System, dataset, gender and attacker; the last two may be empty."""


@dataclass(frozen=True, eq=False)
class Attacks:
    """A study of attacks.

    Attributes:
        folder: the study's folder.
        settings: from `study.toml`, with the defaults.
        reference: the id of the unprotected speech.
        systems: in listing order: as in `study.toml`, then `systems.csv`, then `results.csv`; those without results
            too.
        datasets: in listing order.
        cells: place → measure → printed cell; only cells with a value.
        averages: (system, split, attacker) → measure → printed average; the attacker may be empty.
        findings: warnings and notes.
        inputs: the files that numbers rest on, relative to the study, sorted.
        unreadable: place → measures whose cells are filled and cannot be used.
        coverage: what a partial build left out; None where nothing was.
    """

    folder: Path
    settings: Settings
    reference: str
    systems: tuple[AttackedSystem, ...]
    datasets: tuple[Dataset, ...]
    cells: Mapping[Place, Mapping[str, Cell]] = field(repr=False)
    averages: Mapping[tuple[str, str, str], Mapping[str, Cell]] = field(default_factory=dict, repr=False)
    findings: tuple[Finding, ...] = ()
    inputs: tuple[str, ...] = ()
    unreadable: Mapping[Place, frozenset[str]] = field(default_factory=dict, repr=False)
    coverage: Coverage | None = field(default=None, repr=False)

    @property
    def study(self) -> str:
        """Return the id, which is the folder's name."""
        return self.settings.study


def read_attacks(folder: Path, otherwise: str = "") -> Attacks:
    """Read a study of attacks for a build; nothing is ever written in its folder.

    Args:
        folder: the study's folder.
        otherwise: what else can be done about an error, beside mending it.

    Raises:
        InputError: with all errors of the study's files.
    """
    return read_whole(load_attacks, folder, otherwise)


def load_attacks(folder: Path, findings: Findings, without: Collection[str] = ()) -> Attacks | None:
    """Read a study of attacks as far as it goes; None where errors leave no results.

    Args:
        folder: the study's folder.
        findings: gets what is wrong, doubtful or absent.
        without: files that count as absent; those of the systems and of the averages.
    """
    if not folder.is_dir():
        findings.error("folder", "", f"{folder} is not a folder", advice="name the folder that holds results.csv")
        return None
    given = read_settings(folder, findings)
    if not is_there(folder, RESULTS_FILE):
        findings.error("missing", RESULTS_FILE, "the file is missing", advice="it is the table of all results")
        return None
    table = read_table(folder, RESULTS_FILE, (*IDS, "attacker", "eer"), findings)
    if table is None:
        return None
    for column in IDS:
        check_ids(table, column, findings)
    note_unused(table, (*IDS, "gender", "attacker", *MEASURES), findings)
    rows = read_rows(table, IDS, findings)
    if not any("eer" in row.cells and row.attacker != UNPROTECTED for row in rows):
        findings.error(
            "empty", RESULTS_FILE, "no row holds an EER of anonymized speech",
            allowed="one row or more with an EER of the attacker ignorant, lazy or semi_informed",
            advice="fill the column eer in rows that name system, dataset and attacker", column="eer",
        )  # fmt: skip
    reference = _reference(given, rows, findings)
    _check_original(rows, reference, findings)
    _check_attackers(rows, reference, RESULTS_FILE, findings)
    ids = list(dict.fromkeys(name for name in table.column("system") if name.strip()))
    systems = read_systems(folder, given, ids, reference, findings, described=attacked_systems.FILE not in without)
    datasets = read_datasets(folder, list(dict.fromkeys(d for d in table.column("dataset") if d.strip())), findings)
    check_weights(datasets, {row.ids[1] for row in rows if "eer" in row.cells}, findings)
    averages = {}
    if AVERAGES_FILE not in without:
        averages = _averages(folder, {system.id for system in systems}, reference, findings)
    files = (settings_file.FILE, RESULTS_FILE, attacked_systems.FILE, datasets_file.FILE, AVERAGES_FILE)
    return Attacks(
        folder=folder,
        settings=given,
        reference=reference,
        systems=systems,
        datasets=datasets,
        cells={_place(row): row.cells for row in rows if row.cells},
        unreadable={_place(row): row.unreadable for row in rows if row.unreadable},
        averages=averages,
        findings=tuple(finding for finding in findings.sorted() if finding.severity != "error"),
        inputs=tuple(sorted(file for file in files if file not in without and (folder / file).is_file())),
    )


def _place(row: Row) -> Place:
    return (row.ids[0], row.ids[1], row.gender, row.attacker)


def _reference(given: Settings, rows: Sequence[Row], findings: Findings) -> str:
    """Return the unprotected speech: as the settings say, else the system with unprotected rows, else the usual id."""
    if "reference" in given.given:
        return given.reference
    found = list(dict.fromkeys(row.ids[0] for row in rows if row.attacker == UNPROTECTED))
    if len(found) > 1:
        findings.error(
            "unresolved", RESULTS_FILE, f"unprotected rows of several systems: {named(found)}",
            allowed="the rows of the unprotected speech, under one id",
            advice="keep them under one id, and name it in study.toml: reference = …", column="attacker",
        )  # fmt: skip
    usual = [name for name in USUAL_REFERENCES if any(row.ids[0] == name for row in rows)]
    return next(iter([*found, *usual]), given.reference)


def _check_original(rows: Sequence[Row], reference: str, findings: Findings) -> None:
    if not any(row.ids[0] == reference and row.attacker == UNPROTECTED for row in rows):
        findings.note(
            "no-original", RESULTS_FILE, f"no unprotected row of the original ({quoted(reference)})",
            advice="name its id in study.toml: reference = …",
            remark="The table has no EER of the unprotected speech.",
        )  # fmt: skip


def _check_attackers(rows: Sequence[Row], reference: str, file: str, findings: Findings) -> None:
    for row in rows:
        if row.attacker and (row.attacker == UNPROTECTED) != (row.ids[0] == reference):
            own = row.ids[0] == reference
            findings.error(
                "unresolved", file,
                f"the attacker {row.attacker} in a row of {quoted(row.ids[0])}, which is "
                + ("the unprotected speech" if own else "not the unprotected speech"),
                allowed=f"{UNPROTECTED} for the unprotected speech ({quoted(reference)}), and for nothing else",
                advice="correct the attacker or the system, or name the unprotected speech in study.toml: "
                "reference = …",
                row=row.number, column="attacker",
            )  # fmt: skip


def _averages(
    folder: Path, systems: set[str], reference: str, findings: Findings
) -> dict[tuple[str, str, str], Mapping[str, Cell]]:
    """Return the printed averages of `averages.csv`; nothing where there is no such file."""
    if not is_there(folder, AVERAGES_FILE):
        return {}
    table = read_table(folder, AVERAGES_FILE, ("system",), findings)
    if table is None:
        return {}
    check_ids(table, "system", findings)
    note_unused(table, ("system", "split", "attacker", *MEASURES), findings)
    splits = words_of(table, "split", {"": "", **{split: split for split in SPLITS}}, findings)
    split_of = dict(zip(table.rows, splits, strict=True))
    found: dict[tuple[str, str, str], Mapping[str, Cell]] = {}
    rows = read_rows(table, ("system", "split"), findings)
    _check_attackers(rows, reference, AVERAGES_FILE, findings)
    for row in rows:
        place = (row.ids[0], split_of[row.number], row.attacker)
        if row.ids[0] not in systems:
            findings.error(
                "unresolved", AVERAGES_FILE, f"{quoted(row.ids[0])} has no result in {RESULTS_FILE}",
                allowed="ids of its column system", advice="correct the id or take the row out",
                row=row.number, column="system",
            )  # fmt: skip
        elif place in found:
            findings.error(
                "conflict", AVERAGES_FILE, f"{named(filter(None, place))} stands in an earlier row",
                allowed="one row for each system, split, attacker", advice="keep the row that is meant",
                row=row.number, column="system",
            )  # fmt: skip
        elif row.cells:
            found[place] = row.cells
    return found
