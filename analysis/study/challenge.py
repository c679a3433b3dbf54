"""A challenge study: the published table of results and what is said about each system."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from analysis.results import Bridge
from analysis.study import bridge, claims, protocol
from analysis.study import settings as settings_file
from analysis.study.bridge import check_bridge, read_bridge
from analysis.study.cells import Cell
from analysis.study.challenge_systems import (
    SYSTEMS_FILE,
    ChallengeSystem,
    check_original,
    listed_systems,
    read_described,
    reference_of,
)
from analysis.study.challenge_table import COLUMNS, RESULTS_FILE, result_cells, unclear_systems
from analysis.study.claims import Claim, read_claims
from analysis.study.findings import Finding, Findings, named
from analysis.study.ids import check_ids, with_id
from analysis.study.protocol import Protocol, check_teams, read_protocol
from analysis.study.reading import read_whole
from analysis.study.settings import Settings, read_settings
from analysis.study.soundness import Coverage
from analysis.study.tables import read_table
from analysis.study.texts import is_there


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
        return with_id(self.systems, name)


def read_challenge(folder: Path, otherwise: str = "") -> Challenge:
    """Read a challenge study for a build; nothing is ever written in its folder.

    Args:
        folder: the study's folder.
        otherwise: what else can be done about an error, beside mending it.

    Raises:
        InputError: with all errors of the study's files.
    """
    return read_whole(load_challenge, folder, otherwise)


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
    unclear = unclear_systems(table, findings)
    cells, unreadable = result_cells(table, findings)
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
    described = read_described(folder, unclear, findings)
    reference = reference_of(given, described, cells)
    systems = listed_systems(given, described, cells, reference, findings)
    check_original(systems, reference, findings)
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
