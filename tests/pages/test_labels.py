"""Names of chapters, tables and figures, and references to them."""

import pytest

from analysis.pages.chapters import Chapter
from analysis.pages.labels import Labels, letter

DATA, PAIRS = Chapter("01-data", "Data"), Chapter("07-pairs", "Pairs")


@pytest.fixture
def labels() -> Labels:
    return Labels("B", (DATA, PAIRS))


def test_letters_go_on_after_z():
    """Studies are A to Z, then AA, AB."""
    assert ["A", "B", "Z", "AA", "AB", "BA"] == [letter(place) for place in (0, 1, 25, 26, 27, 52)]


def test_tables_and_figures_count_by_chapter(labels):
    """Each kind counts from one in each chapter, and the chapter's number is its page's."""
    labels.open(PAIRS)
    assert "[Table B7.1.]{.label #tbl-B-one} " == labels.new("tbl", "one")
    assert "[Figure B7.1.]{.label #fig-B-one} " == labels.new("fig", "one")
    assert "[Table B7.2.]{.label #tbl-B-two} " == labels.new("tbl", "two")
    labels.open(DATA)
    assert "[Table B1.1.]{.label #tbl-B-three} " == labels.new("tbl", "three")


def test_a_reference_may_come_first(labels):
    """A reference is filled in when all chapters are written, with the way to another page or within this one."""
    text = f"see {labels.pending('tbl', 'one')}"
    labels.open(PAIRS)
    labels.new("tbl", "one")
    assert 'see [Table B7.1]{.ref href="07-pairs.html#tbl-B-one" to="tbl-B-one"}' == labels.fill(text, page="01-data")
    assert 'see [Table B7.1]{.ref href="#tbl-B-one" to="tbl-B-one"}' == labels.fill(text, page="07-pairs")


def test_a_chapter_is_referred_to_by_its_short_name(labels):
    """The way leads over the study's folder; a chapter that the study does not fill is an error."""
    assert '[Chapter B7]{.ref href="my%20study/07-pairs.html" to="ch-B7"}' == labels.chapter("pairs", "my%20study/")
    assert (True, False) == (labels.has("pairs"), labels.has("trap"))
    with pytest.raises(KeyError, match="trap"):
        labels.chapter("trap", "")


def test_a_reference_to_nothing_stops_the_build(labels):
    """What no chapter holds cannot be referred to."""
    with pytest.raises(KeyError, match="nowhere"):
        labels.fill(labels.pending("fig", "nowhere"))


def test_a_label_stands_once(labels):
    """Neither twice in a chapter nor in two chapters; the same chapter may be written again for the appendix."""
    labels.open(DATA)
    first = labels.new("tbl", "one")
    with pytest.raises(ValueError, match="twice"):
        labels.new("tbl", "one")
    labels.open(PAIRS)
    with pytest.raises(ValueError, match="two chapters"):
        labels.new("tbl", "one")
    labels.open(DATA)
    assert first == labels.new("tbl", "one")


@pytest.mark.parametrize("name", ["", "One", "a b", "x}", "é"])
def test_a_label_is_an_id(labels, name):
    """Only signs that an id can hold in HTML and in Typst."""
    labels.open(DATA)
    with pytest.raises(ValueError, match="lower-case"):
        labels.new("tbl", name)


def test_labels_stand_in_chapters_only(labels):
    """The summary has no table numbers."""
    with pytest.raises(ValueError, match="chapters only"):
        labels.new("tbl", "one")


def test_sections_are_numbered(labels):
    """Headings of a chapter's own level get the chapter's number and their place."""
    text = "## One\n\ntext ## no\n\n### Deep\n\n## Two\n"
    expected = "## [B7.1]{.section-number} One\n\ntext ## no\n\n### Deep\n\n## [B7.2]{.section-number} Two\n"
    assert expected == labels.numbered(text, PAIRS, 2)
