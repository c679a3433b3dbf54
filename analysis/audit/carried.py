"""What a site carries for programs beside its pages: the RO-Crate, the citation, style sheet and script.

They are held against the report, not against the code that wrote them: inputs and their digests against `inputs.csv`,
names, versions and dates against `about.json`, digests of files against the files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import yaml

from analysis.audit.findings import Finding
from analysis.audit.inputs import input_rows
from analysis.audit.known import Known
from analysis.audit.names import Names, Place
from analysis.files import digest

CRATE, CITATION, ABOUT = "ro-crate-metadata.json", "CITATION.cff", "about.json"
ASSETS = ("report.css", "report.js")
_AGAIN = "run `vpreport render` again"
_UNLISTED = {CRATE, "index.html", "robots.txt", "CNAME"}
_SHOWN = (".htm", ".xhtml", ".json", ".md", ".txt", ".xml", ".js", ".css", ".svg", ".csv", ".tsv", ".cff")
_NEVER_SAID = {"@id", "@type", "@context", "sha256", "contentSize", "localPath", "encodingFormat", "url", "conformsTo"}
_OWN_VERSIONS = {"cff-version", "license-url"}


def asset_faults(root: Path, site: Path) -> Iterator[Finding]:
    """Return the style sheet or script that is not the clone's: either can write onto every page."""
    for name in ASSETS:
        wanted, here = root / "templates" / "assets" / name, site / "assets" / name
        if wanted.is_file() and here.is_file() and wanted.read_bytes() != here.read_bytes():
            yield Finding(f"assets/{name}", "copy", "other bytes than the template's", _AGAIN)


def carried_faults(report: Path, site: Path, known: Known, names: Names) -> Iterator[Finding]:
    """Hold the crate and the citation of a site against its report; a report without `about.json` has neither."""
    if not (report / ABOUT).is_file():
        return
    try:
        about = json.loads((report / ABOUT).read_bytes())
        dates = {str(study["date"]) for study in about["studies"]}
        software = [(one["name"], one["version"]) for one in about["software"]]
    except (ValueError, TypeError, LookupError) as error:
        yield Finding(ABOUT, "file", f"cannot be read: {error}", "what a build writes; run `vpreport build` again")
        return
    for name in (CRATE, CITATION):
        if not (site / name).is_file():
            yield Finding(name, "file", "no file", _AGAIN)
    if (site / CITATION).is_file():
        yield from _citation(site / CITATION, {version for _, version in software[:1]}, dates, known, names)
    if (site / CRATE).is_file():
        yield from _crate(report, site, software, dates, known, names)


def _citation(path: Path, versions: set[str], dates: set[str], known: Known, names: Names) -> Iterator[Finding]:
    try:
        content = yaml.safe_load(path.read_bytes())
        if not isinstance(content, dict):
            raise ValueError("it is no list of fields")
    except (ValueError, RecursionError, yaml.YAMLError) as error:
        yield Finding(CITATION, "file", f"cannot be read: {str(error).splitlines()[0]}", _AGAIN)
        return
    for field, said in _leaves(content):
        if field == "version" and said not in versions:
            yield Finding(CITATION, "copy", f"version {said}", " or ".join(versions) or "none")
        elif field == "date-released" and said not in dates:
            yield Finding(CITATION, "copy", f"date {said}", "the date of a study")
        elif field not in _OWN_VERSIONS | {"version", "date-released"}:
            yield from _words(CITATION, field, said, known, names)


def _crate(
    report: Path, site: Path, software: list[tuple[str, str]], dates: set[str], known: Known, names: Names
) -> Iterator[Finding]:
    try:
        graph = json.loads((site / CRATE).read_bytes())["@graph"]
        entities = {str(one["@id"]): one for one in graph}
        parts = [unquote(part) for part in _links(entities["./"].get("hasPart", []))]
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        yield Finding(CRATE, "file", f"cannot be read: {error}", _AGAIN)
        return
    if len(entities) != len(graph):
        yield Finding(CRATE, "copy", "an entity twice", _AGAIN)
    yield from _parts(site, parts, {unquote(name): one for name, one in entities.items()})
    wanted = {(path, sha256, size) for path, sha256, size in input_rows(report / "inputs.csv")}
    held = {
        (str(one["localPath"]), str(one.get("sha256")), str(one.get("contentSize")))
        for one in graph
        if "localPath" in one
    }
    for path, sha256, size in sorted(held ^ wanted):
        found = f"{path} with {size} bytes and the digest {sha256[:12]}…"
        yield Finding(CRATE, "copy", found if (path, sha256, size) in held else f"not {found}", "as inputs.csv says")
    made = [(one.get("name"), one.get("version")) for one in graph if one.get("@type") == "SoftwareApplication"]
    if made != software:
        strange = next((one for one in made if one not in software), made)
        yield Finding(CRATE, "copy", f"software {strange}", f"that of {ABOUT}")
    for one in graph:
        for field, said in _leaves(one):
            if field == "datePublished" and said not in dates:
                yield Finding(CRATE, "copy", f"date {said}", "the date of a study")
            elif field not in _NEVER_SAID | {"datePublished", "version"} and unquote(str(one["@id"])) not in (
                said, f"report/{said}", f"#{said}",
            ):  # fmt: skip
                yield from _words(CRATE, f"{field} of {one['@id']}", said, known, names)


def _parts(site: Path, parts: list[str], entities: dict[str, Any]) -> Iterator[Finding]:
    """Hold the files that the crate lists against those that are there."""
    for name in parts:
        path, entity = site / name, entities.get(name, {})
        if ".." in Path(name).parts or not path.is_file():
            yield Finding(CRATE, "file", f"{name} is not there", f"a file of the site; {_AGAIN}")
        elif "sha256" in entity and (entity["sha256"], entity.get("contentSize")) != (
            digest(path), str(path.stat().st_size),
        ):  # fmt: skip
            yield Finding(name, "copy", "other bytes than the crate says", _AGAIN)
    listed = _UNLISTED.union(parts)
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        name = path.relative_to(site).as_posix()
        if (
            path.suffix.lower() in _SHOWN
            and name not in listed
            and not any(part.startswith(".") or part == "site_libs" for part in name.split("/"))
        ):
            yield Finding(name, "file", "a file that the crate does not list", "files that a render writes only")


def _words(name: str, where: str, said: str, known: Known, names: Names) -> Iterator[Finding]:
    """Refuse numerals that neither a declared name nor the report's data hold."""
    for word, _ in known.strange([names.without_declared(said, Place.ATTRIBUTE)]):
        yield Finding(name, "bare number", word, "words of the report only", f"{where}: {' '.join(said.split())}")


def _links(value: object) -> list[str]:
    if isinstance(value, dict):
        return [str(value["@id"])]
    return [link for inner in value for link in _links(inner)] if isinstance(value, list) else []


def _leaves(value: object, field: str = "") -> Iterator[tuple[str, str]]:
    """Return every text or number of a nest with the field that it stands in."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, field)
    elif value is not None and not isinstance(value, bool):
        yield field, str(value)
