"""`CITATION.cff`: how to cite the report, in the Citation File Format 1.2.0 (doi:10.5281/zenodo.5171937)."""

from __future__ import annotations

from typing import Any

import yaml

from analysis.pages.publication.about import About, StudyAbout

MESSAGE = "Cite the report by its title, together with the program that made it."
PROGRAM_AUTHORS = "The voice-privacy-report authors"


def citation(about: About) -> str:
    """Return the text of the file.

    A name stands as the study writes it: which part of it is the family name is not known. A study that names no
    author is cited as its authors', since the format asks for one.
    """
    program = {"type": "software", **_program(about)}
    others = [{"type": "data", **_study(study)} for study in about.studies[1:]]
    content: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": MESSAGE,
        "type": "dataset",
        **_study(about.lead),
        "title": about.title,
        "references": [program, *others],
    }
    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=10_000)


def _program(about: About) -> dict[str, Any]:
    name, version = about.software[0] if about.software else ("voice-privacy-report", "")
    found: dict[str, Any] = {"title": name, "authors": [{"name": PROGRAM_AUTHORS}]}
    return {**found, "version": version} if version else found


def _study(study: StudyAbout) -> dict[str, Any]:
    names = [author.name for author in study.authors] or [f"The authors of {study.title}"]
    found: dict[str, Any] = {"title": study.title, "authors": [{"name": name} for name in names]}
    if len(study.iso_date) == len("2024-01-01"):
        found["date-released"] = study.iso_date
    if study.license.startswith("http"):
        found["license-url"] = study.license
    elif study.license:
        found["license"] = study.license
    return found
