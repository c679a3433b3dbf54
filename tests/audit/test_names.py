"""The declared names: each where it belongs, and no bare number through any of them."""

import re

import pytest

from analysis.audit.names import DECLARED, Names, Place, whole

BIBLIOGRAPHY = """@article{holm1979, title = {A Rule of 3}, volume = {6}, pages = {65--70}, year = {1979}}
@article{baas2023, pages = {2053--2057}, year = {2023}}
@misc{patino2021, pages = {1099--1103}, year = {2021}}"""
NAMES = Names(
    data=frozenset(
        {"T10-1", "B5 (v1.2)", "Contest 2024", "43.5", "0012", "kNN-VC 2", "a name that goes on and on to number 9"}
    ),
    bibliography=BIBLIOGRAPHY,
)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place.TEXT, "the correlation ρF0 of pitch (F0)"),
        (Place.TEXT, "CI excludes 0"),
        (Place.TEXT, "on 2026-03-01."),
        (Place.SECTION, "A1"),
        (Place.SECTION, "B12.3"),
        (Place.LABEL, "Table A2.1."),
        (Place.LABEL, "Figure B10.12"),
        (Place.LABEL, "Chapter A4"),
        (Place.CITATION, "Holm 1979"),
        (Place.REFERENCES, "Holm. 1979. “A Rule of 3.” 6: 65–70."),
        (Place.REFERENCES, "2023, 2053–57. 2021, 1099–103."),
        (Place.FORMULA, r"\mathrm{EER}=50\,(a + b)"),
        (Place.FORMULA, "2^n-1"),
        (Place.ATTRIBUTE, "A1 Data and protocol"),
        (Place.ATTRIBUTE, "In fold 1 and in fold 12, T10-1 is evaluated"),
        (Place.ATTRIBUTE, "Highest: T10-1 and B5 (v1.2); Contest 2024"),
        (Place.ATTRIBUTE, "Farthest to the left: “43.5”. Lowest: kNN-VC 2, “0012”."),
        (Place.ATTRIBUTE, "Behind it: a name that goes on and on to number 9, kNN-VC 2"),
    ],
)
def test_a_name_is_passed_in_its_place(place, text):
    """What is declared, marked as data elsewhere, or stands in the bibliography is no number."""
    assert [] == NAMES.bare(text, place)


@pytest.mark.parametrize(
    ("expected", "place", "text"),
    [
        (["12.3"], Place.TEXT, "12.3"),
        (["12.3"], Place.TEXT, "version 12.3"),
        (["43.5"], Place.TEXT, "“43.5”"),
        (["43.5", "44.5"], Place.ATTRIBUTE, "Highest: 43.5 and “44.5”"),
        (["1.0.2"], Place.TEXT, "polars 1.0.2"),
        (["2024"], Place.TEXT, "VoicePrivacy Challenge 2024"),
        (["2.1"], Place.TEXT, "Table A2.1"),
        (["1"], Place.TEXT, "A1"),
        (["10", "1"], Place.TEXT, "T10-1"),
        (["1979"], Place.TEXT, "Holm 1979"),
        (["0.5"], Place.TEXT, "CI excludes 0.5"),
        (["00"], Place.TEXT, "F00"),
        (["0.1"], Place.TEXT, "F0.1"),
        (["2026", "13", "01"], Place.TEXT, "2026-13-01"),
        (["2026", "03", "011"], Place.TEXT, "2026-03-011"),
        (["12.3"], Place.SECTION, "12.3"),
        (["12.3"], Place.LABEL, "Table 12.3"),
        (["43.5"], Place.LABEL, "Table A2.1 shows 43.5"),
        (["1980"], Place.CITATION, "Holm 1980"),
        (["66"], Place.REFERENCES, "66–70"),
        (["71"], Place.REFERENCES, "65–71"),
        (["12.3"], Place.REFERENCES, "12.3"),
        (["43.5"], Place.FORMULA, r"\mathrm{EER}=43.5"),
        (["50"], Place.FORMULA, "50"),
        (["3"], Place.FORMULA, "n=3"),
        (["43.5"], Place.ATTRIBUTE, "the highest is 43.5"),
        (["1"], Place.ATTRIBUTE, "Data in A1"),
        (["1.5"], Place.ATTRIBUTE, "fold 1.5"),
        (["1"], Place.TEXT, "fold 1"),
        (["-2"], Place.ATTRIBUTE, "T10-1-2"),
        (["2.5"], Place.ATTRIBUTE, "kNN-VC 2.5"),
        (["10", "11"], Place.ATTRIBUTE, "T10-11"),
        (["9"], Place.ATTRIBUTE, "another name, number 9"),
    ],
)
def test_a_bare_number_is_no_name(expected, place, text):
    """A name stands whole and in its place; a number of the data alone is no name."""
    assert expected == [one.text for one in NAMES.bare(text, place)]


def test_a_long_name_may_be_cut():
    """Where a name is cut with an ellipsis its beginning is a name; another beginning is not."""
    names = Names(data=frozenset({"9 pools of 3 voices each, drawn anew for every utterance"}))
    assert [] == names.bare("First: 9 pools of 3 voices each, drawn…; then others", Place.ATTRIBUTE)
    assert ["9", "4"] == [one.text for one in names.bare("First: 9 pools of 4 voices…", Place.ATTRIBUTE)]


def test_without_a_bibliography_no_year_is_known():
    """A citation is held against a file that is there."""
    assert ["1979"] == [one.text for one in Names().bare("Holm 1979", Place.CITATION)]


def test_the_year_of_an_entry():
    """An entry's year is its own, not the next one's."""
    assert ["2023", "2021", ""] == [NAMES.year(key) for key in ("baas2023", "patino2021", "nobody")]


@pytest.mark.parametrize("name", DECLARED, ids=lambda name: name.pattern)
def test_every_declared_name_has_a_reason_and_refuses_bare_numbers(name):
    """No pattern of the list takes a number as it is written on a page, in any of its places."""
    assert len(name.reason) > 10
    for number in ("12.3", "5", "1,234", "−0.3", "95", "1e-5", ".084", "2024", "0"):
        assert not re.search(whole(name.pattern), number)
