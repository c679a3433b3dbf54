"""What is said about the systems of a challenge, `systems.csv`: roles, families, makers, parents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from analysis.study import settings as settings_file
from analysis.study.ancestry import cycles, parents_in
from analysis.study.cells import Cell, truth
from analysis.study.challenge_table import RESULTS_FILE, unclear_systems
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import check_ids
from analysis.study.parameters import COLUMN as PARAMETERS
from analysis.study.parameters import read_parameters
from analysis.study.settings import Settings
from analysis.study.tables import Table, parse_column, read_table, word_parser
from analysis.study.texts import is_there

SYSTEMS_FILE = "systems.csv"
ROLES = ("original", "baseline", "submitted", "post-evaluation")
SYSTEM_COLUMNS = (
    "name", "role", "family", "compliant", "team", "parent", "training", PARAMETERS, "attacked", "description",
)  # fmt: skip
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


def read_described(folder: Path, unclear: dict[str, str], findings: Findings) -> dict[str, ChallengeSystem]:
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
    unclear |= unclear_systems(table, findings)
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


def reference_of(given: Settings, described: Mapping[str, ChallengeSystem], cells: Mapping[str, object]) -> str:
    """Return the id of the original: as the settings say, else by its role, else by a usual id."""
    if "reference" in given.given:
        return given.reference
    originals = [system.id for system in described.values() if system.role == "original"]
    usual = [name for name in USUAL_REFERENCES if name in cells]
    return next(iter([*originals, *usual]), given.reference)


def listed_systems(
    given: Settings,
    described: Mapping[str, ChallengeSystem],
    cells: Mapping[str, object],
    reference: str,
    findings: Findings,
) -> tuple[ChallengeSystem, ...]:
    """Return all systems in listing order, each with what the settings and `systems.csv` say."""
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


def check_original(systems: Sequence[ChallengeSystem], reference: str, findings: Findings) -> None:
    """Tell where the original has no row or another role, or where several systems are original."""
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
