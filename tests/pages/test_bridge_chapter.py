"""The chapter beside another study: families side by side, each with its own study's numbers, and no verdict."""

import dataclasses
import re

import pytest

from analysis.ledger import Entry, Ledger
from analysis.pages.chapters import chapters_of
from analysis.pages.site import Site
from analysis.results import Bridge, Difference, Family

from .results import HOSTILE, TEMPLATES, benchmark, challenge

FAMILIES = (Family("Warp", ("T1-1", "T2-1"), ("system 1",)), Family("Read aloud", ("T3-1",), ("gone", "system 3")))


DIFFERENCES = (Difference("language", "English", "Khmer"),)


def contest(families=FAMILIES, differences=DIFFERENCES, **more):
    made = challenge(**more)
    rows = [
        Entry(f"contest/bridge/{name}", float(len(found)), "count", 0, "recomputed", "bridge.toml", "counted")
        for name, found in (("families", families), ("differences", differences))
    ]
    ledger = Ledger([*made.ledger, *rows])
    return dataclasses.replace(made, ledger=ledger, bridge=Bridge("bench", families, differences))


def chapter(results, *others):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("analysis.pages.site.charts", lambda *_, **__: {})
        site = Site([results, *others], results, TEMPLATES)
        return site._chapter_page(results, next(one for one in chapters_of(results) if one.short == "bridge"))


def cells(text: str) -> list[list[str]]:
    """Return the body rows of the first table, without mark-up."""
    table = text.split("|:---|", 1)[1].split("\n\n", 1)[0].split("\n")[1:]
    return [[re.sub(r"\]?\{[^}]*\}|\[|\\", "", cell).strip() for cell in line.strip("|").split("|")] for line in table]


def test_families_stand_side_by_side_with_the_numbers_of_their_own_study():
    """A family's name stands once; where one side has fewer systems its cells stay empty; an unknown id is left out."""
    text = chapter(contest(), benchmark())
    rows = cells(text)
    assert [["Warp", "T1-1"], ["", "T2-1"], ["Read aloud", "T3-1"]] == [row[:2] for row in rows]
    assert ["system 1", "", "system 3"] == [row[4] for row in rows]
    assert 'key="contest/eer/T1-1/semi_informed/test_average"' in text
    assert 'key="bench/eer/system%201/semi_informed/same_gender"' in text
    assert 'key="bench/shipped/eer/system%201/semi_informed/same_gender"' in text
    assert "CER |" in text and "WER |" in text and "simulated" in text


def test_a_study_that_is_not_here_is_named_and_the_own_side_stays():
    """No number of the other study is shown."""
    text = chapter(contest())
    assert "not part of this report" in text and 'key="bench' not in text
    assert [["Warp", "T1-1"], ["", "T2-1"], ["Read aloud", "T3-1"]] == [row[:2] for row in cells(text)]


def test_without_families_there_is_no_chapter():
    """An empty bridge fills no page."""
    made = contest(families=())
    empty = dataclasses.replace(made, ledger=Ledger(e for e in made.ledger if "/bridge/" not in e.key))
    assert "bridge" not in [one.short for one in chapters_of(empty)]


def test_hostile_words_stay_words():
    """Names of families and words of differences come from a file."""
    families = tuple(Family(text, ("T1-1",), ("system 1",)) for text in HOSTILE)
    text = chapter(contest(families=families, differences=tuple(Difference(t, t, t) for t in HOSTILE)), benchmark())
    assert not re.search(r"(?<!\\)(<script|{{<)", text)
    assert len(HOSTILE) == len(cells(text))
