"""The chapter about kinds of system: each sentence turns with the ledger, or goes."""

from __future__ import annotations

import re

import pytest

from analysis.pages.chapters import chapters_of
from analysis.pages.charts import challenge, kinds
from analysis.pages.site import Site
from analysis.results import Results
from tests.contests import contest

from .reading import well_drawn
from .results import HOSTILE, TEMPLATES

ORIGINAL = ("orig", "original", "", "", "", 5, 70, 2)


def page(results: Results, short: str = "kinds") -> str:
    """A chapter's text as a reader has it: numbers and names without their mark-up."""
    name = next(chapter.name for chapter in chapters_of(results) if chapter.short == short)
    text = Site([results], results, TEMPLATES).chapters(results)[name]
    for _ in range(4):  # spans stand in spans
        text = re.sub(r"(?<!!)\[([^\[\]]*)\]\{[^{}]*\}", r"\1", text)
    return text.replace("\\", "").replace("\N{NO-BREAK SPACE}", " ")


@pytest.fixture(autouse=True)
def no_scatter(monkeypatch):
    """Leave out the figures of another chapter, which take long where systems are many or lie on each other."""
    monkeypatch.setattr(challenge, "charts", lambda results, lead: [])


@pytest.fixture
def chapter(tmp_path):
    """Give a function from systems to the chapter's text."""
    return lambda *systems: page(contest(tmp_path / "contest", [ORIGINAL, *systems]))


def test_each_kind_has_its_range_its_best_and_its_category(chapter):
    """Two kinds that share the measures between them."""
    text = chapter(
        ("S1", "submitted", "codec", "yes", "", 41, 60, 3),
        ("S2", "submitted", "codec", "yes", "", 31, 40, 4),
        ("S3", "submitted", "voice_conversion", "yes", "", 12, 65, 2.5),
        ("B1", "baseline", "voice_conversion", "", "", 9, 50, 5),
    )
    assert "The highest average EER of a submitted system is that of S1 (41.00 %), of the kind codec." in text
    assert "The lowest WER of a submitted system is that of S3 (2.5 %), of the kind voice conversion." in text
    assert "No kind alone holds all of these." in text
    assert "| codec | 2 | 31.00–41.00S1 | 40.00–60.00S1 | 3.00–4.00S1 | 1 |" in text
    assert "1 of the 2 reaches the highest category, an average EER of at least 40 %: S1." in text
    assert "S1 is the best of them on all three measures." in text
    assert "The median of their average EERs is 36.00 %." in text
    assert "One submitted system is of this kind: S3.\nIt reaches an average EER of at least 10 % and no higher" in text
    assert "One baseline system is of this kind: B1.\nIt reaches no category: its average EER is below 10 %." in text
    assert "no test compares kinds" in text


def test_a_best_member_that_breaks_the_rules_is_not_named_alone(chapter):
    """The best compliant one stands beside it, in the table and in a sentence."""
    text = chapter(
        ("S1", "submitted", "codec", "no", "", 45, 60, 3),
        ("S2", "submitted", "codec", "yes", "", 42, 40, 4),
        ("S3", "submitted", "codec", "yes", "", 41, 41, 5),
    )
    assert "3 submitted systems are of this kind, 1 of them non-compliant." in text
    assert "41.00–45.00S1*; compliant: S2" in text
    assert "All of them reach the highest category, an average EER of at least 40 %: S1*, S2 and S3." in text
    assert "Of the compliant ones, S2 (42.00 %) has the highest average EER." in text
    assert "Of the compliant ones, S3 (41 %) has the highest UAR." in text
    assert "of a submitted system is" not in text  # one kind alone leads nothing


def test_one_follower_none_and_ties(chapter):
    """A single compliant member is told with its values; without one nobody is named; ties name all."""
    text = chapter(
        ("S1", "submitted", "codec", "no", "", 8, 60, 3),
        ("S2", "submitted", "codec", "yes", "", 7, 40, 4),
        ("S4", "submitted", "cascade", "no", "", 8, 60, 3),
        ("S5", "submitted", "cascade", "no", "", 7, 60, 4),
    )
    assert "The compliant one is S2: average EER 7.00 %, UAR 40 %, WER 4 %." in text
    assert "None of them is compliant." in text and "compliant: nobody" in text
    assert "The highest average EER of a submitted system is shared by the kinds codec and cascade, at 8.00 %." in text
    assert "The highest UAR is that of S4* and S5* (60 %)." in text
    assert "None of them reaches a category: all average EERs are below 10 %." in text


def test_one_kind_may_hold_everything(chapter):
    """The sentence turns."""
    text = chapter(
        ("S1", "submitted", "codec", "yes", "", 45, 60, 3), ("S2", "submitted", "cascade", "yes", "", 42, 40, 4)
    )
    assert "One kind, codec, holds all of these." in text and "No kind" not in text


def test_who_has_no_kind_or_no_results_is_told(chapter):
    """A kind nobody has results of, a system of no kind, a missing value, a later system."""
    text = chapter(
        ("S1", "submitted", "codec", "yes", "", 45, 60, ""),
        ("S2", "submitted", "codec", "yes", ""),
        ("S3", "submitted", "", "yes", "", 42, 40, 4),
        ("S4", "submitted", "hybrid", "yes", ""),
        ("P1", "post-evaluation", "codec", "yes", "", 50, 70, 1),
    )
    assert "No baseline and no submitted system of the kind hybrid has results." in text
    assert "The data name no kind for S3." in text
    assert "| P1 | post-evaluation | 50.00 | 70 | 1 |" in text
    assert "| S2 | submitted | not in the results table | not in the results table | not in the results table |" in text
    assert "One submitted system is of this kind: S1." in text


def test_without_kinds_there_is_no_chapter(tmp_path):
    """Neither page nor figure."""
    results = contest(tmp_path / "contest", [ORIGINAL, ("S1", "submitted", "", "yes", "", 45, 60, 3)])
    files = Site([results], results, TEMPLATES).files(lambda _text: True)
    assert not [name for name in files if "kinds" in name or "lineage" in name]


def test_a_kind_may_be_called_anything(tmp_path):
    """More kinds than the picture holds, each with a hostile name; those that are left out are named."""
    names = [name.strip() for name in HOSTILE if name.strip()]
    systems = [(f"S{n}", "submitted", name, "yes", "", 10 + n, 50, 3) for n, name in enumerate(names)]
    results = contest(tmp_path / "contest", [ORIGINAL, *systems])
    text = Site([results], results, TEMPLATES).chapters(results)["09-kinds"]
    assert "Not in the figure, for want of room" in text
    assert "figures/kinds.svg" in text and "<script>" not in text
    assert well_drawn(*kinds.charts(results))
