"""The chapters about shortcuts and the two EERs: which sentence stands for which ledger."""

import re
from dataclasses import replace

import pytest

from analysis.ledger import Ledger, key
from analysis.pages.charts.shortcuts import charts as step_charts
from analysis.pages.charts.trap import charts as line_charts
from analysis.pages.site import Site
from analysis.pages.views.shortcuts import ShortcutsView
from analysis.pages.views.trap import TrapView
from analysis.results import Corpus, Results, System

from .reading import well_drawn
from .results import HOSTILE, TEMPLATES, Rows, benchmark

ATTACKERS = ("ignorant", "lazy", "semi_informed")
UP, OPEN, EDGE, SAME = "CI excludes 0", "no evidence", "not established", "no difference"


def text_of(results, chapter):
    """Return a chapter's source with numbers and names as a reader sees them."""
    text = Site([results], results, TEMPLATES).chapters(results)[chapter]
    text = re.sub(r"\]\{\.num [^}]*\}", "]", text)
    for _ in range(3):  # spans stand inside spans
        text = re.sub(r"\[([^\[\]]*)\](?:\{\.(?:data|interval|below|missing|beside|quiet)\})?", r"\1", text)
    return text


def stepped(**systems: tuple[float, str]) -> Results:
    """Return a study whose systems have these gender steps and verdicts under the ignorant attacker."""
    rows, verdicts = Rows("s"), {}
    for name, (value, verdict) in systems.items():
        names = ("step", "gender", name, "ignorant")
        rows.add(*names, value=value, unit="points", decimals=2, edges=(value - 1, value + 1), n=43)
        verdicts[key("s", *names)] = verdict
    return Results(
        "s", "benchmark", "S", Ledger(rows.entries), reference="original", verdicts=verdicts,
        systems=tuple(System(name, name) for name in systems),
    )  # fmt: skip


def ids(systems):
    return [system.id for system in systems]


def test_steps_are_sorted_by_verdict_and_sign():
    """Established above and below zero, too close to call, no evidence, no difference: each system in one list."""
    view = ShortcutsView(stepped(a=(5.6, UP), b=(-3.3, UP), c=(0.1, OPEN), d=(0.9, EDGE), e=(0.0, SAME)))
    assert (["a"], ["b"]) == tuple(ids(view.established("gender", "ignorant", sign)) for sign in (1, -1))
    assert (["c"], ["d"], ["e"]) == tuple(ids(view.said("gender", "ignorant", words)) for words in (OPEN, EDGE, SAME))
    assert (["gender"], ["ignorant"]) == (view.kinds, view.attackers("gender"))
    assert view.lowered("gender")


def test_a_reference_below_zero_lowers_nothing():
    """The explanation of a negative step speaks of anonymizers."""
    assert not ShortcutsView(stepped(original=(-3.3, UP), a=(5.6, UP))).lowered("gender")


@pytest.mark.parametrize(
    ("larger", "gender", "corpus"), [("gender", 8.6, 3.2), ("corpus", 3.2, 8.6), ("", 3.2, 3.2), ("", 3.2, None)]
)
def test_which_step_reaches_higher(larger, gender, corpus):
    """The larger of the two largest steps; nothing where one is missing or both are equal."""
    rows = Rows("s")
    for kind, value in (("gender", gender), ("corpus", corpus)):
        if value is not None:
            rows.add("step_range", kind, "lazy", "largest", value=value, unit="points")
    assert larger == ShortcutsView(Results("s", "benchmark", "S", Ledger(rows.entries))).larger("lazy")


@pytest.mark.parametrize(("wide", "width"), [(True, 10.8), (False, 3.0), (False, 2.9)])
def test_three_points_are_no_finding_beside_wide_intervals_only(wide, width):
    """Where the median interval is no wider than the difference, the page does not say that it is no finding."""
    rows = Rows("s")
    rows.add("setting", "no_finding", value=3, unit="percentage points", decimals=0)
    rows.add("width_median", "same_gender_studio", value=width, unit="percentage points")
    assert wide == ShortcutsView(Results("s", "benchmark", "S", Ledger(rows.entries))).wide(Corpus("studio", "studio"))


@pytest.mark.parametrize(("gender", "women", "men"), [("female", 11, 0), ("male", 0, 11), ("", 6, 5), ("", 6, 0)])
def test_a_corpus_of_one_gender_is_named(gender, women, men):
    """Only where all of its speakers are known to have that gender."""
    rows = Rows("s")
    rows.count("speakers", "studio", value=11)
    rows.count("speakers", "studio", "female", value=women)
    rows.count("speakers", "studio", "male", value=men)
    assert gender == ShortcutsView(Results("s", "benchmark", "S", Ledger(rows.entries))).one_gender(
        Corpus("studio", "studio")
    )


def fallen(values, verdicts=()) -> Results:
    """Return a study with `{system: {attacker: EER or (EER, low, high)}}`; a name that ends in * has shipped values."""
    rows, words, systems = Rows("s"), {}, []
    for name, eers in values.items():
        shipped, system = name.endswith("*"), name.rstrip("*")
        systems.append(System(system, system, recomputed=not shipped))
        words[key("s", "line", system)] = "shipped" if shipped else "recomputed"
        for attacker, value in eers.items():
            value, *edges = value if isinstance(value, tuple) else (value,)
            names = ("shipped", "eer") if shipped else ("eer",)
            rows.add(*names, system, attacker, "same_gender", value=value, edges=tuple(edges) or None)
    for name, value in verdicts:
        words[key("s", *name)] = value
    return Results(
        "s", "benchmark", "S", Ledger(rows.entries), reference="original", verdicts=words, systems=tuple(systems)
    )


def test_the_largest_drop_is_warned_about_first():
    """Recomputed before shipped, then by the drop; the same systems turned round come in the other order."""
    for first, second in (("a", "b"), ("b", "a")):
        rows = Rows("s")
        for name, drop in ((first, 40.0), (second, 30.0)):
            rows.add("drop", "eer", name, value=drop, unit="points")
        rows.add("drop_shipped", "eer", "c", value=45.0, unit="points")
        made = fallen(
            {"a": {"ignorant": 50.0}, "b": {"ignorant": 50.0}, "c*": {"ignorant": 50.0}},
            [(("trap", "a"), "lazy"), (("trap", "b"), "lazy"), (("trap_shipped", "c"), "lazy"),
             (("trap_intervals", "c"), "not published")],
        )  # fmt: skip
        view = TrapView(replace(made, ledger=Ledger([*made.ledger, *rows.entries])))
        assert [first, second, "c"] == [warned.system for warned in view.warned]
        assert [(False, True), (False, True), (True, False)] == [(w.shipped, w.published) for w in view.warned]
        assert ["c"] == ids(view.unchecked)


def test_who_lacks_which_value_is_told():
    """Attackers with a gap, and the systems without a value there; a study without any is told as well."""
    view = TrapView(fallen({"a": {"ignorant": 40.0, "lazy": 30.0}, "b*": {"ignorant": 40.0, "semi_informed": 10.0}}))
    assert ["lazy", "semi_informed"] == view.gaps
    assert (["b"], ["a"]) == (ids(view.lacking("lazy")), ids(view.lacking("semi_informed")))
    assert ["ignorant", "lazy"] == TrapView(fallen({"a": {"ignorant": 40.0, "lazy": 30.0}})).attackers


def test_a_shipped_line_without_intervals_is_not_judged():
    """Neither flat nor falling can be said of it; with intervals on both sides it can."""
    view = TrapView(fallen({"a*": {"ignorant": 40.0, "semi_informed": 39.0}, "b*": {
        "ignorant": (40.0, 38.0, 42.0), "semi_informed": (39.0, 37.0, 41.0)}, "c": {"ignorant": 40.0}}))  # fmt: skip
    assert ["a"] == ids(view.unjudged)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("no fall is established for any of them", OPEN),
        ("the change is established all the same for system 1", UP),
        ("", ""),
    ],
    ids=["no evidence", "established", "shipped"],
)
def test_a_flat_line_is_held_against_its_paired_drop(said, verdict):
    """Overlapping intervals are no test: what the paired drop allows to say stands beside them, or nothing does."""
    made = benchmark(4)
    verdicts = {**made.verdicts, key("bench", "flat", "system 1"): "intervals overlap"}
    if verdict:
        verdicts[key("bench", "drop_semi", "system 1")] = verdict
    text = text_of(replace(made, verdicts=verdicts), "08-trap")
    assert "**Flat.** For system 1 the intervals" in text
    assert (said in text) if said else ("Paired on the same draws" not in text)


def test_lines_are_drawn_for_two_attackers_and_not_for_one():
    """A line needs two columns; a column that no system fills is not drawn."""
    (chart,) = line_charts(fallen({"a": {"ignorant": 40.0, "lazy": 30.0}, "b*": {"ignorant": 20.0}}))
    assert "ignorant and lazy-informed" in chart.alt
    assert "Dashed, from shipped values: b." in chart.alt
    assert "Ending before the lazy-informed attacker: b." in chart.alt
    assert [] == line_charts(fallen({"a": {"ignorant": 40.0}}))


def test_steps_of_many_systems_stand_in_several_pictures():
    """Sixteen rows a picture, named in order; a study without steps has none."""
    made = stepped(**{f"s{number}": (1.0, OPEN) for number in range(33)})
    assert ["steps", "steps_2", "steps_3"] == [chart.name for chart in step_charts(made)]
    assert [] == step_charts(stepped())


def test_the_chapters_speak_of_the_made_up_study():
    """Worked example, verdict words, small corpus with its numbers, gender columns, warning and count."""
    made = benchmark(6, traps=1)
    shortcuts = text_of(made, "04-shortcuts")
    assert "For system 1 the lazy-informed EER is" in shortcuts
    assert "So +0.40 −0.10 to +0.90 points of what looks like the attacker's skill" in shortcuts
    assert "Above zero for system 0 and system 5: 1 of 6 systems. Below zero for system 3." in shortcuts
    assert "Too close to zero to call for system 2. No evidence for system 1." in shortcuts
    assert "No difference in any draw for system 4." in shortcuts
    assert "**studio has 43 speakers** and 110 target trials" in shortcuts
    assert "A difference of 3 points between its column and another is no finding." in shortcuts
    trap = text_of(made, "08-trap")
    assert "It warns about 1 of 6 systems." in trap
    assert "**system 1:**" in trap and "No system here meets the rule." not in trap
    assert "No semi-informed value is there" not in trap  # it is not recomputed, but shipped
    alone = text_of(benchmark(6, traps=1, shipped=False), "08-trap")
    assert "No semi-informed value is there for system 2." in alone


def test_without_a_verdict_the_sentence_goes():
    """No warning, no example and no explanation stand where nothing calls for them."""
    made = benchmark(6)
    kept = {name: words for name, words in made.verdicts.items() if "/step" not in name}
    rest = [entry for entry in made.ledger if "/step" not in entry.key and "/count/steps" not in entry.key]
    shortcuts = text_of(replace(made, verdicts=kept, ledger=Ledger(rest)), "04-shortcuts")
    assert "Worked example" not in shortcuts and "untested" not in shortcuts and "steps.svg" not in shortcuts
    assert "carries this warning" not in shortcuts
    trap = text_of(made, "08-trap")
    assert "No system here meets the rule." in trap
    assert "untested" not in trap and "It warns about" not in trap


def test_hostile_names_stand_in_both_chapters_as_text():
    """Names that look like mark-up are escaped in tables, sentences and pictures."""
    made = benchmark(len(HOSTILE), names=HOSTILE, traps=2)
    for chapter in ("04-shortcuts", "08-trap"):
        source = Site([made], made, TEMPLATES).chapters(made)[chapter]
        assert "{{<" not in source and "<script>" not in source
    assert well_drawn(*step_charts(made), *line_charts(made))


def test_a_long_list_of_names_is_cut_and_says_so():
    """Of fifty systems a sentence names eight; the table has them all."""
    made = benchmark(50)
    shortcuts = text_of(made, "04-shortcuts")
    assert "and others: 1 of 50 systems." in shortcuts
    assert "| system 49 |" in shortcuts
