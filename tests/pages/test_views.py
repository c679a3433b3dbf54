"""Which systems stand in which table and sentence, in which order."""

from dataclasses import replace

import pytest

from analysis.ledger import Entry, Ledger, key
from analysis.pages.views import View
from analysis.results import System

from .results import benchmark, challenge


def ids(systems) -> list[str]:
    return [system.id for system in systems]


def shipped_only(results, *places: int):
    systems = tuple(replace(s, recomputed=place not in places) for place, s in enumerate(results.systems))
    return replace(results, systems=systems)


def test_systems_are_split_by_what_is_here():
    """Systems with files stand apart from those with published values; the reference is no anonymizer."""
    view = View(shipped_only(benchmark(4), 2))
    assert ["system 0", "system 1", "system 3"] == ids(view.here)
    assert ["system 2"] == ids(view.shipped_only)
    assert ["system 1", "system 3"] == ids(view.anonymizers)


def test_a_short_table_holds_all_rows():
    """Where all rows fit, none is chosen."""
    assert ["system 0", "system 1", "system 2"] == ids(View(benchmark(3)).most_private(3))


def test_a_table_that_is_too_long_keeps_reference_best_trade_and_the_most_private():
    """The rows that a reader needs stay, in the study's own order; a missing EER is not private."""
    results = benchmark(12)
    view = View(results)
    kept = ids(view.most_private(4))
    assert 4 == len(kept) and {"system 0", "system 1"} < set(kept)
    assert sorted(kept, key=ids(results.systems).index) == kept
    rest = {
        s: results.ledger.value(key("bench", "eer", s, "semi_informed", "same_gender")) for s in ids(results.systems)
    }
    highest = sorted((s for s in rest if rest[s] is not None and s not in ("system 0", "system 1")), key=rest.get)[-2:]
    assert set(highest) == set(kept) - {"system 0", "system 1"}


@pytest.mark.parametrize("count", [0, 1, 2])
def test_no_more_rows_than_asked_for(count):
    """Even the rows that must stay give way to the count."""
    assert count == len(View(benchmark(12)).most_private(count))


def test_the_front_is_told_from_the_least_private():
    """A front is read from left to right."""
    results = benchmark(8)
    verdicts = {key("bench", "front", "lazy", name): "on the front" for name in ("system 5", "system 1", "system 6")}
    view = View(replace(results, verdicts=verdicts))
    values = [
        results.ledger.value(key("bench", "eer", name, "lazy", "same_gender")) for name in ids(view.front("lazy"))
    ]
    assert {"system 5", "system 1", "system 6"} == set(ids(view.front("lazy")))
    assert sorted(values) == values


@pytest.mark.parametrize(
    ("expected", "count"), [("", 0), ("[system 0]{.data}", 1), ("[system 0]{.data} and [system 1]{.data}", 2)]
)
def test_names_in_a_sentence(expected, count):
    """Names are joined as a person would."""
    results = benchmark(3)
    assert expected == View(results).listed(list(results.systems[:count]))


def test_three_names_in_a_sentence():
    """The last two names have `and` between them, the others a comma."""
    results = benchmark(3)
    assert "[system 0]{.data}, [system 1]{.data} and [system 2]{.data}" == View(results).listed(list(results.systems))
    named = benchmark(3, labels=("a", "b, large", "c"))
    assert "[a]{.data}; [b, large]{.data} and [c]{.data}" == View(named).listed(list(named.systems))


def test_a_name_is_data():
    """A label is escaped, and the row of the best trade is set apart."""
    results = replace(benchmark(3), systems=(System("system 1", "a|b *c*"), System("system 2", "d")))
    view = View(results)
    assert "[a\\|b \\*c\\*]{.data}" == view.label("system 1")
    assert "[[a\\|b \\*c\\*]{.data}]{.leader}" == view.name("system 1")
    assert "[d]{.data}" == view.name("system 2")
    assert "[un\\|known]{.data}" == view.label("un|known")


def test_where_a_value_comes_from():
    """Recomputed, else shipped, else the reason why it is not there."""
    rows = [
        Entry("s/cer/a", 1.0, "percent", 1, "recomputed", "f", "m"),
        Entry("s/cer/b", None, "percent", 1, "recomputed", "f", "m", missing="no *file*"),
        Entry("s/shipped/cer/b", 1.0, "percent", 1, "shipped", "f", "m"),
        Entry("s/cer/c", None, "percent", 1, "recomputed", "f", "m", missing="no *file*"),
    ]
    view = View(replace(benchmark(0), study="s", ledger=Ledger(rows)))
    assert "recomputed" == view.origin("cer", "a")
    assert "shipped" == view.origin("cer", "b")
    assert "[no \\*file\\*]{.missing}" == view.origin("cer", "c")
    assert "[not given]{.missing}" == view.origin("cer", "d")


def test_words_follow_the_unit_of_text():
    """A study that counts words has a WER everywhere."""
    results = benchmark(3)
    assert ("CER", "CER") == (View(results).rate, View(results).metric("cer"))
    words = View(replace(results, unit_of_text="words"))
    assert ("WER", "WER", "EER lazy-informed") == (words.rate, words.metric("cer"), words.metric("eer_lazy"))


def test_any_value_asks_whole_names_only():
    """A measure is not found by the beginning of its name, nor by a row without a value."""
    view = View(benchmark(3, shipped=False))
    assert view.any_value("cer") and not view.any_value("ce") and not view.any_value("shipped")


def test_leaders_of_a_category():
    """Systems that tie are all named; where nobody reaches the category, that is said."""
    results = challenge(4)
    tied = {key("contest", "leader", "wer", "eer_10"): key("T3-1", "T1-1")}
    view = View(replace(results, verdicts=tied))
    assert "[T1-1]{.data} and [T3-1]{.data}" == view.leaders("wer", "eer_10")
    assert "[nobody]{.missing}" == view.leaders("uar", "eer_10")


def test_categories_are_in_order_of_their_value():
    """Numerals are compared as numbers: 5 comes before 10."""
    results = challenge(3)
    more = [Entry(f"contest/setting/category_{c}", float(c), "percent", 0, "shipped", "f", "m") for c in ("5", "40")]
    assert ["5", "10", "40"] == View(replace(results, ledger=Ledger([*results.ledger, *more]))).categories


def test_what_was_shipped_of_pitch_and_naturalness_is_named():
    """Each where it has a value, nothing where error rates alone were shipped."""
    base = benchmark(1, shipped=False)

    def named(*kinds: str) -> str:
        more = [Entry(key("bench", "shipped", kind, "x"), 0.5, "", 2, "shipped", "file", "made up") for kind in kinds]
        return View(replace(base, ledger=Ledger([*base.ledger, *more]))).as_shipped

    assert ["", "UTMOS", "ρF0 and UTMOS"] == [named("eer_list"), named("utmos"), named("utmos", "rho_f0")]
