"""`bridge.toml`: families of systems that a study shares with another one, and where the two protocols differ."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from analysis.results import Bridge, Difference, Family
from analysis.study.documents import read_document
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import id_fault
from analysis.study.texts import is_there

FILE = "bridge.toml"
SHAPE = "study, [[families]] with name, here and there (lists of ids), [[differences]] with what, here and there"


def read_bridge(folder: Path, findings: Findings) -> Bridge | None:
    """Read `bridge.toml`; None where there is no such file, or it cannot be used. `findings` say what is wrong.

    Whether the ids of this study exist is checked by `check_bridge`; the other study may be absent.
    """
    if not is_there(folder, FILE):
        return None
    before = findings.has_errors
    document = read_document(folder, FILE, findings)
    if not document:
        if not findings.has_errors or before:
            findings.error("bridge", FILE, "the file says nothing", allowed=SHAPE, advice="fill it or take it out")
        return None
    unknown = [name for name in document if name not in ("study", "families", "differences")]
    if unknown:
        findings.error("bridge", FILE, f"unknown: {named(unknown)}", allowed=SHAPE, column=unknown[0])
    study = document.get("study")
    if not isinstance(study, str) or not study.strip() or study == folder.resolve().name:
        findings.error(
            "bridge", FILE, f"study = {quoted(study)}", allowed="the id of another study: its folder's name",
            advice="name the study that has the same families", column="study",
        )  # fmt: skip
        return None
    families = [
        Family(row["name"].strip(), tuple(row["here"]), tuple(row["there"]))
        for row in _rows(document, "families", ("name",), ("here", "there"), findings)
    ]
    differences = [Difference(**row) for row in _rows(document, "differences", ("what", "here", "there"), (), findings)]
    if "families" not in document:
        findings.warning(
            "bridge", FILE, "no family is listed, so that the two studies are not set side by side", allowed=SHAPE,
            advice="add families that both studies have", column="families",
        )  # fmt: skip
    return Bridge(study, tuple(families), tuple(differences))


def check_bridge(bridge: Bridge | None, ids: Sequence[str], findings: Findings) -> None:
    """Find ids that the bridge claims for this study and that no system of it has, and names that stand twice."""
    for family in () if bridge is None else bridge.families:
        unknown = [name for name in family.here if name not in ids]
        if unknown:
            findings.error(
                "unresolved",
                FILE,
                f"the family {quoted(family.name)} names {named(unknown)}, which is no system here",
                allowed="ids of the column system",
                column="here",
            )
        if sum(other.name == family.name for other in bridge.families) > 1:  # type: ignore[union-attr]
            findings.error("conflict", FILE, f"the family {quoted(family.name)} stands twice", column="name")


def _rows(
    document: dict[str, Any], part: str, texts: Sequence[str], lists: Sequence[str], findings: Findings
) -> list[dict[str, Any]]:
    """Return the well-formed tables of one part; each of the others is an error."""
    rows = document.get(part, [])
    shape = f"[[{part}]] with " + ", ".join([*(f"{name} = text" for name in texts),
                                             *(f"{name} = list of ids, each once" for name in lists)])  # fmt: skip
    if not isinstance(rows, list):
        findings.error("bridge", FILE, f"{part} = {quoted(rows)}", allowed=shape, column=part)
        return []
    found = []
    for row in rows:
        sound = (
            isinstance(row, dict)
            and set(row) == {*texts, *lists}
            and all(isinstance(row[name], str) and row[name].strip() for name in texts)
            and all(
                isinstance(row[name], list)
                and row[name]
                and not any(map(_fault, row[name]))
                and len(set(row[name])) == len(row[name])
                for name in lists
            )
        )
        if sound:
            found.append(row)
        else:
            findings.error("bridge", FILE, f"a table of {part} is {quoted(row)}", allowed=shape, column=part)
    return found


def _fault(name: Any) -> str:
    return id_fault(name) if isinstance(name, str) else "is no text"
