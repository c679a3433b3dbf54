"""What pages cite, and that the bibliography holds exactly that."""

import re
import unicodedata

import pytest

from analysis.pages.citations import cited, citing

from .results import TEMPLATES

BIBLIOGRAPHY = (TEMPLATES / "assets" / "references.bib").read_text(encoding="utf-8")
SOURCES = sorted(TEMPLATES.rglob("*.j2"))


def test_keys_are_found_in_order_and_once():
    """Several in one bracket, with words around them."""
    assert ["b1", "a2"] == cited("x [see @b1; @a2, chapter] y [@b1]")


@pytest.mark.parametrize("text", ["a@b.org", "[\\@nobody]{.data}", "@word", "[x](y@z)"])
def test_data_cites_nothing(text):
    """An escaped @, and one outside brackets, is no citation."""
    assert [] == cited(text)
    assert text == citing(text, 2)


def test_a_page_that_cites_ends_with_its_references():
    """The list has a heading at the level that is asked for."""
    assert "x [@a1]\n## References\n\n::: {#refs}\n:::\n" == citing("x [@a1]", 2)


def test_every_citation_has_its_entry_and_every_entry_is_cited():
    """No page cites what the bibliography does not hold, and it holds nothing that no page cites."""
    entries = re.findall(r"^@\w+\{(\w+),", BIBLIOGRAPHY, flags=re.MULTILINE)
    assert len(entries) == len(set(entries))
    used = {key for path in SOURCES for key in cited(path.read_text(encoding="utf-8"))}
    assert set(entries) == used


def test_the_bibliography_stands_in_the_order_of_lists():
    """By authors as they read, then by year: the lists at the ends of pages take the order from here."""

    def sorted_by(entry: str) -> tuple[list[str], str]:
        authors = re.search(r"author = \{(.*)\},$", entry, flags=re.MULTILINE)[1].split(" and ")
        plain = unicodedata.normalize("NFD", " and ".join(authors[:7]).replace("{", "").replace("}", ""))
        names = "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold().split(" and ")
        return names, re.search(r"year = \{(\d+)\}", entry)[1]

    entries = [sorted_by(entry) for entry in re.split(r"^(?=@)", BIBLIOGRAPHY, flags=re.MULTILINE) if entry]
    assert sorted(entries) == entries
