"""Small challenges written to files, and their chapters as text, for the tests of the challenge's pages."""

from __future__ import annotations

import csv
import functools
import re
from pathlib import Path

import pytest

from analysis.challenge import challenge_results
from analysis.pages.chapters import chapters_of
from analysis.pages.site import Site
from analysis.results import Results
from analysis.study.challenge import read_challenge

from .results import HOSTILE, ROOT, TEMPLATES

RESULTS = ("system", "test_eer_female", "test_eer_male", "test_uar", "test_wer")
SYSTEMS = ("system", "name", "role", "family", "compliant", "team", "parent", "training", "description")

NAMES = tuple(name for name in HOSTILE if name.isprintable() and name[0] not in "=+-@")
"""Hostile names that a table of results may hold."""


@functools.cache
def shipped() -> Results:
    """Return the challenge that ships with the project."""
    return challenge_results(read_challenge(ROOT / "data" / "vpc2024"))


def contest(folder: Path, rows: list[tuple[str, str, object, object, object]], marked: tuple[str, ...] = ()) -> Results:
    """Return a challenge from rows of id, role, EER of both halves, UAR and WER; `marked` are not compliant."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "study.toml").write_text('kind = "challenge"\nreference = "orig"\n', encoding="utf-8")
    with (folder / "results.csv").open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(RESULTS)
        table.writerows([name, eer, eer, uar, wer] for name, _, eer, uar, wer in rows)
    with (folder / "systems.csv").open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(SYSTEMS)
        for name, role, *_ in rows:
            compliant = "" if role in ("original", "baseline") else "no" if name in marked else "yes"
            table.writerow([name, name, role, "" if role == "original" else "codec", compliant, "", "", "", name])
    return challenge_results(read_challenge(folder))


def chapter(results: Results, short: str, drawn: bool = False) -> str:
    """Return a chapter's page; without its figures unless asked for: drawing takes most of the time."""
    with pytest.MonkeyPatch.context() as patched:
        if not drawn:
            patched.setattr("analysis.pages.site.charts", lambda *_, **__: {})
        site = Site([results], results, TEMPLATES)
        return site._chapter_page(results, next(one for one in chapters_of(results) if one.short == short))


def has_chapter(results: Results, short: str) -> bool:
    """Say whether a study fills a chapter."""
    return any(one.short == short for one in chapters_of(results))


def words(text: str) -> str:
    """Return what a reader reads: no attributes, no brackets of spans."""
    text = re.sub(r"\]\{[^}]*\}", "", text)
    return re.sub(r"\s+", " ", text.replace("[", "").replace("\\", ""))
