"""`ro-crate-metadata.json`: inputs, software and files of a report, as an RO-Crate 1.2.

Specification: https://w3id.org/ro/crate/1.2. The crate is the site's folder. The inputs do not lie in it, so they have
local identifiers, a local path, digest and size; the files that do are its data entities.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from analysis.pages.publication.about import About, StudyAbout
from analysis.pages.publication.listing import Listed

VERSION = "https://w3id.org/ro/crate/1.2"
Entity = dict[str, Any]
UNLICENSED = "#no-license-stated"
_KINDS = {"benchmark": "benchmark", "challenge": "challenge", "attacks": "attacks on"}


def crate(about: About, inputs: Sequence[Listed], files: Sequence[Listed]) -> str:
    """Return the metadata file of a site.

    The specification asks for a date of publication. It is the lead study's, else the latest of another study; where
    no study has one as year, month or day, there is none, since no clock may enter a report.
    """
    studies = [_study(study, _of(study, about, inputs)) for study in about.studies]
    parts = [_file(listed) for listed in files]
    software = _software(about)
    graph = [
        {
            "@id": "ro-crate-metadata.json",
            "@type": "CreativeWork",
            "about": {"@id": "./"},
            "conformsTo": {"@id": VERSION},
        },
        {
            "@id": "./",
            "@type": "Dataset",
            "name": about.title,
            "description": _description(about),
            **_dated(about),
            **_authored(about.lead),
            "license": {"@id": _license_id(about.lead)},
            "isBasedOn": _links(studies),
            "mentions": {"@id": "#build"},
            "hasPart": _links(parts),
        },
        {
            "@id": "#build",
            "@type": "CreateAction",
            "name": "Computation of the ledger",
            "description": "Reads the inputs of every study and writes each number with where it comes from.",
            "instrument": _links(software[:1]),
            **_linked("object", [{"@id": _input_id(listed)} for listed in inputs]),
            "result": {"@id": "report/ledger.csv"},
        },
        *studies,
        *_people(about),
        *_licenses(about),
        *software,
        *parts,
        *({**_file(listed), "@id": _input_id(listed), "localPath": listed.path} for listed in inputs),
    ]
    return json.dumps({"@context": f"{VERSION}/context", "@graph": graph}, indent=1, ensure_ascii=False) + "\n"


def _links(entities: Iterable[Entity]) -> Entity | list[Entity]:
    """Return links to entities; a single one stands by itself, as the specification asks."""
    links = [{"@id": entity["@id"]} for entity in entities]
    return links[0] if len(links) == 1 else links


def _linked(name: str, entities: Sequence[Entity]) -> Entity:
    """Return a property that links to entities, or none where there are none."""
    return {name: _links(entities)} if entities else {}


def _description(about: About) -> str:
    titles = "; ".join(study.title for study in about.studies)
    text = f"A report in which every number says where it comes from. Studies: {titles}."
    simulated = [study.title for study in about.studies if study.simulated]
    return f"{text} Simulated inputs: {'; '.join(simulated)}." if simulated else text


def _dated(about: About) -> Entity:
    date = about.lead.iso_date or max(study.iso_date for study in about.studies)
    return {"datePublished": date} if date else {}


def _file(listed: Listed) -> Entity:
    entity: Entity = {"@id": quote(listed.path), "@type": "File", "name": listed.name}
    if listed.description:
        entity["description"] = listed.description
    if listed.media_type:
        entity["encodingFormat"] = listed.media_type
    if listed.size is not None:
        entity |= {"contentSize": str(listed.size), "sha256": listed.sha256}
    return entity


def _input_id(listed: Listed) -> str:
    return f"#{quote(listed.path)}"


def _of(study: StudyAbout, about: About, inputs: Sequence[Listed]) -> list[Listed]:
    """Return the inputs of a study; its folder's name stands in their paths."""
    alone = len(about.studies) == 1
    return [listed for listed in inputs if alone or f"/{study.study}/" in f"/{listed.path}"]


def _study(study: StudyAbout, inputs: Sequence[Listed]) -> Entity:
    inputs_words = "Simulated inputs" if study.simulated else "Inputs"
    return {
        "@id": f"#study-{quote(study.study, safe='')}",
        "@type": "Dataset",
        "name": study.title,
        "description": f"{inputs_words} of the {_KINDS[study.kind]} {study.title}.",
        **({"datePublished": study.iso_date} if study.iso_date else {}),
        **_authored(study),
        **_linked("hasPart", [{"@id": _input_id(listed)} for listed in inputs]),
    }


def _authored(study: StudyAbout) -> Entity:
    names = dict.fromkeys(author.name for author in study.authors)
    return _linked("author", [{"@id": _person_id(name)} for name in names])


def _person_id(name: str) -> str:
    return f"#author-{quote(name, safe='')}"


def _people(about: About) -> list[Entity]:
    """Return everyone who wrote a study, once, with every affiliation that is given, and those affiliations."""
    places: dict[str, dict[str, None]] = {}
    for study in about.studies:
        for author in study.authors:
            given = places.setdefault(author.name, {})
            if author.affiliation:
                given.setdefault(author.affiliation)

    def place_id(place: str) -> str:
        return f"#affiliation-{quote(place, safe='')}"

    people = [
        {
            "@id": _person_id(name),
            "@type": "Person",
            "name": name,
            **_linked("affiliation", [{"@id": place_id(place)} for place in given]),
        }
        for name, given in places.items()
    ]
    named = dict.fromkeys(place for given in places.values() for place in given)
    return [*people, *({"@id": place_id(place), "@type": "Organization", "name": place} for place in named)]


def _license_id(study: StudyAbout) -> str:
    if not study.license:
        return UNLICENSED
    return study.license if study.license.startswith("http") else f"https://spdx.org/licenses/{study.license}"


def _licenses(about: About) -> list[Entity]:
    """Return the terms of the report, which are the lead study's."""
    name = about.lead.license or "No licence stated"
    said = f"The study states these terms: {name}." if about.lead.license else "The study states no licence."
    return [{"@id": _license_id(about.lead), "@type": "CreativeWork", "name": name, "description": said}]


def _software(about: About) -> list[Entity]:
    """Return the program first, then the libraries that its numbers and pictures are made with.

    Software has an address by the specification; the program's is not known here, so the file that cites it stands in.
    """
    found: list[Entity] = []
    for name, version in about.software:
        address = f"https://pypi.org/project/{quote(name)}/" if found else {"@id": "CITATION.cff"}
        found.append({
            "@id": f"#software-{quote(name)}",
            "@type": "SoftwareApplication",
            "name": name,
            "version": version,
            "url": address,
        })  # fmt: skip
    if len(found) > 1:
        found[0]["softwareRequirements"] = _links(found[1:])
    return found
