"""Which warnings a study has, and in which order."""

from dataclasses import replace

import pytest

from analysis.ledger import Ledger, key
from analysis.pages.cautions import Caution, cautions
from analysis.results import Remark

from .results import Rows, benchmark, challenge


def kinds(results) -> list[str]:
    return [caution.kind for caution in cautions(results)]


def with_verdicts(results, **verdicts: str):
    """Return the results with these verdicts; `__` in a name stands for `/`, and the study goes before it."""
    named = {key(results.study, *name.split("__")): words for name, words in verdicts.items()}
    return replace(results, verdicts={**results.verdicts, **named})


def with_pairs(results, registered: int, recomputed: int):
    rows = Rows(results.study)
    rows.count("pairs", "registered", value=registered)
    rows.count("pairs", "recomputed", value=recomputed)
    kept = [entry for entry in results.ledger if "/count/pairs/" not in entry.key]
    return replace(results, ledger=Ledger([*kept, *rows.entries]))


def test_a_clean_study_has_no_warning():
    """Nothing is made up where nothing is wrong."""
    assert () == cautions(benchmark(2, questions=()))
    assert () == cautions(benchmark(0))


def test_the_order_is_that_of_what_a_miss_costs():
    """First the two-EERs trap, lost content, warnings, small corpora, unsure differences, disagreement, absences."""
    results = with_verdicts(
        benchmark(4, simulated=False, traps=1, warnings=("careful",), notes=("not here", "nor this")),
        beyond_reference__a="beyond", agreement__eer__a__lazy__all="differs", agreement__eer__b__lazy__all="agrees",
        trap_intervals__x="not published", trap_intervals__y="apart", trap_intervals__z="not published",
    )  # fmt: skip
    expected = [
        "trap",
        "trap_shipped",
        "trap_unpublished",
        "beyond_reference",
        "remark",
        "few_speakers",
        "not_established",
        "not_established",
        "differs",
        "pairs_missing",
        "missing",
    ]
    found = cautions(with_pairs(results, registered=6, recomputed=3))
    assert expected == [caution.kind for caution in found]
    assert (("y",), ("x", "z")) == (found[1].about, found[2].about)
    assert ("corpus1",) == found[5].about
    assert ("eer", "a", "lazy", "all") == found[8].about
    assert ("not here", "nor this") == found[10].about


def test_a_trap_names_the_attacker_that_ends_it():
    """The sentence needs the system and the informed attacker whose EER is lowest."""
    assert Caution("trap", ("system 1", "semi_informed")) == cautions(benchmark(4, traps=1))[0]


@pytest.mark.parametrize("verdict", ["CI excludes 0", "no evidence", "no difference"])
def test_only_what_is_not_established_is_warned_of(verdict):
    """A difference whose interval is clear is no warning."""
    results = benchmark(4)
    clear = replace(results, verdicts={k: verdict if "/paired/" in k else v for k, v in results.verdicts.items()})
    assert "not_established" in kinds(results) and "not_established" not in kinds(clear)


def test_simulated_inputs_cannot_differ_from_what_they_imitate():
    """Agreement is by construction where inputs are simulated, so a difference is no finding there."""
    assert [] == kinds(with_verdicts(benchmark(2, questions=(), simulated=True), agreement__cer__a__all="differs"))
    assert ["differs"] == kinds(
        with_verdicts(benchmark(2, questions=(), simulated=False), agreement__cer__a__all="differs")
    )


def test_all_pairs_compared_is_no_warning():
    """Pairs are a warning only where fewer are compared than registered."""
    assert "pairs_missing" not in kinds(with_pairs(benchmark(4), registered=3, recomputed=3))
    assert "pairs_missing" in kinds(with_pairs(benchmark(4), registered=3, recomputed=2))


def test_another_studys_verdict_is_not_taken_for_its_own():
    """A system named like a measure does not turn up as a verdict of it."""
    assert [] == kinds(with_verdicts(benchmark(2, questions=()), front__trap__x="on the front"))


def test_a_challenge_tells_warnings_before_notes():
    """Warnings, then notes, then printed averages that differ."""
    results = with_verdicts(challenge(), agreement__eer__a__semi_informed__test_average="differs")
    results = replace(results, remarks=(Remark("note", "later"), Remark("warning", "first")))
    expected = [Caution("remark", ("first",)), Caution("remark", ("later",))]
    assert [*expected, Caution("differs", ("eer", "a", "semi_informed", "test_average"))] == list(cautions(results))


@pytest.mark.parametrize("results", [benchmark(2, questions=()), challenge()], ids=["benchmark", "challenge"])
def test_what_the_study_says_itself_stands_behind_its_warnings(results):
    """Each note of the settings is a caution of its own, in its order."""
    results = replace(results, remarks=(Remark("warning", "first"),), notes=("one", "two"))
    assert [("first",), ("one",), ("two",)] == [caution.about for caution in cautions(results)]


def test_what_another_kind_of_interval_says_otherwise_is_told_first():
    """A difference that one kind excludes zero for and another not is named, whatever the test says of it."""
    results = benchmark(4)
    pair = results.pairs[0]
    name = f"{pair.b}__{pair.a}"
    hanging = with_verdicts(results, **{f"by_kind__{name}__cer": "excludes", f"doubt__{name}__cer": "test"})
    told = [caution for caution in cautions(hanging) if caution.about == (pair.b, pair.a, "cer")]
    assert "by_kind" == told[0].kind
    assert "by_test" not in [caution.kind for caution in told]
    same = with_verdicts(results, **{f"by_kind__{name}__cer": "words"})
    assert "by_kind" not in kinds(same) and "by_kind" not in kinds(results)


@pytest.mark.parametrize(("doubt", "told"), [("test", 1), ("Holm", 1), ("interval", 1), ("no test, published", 0)])
def test_interval_and_test_that_part_are_told(doubt, told):
    """Where only one of interval and test finds a difference, a reader of the summary learns it."""
    results = benchmark(4)
    pair = results.pairs[0]
    assert told == kinds(with_verdicts(results, **{f"doubt__{pair.b}__{pair.a}__cer": doubt})).count("by_test")
