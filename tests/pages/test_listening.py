"""The chapter about the listening test: sentences turn with the ledger, or go."""

import dataclasses
import re

import pytest

from analysis.ledger import Ledger, key
from analysis.pages.chapters import CHAPTERS
from analysis.pages.charts.listening import charts
from analysis.pages.site import Site
from analysis.pages.views.listening import ListeningView

from .results import TEMPLATES, Rows, benchmark

SIZES = ("1", "10")


def with_test(*, difference=0.8, late=0.4, rule=0.2, half=0.6, enough=True, claim="", trials=True, items=True,
              too_few="", rough=(), ones=False):  # fmt: skip
    """Return a made-up benchmark with rows of a listening test."""
    rows = Rows("bench")
    rows.count("clips", "listed", value=20)
    if not items:
        rows.add("count", "listening", "items", unit="count", decimals=0, missing="no clips to compare")
    else:
        for name, value in (("items", 160), ("sentences", 1 if ones else 20), ("systems", 1 if ones else 6)):
            rows.count("listening", name, value=value)
        if trials:
            rows.count("listening", "trials", value=20)
            rows.count("listening", "pairs", value=1 if ones else 15)
        else:
            rows.add("count", "listening", "trials", unit="count", decimals=0, missing="no two systems")
        for name, value in (("lowest", 1), ("highest", 5), ("fewest_trials", 20), ("step", 0.5), ("fewest_draws", 40)):
            rows.add("setting", "listening", name, value=value, unit="count", decimals=1)
        for name, value in (("unanimous", 6), ("wins", 15), ("listeners", 1 if ones else 15)):
            rows.add("listening", "sign_test", name, value=value, unit="count", decimals=0, n=20)
        for size, wide in zip(SIZES, (difference, late), strict=True):
            rows.add("setting", "listening", "listeners", size, value=float(size), unit="count", decimals=0)
            for name in ("half_width", "half_width_least", "half_width_most"):
                number(rows, too_few, "listening", name, size, value=half)
            number(rows, too_few, "listening", "difference", size, value=wide)
        number(rows, too_few, "listening", "square_root", "10", value=rule)
        if enough and not too_few:
            rows.add("listening", "enough", value=10, unit="count", decimals=0)
        else:
            rows.add("listening", "enough", unit="count", decimals=0, missing="more than were tried")
    if claim:
        rows.add("shipped", "listening", "half_width", "1", value=0.6, unit="score", decimals=1)
    made = benchmark(study="bench")
    kept = [row for row in made.ledger if row.key not in {entry.key for entry in rows.entries}]
    verdicts = {**made.verdicts, **({key("bench", "listening", "claim"): claim} if claim else {})}
    verdicts |= {key("bench", "listening", "resamples"): too_few} if too_few else {}
    verdicts |= {key("bench", "listening", "resamples", size): "too few listeners" for size in rough}
    return dataclasses.replace(made, ledger=Ledger([*kept, *rows.entries]), verdicts=verdicts)


def number(rows, missing, *names, value):
    given = {"missing": missing} if missing else {"value": value}
    rows.add(*names, unit="score", decimals=2, n=20, **given)


def text(results):
    """Return the chapter's words, without mark-up of numbers."""
    page = pages(results)["bench/10-listening.qmd"]
    for _ in range(2):
        page = re.sub(r"\[([^][]*)\]\{[^}]*\}", r"\1", page)
    return page


def pages(results):
    return Site([results], results, TEMPLATES).files(lambda _text: True)


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Let a study have this chapter only, where it is wanted, and its figures only, which makes a page quickly."""
    chapter = next(chapter for chapter in CHAPTERS["benchmark"] if chapter.short == "listening")
    monkeypatch.setattr(
        "analysis.pages.site.chapters_of", lambda results: (chapter,) if chapter.wanted(results) else ()
    )
    monkeypatch.setattr(
        "analysis.pages.site.charts", lambda results, lead: {chart.name: chart for chart in charts(results)}
    )


def test_one_listener_is_too_few_or_not():
    """By the interval of a difference against the difference to be shown."""
    assert "cannot be told apart" in text(with_test())
    fine = text(with_test(difference=0.4))
    assert ("can be told apart, for this listener" in fine, "cannot be told apart" in fine) == (True, False)


@pytest.mark.parametrize(
    ("reason", "words"),
    [("too few sentences", "20 sentences are too few to resample"), ("too few draws", "too few: an interval takes 40")],
)
@pytest.mark.parametrize("difference", [0.8, 0.0])
def test_nothing_is_said_about_precision_where_it_would_say_little(reason, words, difference):
    """The reason, and no table, no figure and no sentence about who can be told apart."""
    results = with_test(too_few=reason, difference=difference, late=0.0)
    found = text(results)
    assert words in found
    for claim in ("told apart", "±", "numbers tried", "root rule", "Half the width", "simulated.**"):
        assert claim not in found
    assert [] == charts(results)
    assert "What comparisons can show" in found


def test_numbers_of_listeners_that_are_too_few_are_named():
    """And the number that is enough is one of the others."""
    found = text(with_test(rough=("10",)))
    assert "With 10 listeners there are fewer different resamples" in found
    assert "and the listeners are not too few to resample." in found
    found = text(with_test(rough=SIZES, enough=False))
    assert "With 1 or 10 listeners" in found
    assert "None of the numbers tried that are not too few to resample" in found
    assert "fewer different resamples" not in text(with_test())


def test_one_of_a_kind_is_not_a_plural():
    """One sentence, one anonymizer, one pair, one listener."""
    found = text(with_test(ones=True))
    assert "1 sentence, each from 1 anonymizer as far as it has it," in found
    assert "compares 1 pair, so it takes 1 listener until" in found
    assert "1 sentence is too few to resample" in text(with_test(ones=True, too_few="too few sentences"))
    assert "20 sentences, each from 6 anonymizers as far as they have it," in text(with_test())


def test_how_many_are_enough_or_that_none_is():
    """A number of those tried, or the sentence that none does."""
    assert "Of the numbers tried, 10 is the smallest" in text(with_test())
    assert "None of the numbers tried" in text(with_test(late=0.7, enough=False))


@pytest.mark.parametrize(
    ("claim", "present", "absent"),
    [("inside", "the same is found here", "outside"), ("outside", "outside what is found", "the same is found"),
     ("", "The interval of a single listener", "The published study")],
)  # fmt: skip
def test_the_published_half_width_is_confirmed_or_not(claim, present, absent):
    """By the verdict; without a published value nothing is said."""
    found = text(with_test(claim=claim))
    assert (True, False) == (present in found, absent in found)


def test_more_listeners_help_less_than_the_rule_only_where_they_do():
    """The sentence goes when the interval keeps the rule."""
    assert "help less than the root rule" in text(with_test())
    assert "help less than the root rule" not in text(with_test(rule=0.7))


def test_comparisons_are_told_or_missing():
    """Without two systems there is no word about pairs, and the reason stands."""
    assert "What comparisons can show" in text(with_test())
    found = text(with_test(trials=False))
    assert ("No comparisons: no two systems" in found, "What comparisons can show" in found) == (True, False)


def test_a_study_without_a_sheet_says_so_and_no_more():
    """The reason, no table, no link."""
    found = text(with_test(items=False))
    assert "no sheet can be made: no clips to compare" in found
    assert "vpreport listen" not in found
    assert [] == charts(with_test(items=False))


def test_the_figure_needs_more_than_one_size():
    """And its sizes stand in their order."""
    results = with_test()
    assert list(SIZES) == ListeningView(results).sizes
    assert ["listeners"] == [chart.name for chart in charts(results)]


def test_without_clips_there_is_no_chapter():
    """Nothing is listed, nothing can be heard."""
    assert "bench/10-listening.qmd" not in pages(benchmark(study="bench"))
