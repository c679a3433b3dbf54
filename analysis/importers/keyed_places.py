"""Where score files lie: in a folder named after the attacker, named after the system."""

from __future__ import annotations

from pathlib import PurePosixPath

from analysis.importers.tree import Tree
from analysis.study.findings import Findings, quoted
from analysis.study.ids import id_fault

ATTACKERS = {"ignorant": "ignorant", "lazy": "lazy", "lazy_informed": "lazy", "semi_informed": "semi_informed"}
"""Name of a folder → attacker."""


def attacker_folder(tree: Tree, name: str) -> str:
    """Return the attacker that a file's folder is named after; empty where it is another folder."""
    if tree.is_file:
        return ""
    return ATTACKERS.get(PurePosixPath(tree.shown, name).parent.name.lower().replace("-", "_"), "")


def system_id(system: str, place: str, findings: Findings) -> str:
    """Return a system's id if it can be one, else add an error and return the empty text."""
    fault = id_fault(system)
    if not fault:
        return system
    findings.error(
        "id", place, f"the system's name {quoted(system)} {fault}", advice="give it another name with --name"
    )
    return ""
