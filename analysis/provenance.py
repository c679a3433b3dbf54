"""What a build writes beside its numbers so that two reports can be compared: verdicts, and what the numbers rest on.

Three tables of `report/`, sorted, without a path of the machine, a clock or a commit:

- `verdicts.csv`: key, verdict. Every result that is no number, under its key; a warning or note about the data stands
  under `<study>/warning|note/<its text>`.
- `provenance.csv`: kind, name, version. What can move a number and is no input file, once each: `setting`
  (`<study>/<name>`, its value), `code` (a module, the digest of what its source means), `library` (as the lock file
  pins it).
- `stages.csv`: stage, inputs, settings, code, libraries. For each heavy result what it rests on, by name only: the
  digests stand once each in `inputs.csv` and `provenance.csv`, so that one changed byte of one file changes one line.

Lists of names in a cell are parted by blanks, names in them percent-encoded as in ledger keys.
"""

from __future__ import annotations

import csv
import importlib
import io
import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

from analysis.cache import Recipe
from analysis.ledger import key
from analysis.results import Results
from analysis.study.settings import Settings
from analysis.versions import code_digest

VERDICTS, PROVENANCE, STAGES = "verdicts.csv", "provenance.csv", "stages.csv"
VERDICT_COLUMNS = ("key", "verdict")
PROVENANCE_COLUMNS = ("kind", "name", "version")
STAGE_COLUMNS = ("stage", "inputs", "settings", "code", "libraries")

GIVEN = "given"
"""The verdict of a warning or note: it is given, or it has no row."""
SETTINGS = ("draws", "interval", "kind", "level", "reference", "seed", "simulated", "text")
"""What of `study.toml` can move a number, beside systems and pairs; titles, labels and authors cannot."""
CODE = (
    "analysis.attacks", "analysis.benchmark", "analysis.challenge", "analysis.ledger", "analysis.measures",
    "analysis.results", "analysis.rows", "analysis.study",
)  # fmt: skip
"""Modules and packages whose source can move a number, beside those that a heavy result names."""


@dataclass(frozen=True)
class Stage:
    """What one heavy result rests on, by name.

    Attributes:
        parts: the study, the kind of result, and what it is about: `("khmer_demo", "eer", "mcadams", "lazy")`.
        inputs: files below the study's folder.
        settings: settings of the study; code: modules; libraries: distributions.
    """

    parts: tuple[str, ...]
    inputs: frozenset[str]
    settings: frozenset[str]
    code: frozenset[str]
    libraries: frozenset[str]


def verdict_table(studies: Iterable[Results]) -> str:
    """Return `verdicts.csv`."""
    rows: dict[str, str] = {}
    for results in studies:
        rows |= results.verdicts
        rows |= {key(results.study, remark.severity, remark.text): GIVEN for remark in results.remarks}
    return _csv(VERDICT_COLUMNS, sorted(rows.items()))


def provenance_table(
    settings: Iterable[Settings], recipes: Iterable[Recipe], versions: Mapping[str, str], partial: Iterable[str] = ()
) -> str:
    """Return `provenance.csv`; `partial` names the studies of which errors keep a part out."""
    rows = [("code", module, code_digest(module)) for module in _modules(recipes)]
    rows += [("library", name, version) for name, version in versions.items()]
    rows += [("setting", key(study, "partial"), str(True)) for study in partial]
    for given in settings:
        found = {name: str(getattr(given, name)) for name in SETTINGS}
        found["systems"] = " ".join(_encoded(system.id) for system in given.systems)
        found["pairs"] = " ".join(f"{_encoded(pair.b)}/{_encoded(pair.a)}" for pair in given.pairs)
        rows += [("setting", key(given.study, name), value) for name, value in found.items()]
    return _csv(PROVENANCE_COLUMNS, sorted(rows))


def stage_table(recipes: Iterable[Recipe]) -> str:
    """Return `stages.csv`."""
    rows = []
    for recipe in recipes:
        names = (
            recipe.inputs,
            [name for name in recipe.parameters if name in SETTINGS],
            recipe.modules,
            [library.lower().replace("_", "-") for library in recipe.libraries],
        )
        rows.append((key(*recipe.stage.split("/")), *(" ".join(sorted(map(_encoded, cell))) for cell in names)))
    return _csv(STAGE_COLUMNS, sorted(rows))


def read_stages(rows: Iterable[Mapping[str, str]]) -> tuple[Stage, ...]:
    """Return the stages of the rows of `stages.csv`."""
    return tuple(
        Stage(
            tuple(unquote(part) for part in row["stage"].split("/")),
            *(frozenset(unquote(name) for name in row[column].split()) for column in STAGE_COLUMNS[1:]),
        )
        for row in rows
    )


def _encoded(name: str) -> str:
    return quote(name, safe="/")


def _modules(recipes: Iterable[Recipe]) -> set[str]:
    """Return the modules whose source can move a number; a package's `__init__` that only names others is none."""
    found = {module for recipe in recipes for module in recipe.modules}
    for name in CODE:
        module = importlib.import_module(name)
        below = getattr(module, "__path__", None)
        if below is None:
            found.add(name)
        else:
            found |= {info.name for info in pkgutil.walk_packages(below, f"{name}.") if not info.ispkg}
    return found


def _csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([" ".join(cell.splitlines()) for cell in row] for row in rows)
    return buffer.getvalue()
