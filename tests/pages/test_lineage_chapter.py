"""The chapter about what builds on what: each sentence turns with the ledger, or goes."""

from __future__ import annotations

import pytest

from analysis.pages.charts import challenge, lineage
from analysis.pages.site import Site
from tests.contests import contest

from .reading import well_drawn
from .results import HOSTILE, TEMPLATES
from .test_kinds_chapter import ORIGINAL, page

B1 = ("B1", "baseline", "", "", "", 10, 40, 4)
B2 = ("B2", "baseline", "", "", "", 20, 30, 3)


@pytest.fixture(autouse=True)
def no_scatter(monkeypatch):
    """Leave out the figures of another chapter, which take long where systems are many or lie on each other."""
    monkeypatch.setattr(challenge, "charts", lambda results, lead: [])


@pytest.fixture
def chapter(tmp_path):
    """Give a function from systems to the chapter's text."""
    return lambda *systems: page(contest(tmp_path / "contest", [ORIGINAL, *systems]), "lineage")


def test_who_builds_on_whom_and_who_is_better(chapter):
    """Two on one baseline: one better on all three, the other with a worse WER."""
    text = chapter(
        B1, B2, ("S1", "submitted", "", "yes", "B1", 15, 50, 3), ("S2", "submitted", "", "no", "B1", 12, 41, 6)
    )
    assert "2 systems with results build on another one.\n2 build on the baseline B1." in text
    assert "Nobody with results builds on the baseline B2, as far as the data say." in text
    assert "| B1 | baseline | 2 | 2: S1 and S2* | 2: S1 and S2* | 1: S1 | 1: S1 |" in text
    assert "Of 2 comparisons with a baseline as the parent, 1 shows a system that is better than its parent" in text
    assert "Privacy and at least one utility are better in 2: S1 and S2*." in text
    assert "All 2 systems that build on B1 have a higher EER and a higher UAR than it." in text
    assert "| B1 | S2* | +2.00 | 0.00 | +1.00 | 0.00 | +2.00 | 0.00 |" in text


def test_sentences_turn_when_nobody_is_better(chapter):
    """Worse on everything, twice."""
    text = chapter(B1, ("S1", "submitted", "", "yes", "B1", 9, 30, 5), ("S2", "submitted", "", "yes", "B1", 8, 39, 6))
    assert "none shows a system that is better than its parent on all three measures; 2 show one that is" in text
    assert "In none of them privacy and a utility are better together." in text
    assert "None of the 2 systems that build on B1 has a higher EER or a higher UAR or a lower WER than it." in text
    assert "Nobody with results builds on" not in text


def test_one_comparison_is_told_without_counts(chapter):
    """Its three outcomes."""
    assert "and S1 is better than its parent on each." in chapter(
        B1, ("S1", "submitted", "", "yes", "B1", 15, 50, 3)
    )  # fmt: skip


def test_one_comparison_that_is_mixed(chapter):
    """Not all three point the same way."""
    text = chapter(B1, ("S1", "submitted", "", "yes", "B1", 15, 30, 3))
    assert "One comparison with a baseline as the parent has all three differences, and the system is neither" in text


def test_several_parents_are_told_between_or_outside(chapter):
    """One inside on everything: a sentence; one outside: the table says it."""
    text = chapter(B1, B2, ("S1", "submitted", "", "yes", "B1 B2", 15, 35, 3.5))
    assert "S1 has several parents and lies between them on all three measures, on the test set and on the" in text
    assert "| S1 | B1 and B2 | 15.00between | 35between | 3.5between |" in text


def test_a_system_outside_its_parents_changes_the_sentence(chapter):
    """The words of the table say on which side."""
    text = chapter(
        B1, B2, ("S1", "submitted", "", "yes", "B1 B2", 25, 25, 3.5), ("S2", "submitted", "", "yes", "B1 B2")
    )
    assert "S1 has several parents; the table says where each measure lies between them or outside." in text
    assert "| 25.00better than all | 25worse than all | 3.5between |" in text
    assert "S2 builds on another system and has no results." in text


def test_lines_of_several_steps_and_later_systems(chapter):
    """A chain is told from its first system to its last; post-evaluation systems stand apart."""
    text = chapter(
        B1, ("S1", "submitted", "", "no", "B1", 15, 50, 3), ("P1", "post-evaluation", "", "yes", "S1", 14, 52, 3.5)
    )
    assert "- B1, then S1*, then P1. From the first to the last: EER +4.00 points, UAR +12.00 points, WER −0.50" in text
    assert "The last one is a post-evaluation system." in text
    assert "## " in text and "After the evaluation" in text
    assert "| S1* | P1 | −1.00 | 0.00 | +2.00 | 0.00 | +0.50 | 0.00 |" in text
    assert "1 system with results builds on another one.\n1 builds on the baseline B1." in text


def test_a_parent_without_results_leaves_words(chapter):
    """Nothing to set against: the cells say whose value is missing, and no sentence counts it."""
    text = chapter(
        B1, ("S0", "submitted", "", "yes", ""), ("S1", "submitted", "", "yes", "S0", 15, 50, 3),
        ("S2", "submitted", "", "yes", "B1", 15, 50, 3),
    )  # fmt: skip
    assert "| S0 | S1 | parent not in the results table |" in text
    assert "comparison with a submitted system" not in text and "comparisons with a submitted system" not in text


def test_names_may_hold_anything_and_many_systems_get_a_second_picture(tmp_path):
    """Sixty systems on one baseline, and hostile names, as far as ids may be hostile, on another."""
    names = [name for name in HOSTILE if name.isprintable() and name.strip() == name and name[0] not in "=+-@"]
    systems = [(name, "submitted", "", "yes", "B2", 15, 50, 3) for name in names]
    systems += [(f"S{n}", "submitted", "", "yes", "B1", 15, 50, 3) for n in range(60)]
    results = contest(tmp_path / "contest", [ORIGINAL, B1, B2, *systems])
    text = Site([results], results, TEMPLATES).chapters(results)["10-lineage"]
    assert "figures/lineage_baselines_2.svg" in text and "<script>" not in text
    assert well_drawn(*lineage.charts(results))
