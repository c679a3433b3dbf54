"""What the answers to an advisor's questions and the open questions choose; the data turned round turns the answers."""

from dataclasses import replace

import pytest

from analysis.ledger import Entry, Ledger, key
from analysis.pages.views.methods import SETTING_WORDS, MethodsView
from analysis.pages.views.questions import OpenView, QuestionsView
from analysis.results import Pair, Results, System


def results(values: dict[str, tuple[float | None, ...]], verdicts: dict[str, str] | None = None, **more) -> Results:
    """Return a study from key (below the study) → value, or value, low, high."""
    rows = []
    for names, (value, *edges) in values.items():
        low, high = edges or (None, None)
        rows.append(
            Entry(
                f"s/{names}",
                value,
                "percent",
                1,
                "recomputed",
                "file",
                "made up",
                ci_low=low,
                ci_high=high,
                missing="" if value is not None else "not run",
            )
        )
    systems = tuple(System(name, name.upper()) for name in ("original", "a", "b", "c"))
    shown = {f"s/{names}": words for names, words in (verdicts or {}).items()}
    return Results("s", "benchmark", "S", Ledger(rows), systems=systems, verdicts=shown, **more)


def eers(**systems: tuple[float | None, ...]) -> dict[str, tuple[float | None, ...]]:
    """Return the three EERs of each system, each with an interval of one point to both sides."""
    made = {}
    for name, rates in systems.items():
        for attacker, rate in zip(("ignorant", "lazy", "semi_informed"), rates, strict=True):
            made[f"eer/{name}/{attacker}/same_gender"] = (None,) if rate is None else (rate, rate - 1, rate + 1)
    return made


def test_the_deepest_trap_comes_first():
    """Systems of the trap are ordered by how far they fall; swapped data swap the order."""
    verdicts = {"trap/a": "semi_informed", "trap/b": "lazy"}
    one = eers(a=(50.0, 20.0, 10.0), b=(45.0, 20.0, 21.0))
    assert [("a", "semi_informed"), ("b", "lazy")] == QuestionsView(results(one, verdicts)).traps
    other = eers(a=(45.0, 20.0, 21.0), b=(50.0, 10.0, 20.0))
    assert [("b", "lazy"), ("a", "semi_informed")] == QuestionsView(results(other, verdicts)).traps
    assert [] == QuestionsView(results(one)).traps


def test_a_lazy_attacker_is_enough_only_where_intervals_are_apart():
    """A trap that only the semi-informed attacker opens is no example of the lazy one."""
    verdicts = {"trap/a": "semi_informed"}
    assert "a" == QuestionsView(results(eers(a=(50.0, 20.0, 10.0)), verdicts)).falls_to_lazy
    assert "" == QuestionsView(results(eers(a=(50.0, 49.0, 10.0)), verdicts)).falls_to_lazy
    assert "" == QuestionsView(results(eers(a=(50.0, None, 10.0)), verdicts)).falls_to_lazy


def test_the_pair_is_the_first_that_is_compared():
    """A registered pair without a value here is passed over; the metrics are those with a value."""
    pairs = (Pair("b", "a"), Pair("c", "a"))
    view = QuestionsView(results({"paired/b/a/cer": (None,), "paired/c/a/cer": (1.0,)}, pairs=pairs))
    assert pairs[1] == view.pair
    assert ["cer"] == view.metrics(pairs[1])
    assert QuestionsView(results({}, pairs=pairs)).pair is None


def test_a_pair_of_two_anonymizers_comes_before_one_with_the_unprotected_speech():
    """Whether an anonymizer is better than the original is asked only where nothing else was registered."""
    values = {"paired/a/original/cer": (1.0,), "paired/b/a/cer": (1.0,)}
    first, second = Pair("a", "original"), Pair("b", "a")
    assert second == QuestionsView(results(values, pairs=(first, second))).pair
    assert first == QuestionsView(results(values, pairs=(first,))).pair


@pytest.mark.parametrize(
    ("verdict", "words"),
    [("CI excludes 0", "excludes zero"), ("no evidence", "no evidence"), ("not established", "too close"),
     ("no difference", "no difference")],
)  # fmt: skip
def test_a_verdict_in_a_sentence_holds_no_numeral(verdict, words):
    """Each verdict has words of its own, without a digit that no ledger row stands behind."""
    said = QuestionsView(results({}, {"paired/b/a/cer": verdict})).verdict_words(Pair("b", "a"), "cer")
    assert words in said and not any(sign.isdigit() for sign in said)


def test_the_attackers_that_a_system_was_measured_with():
    """Only those under which it has a place, named as a reader knows them."""
    verdicts = {"front/ignorant/a": "on the front", "front/semi_informed/a": "on the front"}
    assert "ignorant and semi-informed" == QuestionsView(results({}, verdicts)).measured_with("a")
    assert "" == QuestionsView(results({}, verdicts)).measured_with("b")


def test_who_is_on_every_front():
    """Two that tie are both named, one that falls off under some attacker is not, nor is one never measured with it."""
    on, off = "on the front", "dominated"
    verdicts = {f"front/{attacker}/{name}": on for attacker in ("ignorant", "semi_informed") for name in "ab"}
    verdicts |= {"front/ignorant/c": on, "front/ignorant/original": on, "front/semi_informed/original": on}
    assert ["a", "b"] == [system.id for system in QuestionsView(results({}, verdicts)).on_every_front]
    fallen = QuestionsView(results({}, verdicts | {"front/ignorant/a": off}))
    assert ["b"] == [system.id for system in fallen.on_every_front]


def test_systems_without_a_semi_informed_attacker_are_named():
    """Recomputed or shipped; the reference and a system without any EER are not meant."""
    values = eers(original=(2.0, 2.0, None), a=(40.0, 41.0, None), b=(40.0, 41.0, 30.0))
    values["shipped/eer/c/ignorant/same_gender"] = (30.0,)
    assert ["a", "c"] == [system.id for system in OpenView(results(values)).without_semi_informed]


def test_who_loses_least_and_who_most():
    """Swapped drops swap the two; equal drops, or one, name nobody."""
    one = OpenView(results({"drop_semi/a": (0.5,), "drop_semi/b": (40.0,), "drop_semi/original": (-1.0,)}))
    assert ("a", "b") == (one.closest, one.farthest)
    other = OpenView(results({"drop_semi/a": (40.0,), "drop_semi/b": (0.5,)}))
    assert ("b", "a") == (other.closest, other.farthest)
    assert "" == OpenView(results({"drop_semi/a": (4.0,), "drop_semi/b": (4.0,)})).closest
    assert "" == OpenView(results({"drop_semi/a": (4.0,)})).closest


def test_what_the_losses_are_called():
    """An EER that falls is said to fall, one that stays or rises is not; without any fall there is nothing to tell."""
    both = OpenView(results({"drop_semi/a": (-10.4,), "drop_semi/b": (8.5,)}))
    assert (True, True) == (both.falls, both.rises)
    fallen = OpenView(results({"drop_semi/a": (0.5,), "drop_semi/b": (8.5,)}))
    assert (True, False) == (fallen.falls, fallen.rises)
    risen = OpenView(results({"drop_semi/a": (0.0,), "drop_semi/b": (-8.5,)}))
    assert (False, True) == (risen.falls, risen.rises)


def test_who_keeps_pitch():
    """The highest shipped correlation of an anonymizer; a tie names nobody."""
    rows = {"shipped/rho_f0/original": (1.0,), "shipped/rho_f0/a": (0.7,), "shipped/rho_f0/b": (0.3,)}
    assert "a" == OpenView(results(rows)).keeps_pitch
    assert "b" == OpenView(results(rows | {"shipped/rho_f0/b": (0.9,)})).keeps_pitch
    assert "" == OpenView(results(rows | {"shipped/rho_f0/b": (0.7,)})).keeps_pitch


def test_open_differences_are_named_only_where_there_are_some():
    """Settled differences leave no open question."""
    counts = {"count/pairs/rows": (4,), "count/pairs/not_established": (0,), "count/pairs/no_evidence": (1,)}
    assert OpenView(results(counts)).unsure
    assert not OpenView(results(counts | {"count/pairs/no_evidence": (0,)})).unsure
    assert not OpenView(results({})).unsure


def test_every_setting_is_listed_with_its_source():
    """A setting without words of its own is named by what the ledger says of it."""
    rows = results({"setting/draws": (50,), "setting/near_edge": (1,), "setting/other": (1,), "count/x": (1,)})
    found = MethodsView(rows).settings
    assert [(key("s", "setting", "draws"), "draws of the bootstrap", "file"),
            (key("s", "setting", "near_edge"), SETTING_WORDS["near_edge"], "file"),
            (key("s", "setting", "other"), "made up", "file")] == found  # fmt: skip


def test_a_gender_with_fewer_speakers():
    """Equal numbers, or unknown ones, are no open question."""
    rows = {"count/speakers/female": (28,), "count/speakers/male": (15,)}
    assert OpenView(results(rows)).uneven_genders
    assert not OpenView(results(rows | {"count/speakers/male": (28,)})).uneven_genders
    assert not OpenView(results(rows | {"count/speakers/male": (0,)})).uneven_genders
    assert not OpenView(replace(results(rows), ledger=Ledger())).uneven_genders
