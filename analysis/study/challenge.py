"""A challenge study: the published table of results and what is said about each system."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from analysis.errors import InputError
from analysis.results import Bridge
from analysis.study import bridge, claims, protocol
from analysis.study import settings as settings_file
from analysis.study.ancestry import cycles, parents_in
from analysis.study.bridge import check_bridge, read_bridge
from analysis.study.cells import Cell, note_cut, number_cell, truth
from analysis.study.claims import Claim, read_claims
from analysis.study.findings import Finding, Findings, named, quoted
from analysis.study.ids import check_ids, id_fault
from analysis.study.parameters import COLUMN as PARAMETERS
from analysis.study.parameters import read_parameters
from analysis.study.protocol import Protocol, check_teams, read_protocol
from analysis.study.settings import Settings, read_settings
from analysis.study.soundness import Coverage
from analysis.study.tables import Table, parse_column, read_table, word_parser
from analysis.study.texts import is_there

RESULTS_FILE = "results.csv"
SYSTEMS_FILE = "systems.csv"
SPLITS = ("dev", "test")
MEASURES = ("eer_female", "eer_male", "eer_average", "uar", "wer")
COLUMNS = tuple(f"{split}_{measure}" for split in SPLITS for measure in MEASURES)
ROLES = ("original", "baseline", "submitted", "post-evaluation")
SYSTEM_COLUMNS = (
    "name", "role", "family", "compliant", "team", "parent", "training", PARAMETERS, "attacked", "description",
)  # fmt: skip
UNUSABLE_ID, SEVERAL_ROWS = "with an id that cannot be used", "with several rows"
UNREADABLE_ROW = "with a role or a word on compliance that cannot be read"
"""Why a system is unclear."""

USUAL_REFERENCES = ("orig", "original")


@dataclass(frozen=True)
class ChallengeSystem:
    """What is said about one system.

    Attributes:
        id: the published id.
        name: the short name that its makers use; the id where there is none.
        role: `original`, `baseline`, `submitted` or `post-evaluation`.
        family: the kind of system, such as `codec`; may be empty.
        compliant: whether it follows the challenge's rules; None where that is not asked (the original, baselines).
        team: the makers; may be empty.
        parents: ids of the systems that it builds on.
        training: the resources it was trained with; may be empty.
        parameters: published numbers of its design, by their names.
        attacked: whether stronger attackers than the challenge's were later tried on it; None where nothing says so.
        description: one line; may be empty.
        has_results: whether `results.csv` has a row for it.
    """

    id: str
    name: str
    role: str
    family: str = ""
    compliant: bool | None = None
    team: str = ""
    parents: tuple[str, ...] = ()
    training: str = ""
    parameters: Mapping[str, Cell] = field(default_factory=dict)
    attacked: bool | None = None
    description: str = ""
    has_results: bool = True


@dataclass(frozen=True, eq=False)
class Challenge:
    """A challenge study.

    Attributes:
        folder: the study's folder.
        settings: from `study.toml`, with the defaults.
        reference: the id of the original.
        systems: in listing order: as in `study.toml`, then as in `results.csv`, then those without results.
        columns: the number columns that `results.csv` has, in the order of `COLUMNS`.
        cells: system → column → printed cell; a blank cell has the value None; no entry where a system has no row.
        protocol: the tables about speakers, trials, training sets and teams.
        claims: the statements of the publication that are to be checked.
        bridge: what the study has in common with another one; None where nothing says so.
        findings: warnings and notes.
        inputs: the files that numbers rest on, relative to the study, sorted.
        unreadable: (system, column) of the cells that hold something else than a number from 0 up.
        unclear: system → why it is not known what it is: a partial build leaves it out.
        coverage: what a partial build left out; None where nothing was.
    """

    folder: Path
    settings: Settings
    reference: str
    systems: tuple[ChallengeSystem, ...]
    columns: tuple[str, ...]
    cells: Mapping[str, Mapping[str, Cell]] = field(repr=False)
    protocol: Protocol = field(default_factory=Protocol)
    claims: tuple[Claim, ...] = ()
    bridge: Bridge | None = None
    findings: tuple[Finding, ...] = ()
    inputs: tuple[str, ...] = ()
    unreadable: frozenset[tuple[str, str]] = field(default=frozenset(), repr=False)
    unclear: Mapping[str, str] = field(default_factory=dict, repr=False)
    coverage: Coverage | None = field(default=None, repr=False)

    @property
    def study(self) -> str:
        """Return the id, which is the folder's name."""
        return self.settings.study

    def cell(self, system: str, column: str) -> Cell:
        """Return a printed cell; a missing one where there is no such row or column."""
        return self.cells.get(system, {}).get(column, Cell())

    def system(self, name: str) -> ChallengeSystem:
        """Return a system by its id.

        Raises:
            KeyError: no system has this id.
        """
        for system in self.systems:
            if system.id == name:
                return system
        raise KeyError(name)


def read_challenge(folder: Path, otherwise: str = "") -> Challenge:
    """Read a challenge study for a build; nothing is ever written in its folder.

    Args:
        folder: the study's folder.
        otherwise: what else can be done about an error, beside mending it.

    Raises:
        InputError: with all errors of the study's files.
    """
    findings = Findings()
    challenge = load_challenge(Path(folder), findings)
    findings.stop_on_errors(Path(folder).resolve().name, otherwise)
    if challenge is None:  # every way to None adds an error
        raise InputError(f"{folder}: the study cannot be read", advice="run `vpreport check` on it")
    return challenge


def load_challenge(folder: Path, findings: Findings, without: Collection[str] = ()) -> Challenge | None:
    """Read a challenge study as far as it goes; None where errors leave no results.

    Args:
        folder: the study's folder.
        findings: gets what is wrong, doubtful or absent.
        without: files that count as absent; those of the protocol, the claims and the bridge.
    """
    if not folder.is_dir():
        findings.error("folder", "", f"{folder} is not a folder", advice="name the folder that holds results.csv")
        return None
    given = read_settings(folder, findings)
    if not is_there(folder, RESULTS_FILE):
        findings.error("missing", RESULTS_FILE, "the file is missing", advice="a challenge needs its table of results")
        return None
    table = read_table(folder, RESULTS_FILE, ("system",), findings)
    if table is None or table.uneven:
        return None
    check_ids(table, "system", findings)
    unclear = _check_each_once(table, findings)
    cells, unreadable = _cells(table, findings)
    columns = tuple(name for name in COLUMNS if table.has(name))
    if not columns:
        findings.error(
            "header",
            RESULTS_FILE,
            f"no column holds a result; the header has {named(table.frame.columns, 20)}",
            allowed=", ".join(COLUMNS),
            row=1,
        )
    if not cells:
        findings.error("empty", RESULTS_FILE, "no systems are listed", allowed="one row a system")
    described = _described(folder, unclear, findings)
    reference = _reference(given, described, cells)
    systems = _systems(given, described, cells, reference, findings)
    _check_original(systems, reference, findings)
    protocol_tables = read_protocol(folder, findings, without)
    check_teams(protocol_tables, {system.id: system.team for system in systems}, findings)
    listed_claims = () if claims.FILE in without else read_claims(folder, findings)
    shared = None if bridge.FILE in without else read_bridge(folder, findings)
    check_bridge(shared, [system.id for system in systems], findings)
    if is_there(folder, SYSTEMS_FILE) and not described and findings.has_errors:
        return None  # whatever refers to roles and families would be told as wrong, too
    inputs = [settings_file.FILE, RESULTS_FILE, SYSTEMS_FILE, *protocol.FILES, claims.FILE, bridge.FILE]
    return Challenge(
        folder=folder,
        settings=given,
        reference=reference,
        systems=systems,
        columns=columns,
        cells=cells,
        protocol=protocol_tables,
        claims=listed_claims,
        bridge=shared,
        findings=tuple(finding for finding in findings.sorted() if finding.severity != "error"),
        inputs=tuple(sorted(file for file in inputs if file not in without and (folder / file).is_file())),
        unreadable=unreadable,
        unclear=unclear,
    )


def _check_each_once(table: Table, findings: Findings) -> dict[str, str]:
    """Add an error for each system that stands in an earlier row; return the systems that are unclear, and why."""
    unclear: dict[str, str] = {}
    seen: set[str] = set()
    for row, name in zip(table.rows, table.column("system"), strict=True):
        if id_fault(name):
            unclear.setdefault(name, UNUSABLE_ID)
        if name in seen:
            unclear[name] = SEVERAL_ROWS
            findings.error(
                "conflict",
                table.file,
                f"the system {quoted(name)} stands in an earlier row too",
                allowed="one row a system",
                advice="keep the row that is meant",
                row=row,
                column="system",
            )
        seen.add(name)
    return unclear


def _cells(table: Table, findings: Findings) -> tuple[dict[str, dict[str, Cell]], frozenset[tuple[str, str]]]:
    """Return system → column → cell, and the (system, column) of the cells that cannot be used."""
    cells: dict[str, dict[str, Cell]] = {name: {} for name in table.column("system")}
    unreadable: set[tuple[str, str]] = set()
    for column in table.frame.columns:
        if column == "system":
            continue
        if column not in COLUMNS:
            findings.note("unused-column", table.file, "the column is not used", ", ".join(COLUMNS), column=column)
            continue
        for row, system, text in zip(table.rows, table.column("system"), table.column(column), strict=True):
            try:
                cell = number_cell(text)
            except ValueError as error:
                unreadable.add((system, column))
                findings.error(
                    "value",
                    table.file,
                    str(error),
                    allowed="a number with a decimal point, or blank",
                    advice=f"correct the cell of {quoted(system)}",
                    row=row,
                    column=column,
                )
                continue
            note_cut(cell, table.file, findings, row, column)
            cells[system][column] = cell
            if cell.value is not None and cell.value < 0:
                unreadable.add((system, column))
                findings.error(
                    "value",
                    table.file,
                    f"{quoted(cell.text)} is negative",
                    allowed="a number from 0 up, or blank",
                    advice=f"correct the cell of {quoted(system)}",
                    row=row,
                    column=column,
                )
            elif cell.value is not None and cell.value > 100 and "wer" not in column:
                findings.warning(
                    "range", table.file, f"{cell.text} for {quoted(system)}", "0 to 100 percent", row=row, column=column
                )
        values = [row[column].value for row in cells.values() if column in row and row[column].value is not None]
        if len(values) > 1 and 0 < max(values) <= 1:
            findings.warning(
                "fractions",
                table.file,
                f"all values are at most 1 (the largest is {max(values):g})",
                allowed="percent, such as 43.98",
                advice="multiply the column by 100 if it holds fractions",
                column=column,
                remark="A column of results that should be in percent looks like fractions.",
            )
    return cells, frozenset(unreadable)


def _described(folder: Path, unclear: dict[str, str], findings: Findings) -> dict[str, ChallengeSystem]:
    """Return what `systems.csv` says, in its order; nothing where there is no such file.

    Systems of which it is not known what they are go to `unclear`. Parents in doubt are no parents.
    """
    if not is_there(folder, SYSTEMS_FILE):
        findings.note(
            "no-systems",
            SYSTEMS_FILE,
            "the systems are not described",
            advice=f"add {SYSTEMS_FILE} with the columns system, {', '.join(SYSTEM_COLUMNS)}",
            remark="The systems are not described, so that roles, families and compliance are missing.",
        )
        return {}
    table = read_table(folder, SYSTEMS_FILE, ("system", "role"), findings)
    if table is None or table.uneven:
        return {}
    check_ids(table, "system", findings)
    unclear |= _check_each_once(table, findings)
    roles = parse_column(
        table, "role", word_parser({role: role for role in ROLES}), "submitted", ", ".join(ROLES), findings
    )
    compliant = parse_column(table, "compliant", truth, None, "yes, no, or blank where it is not asked", findings)
    attacked = parse_column(table, "attacked", truth, None, "yes, no, or blank where it is not known", findings)
    parameters = read_parameters(table, findings)
    ids = table.column("system")
    unclear |= {
        name: UNREADABLE_ROW
        for name, role, obeys in zip(ids, table.column("role"), table.column("compliant"), strict=True)
        if not _can_be_read(role, obeys)
    }
    systems: dict[str, ChallengeSystem] = {}
    for place, name in enumerate(ids):
        text = {column: table.column(column)[place].strip() for column in SYSTEM_COLUMNS}
        systems[name] = ChallengeSystem(
            id=name,
            name=text["name"] or name,
            role=roles[place],
            family=text["family"],
            compliant=compliant[place],
            team=text["team"],
            parents=parents_in(text["parent"], ids),
            training=text["training"],
            parameters=parameters[place],
            attacked=attacked[place],
            description=text["description"],
        )
        unknown = [parent for parent in systems[name].parents if parent not in ids]
        if unknown:
            findings.error(
                "unresolved",
                SYSTEMS_FILE,
                f"{quoted(name)} is said to build on {named(unknown)}, which is no system here",
                allowed="ids of the column system, divided by blanks",
                row=table.rows[place],
                column="parent",
            )
            systems[name] = replace(systems[name], parents=())
    for name in _check_cycles(systems, table, findings):
        systems[name] = replace(systems[name], parents=())
    return systems


def _can_be_read(role: str, compliant: str) -> bool:
    """Say whether the cells that decide where a system is ranked can be read."""
    try:
        truth(compliant)
    except ValueError:
        return False
    return role.strip().lower() in ROLES


def _check_cycles(systems: Mapping[str, ChallengeSystem], table: Table, findings: Findings) -> set[str]:
    """Add an error for each ring of systems that are said to be built on each other, and return its members."""
    members: set[str] = set()
    rows = dict(zip(table.column("system"), table.rows, strict=True))
    for ring in cycles({name: system.parents for name, system in systems.items()}):
        members |= set(ring)
        findings.error(
            "cycle",
            SYSTEMS_FILE,
            f"{quoted(ring[0])} is said to build on itself"
            + (f", by way of {named(ring[1:], 20)}" if len(ring) > 1 else ""),
            allowed="parents that lead back to systems without a parent",
            advice="take out the parent that came later",
            row=rows[ring[0]],
            column="parent",
        )
    return members


def _reference(given: Settings, described: Mapping[str, ChallengeSystem], cells: Mapping[str, object]) -> str:
    if "reference" in given.given:
        return given.reference
    originals = [system.id for system in described.values() if system.role == "original"]
    usual = [name for name in USUAL_REFERENCES if name in cells]
    return next(iter([*originals, *usual]), given.reference)


def _systems(
    given: Settings,
    described: Mapping[str, ChallengeSystem],
    cells: Mapping[str, object],
    reference: str,
    findings: Findings,
) -> tuple[ChallengeSystem, ...]:
    said = {system.id: system for system in given.systems}
    found = list(dict.fromkeys([*cells, *described]))
    unknown = [name for name in said if name not in found]
    if unknown:
        findings.error(
            "unresolved",
            settings_file.FILE,
            f"systems names {named(unknown)}, which neither {RESULTS_FILE} nor {SYSTEMS_FILE} has",
            allowed="ids of the column system",
            advice="correct the id or take the table out",
            column="systems",
        )
    systems = []
    for name in [*(name for name in said if name in found), *(name for name in found if name not in said)]:
        role = "original" if name == reference else "submitted"
        about = described.get(name, ChallengeSystem(name, name, role))
        here = said.get(name)
        systems.append(
            ChallengeSystem(
                id=name,
                name=(here.label if here else "") or about.name,
                role=about.role,
                family=about.family,
                compliant=about.compliant,
                team=about.team,
                parents=about.parents,
                training=about.training,
                parameters=about.parameters,
                attacked=about.attacked,
                description=(here.description if here else "") or about.description,
                has_results=name in cells,
            )
        )
    without_results = [name for name in found if name not in cells]
    if without_results:
        findings.note(
            "no-results",
            RESULTS_FILE,
            f"no row for {named(without_results, 20)}, which {SYSTEMS_FILE} describes",
            remark=f"No results were printed for {', '.join(without_results)}.",
        )
    undescribed = [name for name in found if name not in described]
    if described and undescribed:
        findings.warning(
            "not-described",
            SYSTEMS_FILE,
            f"no row for {named(undescribed, 20)}, which {RESULTS_FILE} has; they are taken as submitted systems",
            advice="add their rows, with the right role",
            remark=f"Nothing describes {', '.join(undescribed)}; they are taken as submitted systems.",
        )
    return tuple(systems)


def _check_original(systems: Sequence[ChallengeSystem], reference: str, findings: Findings) -> None:
    originals = [system.id for system in systems if system.role == "original"]
    if reference not in {system.id for system in systems}:
        findings.note(
            "no-original",
            RESULTS_FILE,
            f"the original ({quoted(reference)}) has no row",
            advice="name it in study.toml: reference = …",
            remark="The table has no row for the unprotected speech.",
        )
    elif reference not in originals:
        findings.warning(
            "role", SYSTEMS_FILE, f"the original ({quoted(reference)}) has another role than original", column="role"
        )
    if len(originals) > 1:
        findings.warning("role", SYSTEMS_FILE, f"several systems are original: {named(originals)}", column="role")
