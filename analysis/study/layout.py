"""What lies in a study's folder beside the files that are read: misspelt names, other formats, links, double clips."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path, PurePosixPath

from analysis.study.attack_files import EMBEDDINGS, SEMI_INFORMED
from analysis.study.audio import SUFFIXES
from analysis.study.findings import Findings, named, near, quoted
from analysis.study.score_files import SCORES
from analysis.study.texts import leads_outside

# About a study, for people; nothing in it is a number.
PAPERS = ("readme", "license", "licence", "notice", "citation", "changelog", "copying", "authors", ".")
LOOKED_THROUGH = ("meta", "audio")
"""Whoever reads embeddings and scores tells what else lies in their folders."""

FOLDERS = (*LOOKED_THROUGH, EMBEDDINGS, SEMI_INFORMED, SCORES)
MAX_FILES = 200_000
"""Of a folder with more files than this the rest is not looked at; whatever is read is read all the same."""


def audit_layout(folder: Path, used: Collection[str], tables: Collection[str], findings: Findings) -> None:
    """Note what a benchmark does not read and what it reads from elsewhere; refuse files in place of folders.

    Args:
        folder: the study's folder.
        used: the files that are read, or told of elsewhere, relative to the folder, with `/`.
        tables: the names that files can have, but for those that are named after a system or an utterance.
        findings: gets what is found.
    """
    for name in FOLDERS:
        if os.path.lexists(folder / name) and not (folder / name).is_dir():
            findings.error(
                "unreadable", name, "there is no folder of this name but a file, or a link that leads to no folder",
                allowed="a folder", advice="take away what stands in its place",
            )  # fmt: skip
    unused: dict[str, list[str]] = {}
    for file in _files(folder):
        path = PurePosixPath(file)
        if file not in used and file not in FOLDERS:
            unused.setdefault(str(path.parent), []).append(path.name)
    for place, names in unused.items():
        _note_unused(place, names, tables, findings)
    _note_links(folder, used, findings)


def _files(folder: Path) -> Iterator[str]:
    """Return the files in the folder itself and below `LOOKED_THROUGH`, without following links to folders."""
    count = 0
    for place, below, files in os.walk(folder):
        relative = Path(place).relative_to(folder).as_posix()
        top = relative == "."
        below[:] = sorted(name for name in below if not name.startswith(".") and (not top or name in LOOKED_THROUGH))
        for name in sorted(files):
            count += 1
            if count > MAX_FILES:
                return
            if not name.lower().startswith(PAPERS):
                yield name if top else f"{relative}/{name}"


def _note_unused(place: str, names: list[str], tables: Collection[str], findings: Findings) -> None:
    """Add one note for the files of one folder that nothing reads."""
    suffixes = SUFFIXES if place.split("/")[0] == "audio" else ()
    spelled = [PurePosixPath(file).name for file in tables if str(PurePosixPath(file).parent) == place]
    questions = [f"{quoted(name)}: {question}" for name in names if (question := near(name, spelled))]
    one = len(names) == 1
    findings.note(
        "unused-file",
        (names[0] if place == "." else f"{place}/{names[0]}") if one else "" if place == "." else place,
        "no file of this name is read" if one else f"{named(names)} are not read",
        allowed=", ".join(suffixes or spelled),
        advice="; ".join(questions) or "correct the name, or take it away",
    )


def _note_links(folder: Path, used: Iterable[str], findings: Findings) -> None:
    outside = [file for file in sorted(used) if leads_outside(folder, file)]
    if outside:
        findings.note(
            "linked", outside[0], f"{named(outside)} {'is' if len(outside) == 1 else 'are'} read through links that "
            "lead out of the study's folder",
            advice="whoever gets the folder must get these files, too",
        )  # fmt: skip


def note_double_clips(folder: Path, place: str, findings: Findings) -> None:
    """Note the utterances of one folder of clips that are here in several formats; `place` is relative to the study."""
    if not (folder / place).is_dir():
        return
    stems: dict[str, int] = {}
    for path in (folder / place).iterdir():
        if path.suffix.lower() in SUFFIXES:
            stems[path.stem] = stems.get(path.stem, 0) + 1
    double = sorted(stem for stem, count in stems.items() if count > 1)
    if double:
        findings.note(
            "double-clip", place, f"{named(double)} {'is' if len(double) == 1 else 'are'} here as .wav and as .flac; "
            "the .wav file is used",
            allowed="one file a clip", advice="take one of the two away",
        )  # fmt: skip
