"""`about.json`: what a report is about, for those who read it without its pages."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import InputError
from analysis.pages.markup import plain
from analysis.results import Author, Results

ABOUT = "about.json"
_ISO_DATE = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")


@dataclass(frozen=True)
class StudyAbout:
    """One study of a report: its id and what `study.toml` says of it; empty where it says nothing.

    `partial` says whether errors in its files kept a part of it out of the report.
    """

    study: str
    title: str
    kind: str
    simulated: bool = False
    authors: tuple[Author, ...] = ()
    date: str = ""
    license: str = ""
    partial: bool = False

    @property
    def iso_date(self) -> str:
        """Return the date as year, year and month, or day; empty where it is given in other words, or not at all.

        >>> StudyAbout("s", "S", "benchmark", date="2024").iso_date
        '2024'
        """
        return self.date if _ISO_DATE.fullmatch(self.date) else ""


@dataclass(frozen=True)
class About:
    """What a report is about: its studies, the lead first, and (name, version) of what made its numbers."""

    studies: tuple[StudyAbout, ...]
    software: tuple[tuple[str, str], ...]

    @property
    def lead(self) -> StudyAbout:
        """Return the study that gives the report its title."""
        return self.studies[0]

    @property
    def title(self) -> str:
        """Return the title of the report, as its section on citing it has it."""
        return f"{self.lead.title}: full appendix"


def about_json(studies: Sequence[Results], versions: Sequence[str]) -> str:
    """Return `about.json` for studies, the lead first, and a line "name version" for the program and each library."""
    content = {
        "studies": [
            {
                "study": results.study,
                "title": plain(results.title),
                "kind": results.kind,
                "simulated": results.simulated,
                "authors": [
                    {"name": plain(author.name), "affiliation": plain(author.affiliation)} for author in results.authors
                ],
                "date": plain(results.date),
                "license": results.license,
                # Only where it is so: a report without errors does not speak of them.
                **({"partial": True} if "coverage" in results.words else {}),
            }
            for results in studies
        ],
        "software": [{"name": name, "version": version} for name, _, version in (x.partition(" ") for x in versions)],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def read_about(path: Path) -> About:
    """Read `about.json` back.

    Raises:
        InputError: it is not what a build writes.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        studies = [
            StudyAbout(**{**study, "authors": tuple(Author(**author) for author in study["authors"])})
            for study in content["studies"]
        ]
        software = tuple((row["name"], row["version"]) for row in content["software"])
        if not studies:
            raise ValueError("it names no study")
    except (ValueError, TypeError, KeyError) as error:
        raise InputError(f"{path} is damaged: {error}", advice="run `vpreport build` again") from error
    return About(tuple(studies), software)
